import { compareModels } from '../../compare/compare-models.ts';
import type { Comparison } from '../../compare/result/change.ts';
import { defaultSettings } from '../../config/config.ts';
import { clock } from '../../diagnostics/clock.ts';
import { createDiagnosticBag, type DiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { readSettings } from '../contract/jobs.ts';
import { readModel } from '../contract/read-model.ts';
import { CliError } from '../terminal/cli-error.ts';
import { coloursFor } from '../terminal/colours.ts';
import { type Console, createConsole } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { dataTerminal, writeData } from '../terminal/streams.ts';
import { changesGithub } from './changes-github.ts';
import { changesJson } from './changes-json.ts';
import { changesMarkdown } from './changes-markdown.ts';
import { changesText } from './changes-text.ts';
import type { Compared } from './compared.ts';
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
  const before = await open(old, options, bag, console);
  const after = await open(now, options, bag, console);
  console.progress.clear();
  if (before === undefined || after === undefined || bag.failed) {
    await reportDiagnostics(bag.diagnostics, console);
    return exitCodes.cannotRun;
  }
  // only `check` shows hints
  const shown = bag.diagnostics.filter((one) => one.severity !== 'hint');
  if (shown.length > 0 && console.reporter === 'text') {
    await reportDiagnostics(shown, console);
  }
  const start = clock();
  const comparison = compareModels(before, after);
  console.detail(`compared in ${(clock() - start).toFixed(0)} ms`);
  const compared: Compared = { old, new: now, comparison };
  await writeData(render(compared, options, bag));
  return exitCodeOfChanges([comparison], options);
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
): Promise<ServiceModel | undefined> {
  console.progress.step(`reading ${path} …`);
  return (await readModel(path, readSettings(defaultSettings, options), bag)).model;
}

function render(compared: Compared, options: DiffCommandOptions, bag: DiagnosticBag): string {
  if (options.markdown === true) return changesMarkdown(compared);
  if (options.reporter === 'json') return changesJson(compared, bag.diagnostics);
  if (options.reporter === 'github') return changesGithub(compared);
  return changesText(compared, coloursFor(dataTerminal(), options.color));
}
