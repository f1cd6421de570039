import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readEntry } from './folder-entry.ts';
import {
  contentHash,
  type Manifest,
  manifestName,
  parseManifest,
  type UsedRuntime,
} from './manifest.ts';
import { pathProblem } from './safe-path.ts';

/**
 * A file that is not as written, and the reason: `edited`, or what replaced it, such as `a symbolic
 * link`.
 */
export interface EditedFile {
  readonly path: string;
  readonly why: string;
}

/**
 * Differences between a generated folder and its own manifest: paths inside it, sorted, followed by
 * upward paths of a shared runtime that its files import.
 */
export interface FolderVerdict {
  readonly manifest: Manifest;
  /** The manifest of the shared runtime that the files import, if any. */
  readonly runtime?: Manifest | undefined;
  /** Files whose content is not as written. */
  readonly edited: readonly EditedFile[];
  /** The shared runtime that the files import, if it does not match them, and the reason. */
  readonly stale: readonly EditedFile[];
  /** Missing files of the manifest. */
  readonly missing: readonly string[];
  /**
   * Files that the manifest doesn't list. A folder with only such files is listed once, with `/` at
   * the end.
   */
  readonly stray: readonly string[];
  /**
   * Files that differ only by CR LF line ends, as git writes them on Windows. They count as
   * unchanged.
   */
  readonly lineEnds: readonly string[];
}

/** Whether a folder, and the shared runtime its files import, are as generated. */
export function isAsGenerated({ edited, stale, missing, stray }: FolderVerdict): boolean {
  return edited.length + stale.length + missing.length + stray.length === 0;
}

/** Why a folder cannot be verified. */
export interface NoManifest {
  readonly manifest: undefined;
  /** The problem of the manifest; `undefined` if there is none. */
  readonly problem: string | undefined;
}

/**
 * Compares a folder with its manifest. Follows no links and needs nothing but the folder.
 *
 * @throws the file system's error for a folder that cannot be read
 */
export function verifyFolder(directory: string): FolderVerdict | NoManifest {
  const found = findManifest(directory);
  if (found.manifest === undefined) return found;
  const own = compareWith(directory, found.manifest);
  const { runtime } = found.manifest;
  return runtime === undefined ? own : withRuntime(own, directory, runtime);
}

/**
 * The verdict on a folder, extended by the shared runtime its files import, whose paths lead
 * upward.
 */
function withRuntime(own: FolderVerdict, directory: string, used: UsedRuntime): FolderVerdict {
  const { folder } = used;
  const shared = join(directory, folder);
  const at = (path: string): string => `${folder}/${path}`;
  const { manifest, problem } = { problem: undefined, ...findManifest(shared) };
  if (manifest === undefined) {
    const path = at(manifestName);
    if (problem === undefined) return { ...own, missing: [...own.missing, path] };
    return { ...own, edited: [...own.edited, { path, why: `a manifest that ${problem}` }] };
  }
  const runtime = compareWith(shared, manifest);
  const why = staleness(own.manifest, manifest, {
    needs: used.needs,
    path: relative(shared, directory).replaceAll('\\', '/'),
  });
  return {
    manifest: own.manifest,
    runtime: manifest,
    stale: why === undefined ? [] : [{ path: folder, why }],
    edited: [...own.edited, ...runtime.edited.map((one) => ({ ...one, path: at(one.path) }))],
    missing: [...own.missing, ...runtime.missing.map(at)],
    stray: [...own.stray, ...runtime.stray.map(at)],
    lineEnds: [...own.lineEnds, ...runtime.lineEnds.map(at)],
  };
}

/** Maximum number of names listed in a message. */
const listedNames = 3;

/**
 * Why a shared runtime does not match the files that import it; `undefined` if it does.
 *
 * @param user What the files import, and the path of their folder from the runtime's.
 */
function staleness(
  own: Manifest,
  runtime: Manifest,
  user: { readonly needs: readonly string[]; readonly path: string },
): string | undefined {
  if (runtime.tool !== own.tool) return `made by asmx-gen ${runtime.tool}`;
  if (runtime.sharedBy?.includes(user.path) !== true) return 'not shared with this folder';
  const exported = new Set(runtime.exports ?? user.needs);
  const lacking = user.needs.filter((name) => !exported.has(name));
  if (lacking.length === 0) return undefined;
  const names = lacking.slice(0, listedNames).map((name) => name.replace(/^.* /, ''));
  const more = lacking.length - names.length;
  return `without ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function compareWith(directory: string, manifest: Manifest): FolderVerdict {
  const { files } = manifest;
  const edited = new Map<string, string>();
  const missing: string[] = [];
  const lineEnds: string[] = [];
  for (const [path, hash] of Object.entries(files)) {
    const entry = readEntry(directory, path);
    if (entry.kind === 'absent') missing.push(path);
    else if (entry.kind === 'blocked') edited.set(entry.by, entry.what);
    else if (contentHash(entry.text) !== hash) edited.set(path, 'edited');
    else if (entry.text.includes('\r\n')) lineEnds.push(path);
  }
  return {
    manifest,
    stale: [],
    edited: [...edited].map(([path, why]) => ({ path, why })).sort(byPath),
    missing: missing.sort(),
    stray: strayFiles(directory, Object.keys(files))
      .filter((path) => !edited.has(path.replace(/\/$/, '')))
      .sort(),
    lineEnds: lineEnds.sort(),
  };
}

function findManifest(directory: string): NoManifest | { readonly manifest: Manifest } {
  const none = (problem: string | undefined): NoManifest => ({ manifest: undefined, problem });
  const entry = readEntry(directory, manifestName);
  if (entry.kind === 'absent') return none(undefined);
  if (entry.kind === 'blocked') return none(`is ${entry.what}`);
  const manifest = parseManifest(entry.text);
  if (manifest === undefined) return none(manifestProblem(entry.text));
  for (const path of Object.keys(manifest.files)) {
    const problem = pathProblem(path);
    if (problem !== undefined) return none(`lists '${path}', which ${problem}`);
  }
  return { manifest };
}

function manifestProblem(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'is not JSON';
  }
  const format = typeof value === 'object' && value !== null && 'format' in value && value.format;
  return typeof format === 'number' && format > 1
    ? `is of format ${format}, which this version does not know`
    : 'lacks what a manifest says';
}

function strayFiles(directory: string, paths: readonly string[]): readonly string[] {
  const files = new Set([...paths, manifestName]);
  const folders = new Set(
    paths.flatMap((path) => {
      const segments = path.split('/');
      return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
    }),
  );
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(directory, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) {
        if (!files.has(path)) found.push(path);
      } else if (folders.has(path)) visit(path);
      else if (holdsAnything(join(directory, path))) found.push(`${path}/`);
    }
  };
  visit('');
  return found;
}

function holdsAnything(directory: string): boolean {
  return readdirSync(directory, { withFileTypes: true }).some(
    (entry) => !entry.isDirectory() || holdsAnything(join(directory, entry.name)),
  );
}

function byPath(a: EditedFile, b: EditedFile): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
