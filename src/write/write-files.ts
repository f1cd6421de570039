import { mkdirSync, renameSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { noteOutput } from './build-stamp.ts';
import {
  type CompareOptions,
  compareFiles,
  type FileChange,
  type FolderComparison,
  type OutputFile,
} from './compare-files.ts';
import { obstacleAt } from './folder-entry.ts';

/** What was done to an output folder: paths inside it, sorted. */
export interface WriteReport {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Brings an output folder up to date: only what differs is written, files that are no longer generated are removed. Errors are left
 * in the comparison's `diagnostics`, and then nothing is written: compare first where they are to be shown.
 *
 * @throws Error when the comparison holds an error, and what the file system throws
 */
export function writeFiles(
  directory: string,
  files: readonly OutputFile[],
  options: CompareOptions,
): WriteReport {
  return writeChanges(compareFiles(directory, files, options));
}

/**
 * Carries out a comparison. All texts are first written beside their targets, then renamed into place, so that a full disk leaves
 * the folder as it was and no reader ever sees half a file. It runs without a pause: a signal that has a listener arrives before or
 * after, never in between.
 *
 * @throws Error when the comparison holds an error, and what the file system throws
 */
export function writeChanges(comparison: FolderComparison): WriteReport {
  const { directory, changes } = comparison;
  const refusal = comparison.diagnostics.find((one) => one.severity === 'error');
  if (refusal !== undefined) throw new Error(refusal.message);
  const temporary = new Map<string, string>();
  const folders = new Map<string, boolean>();
  try {
    for (const change of changes) {
      if (change.after === undefined) continue;
      temporary.set(change.path, writeBeside(directory, change.path, change.after, folders));
    }
    for (const [path, name] of temporary) {
      renameSync(name, join(directory, path));
      temporary.delete(path);
    }
  } finally {
    for (const name of temporary.values()) unlinkSync(name);
  }
  const removed = changes.filter((change) => change.kind === 'remove');
  for (const { path } of removed) removeFile(directory, path);
  if (comparison.userOwned !== true) noteOutput(directory);
  const paths = (kind: FileChange['kind']): readonly string[] =>
    changes.filter((change) => change.kind === kind).map((change) => change.path);
  return {
    created: paths('create'),
    updated: paths('update'),
    unchanged: comparison.unchanged,
    removed: paths('remove'),
  };
}

/**
 * Writes a text next to the file it will become; gives the temporary file's path.
 *
 * @param folders Those that are there, and whether they are new: most files share one.
 */
function writeBeside(
  directory: string,
  path: string,
  text: string,
  folders: Map<string, boolean>,
): string {
  const target = join(directory, path);
  const folder = dirname(target);
  let isNew = folders.get(folder);
  if (isNew === undefined) {
    isNew = mkdirSync(folder, { recursive: true }) !== undefined;
    folders.set(folder, isNew);
  }
  // looked at again after the folders exist: nobody may have put a link there since the comparison
  const obstacle = isNew ? undefined : obstacleAt(directory, path);
  if (obstacle?.kind === 'blocked') {
    throw new Error(`'${join(directory, obstacle.by)}' is ${obstacle.what}`);
  }
  const name = `${target}.${process.pid}.tmp`;
  writeFileSync(name, text, { flag: 'wx' });
  return name;
}

/** Removes a file and the folders inside the output folder that it leaves empty. */
function removeFile(directory: string, path: string): void {
  unlinkSync(join(directory, path));
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(directory, folder));
    } catch {
      return; // something else still stands in it
    }
  }
}
