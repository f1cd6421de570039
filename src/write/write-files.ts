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

/** What was done to an output folder: paths inside it, sorted. */
export interface WriteReport {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Carries out a comparison. All texts are first written beside their targets, then renamed into
 * place, so that a full disk leaves the folder as it was and no reader ever sees half a file; a new
 * folder appears whole. It runs without a pause: a signal that has a listener arrives before or
 * after, never in between.
 *
 * @throws Error when the comparison holds an error, and what the file system throws
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

/** Makes a folder under another name, and gives it its own when it is whole. */
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

/** @param existing Folders that exist: most files share one. */
function makeFolder(folder: string, existing: Set<string>): void {
  if (existing.has(folder)) return;
  mkdirSync(folder, { recursive: true });
  existing.add(folder);
}

/**
 * Where a text is written next to the file it will become, whose folder is there by now: looked at
 * again, since somebody may have put a link there after the comparison.
 */
function nameBeside(directory: string, path: string): string {
  const obstacle = obstacleAt(directory, path);
  if (obstacle?.kind === 'blocked') {
    throw new Error(`'${join(directory, obstacle.by)}' is ${obstacle.what}`);
  }
  return `${join(directory, path)}.${process.pid}.tmp`;
}

/**
 * Writes a file that must not be there yet. A text that is not made bytes of first takes a third
 * less time.
 */
function writeNewFile(path: string, text: string): void {
  const file = openSync(path, 'wx');
  let written: number;
  try {
    written = writeSync(file, text);
  } finally {
    closeSync(file);
  }
  // a disk that is full may take a part, and says why it takes no more when it is asked again
  if (written < Buffer.byteLength(text)) writeFileSync(path, text);
}

/** Removes a file and the folders inside the output folder that it leaves empty. */
function removeFile(directory: string, path: string): void {
  unlinkSync(join(directory, path));
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if (!removeEmptyFolder(join(directory, folder))) return;
  }
}

/** Removes a folder unless something is left in it; says whether it is gone. */
function removeEmptyFolder(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
