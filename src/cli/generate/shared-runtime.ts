import { hash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import { compareFiles, type FolderComparison, readManifest } from '../../write/compare-files.ts';
import { isCurrent } from '../../write/is-current.ts';
import { contractHere } from '../../write/refusals.ts';
import { type SettledSettings, settledIn } from '../contract/plan-options.ts';
import { packageVersion } from '../package-version.ts';
import { needsModulePackage } from '../project/needs-module-package.ts';
import { shownPath } from '../terminal/shown-path.ts';
import type { JobMode, JobOutcome, SharedUse } from './job-outcome.ts';

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
export async function compareShared(
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
  const { emit, importExtension, header, format } = settings;
  const modulePackage = needsModulePackage(directory, settings) || undefined;
  const written = [emit, importExtension, header ?? null, format, needs, sharedBy];
  const how = JSON.stringify(modulePackage ? [...written, modulePackage] : written);
  const options = hash('sha256', how);
  const stamp = { tool: packageVersion(), options, inputs: {}, sharedBy, exports: needs };
  const manifest = readManifest(directory);
  // no hash covers the project's prettier configuration
  if (manifest !== undefined && format === 'default') {
    if (isCurrent(directory, stamp, () => undefined)) {
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
  const comparison = compareFiles(directory, files, { stamp, force: mode.force });
  if (mode.replace || manifest?.contract === undefined) return comparison;
  const refusal = contractHere(shownPath(directory), manifest);
  return { ...comparison, diagnostics: [...comparison.diagnostics, refusal] };
}

function pathFrom(directory: string, folder: string): string {
  return relative(directory, folder).replaceAll('\\', '/');
}
