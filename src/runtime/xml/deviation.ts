import { describeCharacter, findForbidden } from './chars.ts';
import { locate, placeOf, type ReadingPlace } from './place.ts';
import { XSI_NAMESPACE } from './tokens.ts';
import { XmlError, XmlValueError } from './xml-error.ts';

/** A deviation from the contract that a lenient reader accepted. */
export interface Deviation {
  /**
   * Where it is in the value, such as `order.items[3].sku`; in the form of the `path` of an error.
   */
  readonly path: string;
  /** What is wrong with it. */
  readonly message: string;
}

/** Collects the deviations that a reader accepts. */
export interface DeviationSink {
  /** Whether the reader accepts deviations that are otherwise errors. */
  readonly lenient: boolean;
  /** Whether the reader refuses deviations that are otherwise noted. */
  readonly strict?: boolean;
  /** Deviations noted so far. */
  readonly count: number;
  /** Notes a deviation. */
  add(path: string, message: string): void;
  /**
   * Notes that no value could be read at a path, so that it counts as missing if it is required.
   */
  lose(path: string): void;
  /** Whether {@link lose} was called for a path. Forgets the call. */
  wasLost(path: string): boolean;
  /** Notes that a prefix has its usual meaning although the document does not declare it. */
  assume(prefix: string): void;
  /**
   * Drops all deviations but the first `count`, when the content they were found in is read again
   * or not used.
   */
  keep(count: number): void;
}

/** A reader that may accept deviations. */
export interface DeviatingReader extends ReadingPlace {
  readonly deviations: DeviationSink | undefined;
  /** Whether it reads what ASMX reads although XML Schema refuses it. */
  readonly defaults?: boolean;
  /** Whether it refuses that in strict envelopes. */
  readonly strict?: boolean;
  readonly skipped?: SkippedElement | undefined;
}

/** The first unexpected element in another one. */
export interface SkippedElement {
  /** Offset of the parent's start tag. */
  readonly parent: number | undefined;
  readonly name: { readonly namespace: string; readonly local: string };
}

/** Namespaces of prefixes that some stacks use without a declaration. */
const usualPrefixes: readonly (readonly [prefix: string, uri: string])[] = [
  ['xsi', XSI_NAMESPACE],
  ['xsd', 'http://www.w3.org/2001/XMLSchema'],
  ['soap', 'http://schemas.xmlsoap.org/soap/envelope/'],
];

/** Gives undeclared prefixes their usual meaning, and notes them. */
export function usualMeaning(deviations: DeviationSink): (prefix: string) => string | undefined {
  return (prefix) => {
    const uri = usualPrefixes.find(([usual]) => usual === prefix)?.[1];
    if (uri !== undefined) deviations.assume(prefix);
    return uri;
  };
}

/** Adds to an error about a missing element which one was there instead. */
export function tellInstead(error: XmlError, reader: DeviatingReader): void {
  const { skipped, defaults, starts, depth } = reader;
  // A server has .NET's words. The parent was closed.
  if (defaults || skipped?.parent !== starts[depth + 1]) return;
  if (skipped) error.message += ` Found {${skipped.name.namespace}}${skipped.name.local} instead.`;
}

/** Notes a deviation if the reader is lenient, and returns whether it is. */
export function tolerate(reader: DeviatingReader, message: string, property?: string): boolean {
  const { deviations } = reader;
  if (deviations?.lenient !== true) return false;
  deviations.add(placeOf(reader, property), message);
  return true;
}

/** Notes that the element whose START was just read is taken for another one. */
export function noteMeant(
  reader: DeviatingReader & { readonly local: string; readonly namespace: string },
  namespace: string,
  name: string,
): void {
  const { local, namespace: uri, deviations } = reader;
  const message = `Element '{${uri}}${local}' is read as '{${namespace}}${name}'.`;
  deviations?.add(placeOf(reader), message);
}

/** Notes the characters in a text that XML forbids. Only lenient readers accept them. */
export function noteCharacters(reader: DeviatingReader, text: string, property?: string): void {
  const at = findForbidden(text);
  if (at < 0) return;
  tolerate(reader, `${describeCharacter(text, at)}, is an invalid character.`, property);
}

/**
 * Throws an error about the value read last. Lenient readers note it instead. In a server that is
 * not strict, a text that only XML Schema refuses has the value that .NET reads.
 *
 * @param property an attribute or child of the element read last
 * @returns the value to use, which may not have the type of the contract
 */
export function deviate<T>(reader: DeviatingReader, error: unknown, property?: string): T {
  const { deviations } = reader;
  if (error instanceof XmlError) {
    error.property ??= property;
    if (error.code === 'missing') tellInstead(error, reader);
    if (deviations?.lenient === true && error.kind !== 'limit' && !error.fatal) {
      const path = placeOf(reader, error.property);
      if (error.code === 'missing' && deviations.wasLost(path)) return error.carried as T;
      deviations.add(path, error.told ?? error.message);
      if (error.carried === undefined && error.code !== 'missing') deviations.lose(path);
      return error.carried as T;
    }
    if (error.accepted && reader.defaults && !reader.strict) return error.carried as T;
  }
  throw locate(reader, error);
}

/** Whether the START just read has `xsi:nil`, or `xsi:null` as in drafts of XML Schema. */
export function isNil({ attributes }: DeviatingReader): boolean {
  for (const { local, namespace, value } of attributes) {
    if (namespace !== XSI_NAMESPACE || (local !== 'nil' && local !== 'null')) continue;
    return /^\s*(?:true|1)\s*$/.test(value);
  }
  return false;
}

/** The error for a nil element whose declaration does not allow it (XML Schema 1, 3.3.4). */
export function nilError({ rawName }: { readonly rawName: string }): XmlValueError {
  return new XmlValueError(
    `Element '${rawName}' cannot be nil: the contract does not allow xsi:nil here.`,
  );
}

/**
 * Notes a deviation that clients accept.
 *
 * @throws XmlError the reader is strict
 */
export function note(reader: DeviatingReader, error: XmlError, property?: string): void {
  const { strict, deviations } = reader;
  error.property ??= property;
  if (strict || deviations?.strict) throw locate(reader, error);
  deviations?.add(placeOf(reader, property), error.message);
}

/**
 * Refuses the element whose START was just read if it is nil, which its declaration does not allow.
 * Only strict readers do; others of clients note a deviation.
 */
export function refuseNil(reader: DeviatingReader & { readonly rawName: string }): void {
  const { strict, deviations } = reader;
  if ((strict || deviations !== undefined) && isNil(reader)) note(reader, nilError(reader));
}
