import { asObject, asText } from '../codec/value.ts';
import { notEncodable } from '../xml/write-text.ts';
import type { Check } from './issues.ts';
import { anyBytes, nothing } from './message-node.ts';
import type { SchemaKeywords } from './node.ts';

/** Values that are not of a type of the contract. */
export interface PlainValue {
  readonly kind: 'plain';
  readonly check: Check;
  readonly node: SchemaKeywords;
}

/** The input of an operation without parameters, which may be any object. */
export const anyInput: PlainValue = {
  kind: 'plain',
  check: (value: object) => asObject(value),
  node: { type: 'object' },
};

/** The result of an operation that has none. */
export const noValue: PlainValue = {
  kind: 'plain',
  check: (value: unknown) => {
    if (value !== undefined) throw notEncodable('nothing', value);
  },
  node: nothing,
};

/** A text that an operation writes straight to the response. */
export const writtenText: PlainValue = {
  kind: 'plain',
  check: (value: string) => asText(value),
  node: { type: 'string', examples: ['sample'] },
};

/** Bytes that an operation writes straight to the response. */
export const writtenBytes: PlainValue = {
  kind: 'plain',
  check: (value: unknown) => {
    if (!(value instanceof Uint8Array)) throw notEncodable('a Uint8Array', value);
  },
  node: anyBytes,
};

/** JSON that an operation writes straight to the response. */
export const writtenJson: PlainValue = {
  kind: 'plain',
  check: (value: unknown) => {
    if (JSON.stringify(value) === undefined) throw notEncodable('JSON', value);
  },
  node: { examples: [{ sample: true }] },
};
