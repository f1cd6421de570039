import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ContractSettings } from '../../config/config.ts';
import { createDiagnosticBag, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { withLintLevel } from '../../diagnostics/lint-levels.ts';
import type { FormatCache } from '../../format/prettier-format.ts';
import type { GenerateResult } from '../../generate.ts';
import type { ContractPlan, PlanOptions } from '../../plan/result/plan.ts';
import type { Host } from '../../read/host.ts';
import { compareFiles, readManifest } from '../../write/compare-files.ts';
import { createFolderCache } from '../../write/format-cache.ts';
import { inputName, outputStamp } from '../../write/is-current.ts';
import { otherContract, sharedHere } from '../../write/refusals.ts';
import { contractSource } from '../contract/contract-source.ts';
import type { ContractJob } from '../contract/jobs.ts';
import { nodeHost } from '../contract/node-host.ts';
import {
  importPath,
  planOptions,
  type SettledSettings,
  settledIn,
} from '../contract/plan-options.ts';
import { packageVersion } from '../package-version.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { compareHandlers } from './compare-handlers.ts';
import { expectedHandlers } from './expected-handlers.ts';
import { type CurrentQuestion, findCurrent, writtenSettings } from './find-current.ts';
import type { JobMode, JobOutcome, WarmRun } from './job-outcome.ts';
import { optionsHash, templateFiles, templateInputs } from './options-hash.ts';
import { handlersFolder, outputFolder } from './output-folder.ts';
import { sharedUse } from './shared-runtime.ts';
import { asShown } from './shown-diagnostic.ts';

/** Generates one contract in memory and compares it with its output folder. Only reads. */
export async function generateJob(
  job: ContractJob,
  settings: ContractSettings,
  mode: JobMode,
): Promise<JobOutcome> {
  const templates = templatesOf(job, settings, mode);
  const tool = packageVersion();
  const { warm } = mode;
  const host = warm === undefined ? nodeHost : notingHost(warm);
  // they decide the extension of imports
  for (const name of ['tsconfig.json', 'package.json']) {
    warm?.noteFile(resolve(job.directory, name));
  }
  if (templates !== undefined && warm !== undefined) {
    warm.noteTemplates(resolve(templates));
    for (const file of templateFiles(templates)) warm.noteFile(resolve(templates, file));
  }
  const cache = warm?.cache ?? formatCacheOf(job.directory);
  const question = { job, settings, mode, templates, tool, host, cache };
  return (await findCurrent(question)) ?? (await generateAnew(question));
}

/** The output folder of a contract, which may depend on its name, and the options of its plan. */
interface Target {
  readonly directory: string;
  /** Folder of the handlers, with target `handlers`. */
  readonly handlers: string | undefined;
  readonly settings: SettledSettings;
  readonly options: PlanOptions;
}

function targetOf(question: CurrentQuestion, input: string, name: string): Target {
  const { job, mode } = question;
  const directory = outputFolder(job, mode.out, mode.alone, name) ?? job.directory;
  const settings = settledIn(directory, question.settings, mode.check);
  const handled = settings.targets.includes('handlers');
  const handlers = handled ? handlersFolder(job, settings, directory, name) : undefined;
  const from = handlers === undefined ? undefined : importPath(handlers, directory);
  return { directory, handlers, settings, options: planOptions(settings, input, directory, from) };
}

async function generateAnew(question: CurrentQuestion): Promise<JobOutcome> {
  const { job, settings, mode, templates, host, cache } = question;
  let target: Target | undefined;
  // loaded on demand, because an unchanged folder needs none of the pipeline
  const { generate } = await import('../../generate.ts');
  const bag = createDiagnosticBag();
  const { access } = question.mode;
  const source = await contractSource(job.path, { ...settings, access }, bag, host);
  const result = await generate(
    {
      input: source.input,
      options: (name) => {
        target = targetOf(question, source.input, name);
        return target.options;
      },
      read: source.read,
      lenient: settings.lenient,
      patterns: settings.patterns,
      namespace: settings.namespace,
      templates,
      format: settings.format === 'project' ? 'project' : 'own',
      directory: outputFolder(job, mode.out, mode.alone, undefined) ?? job.directory,
      formatCache: cache,
    },
    source.host,
  );
  const diagnostics = [...bag.diagnostics, ...result.diagnostics].flatMap(
    (one) => withLintLevel(one, settings.lint) ?? [],
  );
  const { plan, timings } = result;
  if (plan === undefined || target === undefined || hasErrors(diagnostics)) {
    const nothing = { plan: undefined, comparison: undefined, handlers: undefined };
    return { job, ...nothing, diagnostics, timings, outlook: result.outlook };
  }
  const compared = await compareResult(question, { ...result, plan }, target);
  return {
    job,
    plan,
    ...compared,
    diagnostics: [...diagnostics, ...compared.diagnostics],
    timings,
    written: writtenSettings(target.settings, settings),
    fetched: { lockFolder: source.lockFolder, documents: result.fetched },
    inputs: [...result.inputs, ...templateInputs(templates)],
  };
}

/** Compares the generated files with existing ones. */
async function compareResult(
  { job, mode, templates, tool, cache }: CurrentQuestion,
  result: GenerateResult & { readonly plan: ContractPlan },
  { directory, handlers, settings, options }: Target,
): Promise<Pick<JobOutcome, 'comparison' | 'handlers' | 'runtime' | 'diagnostics'>> {
  const { plan, inputs, files } = result;
  const needs = plan.runtimeNames.list();
  const { runtime } = options;
  const stamp = outputStamp(directory, {
    tool,
    options: optionsHash(options, settings, templates),
    contract: plan.model.name,
    inputs,
    handlers:
      handlers === undefined ? undefined : result.handlers.map((one) => expectedHandlers(one.plan)),
    runtime: typeof runtime === 'string' ? undefined : { folder: runtime.shared, needs },
  });
  const comparison = compareFiles(directory, files, { stamp, force: mode.force });
  const own =
    handlers === undefined ? undefined : await compareHandlers(handlers, result.handlers, cache);
  return {
    comparison,
    handlers: own,
    runtime: sharedUse(settings, needs),
    diagnostics: [
      ...comparison.diagnostics.map((one) => asShown(one, directory)),
      ...(mode.replace ? [] : refuseOther(job, directory, plan.model.name)),
      ...(own?.diagnostics ?? []),
    ],
  };
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((one) => one.severity === 'error');
}

/**
 * Refuses to overwrite the code of another contract: one with another name that was read from other
 * files.
 */
function refuseOther(job: ContractJob, directory: string, contract: string): readonly Diagnostic[] {
  const manifest = readManifest(directory);
  if (manifest?.sharedBy !== undefined) return [sharedHere(shownPath(directory), manifest)];
  const other = manifest?.contract;
  if (manifest === undefined || other === undefined || other === contract) return [];
  if (manifest.inputs[inputName(directory, job.path)] !== undefined) return [];
  return [otherContract(shownPath(directory), manifest, contract)];
}

/** A cache in `node_modules`; none without that folder. */
function formatCacheOf(directory: string): FormatCache | undefined {
  const modules = join(directory, 'node_modules');
  return existsSync(modules) ? createFolderCache(join(modules, '.cache', 'asmx-gen')) : undefined;
}

function templatesOf(
  job: ContractJob,
  settings: ContractSettings,
  mode: JobMode,
): string | undefined {
  if (mode.templates !== undefined) return shownPath(resolve(mode.templates));
  const { templates } = settings;
  return templates === undefined ? undefined : shownPath(resolve(job.directory, templates));
}

function notingHost({ noteFile }: WarmRun): Host {
  return {
    ...nodeHost,
    readFile: (path, limit) => {
      noteFile(resolve(path));
      return nodeHost.readFile(path, limit);
    },
  };
}
