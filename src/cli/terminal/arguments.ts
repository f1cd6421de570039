import type { Command } from 'commander';
import { type AddedTarget, allTargets, isAdded, mixedTargets } from '../../config/settings.ts';
import { suggest } from '../../diagnostics/words.ts';
import type { Target } from '../../plan/result.ts';
import type { ExitCode } from './exit.ts';
import { CliError } from './failure.ts';

/**
 * The error for an invalid value of an option or argument, in a uniform style.
 *
 * @param option The option as written (`--port`), or the argument (`<shell>`).
 * @param help What to write instead, as an instruction.
 */
export function wrongValue(option: string, value: string, help: string): CliError {
  return new CliError(`invalid value '${value}' for ${option}`, help);
}

/** The error for a value that is not one of an option's words. */
export function unknownWord(option: string, value: string, words: readonly string[]): CliError {
  const near = suggest(value, words);
  const help = near === undefined ? `Choose from ${words.join(', ')}.` : `Did you mean '${near}'?`;
  return wrongValue(option, value, help);
}

/**
 * Refuses options with an empty value, such as that of a variable which a script did not set: an
 * empty folder would be the working directory.
 *
 * @throws {CliError} one of a command's options is empty
 */
export function refuseEmptyValues(command: Command): void {
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    if (value === '' || (Array.isArray(value) && value.includes(''))) {
      throw wrongValue(`--${option.name()}`, '', 'Give a value, or leave the option out.');
    }
  }
}

/**
 * Creates the parser of an option with a fixed set of words. It throws {@link CliError} for any
 * other.
 */
export function readWord<W extends string>(
  option: string,
  words: readonly W[],
): (text: string) => W {
  return (text) => {
    const word = words.find((one) => one === text);
    if (word === undefined) throw unknownWord(option, text, words);
    return word;
  };
}

/**
 * Reads `--port`: 0 to 65535.
 *
 * @throws {CliError} for anything else
 */
export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw wrongValue('--port', text, 'Give a number from 0 to 65535.');
}

/**
 * Reads `--timeout` in milliseconds, 1 or more.
 *
 * @throws {CliError} for anything else
 */
export function readTimeout(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1) return Number(text);
  throw wrongValue('--timeout', text, 'Give a whole number of milliseconds from 1.');
}

/**
 * Reads `--charset`: a label of the Encoding Standard, such as `windows-1252`.
 *
 * @throws {CliError} if there is no such charset
 */
export function readCharset(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw wrongValue('--charset', name, 'Name a charset, such as windows-1252.');
  }
}

/**
 * Checks the URL of an option.
 *
 * @throws {CliError} if it is not an http or https URL
 */
export function readHttpUrl(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  // The text before an @ may be a password.
  const shown = text.replace(/^.*@/s, '…@');
  throw wrongValue(option, shown, 'Give an http or https URL, such as http://localhost:8080.');
}

/**
 * Reads `--accept-host`, which may be repeated.
 *
 * @throws {CliError} for an invalid host name
 */
export function readHostName(
  text: string,
  before: readonly string[] | undefined,
): readonly string[] {
  if (/^[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,252})$/.test(text)) return [...(before ?? []), text];
  const help = 'Give the name of a host without scheme and port, such as school.test.';
  throw wrongValue('--accept-host', text, help);
}

/** Collects the values of a repeatable option. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/**
 * Reads `--targets`: words separated by commas or spaces, all or none with a `+` in front.
 *
 * @throws {CliError} for no word, one that is not a target, or some with `+` among others
 */
export function readTargets(list: string): readonly Target[] | readonly AddedTarget[] {
  const words = list.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0) {
    throw wrongValue('--targets', list, `Choose from ${allTargets.join(', ')}.`);
  }
  const targets = words.map((word) => readTarget(word.replace(/^\+/, '')));
  if (!words.some(isAdded)) return targets;
  if (words.every(isAdded)) return targets.map((target): AddedTarget => `+${target}`);
  throw wrongValue('--targets', list, `Write + in front of all or none: ${mixedTargets}.`);
}

const readTarget = readWord('--targets', allTargets);

/** Maximum depth of objects and lists in JSON: no message is nested as deep. */
export const deepestJson = 500;

/**
 * Parses JSON that a user or another program wrote.
 *
 * @throws {Error} with a clause as message if it is malformed or nested too deep
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(reason.replace(/\s+/g, ' '));
  }
  if (depthExceeds(value, deepestJson)) {
    throw new Error(`it is nested deeper than ${deepestJson} levels`);
  }
  return value;
}

/** Compares level by level, because a recursive function would exceed the stack. */
function depthExceeds(value: unknown, limit: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
  }
  return false;
}

/** Values of `--reporter`: how diagnostics and results are written. */
export const reporterNames = ['text', 'json', 'github'] as const;

/** One of `reporterNames`. */
export type ReporterName = (typeof reporterNames)[number];

/** Receives the exit code of a command. */
export type Finish = (code: ExitCode) => void;

/** Builds the command tree for a command line. */
export type CreateProgram = (argv: readonly string[], finish: Finish) => Promise<Command>;

/** Renders the examples at the end of a help text. */
export function examples(lines: readonly (readonly [command: string, comment: string])[]): string {
  const rows = lines.map(([command, comment]) => `  # ${comment}\n  ${command}`);
  return `\nExamples:\n${rows.join('\n')}`;
}

/** Shells with a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** One of `shells`. */
export type Shell = (typeof shells)[number];
