import { sep } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { compareAbandoned, type FolderComparison } from '../../write/compare-files.ts';
import { abandonedFolder } from '../../write/refusals.ts';
import { CliError } from '../terminal/cli-error.ts';
import { pathFromHere, shownPath } from '../terminal/shown-path.ts';
import { findAbandoned } from './abandoned-folders.ts';
import type { JobMode, JobOutcome } from './job-outcome.ts';
import { compareLocks } from './lock-comparison.ts';
import { misplacedRuntimes } from './misplaced-runtime.ts';
import { compareShared } from './shared-runtime.ts';
import { asShown } from './shown-diagnostic.ts';

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
    const { naming, types, dataSets, streams, routes, scriptServices, scriptGets } = settings;
    const names = [naming, types.own ?? {}, dataSets, routes].flatMap((one) => Object.keys(one));
    const lists = [streams, scriptServices === true ? [] : scriptServices, scriptGets];
    const all = [...names, ...lists.flat(), ...settings.only, ...(only ?? [])];
    return plan !== undefined && (all.length > 0 || settings.publish === 'original');
  });
  if (!named) return [];
  const { unmatchedSettings } = await import('../contract/unmatched-settings.ts');
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
