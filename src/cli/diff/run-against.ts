import { compareModels } from '../../compare/compare-models.ts';
import { createDiagnosticBag, type DiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { harmless } from '../../diagnostics/display-width.ts';
import { reportJson } from '../../diagnostics/report-json.ts';
import type { Host } from '../../read/host.ts';
import { isRemote } from '../../read/resolve-location.ts';
import { type ContractJob, findJobs, readSettings } from '../contract/jobs.ts';
import { type ReadModel, readModel } from '../contract/read-model.ts';
import { coloursFor } from '../terminal/colours.ts';
import { createConsole } from '../terminal/console.ts';
import type { ExitCode } from '../terminal/exit-codes.ts';
import { dataTerminal, writeData } from '../terminal/streams.ts';
import { ChangeSettings } from './change-settings.ts';
import { changesGithub } from './changes-github.ts';
import { changesData } from './changes-json.ts';
import { changesMarkdown } from './changes-markdown.ts';
import { changesText } from './changes-text.ts';
import { type Compared, comparedAs } from './compared.ts';
import { gitRevision } from './git-revision.ts';
import type { DiffCommandOptions } from './options.ts';
import { exitCodeOfChanges, refuse, refuseTwoForms, reportBeside } from './run.ts';

/** What is known of a run. */
interface Against {
  readonly revision: string;
  readonly compared: readonly Compared[];
  /** Contracts that the revision does not have. */
  readonly added: readonly string[];
}

/**
 * Runs `asmx-gen diff --against`: compares the contracts of the configuration with those of a git
 * revision, and writes the changes to stdout. Contracts from the Web are not in git, and left out.
 *
 * @returns 1 if something breaks, 2 if a contract cannot be read or has errors
 * @throws {CliError} if there is no such revision, and for options that exclude each other
 */
export async function runDiffAgainst(
  revision: string,
  contracts: readonly string[],
  options: DiffCommandOptions,
): Promise<ExitCode> {
  refuseTwoForms(options);
  const console = createConsole(options);
  const bag = createDiagnosticBag();
  const settings = await ChangeSettings.read(options, bag);
  const jobs = bag.failed ? [] : await findJobs(contracts, options.config, bag);
  const before = gitRevision(revision);
  const compared: Compared[] = [];
  const added: string[] = [];
  const outlooks: ReadModel['outlook'][] = [];
  for (const job of jobs) {
    console.progress.step(`comparing ${job.path} …`);
    if (isRemote(job.path)) console.say(`${job.path} is not in git: it is not compared`);
    else if (before.readFile(job.path) === undefined) added.push(job.path);
    else {
      const models = await readJob(job, { before, bag, options });
      outlooks.push(...models.map(({ outlook }) => outlook));
      const [old, now] = models.map(({ model }) => model);
      if (old === undefined || now === undefined) continue;
      const comparison = compareModels(old, now, settings);
      const name = `${revision}:${job.path}`;
      compared.push(comparedAs(options, { old: name, new: job.path, comparison }));
    }
  }
  console.progress.clear();
  if (bag.failed) return refuse(bag, outlooks, console);
  await reportBeside(bag, settings.withoutEffect(contracts.length === 0), console);
  await writeData(render({ revision, compared, added }, options, bag));
  return exitCodeOfChanges(
    compared.map(({ comparison }) => comparison),
    options,
  );
}

/** A contract as the revision has it, and as it is now. */
async function readJob(
  { path, settings }: ContractJob,
  {
    before,
    bag,
    options,
  }: {
    readonly before: Host;
    readonly bag: DiagnosticBag;
    readonly options: DiffCommandOptions;
  },
): Promise<readonly ReadModel[]> {
  const read = { ...readSettings(settings, options), namespace: settings.namespace };
  return [await readModel(path, read, bag, before), await readModel(path, read, bag)];
}

function render(
  { revision, compared, added }: Against,
  options: DiffCommandOptions,
  { diagnostics }: DiagnosticBag,
): string {
  if (options.reporter === 'json') {
    const data = compared.map(changesData);
    return reportJson(diagnostics, { against: revision, contracts: data, added });
  }
  if (options.reporter === 'github') return compared.map(changesGithub).join('');
  if (options.markdown === true) {
    const news = added.map((path) => `## New contract: ${harmless(path)}\n`);
    return [...compared.map(changesMarkdown), ...news].join('\n');
  }
  const colours = coloursFor(dataTerminal(), options.color);
  const texts = compared.map((one) => {
    return `${colours.bold(harmless(one.new))}\n${changesText(one, colours)}`;
  });
  const news = added.map((path) => `${colours.bold(harmless(path))}\nnew: ${revision} has none\n`);
  return [...texts, ...news].join('\n');
}
