import {
  formatXsdLong,
  formatXsdLongAsNumber,
  formatXsdLongAsString,
  formatXsdUnsignedLong,
  formatXsdUnsignedLongAsNumber,
  formatXsdUnsignedLongAsString,
  parseXsdLong,
  parseXsdLongAsNumber,
  parseXsdLongAsString,
  parseXsdUnsignedLong,
  parseXsdUnsignedLongAsNumber,
  parseXsdUnsignedLongAsString,
} from '../../xsd/long.ts';
import {
  formatXsdInteger,
  formatXsdIntegerAsNumber,
  formatXsdIntegerAsString,
  formatXsdNegativeInteger,
  formatXsdNegativeIntegerAsNumber,
  formatXsdNegativeIntegerAsString,
  formatXsdNonNegativeInteger,
  formatXsdNonNegativeIntegerAsNumber,
  formatXsdNonNegativeIntegerAsString,
  formatXsdNonPositiveInteger,
  formatXsdNonPositiveIntegerAsNumber,
  formatXsdNonPositiveIntegerAsString,
  formatXsdPositiveInteger,
  formatXsdPositiveIntegerAsNumber,
  formatXsdPositiveIntegerAsString,
  parseXsdInteger,
  parseXsdIntegerAsNumber,
  parseXsdIntegerAsString,
  parseXsdNegativeInteger,
  parseXsdNegativeIntegerAsNumber,
  parseXsdNegativeIntegerAsString,
  parseXsdNonNegativeInteger,
  parseXsdNonNegativeIntegerAsNumber,
  parseXsdNonNegativeIntegerAsString,
  parseXsdNonPositiveInteger,
  parseXsdNonPositiveIntegerAsNumber,
  parseXsdNonPositiveIntegerAsString,
  parseXsdPositiveInteger,
  parseXsdPositiveIntegerAsNumber,
  parseXsdPositiveIntegerAsString,
} from '../../xsd/unbounded-integer.ts';
import type { Simple } from '../simple-type.ts';
import { unescaped } from './simple.ts';

const big = {
  initial: () => 0n,
  json: { type: 'string', javascript: 'bigint' },
} as const;
const safe = { initial: () => 0, json: { type: 'integer' } } as const;
const digits = { initial: () => '0' } as const;

export const long: Simple = /* @__PURE__ */ unescaped(parseXsdLong, formatXsdLong, big);

export const longAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdLongAsNumber,
  formatXsdLongAsNumber,
  safe,
);

export const longAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdLongAsString,
  formatXsdLongAsString,
  digits,
);

export const unsignedLong: Simple = /* @__PURE__ */ unescaped(
  parseXsdUnsignedLong,
  formatXsdUnsignedLong,
  big,
);

export const unsignedLongAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdUnsignedLongAsNumber,
  formatXsdUnsignedLongAsNumber,
  safe,
);

export const unsignedLongAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdUnsignedLongAsString,
  formatXsdUnsignedLongAsString,
  digits,
);

export const integer: Simple = /* @__PURE__ */ unescaped(parseXsdInteger, formatXsdInteger, big);

export const integerAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdIntegerAsNumber,
  formatXsdIntegerAsNumber,
  safe,
);

export const integerAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdIntegerAsString,
  formatXsdIntegerAsString,
  digits,
);

export const nonNegativeInteger: Simple = /* @__PURE__ */ unescaped(
  parseXsdNonNegativeInteger,
  formatXsdNonNegativeInteger,
  big,
);

export const nonNegativeIntegerAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdNonNegativeIntegerAsNumber,
  formatXsdNonNegativeIntegerAsNumber,
  safe,
);

export const nonNegativeIntegerAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdNonNegativeIntegerAsString,
  formatXsdNonNegativeIntegerAsString,
  digits,
);

export const positiveInteger: Simple = /* @__PURE__ */ unescaped(
  parseXsdPositiveInteger,
  formatXsdPositiveInteger,
  big,
);

export const positiveIntegerAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdPositiveIntegerAsNumber,
  formatXsdPositiveIntegerAsNumber,
  safe,
);

export const positiveIntegerAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdPositiveIntegerAsString,
  formatXsdPositiveIntegerAsString,
  digits,
);

export const nonPositiveInteger: Simple = /* @__PURE__ */ unescaped(
  parseXsdNonPositiveInteger,
  formatXsdNonPositiveInteger,
  big,
);

export const nonPositiveIntegerAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdNonPositiveIntegerAsNumber,
  formatXsdNonPositiveIntegerAsNumber,
  safe,
);

export const nonPositiveIntegerAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdNonPositiveIntegerAsString,
  formatXsdNonPositiveIntegerAsString,
  digits,
);

export const negativeInteger: Simple = /* @__PURE__ */ unescaped(
  parseXsdNegativeInteger,
  formatXsdNegativeInteger,
  big,
);

export const negativeIntegerAsNumber: Simple = /* @__PURE__ */ unescaped(
  parseXsdNegativeIntegerAsNumber,
  formatXsdNegativeIntegerAsNumber,
  safe,
);

export const negativeIntegerAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdNegativeIntegerAsString,
  formatXsdNegativeIntegerAsString,
  digits,
);
