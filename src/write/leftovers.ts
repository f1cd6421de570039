import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { obstacleAt } from './folder-entry.ts';
import { type Manifest, manifestName, parseManifest } from './manifest.ts';
import { pathProblem } from './safe-path.ts';

/** A temporary name: the final one, the number of the process that writes it. */
const temporary = /^(.+)\.([1-9]\d{0,9})\.tmp$/;

/** The name under which this process writes a file or folder until it is complete. */
export function temporaryName(path: string): string {
  return `${path}.${process.pid}.tmp`;
}

/** A path with the final names in place of this process's temporary ones. */
export function finalPath(path: string): string {
  return path.replace(temporaryName(''), '');
}

/** Whether a name is that of an incomplete file or folder. */
export function isTemporaryName(name: string): boolean {
  return temporary.test(name);
}

/**
 * Manifests that runs were about to write into a folder when they were killed. They list what these
 * runs wrote or would have written.
 */
export function unfinishedManifests(directory: string): readonly Manifest[] {
  return namesIn(directory)
    .filter((name) => abandonedTarget(name) === manifestName)
    .filter((name) => obstacleAt(directory, name) === undefined)
    .flatMap((name) => parseManifest(readFileSync(join(directory, name), 'utf8')) ?? []);
}

/**
 * Finds temporary files that killed runs left in a folder. Their processes have ended.
 *
 * @param paths Files inside the folder whose temporary files are looked for.
 * @returns paths inside the folder
 */
export function leftFiles(directory: string, paths: Iterable<string>): readonly string[] {
  const namesByFolder = new Map<string, Set<string>>();
  for (const path of paths) {
    const names = namesByFolder.get(dirname(path)) ?? new Set();
    namesByFolder.set(dirname(path), names.add(basename(path)));
  }
  return [...namesByFolder].flatMap(([folder, names]) =>
    namesIn(join(directory, folder))
      .filter((name) => names.has(abandonedTarget(name) ?? ''))
      .map((name) => (folder === '.' ? name : `${folder}/${name}`))
      .filter((path) => obstacleAt(directory, path) === undefined),
  );
}

/**
 * Removes folders that killed runs left beside a folder that they were about to create. One that
 * contains anything else is left alone.
 *
 * @param paths Files that a run writes into the folder.
 */
export function removeLeftFolders(directory: string, paths: Iterable<string>): void {
  const target = resolve(directory);
  const parent = dirname(target);
  for (const name of namesIn(parent)) {
    if (abandonedTarget(name) !== basename(target)) continue;
    const left = join(parent, name);
    if (!lstatSync(left).isDirectory()) continue;
    const ours = new Set([...paths, manifestName, ...writtenTo(left)]);
    if (filesIn(left, '').every((path) => ours.has(path))) {
      rmSync(left, { recursive: true, force: true });
    }
  }
}

function writtenTo(directory: string): readonly string[] {
  if (obstacleAt(directory, manifestName) !== undefined) return [];
  const manifest = parseManifest(readFileSync(join(directory, manifestName), 'utf8'));
  return Object.keys(manifest?.files ?? {}).filter((path) => pathProblem(path) === undefined);
}

/** Everything below a folder but folders, as paths inside it. Follows no links. */
function filesIn(directory: string, folder: string): readonly string[] {
  return readdirSync(join(directory, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(directory, path) : [path];
  });
}

/** The final name for a temporary name of a process that has ended. */
function abandonedTarget(name: string): string | undefined {
  const [, target, process] = temporary.exec(name) ?? [];
  return process !== undefined && hasEnded(Number(process)) ? target : undefined;
}

function hasEnded(id: number): boolean {
  // writing is synchronous: whatever has our number is of an earlier process that had it, too
  if (id === process.pid) return true;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // not there, or nothing that we may look into
    return [];
  }
}
