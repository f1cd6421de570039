import { describeValue } from '../xml/write-text.ts';

/**
 * What is wrong with the limits of a client or a server, which are numbers or absent. Compared with
 * `NaN`, any length would be within its limit. `Infinity` is no limit.
 *
 * @returns `undefined` if each of them is a number of at least `least`
 */
export function limitProblem<Name extends string>(
  options: { readonly [Key in Name]?: unknown } | undefined,
  names: readonly Name[],
  least = 0,
): string | undefined {
  for (const name of names) {
    const value = options?.[name];
    if (value !== undefined && !(typeof value === 'number' && value >= least)) {
      return `${name} is ${describeValue(value)}, and has to be a number of at least ${least}.`;
    }
  }
  return undefined;
}

/**
 * Checks a time in seconds, which has to be more than 0. `Infinity` is any time.
 *
 * @throws RangeError it is no such number
 */
export function checkSeconds(name: string, value: unknown): void {
  if (typeof value === 'number' && value > 0) return;
  throw new RangeError(`${name} is ${describeValue(value)}, and has to be more than 0 seconds.`);
}
