import { noteMeant } from '../codec/meant.ts';
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
  const { deviations, local } = reader;
  if (deviations?.lenient !== true) return undefined;
  const child = children.find(
    ({ name, takes, list, slot }) =>
      name === local &&
      takes === undefined &&
      (values[slot] === undefined || (list && meant?.has(slot) === true)),
  );
  if (child !== undefined) noteMeant(reader, child.namespace, child.name);
  return child;
}

/** Skips the element whose START was just read, which no child takes. */
export function skipUnknown(reader: XmlReader, children: readonly TakenChild[]): void {
  // only a strict reader says what it expected
  const expected = reader.strict ? children.filter(({ takes }) => takes === undefined) : [];
  reader.unknown(...expected.flatMap(({ namespace, name }) => [namespace, name]));
}
