import { formatXsdBoolean, parseXsdBoolean } from '../../xsd/boolean.ts';
import {
  formatXsdDecimal,
  formatXsdDecimalAsNumber,
  parseXsdDecimal,
  parseXsdDecimalAsNumber,
} from '../../xsd/decimal.ts';
import { formatXsdDouble, formatXsdFloat, parseXsdDouble, parseXsdFloat } from '../../xsd/float.ts';
import {
  formatXsdByte,
  formatXsdInt,
  formatXsdShort,
  formatXsdUnsignedByte,
  formatXsdUnsignedInt,
  formatXsdUnsignedShort,
  parseXsdByte,
  parseXsdInt,
  parseXsdShort,
  parseXsdUnsignedByte,
  parseXsdUnsignedInt,
  parseXsdUnsignedShort,
} from '../../xsd/integer.ts';
import { INT, type Simple } from '../simple-type.ts';
import { unescaped } from './simple.ts';

const zero = { initial: () => 0 } as const;
const integer = { ...zero, json: { type: 'integer' } } as const;
const float = { ...zero, json: { type: 'number', javascript: 'number' } } as const;

export const boolean: Simple = /* @__PURE__ */ unescaped(parseXsdBoolean, formatXsdBoolean, {
  initial: () => false,
  json: { type: 'boolean' },
});

export const int: Simple = /* @__PURE__ */ unescaped(parseXsdInt, formatXsdInt, {
  ...zero,
  way: INT,
  json: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
});

export const short: Simple = /* @__PURE__ */ unescaped(parseXsdShort, formatXsdShort, integer);

export const byte: Simple = /* @__PURE__ */ unescaped(parseXsdByte, formatXsdByte, integer);

export const unsignedInt: Simple = /* @__PURE__ */ unescaped(
  parseXsdUnsignedInt,
  formatXsdUnsignedInt,
  integer,
);

export const unsignedShort: Simple = /* @__PURE__ */ unescaped(
  parseXsdUnsignedShort,
  formatXsdUnsignedShort,
  integer,
);

export const unsignedByte: Simple = /* @__PURE__ */ unescaped(
  parseXsdUnsignedByte,
  formatXsdUnsignedByte,
  integer,
);

export const double: Simple = /* @__PURE__ */ unescaped(parseXsdDouble, formatXsdDouble, float);

const floatType: Simple = /* @__PURE__ */ unescaped(parseXsdFloat, formatXsdFloat, {
  ...float,
  round: Math.fround,
});

export { floatType as float };

export const decimal: Simple = /* @__PURE__ */ unescaped(parseXsdDecimal, formatXsdDecimal, {
  initial: () => '0',
});

export const decimalAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdDecimalAsNumber,
  formatXsdDecimalAsNumber,
  float,
);
