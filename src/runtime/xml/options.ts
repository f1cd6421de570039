import type { DeviationSink } from './deviation.ts';
import type { NestedValue } from './scanner.ts';
import type { NamespaceAlias } from './scope.ts';
import { defaultXmlLimits, type XmlLimits } from './tokens.ts';

/**
 * Above this many UTF-16 code units texts are copied out of the document, which can then be
 * collected.
 */
export const DETACH_ABOVE: number = 1_048_576;

/** How to read a document. */
export interface XmlReaderOptions {
  /**
   * Bounds; what is left out is as in `defaultXmlLimits`. A smaller `depth` alone bounds skipped
   * elements as well.
   */
  readonly limits?: Partial<XmlLimits> | undefined;
  /** Missing numbers, booleans and dates read as their ASMX defaults rather than being errors. */
  readonly defaults?: boolean | undefined;
  /**
   * Missing elements that may be nil read as null, as SOAP encoding has it (SOAP 1.1 section
   * 5.1.9); `defaults` implies it.
   */
  readonly absentNil?: boolean | undefined;
  /** Reads values in which an element is; left out, they are errors. */
  readonly nestedValue?: NestedValue | undefined;
  /**
   * Takes what does not fit the contract and is let pass; without it nothing is that would be an
   * error.
   */
  readonly deviations?: DeviationSink | undefined;
  /** Namespace on the wire that stands for the contract's. */
  readonly alias?: NamespaceAlias | undefined;
  /**
   * Copy texts so that they do not keep the document in memory; above a million code units when
   * left out.
   */
  readonly detach?: boolean | undefined;
  /**
   * Whether generated codecs may take their fast path, which changes nothing but the time; default
   * true.
   */
  readonly predict?: boolean | undefined;
  /**
   * Whether tags are cached for the next ones like them, in this document and in later ones; true
   * by default.
   */
  readonly remember?: boolean | undefined;
}

/** Fills in what is not given. */
export function completeLimits(given: Partial<XmlLimits> | undefined): XmlLimits {
  if (given === undefined) return defaultXmlLimits;
  const limits = { ...defaultXmlLimits, ...given };
  const narrowed = limits.depth !== defaultXmlLimits.depth && given.skippedDepth === undefined;
  return narrowed ? { ...limits, skippedDepth: limits.depth } : limits;
}

/** A name in a value that is an ID, or refers to one. */
export interface IdName {
  readonly name: string;
  readonly refers: boolean;
}

/** Checks the IDs of a message and the references to them. */
export interface IdCheck {
  /** Whether the message has attributes that the contract does not name, which may be IDs. */
  hasOtherAttributes: boolean;
  /**
   * Takes the names in a value that has just been read.
   *
   * @param value what a lenient reader takes instead
   * @param property the attribute it is of; `undefined` for the text of an element
   */
  add(names: readonly IdName[], value: unknown, property: string | undefined): void;
}

/** Looks up names of a contract while a message is read. */
export interface NameCheck<Reader> {
  /** Whether names that are not known are wrong. */
  readonly whole: boolean;
  /** Whether an element at a wildcard is read only to be checked. */
  checking: boolean;
  /** Checks the `xsi:type` of the element whose START was just read, which is read as text. */
  checkText(reader: Reader): void;
  /**
   * What reads an element that wildcards allow; `null` where nothing does, `undefined` where it is
   * not declared.
   */
  elementReader(name: string): ((reader: Reader) => unknown) | null | undefined;
}
