import { hash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Version of this package. */
export function packageVersion(): string {
  const { version } = createRequire(import.meta.url)('../../package.json') as {
    readonly version: string;
  };
  return version;
}

/** What generated code imports with `--runtime package`: a package of the version of this one. */
export const runtimePackage = 'asmx-gen-runtime';

/** The command that installs what code of a version of this package imports. */
export function installOfRuntime(version: string): string {
  return `npm install ${runtimePackage}@${version}`;
}

/**
 * The version of the runtime that code in a folder imports.
 *
 * @returns `undefined` if none is installed in a folder `node_modules`
 */
export function installedRuntime(folder: string): string | undefined {
  const directory = resolve(folder);
  const path = join(directory, 'node_modules', runtimePackage, 'package.json');
  try {
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    const parent = dirname(directory);
    return parent === directory ? undefined : installedRuntime(parent);
  }
}

/** The folder of this package: two levels above the built program. */
export const packageRoot: string = fileURLToPath(new URL('../..', import.meta.url));

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

/** Names that Windows reserves for devices, with or without an extension. */
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;
/** Characters that some file system refuses in a name, including control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const refusedCharacter = /[\u0000-\u001f<>:"|?*\\]/;

/** Length of a name: file systems allow 255 bytes, some of which are for temporary names. */
const longestName = 230;

/**
 * Why a relative path must not be written or removed inside an output folder; `undefined` if it
 * may: it must stay inside, and be a valid file name on every system.
 */
export function pathProblem(path: string): string | undefined {
  if (path === '' || path.startsWith('/')) return 'is not relative';
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.' || segment === '..') return 'leaves the output folder';
    if (refusedCharacter.test(segment)) return 'holds a character some systems refuse';
    if (/[. ]$/.test(segment)) return 'ends in a point or space, which Windows drops';
    if (segment.length > longestName) return 'has a name longer than some systems allow';
    if (deviceName.test(segment)) return 'is the name of a device on Windows';
  }
  return undefined;
}

/** Name of the manifest inside an output folder. */
export const manifestName = 'asmx-gen.manifest.json';

/**
 * Data about the run that wrote a folder, from which a later run can tell by hashes whether
 * anything changed.
 */
export interface OutputStamp {
  /** Version of the tool. */
  readonly tool: string;
  /** Hash of everything in the configuration that affects the output, including user templates. */
  readonly options: string;
  /** Name of the contract, after which folders are named; absent in older manifests. */
  readonly contract?: string | undefined;
  /**
   * The required content of the user's handlers files, which are not in this folder. Kept as is.
   */
  readonly handlers?: unknown;
  /** The runtime that the files import, if several contracts share it. */
  readonly runtime?: UsedRuntime | undefined;
  /** For a shared runtime: the folders whose files import it, as paths from here. */
  readonly sharedBy?: readonly string[] | undefined;
  /** Exports of the runtime in this folder, if it has one. */
  readonly exports?: readonly string[] | undefined;
  /** How that runtime was written. */
  readonly runtimeText?: RuntimeText | undefined;
  /**
   * SHA-256 of every input file, by its path relative to the output folder (with `/`) or its URL.
   */
  readonly inputs: Readonly<Record<string, string>>;
}

/** The part of a shared runtime that the files of a folder use. */
export interface UsedRuntime {
  /** Its path from the folder: `../runtime`. */
  readonly folder: string;
  /** Its exports that they import. */
  readonly needs: readonly string[];
}

/** Settings of a runtime's text, with which `verify` writes it again to compare it. */
export interface RuntimeText {
  readonly emit: 'ts' | 'js';
  readonly importExtension: 'js' | 'ts' | 'none';
  readonly format: 'default' | 'project';
  /** Lines of its header that are not the same in all folders. */
  readonly header: string;
}

/** The manifest: the content of the folder and its origin. */
export interface Manifest extends OutputStamp {
  /** Version of this format. */
  readonly format: 1;
  /** SHA-256 of every generated file except the manifest, by path inside the folder. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * SHA-256 of a text in hexadecimal. CR LF counts as LF, so that a checkout that converts line ends
 * does not look edited.
 */
export function contentHash(text: string): string {
  const plain = text.includes('\r\n') ? text.replace(/\r\n/g, '\n') : text;
  return hash('sha256', plain, 'hex');
}

/** Text of a manifest: keys sorted by code unit, so that equal content gives equal bytes. */
export function manifestText(manifest: Manifest): string {
  const { format, tool, options, contract, inputs, files, handlers, runtime } = manifest;
  const { sharedBy, exports, runtimeText } = manifest;
  const content = {
    format,
    tool,
    options,
    contract,
    inputs: sorted(inputs),
    files: sorted(files),
    handlers,
    runtime,
    sharedBy,
    exports,
    runtimeText,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * Reads a manifest; `undefined` if the text does not have this format. Unknown keys are ignored.
 */
export function parseManifest(text: string): Manifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value.format !== 1) return undefined;
  const { tool, options, contract, inputs, files, handlers } = value;
  if (contract !== undefined && typeof contract !== 'string') return undefined;
  if (typeof tool !== 'string' || typeof options !== 'string') return undefined;
  if (!isHashes(inputs) || !isHashes(files)) return undefined;
  const runtime = isUsedRuntime(value.runtime) ? value.runtime : undefined;
  const sharedBy = isTexts(value.sharedBy) ? value.sharedBy : undefined;
  const exports = isTexts(value.exports) ? value.exports : undefined;
  const runtimeText = isRuntimeText(value.runtimeText) ? value.runtimeText : undefined;
  return {
    format: 1,
    tool,
    options,
    contract,
    inputs,
    files,
    handlers,
    runtime,
    sharedBy,
    exports,
    runtimeText,
  };
}

function isRuntimeText(value: unknown): value is RuntimeText {
  if (!isRecord(value) || typeof value.header !== 'string') return false;
  const { emit, importExtension, format } = value;
  return (
    (emit === 'ts' || emit === 'js') &&
    (importExtension === 'js' || importExtension === 'ts' || importExtension === 'none') &&
    (format === 'default' || format === 'project')
  );
}

/** A path upward: anyone may have written the manifest, and a shared folder cannot be elsewhere. */
function isUsedRuntime(value: unknown): value is UsedRuntime {
  if (!isRecord(value) || typeof value.folder !== 'string') return false;
  return value.folder.startsWith('../') && isTexts(value.needs);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isHashes(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((hash) => typeof hash === 'string');
}

function sorted(record: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries);
}

/** The entry at a path inside an output folder. */
export type FolderEntry =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly text: string }
  /** A link, a folder where a file should be, or a file or link where a folder should be. */
  | { readonly kind: 'blocked'; readonly what: string; readonly by: string };

/**
 * Finds the entry at a path inside a folder without following links below the folder itself, so
 * that nothing outside is ever read as ours or written.
 *
 * @param path Relative, with `/`, already checked by `pathProblem`.
 */
export function readEntry(directory: string, path: string): FolderEntry {
  const obstacle = obstacleAt(directory, path);
  return obstacle ?? { kind: 'file', text: readFileSync(`${directory}/${path}`, 'utf8') };
}

/** The bytes of a file that {@link readEntry} would find; `undefined` if it would find none. */
export function readEntryBytes(directory: string, path: string): Uint8Array | undefined {
  const obstacle = obstacleAt(directory, path);
  return obstacle === undefined ? readFileSync(`${directory}/${path}`) : undefined;
}

/** Why there is no file at a path; `undefined` if there is one. */
export function obstacleAt(
  directory: string,
  path: string,
): Exclude<FolderEntry, { readonly kind: 'file' }> | undefined {
  const segments = path.split('/');
  for (let count = 1; count <= segments.length; count++) {
    const part = segments.slice(0, count).join('/');
    const stats = lstatSync(`${directory}/${part}`, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: 'absent' };
    if (stats.isSymbolicLink()) return { kind: 'blocked', what: 'a symbolic link', by: part };
    const last = count === segments.length;
    if (last && stats.isDirectory()) return { kind: 'blocked', what: 'a folder', by: part };
    if (!last && !stats.isDirectory()) return { kind: 'blocked', what: 'a file', by: part };
    if (last && !stats.isFile()) return { kind: 'blocked', what: 'a special file', by: part };
  }
  return undefined;
}

/**
 * Makes an error of the file system name the target file instead of the temporary one beside it.
 *
 * @param temporary Path of the temporary file or folder; paths below it are renamed, too.
 * @returns the same error
 */
export function nameTarget(error: unknown, temporary: string, target: string): unknown {
  if (!(error instanceof Error) || !('path' in error)) return error;
  const { path } = error;
  if (typeof path === 'string' && path.startsWith(temporary)) {
    error.path = target + path.slice(temporary.length);
  }
  return error;
}

/** Something came in the way of writing after the folder was compared. */
export class ChangedFolder extends Error {}
