import { describeCharacter, findForbidden } from './chars.ts';
import { XmlError } from './error.ts';
import { locate, placeOf, type ReadingPlace } from './place.ts';

/** Something in an answer that does not fit the contract and was let pass. */
export interface Deviation {
  /**
   * Where it is in the value, such as `order.items[3].sku`; in the form of the `path` of an error.
   */
  readonly path: string;
  /** What is wrong with it. */
  readonly message: string;
}

/** Takes what a reader lets pass. */
export interface DeviationSink {
  /** Whether the reader lets pass what would be an error otherwise. */
  readonly lenient: boolean;
  /** Deviations noted so far. */
  readonly count: number;
  /** Notes a deviation. */
  add(path: string, message: string): void;
  /**
   * Says that the value of a path could not be carried, so that it will be found missing if it is
   * required.
   */
  lose(path: string): void;
  /** Whether that was said of a path, which is forgotten then. */
  wasLost(path: string): boolean;
  /**
   * Forgets those noted after the first `count`: what they were found in is read again, or was not
   * taken.
   */
  keep(count: number): void;
}

/** A reader that may let something pass. */
export interface DeviatingReader extends ReadingPlace {
  readonly deviations: DeviationSink | undefined;
}

/** Whether something wrong is let pass; then it is noted. */
export function tolerate(reader: DeviatingReader, message: string, property?: string): boolean {
  const { deviations } = reader;
  if (deviations?.lenient !== true) return false;
  deviations.add(placeOf(reader, property), message);
  return true;
}

/** Notes the characters in a text that XML forbids, which only lenient readers let pass. */
export function noteCharacters(reader: DeviatingReader, text: string, property?: string): void {
  const at = findForbidden(text);
  if (at < 0) return;
  tolerate(reader, `${describeCharacter(text, at)}, is an invalid character.`, property);
}

/**
 * Throws an error about the value read last, or notes it where the reader is lenient.
 *
 * @param property an attribute or child of the element read last
 * @returns what is read instead, which need not have the type of the contract
 */
export function deviate<T>(reader: DeviatingReader, error: unknown, property?: string): T {
  const { deviations } = reader;
  if (error instanceof XmlError) {
    error.property ??= property;
    if (deviations?.lenient === true && error.kind !== 'limit') {
      const path = placeOf(reader, error.property);
      if (error.code === 'missing' && deviations.wasLost(path)) return error.carried as T;
      deviations.add(path, error.message);
      if (error.carried === undefined && error.code !== 'missing') deviations.lose(path);
      return error.carried as T;
    }
  }
  throw locate(reader, error);
}
