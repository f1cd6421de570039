import type { DeviationSink } from './deviation.ts';
import type { CommentInText, NestedValue } from './scanner.ts';
import type { NamespaceAlias } from './scope.ts';
import { defaultXmlLimits, type XmlLimits } from './tokens.ts';

/** Texts longer than this many UTF-16 code units are copied, so that the document can be freed. */
export const DETACH_ABOVE: number = 1_048_576;

/** Which missing elements read as null. */
export type AbsentNil = boolean | 'noted' | 'always';

/** How to read a document. */
export interface XmlReaderOptions {
  /** Limits; the default is `defaultXmlLimits`. A smaller `depth` also limits skipped elements. */
  readonly limits?: Partial<XmlLimits> | undefined;
  /**
   * Missing values of value types read as their ASMX defaults instead of being errors, and texts
   * that only XML Schema refuses as .NET reads them.
   */
  readonly defaults?: boolean | undefined;
  /**
   * Missing elements that may be nil read as null, as in SOAP encoding (SOAP 1.1 section 5.1.9).
   * Implied by `defaults`. With `noted`, each is a deviation. With `always`, so do all others.
   */
  readonly absentNil?: AbsentNil | undefined;
  /**
   * Refuses an `xsi:type` other than the declared type, if that has a name and no other can replace
   * it. Implied by `defaults`.
   */
  readonly ownTypes?: boolean | undefined;
  /** Reads values that contain an element. Without it, they are errors. */
  readonly nestedValue?: NestedValue | undefined;
  /**
   * Refuses values that contain a comment or processing instruction. Without it, they are no part
   * of the value (XML Schema 1, section 3.3.4).
   */
  readonly commentInText?: CommentInText | undefined;
  /**
   * The error for a text of a complex type or an attribute that cannot be parsed, from that of the
   * parser.
   */
  readonly conversionError?: ((error: unknown, text: string) => unknown) | undefined;
  /** Accepts and collects deviations from the contract. Without it, they are errors. */
  readonly deviations?: DeviationSink | undefined;
  /** Namespace used on the wire instead of the contract's. */
  readonly alias?: NamespaceAlias | undefined;
  /**
   * Copy texts so that they do not keep the document in memory. By default, only texts above a
   * million code units are copied.
   */
  readonly detach?: boolean | undefined;
  /** What came beside the document, to which values in it may refer (XOP). */
  readonly parts?: unknown;
  /**
   * Whether objects may be read on the fast path, which changes only the time; default true.
   */
  readonly predict?: boolean | undefined;
  /** Is told of an argument that is lost, because the contract has no place for it. */
  readonly lost?: ((message: string) => void) | undefined;
  /** Is told how values are read. Only without `predict` is it told of all. */
  readonly watch?: ReadingWatch | undefined;
  /** Whether tags are cached for similar tags in this and later documents; default true. */
  readonly remember?: boolean | undefined;
}

/** What is told how the values of a document are read, to find out what their prefixes mean. */
export interface ReadingWatch {
  /**
   * A value is read as a QName.
   *
   * @param offset of the start or end tag of its element, or of its text
   * @param prefix `''` for the default namespace
   */
  name(source: string, offset: number, prefix: string): void;
  /** A part of the document is skipped, or read as XML whose types no one knows. */
  untyped(source: string, from: number, to: number): void;
  /** What was read as XML last is read again, with types, as another document. */
  again(): void;
}

/** Adds the defaults. */
export function completeLimits(given: Partial<XmlLimits> | undefined): XmlLimits {
  if (given === undefined) return defaultXmlLimits;
  const limits = { ...defaultXmlLimits, ...given };
  const narrowed = limits.depth !== defaultXmlLimits.depth && given.skippedDepth === undefined;
  return narrowed ? { ...limits, skippedDepth: limits.depth } : limits;
}

/** A name in a value of type ID or IDREF. */
export interface IdName {
  readonly name: string;
  readonly refers: boolean;
}

/** Checks the IDs of a message, and references to them. */
export interface IdCheck {
  /** Whether the message has attributes that are not in the contract and may be IDs. */
  hasOtherAttributes: boolean;
  /**
   * Adds the names in a value that was just read.
   *
   * @param value what a lenient reader uses instead
   * @param property the attribute with the value; `undefined` for the text of an element
   */
  add(names: readonly IdName[], value: unknown, property: string | undefined): void;
}

/** Looks up names of the contract while a message is read. */
export interface NameCheck<Reader> {
  /** Whether unknown names are errors. */
  readonly whole: boolean;
  /** Whether an element that matches a wildcard is being read only to check it. */
  checking: boolean;
  /** Checks the `xsi:type` of the element whose START was just read, and whose content is text. */
  checkText(reader: Reader): void;
  /**
   * The reader of an element that a wildcard allows; `null` if it has none, `undefined` if the
   * element is not declared.
   */
  elementReader(name: string): ((reader: Reader) => unknown) | null | undefined;
}
