import {
  formatInteger,
  formatIntegerAsNumber,
  formatIntegerAsString,
  type IntegerType,
  parseInteger,
  parseIntegerAsNumber,
  parseIntegerAsString,
} from './integer-type.ts';

const longType: IntegerType = {
  least: -9_223_372_036_854_775_808n,
  most: 9_223_372_036_854_775_807n,
  dotnet: 'an Int64',
  xsd: 'a long',
};

/** Reads `xs:long`: 64 bits, signed. */
export function parseXsdLong(text: string): bigint {
  return parseInteger(text, longType);
}

/** Writes `xs:long`. */
export function formatXsdLong(value: bigint, owner: object, name: string): string {
  return formatInteger(value, longType, owner, name);
}

/** Reads `xs:long` as a number; beyond 2^53 is an error. */
export function parseXsdLongAsNumber(text: string): number {
  return parseIntegerAsNumber(text, longType);
}

/** Writes `xs:long` from a number. */
export function formatXsdLongAsNumber(value: number, owner: object, name: string): string {
  return formatIntegerAsNumber(value, longType, owner, name);
}

/** Reads `xs:long` as text. */
export function parseXsdLongAsString(text: string): string {
  return parseIntegerAsString(text, longType);
}

/** Writes `xs:long` from text. */
export function formatXsdLongAsString(value: string, owner: object, name: string): string {
  return formatIntegerAsString(value, longType, owner, name);
}

const unsignedLongType: IntegerType = {
  least: 0n,
  most: 18_446_744_073_709_551_615n,
  dotnet: 'a UInt64',
  xsd: 'an unsignedLong',
};

/** Reads `xs:unsignedLong`: 64 bits. */
export function parseXsdUnsignedLong(text: string): bigint {
  return parseInteger(text, unsignedLongType);
}

/** Writes `xs:unsignedLong`. */
export function formatXsdUnsignedLong(value: bigint, owner: object, name: string): string {
  return formatInteger(value, unsignedLongType, owner, name);
}

/** Reads `xs:unsignedLong` as a number; beyond 2^53 is an error. */
export function parseXsdUnsignedLongAsNumber(text: string): number {
  return parseIntegerAsNumber(text, unsignedLongType);
}

/** Writes `xs:unsignedLong` from a number. */
export function formatXsdUnsignedLongAsNumber(value: number, owner: object, name: string): string {
  return formatIntegerAsNumber(value, unsignedLongType, owner, name);
}

/** Reads `xs:unsignedLong` as text. */
export function parseXsdUnsignedLongAsString(text: string): string {
  return parseIntegerAsString(text, unsignedLongType);
}

/** Writes `xs:unsignedLong` from text. */
export function formatXsdUnsignedLongAsString(value: string, owner: object, name: string): string {
  return formatIntegerAsString(value, unsignedLongType, owner, name);
}
