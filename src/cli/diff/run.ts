import { compareModels } from '../../compare/compare-models.ts';
import type { Comparison } from '../../compare/result/change.ts';
import { defaultSettings } from '../../config/config.ts';
import { clock } from '../../diagnostics/clock.ts';
import {
  createDiagnosticBag,
  type Diagnostic,
  type DiagnosticBag,
} from '../../diagnostics/diagnostic.ts';
import { readSettings } from '../contract/jobs.ts';
import { type ReadModel, readModel } from '../contract/read-model.ts';
import { CliError } from '../terminal/cli-error.ts';
import { coloursFor } from '../terminal/colours.ts';
import { type Console, createConsole } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { lenientAdvice } from '../terminal/lenient-advice.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { dataTerminal, writeData } from '../terminal/streams.ts';
import { ChangeSettings } from './change-settings.ts';
import { changesGithub } from './changes-github.ts';
import { changesJson } from './changes-json.ts';
import { changesMarkdown } from './changes-markdown.ts';
import { changesText } from './changes-text.ts';
import { type Compared, comparedAs } from './compared.ts';
import type { DiffCommandOptions } from './options.ts';

/**
 * Runs `asmx-gen diff`: compares two contracts and writes the changes to stdout.
 *
 * @returns 1 if something breaks, 2 if one of the contracts cannot be read or has errors
 * @throws {CliError} for options that exclude each other
 */
export async function runDiff(
  old: string,
  now: string,
  options: DiffCommandOptions,
): Promise<ExitCode> {
  refuseTwoForms(options);
  const console = createConsole(options);
  const bag = createDiagnosticBag();
  const settings = await ChangeSettings.read(options, bag);
  const before = await open(old, options, bag, console);
  const after = await open(now, options, bag, console);
  console.progress.clear();
  if (before.model === undefined || after.model === undefined || bag.failed) {
    return refuse(bag, [before.outlook, after.outlook], console);
  }
  const start = clock();
  const comparison = compareModels(before.model, after.model, settings);
  console.detail(`compared in ${(clock() - start).toFixed(0)} ms`);
  await reportBeside(bag, settings.withoutEffect(true), console);
  await writeData(render(comparedAs(options, { old, new: now, comparison }), options, bag));
  return exitCodeOfChanges([comparison], options);
}

/** Reports what keeps contracts from being compared, and what `--lenient` would do with them. */
export async function refuse(
  { diagnostics }: DiagnosticBag,
  outlooks: readonly ReadModel['outlook'][],
  console: Console,
): Promise<ExitCode> {
  await reportDiagnostics(diagnostics, console);
  const advice = lenientAdvice(outlooks);
  if (advice !== undefined) console.say(advice);
  return exitCodes.cannotRun;
}

/**
 * Reports warnings about the contracts as text, since other forms are for changes; about the
 * configuration in each form, as that of JSON has all of them.
 */
export async function reportBeside(
  bag: DiagnosticBag,
  ofConfig: readonly Diagnostic[],
  console: Console,
): Promise<void> {
  for (const one of ofConfig) bag.report(one);
  if (console.reporter === 'json') return;
  // only `check` shows hints
  const ofContracts = bag.diagnostics.filter((one) => one.severity !== 'hint');
  await reportDiagnostics(console.reporter === 'text' ? ofContracts : ofConfig, console);
}

/** @throws {CliError} for two forms of the output */
export function refuseTwoForms({ markdown, reporter }: DiffCommandOptions): void {
  if (markdown !== true || reporter === 'text') return;
  throw new CliError(
    `--markdown and --reporter ${reporter} exclude each other`,
    'Leave one of them out.',
  );
}

/** 1 if one of the changes breaks something, unless `--exit-zero`. */
export function exitCodeOfChanges(
  comparisons: readonly Comparison[],
  { exitZero }: DiffCommandOptions,
): ExitCode {
  const breaks = comparisons.some((one) => one.breaks.callers || one.breaks.servers);
  return breaks && exitZero !== true ? exitCodes.no : exitCodes.fine;
}

async function open(
  path: string,
  options: DiffCommandOptions,
  bag: DiagnosticBag,
  console: Console,
): Promise<ReadModel> {
  console.progress.step(`reading ${path} …`);
  return readModel(path, readSettings(defaultSettings, options), bag);
}

function render(compared: Compared, options: DiffCommandOptions, bag: DiagnosticBag): string {
  if (options.markdown === true) return changesMarkdown(compared);
  if (options.reporter === 'json') return changesJson(compared, bag.diagnostics);
  if (options.reporter === 'github') return changesGithub(compared);
  return changesText(compared, coloursFor(dataTerminal(), options.color));
}
