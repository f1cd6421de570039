import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** A script of the bundle that has run. */
interface Loaded {
  readonly script: Script;
  /** Where V8's code for it is kept. */
  readonly path: string;
  /** Whether V8 took what was kept. */
  readonly known: boolean;
}

/** What a script is: a CommonJS module, but for what stands in place of `import()`. */
type Run = (
  exports: object,
  require: (specifier: string) => unknown,
  load: (specifier: string) => Promise<unknown>,
  filename: string,
) => void;

/** The scripts of a folder, each of which runs once. */
export interface Scripts {
  /**
   * Gives what a script exports. In place of parsing and compiling it once more, V8 takes the code an earlier run has kept, which it refuses
   * when it is of another version or was made with other flags.
   *
   * @param name of its file, without `.script.cjs`. The file begins with a comment that tells its versions apart.
   */
  load(name: string): object;
  /**
   * Keeps the code of the scripts loaded since the last time, functions called so far included, in a folder beside theirs for later runs: to
   * be called while V8 has the flags it had when they were loaded. Where the package cannot be written to later runs start as this
   * one did. `NODE_DISABLE_COMPILE_CACHE` turns it off, as Node's own.
   */
  keep(): void;
}

/**
 * Scripts of a folder.
 *
 * @param folder Path of it.
 */
export function createScripts(folder: string): Scripts {
  const exported = new Map<string, object>();
  const loaded: Loaded[] = [];
  const scripts: Scripts = { load, keep };

  function requireOne(specifier: string): unknown {
    if (specifier.startsWith('node:')) return process.getBuiltinModule(specifier);
    // the file this is part of
    if (specifier === './start.cjs') return { bundle: scripts };
    const name = /^\.\/([\w-]+)\.script\.cjs$/.exec(specifier)?.[1];
    if (name !== undefined) return load(name);
    // asked of Node only here: most commands need no package
    const { createRequire } = process.getBuiltinModule('node:module');
    return createRequire(join(folder, 'package.json'))(specifier);
  }

  function load(name: string): object {
    const known = exported.get(name);
    if (known !== undefined) return known;
    const exports = {};
    exported.set(name, exports);
    const filename = join(folder, `${name}.script.cjs`);
    // the build leaves ASCII alone in it
    const text = readFileSync(filename, 'latin1');
    compile(name, filename, text)(exports, requireOne, (specifier) => import(specifier), filename);
    return exports;
  }

  function compile(name: string, filename: string, text: string): Run {
    const digest = /^\/\* (\w+)/.exec(text)?.[1];
    const path = join(dirname(folder), 'compiled', `${name}-${digest}-${engine}`);
    const cachedData = readKept(path);
    const script = new Script(text, { filename, cachedData });
    const known = script.cachedDataRejected === false;
    loaded.push({ script, path, known });
    return script.runInThisContext();
  }

  function keep(): void {
    if (process.env.NODE_DISABLE_COMPILE_CACHE) return;
    for (const { known, path, script } of loaded.splice(0)) {
      if (!known) keepCode(path, script);
    }
  }

  return scripts;
}

/** What V8 makes of a script differs by this; of flags that are set while it runs the scripts of a folder must know themselves. */
const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].filter(Boolean);
const engine = [process.version, process.arch, ...options]
  .join('-')
  .replace(/[^\w.-]/g, '_')
  .slice(0, 100);

/**
 * What was kept at a path; `undefined` where nothing was, or not all of it is there. It is kept twice, and the copies compared: for a
 * checksum Node would load its streams, 3 ms of a start.
 */
function readKept(path: string): Buffer | undefined {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  try {
    const bytes = readFileSync(path);
    const code = bytes.subarray(0, bytes.length / 2);
    const whole = code.length > 0 && code.equals(bytes.subarray(code.length));
    return whole ? code : undefined;
  } catch {
    return undefined;
  }
}

function keepCode(path: string, script: Script): void {
  const temporary = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, '', { flag: 'wx' });
    const code = script.createCachedData();
    writeFileSync(temporary, Buffer.concat([code, code]));
    renameSync(temporary, path);
  } catch {
    if (existsSync(temporary)) unlinkSync(temporary);
  }
}
