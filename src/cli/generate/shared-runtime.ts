import { hash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import type { ContractSettings } from '../../config/config.ts';
import { compareFiles, type FolderComparison, readManifest } from '../../write/compare-files.ts';
import { isCurrent } from '../../write/is-current.ts';
import { contractHere } from '../../write/refusals.ts';
import { packageVersion } from '../package-version.ts';
import { shownPath } from '../terminal/shown-path.ts';
import type { JobMode, JobOutcome, SharedUse } from './job-outcome.ts';

/**
 * What a contract with these settings uses of a shared runtime; `undefined` where it has one of its
 * own.
 */
export function sharedUse(
  settings: ContractSettings,
  needs: readonly string[],
): SharedUse | undefined {
  const { runtime } = settings;
  return typeof runtime === 'string' ? undefined : { directory: runtime.shared, needs, settings };
}

/** A shared runtime with all that use it. */
interface SharedRuntime {
  readonly directory: string;
  readonly settings: SharedUse['settings'];
  /** What each folder of generated code needs, by its path from the runtime's folder. */
  readonly users: ReadonlyMap<string, readonly string[]>;
}

/**
 * Compares the runtime folders that contracts of a run share with what these need, and with what
 * the other folders need that import them: those whose own manifests say so.
 *
 * @param removed Folders that the run removes.
 */
export async function compareShared(
  outcomes: readonly JobOutcome[],
  removed: ReadonlySet<string>,
  mode: JobMode,
): Promise<readonly FolderComparison[]> {
  // nothing is written then
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
    // without any it is a folder that no contract makes any more
    if (users.size > 0) found.set(left, { settings: job.settings, users });
  }
  return [...found].map(([directory, one]) => ({ directory, ...one }));
}

/** The shared runtime that the files of a folder import as they are now. */
function formerRuntime(folder: string): string | undefined {
  const runtime = readManifest(folder)?.runtime;
  return runtime && resolve(folder, runtime.folder);
}

/** Folders that import a shared runtime, but for those that are known. */
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
  const { emit, importExtension, header, format } = settings;
  const how = JSON.stringify([emit, importExtension, header ?? null, format, needs, sharedBy]);
  const options = hash('sha256', how);
  const stamp = { tool: packageVersion(), options, inputs: {}, sharedBy, exports: needs };
  const manifest = readManifest(directory);
  // the project's prettier configuration is in no hash
  if (manifest !== undefined && format === 'default') {
    if (isCurrent(directory, stamp, () => undefined)) {
      return { directory, changes: [], unchanged: Object.keys(manifest.files), diagnostics: [] };
    }
  }
  // loaded here, since an unchanged folder needs none of the pipeline
  const { generateSharedRuntime } = await import('../../generate.ts');
  const files = await generateSharedRuntime(needs, settings, {
    format: format === 'project' ? 'project' : 'own',
    directory,
    formatCache: mode.warm?.cache,
  });
  const comparison = compareFiles(directory, files, { stamp, force: mode.force });
  if (mode.replace || manifest?.contract === undefined) return comparison;
  const refusal = contractHere(shownPath(directory), manifest);
  return { ...comparison, diagnostics: [...comparison.diagnostics, refusal] };
}

function pathFrom(directory: string, folder: string): string {
  return relative(directory, folder).replaceAll('\\', '/');
}
