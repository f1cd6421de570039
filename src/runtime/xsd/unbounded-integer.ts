import {
  formatInteger,
  formatIntegerAsNumber,
  formatIntegerAsString,
  type IntegerType,
  parseInteger,
  parseIntegerAsNumber,
  parseIntegerAsString,
} from './integer-type.ts';

const integerType: IntegerType = {
  least: undefined,
  most: undefined,
  dotnet: 'an integer',
  xsd: 'an integer',
};

/** Reads `xs:integer`: no bounds. */
export function parseXsdInteger(text: string): bigint {
  return parseInteger(text, integerType);
}

/** Writes `xs:integer`. */
export function formatXsdInteger(value: bigint, owner: object, name: string): string {
  return formatInteger(value, integerType, owner, name);
}

/** Reads `xs:integer` as a number; beyond 2^53 is an error. */
export function parseXsdIntegerAsNumber(text: string): number {
  return parseIntegerAsNumber(text, integerType);
}

/** Writes `xs:integer` from a number. */
export function formatXsdIntegerAsNumber(value: number, owner: object, name: string): string {
  return formatIntegerAsNumber(value, integerType, owner, name);
}

/** Reads `xs:integer` as text. */
export function parseXsdIntegerAsString(text: string): string {
  return parseIntegerAsString(text, integerType);
}

/** Writes `xs:integer` from text. */
export function formatXsdIntegerAsString(value: string, owner: object, name: string): string {
  return formatIntegerAsString(value, integerType, owner, name);
}

const nonNegativeIntegerType: IntegerType = {
  least: 0n,
  most: undefined,
  dotnet: 'a nonNegativeInteger',
  xsd: 'a nonNegativeInteger',
};

/** Reads `xs:nonNegativeInteger`: 0 or more. */
export function parseXsdNonNegativeInteger(text: string): bigint {
  return parseInteger(text, nonNegativeIntegerType);
}

/** Writes `xs:nonNegativeInteger`. */
export function formatXsdNonNegativeInteger(value: bigint, owner: object, name: string): string {
  return formatInteger(value, nonNegativeIntegerType, owner, name);
}

/** Reads `xs:nonNegativeInteger` as a number; beyond 2^53 is an error. */
export function parseXsdNonNegativeIntegerAsNumber(text: string): number {
  return parseIntegerAsNumber(text, nonNegativeIntegerType);
}

/** Writes `xs:nonNegativeInteger` from a number. */
export function formatXsdNonNegativeIntegerAsNumber(
  value: number,
  owner: object,
  name: string,
): string {
  return formatIntegerAsNumber(value, nonNegativeIntegerType, owner, name);
}

/** Reads `xs:nonNegativeInteger` as text. */
export function parseXsdNonNegativeIntegerAsString(text: string): string {
  return parseIntegerAsString(text, nonNegativeIntegerType);
}

/** Writes `xs:nonNegativeInteger` from text. */
export function formatXsdNonNegativeIntegerAsString(
  value: string,
  owner: object,
  name: string,
): string {
  return formatIntegerAsString(value, nonNegativeIntegerType, owner, name);
}

const positiveIntegerType: IntegerType = {
  least: 1n,
  most: undefined,
  dotnet: 'a positiveInteger',
  xsd: 'a positiveInteger',
};

/** Reads `xs:positiveInteger`: 1 or more. */
export function parseXsdPositiveInteger(text: string): bigint {
  return parseInteger(text, positiveIntegerType);
}

/** Writes `xs:positiveInteger`. */
export function formatXsdPositiveInteger(value: bigint, owner: object, name: string): string {
  return formatInteger(value, positiveIntegerType, owner, name);
}

/** Reads `xs:positiveInteger` as a number; beyond 2^53 is an error. */
export function parseXsdPositiveIntegerAsNumber(text: string): number {
  return parseIntegerAsNumber(text, positiveIntegerType);
}

/** Writes `xs:positiveInteger` from a number. */
export function formatXsdPositiveIntegerAsNumber(
  value: number,
  owner: object,
  name: string,
): string {
  return formatIntegerAsNumber(value, positiveIntegerType, owner, name);
}

/** Reads `xs:positiveInteger` as text. */
export function parseXsdPositiveIntegerAsString(text: string): string {
  return parseIntegerAsString(text, positiveIntegerType);
}

/** Writes `xs:positiveInteger` from text. */
export function formatXsdPositiveIntegerAsString(
  value: string,
  owner: object,
  name: string,
): string {
  return formatIntegerAsString(value, positiveIntegerType, owner, name);
}

const nonPositiveIntegerType: IntegerType = {
  least: undefined,
  most: 0n,
  dotnet: 'a nonPositiveInteger',
  xsd: 'a nonPositiveInteger',
};

/** Reads `xs:nonPositiveInteger`: 0 or less. */
export function parseXsdNonPositiveInteger(text: string): bigint {
  return parseInteger(text, nonPositiveIntegerType);
}

/** Writes `xs:nonPositiveInteger`. */
export function formatXsdNonPositiveInteger(value: bigint, owner: object, name: string): string {
  return formatInteger(value, nonPositiveIntegerType, owner, name);
}

/** Reads `xs:nonPositiveInteger` as a number; beyond 2^53 is an error. */
export function parseXsdNonPositiveIntegerAsNumber(text: string): number {
  return parseIntegerAsNumber(text, nonPositiveIntegerType);
}

/** Writes `xs:nonPositiveInteger` from a number. */
export function formatXsdNonPositiveIntegerAsNumber(
  value: number,
  owner: object,
  name: string,
): string {
  return formatIntegerAsNumber(value, nonPositiveIntegerType, owner, name);
}

/** Reads `xs:nonPositiveInteger` as text. */
export function parseXsdNonPositiveIntegerAsString(text: string): string {
  return parseIntegerAsString(text, nonPositiveIntegerType);
}

/** Writes `xs:nonPositiveInteger` from text. */
export function formatXsdNonPositiveIntegerAsString(
  value: string,
  owner: object,
  name: string,
): string {
  return formatIntegerAsString(value, nonPositiveIntegerType, owner, name);
}

const negativeIntegerType: IntegerType = {
  least: undefined,
  most: -1n,
  dotnet: 'a negativeInteger',
  xsd: 'a negativeInteger',
};

/** Reads `xs:negativeInteger`: -1 or less. */
export function parseXsdNegativeInteger(text: string): bigint {
  return parseInteger(text, negativeIntegerType);
}

/** Writes `xs:negativeInteger`. */
export function formatXsdNegativeInteger(value: bigint, owner: object, name: string): string {
  return formatInteger(value, negativeIntegerType, owner, name);
}

/** Reads `xs:negativeInteger` as a number; beyond 2^53 is an error. */
export function parseXsdNegativeIntegerAsNumber(text: string): number {
  return parseIntegerAsNumber(text, negativeIntegerType);
}

/** Writes `xs:negativeInteger` from a number. */
export function formatXsdNegativeIntegerAsNumber(
  value: number,
  owner: object,
  name: string,
): string {
  return formatIntegerAsNumber(value, negativeIntegerType, owner, name);
}

/** Reads `xs:negativeInteger` as text. */
export function parseXsdNegativeIntegerAsString(text: string): string {
  return parseIntegerAsString(text, negativeIntegerType);
}

/** Writes `xs:negativeInteger` from text. */
export function formatXsdNegativeIntegerAsString(
  value: string,
  owner: object,
  name: string,
): string {
  return formatIntegerAsString(value, negativeIntegerType, owner, name);
}
