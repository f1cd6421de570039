import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import {
  createFolder,
  packageRoot,
  type RunOptions,
  type RunResult,
  type TestFolder,
} from './run-cli.ts';

/**
 * Each folder below `cases/<command>` is a case: `commands.txt` has command lines, `expected.txt`
 * what they say, with their exit codes and the files they leave behind; `in/` has files beside
 * those of `cases/files`, which are there in every case, and `out/` the files written, where these
 * are few and not generated code, which has goldens of its own. UPDATE_GOLDEN=1 writes what is
 * expected: read the difference.
 */
const root = join(packageRoot, 'test', 'cli', 'cases');
const update = (process.env.UPDATE_GOLDEN ?? '') !== '';

/** Most files written whose text is kept. */
const mostKept = 3;

/** `<command>/<case>` of each. */
export const caseNames: readonly string[] = readdirSync(root)
  .filter((command) => command !== 'files')
  .sort()
  .flatMap((command) =>
    readdirSync(join(root, command))
      .sort()
      .map((name) => `${command}/${name}`),
  );

/** Runs a command line: in this process or as a program of its own. */
export type Run = (
  args: readonly string[],
  options: Pick<RunOptions, 'cwd' | 'input'>,
) => Promise<RunResult>;

interface Outcome {
  readonly transcript: string;
  /** Files written, by path. */
  readonly written: ReadonlyMap<string, string>;
}

async function runCase(name: string, run: Run): Promise<Outcome> {
  const folder = createFolder();
  try {
    cpSync(join(root, 'files'), folder.path, { recursive: true });
    const own = join(root, name, 'in');
    if (existsSync(own)) cpSync(own, folder.path, { recursive: true });
    const before = hashes(folder);
    const blocks: string[] = [];
    for (const line of readFileSync(join(root, name, 'commands.txt'), 'utf8').split('\n')) {
      if (line !== '') blocks.push(await runLine(line, folder, run));
    }
    const after = hashes(folder);
    const written = [...after].filter(([path, hash]) => before.get(path) !== hash);
    const gone = [...before.keys()].filter((path) => !after.has(path));
    const files = [
      ...written.map(([path]) => `${before.has(path) ? 'changed' : 'created'} ${path}\n`),
      ...gone.map((path) => `removed ${path}\n`),
    ].join('');
    return {
      transcript: [...blocks, files].filter((block) => block !== '').join('\n'),
      written: new Map(written.map(([path]) => [path, folder.read(path)])),
    };
  } finally {
    folder.remove();
  }
}

function hashes(folder: TestFolder): ReadonlyMap<string, string> {
  const hash = (path: string) => createHash('sha256').update(folder.read(path)).digest('hex');
  return new Map(folder.files().map((path) => [path, hash(path)]));
}

/** Words of a command line; single quotes keep spaces in them. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/**
 * Runs `asmx-gen …`, with `< file` for its input, or one of the few commands that change files
 * between two runs.
 */
async function runLine(line: string, folder: TestFolder, run: Run): Promise<string> {
  const [program, ...args] = wordsOf(line);
  const [first = '', second = ''] = args;
  switch (program) {
    case 'asmx-gen': {
      const input = args.indexOf('<');
      const list = input < 0 ? args : args.slice(0, input);
      const given = input < 0 ? {} : { input: folder.read(args[input + 1] ?? '') };
      return `$ ${line}\n${shown(await run(list, { cwd: folder.path, ...given }), folder)}`;
    }
    case 'cp':
      cpSync(join(folder.path, first), join(folder.path, second), { recursive: true });
      return '';
    case 'rm':
      rmSync(join(folder.path, first), { recursive: true });
      return '';
    case 'append':
      folder.write(first, `${folder.read(first)}${second}\n`);
      return '';
    default:
      throw new Error(`a case cannot run '${program}'`);
  }
}

function shown({ code, stdout, stderr }: RunResult, { path }: TestFolder): string {
  const stable = (text: string): string =>
    text
      .replaceAll(path, '<folder>')
      .replaceAll('\r', '␍')
      .replace(/\(\d+\.\d s\)/g, '(0.0 s)')
      .replace(/"durationMs": \d+/g, '"durationMs": 0')
      .replace(/(asmx-gen(?:-client\/| ))\d+\.\d+\.\d+/g, '$10.0.0')
      .replace(/^\d+\.\d+\.\d+$/gm, '0.0.0')
      .replace(/("tool": ")[^"]*/g, '$10.0.0')
      .replace(/\b[0-9a-f]{64}\b/g, '<sha256>');
  const marked = (mark: string, text: string): string =>
    stable(text)
      .replace(/\n$/, '')
      .replace(/^/gm, mark)
      .replace(/[ \t]+$/gm, '');
  const parts = [
    stdout === '' ? [] : [marked('  ', stdout)],
    stderr === '' ? [] : [marked('! ', stderr)],
    [`exit ${code}`],
  ];
  return `${parts.flat().join('\n')}\n`;
}

/** Runs a case and compares what it says and writes with what is expected. */
export async function checkCase(name: string, run: Run): Promise<void> {
  const { transcript, written } = await runCase(name, run);
  const generated = [...written.keys()].some((path) => path.endsWith('manifest.json'));
  const few = !generated && written.size <= mostKept;
  const kept = few ? written : new Map<string, string>();
  const expected = join(root, name, 'expected.txt');
  const out = join(root, name, 'out');
  if (update) {
    writeFileSync(expected, transcript);
    rmSync(out, { recursive: true, force: true });
    for (const [path, text] of kept) {
      mkdirSync(dirname(join(out, path)), { recursive: true });
      writeFileSync(join(out, path), text);
    }
  }
  expect(transcript).toBe(readFileSync(expected, 'utf8'));
  for (const [path, text] of kept) expect(text).toBe(readFileSync(join(out, path), 'utf8'));
  const said = transcript.split('\n').filter((line) => line.startsWith('! '));
  expect(said.join('\n')).not.toMatch(/undefined|\[object|NaN| {4}at /);
}
