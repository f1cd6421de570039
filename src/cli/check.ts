import { clock } from '../diagnostics/clock.ts';
import {
  createDiagnosticBag,
  type Diagnostic,
  type DiagnosticSink,
  withLintLevels,
} from '../diagnostics/diagnostic.ts';
import { countDiagnostics } from '../diagnostics/report.ts';
import { chosenStacks, programsOf, type StackChoice } from '../diagnostics/stacks.ts';
import { lintModel } from '../lint/rules.ts';
import type { StackFinding } from '../lint/stacks.ts';
import type { LenientOutlook } from '../model/link.ts';
import type { ServiceModel } from '../model/services.ts';
import { planContract } from '../plan/contract.ts';
import { type ReadContract, unmatchedSettings } from './contract/configured.ts';
import { type ContractJob, findJobs, readContractSettings } from './contract/jobs.ts';
import { allOperations, readModel } from './contract/model.ts';
import type { ContractCommandOptions } from './contract/options.ts';
import { planOptions } from './contract/project.ts';
import { readStacks } from './stacks.ts';
import {
  type Console,
  createConsole,
  exitCodeOf,
  lenientAdvice,
  reportDiagnostics,
} from './terminal/console.ts';
import type { ExitCode } from './terminal/exit.ts';
import { type ContentCounts, contentText, schemaCounts, secondsSince } from './terminal/text.ts';

/**
 * Runs `asmx-gen check`: reads, links and names everything like `generate`, reports all errors and
 * warnings, writes nothing.
 *
 * @throws {CliError} if there is nothing to check
 */
export async function runCheck(
  contracts: readonly string[],
  options: CheckCommandOptions,
): Promise<ExitCode> {
  const console = createConsole(options);
  const start = clock();
  const bag = createDiagnosticBag();
  const jobs = await findJobs(contracts, options.config, bag);
  const diagnostics: Diagnostic[] = [...bag.diagnostics];
  const read: ReadContract[] = [];
  const outlooks: (LenientOutlook | undefined)[] = [];
  for (const job of jobs) {
    const checked = await checkJob(job, options, console);
    diagnostics.push(...checked.diagnostics);
    read.push({ job, model: checked.model });
    outlooks.push(checked.outlook);
  }
  diagnostics.push(...unmatchedSettings(read, undefined));
  const models = read.flatMap(({ model }) => model ?? []);
  console.progress.clear();
  const durationMs = Math.round(clock() - start);
  await reportDiagnostics(diagnostics, { ...console, verbose: true }, { durationMs });
  const findings = countDiagnostics(diagnostics);
  if (jobs.length > 0) {
    const what = models.length > 0 ? `${contentText(models.map(countsOf))}: ` : '';
    console.say(`${what}${findings === '' ? 'no findings' : findings} (${secondsSince(start)})`);
  }
  const advice = lenientAdvice(outlooks);
  if (advice !== undefined) console.say(advice);
  return exitCodeOf(diagnostics);
}

function countsOf(model: ServiceModel): ContentCounts {
  const { services, leftOut = 0 } = model;
  const operations = allOperations(model).length;
  return schemaCounts(model) ?? { services: services.length, operations, leftOut };
}

async function checkJob(
  { path, settings, directory }: ContractJob,
  options: CheckCommandOptions,
  console: Console,
): Promise<{
  readonly model: ServiceModel | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly outlook: LenientOutlook | undefined;
}> {
  console.progress.step(`checking ${path} …`);
  const bag = createDiagnosticBag();
  const sink = withLintLevels(bag, settings.lint);
  const { model, outlook } = await readModel(
    path,
    await readContractSettings(settings, options),
    bag,
  );
  if (model !== undefined) {
    lintModel(model, bag, settings.lint);
    await checkForStacks(model, options.for ?? settings.for, sink);
    planContract(model, planOptions(settings, path, directory), sink);
  }
  return { model, diagnostics: bag.diagnostics, outlook };
}

/** Reports what stacks cannot do of a contract, or do wrongly. */
async function checkForStacks(
  model: ServiceModel,
  chosen: readonly StackChoice[] | undefined,
  sink: DiagnosticSink,
): Promise<void> {
  if (chosen === undefined) return;
  // most runs do not ask
  const { lintForStacks } = await import('../lint/stacks.ts');
  const stacks = chosenStacks(readStacks(), chosen) ?? [];
  for (const found of lintForStacks(model, stacks)) sink.report(stackDiagnostic(found));
}

/** Number of places that are listed. */
const mostPlaces = 3;

function stackDiagnostic({ stack, fact, roles, places }: StackFinding): Diagnostic {
  const [first, ...others] = places;
  const textOf = ({ of, what }: StackFinding['places'][number]): string =>
    what === undefined ? of : `${what} of ${of}`;
  const names = [...new Set(places.map(textOf))];
  const rest = names.length - mostPlaces;
  const list = names.slice(0, mostPlaces).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  return {
    code: 'ASMX8005',
    severity: 'warning',
    message: `${stack.stack}: ${programsOf(fact, roles)} ${fact.text}: ${list}`,
    help: fact.help,
    span: first?.span,
    places: others.flatMap((place) =>
      place.span === undefined ? [] : [{ span: place.span, message: textOf(place) }],
    ),
  };
}

/** Options of `check`. */
export interface CheckCommandOptions extends ContractCommandOptions {
  /** Stacks on the other side. Default: those of the configuration. */
  readonly for?: readonly StackChoice[] | undefined;
  readonly config?: string | undefined;
}
