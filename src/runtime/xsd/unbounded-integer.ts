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
export const formatXsdInteger: Format<bigint> = (value, owner, name) =>
  formatInteger(value, integerType, owner, name);
export const parseXsdIntegerAsNumber: Parse<number> = (text) =>
  parseIntegerAsNumber(text, integerType);
export const formatXsdIntegerAsNumber: Format<number> = (value, owner, name) =>
  formatIntegerAsNumber(value, integerType, owner, name);
export const parseXsdIntegerAsString: Parse<string> = (text) =>
  parseIntegerAsString(text, integerType);
export const formatXsdIntegerAsString: Format<string> = (value, owner, name) =>
  formatIntegerAsString(value, integerType, owner, name);

/** `xs:nonNegativeInteger`: 0 or more. */
const nonNegativeIntegerType: IntegerType = {
  least: 0n,
  most: undefined,
  dotnet: 'a nonNegativeInteger',
  xsd: 'a nonNegativeInteger',
};

export const parseXsdNonNegativeInteger: Parse<bigint> = (text) =>
  parseInteger(text, nonNegativeIntegerType);
export const formatXsdNonNegativeInteger: Format<bigint> = (value, owner, name) =>
  formatInteger(value, nonNegativeIntegerType, owner, name);
export const parseXsdNonNegativeIntegerAsNumber: Parse<number> = (text) =>
  parseIntegerAsNumber(text, nonNegativeIntegerType);
export const formatXsdNonNegativeIntegerAsNumber: Format<number> = (value, owner, name) =>
  formatIntegerAsNumber(value, nonNegativeIntegerType, owner, name);
export const parseXsdNonNegativeIntegerAsString: Parse<string> = (text) =>
  parseIntegerAsString(text, nonNegativeIntegerType);
export const formatXsdNonNegativeIntegerAsString: Format<string> = (value, owner, name) =>
  formatIntegerAsString(value, nonNegativeIntegerType, owner, name);

/** `xs:positiveInteger`: 1 or more. */
const positiveIntegerType: IntegerType = {
  least: 1n,
  most: undefined,
  dotnet: 'a positiveInteger',
  xsd: 'a positiveInteger',
};

export const parseXsdPositiveInteger: Parse<bigint> = (text) =>
  parseInteger(text, positiveIntegerType);
export const formatXsdPositiveInteger: Format<bigint> = (value, owner, name) =>
  formatInteger(value, positiveIntegerType, owner, name);
export const parseXsdPositiveIntegerAsNumber: Parse<number> = (text) =>
  parseIntegerAsNumber(text, positiveIntegerType);
export const formatXsdPositiveIntegerAsNumber: Format<number> = (value, owner, name) =>
  formatIntegerAsNumber(value, positiveIntegerType, owner, name);
export const parseXsdPositiveIntegerAsString: Parse<string> = (text) =>
  parseIntegerAsString(text, positiveIntegerType);
export const formatXsdPositiveIntegerAsString: Format<string> = (value, owner, name) =>
  formatIntegerAsString(value, positiveIntegerType, owner, name);

/** `xs:nonPositiveInteger`: 0 or less. */
const nonPositiveIntegerType: IntegerType = {
  least: undefined,
  most: 0n,
  dotnet: 'a nonPositiveInteger',
  xsd: 'a nonPositiveInteger',
};

export const parseXsdNonPositiveInteger: Parse<bigint> = (text) =>
  parseInteger(text, nonPositiveIntegerType);
export const formatXsdNonPositiveInteger: Format<bigint> = (value, owner, name) =>
  formatInteger(value, nonPositiveIntegerType, owner, name);
export const parseXsdNonPositiveIntegerAsNumber: Parse<number> = (text) =>
  parseIntegerAsNumber(text, nonPositiveIntegerType);
export const formatXsdNonPositiveIntegerAsNumber: Format<number> = (value, owner, name) =>
  formatIntegerAsNumber(value, nonPositiveIntegerType, owner, name);
export const parseXsdNonPositiveIntegerAsString: Parse<string> = (text) =>
  parseIntegerAsString(text, nonPositiveIntegerType);
export const formatXsdNonPositiveIntegerAsString: Format<string> = (value, owner, name) =>
  formatIntegerAsString(value, nonPositiveIntegerType, owner, name);

/** `xs:negativeInteger`: -1 or less. */
const negativeIntegerType: IntegerType = {
  least: undefined,
  most: -1n,
  dotnet: 'a negativeInteger',
  xsd: 'a negativeInteger',
};

export const parseXsdNegativeInteger: Parse<bigint> = (text) =>
  parseInteger(text, negativeIntegerType);
export const formatXsdNegativeInteger: Format<bigint> = (value, owner, name) =>
  formatInteger(value, negativeIntegerType, owner, name);
export const parseXsdNegativeIntegerAsNumber: Parse<number> = (text) =>
  parseIntegerAsNumber(text, negativeIntegerType);
export const formatXsdNegativeIntegerAsNumber: Format<number> = (value, owner, name) =>
  formatIntegerAsNumber(value, negativeIntegerType, owner, name);
export const parseXsdNegativeIntegerAsString: Parse<string> = (text) =>
  parseIntegerAsString(text, negativeIntegerType);
export const formatXsdNegativeIntegerAsString: Format<string> = (value, owner, name) =>
  formatIntegerAsString(value, negativeIntegerType, owner, name);
