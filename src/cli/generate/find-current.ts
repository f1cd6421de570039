import { dirname, resolve } from 'node:path';
import type { ContractSettings } from '../../config/config.ts';
import type { FormatCache } from '../../format/prettier-format.ts';
import type { Host } from '../../read/host.ts';
import { hashInput } from '../../read/input-hash.ts';
import { inputName, isCurrent } from '../../write/is-current.ts';
import type { ContractJob } from '../contract/jobs.ts';
import {
  importPath,
  planOptions,
  type SettledSettings,
  settledIn,
} from '../contract/plan-options.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { compareHandlers } from './compare-handlers.ts';
import { readExpectedHandlers } from './expected-handlers.ts';
import type { KnownFolder } from './folder-index.ts';
import type { JobMode, JobOutcome } from './job-outcome.ts';
import { optionsHash, templateInputs } from './options-hash.ts';
import { handlersFolder, outputFolder } from './output-folder.ts';
import { sharedUse } from './shared-runtime.ts';

/** A job with everything that affects its output. */
export interface CurrentQuestion {
  readonly job: ContractJob;
  readonly settings: ContractSettings;
  readonly mode: JobMode;
  /** Folder of the user's templates. */
  readonly templates: string | undefined;
  /** Version of the tool. */
  readonly tool: string;
  readonly host: Host;
  /** Remembers handlers files that a parser found complete. */
  readonly cache: FormatCache | undefined;
}

/**
 * Finds the folder that a contract was generated into. Checks by hashes whether it equals the
 * output of a run, and by their text whether the user's handlers are complete.
 *
 * @returns `undefined` if only generating can show it
 */
export async function findCurrent(question: CurrentQuestion): Promise<JobOutcome | undefined> {
  const { job, settings, mode } = question;
  // no hash covers the project's prettier configuration
  if (settings.format !== 'default') return undefined;
  // the targets of imports are unknown without following them
  if (settings.confine !== undefined) return undefined;
  // a warning that is an error here must be found
  if (Object.values(settings.lint).includes('error')) return undefined;
  // no hash covers catalogs
  if (settings.imports.some((one) => 'catalog' in one)) return undefined;
  const early = outputFolder(job, mode.out, mode.alone, undefined);
  // a folder named after the contract: any that was generated from it may be that folder
  const parent = dirname(outputFolder(job, mode.out, mode.alone, 'contract') ?? '');
  const folders = early === undefined ? mode.folders.below(parent) : mode.folders.at(early);
  for (const folder of folders) {
    const outcome = await judge(folder, question);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

async function judge(
  { directory, manifest }: KnownFolder,
  { job, settings: given, mode, templates, tool, host, cache }: CurrentQuestion,
): Promise<JobOutcome | undefined> {
  const name = manifest.contract;
  if (name === undefined || manifest.inputs[inputName(directory, job.path)] === undefined) {
    return undefined;
  }
  const output = outputFolder(job, mode.out, mode.alone, name);
  if (output === undefined || resolve(output) !== resolve(directory)) return undefined;
  const settings = settledIn(directory, given, mode.check);
  const handled = settings.targets.includes('handlers');
  const handlers = handled ? handlersFolder(job, settings, directory, name) : undefined;
  const from = handlers === undefined ? undefined : importPath(handlers, directory);
  const plan = planOptions(settings, job.path, directory, from);
  const options = optionsHash(plan, settings, templates);
  const hashOf = (path: string): string | undefined => {
    const bytes = host.readFile(path);
    return bytes === undefined ? undefined : hashInput(bytes);
  };
  if (!isCurrent(directory, { tool, options }, hashOf)) return undefined;
  const own =
    handlers === undefined ? undefined : await completeHandlers(handlers, manifest.handlers, cache);
  if (handled && own === undefined) return undefined;
  const needs = manifest.runtime?.needs;
  if (typeof settings.runtime !== 'string' && needs === undefined) return undefined;
  const unchanged = Object.keys(manifest.files);
  return {
    job,
    plan: undefined,
    comparison: { directory, changes: [], unchanged, diagnostics: [] },
    handlers: own,
    diagnostics: own?.diagnostics ?? [],
    timings: {},
    written: writtenSettings(settings, given),
    runtime: sharedUse(settings, needs ?? []),
    inputs: [
      ...Object.entries(manifest.inputs).map(([path, sha256]) => ({
        path: shownPath(resolve(directory, path)),
        sha256,
      })),
      ...templateInputs(templates),
    ],
  };
}

/** What must match the project, of settings in a folder and as they were given. */
export function writtenSettings(
  { emit, runtime, importExtension }: SettledSettings,
  given: ContractSettings,
): JobOutcome['written'] {
  return { emit, runtime, importExtension, isChosen: given.importExtension !== undefined };
}

/** The user's handlers, if all are complete. What to add is only known from the contract. */
async function completeHandlers(
  directory: string,
  recorded: unknown,
  cache: FormatCache | undefined,
): Promise<JobOutcome['handlers']> {
  const expected = readExpectedHandlers(recorded);
  if (expected === undefined) return undefined;
  const files = expected.map((plan) => ({ text: '', plan }));
  const comparison = await compareHandlers(directory, files, cache);
  return comparison.changes.length === 0 ? comparison : undefined;
}
