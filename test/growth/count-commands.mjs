// node count-commands.mjs [COMMAND [SHAPE]]: runs commands on contracts in two sizes, those alone
// whose names hold the words, and prints the work of each, as JSON.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtFile, countBlocks } from './blocks.mjs';
import { commandShapes } from './command-shapes.mjs';
import { takeScanned, watchBuiltins } from './scanned.mjs';

const takeBlocks = await countBlocks(builtFile);
const { run } = await import('../../dist/cli/main.js');

/** Arguments by name, for a contract and the one that it becomes. */
const commands = {
  generate: (old) => ['generate', old, '-o', 'out'],
  verify: () => ['verify', 'out'],
  'generate --check': (old) => ['generate', old, '-o', 'out', '--check'],
  'generate --check, changed': (_, now) => ['generate', now, '-o', 'out', '--check'],
  'check --for all': (old) => ['check', old, '--for', 'all'],
  diff: (old, now) => ['diff', old, now, '--for', 'all'],
  'inspect --json': (old) => ['inspect', old, '--json'],
  'convert --to wsdl': (old) => ['convert', old, '--to', 'wsdl'],
  'convert --to yaml': (old) => ['convert', old, '--to', 'yaml'],
  'convert --to openapi': (old) => ['convert', old, '--to', 'openapi'],
  'convert --wire xml': (old) => ['convert', old, '--to', 'openapi', '--wire', 'xml'],
  'convert --to http': (old) => ['convert', old, '--to', 'http'],
  'convert --to markdown': (old) => ['convert', old, '--to', 'markdown', '-o', 'pages'],
  mcp: (old) => ['mcp', old, '--only', '*', '--write', 'tools.json'],
};

let output = 0;
const print = process.stdout.write.bind(process.stdout);
/** Counts what commands print. */
function silence(stream) {
  stream.write = (text, done) => {
    output += text.length;
    done?.();
    return true;
  };
}

const folder = mkdtempSync(join(tmpdir(), 'growth-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
let sites = 0;

/** A folder with a contract, and below `new` the one that it becomes. */
function writeSite(shape, count) {
  const site = join(folder, `${sites++}`);
  const written = shape.write(count);
  const files = typeof written === 'string' ? { 'a.wsdl': written } : written;
  for (const [path, text] of Object.entries(files)) {
    for (const [target, content] of [
      [join(site, path), text],
      [join(site, 'new', path), text.replaceAll('xs:string', 'xs:token')],
    ]) {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
  }
  const [entry] = Object.keys(files);
  return { folder: site, old: entry, now: `new/${entry}` };
}

async function work(argsOf, { folder: site, old, now }) {
  process.chdir(site);
  await takeBlocks();
  takeScanned();
  output = 0;
  const code = await run([...argsOf(old, now), '--quiet']);
  const scanned = takeScanned();
  const blocks = Object.values(await takeBlocks()).reduce((sum, one) => sum + one, 0);
  return { code, output, scanned, blocks };
}

const [command = '', words = ''] = process.argv.slice(2);
silence(process.stdout);
silence(process.stderr);
watchBuiltins();
const found = {};
for (const [name, shape] of Object.entries(commandShapes)) {
  if (!name.includes(words)) continue;
  // what runs first has other counters, and reads what it reads once
  const [first, small, large] = [2, 20, 160].map((count) => writeSite(shape, count));
  for (const [title, argsOf] of Object.entries(commands)) {
    if (!title.includes(command)) continue;
    await work(argsOf, first);
    found[`${title}: ${name}`] = {
      small: await work(argsOf, small),
      large: await work(argsOf, large),
    };
  }
}
print(JSON.stringify(found));
