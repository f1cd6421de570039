import { relative, resolve } from 'node:path';
import { isVersionTrusted } from './build-stamp.ts';
import { readManifest } from './compare-files.ts';
import { readEntryBytes } from './folder-entry.ts';
import { bytesHash, type OutputStamp } from './manifest.ts';
import { pathProblem } from './safe-path.ts';

/** A file that was read to generate: its path (or URL) and the SHA-256 of its bytes. */
export interface InputHash {
  readonly path: string;
  readonly sha256: string;
}

/**
 * What the manifest of a folder says of a run: input paths become relative to the folder, so that
 * it reads the same anywhere.
 */
export function outputStamp(
  directory: string,
  run: Omit<OutputStamp, 'inputs'> & { readonly inputs: readonly InputHash[] },
): OutputStamp {
  const inputs = run.inputs.map(({ path, sha256 }) => [inputName(directory, path), sha256]);
  return { ...run, inputs: Object.fromEntries(inputs) };
}

/** Path of an input relative to an output folder, with `/`; a URL stays as it is. */
export function inputName(directory: string, path: string): string {
  if (isUrl(path)) return path;
  return relative(resolve(directory), resolve(path)).replaceAll('\\', '/');
}

/**
 * Whether a folder holds just what a run with these settings would write, by hashes alone:
 * same tool, same options, every input as it was, every output as it was written. `false` means
 * only that it must be generated to know.
 *
 * @param readInput Gives the bytes of an input; `undefined` when it is gone. It is asked for files
 *   only: a folder generated from remote documents is never taken for current.
 */
export function isCurrent(
  directory: string,
  run: Pick<OutputStamp, 'tool' | 'options'>,
  hashInput: (path: string) => string | undefined,
): boolean {
  const manifest = readManifest(directory);
  if (manifest === undefined || manifest.tool !== run.tool || manifest.options !== run.options) {
    return false;
  }
  if (!isVersionTrusted(directory)) return false;
  for (const [name, hash] of Object.entries(manifest.inputs)) {
    if (isUrl(name) || hashInput(resolve(directory, name)) !== hash) return false;
  }
  for (const [path, hash] of Object.entries(manifest.files)) {
    if (pathProblem(path) !== undefined) return false;
    const bytes = readEntryBytes(directory, path);
    if (bytes === undefined || bytesHash(bytes) !== hash) return false;
  }
  return true;
}

function isUrl(path: string): boolean {
  return /^https?:\/\//i.test(path);
}
