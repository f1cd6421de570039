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

/** `xs:integer`: no bounds. */
const integerType: IntegerType = {
  least: undefined,
  most: undefined,
  dotnet: 'an integer',
  xsd: 'an integer',
};

export const parseXsdInteger: Parse<bigint> = (text) => parseInteger(text, integerType);
export const formatXsdInteger: Format<bigint> = (value) => formatInteger(value, integerType);
export const parseXsdIntegerAsNumber: Parse<number> = (text) =>
  parseIntegerAsNumber(text, integerType);
export const formatXsdIntegerAsNumber: Format<number> = (value) =>
  formatIntegerAsNumber(value, integerType);
export const parseXsdIntegerAsString: Parse<string> = (text) =>
  parseIntegerAsString(text, integerType);
export const formatXsdIntegerAsString: Format<string> = (value) =>
  formatIntegerAsString(value, integerType);

/** `xs:nonNegativeInteger`: 0 or more. */
const nonNegativeIntegerType: IntegerType = {
  least: 0n,
  most: undefined,
  dotnet: 'a nonNegativeInteger',
  xsd: 'a nonNegativeInteger',
};

export const parseXsdNonNegativeInteger: Parse<bigint> = (text) =>
  parseInteger(text, nonNegativeIntegerType);
export const formatXsdNonNegativeInteger: Format<bigint> = (value) =>
  formatInteger(value, nonNegativeIntegerType);
export const parseXsdNonNegativeIntegerAsNumber: Parse<number> = (text) =>
  parseIntegerAsNumber(text, nonNegativeIntegerType);
export const formatXsdNonNegativeIntegerAsNumber: Format<number> = (value) =>
  formatIntegerAsNumber(value, nonNegativeIntegerType);
export const parseXsdNonNegativeIntegerAsString: Parse<string> = (text) =>
  parseIntegerAsString(text, nonNegativeIntegerType);
export const formatXsdNonNegativeIntegerAsString: Format<string> = (value) =>
  formatIntegerAsString(value, nonNegativeIntegerType);

/** `xs:positiveInteger`: 1 or more. */
const positiveIntegerType: IntegerType = {
  least: 1n,
  most: undefined,
  dotnet: 'a positiveInteger',
  xsd: 'a positiveInteger',
};

export const parseXsdPositiveInteger: Parse<bigint> = (text) =>
  parseInteger(text, positiveIntegerType);
export const formatXsdPositiveInteger: Format<bigint> = (value) =>
  formatInteger(value, positiveIntegerType);
export const parseXsdPositiveIntegerAsNumber: Parse<number> = (text) =>
  parseIntegerAsNumber(text, positiveIntegerType);
export const formatXsdPositiveIntegerAsNumber: Format<number> = (value) =>
  formatIntegerAsNumber(value, positiveIntegerType);
export const parseXsdPositiveIntegerAsString: Parse<string> = (text) =>
  parseIntegerAsString(text, positiveIntegerType);
export const formatXsdPositiveIntegerAsString: Format<string> = (value) =>
  formatIntegerAsString(value, positiveIntegerType);

/** `xs:nonPositiveInteger`: 0 or less. */
const nonPositiveIntegerType: IntegerType = {
  least: undefined,
  most: 0n,
  dotnet: 'a nonPositiveInteger',
  xsd: 'a nonPositiveInteger',
};

export const parseXsdNonPositiveInteger: Parse<bigint> = (text) =>
  parseInteger(text, nonPositiveIntegerType);
export const formatXsdNonPositiveInteger: Format<bigint> = (value) =>
  formatInteger(value, nonPositiveIntegerType);
export const parseXsdNonPositiveIntegerAsNumber: Parse<number> = (text) =>
  parseIntegerAsNumber(text, nonPositiveIntegerType);
export const formatXsdNonPositiveIntegerAsNumber: Format<number> = (value) =>
  formatIntegerAsNumber(value, nonPositiveIntegerType);
export const parseXsdNonPositiveIntegerAsString: Parse<string> = (text) =>
  parseIntegerAsString(text, nonPositiveIntegerType);
export const formatXsdNonPositiveIntegerAsString: Format<string> = (value) =>
  formatIntegerAsString(value, nonPositiveIntegerType);

/** `xs:negativeInteger`: -1 or less. */
const negativeIntegerType: IntegerType = {
  least: undefined,
  most: -1n,
  dotnet: 'a negativeInteger',
  xsd: 'a negativeInteger',
};

export const parseXsdNegativeInteger: Parse<bigint> = (text) =>
  parseInteger(text, negativeIntegerType);
export const formatXsdNegativeInteger: Format<bigint> = (value) =>
  formatInteger(value, negativeIntegerType);
export const parseXsdNegativeIntegerAsNumber: Parse<number> = (text) =>
  parseIntegerAsNumber(text, negativeIntegerType);
export const formatXsdNegativeIntegerAsNumber: Format<number> = (value) =>
  formatIntegerAsNumber(value, negativeIntegerType);
export const parseXsdNegativeIntegerAsString: Parse<string> = (text) =>
  parseIntegerAsString(text, negativeIntegerType);
export const formatXsdNegativeIntegerAsString: Format<string> = (value) =>
  formatIntegerAsString(value, negativeIntegerType);
