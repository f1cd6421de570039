import type { BuiltinName } from './builtin-types.ts';

/**
 * Range of the built-in integers (XML Schema part 2 section 3.3), and of ASMX's `char`; an absent
 * bound is unlimited.
 */
export const integerRanges: Readonly<
  Partial<Record<BuiltinName, readonly [min: string | undefined, max: string | undefined]>>
> = {
  integer: [undefined, undefined],
  nonPositiveInteger: [undefined, '0'],
  negativeInteger: [undefined, '-1'],
  nonNegativeInteger: ['0', undefined],
  positiveInteger: ['1', undefined],
  long: ['-9223372036854775808', '9223372036854775807'],
  int: ['-2147483648', '2147483647'],
  short: ['-32768', '32767'],
  byte: ['-128', '127'],
  unsignedLong: ['0', '18446744073709551615'],
  unsignedInt: ['0', '4294967295'],
  unsignedShort: ['0', '65535'],
  char: ['0', '65535'],
  unsignedByte: ['0', '255'],
};
