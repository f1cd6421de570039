import { readFileSync } from 'node:fs';
import type { ContractPlan } from '../../plan/result/plan.ts';
import { hashInput, type InputHash } from '../../read/input-hash.ts';
import type { FolderComparison } from '../../write/compare-files.ts';
import { manifestName } from '../../write/manifest.ts';
import type { ContractJob } from '../contract/jobs.ts';
import {
  type ContentCounts,
  contentText,
  counted,
  schemaCounts,
  secondsSince,
} from '../terminal/counts.ts';
import { shownPath } from '../terminal/shown-path.ts';
import type { RunComparison } from './compare-run.ts';
import type { JobOutcome } from './job-outcome.ts';

/** A file, and what happened to it. */
export interface FileStatus {
  readonly path: string;
  readonly status: 'created' | 'updated' | 'removed' | 'unchanged';
}

const words = { create: 'created', update: 'updated', remove: 'removed' } as const;

/** Status of every file of a run, for `--reporter json`. */
export function fileStatuses(comparisons: readonly FolderComparison[]): readonly FileStatus[] {
  return comparisons.flatMap(({ directory, changes, unchanged }) => [
    ...changes.map(({ path, kind }): FileStatus => {
      return { path: shownPath(`${directory}/${path}`), status: words[kind] };
    }),
    ...unchanged.map((path): FileStatus => {
      return { path: shownPath(`${directory}/${path}`), status: 'unchanged' };
    }),
  ]);
}

/** Inputs and outputs of a contract, for build engines that cache and distribute. */
export interface DeclaredContract {
  readonly contract: string;
  /** Folder of the output. */
  readonly output: string;
  /**
   * Every input file: the contract, its imports, the user's templates, the configuration. CR LF
   * counts as LF.
   */
  readonly inputs: readonly { readonly path: string; readonly sha256: string }[];
  /** Every output file, including the manifest. */
  readonly outputs: readonly string[];
}

/** Inputs and outputs of every valid contract. */
export function declaredContracts(outcomes: readonly JobOutcome[]): readonly DeclaredContract[] {
  return outcomes.flatMap(({ job, comparison, inputs }) => {
    if (comparison === undefined || inputs === undefined) return [];
    return {
      contract: job.path,
      output: shownPath(comparison.directory),
      inputs: [...inputs, ...configInput(job)],
      outputs: outputsOf(comparison),
    };
  });
}

/** A shared runtime, which is not an output of a single contract. */
export interface DeclaredRuntime {
  readonly output: string;
  readonly outputs: readonly string[];
}

/** Outputs of shared runtimes. */
export function declaredRuntimes(shared: readonly FolderComparison[]): readonly DeclaredRuntime[] {
  return shared.map((one) => ({ output: shownPath(one.directory), outputs: outputsOf(one) }));
}

/** Every file of a folder after writing, sorted. */
function outputsOf({ directory, changes, unchanged }: FolderComparison): readonly string[] {
  const kept = changes.filter(({ kind }) => kind !== 'remove').map(({ path }) => path);
  const outputs = new Set([...kept, ...unchanged, manifestName]);
  return [...outputs].sort().map((path) => shownPath(`${directory}/${path}`));
}

/** The configuration as an input, without modules that it imports. */
function configInput({ config }: ContractJob): readonly InputHash[] {
  if (config === undefined) return [];
  return [{ path: shownPath(config), sha256: hashInput(readFileSync(config)) }];
}

/**
 * The line at the end: `14 services, 18 operations, 27 files: 2 updated, 25 unchanged (0.4 s)`.
 * Folders found current by their hashes only count as files:
 * `1 service, 2 operations (1 of 2 contracts), 27 files: …`.
 */
export function summaryOf(
  { outcomes, comparisons, locks }: Pick<RunComparison, 'outcomes' | 'comparisons' | 'locks'>,
  { start, pending }: { readonly start: number; readonly pending: boolean },
): string {
  const plans = outcomes.flatMap((one) => one.plan ?? []);
  const counting = comparisons.filter((one) => !locks.includes(one));
  const statuses = fileStatuses(counting).filter(({ path }) => !path.endsWith(manifestName));
  const parts: string[] = [];
  if (plans.length > 0) {
    const content = contentText(plans.map(countsOf));
    const some = plans.length < outcomes.length;
    parts.push(some ? `${content} (${plans.length} of ${outcomes.length} contracts)` : content);
  }
  const there = statuses.filter(({ status }) => status !== 'removed');
  parts.push(counted(there.length, 'file'));
  const counts = (['created', 'updated', 'removed', 'unchanged'] as const).flatMap((status) => {
    const count = statuses.filter((one) => one.status === status).length;
    if (count === 0) return [];
    return `${count} ${pending && status !== 'unchanged' ? `to be ${status}` : status}`;
  });
  return `${parts.join(', ')}: ${counts.join(', ')} (${secondsSince(start)})`;
}

function countsOf({ model, services, operations }: ContractPlan): ContentCounts {
  const { leftOut = 0 } = model;
  const own = { services: services.length, operations: operations.length, leftOut };
  return schemaCounts(model) ?? own;
}
