import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { noteOutput } from './build-stamp.ts';
import type { FileChange, FolderComparison } from './compare-files.ts';
import { obstacleAt } from './folder-entry.ts';
import { nameTarget } from './name-target.ts';

/** Changes to an output folder: paths inside it, sorted. */
export interface WriteReport {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Writes the changes of a comparison. All texts are first written to temporary files, then renamed,
 * so that a full disk leaves the folder unchanged and no reader sees partial files; a new folder
 * appears as a whole. Runs synchronously: a handled signal arrives before or after, never in
 * between.
 *
 * @throws Error if the comparison contains an error, and errors of the file system
 */
export function writeChanges(comparison: FolderComparison): WriteReport {
  const { directory, changes } = comparison;
  const refusal = comparison.diagnostics.find((one) => one.severity === 'error');
  if (refusal !== undefined) throw new Error(refusal.message);
  if (existsSync(directory)) changeFolder(directory, changes);
  else if (changes.length > 0) createFolder(directory, changes);
  if (comparison.abandoned === true) removeEmptyFolder(directory);
  else if (comparison.userOwned !== true) noteOutput(directory);
  const paths = (kind: FileChange['kind']): readonly string[] =>
    changes.filter((change) => change.kind === kind).map((change) => change.path);
  return {
    created: paths('create'),
    updated: paths('update'),
    unchanged: comparison.unchanged,
    removed: paths('remove'),
  };
}

/** Creates a folder under a temporary name, and renames it when it is complete. */
function createFolder(directory: string, changes: readonly FileChange[]): void {
  const target = resolve(directory);
  const beside = `${target}.${process.pid}.tmp`;
  mkdirSync(dirname(target), { recursive: true });
  try {
    mkdirSync(beside);
    const created = new Set([beside]);
    for (const { path, after } of changes) {
      if (after === undefined) continue;
      const file = join(beside, path);
      makeFolder(dirname(file), created);
      writeNewFile(file, after);
    }
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    throw nameTarget(error, beside, target);
  }
}

function changeFolder(directory: string, changes: readonly FileChange[]): void {
  const temporary = new Map<string, string>();
  const created = new Set<string>();
  try {
    for (const { path, after } of changes) {
      if (after === undefined) continue;
      makeFolder(dirname(join(directory, path)), created);
      const name = nameBeside(directory, path);
      temporary.set(path, name);
      writeNewFile(name, after);
    }
    for (const [path, name] of temporary) {
      renameSync(name, join(directory, path));
      temporary.delete(path);
    }
  } catch (error) {
    for (const [path, name] of temporary) nameTarget(error, name, join(directory, path));
    throw error;
  } finally {
    for (const name of temporary.values()) rmSync(name, { force: true });
  }
  for (const { path, kind } of changes) if (kind === 'remove') removeFile(directory, path);
}

/** @param existing Existing folders, which most files share. */
function makeFolder(folder: string, existing: Set<string>): void {
  if (existing.has(folder)) return;
  mkdirSync(folder, { recursive: true });
  existing.add(folder);
}

/**
 * Path of the temporary file for a text. Its folder exists by now, and is checked again because
 * someone may have put a link there after the comparison.
 */
function nameBeside(directory: string, path: string): string {
  const obstacle = obstacleAt(directory, path);
  if (obstacle?.kind === 'blocked') {
    throw new Error(`'${join(directory, obstacle.by)}' is ${obstacle.what}`);
  }
  return `${join(directory, path)}.${process.pid}.tmp`;
}

/**
 * Writes a new file. Writing the text without converting it to bytes first takes a third less time.
 */
function writeNewFile(path: string, text: string): void {
  const file = openSync(path, 'wx');
  let written: number;
  try {
    written = writeSync(file, text);
  } finally {
    closeSync(file);
  }
  // a full disk may accept a part of it, and reports the reason on the next attempt
  if (written < Buffer.byteLength(text)) writeFileSync(path, text);
}

/** Removes a file, and the folders inside the output folder that become empty. */
function removeFile(directory: string, path: string): void {
  unlinkSync(join(directory, path));
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if (!removeEmptyFolder(join(directory, folder))) return;
  }
}

/** Removes an empty folder. Returns whether it is gone. */
function removeEmptyFolder(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
