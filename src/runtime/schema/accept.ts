import { asObject, asText, standalone } from '../codec/value.ts';
import { notEncodable } from '../xml/write-text.ts';
import type { SchemaKeywords } from './node.ts';

/** Checks the input of an operation without parameters, which may be any object. */
export function acceptInput(value: object): unknown {
  return asObject(value, standalone, '');
}

/** Checks the result of an operation that has none. */
export function acceptNothing(value: unknown): void {
  if (value !== undefined) throw notEncodable('nothing', value, standalone, '');
}

/** Describes the result of an operation that has none: `null` in JSON. */
export function describeNothing(): SchemaKeywords {
  return { type: 'null', javascript: 'undefined' };
}

/** Checks a text that an operation writes straight to the response. */
export function acceptText(value: string): string {
  return asText(value, standalone, '');
}

/** Checks bytes that an operation writes straight to the response. */
export function acceptBytes(value: unknown): void {
  if (!(value instanceof Uint8Array)) throw notEncodable('a Uint8Array', value, standalone, '');
}

/** Checks JSON that an operation writes straight to the response. */
export function acceptJson(value: unknown): void {
  if (JSON.stringify(value) === undefined) throw notEncodable('JSON', value, standalone, '');
}
