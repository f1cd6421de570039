import { clock } from '../../diagnostics/clock.ts';
import { createDiagnosticBag, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { lockFileName } from '../../read/import-lock.ts';
import { writeChanges } from '../../write/write-files.ts';
import { findJobs } from '../contract/jobs.ts';
import { CliError } from '../terminal/cli-error.ts';
import { type Console, createConsole } from '../terminal/console.ts';
import { exitCodeOf } from '../terminal/diagnostics-exit-code.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { hearInterrupt } from '../terminal/interrupt.ts';
import { lenientAdvice } from '../terminal/lenient-advice.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { writeData } from '../terminal/streams.ts';
import { readAccess } from '../web/access.ts';
import { compareRun, type RunComparison } from './compare-run.ts';
import { changeList, diffText, driftNotes, driftOf } from './drift.ts';
import { flagAdvice } from './flag-advice.ts';
import { createFolderIndex } from './folder-index.ts';
import { withFlags } from './generate-flags.ts';
import { generateJob } from './generate-job.ts';
import type { JobOutcome, WarmRun } from './job-outcome.ts';
import type { GenerateCommandOptions } from './options.ts';
import { documentsAdvice, settingsAdvice } from './settings-advice.ts';
import { withoutStaleManifests } from './stale-manifests.ts';
import { declaredContracts, declaredRuntimes, fileStatuses, summaryOf } from './summary.ts';

/**
 * Runs `asmx-gen generate`. All contracts are generated and compared before the first file is
 * written, and nothing is written if any of them has an error.
 *
 * @param warm Data that `--watch` keeps between runs.
 * @throws {CliError} for wrong usage
 */
export async function runGenerate(
  contracts: readonly string[],
  options: GenerateCommandOptions,
  warm?: WarmRun,
): Promise<ExitCode> {
  const console = createConsole(options);
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
    access: readAccess(options),
    templates: options.templates,
    alone: jobs.length === 1 && (contracts.length > 0 || jobs[0]?.several === false),
    force: check || options.force === true,
    check,
    replace: options.force === true,
    folders: createFolderIndex(),
    warm,
  };
  const outcomes: JobOutcome[] = [];
  for (const job of jobs) {
    console.progress.step(`generating ${job.path} …`);
    outcomes.push(await generateJob(job, withFlags(job.settings, options), mode));
    await hearInterrupt();
  }
  console.progress.clear();
  const scope = { whole, prune: options.prune, only: options.only };
  const { run, contracts: stale } = considered(await compareRun(outcomes, mode, scope), check);
  const pending = check || options.dryRun === true;
  const advice = pending ? undefined : adviceOn(outcomes, options);
  const failure = await reportRun(
    [...bag.diagnostics, ...run.diagnostics],
    run,
    { start, check, advice },
    console,
  );
  sayTimings(outcomes, console);
  if (failure !== exitCodes.fine) return failure;
  if (!pending) {
    for (const comparison of run.comparisons) writeChanges(comparison);
    for (const { directory } of run.locks) {
      console.say(`recorded in ${shownPath(`${directory}/${lockFileName}`)} what was fetched`);
    }
  } else if (console.reporter === 'text') {
    await writeData(check ? diffText(run.comparisons) : changeList(run.comparisons));
  }
  for (const path of stale) console.say(`${path} changed, its code did not`);
  if (jobs.length > 0) console.say(summaryOf(run, { start, pending }));
  if (advice !== undefined) console.say(advice);
  return check && hasDrifted(run) ? exitCodes.no : exitCodes.fine;
}

function hasDrifted({ comparisons }: RunComparison): boolean {
  return comparisons.some(({ changes }) => changes.length > 0);
}

/** What of a run counts: with `--check`, code alone. */
function considered(run: RunComparison, check: boolean): ReturnType<typeof withoutStaleManifests> {
  return check ? withoutStaleManifests(run) : { run, contracts: [] };
}

/** Lines on what to change in the configuration or the project, if anything. */
function adviceOn(
  outcomes: readonly JobOutcome[],
  options: GenerateCommandOptions,
): string | undefined {
  const lines = [
    settingsAdvice(outcomes),
    documentsAdvice(outcomes),
    flagAdvice(outcomes, options),
  ];
  return lines.filter((one) => one !== undefined).join('\n') || undefined;
}

interface ReportedRun {
  readonly start: number;
  readonly check: boolean;
  /** Settings of the project or the configuration that should be changed, if any. */
  readonly advice: string | undefined;
}

/** Reports the problems of a run, and to programs also its changes. */
async function reportRun(
  diagnostics: readonly Diagnostic[],
  { comparisons, outcomes, shared }: RunComparison,
  { start, check, advice }: ReportedRun,
  console: Console,
): Promise<ExitCode> {
  const failure = exitCodeOf(diagnostics);
  const shown = diagnostics.filter((one) => one.severity !== 'hint');
  const lenient = lenientAdvice(outcomes.map(({ outlook }) => outlook));
  if (failure === exitCodes.fine && console.reporter === 'text') {
    await reportDiagnostics(shown, console);
    return failure;
  }
  const sound = failure === exitCodes.fine;
  const drift = console.reporter === 'github' ? driftNotes(comparisons) : driftOf(comparisons);
  await reportDiagnostics([...shown, ...(sound && check ? drift : [])], console, {
    files: sound ? fileStatuses(comparisons) : [],
    contracts: sound ? declaredContracts(outcomes) : [],
    ...(sound && shared.length > 0 ? { runtimes: declaredRuntimes(shared) } : {}),
    advice: sound ? advice : lenient,
    durationMs: Math.round(clock() - start),
  });
  if (!sound && lenient !== undefined) console.say(lenient);
  return failure;
}

function sayTimings(outcomes: readonly JobOutcome[], console: Console): void {
  for (const { job, timings, plan, comparison } of outcomes) {
    const stages = Object.entries(timings).map(([stage, time]) => `${stage} ${time.toFixed(0)} ms`);
    const current = plan === undefined && comparison !== undefined ? 'current by its hashes' : '';
    console.detail(`${job.path}: ${stages.join(', ') || current}`);
  }
}
