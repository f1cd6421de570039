import type { Command } from 'commander';
import { suggest } from '../../diagnostics/suggest.ts';
import { CliError } from '../terminal/cli-error.ts';

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
