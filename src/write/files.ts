import { createHash, hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic, SourceFile, Span } from '../diagnostics/diagnostic.ts';
import {
  ChangedFolder,
  contentHash,
  type FolderEntry,
  leftFiles,
  type Manifest,
  manifestName,
  manifestText,
  nameTarget,
  type OutputStamp,
  obstacleAt,
  parseManifest,
  pathProblem,
  readEntry,
  readEntryBytes,
  removeLeftFolders,
  temporaryName,
  unfinishedManifests,
} from './folder.ts';

/** Changes to an output folder: paths inside it, sorted. */
interface WriteReport {
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

/** An input file: its path (or URL) and the SHA-256 of its bytes. */
interface InputHash {
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

/** Pairs of paths that are the same file if letter case does not matter. */
export function caseClashes(paths: readonly string[]): readonly (readonly [string, string])[] {
  const seen = new Map<string, string>();
  const clashes: (readonly [string, string])[] = [];
  for (const path of paths) {
    const key = path.normalize('NFC').toLowerCase();
    const other = seen.get(key);
    if (other === undefined) seen.set(key, path);
    else clashes.push([other, path]);
  }
  return clashes;
}

/** {@link contentHash} of bytes, which avoids decoding most files. */
function bytesHash(bytes: Uint8Array): string {
  if (bytes.includes(0x0d)) return contentHash(Buffer.from(bytes).toString('utf8'));
  return hash('sha256', bytes, 'hex');
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
  run: Pick<OutputStamp, 'tool' | 'options'> & Pick<CompareOptions, 'gitattributes'>,
  hashInput: (path: string) => string | undefined,
): boolean {
  const manifest = readManifest(directory);
  if (manifest === undefined || manifest.tool !== run.tool || manifest.options !== run.options) {
    return false;
  }
  if (!isVersionTrusted(directory)) return false;
  const expected = run.gitattributes === true;
  const isListed = manifest.files[attributesName] !== undefined;
  // where it is expected and not listed, the user has one
  const isTheirs = expected && existsSync(join(directory, attributesName));
  if (isListed !== expected && !isTheirs) return false;
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
interface CompareOptions {
  /** Data about the run for the manifest. */
  readonly stamp: OutputStamp;
  /** Overwrites files that were edited or are not ours. Default false. */
  readonly force?: boolean | undefined;
  /** Adds a `.gitattributes`, unless the user has one there. Default false. */
  readonly gitattributes?: boolean | undefined;
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
  generated: readonly OutputFile[],
  options: CompareOptions,
): FolderComparison {
  const diagnostics: Diagnostic[] = [];
  const changes: FileChange[] = [];
  const unchanged: string[] = [];
  const force = options.force === true;
  const oldManifest = readEntry(directory, manifestName);
  const known = oldManifest.kind === 'file' ? parseManifest(oldManifest.text) : undefined;
  const ours = knownFiles(directory, known);
  const files = [...generated, ...attributesFor(directory, generated, ours, options)];
  const paths = files.map((file) => file.path);
  for (const path of [...paths, manifestName]) {
    const problem = pathProblem(path);
    if (problem !== undefined) diagnostics.push(unusablePath(path, problem));
  }
  for (const [one, other] of caseClashes([...paths, manifestName])) {
    diagnostics.push(unusablePath(other, `is the file '${one}' where letter case does not count`));
  }
  if (diagnostics.length > 0) return { directory, changes, unchanged, diagnostics };

  if (oldManifest.kind === 'blocked') diagnostics.push(blockedPath(directory, oldManifest));
  if (oldManifest.kind === 'file' && known === undefined && !force) {
    diagnostics.push(brokenManifest(directory, oldManifest.text));
  }

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

/** Tells git, and what shows its diffs, which files are generated. */
const attributesName = '.gitattributes';

/**
 * The `.gitattributes` of a folder: all is generated, which GitHub folds in a review, and diffs
 * leave out the runtime. None if the settings say so, or the user has one, which may say more.
 */
function attributesFor(
  directory: string,
  files: readonly OutputFile[],
  ours: KnownFiles,
  { gitattributes, stamp }: CompareOptions,
): readonly OutputFile[] {
  if (gitattributes !== true) return [];
  const hasRuntime = files.some(({ path }) => path.startsWith('runtime/'));
  const lines = [
    '# Code generated by asmx-gen. DO NOT EDIT.',
    stamp.sharedBy === undefined ? '* linguist-generated' : '* linguist-generated -diff',
    ...(hasRuntime ? ['runtime/** -diff'] : []),
  ];
  const text = lines.map((line) => `${line}\n`).join('');
  const entry = readEntry(directory, attributesName);
  const isOurs =
    entry.kind === 'absent' ||
    ours.hashes.has(attributesName) ||
    (entry.kind === 'file' && sameText(entry.text, text));
  return isOurs ? [{ path: attributesName, text }] : [];
}

/**
 * Compares a folder again that another run has changed or created since it was compared.
 *
 * @returns the changes that are still needed
 */
function compareAgain(comparison: FolderComparison): FolderComparison {
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
    } else if (path === attributesName) {
      // the user made it theirs
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

/**
 * A path that no file can have: a defect of our own, or a name of the contract that file systems
 * refuse.
 */
function unusablePath(path: string, problem: string): Diagnostic {
  return {
    code: 'ASMX7004',
    severity: 'error',
    message: `the generated file '${path}' ${problem}`,
    help: 'rename what it is named after with `naming` in the configuration',
  };
}

/**
 * A link, or something else that is not a plain file, is in the way. `force` does not remove it.
 */
export function blockedPath(
  directory: string,
  entry: { readonly what: string; readonly by: string },
): Diagnostic {
  return {
    code: 'ASMX7002',
    severity: 'error',
    message: `'${slashes(`${directory}/${entry.by}`)}' is ${entry.what}`,
    help: 'remove it, or choose another output folder',
  };
}

/** The manifest is malformed, so it is unknown which files are ours. */
function brokenManifest(directory: string, text: string): Diagnostic {
  return {
    code: 'ASMX7002',
    severity: 'error',
    message: 'the manifest is malformed',
    span: firstDifference(`${directory}/${manifestName}`, text, undefined),
    help: 'restore it from version control, or write it anew with --force',
  };
}

/** A file of the manifest has been edited. `expected` is absent for a file to be removed. */
function editedFile(path: string, text: string, expected: string | undefined): Diagnostic {
  return {
    code: 'ASMX7001',
    severity: 'error',
    message: `'${slashes(path)}' was edited by hand`,
    span: firstDifference(path, text, expected),
    help:
      expected === undefined
        ? 'it is no longer generated: move what you need elsewhere and delete it, ' +
          'or keep it as yours with --force'
        : 'move the change elsewhere, or overwrite it with --force',
  };
}

/** A file that the manifest doesn't list has the path of a generated one. */
function foreignFile(path: string, text: string, expected: string): Diagnostic {
  return {
    code: 'ASMX7002',
    severity: 'error',
    message: `'${slashes(path)}' was not written by asmx-gen`,
    span: firstDifference(path, text, expected),
    help: 'move it, choose another output folder, or overwrite it with --force',
  };
}

/**
 * No contract of the configuration generates the folder any more. `directory` is its path in
 * messages.
 */
export function abandonedFolder(directory: string, manifest: Manifest): Diagnostic {
  return {
    code: 'ASMX7008',
    severity: 'warning',
    message: `no contract of the configuration makes '${slashes(directory)}' any more`,
    span: contractSpan(directory, manifest),
    help: 'remove it with asmx-gen generate --prune, or add its contract to the configuration',
  };
}

/** The folder has the output of another contract. `directory` is its path in messages. */
export function otherContract(directory: string, manifest: Manifest, contract: string): Diagnostic {
  const { contract: other } = manifest;
  return {
    code: 'ASMX7009',
    severity: 'error',
    message: `'${slashes(directory)}' holds the code of contract '${other}', not of '${contract}'`,
    span: contractSpan(directory, manifest),
    help: 'choose another output folder, or replace what is there with --force',
  };
}

/** A contract would be written into a shared runtime. `directory` is its path in messages. */
export function sharedHere(directory: string, manifest: Manifest): Diagnostic {
  return {
    code: 'ASMX7009',
    severity: 'error',
    message: `'${slashes(directory)}' holds a runtime that contracts share`,
    span: contractSpan(directory, manifest),
    help: 'choose another output folder, or replace what is there with --force',
  };
}

/** A shared runtime would be written over a contract. `directory` is its path in messages. */
export function contractHere(directory: string, manifest: Manifest): Diagnostic {
  return {
    code: 'ASMX7009',
    severity: 'error',
    message: `'${slashes(directory)}' holds the code of contract '${manifest.contract}'`,
    span: contractSpan(directory, manifest),
    help: 'choose another folder for the shared runtime, or replace what is there with --force',
  };
}

/** The position of the contract's name in a manifest. */
function contractSpan(directory: string, manifest: Manifest): Span {
  const file = { path: slashes(`${directory}/${manifestName}`), text: manifestText(manifest) };
  const start = Math.max(0, file.text.indexOf('"contract"'));
  return { file, start, end: file.text.indexOf('\n', start) };
}

/** The first line that differs. */
function firstDifference(path: string, text: string, expected: string | undefined): Span {
  const file: SourceFile = { path: slashes(path), text };
  let start = 0;
  if (expected !== undefined) {
    let at = 0;
    while (at < text.length && text[at] === expected[at]) at++;
    start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  }
  const newline = text.indexOf('\n', start);
  return { file, start, end: newline < 0 ? text.length : newline };
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/**
 * For released versions, the version in a manifest identifies the code that wrote a folder. In a
 * checkout of this tool the code changes without the version, so each build keeps notes about the
 * folders it wrote or found current.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const notes = join(root, 'dist', 'outputs');

/**
 * Whether this is the build of a checkout, whose version proves nothing. The released package does
 * not have this source.
 */
function isCheckout(): boolean {
  return !import.meta.url.endsWith('.ts') && existsSync(join(root, 'src', 'write'));
}

/** Identifies a state of the code by the time of its build. */
function codeState(): number {
  return statSync(fileURLToPath(import.meta.url)).mtimeMs;
}

function noteOf(directory: string): string {
  const name = createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 32);
  return join(notes, name);
}

/** Content of a note: the state of the code, and the manifest's bytes. */
function contentOf(directory: string): string {
  const manifest = readFileSync(join(directory, manifestName));
  return `${codeState()} ${createHash('sha256').update(manifest).digest('hex')}`;
}

/** Records that this build has just written a folder, or found it current. */
function noteOutput(directory: string): void {
  if (!isCheckout()) return;
  mkdirSync(notes, { recursive: true });
  writeFileSync(noteOf(directory), contentOf(directory));
}

/** Whether the version in a folder's manifest identifies the running code. */
function isVersionTrusted(directory: string): boolean {
  if (!isCheckout()) return true;
  const note = noteOf(directory);
  return existsSync(note) && readFileSync(note, 'utf8') === contentOf(directory);
}
