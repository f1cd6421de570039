import { relative } from 'node:path';
import { clock } from '../../diagnostics/clock.ts';
import { createDiagnosticBag, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { lockFileName } from '../../read/import-lock.ts';
import { bundle } from '../../start/start.ts';
import {
  compareAbandoned,
  type FileChange,
  type FolderComparison,
} from '../../write/compare-files.ts';
import { unifiedDiff } from '../../write/diff.ts';
import { abandonedFolder } from '../../write/refusals.ts';
import { writeChanges } from '../../write/write-files.ts';
import { CliError } from '../cli-error.ts';
import { exitCodeOf } from '../diagnostics-exit-code.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { GenerateCommandOptions } from '../generate.ts';
import { hearInterrupt } from '../interrupt.ts';
import { findJobs } from '../jobs.ts';
import { reportDiagnostics } from '../report-diagnostics.ts';
import { shownPath } from '../shown-path.ts';
import { writeData } from '../streams.ts';
import { createTalk, type Talk } from '../talk.ts';
import { findAbandoned } from './abandoned-folders.ts';
import { createFolderIndex } from './folder-index.ts';
import { withFlags } from './generate-flags.ts';
import { generateJob, type JobOutcome, type WarmRun } from './generate-job.ts';
import { compareLocks } from './lock-comparison.ts';
import { asShown } from './shown-diagnostic.ts';
import { comparisonsOf, declaredContracts, fileStatuses, summaryOf } from './summary.ts';

/**
 * Runs `asmx-gen generate`. All contracts are generated and compared before the first file is written, and nothing is written
 * when anything is wrong with any of them.
 *
 * @param warm What `--watch` keeps between runs.
 * @throws {CliError} for wrong usage
 */
export async function runGenerate(
  contracts: readonly string[],
  options: GenerateCommandOptions,
  warm?: WarmRun,
): Promise<ExitCode> {
  const talk = createTalk(options);
  const start = clock();
  const check = options.check === true;
  const bag = createDiagnosticBag();
  const whole = contracts.length === 0 && options.out === undefined;
  if (options.prune === true && !whole) {
    throw new CliError(
      '--prune looks at the whole configuration',
      'Leave out the contracts and --out.',
    );
  }
  const jobs = await findJobs(contracts, options.config, bag);
  const mode = {
    out: options.out,
    templates: options.templates,
    alone: jobs.length === 1 && (contracts.length > 0 || jobs[0]?.several === false),
    force: check || options.force === true,
    replace: options.force === true,
    folders: createFolderIndex(),
    warm,
  };
  const outcomes: JobOutcome[] = [];
  for (const job of jobs) {
    talk.progress.step(`generating ${job.path} …`);
    outcomes.push(await generateJob(job, withFlags(job.settings, options), mode));
    await hearInterrupt();
  }
  talk.progress.clear();
  refuseSharedFolders(outcomes);
  refuseSharedHandlers(outcomes);
  const abandoned = whole ? findAbandoned(outcomes, mode.folders) : [];
  const pruned = options.prune === true ? abandoned : [];
  const removals = pruned.map(({ directory, manifest }) =>
    compareAbandoned(directory, manifest, mode.force),
  );
  const diagnostics = [
    ...bag.diagnostics,
    ...outcomes.flatMap((one) => one.diagnostics),
    ...(await unmatchedIn(outcomes, options.only)),
    ...removals.flatMap((one) => one.diagnostics.map((all) => asShown(all, one.directory))),
    ...(options.prune === true
      ? []
      : abandoned.map((one) => abandonedFolder(shownPath(one.directory), one.manifest))),
  ];
  const failure = exitCodeOf(diagnostics);
  const locks = compareLocks(outcomes.flatMap((one) => one.fetched ?? []));
  const comparisons = [...comparisonsOf(outcomes), ...removals, ...locks];
  const drift = check && failure === exitCodes.fine ? driftOf(comparisons) : [];
  const files = failure === exitCodes.fine ? fileStatuses(comparisons) : [];
  const durationMs = Math.round(clock() - start);
  const shown = [...diagnostics.filter((one) => one.severity !== 'hint'), ...drift];
  if (talk.reporter !== 'text' || failure !== exitCodes.fine) {
    const contracts = failure === exitCodes.fine ? declaredContracts(outcomes) : [];
    await reportDiagnostics(shown, talk, { files, contracts, durationMs });
  } else {
    await reportDiagnostics(
      shown.filter((one) => !drift.includes(one)),
      talk,
    );
  }
  sayTimings(outcomes, talk);
  if (failure !== exitCodes.fine) return failure;
  if (check) {
    if (talk.reporter === 'text') await writeData(diffText(comparisons));
  } else if (options.dryRun === true) {
    if (talk.reporter === 'text') await writeData(changeList(comparisons));
  } else {
    for (const comparison of comparisons) writeChanges(comparison);
  }
  const pending = check || options.dryRun === true;
  for (const { directory } of pending ? [] : locks) {
    talk.say(`recorded in ${shownPath(`${directory}/${lockFileName}`)} what was fetched`);
  }
  if (jobs.length > 0) talk.say(summaryOf(outcomes, removals, { start, pending }));
  // only behind a whole run there is code of all its steps; and with `--watch` V8 has other flags
  if (warm === undefined && outcomes.some(({ plan }) => plan !== undefined)) bundle.keep();
  return drift.length > 0 ? exitCodes.no : exitCodes.fine;
}

/** Names of the configuration that no contract has. Folders found current by their hashes were told of when they were made. */
async function unmatchedIn(
  outcomes: readonly JobOutcome[],
  only: readonly string[] | undefined,
): Promise<readonly Diagnostic[]> {
  const named = outcomes.some(
    ({ job: { settings }, plan }) =>
      plan !== undefined &&
      [...Object.keys(settings.naming), ...settings.only, ...(only ?? [])].length > 0,
  );
  if (!named) return [];
  const { unmatchedSettings } = await import('../unmatched-settings.ts');
  return unmatchedSettings(
    outcomes.map(({ job, plan }) => ({ job, model: plan?.model })),
    only,
  );
}

/** Two contracts must not write over one another. */
function refuseSharedFolders(outcomes: readonly JobOutcome[]): void {
  const owners = new Map<string, string>();
  for (const { job, comparison } of outcomes) {
    if (comparison === undefined) continue;
    const other = owners.get(comparison.directory);
    if (other !== undefined) {
      const folder = shown(comparison.directory);
      throw new CliError(
        `${other} and ${job.path} would both be written to ${folder}`,
        'Give each an `output` of its own in the configuration.',
      );
    }
    owners.set(comparison.directory, job.path);
  }
}

/** Two contracts must not keep handlers of services of one name in one file. */
function refuseSharedHandlers(outcomes: readonly JobOutcome[]): void {
  const owners = new Map<string, string>();
  for (const { job, handlers } of outcomes) {
    if (handlers === undefined) continue;
    const paths = [...handlers.changes.map((one) => one.path), ...handlers.unchanged];
    for (const path of paths.map((one) => shown(`${handlers.directory}/${one}`))) {
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

/** What `--check` finds, as diagnostics for machines. */
function driftOf(comparisons: readonly FolderComparison[]): readonly Diagnostic[] {
  const words = { create: 'is missing', update: 'is not up to date', remove: 'is left over' };
  return comparisons.flatMap(({ directory, changes }) =>
    changes.map(({ path, kind, before }): Diagnostic => {
      const file = { path: shown(`${directory}/${path}`), text: before ?? '' };
      return {
        code: 'ASMX7003',
        severity: 'error',
        message: `'${file.path}' ${words[kind]}`,
        span: { file, start: 0, end: 0 },
        help: 'run asmx-gen generate and commit what it writes',
      };
    }),
  );
}

function diffText(comparisons: readonly FolderComparison[]): string {
  return eachChange(comparisons, (path, { before, after }) => unifiedDiff(path, before, after));
}

function changeList(comparisons: readonly FolderComparison[]): string {
  return eachChange(comparisons, (path, { kind }) => `${kind} ${path}\n`);
}

function eachChange(
  comparisons: readonly FolderComparison[],
  write: (path: string, change: FileChange) => string,
): string {
  return comparisons
    .flatMap(({ directory, changes }) =>
      changes.map((change) => write(shown(`${directory}/${change.path}`), change)),
    )
    .join('');
}

function shown(path: string): string {
  return relative(process.cwd(), path).replaceAll('\\', '/');
}

function sayTimings(outcomes: readonly JobOutcome[], talk: Talk): void {
  for (const { job, timings, plan, comparison } of outcomes) {
    const stages = Object.entries(timings).map(([stage, time]) => `${stage} ${time.toFixed(0)} ms`);
    const current = plan === undefined && comparison !== undefined ? 'current by its hashes' : '';
    talk.detail(`${job.path}: ${stages.join(', ') || current}`);
  }
}
