import { InvalidArgumentError } from 'commander';

/** Reads a port: 0 to 65535. Commander turns the error into a usage message. */
export function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  }
  return port;
}

/** Reads a time in milliseconds, 1 or more. */
export function readMilliseconds(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) {
    throw new InvalidArgumentError('A time is a whole number of milliseconds from 1.');
  }
  return Number(text);
}

/** Gathers the values of an option that may be repeated. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
