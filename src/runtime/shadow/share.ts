import type { AnyOperation } from '../operation/operation.ts';
import { describeValue } from '../xml/write-text.ts';

/** The part of the calls that the new server answers, from 0 to 1, of all operations or by name. */
export type ShadowShare = number | { readonly [operation: string]: number };

/**
 * Says of each call whether the new server answers it, so that in the long run its part is the
 * share, for each operation alone. No chance is involved.
 *
 * @throws RangeError a share is no number from 0 to 1
 * @throws TypeError there is no such operation
 */
export function createShares(
  share: ShadowShare,
  operations: readonly AnyOperation[],
): (operation: AnyOperation) => boolean {
  const names = new Set(operations.map(nameOf));
  if (typeof share !== 'number' && !isRecord(share)) {
    const problem = 'is no number from 0 to 1, nor an object of such numbers';
    throw new RangeError(`share: ${describeValue(share)} ${problem}.`);
  }
  const shares = typeof share === 'number' ? {} : share;
  for (const name of Object.keys(shares)) {
    if (names.has(name)) continue;
    throw new TypeError(`share: there is no operation '${name}'; there are ${listOf(names)}.`);
  }
  for (const one of typeof share === 'number' ? [share] : Object.values(shares)) {
    if (typeof one === 'number' && one >= 0 && one <= 1) continue;
    throw new RangeError(`share: ${describeValue(one)} is no number from 0 to 1.`);
  }
  const sums = new Map<string, number>();
  return (operation) => {
    const name = nameOf(operation);
    const own = typeof share === 'number' ? share : (shares[name] ?? 0);
    // a share of a tenth, added ten times, is a bit less than one
    const sum = (sums.get(name) ?? 0) + own + 1e-9;
    const isNew = own > 0 && sum >= 1;
    sums.set(name, isNew ? sum - 1 : sum);
    return isNew;
  };
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf({ service, name }: AnyOperation): string {
  return `${service}.${name}`;
}

function listOf(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, 10).join(', ');
  return names.size > 10 ? `${shown}, …` : shown;
}
