/** Compares two lexical values; the result is negative, zero or positive. */
export type Order = (left: string, right: string) => number;

/** A pattern with its text in the contract. */
export type ShownPattern = readonly [
  pattern: { readonly test: (text: string) => boolean },
  shown: string,
];

/** Other lexical forms of the value of a text, a limited number of them. */
export type LexicalForms = (text: string) => Iterable<string>;

/** Facets of a simple type (XML Schema 2, 4.3). */
export interface Facets {
  readonly length?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minInclusive?: string;
  readonly minExclusive?: string;
  readonly maxInclusive?: string;
  readonly maxExclusive?: string;
  /** How values are compared with bounds if JavaScript's operators do not. */
  readonly order?: Order;
  readonly totalDigits?: number;
  readonly fractionDigits?: number;
  readonly patterns?: readonly ShownPattern[];
  /** Texts that match the patterns, for samples. */
  readonly samples?: readonly string[];
  /** Other forms of a value, for patterns that the usual form does not match. */
  readonly forms?: LexicalForms;
  /** Values that are no literals: texts, or numbers. */
  readonly enumeration?: readonly (string | number)[];
  /** Whether a value of the enumeration is the given one. */
  readonly same?: Same;
  /** The values of the enumeration, for messages. */
  readonly shown?: string;
}

/** Whether a value of an enumeration is a value, whose text is also given. */
export type Same = (one: string | number, value: unknown, text: string) => boolean;
