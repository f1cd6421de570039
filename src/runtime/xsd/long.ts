import {
  type Format,
  formatInteger,
  formatIntegerAsNumber,
  formatIntegerAsString,
  type IntegerType,
  type Parse,
  parseInteger,
  parseIntegerAsNumber,
  parseIntegerAsString,
} from './integer-type.ts';

/** `xs:long`: 64 bits, signed. */
const longType: IntegerType = {
  least: -9_223_372_036_854_775_808n,
  most: 9_223_372_036_854_775_807n,
  dotnet: 'an Int64',
  xsd: 'a long',
};

export const parseXsdLong: Parse<bigint> = (text) => parseInteger(text, longType);
export const formatXsdLong: Format<bigint> = (value) => formatInteger(value, longType);
export const parseXsdLongAsNumber: Parse<number> = (text) => parseIntegerAsNumber(text, longType);
export const formatXsdLongAsNumber: Format<number> = (value) =>
  formatIntegerAsNumber(value, longType);
export const parseXsdLongAsString: Parse<string> = (text) => parseIntegerAsString(text, longType);
export const formatXsdLongAsString: Format<string> = (value) =>
  formatIntegerAsString(value, longType);

/** `xs:unsignedLong`: 64 bits. */
const unsignedLongType: IntegerType = {
  least: 0n,
  most: 18_446_744_073_709_551_615n,
  dotnet: 'a UInt64',
  xsd: 'an unsignedLong',
};

export const parseXsdUnsignedLong: Parse<bigint> = (text) => parseInteger(text, unsignedLongType);
export const formatXsdUnsignedLong: Format<bigint> = (value) =>
  formatInteger(value, unsignedLongType);
export const parseXsdUnsignedLongAsNumber: Parse<number> = (text) =>
  parseIntegerAsNumber(text, unsignedLongType);
export const formatXsdUnsignedLongAsNumber: Format<number> = (value) =>
  formatIntegerAsNumber(value, unsignedLongType);
export const parseXsdUnsignedLongAsString: Parse<string> = (text) =>
  parseIntegerAsString(text, unsignedLongType);
export const formatXsdUnsignedLongAsString: Format<string> = (value) =>
  formatIntegerAsString(value, unsignedLongType);
