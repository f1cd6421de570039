import type { Diagnostic, DiagnosticCode } from '../../diagnostics/diagnostic.ts';
import { harmless } from '../../diagnostics/words.ts';
import type { LenientOutlook } from '../../model/link.ts';
import { withoutUser } from '../../runtime/platform/globals.ts';
import type { ReporterName } from './arguments.ts';
import { type ExitCode, exitCodes } from './exit.ts';
import { messageTerminal, printMessage, writeData } from './streams.ts';
import { type Colours, coloursFor, counted, withOwnSequences } from './text.ts';

/** Says what `--lenient` would do with contracts that have defects; `undefined` for none. */
export function lenientAdvice(
  outlooks: readonly (LenientOutlook | undefined)[],
): string | undefined {
  const known = outlooks.filter((one) => one !== undefined);
  if (known.length === 0) return undefined;
  const leftOut = known.reduce((sum, one) => sum + one.leftOut, 0);
  const left = known.reduce((sum, one) => sum + one.left, 0);
  const rest = `go on with ${left === 1 ? 'the other one' : `the other ${left}`}`;
  return leftOut === 0
    ? '--lenient would pass these errors: no operation is affected'
    : `--lenient would leave out ${counted(leftOut, 'operation')} and ${rest}`;
}

/** Reports the errors of a contract, and what `--lenient` would do with it. */
export async function reportDefects(
  diagnostics: readonly Diagnostic[],
  outlook: LenientOutlook | undefined,
  console: Console,
): Promise<ExitCode> {
  const advice = lenientAdvice([outlook]);
  await reportDiagnostics(diagnostics, console);
  if (advice !== undefined) console.say(advice);
  return exitCodeOf(diagnostics);
}

/**
 * Writes the diagnostics of a run: as text to stderr, as one JSON document or as workflow commands
 * to stdout. With `--quiet`, only errors; without `--verbose`, warnings of the contract take one
 * line for each code, except in JSON.
 *
 * @param more further keys of the JSON document
 */
export async function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  console: Console,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const all = console.quiet ? diagnostics.filter((one) => one.severity === 'error') : diagnostics;
  if (console.reporter === 'json') {
    const { reportJson } = await import('../../diagnostics/report.ts');
    await writeData(reportJson(all, more));
    return;
  }
  const shown = console.verbose ? all : briefDiagnostics(all);
  if (shown.length === 0) {
    return;
  } else if (console.reporter === 'github') {
    const { reportGithub } = await import('../../diagnostics/report.ts');
    await writeData(reportGithub(shown));
  } else {
    const { reportText } = await import('../../diagnostics/report.ts');
    const text = reportText(shown, { colour: console.colours.enabled });
    console.warn(withOwnSequences(text));
  }
}

/**
 * What the contract says, which `check` shows in full; not what a conversion loses (ASMX3007).
 * Other codes are about the configuration and the output folder.
 */
const ofContract = /^ASMX(?:1|2|3(?!007)|6)/;

/**
 * Keeps the first warning and the first hint of each code, which then stand for all of them: no one
 * reads the same hundred warnings before each call. Errors, operations that are left out, and what
 * is not about the contract stay as they are.
 */
function briefDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const counts = new Map<DiagnosticCode, number>();
  const isBrief = ({ code, severity, leftOut }: Diagnostic): boolean =>
    severity !== 'error' && leftOut !== true && ofContract.test(code);
  for (const { code } of diagnostics.filter(isBrief)) counts.set(code, (counts.get(code) ?? 0) + 1);
  const seen = new Set<DiagnosticCode>();
  return diagnostics.flatMap((one) => {
    if (!isBrief(one)) return one;
    if (seen.has(one.code)) return [];
    seen.add(one.code);
    const { code, severity, message, span } = one;
    return { code, severity, message, span, standsFor: counts.get(code) ?? 1 };
  });
}

/**
 * 2 if a file could not be read or the configuration has an error, 1 for any other error, otherwise
 * 0.
 */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  const errors = diagnostics.filter((one) => one.severity === 'error');
  if (errors.length === 0) return exitCodes.fine;
  const unable = errors.some(({ code }) => code === 'ASMX1001' || code.startsWith('ASMX5'));
  return unable ? exitCodes.cannotRun : exitCodes.no;
}

/** Options of every command. */
export interface GlobalOptions {
  /** `false` with `--no-color`. */
  readonly color: boolean;
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly reporter: ReporterName;
}

/** A command's console output. Everything goes to stderr. */
export interface Console {
  readonly reporter: ReporterName;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly colours: Colours;
  readonly progress: Progress;
  /** Prints a line, unless `--quiet`. */
  say(line: string): void;
  /** Prints a line with `--verbose` only, without user and password of an address. */
  detail(line: string): void;
  /** Prints a line regardless of options: errors. */
  warn(line: string): void;
}

/** Creates a console from the options and the state of stderr. */
export function createConsole(options: GlobalOptions): Console {
  const quiet = options.quiet ?? false;
  const verbose = options.verbose ?? false;
  const terminal = messageTerminal();
  const progress = createProgress(quiet || options.reporter !== 'text' ? undefined : terminal);
  const line = (text: string): void => {
    progress.clear();
    printMessage(`${text}\n`);
  };
  return {
    reporter: options.reporter,
    quiet,
    verbose,
    colours: coloursFor(terminal, options.color),
    progress,
    say: (text) => {
      if (!quiet) line(text);
    },
    detail: (text) => {
      if (verbose) line(withoutUser(text));
    },
    warn: line,
  };
}

/** Shows the current step in one line, which is erased at the end. */
interface Progress {
  /** Shows a step; user and password of an address in it are left out. */
  step(text: string): void;
  /** Erases the line, so that other output starts on an empty line. */
  clear(): void;
}

/** The part of a terminal that progress needs. */
interface ProgressStream {
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/**
 * Creates progress on a terminal. Without one it is silent, so piped and logged output never has
 * it.
 */
export function createProgress(stream: ProgressStream | undefined): Progress {
  if (stream === undefined) return { step: () => {}, clear: () => {} };
  let shown = false;
  return {
    step(text) {
      // some terminals report 0 columns
      const room = Math.max(10, (stream.columns || 80) - 1);
      const plain = harmless(withoutUser(text));
      stream.write(`\r\u001b[2K${plain.length > room ? `${plain.slice(0, room - 1)}…` : plain}`);
      shown = true;
    },
    clear() {
      if (shown) stream.write('\r\u001b[2K');
      shown = false;
    },
  };
}
