import { missedError } from '../codec/value.ts';
import { noteMeant } from '../xml/deviation.ts';
import { locate } from '../xml/place.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { Field } from './description.ts';

/** A child that an element may be. */
interface TakenChild {
  readonly name: string;
  readonly namespace: string;
  readonly slot: number;
  readonly list?: boolean | undefined;
  readonly takes?: Field['takes'];
}

/**
 * The child that an element of another namespace is meant to be for a lenient reader. What is
 * exactly the contract's counts more.
 *
 * @param meant places of children that were read so before
 */
export function meantChild<T extends TakenChild>(
  reader: XmlReader,
  children: readonly T[],
  values: readonly unknown[],
  meant: ReadonlySet<number> | undefined,
): T | undefined {
  const { deviations, local, encoded } = reader;
  if (deviations?.lenient !== true && encoded === undefined) return undefined;
  const child = children.find(
    ({ name, takes, list, slot }) =>
      name === local &&
      takes === undefined &&
      (values[slot] === undefined || (list && meant?.has(slot) === true)),
  );
  if (child !== undefined && encoded === undefined) noteMeant(reader, child.namespace, child.name);
  return child;
}

/** An element that was skipped, although only its namespace is not that of a child. */
export interface NearMiss {
  readonly child: TakenChild;
  readonly namespace: string;
}

/**
 * Skips the element whose START was just read, which no child takes.
 *
 * @param missed receives it if only its namespace is not that of a child
 */
export function skipUnknown<T extends TakenChild>(
  reader: XmlReader,
  children: readonly T[],
  missed: NearMiss[] | undefined,
): NearMiss[] | undefined {
  const { local, namespace, defaults, strict } = reader;
  const named = children.filter(({ takes }) => takes === undefined);
  const alike = defaults ? [] : named.filter(({ name }) => name === local);
  const isKnown = alike.some((child) => child.namespace === namespace);
  // only a strict reader says what it expected
  reader.unknown(...(strict ? named : []).flatMap((child) => [child.namespace, child.name]));
  const [child] = alike;
  if (child === undefined || isKnown) return missed;
  // the first of each child is enough, however many there are
  if (missed === undefined) return [{ child, namespace }];
  if (!missed.some((one) => one.child === child)) missed.push({ child, namespace });
  return missed;
}

/**
 * Refuses an element that was skipped where its child has no value, or has a list from which it
 * would be lost: its sender meant it. A lenient reader has read what it can.
 */
export function refuseMissed(
  reader: XmlReader,
  missed: readonly NearMiss[],
  values: readonly unknown[],
): void {
  if (reader.defaults || reader.deviations?.lenient === true) return;
  for (const { child, namespace } of missed) {
    if (values[child.slot] !== undefined && !child.list) continue;
    const error = missedError(child.name, { namespace, local: child.name });
    error.property = child.name;
    throw locate(reader, error);
  }
}
