import type { Simple } from '../type/simple-type.ts';
import type { XmlReader } from '../xml/reader.ts';
import { describeValue } from '../xml/write-text.ts';
import { formatXsdBase64Binary, parseXsdBase64Binary } from '../xsd/binary.ts';
import { clarkNames } from '../xsd/qname.ts';
import type { OwnScalar, Scalar, SchemaKeywords } from './node.ts';

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
const specialNumbers: readonly unknown[] = ['INF', '-INF', 'NaN'];

const bigints: Scalar = {
  isValue: (value) => typeof value === 'bigint',
  isJson: (json) => typeof json === 'string' && /^-?\d+$/.test(json),
  toJson: (value: bigint) => String(value),
  fromJson: (json: string) => BigInt(json),
};

const dates: Scalar = {
  isValue: (value) => value instanceof Date,
  isJson: (json) =>
    typeof json === 'string' && /^[+-]?\d/.test(json) && !Number.isNaN(Date.parse(json)),
  // an invalid date has no text; `validate` reports it
  toJson: (value: Date) => (Number.isNaN(value.getTime()) ? null : value.toISOString()),
  fromJson: (json: string) => new Date(json),
};

const bytes: Scalar = {
  isValue: (value) => value instanceof Uint8Array,
  isJson: (json) => typeof json === 'string' && json.length % 4 === 0 && base64.test(json),
  toJson: (value: Uint8Array) => formatXsdBase64Binary(value),
  fromJson: parseXsdBase64Binary,
};

/** Numbers that may be infinite or NaN, with XML Schema's names. */
const numbers: Scalar = {
  isValue: (value) => typeof value === 'number',
  isJson: (json) => typeof json === 'number' || specialNumbers.includes(json),
  toJson: (value: number) => {
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

type Kind = NonNullable<SchemaKeywords['javascript']>;
type Word = Extract<Kind, string>;

const scalars: Readonly<Record<Word, Scalar>> = {
  bigint: bigints,
  Date: dates,
  Uint8Array: bytes,
  number: numbers,
  undefined: nothing,
};

function scalarOf(kind: Kind): Scalar {
  return typeof kind === 'string' ? scalars[kind] : kind;
}

/** How JSON has values of a type of the user's own: as their texts. */
export function ownScalar(type: Simple): OwnScalar {
  const parse = (text: string): unknown => type.parse(text, clarkNames as unknown as XmlReader);
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

/** The message of the error that a function throws, if it throws one. */
function failureOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as Error).message;
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
