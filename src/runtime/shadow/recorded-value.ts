import { bytesFromBase64, bytesToBase64 } from '../xsd/binary-tables.ts';

/**
 * Converts a value of generated code to plain JSON data without loss. Values that JSON does not
 * have become an object with one key: `$bigint`, `$base64`, `$date` or `$number`. Such keys never
 * come from the wire. Absent properties are omitted and keys sorted by code unit, so that equal
 * values give equal texts.
 */
export function toRecorded(value: unknown): unknown {
  switch (typeof value) {
    case 'bigint':
      return { $bigint: String(value) };
    case 'number':
      if (Number.isFinite(value) && !Object.is(value, -0)) return value;
      return { $number: Object.is(value, -0) ? '-0' : String(value) };
    case 'object':
      return value === null ? null : objectToRecorded(value);
    default:
      return value;
  }
}

function objectToRecorded(value: object): unknown {
  if (value instanceof Uint8Array) return { $base64: bytesToBase64(value) };
  if (value instanceof Date) return { $date: value.toISOString() };
  if (Array.isArray(value)) return value.map(toRecorded);
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, toRecorded(inner)]);
  return Object.fromEntries(entries);
}

/** Converts JSON data of a recording back to a value. */
export function fromRecorded(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(fromRecorded);
  const entries = Object.entries(data);
  const [first, more] = entries;
  if (first !== undefined && more === undefined && typeof first[1] === 'string') {
    const [key, text] = first;
    if (key === '$bigint' && /^-?\d+$/.test(text)) return BigInt(text);
    if (key === '$base64') return bytesFromBase64(text);
    if (key === '$date') return new Date(text);
    if (key === '$number') return Number(text);
  }
  return Object.fromEntries(entries.map(([key, inner]) => [key, fromRecorded(inner)]));
}
