import { describe, expect, test } from '@jest/globals';
import { simpleValue } from '../../../src/cli/call-values.ts';
import { type BuiltinName, builtinType } from '../../../src/model/xsd/schema.ts';
import { XmlError } from '../../../src/runtime/xml/errors.ts';

const simple = (builtin: BuiltinName, value: unknown) =>
  simpleValue(builtinType(builtin), value, {});

describe('simpleValue', () => {
  const good: readonly [BuiltinName, unknown, unknown][] = [
    ['string', ' as is ', ' as is '],
    ['int', '-2147483648', -2147483648],
    ['int', ' 7 ', 7],
    ['int', 7, 7],
    ['unsignedByte', '255', 255],
    ['long', '9223372036854775807', 9223372036854775807n],
    ['long', '+5', 5n],
    ['integer', 12, 12n],
    ['boolean', 'true', true],
    ['boolean', '0', false],
    ['boolean', true, true],
    ['double', '1.5e3', 1500],
    ['double', 'INF', Number.POSITIVE_INFINITY],
    ['double', '-INF', Number.NEGATIVE_INFINITY],
    ['decimal', '12.3400', '12.3400'],
    ['decimal', 12.5, '12.5'],
    ['base64Binary', 'AQID', new Uint8Array([1, 2, 3])],
    ['hexBinary', '0aFF', new Uint8Array([10, 255])],
    ['dateTime', '2024-02-29T13:05:06', '2024-02-29T13:05:06'],
    ['char', 'x', 'x'],
  ];
  test.each(good)('%s from %p', (builtin, text, value) => {
    expect(simple(builtin, text)).toEqual(value);
  });

  const bad: readonly [BuiltinName, unknown][] = [
    ['int', 'abc'],
    ['int', ''],
    ['int', '1.5'],
    ['int', 1.5],
    ['int', '2147483648'],
    ['unsignedByte', '-1'],
    ['long', '1e3'],
    ['long', 2 ** 60],
    ['boolean', 'yes'],
    ['boolean', 1],
    ['double', 'Infinity'],
    ['decimal', '1e5'],
    ['base64Binary', '***'],
    ['hexBinary', '123'],
    ['string', 5],
    ['string', {}],
  ];
  test.each(bad)('%s from %p is refused', (builtin, value) => {
    expect(() => simple(builtin, value)).toThrow(XmlError);
  });
});
