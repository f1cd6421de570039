// The last step of the build. Node's compile cache keeps what V8 compiles when it loads a module.
// Of functions that is only those in parentheses, which V8 takes for called at once; all others
// are parsed and compiled again in each run. So the functions that usual runs call get
// parentheses: declarations at the top of a file become constants before all other statements,
// where nothing can use them too early.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseAst } from 'rollup/parseAst';

const bundle = resolve('dist/bundle');
const contract = resolve('specs/student-information.yaml');
const wsdl = resolve('specs/notes.wsdl');

/** Runs whose functions are compiled at once; `serve` lasts until it is stopped. */
const runs = [
  ['--help'],
  ['generate', contract, '-o', 'school'],
  ['generate', wsdl, '-o', 'notes'],
  ['generate', wsdl, '-o', 'client', '--targets', 'client'],
  ['check', wsdl],
  ['inspect', contract],
  ['convert', contract, '--to', 'wsdl', '--service', 'AuthCodeSending'],
  ['diff', contract, contract],
  ['call', contract, 'AuthCode', 'code=1', 'phone=2', '--dry-run'],
  ['serve', contract, '--port', '0'],
];

/** @typedef {[start: number, end: number]} Range Offsets in a file. */

/**
 * Runs a command line in a folder, and stops it once it writes to stdout.
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function run(args, cwd) {
  const child = spawn(process.execPath, [resolve('bin/asmx-gen.js'), ...args], {
    cwd,
    env: {
      ...process.env,
      NODE_V8_COVERAGE: join(cwd, 'coverage'),
      // it would keep code that is about to change
      NODE_DISABLE_COMPILE_CACHE: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  child.stdout.on('data', () => {
    if (args[0] === 'serve') child.kill('SIGTERM');
  });
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`asmx-gen ${args.join(' ')} ended with ${code}: ${errors}`);
}

/**
 * The functions of the bundle that ran.
 * @param {string} folder with the coverage of some runs
 * @returns {Map<string, Set<string>>} their ranges by file, each as `start-end`
 */
function calledIn(folder) {
  const called = new Map();
  for (const name of readdirSync(folder)) {
    for (const { url, functions } of JSON.parse(readFileSync(join(folder, name), 'utf8')).result) {
      const file = /\/dist\/bundle\/([^/]+\.js)$/.exec(url)?.[1];
      if (file === undefined) continue;
      const ranges = called.get(file) ?? new Set();
      called.set(file, ranges);
      for (const one of functions) {
        const [{ startOffset, endOffset, count }] = one.ranges;
        if (count > 0) ranges.add(`${startOffset}-${endOffset}`);
      }
    }
  }
  return called;
}

/**
 * Visits the nodes of a syntax tree.
 * @param {(node: any, parent: any) => void} visit
 */
function walk(node, parent, visit) {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one?.type === 'string') walk(one, node, visit);
    }
  }
}

/** Whether a node is a function that may be in parentheses: an expression, and no method. */
function isExpression({ type }, parent) {
  if (type === 'ArrowFunctionExpression') return true;
  if (type !== 'FunctionExpression' || parent.type === 'MethodDefinition') return false;
  return parent.type !== 'Property' || (!parent.method && parent.kind === 'init');
}

/**
 * A file with its called functions in parentheses.
 * @param {string} code
 * @param {Set<string>} called their ranges
 * @returns {{ code: string, moved: Range[] }} and the lines that were moved to the top
 */
function eager(code, called) {
  const tree = parseAst(code);
  const marks = [];
  walk(tree, undefined, (node, parent) => {
    if (!isExpression(node, parent) || !called.has(`${node.start}-${node.end}`)) return;
    marks.push({ at: node.start, text: '(' }, { at: node.end, text: ')' });
  });
  marks.sort((a, b) => a.at - b.at);
  let next = 0;
  const marked = (start, end) => {
    const pieces = [];
    let at = start;
    for (; marks[next]?.at < end; next += 1) {
      pieces.push(code.slice(at, marks[next].at), marks[next].text);
      at = marks[next].at;
    }
    pieces.push(code.slice(at, end));
    return pieces.join('');
  };
  const head = [];
  const rest = [];
  const moved = [];
  let at = 0;
  for (const { type, id, start, end } of tree.body) {
    const isMovable = type === 'FunctionDeclaration' && called.has(`${start}-${end}`);
    if (!isMovable || /[^\n]/.test((code[start - 1] ?? '\n') + (code[end] ?? '\n'))) continue;
    rest.push(marked(at, start));
    head.push(`const ${id.name} = (${marked(start, end)});\n`);
    at = end + 1;
    moved.push([lineAt(code, start), lineAt(code, end)]);
  }
  rest.push(marked(at, code.length + 1));
  return { code: head.join('') + rest.join(''), moved };
}

function lineAt(code, offset) {
  let line = 0;
  for (let at = code.indexOf('\n'); at >= 0 && at < offset; at = code.indexOf('\n', at + 1))
    line += 1;
  return line;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The mappings of a source map with some lines moved to the top. Columns stay, although
 * parentheses shift them by a few characters.
 * @param {string} mappings
 * @param {Range[]} moved first and last lines
 */
function movedMappings(mappings, moved) {
  const state = [0, 0, 0, 0, 0];
  const lines = mappings.split(';').map((line) => {
    state[0] = 0;
    return line.split(',').flatMap((segment) => {
      if (segment === '') return [];
      const deltas = decode(segment);
      deltas.forEach((delta, index) => {
        state[index] += delta;
      });
      return [state.slice(0, deltas.length)];
    });
  });
  const isMoved = new Set(moved.flatMap(([first, last]) => range(first, last)));
  const ordered = [
    ...moved.flatMap(([first, last]) => lines.slice(first, last + 1)),
    ...lines.filter((_, index) => !isMoved.has(index)),
  ];
  const before = [0, 0, 0, 0, 0];
  return ordered
    .map((line) => {
      before[0] = 0;
      return line
        .map((segment) => {
          const text = segment.map((value, index) => encode(value - before[index])).join('');
          segment.forEach((value, index) => {
            before[index] = value;
          });
          return text;
        })
        .join(',');
    })
    .join(';');
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Numbers in base 64, as source maps have them. */
function decode(segment) {
  const values = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = digits.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits < 32) {
      values.push(value & 1 ? -(value >>> 1) : value >>> 1);
      value = 0;
      shift = 0;
    }
  }
  return values;
}

function encode(value) {
  let left = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    const bits = left & 31;
    left >>>= 5;
    text += digits[left > 0 ? bits | 32 : bits];
  } while (left > 0);
  return text;
}

const folder = mkdtempSync(join(tmpdir(), 'asmx-gen-build-'));
try {
  await Promise.all(runs.map((args) => run(args, folder)));
  for (const [name, called] of calledIn(join(folder, 'coverage'))) {
    const file = join(bundle, name);
    const { code, moved } = eager(readFileSync(file, 'utf8'), called);
    const map = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
    writeFileSync(file, code);
    writeFileSync(
      `${file}.map`,
      JSON.stringify({ ...map, mappings: movedMappings(map.mappings, moved) }),
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
