import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { noteOutput } from './build-stamp.ts';
import { ChangedFolder } from './changed-folder.ts';
import {
  compareAgain,
  type FileChange,
  type FolderComparison,
  readManifest,
} from './compare-files.ts';
import { obstacleAt } from './folder-entry.ts';
import { leftFiles, removeLeftFolders, temporaryName, unfinishedManifests } from './leftovers.ts';
import { manifestName } from './manifest.ts';
import { nameTarget } from './name-target.ts';
import { pathProblem } from './safe-path.ts';

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
 * between. Removes what killed runs left of their temporary files.
 *
 * @throws {ChangedFolder} if the comparison contains an error, or something else came in the way
 *   since; errors of the file system
 */
export function writeChanges(comparison: FolderComparison): WriteReport {
  const { directory, changes } = comparison;
  const refusal = comparison.diagnostics.find((one) => one.severity === 'error');
  if (refusal !== undefined) throw new ChangedFolder(refusal.message);
  const paths = [...changes.map(({ path }) => path), ...comparison.unchanged];
  const before = filesOfKilledRuns(directory);
  if (existsSync(directory)) changeFolder(directory, changes);
  else if (changes.length > 0 && !createFolder(directory, changes)) {
    return writeChanges(compareAgain(comparison));
  }
  removeLeft(directory, paths, before);
  if (comparison.abandoned === true) removeEmptyFolder(directory);
  else if (comparison.userOwned !== true) noteOutput(directory);
  const ofKind = (kind: FileChange['kind']): readonly string[] =>
    changes.filter((change) => change.kind === kind).map((change) => change.path);
  return {
    created: ofKind('create'),
    updated: ofKind('update'),
    unchanged: comparison.unchanged,
    removed: ofKind('remove'),
  };
}

/** The files that killed runs wrote, removed, or were about to. */
function filesOfKilledRuns(directory: string): readonly string[] {
  const unfinished = unfinishedManifests(directory);
  if (unfinished.length === 0) return [];
  return [readManifest(directory) ?? [], unfinished]
    .flat()
    .flatMap(({ files }) => Object.keys(files))
    .filter((path) => pathProblem(path) === undefined);
}

/**
 * Removes what killed runs left. The manifests last: they name the rest.
 *
 * @param paths Files of this run.
 * @param before Files of killed runs.
 */
function removeLeft(directory: string, paths: readonly string[], before: readonly string[]): void {
  for (const path of leftFiles(directory, new Set([...paths, ...before]))) {
    removeFile(directory, path);
  }
  for (const path of before) {
    if (obstacleAt(directory, path)?.kind !== 'blocked') removeEmptyFolders(directory, path);
  }
  for (const path of leftFiles(directory, [manifestName])) removeFile(directory, path);
  removeLeftFolders(directory, paths);
}

/**
 * Creates a folder under a temporary name, and renames it when it is complete.
 *
 * @returns whether it did: another run may have created the folder in the meantime
 */
function createFolder(directory: string, changes: readonly FileChange[]): boolean {
  const target = resolve(directory);
  const beside = temporaryName(target);
  mkdirSync(dirname(target), { recursive: true });
  removeLeftFolders(
    directory,
    changes.map(({ path }) => path),
  );
  mkdirSync(beside);
  try {
    const created = new Set([beside]);
    for (const { path, after } of manifestFirst(changes)) {
      if (after === undefined) continue;
      const file = join(beside, path);
      makeFolder(dirname(file), created);
      writeNewFile(file, after);
    }
    renameSync(beside, target);
    return true;
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    if (statSync(target, { throwIfNoEntry: false })?.isDirectory() === true) return false;
    throw nameTarget(error, beside, target);
  }
}

/** The manifest says what the other files are, even if nothing more gets written. */
function manifestFirst(changes: readonly FileChange[]): readonly FileChange[] {
  const isManifest = ({ path }: FileChange): boolean => path === manifestName;
  return [...changes.filter(isManifest), ...changes.filter((one) => !isManifest(one))];
}

function changeFolder(directory: string, changes: readonly FileChange[]): void {
  const temporary = new Map<string, string>();
  const created = new Set<string>();
  try {
    for (const { path, after } of manifestFirst(changes)) {
      if (after === undefined) continue;
      makeFolder(dirname(join(directory, path)), created);
      const name = nameBeside(directory, path);
      temporary.set(path, name);
      // a killed run may have had our number
      rmSync(name, { force: true });
      writeNewFile(name, after);
    }
    // the manifest is renamed last: until then, the next run repeats everything
    for (const { path, kind } of changes) {
      if (kind === 'remove') removeFile(directory, path);
      const name = temporary.get(path);
      if (name === undefined) continue;
      renameSync(name, join(directory, path));
      temporary.delete(path);
    }
  } catch (error) {
    for (const [path, name] of temporary) nameTarget(error, name, join(directory, path));
    throw error;
  } finally {
    for (const name of temporary.values()) rmSync(name, { force: true });
  }
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
    throw new ChangedFolder(`'${join(directory, obstacle.by)}' is ${obstacle.what}`);
  }
  return temporaryName(join(directory, path));
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

/** Removes a file, and the folders that become empty. */
function removeFile(directory: string, path: string): void {
  // another run may have removed it
  rmSync(join(directory, path), { force: true });
  removeEmptyFolders(directory, path);
}

/** Removes the folders of a path inside the output folder that are empty. */
function removeEmptyFolders(directory: string, path: string): void {
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
