import { relative, resolve } from 'node:path';
import { isVersionTrusted } from './build-stamp.ts';
import { readManifest } from './compare-files.ts';
import { readEntryBytes } from './folder-entry.ts';
import { unfinishedManifests } from './leftovers.ts';
import { bytesHash, type OutputStamp } from './manifest.ts';
import { pathProblem } from './safe-path.ts';

/** An input file: its path (or URL) and the SHA-256 of its bytes. */
export interface InputHash {
  readonly path: string;
  readonly sha256: string;
}

/**
 * Data about a run for a folder's manifest. Input paths become relative to the folder, so that they
 * are valid on any machine.
 */
export function outputStamp(
  directory: string,
  run: Omit<OutputStamp, 'inputs'> & { readonly inputs: readonly InputHash[] },
): OutputStamp {
  const inputs = run.inputs.map(({ path, sha256 }) => [inputName(directory, path), sha256]);
  return { ...run, inputs: Object.fromEntries(inputs) };
}

/** Path of an input relative to an output folder, with `/`; a URL stays unchanged. */
export function inputName(directory: string, path: string): string {
  if (isUrl(path)) return path;
  return relative(resolve(directory), resolve(path)).replaceAll('\\', '/');
}

/**
 * Whether a folder has exactly the files that a run with these settings would write, by hashes
 * alone: same tool, same options, unchanged inputs and outputs. `false` only means that it must be
 * generated to find out.
 *
 * @param readInput Returns the bytes of an input; `undefined` if it is gone. Called for files
 *   only: a folder generated from remote documents never counts as current.
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
  // what a killed run had written before must be found
  if (unfinishedManifests(directory).length > 0) return false;
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
