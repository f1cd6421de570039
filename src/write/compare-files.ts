import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type FolderEntry, readEntry } from './folder-entry.ts';
import { unfinishedManifests } from './leftovers.ts';
import {
  contentHash,
  type Manifest,
  manifestName,
  manifestText,
  type OutputStamp,
  parseManifest,
} from './manifest.ts';
import { blockedPath, brokenManifest, editedFile, foreignFile, unusablePath } from './refusals.ts';
import { caseClashes, pathProblem } from './safe-path.ts';

/** A file of the output: its path inside the folder, with `/`, and its text. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** A change that writing would make. */
export interface FileChange {
  readonly path: string;
  readonly kind: 'create' | 'update' | 'remove';
  /** Text on disk; absent if created. */
  readonly before?: string | undefined;
  /** Text to write; absent if removed. */
  readonly after?: string | undefined;
}

/**
 * Differences between an output folder and the generated files. Nothing may be written if
 * `diagnostics` contains an error.
 */
export interface FolderComparison {
  readonly directory: string;
  /** Sorted by path, the manifest last. */
  readonly changes: readonly FileChange[];
  readonly unchanged: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the files belong to the user; then there is no manifest. */
  readonly userOwned?: boolean | undefined;
  /** Whether no contract generates the folder any more, so that it is removed once it is empty. */
  readonly abandoned?: boolean | undefined;
}

/** Options for comparing and writing a folder. */
export interface CompareOptions {
  /** Data about the run for the manifest. */
  readonly stamp: OutputStamp;
  /** Overwrites files that were edited or are not ours. Default false. */
  readonly force?: boolean | undefined;
}

/** The manifest of a folder; `undefined` if there is none or it is malformed. */
export function readManifest(directory: string): Manifest | undefined {
  const entry = readEntry(directory, manifestName);
  return entry.kind === 'file' ? parseManifest(entry.text) : undefined;
}

/**
 * Compares an output folder with the files generated for it. Only reads. Files that the manifest
 * doesn't list are ignored, unless a generated file has the same path. Edited and foreign files are
 * errors unless `force` is set.
 *
 * @throws the file system's error for a folder that cannot be read
 */
export function compareFiles(
  directory: string,
  files: readonly OutputFile[],
  options: CompareOptions,
): FolderComparison {
  const diagnostics: Diagnostic[] = [];
  const changes: FileChange[] = [];
  const unchanged: string[] = [];
  const force = options.force === true;
  const paths = files.map((file) => file.path);
  for (const path of [...paths, manifestName]) {
    const problem = pathProblem(path);
    if (problem !== undefined) diagnostics.push(unusablePath(path, problem));
  }
  for (const [one, other] of caseClashes([...paths, manifestName])) {
    diagnostics.push(unusablePath(other, `is the file '${one}' where letter case does not count`));
  }
  if (diagnostics.length > 0) return { directory, changes, unchanged, diagnostics };

  const oldManifest = readEntry(directory, manifestName);
  const known = oldManifest.kind === 'file' ? parseManifest(oldManifest.text) : undefined;
  if (oldManifest.kind === 'blocked') diagnostics.push(blockedPath(directory, oldManifest));
  if (oldManifest.kind === 'file' && known === undefined && !force) {
    diagnostics.push(brokenManifest(directory, oldManifest.text));
  }

  const ours = knownFiles(directory, known);
  const isNew = !existsSync(directory);
  for (const { path, text } of [...files].sort(byPath)) {
    const entry = isNew ? absent : readEntry(directory, path);
    if (entry.kind === 'blocked') diagnostics.push(blockedPath(directory, entry));
    else if (entry.kind === 'absent') changes.push({ path, kind: 'create', after: text });
    else if (sameText(entry.text, text)) unchanged.push(path);
    else {
      changes.push({ path, kind: 'update', before: entry.text, after: text });
      if (force || ours.hashes.get(path)?.has(contentHash(entry.text)) === true) continue;
      const refuse = known?.files[path] === undefined ? foreignFile : editedFile;
      diagnostics.push(refuse(join(directory, path), entry.text, text));
    }
  }

  const removed = compareRemoved(directory, ours, new Set(paths), force);
  changes.push(...removed.changes);
  diagnostics.push(...removed.diagnostics);

  const manifest = manifestText({
    ...options.stamp,
    format: 1,
    files: Object.fromEntries(files.map((file) => [file.path, contentHash(file.text)])),
  });
  changes.sort(byPath);
  if (isSameManifest(known, manifest)) unchanged.push(manifestName);
  else if (oldManifest.kind === 'file') {
    const before = oldManifest.text;
    changes.push({ path: manifestName, kind: 'update', before, after: manifest });
  } else changes.push({ path: manifestName, kind: 'create', after: manifest });
  return { directory, changes, unchanged, diagnostics };
}

/**
 * Compares a folder again that another run has changed or created since it was compared.
 *
 * @returns the changes that are still needed
 */
export function compareAgain(comparison: FolderComparison): FolderComparison {
  const { directory, changes, userOwned } = comparison;
  if (userOwned === true) {
    const missing = changes.filter(({ path }) => !existsSync(join(directory, path)));
    return { ...comparison, changes: missing };
  }
  const files = changes.flatMap(({ path, after: text }) =>
    text === undefined || path === manifestName ? [] : [{ path, text }],
  );
  const stamp = parseManifest(changes.find(({ path }) => path === manifestName)?.after ?? '');
  return stamp === undefined ? comparison : compareFiles(directory, files, { stamp });
}

/** Whether the content is the same: a formatter of the project may have laid it out otherwise. */
function isSameManifest(known: Manifest | undefined, text: string): boolean {
  return known !== undefined && manifestText(known) === text;
}

/**
 * Compares a folder that no contract generates any more: its generated files and its manifest would
 * be removed. Files that the manifest does not list stay, and so do edited ones, which are errors
 * unless `force` is set.
 *
 * @throws the file system's error for a folder that cannot be read
 */
export function compareAbandoned(
  directory: string,
  manifest: Manifest,
  force: boolean,
): FolderComparison {
  const known = knownFiles(directory, manifest);
  const { changes, diagnostics } = compareRemoved(directory, known, new Set(), force);
  const entry = readEntry(directory, manifestName);
  const before = entry.kind === 'file' ? entry.text : undefined;
  const last: FileChange = { path: manifestName, kind: 'remove', before };
  return {
    directory,
    changes: [...[...changes].sort(byPath), last],
    unchanged: [],
    diagnostics,
    abandoned: true,
  };
}

/** The files that runs wrote into a folder. */
interface KnownFiles {
  readonly manifest: Manifest | undefined;
  /**
   * Their hashes by path: those of the manifest, and of the manifests of runs that were killed
   * before they were done.
   */
  readonly hashes: ReadonlyMap<string, ReadonlySet<string>>;
}

function knownFiles(directory: string, manifest: Manifest | undefined): KnownFiles {
  const hashes = new Map<string, Set<string>>();
  for (const { files } of [manifest ?? [], unfinishedManifests(directory)].flat()) {
    for (const [path, hash] of Object.entries(files)) {
      hashes.set(path, (hashes.get(path) ?? new Set()).add(hash));
    }
  }
  return { manifest, hashes };
}

/** Known files that are no longer generated. */
function compareRemoved(
  directory: string,
  known: KnownFiles,
  expected: ReadonlySet<string>,
  force: boolean,
): Pick<FolderComparison, 'changes' | 'diagnostics'> {
  const changes: FileChange[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [path, hashes] of known.hashes) {
    // anyone may have written the manifest, so its paths are checked like any other
    if (expected.has(path) || path === manifestName || pathProblem(path) !== undefined) continue;
    const entry = readEntry(directory, path);
    if (entry.kind !== 'file') continue;
    if (hashes.has(contentHash(entry.text))) {
      changes.push({ path, kind: 'remove', before: entry.text });
    } else if (!force && known.manifest?.files[path] !== undefined) {
      diagnostics.push(editedFile(join(directory, path), entry.text, undefined));
    }
  }
  return { changes, diagnostics };
}

const absent: FolderEntry = { kind: 'absent' };

/** Whether two texts are equal, apart from line ends that git converted. */
function sameText(actual: string, expected: string): boolean {
  return (
    actual === expected ||
    (actual.includes('\r\n') && contentHash(actual) === contentHash(expected))
  );
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
