import { messageOf, propertyOf } from '../operation/errors.ts';
import type { Simple } from '../type/simple-type.ts';
import { describeValue } from '../xml/write-text.ts';
import { XmlError } from '../xml/xml-error.ts';
import { formatXsdBase64Binary, parseXsdBase64Binary } from '../xsd/binary.ts';
import { formatXsdDateTimeFromDate, parseXsdDateTimeAsDate } from '../xsd/date-object.ts';
import { outside } from '../xsd/qname.ts';
import type { OwnScalar, Scalar, SchemaKeywords } from './node.ts';
import { textPatterns } from './text-patterns.ts';

const wholeNumber = new RegExp(textPatterns.bigint);
const dateTime = new RegExp(textPatterns.dateTime);
const base64 = new RegExp(textPatterns.base64);
/** As of integers in XML, because conversion to a bigint takes more than linear time. */
const mostDigits = 4096;
/** Numbers that JSON does not have, by XML Schema's names. */
export const specialNumbers: readonly string[] = ['INF', '-INF', 'NaN', '-0'];

const bigints: Scalar = {
  isValue: (value) => typeof value === 'bigint',
  isJson: (json) => typeof json === 'string' && json.length <= mostDigits && wholeNumber.test(json),
  toJson: (value: bigint) => String(value),
  fromJson: (json: string) => BigInt(json),
};

const dates: Scalar = {
  isValue: (value) => value instanceof Date,
  isJson: (json) =>
    typeof json === 'string' &&
    dateTime.test(json) &&
    failureOf(() => parseXsdDateTimeAsDate(json)) === undefined,
  // an invalid date has no text; `validate` reports it
  toJson: (value: Date) =>
    failureOf(() => formatXsdDateTimeFromDate(value)) === undefined
      ? formatXsdDateTimeFromDate(value)
      : null,
  fromJson: parseXsdDateTimeAsDate,
};

const bytes: Scalar = {
  isValue: (value) => value instanceof Uint8Array,
  isJson: (json) => typeof json === 'string' && json.length % 4 === 0 && base64.test(json),
  toJson: (value: Uint8Array) => formatXsdBase64Binary(value),
  fromJson: parseXsdBase64Binary,
};

/** Numbers that may be infinite, NaN or -0. */
const numbers: Scalar = {
  isValue: (value) => typeof value === 'number',
  isJson: (json) => typeof json === 'number' || specialNumbers.includes(json as string),
  toJson: (value: number) => {
    if (Object.is(value, -0)) return '-0';
    if (Number.isFinite(value)) return value;
    return Number.isNaN(value) ? 'NaN' : value > 0 ? 'INF' : '-INF';
  },
  fromJson: (json: number | string) => Number(String(json).replace('INF', 'Infinity')),
};

/** No value, such as the result of an operation that has none. */
const nothing: Scalar = {
  isValue: (value) => value === undefined,
  isJson: (json) => json === null,
  toJson: () => null,
  fromJson: () => undefined,
};

/** No value where `null` means a nil element. */
const absence: Scalar = {
  isValue: (value) => value === undefined,
  isJson: (json) => propertyOf(json, '$absent') === true,
  toJson: () => ({ $absent: true }),
  fromJson: () => undefined,
};

type Kind = NonNullable<SchemaKeywords['javascript']>;
type Word = Extract<Kind, string>;

const scalars: Readonly<Record<Word, Scalar>> = {
  bigint: bigints,
  Date: dates,
  Uint8Array: bytes,
  number: numbers,
  undefined: nothing,
  absent: absence,
};

function scalarOf(kind: Kind): Scalar {
  return typeof kind === 'string' ? scalars[kind] : kind;
}

/** How JSON has values of a type of the user's own: as their texts. */
export function ownScalar(type: Simple): OwnScalar {
  const parse = (text: string): unknown => type.parse(text, outside);
  const lexical = (value: unknown): string => type.raw(value as never);
  const refusal = (json: unknown): string | undefined =>
    typeof json === 'string'
      ? failureOf(() => parse(json))
      : `Expected a text, got ${describeValue(json)}.`;
  return {
    isValue: (value) => failureOf(() => lexical(value)) === undefined,
    isJson: (json) => refusal(json) === undefined,
    toJson: lexical,
    fromJson: parse,
    refusal,
  };
}

/** What is wrong, if a function throws an error: in the words of XML Schema, not of .NET. */
function failureOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof XmlError ? (error.told ?? error.message) : messageOf(error);
  }
}

/** The form of a value. */
export type Form = 'json' | 'value';

/** Whether a value of a kind has the given form. */
export function hasForm(kind: Kind, value: unknown, form: Form): boolean {
  const { isJson, isValue } = scalarOf(kind);
  return form === 'json' ? isJson(value) : isValue(value);
}

/** The other form of a value. Values that do not have the given form stay unchanged. */
export function otherForm(kind: Kind, value: unknown, form: Form): unknown {
  if (!hasForm(kind, value, form)) return value;
  const { toJson, fromJson } = scalarOf(kind);
  return form === 'json' ? fromJson(value as never) : toJson(value as never);
}
