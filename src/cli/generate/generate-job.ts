import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ContractSettings } from '../../config/config.ts';
import { createDiagnosticBag, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FormatCache } from '../../format/prettier-format.ts';
import type { Stage } from '../../generate.ts';
import type { ContractPlan, PlanOptions } from '../../plan/plan.ts';
import type { Host } from '../../read/host.ts';
import type { InputHash } from '../../read/input-hash.ts';
import { compareFiles, type FolderComparison, readManifest } from '../../write/compare-files.ts';
import { createFolderCache } from '../../write/format-cache.ts';
import { inputName, outputStamp } from '../../write/is-current.ts';
import { otherContract } from '../../write/refusals.ts';
import { contractSource } from '../contract-source.ts';
import type { ContractJob } from '../jobs.ts';
import { nodeHost } from '../node-host.ts';
import { packageVersion } from '../package-version.ts';
import { planOptions } from '../plan-options.ts';
import { shownPath } from '../shown-path.ts';
import { compareHandlers } from './compare-handlers.ts';
import { findCurrent } from './find-current.ts';
import type { FolderIndex } from './folder-index.ts';
import { wantedOf } from './handlers-wanted.ts';
import type { Fetched } from './lock-comparison.ts';
import { optionsHash, templateFiles, templateInputs } from './options-hash.ts';
import { handlersFolder, importPath, outputFolder } from './output-folder.ts';
import { asShown } from './shown-diagnostic.ts';

/** What `--watch` keeps between runs, and learns of each. */
export interface WarmRun {
  readonly cache: FormatCache;
  /** Told of every file asked for, whether or not it is there. */
  readonly noteFile: (path: string) => void;
  /** Told of every folder of templates. */
  readonly noteTemplates: (folder: string) => void;
}

/** How all jobs of a run are done. */
export interface JobMode {
  readonly out: string | undefined;
  readonly templates: string | undefined;
  /** Whether it is the only job. */
  readonly alone: boolean;
  /** Overwrites edited files, or, with `--check`, shows them as a difference. */
  readonly force: boolean;
  /** Replaces the code of another contract. */
  readonly replace: boolean;
  /** Generated folders met so far. */
  readonly folders: FolderIndex;
  readonly warm?: WarmRun | undefined;
}

/** A contract generated in memory and held against its folder. */
export interface JobOutcome {
  readonly job: ContractJob;
  /** Absent when the folder was found current by its hashes, or the contract has errors. */
  readonly plan: ContractPlan | undefined;
  readonly comparison: FolderComparison | undefined;
  /** The user's files of handlers, with target `handlers`. */
  readonly handlers: FolderComparison | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly timings: Readonly<Partial<Record<Stage, number>>>;
  readonly fetched?: Fetched | undefined;
  /** Files the output was made from, the user's templates included; absent when the contract has errors. */
  readonly inputs?: readonly InputHash[] | undefined;
}

/** Generates one contract in memory and compares it with its output folder; reads only. */
export async function generateJob(
  job: ContractJob,
  settings: ContractSettings,
  mode: JobMode,
): Promise<JobOutcome> {
  const templates = templatesOf(job, settings, mode);
  const tool = packageVersion();
  const { warm } = mode;
  const host = warm === undefined ? nodeHost : notingHost(warm);
  if (templates !== undefined && warm !== undefined) {
    warm.noteTemplates(resolve(templates));
    for (const file of templateFiles(templates)) warm.noteFile(resolve(templates, file));
  }
  const early = outputFolder(job, mode.out, mode.alone, undefined);
  const handled = settings.targets.includes('handlers');
  const cache = warm?.cache ?? formatCacheOf(job.directory);
  const current = findCurrent({ job, settings, mode, templates, tool, host, cache });
  if (current !== undefined) return current;
  let directory = early;
  let handlers: string | undefined;
  let options: PlanOptions | undefined;
  // loaded here, since an unchanged folder needs none of the pipeline
  const { generate } = await import('../../generate.ts');
  const bag = createDiagnosticBag();
  const source = await contractSource(job.path, settings, bag, host);
  const result = await generate(
    {
      input: source.input,
      options: (name) => {
        directory = outputFolder(job, mode.out, mode.alone, name) ?? job.directory;
        handlers = handled ? handlersFolder(job, settings, directory, name) : undefined;
        const from = handlers === undefined ? undefined : importPath(handlers, directory);
        options = planOptions(settings, source.input, directory, from);
        return options;
      },
      read: source.read,
      lenient: settings.lenient,
      namespace: settings.namespace,
      templates,
      format: settings.format === 'project' ? 'project' : 'own',
      directory: early ?? job.directory,
      formatCache: cache,
    },
    source.host,
  );
  const diagnostics = [...bag.diagnostics, ...result.diagnostics];
  const { plan, timings, inputs } = result;
  const failed = diagnostics.some((one) => one.severity === 'error');
  if (failed || plan === undefined || directory === undefined || options === undefined) {
    return {
      job,
      plan: undefined,
      comparison: undefined,
      handlers: undefined,
      diagnostics,
      timings,
    };
  }
  const hash = optionsHash(options, settings, templates);
  const stamp = outputStamp(directory, {
    tool,
    options: hash,
    contract: plan.model.name,
    inputs,
    handlers: handled ? result.handlers.map((one) => wantedOf(one.plan)) : undefined,
  });
  const comparison = compareFiles(directory, result.files, { stamp, force: mode.force });
  diagnostics.push(...comparison.diagnostics.map((one) => asShown(one, directory ?? '')));
  if (!mode.replace) diagnostics.push(...refuseOther(job, directory, plan.model.name));
  const own =
    handlers === undefined ? undefined : compareHandlers(handlers, result.handlers, cache);
  diagnostics.push(...(own?.diagnostics ?? []));
  const fetched = { lockFolder: source.lockFolder, documents: result.fetched };
  const read = [...inputs, ...templateInputs(templates)];
  return { job, plan, comparison, handlers: own, diagnostics, timings, fetched, inputs: read };
}

/** Refuses to write over the code of another contract: one of another name, that was read from other files. */
function refuseOther(job: ContractJob, directory: string, contract: string): readonly Diagnostic[] {
  const manifest = readManifest(directory);
  const other = manifest?.contract;
  if (manifest === undefined || other === undefined || other === contract) return [];
  if (manifest.inputs[inputName(directory, job.path)] !== undefined) return [];
  return [otherContract(shownPath(directory), manifest, contract)];
}

/** Formatted texts are kept where tools keep such things; without `node_modules` they are not. */
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
