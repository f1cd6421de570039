import { describe, expect, test } from '@jest/globals';
import { encodeFormValue } from '../../../src/runtime/forms/query.ts';
import { FormReader } from '../../../src/runtime/forms/reader.ts';
import { parseXsdGuid } from '../../../src/runtime/types/text.ts';

const form = (value: string): FormReader => new FormReader(`p=${encodeFormValue(value)}`);
const read: Record<string, (reader: FormReader) => unknown> = {
  boolean: (reader) => reader.boolean('P'),
  byte: (reader) => reader.byte('p'),
  short: (reader) => reader.short('p'),
  int: (reader) => reader.int('p'),
  long: (reader) => reader.long('p'),
  unsignedByte: (reader) => reader.unsignedByte('p'),
  unsignedShort: (reader) => reader.unsignedShort('p'),
  unsignedInt: (reader) => reader.unsignedInt('p'),
  unsignedLong: (reader) => reader.unsignedLong('p'),
  integer: (reader) => reader.integer('p'),
  positiveInteger: (reader) => reader.positiveInteger('p'),
  decimal: (reader) => reader.decimal('p'),
  float: (reader) => reader.float('p'),
  double: (reader) => reader.double('p'),
  dateTime: (reader) => reader.dateTime('p'),
  char: (reader) => reader.char('p'),
  guid: (reader) => reader.lexical('p', parseXsdGuid, 'guid'),
  enumeration: (reader) => reader.enumeration('p', ['Red', 'Green'], 'Color'),
};

describe('values', () => {
  test.each([
    ['boolean', 'TRUE', true],
    ['boolean', ' false ', false],
    ['byte', '-128', -128],
    ['short', '+00012', 12],
    ['int', ' 7 ', 7],
    ['int', '-0', 0],
    ['long', '-9223372036854775808', -9223372036854775808n],
    ['unsignedByte', '255', 255],
    ['unsignedShort', '65535', 65535],
    ['unsignedInt', '4294967295', 4294967295],
    ['unsignedLong', '18446744073709551615', 18446744073709551615n],
    ['integer', '-123456789012345678901234567890', -123456789012345678901234567890n],
    ['decimal', '-0012.3400', '-12.3400'],
    ['decimal', '.5', '0.5'],
    ['decimal', '1,234.50', '1234.50'],
    ['decimal', ' +1,2,,3, ', '123'],
    ['decimal', '5-', '-5'],
    ['decimal', '5.00 - ', '-5.00'],
    ['decimal', '5+', '5'],
    ['decimal', '7\0\0', '7'],
    ['double', '1,234.5', 1234.5],
    ['double', '-1,234e2', -123400],
    ['float', '7\0', 7],
    ['int', ' 7 \0', 7],
    ['long', '7\0', 7n],
    ['boolean', 'True\0', true],
    ['boolean', '\0\u00a0\u0085true \0 ', true],
    ['int', '\t\n\u000b\f\r 7\r\n', 7],
    ['enumeration', '+1', 'Green'],
    ['enumeration', ' -0 ', 'Red'],
    ['float', '0.1', 0.1],
    ['double', '1e3', 1000],
    ['double', 'NaN', Number.NaN],
    ['double', '-Infinity', Number.NEGATIVE_INFINITY],
    ['dateTime', '2024-02-29T13:05:06.07+02:00', '2024-02-29T13:05:06.07+02:00'],
    ['dateTime', '2024-02-29', '2024-02-29T00:00:00'],
    ['dateTime', '2/29/2024 13:05', '2024-02-29T13:05:00'],
    ['dateTime', '2/29/2024 1:05:06 PM', '2024-02-29T13:05:06'],
    ['dateTime', '2/29/2024 12:00 am', '2024-02-29T00:00:00'],
    ['dateTime', '12-31-2024 12:30 PM', '2024-12-31T12:30:00'],
    ['dateTime', '2024-2-9', '2024-02-09T00:00:00'],
    ['dateTime', '2024/02/29 9:05', '2024-02-29T09:05:00'],
    ['char', 'é', 'é'],
    ['guid', '01234567-89ab-cdef-0123-456789abcdef', '01234567-89ab-cdef-0123-456789abcdef'],
    ['enumeration', 'Green', 'Green'],
    ['enumeration', '0', 'Red'],
  ])('%s %s', (type, value, expected) => {
    expect(read[type]?.(form(value))).toEqual(expected);
  });

  const format = 'Input string was not in a correct format.';
  const large = (type: string): string => `Value was either too large or too small for ${type}.`;
  test.each([
    ['boolean', '1', 'System.Boolean', 'String was not recognized as a valid Boolean.'],
    ['int', '1,000', 'System.Int32', format],
    ['int', '0x1', 'System.Int32', format],
    ['int', '1.0', 'System.Int32', format],
    ['int', '2147483648', 'System.Int32', large('an Int32')],
    ['byte', '128', 'System.SByte', large('a signed byte')],
    ['unsignedByte', '-1', 'System.Byte', large('an unsigned byte')],
    [
      'unsignedByte',
      '2147483648',
      'System.Byte',
      `${large('an unsigned byte')} ---> ${large('an Int32')}`,
    ],
    ['short', '2147483648', 'System.Int16', `${large('an Int16')} ---> ${large('an Int32')}`],
    ['unsignedShort', '65536', 'System.UInt16', large('a UInt16')],
    ['unsignedShort', '-1', 'System.UInt16', `${large('a UInt16')} ---> ${large('a UInt32')}`],
    ['long', '9223372036854775808', 'System.Int64', large('an Int64')],
    ['unsignedLong', '-1', 'System.UInt64', large('a UInt64')],
    ['positiveInteger', '0', 'positiveInteger', large('a positiveInteger')],
    ['decimal', '.', 'System.Decimal', format],
    ['decimal', '1e3', 'System.Decimal', format],
    ['double', 'INF', 'System.Double', format],
    ['float', '1e99', 'System.Single', large('a Single')],
    ['dateTime', '2023-02-29', 'System.DateTime', 'String was not recognized as a valid DateTime.'],
    ['decimal', ',5', 'System.Decimal', format],
    ['decimal', '1.5,0', 'System.Decimal', format],
    ['decimal', '-5-', 'System.Decimal', format],
    ['decimal', '- 5', 'System.Decimal', format],
    ['decimal', '(5)', 'System.Decimal', format],
    ['decimal', '$5', 'System.Decimal', format],
    ['decimal', '5\0 ', 'System.Decimal', format],
    ['double', '5-', 'System.Double', format],
    ['double', ',5', 'System.Double', format],
    ['int', '5-', 'System.Int32', format],
    ['int', '5\u00001', 'System.Int32', format],
    // white space of Unicode, which .NET skips around no number
    ['int', '5\u00a0', 'System.Int32', format],
    ['int', '\ufeff5', 'System.Int32', format],
    ['long', '\u20035', 'System.Int64', format],
    ['decimal', '5\u00a0', 'System.Decimal', format],
    ['decimal', '5\u00a0-', 'System.Decimal', format],
    ['double', '\ufeff5', 'System.Double', format],
    ['boolean', '\ufefftrue', 'System.Boolean', 'String was not recognized as a valid Boolean.'],
    ['enumeration', '-1', 'Color', "Requested value '-1' was not found."],
    ['dateTime', '13/01/2024', 'System.DateTime', 'String was not recognized as a valid DateTime.'],
    ['char', 'ab', 'System.Char', 'String must be exactly one character long.'],
    ['enumeration', 'green', 'Color', "Requested value 'green' was not found."],
    ['enumeration', '2', 'Color', "Requested value '2' was not found."],
    ['enumeration', '', 'Color', 'Must specify valid information for parsing in the string.'],
  ])('%s refuses %s', (type, value, name, reason) => {
    expect(() => read[type]?.(form(value))).toThrow(
      `Cannot convert ${value} to ${name}.\r\nParameter name: type ---> ${reason}`,
    );
  });

  test('array parameters', () => {
    const reader = new FormReader('P=1&p=2&q=x&');
    expect(reader.strings('p')).toEqual(['1', '2']);
    expect(reader.list('p', (item) => item.int('p'))).toEqual([1, 2]);
    expect(() => reader.strings('z')).toThrow(
      'Object reference not set to an instance of an object.',
    );
    expect(() => reader.list('q', (item) => item.int('q'))).toThrow(
      'Cannot convert x to System.Int32.',
    );
  });

  test('names of JavaScript objects are names like others', () => {
    const reader = new FormReader('__proto__=1&constructor=2');
    expect([reader.string('__proto__'), reader.string('constructor')]).toEqual(['1', '2']);
    expect(() => reader.string('toString')).toThrow('Missing parameter: toString.');
  });
});

test('values are encoded as all servers decode them', () => {
  expect(encodeFormValue("a b&c=d+é€😀%!'()*-._~")).toBe(
    'a%20b%26c%3Dd%2B%C3%A9%E2%82%AC%F0%9F%98%80%25%21%27%28%29%2A-._~',
  );
  expect(() => encodeFormValue('\ud800')).toThrow(URIError);
});
