import { clock } from '../diagnostics/clock.ts';
import { createDiagnosticBag, type Diagnostic, withLintLevels } from '../diagnostics/diagnostic.ts';
import { countDiagnostics } from '../diagnostics/report.ts';
import { lintModel } from '../lint/rules.ts';
import type { LenientOutlook } from '../model/link.ts';
import type { ServiceModel } from '../model/services.ts';
import { planContract } from '../plan/contract.ts';
import { type ReadContract, unmatchedSettings } from './contract/configured.ts';
import { type ContractJob, findJobs, readContractSettings } from './contract/jobs.ts';
import { allOperations, readModel } from './contract/model.ts';
import type { ContractCommandOptions } from './contract/options.ts';
import { planOptions } from './contract/project.ts';
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
    planContract(model, planOptions(settings, path, directory), sink);
  }
  return { model, diagnostics: bag.diagnostics, outlook };
}

/** Options of `check`. */
export interface CheckCommandOptions extends ContractCommandOptions {
  readonly config?: string | undefined;
}
