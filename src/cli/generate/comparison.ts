import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { findConfig, locateSetting } from '../../config/load.ts';
import { notInImports } from '../../config/reader.ts';
import type { ContractSettings } from '../../config/settings.ts';
import type { Stage } from '../../diagnostics/clock.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FormatCache } from '../../format/prettier.ts';
import type { LenientOutlook } from '../../model/link.ts';
import type { ContractPlan, PlanOptions } from '../../plan/result.ts';
import { formatImportLock, type InputHash, lockFileName } from '../../read/import-rules.ts';
import {
  abandonedFolder,
  compareAbandoned,
  compareFiles,
  contractHere,
  type FolderComparison,
  isCurrent,
  readManifest,
} from '../../write/files.ts';
import { isTemporaryName, type Manifest, packageVersion } from '../../write/folder.ts';
import type { ContractJob } from '../contract/jobs.ts';
import {
  importPath,
  needsModulePackage,
  type SettledSettings,
  settledIn,
  type WrittenSettings,
} from '../contract/project.ts';
import { readImportLock } from '../contract/source.ts';
import type { WebAccess } from '../contract/web-access.ts';
import { CliError } from '../terminal/failure.ts';
import { nodeHost, pathFromHere, shownPath } from '../terminal/files.ts';

/** All changes of a run. */
export interface RunComparison {
  readonly outcomes: readonly JobOutcome[];
  /** All folders to write, in this order. */
  readonly comparisons: readonly FolderComparison[];
  /** Some of these: shared runtimes, folders to be removed, and lock files. */
  readonly shared: readonly FolderComparison[];
  readonly removals: readonly FolderComparison[];
  readonly locks: readonly FolderComparison[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The folders and names of the configuration that a run covers. */
interface RunScope {
  /** Whether it covers all contracts of the configuration. */
  readonly whole: boolean;
  /** Whether it removes folders that no contract generates any more. */
  readonly prune: boolean | undefined;
  /** Globs of the command line. */
  readonly only: readonly string[] | undefined;
}

/**
 * Compares the output of a run with existing files. Only reads.
 *
 * @throws {CliError} if two contracts would write to the same path
 */
export async function compareRun(
  outcomes: readonly JobOutcome[],
  mode: JobMode,
  { whole, prune = false, only }: RunScope,
): Promise<RunComparison> {
  refuseSharedFolders(outcomes);
  refuseSharedHandlers(outcomes);
  const abandoned = whole ? findAbandoned(outcomes, mode.folders) : [];
  const removals = (prune ? abandoned : []).map(({ directory, manifest }) =>
    compareAbandoned(directory, manifest, mode.force),
  );
  const removed = new Set(removals.map(({ directory }) => directory));
  const shared = await compareShared(outcomes, removed, mode);
  const contracts = outcomes.flatMap((one) => [one.comparison ?? [], one.handlers ?? []].flat());
  const locks = compareLocks(outcomes.flatMap((one) => one.fetched ?? []));
  return {
    outcomes,
    comparisons: [...shared, ...contracts, ...removals, ...locks],
    shared,
    removals,
    locks,
    diagnostics: [
      ...outcomes.flatMap((one) => one.diagnostics),
      ...(await unmatchedIn(outcomes, only)),
      ...misplacedRuntimes(outcomes),
      ...[...removals, ...shared].flatMap(({ diagnostics, directory }) =>
        diagnostics.map((one) => asShown(one, directory)),
      ),
      ...(prune ? [] : abandoned).map(({ directory, manifest }) =>
        abandonedFolder(shownPath(directory), manifest),
      ),
    ],
  };
}

/**
 * Names in the configuration that no contract has. For folders that are current by their hashes,
 * this was reported when they were generated.
 */
async function unmatchedIn(
  outcomes: readonly JobOutcome[],
  only: readonly string[] | undefined,
): Promise<readonly Diagnostic[]> {
  const named = outcomes.some(({ job: { settings }, plan }) => {
    const { naming, types, dataSets, streams, routes, mcp, scriptServices, scriptGets } = settings;
    const maps = [naming, types.own ?? {}, dataSets, routes, mcp.texts];
    const names = maps.flatMap((one) => Object.keys(one));
    const lists = [streams, scriptServices === true ? [] : scriptServices, scriptGets];
    const all = [...names, ...lists.flat(), ...settings.only, ...(only ?? [])];
    return plan !== undefined && (all.length > 0 || settings.publish === 'original');
  });
  if (!named) return [];
  const { unmatchedSettings } = await import('../contract/configured.ts');
  return unmatchedSettings(
    outcomes.map(({ job, plan }) => ({ job, model: plan?.model })),
    only,
  );
}

/**
 * Refuses two contracts with the same output folder, and one inside that of another, where each
 * would overwrite files of the other.
 */
function refuseSharedFolders(outcomes: readonly JobOutcome[]): void {
  const folders = outcomes
    .flatMap(({ job, comparison }) =>
      comparison === undefined ? [] : { path: job.path, directory: comparison.directory },
    )
    .map((one) => ({ ...one, key: `${one.directory.toLowerCase()}${sep}` }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  let outer: (typeof folders)[number] | undefined;
  for (const one of folders) {
    // those inside a folder follow it directly
    if (outer === undefined || !one.key.startsWith(outer.key)) {
      outer = one;
      continue;
    }
    const [shown, around] = [pathFromHere(one.directory), pathFromHere(outer.directory)];
    throw new CliError(
      one.key === outer.key
        ? `${outer.path} and ${one.path} would both be written to ${shown}`
        : `${one.path} would be written to ${shown}, inside the output ${around} of ${outer.path}`,
      'Give each an `output` of its own in the configuration, none inside another.',
    );
  }
}

/** Refuses handlers of two contracts in the same file, for services of the same name. */
function refuseSharedHandlers(outcomes: readonly JobOutcome[]): void {
  const owners = new Map<string, string>();
  for (const { job, handlers } of outcomes) {
    if (handlers === undefined) continue;
    const paths = [...handlers.changes.map((one) => one.path), ...handlers.unchanged];
    for (const path of paths.map((one) => pathFromHere(`${handlers.directory}/${one}`))) {
      const other = owners.get(path);
      if (other !== undefined) {
        throw new CliError(
          `${other} and ${job.path} would both have handlers in ${path}`,
          'Give each a folder of its own with `handlers` in the configuration.',
        );
      }
      owners.set(path, job.path);
    }
  }
}

/**
 * Finds generated folders that no contract of the configuration generates any more. Searches for
 * manifests beside the generated folders and in `generated`. Ignores folders outside the
 * configuration's own folder, or nearer to another configuration.
 *
 * @param outcomes All contracts of the configuration. If one of them failed, its folder is
 *   unknown, and none is found.
 */
function findAbandoned(
  outcomes: readonly JobOutcome[],
  index: FolderIndex,
): readonly KnownFolder[] {
  const [job] = outcomes.map((one) => one.job);
  const { config, directory } = job ?? {};
  if (config === undefined || directory === undefined) return [];
  const current = new Set<string>();
  const parents = new Set([resolve(directory, 'generated')]);
  for (const { comparison, runtime } of outcomes) {
    if (comparison === undefined) return [];
    current.add(resolve(comparison.directory));
    if (runtime !== undefined) current.add(runtime.directory);
    parents.add(dirname(resolve(comparison.directory)));
  }
  const below = (path: string): boolean => {
    const way = relative(directory, path);
    return way !== '' && !way.startsWith('..') && !isAbsolute(way);
  };
  return [...parents]
    .filter((parent) => below(parent) || parent === resolve(directory))
    .flatMap((parent) => index.below(parent))
    .filter((folder) => !current.has(resolve(folder.directory)) && below(folder.directory))
    .filter((folder) => (findConfig(folder.directory) ?? config) === config);
}

/**
 * Finds shared runtimes that overlap an output folder, where one would remove the files of the
 * other, and those that no import can refer to. Each is an error at its position in the
 * configuration.
 */
function misplacedRuntimes(outcomes: readonly JobOutcome[]): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  const outputs = outcomes.flatMap(({ comparison }) => comparison?.directory ?? []);
  for (const { job, comparison, runtime } of outcomes) {
    if (runtime === undefined || comparison === undefined || found.has(runtime.directory)) continue;
    const { directory } = runtime;
    const shown = shownPath(directory);
    const other = outputs.find((one) => holds(one, directory) || holds(directory, one));
    if (other !== undefined) {
      const message = `the shared runtime '${shown}' and the output '${shownPath(other)}' overlap`;
      found.set(directory, atRuntime(job, message));
    } else if (notInImports.test(importPath(comparison.directory, directory))) {
      const from = shownPath(comparison.directory);
      const message = `no import can name the path from '${from}' to '${shown}'`;
      found.set(directory, atRuntime(job, message));
    }
  }
  return [...found.values()];
}

/** Whether a path is a folder or below it. */
function holds(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way));
}

function atRuntime({ config = '', entry }: ContractJob, message: string): Diagnostic {
  const keys = ['contracts', entry?.index ?? 0, 'runtime', 'shared'];
  const span = locateSetting(config, shownPath(config), keys);
  const help = 'share a folder beside the output folders';
  return { code: 'ASMX5002', severity: 'error', message, span, help };
}

/** A contract's use of a shared runtime, by its settings; `undefined` if it has its own. */
export function sharedUse(
  settings: SettledSettings,
  needs: readonly string[],
): SharedUse | undefined {
  const { runtime } = settings;
  return typeof runtime === 'string' ? undefined : { directory: runtime.shared, needs, settings };
}

/** A shared runtime with all its users. */
interface SharedRuntime {
  readonly directory: string;
  readonly settings: SharedUse['settings'];
  /** Required exports of each folder of generated code, by its path from the runtime's folder. */
  readonly users: ReadonlyMap<string, readonly string[]>;
}

/**
 * Compares the shared runtime folders of a run with the requirements of its contracts, and of other
 * folders that import them according to their own manifests.
 *
 * @param removed Folders that the run removes.
 */
async function compareShared(
  outcomes: readonly JobOutcome[],
  removed: ReadonlySet<string>,
  mode: JobMode,
): Promise<readonly FolderComparison[]> {
  // then nothing is written
  if (outcomes.some((one) => one.comparison === undefined)) return [];
  const comparisons: FolderComparison[] = [];
  for (const runtime of sharedRuntimes(outcomes, removed)) {
    comparisons.push(await compareOne(runtime, mode));
  }
  return comparisons;
}

function sharedRuntimes(
  outcomes: readonly JobOutcome[],
  removed: ReadonlySet<string>,
): readonly SharedRuntime[] {
  const known = new Set([
    ...removed,
    ...outcomes.flatMap(({ comparison }) => comparison?.directory ?? []),
  ]);
  const found = new Map<
    string,
    { settings: SharedUse['settings']; users: Map<string, readonly string[]> }
  >();
  for (const { comparison, runtime } of outcomes) {
    if (comparison === undefined || runtime === undefined) continue;
    const { directory, needs, settings } = runtime;
    const one = found.get(directory) ?? { settings, users: otherUsers(directory, known) };
    found.set(directory, one);
    one.users.set(pathFrom(directory, comparison.directory), needs);
  }
  for (const { comparison, job } of outcomes) {
    const left = comparison && formerRuntime(comparison.directory);
    if (left === undefined || found.has(left)) continue;
    const users = otherUsers(left, known);
    // without users, it is a folder that no contract generates any more
    if (users.size > 0) found.set(left, { settings: settledIn(left, job.settings, true), users });
  }
  return [...found].map(([directory, one]) => ({ directory, ...one }));
}

/** The shared runtime that the files of a folder currently import. */
function formerRuntime(folder: string): string | undefined {
  const runtime = readManifest(folder)?.runtime;
  return runtime && resolve(folder, runtime.folder);
}

/** Folders that import a shared runtime, other than the known ones. */
function otherUsers(directory: string, known: ReadonlySet<string>): Map<string, readonly string[]> {
  const users = new Map<string, readonly string[]>();
  for (const path of readManifest(directory)?.sharedBy ?? []) {
    const folder = resolve(directory, path);
    const runtime = known.has(folder) ? undefined : readManifest(folder)?.runtime;
    if (runtime === undefined || resolve(folder, runtime.folder) !== directory) continue;
    users.set(pathFrom(directory, folder), runtime.needs);
  }
  return users;
}

async function compareOne(
  { directory, settings, users }: SharedRuntime,
  mode: JobMode,
): Promise<FolderComparison> {
  const needs = [...new Set([...users.values()].flat())].sort();
  const sharedBy = [...users.keys()].sort();
  const { emit, importExtension, header, gitattributes, format } = settings;
  const modulePackage = needsModulePackage(directory, settings) || undefined;
  const written = [emit, importExtension, header ?? null, format, needs, sharedBy];
  const how = JSON.stringify(modulePackage ? [...written, modulePackage] : written);
  const options = hash('sha256', how);
  const runtimeText = { emit, importExtension, format, header: header ?? '' };
  const of = { sharedBy, exports: needs, runtimeText };
  const stamp = { tool: packageVersion(), options, inputs: {}, ...of };
  const manifest = readManifest(directory);
  // no hash covers the project's prettier configuration
  if (manifest !== undefined && format === 'default') {
    if (isCurrent(directory, { ...stamp, gitattributes }, () => undefined)) {
      return { directory, changes: [], unchanged: Object.keys(manifest.files), diagnostics: [] };
    }
  }
  // loaded on demand, because an unchanged folder needs none of the pipeline
  const { generateSharedRuntime } = await import('../../generate.ts');
  const files = await generateSharedRuntime(
    needs,
    { ...settings, modulePackage },
    {
      format: format === 'project' ? 'project' : 'own',
      directory,
      formatCache: mode.warm?.cache,
    },
  );
  const comparison = compareFiles(directory, files, { stamp, force: mode.force, gitattributes });
  if (mode.replace || manifest?.contract === undefined) return comparison;
  const refusal = contractHere(shownPath(directory), manifest);
  return { ...comparison, diagnostics: [...comparison.diagnostics, refusal] };
}

function pathFrom(directory: string, folder: string): string {
  return relative(directory, folder).replaceAll('\\', '/');
}

/** Data that `--watch` keeps between runs and collects in each. */
export interface WarmRun {
  readonly cache: FormatCache;
  /** Called for every file requested, whether or not it exists. */
  readonly noteFile: (path: string) => void;
  /** Called for every folder of templates. */
  readonly noteTemplates: (folder: string) => void;
}

/** Options for all jobs of a run. */
export interface JobMode {
  readonly out: string | undefined;
  /** How to sign in to servers. */
  readonly access: WebAccess;
  readonly templates: string | undefined;
  /** Whether it is the only job. */
  readonly alone: boolean;
  /** Overwrites edited files or, with `--check`, shows them as a difference. */
  readonly force: boolean;
  /** Whether it only compares. */
  readonly check: boolean;
  /** Replaces the code of another contract. */
  readonly replace: boolean;
  /** Generated folders found so far. */
  readonly folders: FolderIndex;
  readonly warm?: WarmRun | undefined;
}

/** A contract's use of a shared runtime. */
interface SharedUse {
  /** Absolute path of the runtime's folder. */
  readonly directory: string;
  readonly needs: readonly string[];
  /** Settings of the contract that must be equal in all contracts with this runtime. */
  readonly settings: Pick<ContractSettings, 'emit' | 'header' | 'gitattributes' | 'format'> &
    Pick<PlanOptions, 'importExtension'>;
}

/** A contract generated in memory and compared with its folder. */
export interface JobOutcome {
  readonly job: ContractJob;
  /** Absent if the folder was found current by its hashes, or the contract has errors. */
  readonly plan: ContractPlan | undefined;
  readonly comparison: FolderComparison | undefined;
  /** The user's handlers files, with target `handlers`. */
  readonly handlers: FolderComparison | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly timings: Readonly<Partial<Record<Stage, number>>>;
  /** What `--lenient` would do, if it would pass the errors. */
  readonly outlook?: LenientOutlook | undefined;
  readonly fetched?: Fetched | undefined;
  /** What must match the project; absent if the contract has errors. */
  readonly written?: WrittenSettings | undefined;
  /** Its use of a shared runtime, if it has one. */
  readonly runtime?: SharedUse | undefined;
  /**
   * Input files of the output, including the user's templates; absent if the contract has errors.
   */
  readonly inputs?: readonly InputHash[] | undefined;
}

/** Documents that a contract fetched from the Web. */
interface Fetched {
  /** Folder of the contract's lock file. */
  readonly lockFolder: string;
  /** SHA-256 by URL. */
  readonly documents: ReadonlyMap<string, string>;
}

/**
 * Additions to lock files, so that they include every fetched document. Entries stay when no longer
 * needed, because another contract of the folder may need them.
 *
 * @returns a comparison for each lock file that changes
 */
function compareLocks(all: readonly Fetched[]): readonly FolderComparison[] {
  const folders = new Map<string, Map<string, string>>();
  for (const { lockFolder, documents } of all) {
    if (documents.size === 0) continue;
    const folder = resolve(lockFolder);
    const known = folders.get(folder) ?? new Map<string, string>();
    for (const [url, sha256] of documents) known.set(url, sha256);
    folders.set(folder, known);
  }
  return [...folders].flatMap(([directory, documents]) => {
    const path = join(directory, lockFileName);
    const bytes = nodeHost.readFile(path);
    const before = bytes === undefined ? undefined : new TextDecoder().decode(bytes);
    const lock = readImportLock(directory, { report: ({ message }) => refuse(message) });
    const imports = new Map([...(lock?.imports ?? []), ...documents]);
    if (lock !== undefined && imports.size === lock.imports.size) return [];
    const after = formatImportLock({ imports, copies: lock?.copies });
    const kind = before === undefined ? 'create' : 'update';
    const changes = [{ path: lockFileName, kind, before, after }] as const;
    return [{ directory, changes, unchanged: [], diagnostics: [], userOwned: true }];
  });
}

/**
 * A malformed lock file is found before anything is fetched. One that has become malformed since is
 * not overwritten.
 */
function refuse(message: string): never {
  throw new CliError(message, 'Restore it, or remove it to have it written anew.');
}

/** A generated folder with its manifest. */
export interface KnownFolder {
  readonly directory: string;
  readonly manifest: Manifest;
}

/** Generated folders by path. */
interface FolderIndex {
  /** The folder, if it was generated. */
  at(directory: string): readonly KnownFolder[];
  /** Generated folders directly below a folder. Each is read once for all contracts. */
  below(parent: string): readonly KnownFolder[];
}

/** Creates an index for one run. */
export function createFolderIndex(): FolderIndex {
  const parents = new Map<string, readonly KnownFolder[]>();
  const at = (directory: string): readonly KnownFolder[] => {
    const manifest = readManifest(directory);
    return manifest === undefined ? [] : [{ directory, manifest }];
  };
  return {
    at,
    below(parent) {
      const known = parents.get(parent) ?? foldersIn(parent).flatMap(at);
      parents.set(parent, known);
      return known;
    },
  };
}

function foldersIn(parent: string): readonly string[] {
  try {
    return readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !isTemporaryName(entry.name))
      .map((entry) => join(parent, entry.name));
  } catch {
    // nothing was generated there yet
    return [];
  }
}

/** A diagnostic with paths for display: those of the output folder are absolute. */
export function asShown(diagnostic: Diagnostic, directory: string): Diagnostic {
  const shown = shownPath(directory);
  const near = (text: string): string =>
    text.replaceAll(directory.replaceAll('\\', '/'), shown).replaceAll(directory, shown);
  const { message, span } = diagnostic;
  if (span === undefined) return { ...diagnostic, message: near(message) };
  const file = { ...span.file, path: near(span.file.path) };
  return { ...diagnostic, message: near(message), span: { ...span, file } };
}
