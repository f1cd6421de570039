import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/** A script of the bundle, and where V8's code for it is kept. */
interface Loaded {
  readonly script: Script;
  readonly path: string;
  /** Whether V8 took what was kept. */
  readonly known: boolean;
}

const scripts: Loaded[] = [];

const digestLength = 32;

/**
 * Runs the text of a large file of the bundle: a function that takes what the file imports and gives what it exports. In place of
 * parsing and compiling it once more, V8 takes the code an earlier run has kept, which it refuses when it is of another version or was
 * made with other flags.
 *
 * @param file URL of the text
 * @param digest tells its versions apart
 */
export function runScript<Imports, Exports>(file: URL, digest: string, imports: Imports): Exports {
  const filename = fileURLToPath(file);
  const tag = cachedDataVersionTag().toString(16);
  const name = `${basename(filename)}-${digest}-${process.version}-${process.arch}-${tag}`;
  const path = join(dirname(dirname(filename)), 'compiled', name);
  const cachedData = readKept(path);
  // the build leaves ASCII alone in it
  const script = new Script(readFileSync(filename, 'latin1'), { filename: file.href, cachedData });
  const known = cachedData !== undefined && script.cachedDataRejected !== true;
  scripts.push({ script, path, known });
  const run: (imports: Imports) => Exports = script.runInThisContext();
  return run(imports);
}

/** What was kept at a path; `undefined` where nothing was, or not all of it is there. */
function readKept(path: string): Buffer | undefined {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  try {
    const bytes = readFileSync(path);
    const code = bytes.subarray(digestLength);
    return digestOf(code).equals(bytes.subarray(0, digestLength)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the code of the scripts that have run, functions called so far included, in a folder beside the bundle for later runs. Where the
 * package cannot be written to they start as this one did. `NODE_DISABLE_COMPILE_CACHE` turns it off, as Node's own.
 */
export function keepCompiled(): void {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return;
  for (const { script, path, known } of scripts.splice(0)) {
    if (known) continue;
    const temporary = `${path}.${process.pid}`;
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(temporary, '', { flag: 'wx' });
      const code = script.createCachedData();
      writeFileSync(temporary, Buffer.concat([digestOf(code), code]));
      renameSync(temporary, path);
    } catch {
      if (existsSync(temporary)) unlinkSync(temporary);
    }
  }
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
