import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './built.ts';

/** Root of the package. */
export const packageRoot: string = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

export const bin: string = join(packageRoot, 'bin', 'asmx-gen.js');

/** What a finished run left behind. */
export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run. */
export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function environment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _force, NO_COLOR: _no, GITHUB_ACTIONS: _ci, ...rest } = process.env;
  return { ...rest, NODE_OPTIONS: '', ...extra };
}

/** Starts the built command line. */
export function startCli(args: readonly string[], options: RunOptions = {}): ChildProcess {
  ensureBuilt(packageRoot);
  return spawn(process.execPath, [bin, ...args], {
    cwd: options.cwd ?? packageRoot,
    env: environment(options.env),
    stdio: 'pipe',
  });
}

/** Runs the built command line to its end. */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const child = startCli(args, options);
  child.stdin?.end(options.input ?? '');
  return finished(child);
}

/** Waits for the end of a process and collects its output. */
export function finished(child: ChildProcess): Promise<RunResult> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolveResult, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolveResult({
        code,
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      });
    });
  });
}

/** A folder for one test. */
export interface TestFolder {
  readonly path: string;
  /** Writes a file with its folders. */
  readonly write: (name: string, text: string) => string;
  readonly read: (name: string) => string;
  /** All files in it, sorted, with `/`. */
  readonly files: () => readonly string[];
  readonly remove: () => void;
}

/** Creates a folder that holds the files given; its name has a space and letters outside ASCII. */
export function createFolder(files: Readonly<Record<string, string>> = {}): TestFolder {
  const path = mkdtempSync(join(tmpdir(), 'asmx مدرسة é-'));
  const folder: TestFolder = {
    path,
    write: (name, text) => {
      const target = join(path, name);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
      return target;
    },
    read: (name) => readFileSync(join(path, name), 'utf8'),
    files: () =>
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(path, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
        .sort(),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
  for (const [name, text] of Object.entries(files)) folder.write(name, text);
  return folder;
}
