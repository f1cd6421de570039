import type { JsonValue } from '../operation/names.ts';
import { formatXsdBase64Binary, parseXsdBase64Binary } from '../xsd/binary.ts';
import type { SchemaKeywords } from './node.ts';

/** A kind of value that JSON has no form of. */
interface Scalar {
  readonly isValue: (value: unknown) => boolean;
  readonly isJson: (json: unknown) => boolean;
  readonly toJson: (value: never) => JsonValue;
  readonly fromJson: (json: never) => unknown;
}

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
  // one without a time has no text: `validate` says so
  toJson: (value: Date) => (Number.isNaN(value.getTime()) ? null : value.toISOString()),
  fromJson: (json: string) => new Date(json),
};

const bytes: Scalar = {
  isValue: (value) => value instanceof Uint8Array,
  isJson: (json) => typeof json === 'string' && json.length % 4 === 0 && base64.test(json),
  toJson: (value: Uint8Array) => formatXsdBase64Binary(value, [value], '0'),
  fromJson: parseXsdBase64Binary,
};

/** Numbers that may be infinite or none, in the words of XML Schema. */
const numbers: Scalar = {
  isValue: (value) => typeof value === 'number',
  isJson: (json) => typeof json === 'number' || specialNumbers.includes(json),
  toJson: (value: number) => {
    if (Number.isFinite(value)) return value;
    return Number.isNaN(value) ? 'NaN' : value > 0 ? 'INF' : '-INF';
  },
  fromJson: (json: number | string) => Number(String(json).replace('INF', 'Infinity')),
};

/** No value, as the result of an operation may be. */
const nothing: Scalar = {
  isValue: (value) => value === undefined,
  isJson: (json) => json === null,
  toJson: () => null,
  fromJson: () => undefined,
};

type Kind = NonNullable<SchemaKeywords['javascript']>;

const scalars: Readonly<Record<Kind, Scalar>> = {
  bigint: bigints,
  Date: dates,
  Uint8Array: bytes,
  number: numbers,
  undefined: nothing,
};

/** Which of its two forms a value has. */
export type Form = 'json' | 'value';

/** Whether something has one of the forms of a kind of value. */
export function hasForm(kind: Kind, value: unknown, form: Form): boolean {
  const { isJson, isValue } = scalars[kind];
  return form === 'json' ? isJson(value) : isValue(value);
}

/** The other form of a value; what has not the form it should have stays as it is. */
export function otherForm(kind: Kind, value: unknown, form: Form): unknown {
  if (!hasForm(kind, value, form)) return value;
  const { toJson, fromJson } = scalars[kind];
  return form === 'json' ? fromJson(value as never) : toJson(value as never);
}
