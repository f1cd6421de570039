import type { XmlReader } from '../xml/reader.ts';
import type { Facets } from './facets.ts';

/** Any text is its value. */
export const TEXT = 0;
/** The value is parsed from the text. */
export const VALUE = 1;
/** The value is read where it is in the document, if it has its usual form. */
export const SCAN = 2;
/** As {@link SCAN}, for `xs:int`, the most frequent one. */
export const INT = 3;
/** An element with more than a simple value. */
export const ELEMENT = 4;

/**
 * Gives the value of a text.
 *
 * @param attribute name of the attribute with the text; omitted for the text of an element
 * @throws XmlValueError the text has no value
 */
export type Parse = (text: string, reader: XmlReader, attribute?: string) => unknown;

/**
 * Gives the text of a value.
 *
 * @throws EncodeError the value does not have the type
 */
export type Format = (value: never) => string;

/** What generated code calls a simple type. */
export type SimpleType = Simple;

/** A simple type (XML Schema 2). What is absent is as usual. */
export interface Simple {
  /** {@link TEXT}, {@link VALUE}, {@link SCAN} or {@link INT}. */
  readonly way: number;
  readonly parse: Parse;
  /** Its text, not escaped. */
  readonly raw: Format;
  /** Its text in an element, escaped. */
  readonly format: Format;
  /** Whether its text never needs to be escaped. */
  readonly plain?: true;
  /** Whether nil is read as an empty text where an element is optional. */
  readonly nilIsEmpty?: true;
  /** Whether enumerations of it have their first value where .NET has no other. */
  readonly words?: true;
  /** Whether it is an enumeration. */
  readonly enumerated?: true;
  /** Reads the value between two offsets; `undefined` for another form. */
  readonly scan?: (source: string, from: number, to: number) => unknown;
  /** Reads the value of an element in another way, as for bytes, which .NET reads past comments. */
  readonly read?: (reader: XmlReader, parse: Parse) => unknown;
  /**
   * Reads the value of an element whose bytes are beside the message, and its END; `undefined` for
   * any other element.
   */
  readonly include?: (reader: XmlReader, parse: Parse) => unknown;
  /** Gives the value that .NET has for a missing element or attribute. */
  readonly initial?: () => unknown;
  /** Gives the number as which a value is compared: `xs:float` has single precision. */
  readonly round?: (value: number) => number;
  /** Processes white space of a text that is written, before its facets are checked. */
  readonly space?: (text: string) => string;
  /** How its QNames are written. */
  readonly names?: QNames;
  /** Its JSON. Default: a text. */
  readonly json?: JsonForm;
  /** What it restricts or consists of; absent for a built-in type. */
  readonly from?: SimpleSource;
}

/** What a simple type restricts or consists of, from which schemas follow. */
export interface SimpleSource {
  /** The type it restricts, or whose texts it has. */
  readonly base?: Simple;
  readonly facets?: Facets;
  /** The values of an enumeration of literals. */
  readonly values?: readonly unknown[];
  /** The name of an enumeration; of one without a name, where it is. */
  readonly label?: string;
  readonly item?: Simple;
  readonly members?: readonly Simple[];
  /** The text of an empty or absent one. */
  readonly initial?: string;
  readonly fixed?: string;
  /** Whether its values are of a user's own type. */
  readonly own?: true;
}

/** How values with QNames are written. */
export interface QNames {
  /** Writes the end of a start tag with declarations of the prefixes, and the text. */
  readonly content: (value: never, stems: readonly string[]) => string;
  /** Writes an attribute with declarations of the prefixes. */
  readonly attribute: (value: never, stems: readonly string[], name: string) => string;
  /** Prefixes to try after the usual one, because a pattern may require one. */
  readonly stems: readonly string[];
  /** The same for a type with another text. */
  readonly of: (raw: Format, stems?: readonly string[]) => QNames;
}

/** The JSON of a simple type: keywords of JSON Schema. */
export interface JsonForm {
  readonly type?: string;
  /** What the value is in JavaScript, if it is not what it is in JSON. */
  readonly javascript?: 'bigint' | 'Date' | 'Uint8Array' | 'number';
  readonly contentEncoding?: string;
  readonly enum?: readonly unknown[];
  readonly [keyword: string]: unknown;
}
