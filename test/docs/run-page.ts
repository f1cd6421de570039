import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { checkData, ciCommands } from './check-data.ts';
import type { Block } from './markdown.ts';
import { linesMatch, tidyOutput } from './output.ts';

/**
 * Where a page is run: a folder of its own below `workshop`, whose `node_modules` and `bin` it
 * sees.
 */
export interface PageFolder {
  readonly path: string;
  readonly workshop: string;
  /** Root of the package. */
  readonly root: string;
}

/**
 * Compiler options of the programs on pages that have no `tsconfig.json`. What they import ends in
 * `.ts`, as Node runs it; a Node that does not gets what the compiler makes of it.
 */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  target: 'es2023',
  lib: ['es2023', 'esnext.temporal'],
  types: ['node'],
  module: 'nodenext',
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  outDir: 'js',
  rootDir: '.',
};

/**
 * Follows a page from top to bottom: writes its files, runs its commands and programs, compiles
 * what it shows, and holds what it says they print against what they do. Port 8080 stands for one
 * that is free.
 *
 * @throws {Error} with the line of the page, at the first thing that is not as the page says
 */
export async function runPage(blocks: readonly Block[], folder: PageFolder): Promise<void> {
  const runner = await createRunner(folder);
  try {
    for (const block of blocks) {
      if (block.notes.has('not run') || block.notes.has('from source')) continue;
      try {
        await runner.step(block);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`line ${block.line}: ${reason}`);
      }
    }
    await runner.compile();
  } finally {
    await runner.stop();
  }
}

interface Runner {
  step(block: Block): Promise<void>;
  compile(): Promise<void>;
  stop(): Promise<void>;
}

async function createRunner({ path, workshop, root }: PageFolder): Promise<Runner> {
  const port = String(await freePort());
  const children: ChildProcess[] = [];
  let printed = '';
  let program = '';
  let compiled = true;

  const localise = (text: string): string => text.replaceAll(/\b(?:8080|9000)\b/g, port);
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const env = {
    ...Object.fromEntries(inherited),
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    GITHUB_ACTIONS: undefined,
    PATH: `${join(workshop, 'bin')}:${process.env.PATH ?? ''}`,
    ROOT: root,
    HOME: path,
    SERVE_PORT: port,
    PORT: port,
    GITHUB_BASE_REF: 'main',
    GITHUB_STEP_SUMMARY: join(path, 'summary.md'),
  };
  // each in a group of its own, so that what a script starts ends with it
  const start = (command: string, args: readonly string[]): ChildProcess =>
    spawn(command, args, { cwd: path, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });

  async function finish(child: ChildProcess, wanted = 0): Promise<string> {
    const pieces: Buffer[] = [];
    child.stdout?.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr?.on('data', (piece: Buffer) => pieces.push(piece));
    const [code] = await once(child, 'close');
    const text = tidyOutput(Buffer.concat(pieces).toString(), port, path);
    if (code !== wanted)
      throw new Error(`exit code ${code} in place of ${wanted}\n${text.slice(0, 2000)}`);
    return text;
  }

  /**
   * One thing runs in the background: what comes next takes its place, as in a reader's second
   * terminal.
   */
  async function leaveRunning(begin: () => ChildProcess): Promise<void> {
    await stop();
    const child = begin();
    children.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (piece: Buffer) => {
        text += piece;
        printed = tidyOutput(text, port, path);
      });
    }
    for (let attempt = 0; attempt < 2400; attempt++) {
      if (child.exitCode !== null) throw new Error(`it ended at once\n${text}`);
      if (await answers(Number(port))) return;
      await new Promise((next) => setTimeout(next, 25));
    }
    throw new Error(`nothing listens on port 8080\n${text}`);
  }

  async function shell(script: string, notes: Block['notes']): Promise<void> {
    const line = localise(notes.has('background') ? `exec ${script}` : script);
    const begin = () => start('bash', ['-e', '-o', 'pipefail', '-c', `exec 2>&1\n${line}`]);
    if (notes.has('background')) await leaveRunning(begin);
    else printed = await finish(begin(), Number(notes.get('exit') ?? 0));
  }

  function write(name: string, text: string): void {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), localise(text));
  }

  /** Whether the page, or the project that it is of, says how its programs are compiled. */
  const hasOwnSettings = (): boolean => existsSync(join(path, 'tsconfig.json'));

  async function compile(): Promise<void> {
    if (compiled) return;
    compiled = true;
    const include = ['**/*.ts', '**/*.mts'];
    write('tsconfig.pages.json', JSON.stringify({ compilerOptions, include, exclude: ['js'] }));
    const compiles = (project: string, ...flags: string[]) =>
      finish(start(process.execPath, [compiler(root), '-p', project, ...flags]));
    if (hasOwnSettings()) {
      await compiles('tsconfig.pages.json', '--noEmit');
      await compiles('tsconfig.json');
    } else await compiles('tsconfig.pages.json');
  }

  async function code({ language, text, notes, line }: Block): Promise<void> {
    const { file = `block-${line}.${language}` } = Object.fromEntries(notes);
    if (notes.has('continues')) write(program, readFileSync(join(path, program), 'utf8') + text);
    else {
      program = file;
      write(program, text);
    }
    const typed = /^m?ts$/.test(language);
    if (typed) compiled = false;
    const script = typed ? join('js', program.replace(/ts$/, 'js')) : program;
    if (notes.has('run') || notes.has('background')) {
      const direct = !typed || (isStripping && !hasOwnSettings());
      if (!direct) await compile();
      const begin = () => start(process.execPath, [direct ? program : script]);
      if (notes.has('background')) await leaveRunning(begin);
      else printed = await finish(begin(), Number(notes.get('exit') ?? 0));
    } else if (!typed) {
      await finish(start(process.execPath, ['--check', script]));
    }
  }

  async function data(block: Block): Promise<void> {
    const { language, text, notes } = block;
    const file = notes.get('file');
    if (file !== undefined) write(file, text);
    if (notes.has('ci')) {
      for (const command of ciCommands(text)) await shell(command, new Map());
    } else {
      await checkData(file ?? `block.${language}`, text);
    }
  }

  function same(wanted: string, what: string, there: string, whole: boolean): void {
    if (!linesMatch(wanted, there, whole)) {
      throw new Error(`${what} is not as the page shows it, but\n${there}`);
    }
  }

  /** A part of a generated file, which imports `.ts` only where Node runs it. */
  const asWrittenHere = (text: string): string =>
    isStripping || hasOwnSettings() ? text : text.replaceAll(/( from '\.[^']*)\.ts'/g, "$1.js'");

  async function step(block: Block): Promise<void> {
    const { language, text, notes } = block;
    const excerpt = notes.get('excerpt');
    const tree = notes.get('tree');
    if (notes.has('output')) {
      // what a server in the background logs comes when it comes
      for (let attempt = 0; attempt < 40 && !linesMatch(text, printed, true); attempt++) {
        await new Promise((next) => setTimeout(next, 25));
      }
      same(text, 'the output', printed, true);
    } else if (excerpt !== undefined) {
      same(asWrittenHere(text), excerpt, readFileSync(join(path, excerpt), 'utf8'), false);
    } else if (tree !== undefined) {
      checkTree(join(path, tree), text);
    } else if (/^(sh|setup)$/.test(language)) await shell(text, notes);
    else if (/^(ts|mts|js|mjs|cjs)$/.test(language)) await code(block);
    else if (/^(json|yaml)$/.test(language)) await data(block);
    else if (notes.has('file')) write(notes.get('file') ?? '', text);
    else throw new Error(`nothing says how to test this ${language} block`);
  }

  async function stop(): Promise<void> {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null) continue;
      const closed = once(child, 'close');
      endGroup(child, 'SIGINT');
      const late = setTimeout(() => endGroup(child, 'SIGKILL'), 2000);
      await closed;
      clearTimeout(late);
    }
  }

  return { step, compile, stop };
}

/** Sends a signal to a group, unless it has ended by itself in the meantime. */
function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Whether this Node runs a program as it is, as the pages say of Node 22.18: without its types. */
const isStripping: boolean = Reflect.get(process.features, 'typescript') === 'strip';

function compiler(root: string): string {
  return join(root, 'node_modules/typescript/bin/tsc');
}

/**
 * A picture of a folder: the first word of each indented line is in it, and every file of it is in
 * the picture.
 */
function checkTree(folder: string, picture: string): void {
  const lines = picture.split('\n').filter((line) => /^ {2}\S/.test(line));
  const shown = lines.map((line) => line.trim().split(/\s+/)[0] ?? '');
  const there = readdirSync(folder).map((name) =>
    statSync(join(folder, name)).isDirectory() ? `${name}/` : name,
  );
  const wrong = [
    ...shown.filter((name) => !there.includes(name)).map((name) => `${name} is not there`),
    ...there.filter((name) => !shown.includes(name)).map((name) => `${name} is not shown`),
  ];
  if (wrong.length > 0) throw new Error(wrong.join(', '));
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, 'localhost');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
