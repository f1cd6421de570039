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

/** Shells with a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** One of `shells`. */
export type Shell = (typeof shells)[number];
