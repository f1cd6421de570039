import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { encodeFormValue } from '../../src/runtime/forms/query.ts';
import { FormReader } from '../../src/runtime/forms/reader.ts';
import { locationMatcher } from '../../src/runtime/http/server.ts';
import { parseXsdGuid } from '../../src/runtime/types/text.ts';

describe('form date time', () => {
  const read = (text: string): string =>
    new FormReader(`d=${encodeURIComponent(text)}`).dateTime('d');

  describe('dates of GET and POST, as DateTime.Parse reads them in the invariant culture', () => {
    const afternoon = '2024-02-29T13:05:06';
    const day = '2024-02-29T00:00:00';

    test.each([
      // months with names
      ['29-Feb-2024', day],
      ['29-FEB-24', day],
      ['Feb 29, 2024', day],
      ['February 29 2024', day],
      ['29 February 2024', day],
      ['29 Feb. 2024', day],
      ['29Feb2024', day],
      ['2024 Feb 29', day],
      ['2024-February-29', day],
      ['Feb/29/2024', day],
      ['Feb-29-2024', day],
      ['31 May 2024', '2024-05-31T00:00:00'],
      ['1 september 2024', '2024-09-01T00:00:00'],
      ['sep 1, 99', '1999-09-01T00:00:00'],
      ['31-Dec-24', '2024-12-31T00:00:00'],
      ['Feb 2024', '2024-02-01T00:00:00'],
      ['2024 February', '2024-02-01T00:00:00'],
      // a fraction after a comma, which alone separates otherwise
      ['2024-02-29T13:05:06,5', `${afternoon}.5`],
      ['2024-02-29T13:05:06,5Z', `${afternoon}.5Z`],
      ['2/29/2024 1:05:06,25 PM', `${afternoon}.25`],
      ['13:05:06, 29 Feb 2024', afternoon],
      // days with names
      ['Thursday, 29 February 2024', day],
      ['Thu, 29 Feb 2024 13:05:06 GMT', `${afternoon}Z`],
      ['Thu Feb 29 2024', day],
      ['Feb 29, 2024 Thu', day],
      ['Thursday, 29 February 2024 13:05:06', afternoon],
      [new Date(Date.UTC(2024, 1, 29, 13, 5, 6)).toUTCString(), `${afternoon}Z`],
      // months that are numbers
      ['2/29/2024', day],
      ['02/29/24', day],
      ['2-29-2024', day],
      ['2.29.2024', day],
      ['2 29 2024', day],
      ['2 / 29 / 2024', day],
      ['2024.02.29', day],
      ['2024/2/29', day],
      ['2024-2-29', day],
      ['2024 02 29', day],
      ['2024.02.29.', day],
      ['2024-02', '2024-02-01T00:00:00'],
      ['02/2024', '2024-02-01T00:00:00'],
      ['#2/29/2024#', day],
      // years of two digits
      ['1/1/00', '2000-01-01T00:00:00'],
      ['1/1/29', '2029-01-01T00:00:00'],
      ['1/1/30', '1930-01-01T00:00:00'],
      ['1/1/99', '1999-01-01T00:00:00'],
      ['1/1/0099', '0099-01-01T00:00:00'],
      // times
      ['2/29/2024, 1:05:06 PM', afternoon],
      ['2/29/2024, 1:05:06\u202fPM', afternoon],
      ['2/29/2024 1:05:06pm', afternoon],
      ['2/29/2024 1 PM', '2024-02-29T13:00:00'],
      ['2/29/2024 12:30 AM', '2024-02-29T00:30:00'],
      ['2/29/2024 12:30 PM', '2024-02-29T12:30:00'],
      ['2/29/2024 0:30 PM', '2024-02-29T12:30:00'],
      ['2/29/2024 13:05 PM', '2024-02-29T13:05:00'],
      ['13:05:06 2/29/2024', afternoon],
      ['1:05:06 PM 29 Feb 2024', afternoon],
      ['29 Feb 2024 13:05', '2024-02-29T13:05:00'],
      ['29 Feb 2024 13:05:06.25', `${afternoon}.25`],
      ['29 Feb 2024 13 : 05 : 06', afternoon],
      // XML Schema's form and its like
      ['2024-02-29T13:05:06', afternoon],
      ['2024-02-29t13:05:06z', `${afternoon}Z`],
      ['2024-02-29T13:05', '2024-02-29T13:05:00'],
      ['2024-02-29T13:05Z', '2024-02-29T13:05:00Z'],
      ['2024-02-29 T 13:05:06', afternoon],
      ['2024-02-29T13:05:06.0700000+02:00', `${afternoon}.0700000+02:00`],
      ['2024-02-29T13:05:06 +02:00', `${afternoon}+02:00`],
      ['2024-02-29 13:05:06Z', `${afternoon}Z`],
      ['2024-02-29 13:05:06 Z', `${afternoon}Z`],
      ['2024-02-29 13:05:06-0530', `${afternoon}-05:30`],
      ['2024-02-29 13:05:06 +2', `${afternoon}+02:00`],
      ['2024-02-29 13:05:06 +800', `${afternoon}+08:00`],
      ['2024-02-29 1:05:06 PM +02:00', `${afternoon}+02:00`],
      ['2024-02-29Z', `${day}Z`],
      ['2024-02-29-05:00', `${day}-05:00`],
      ['2024-02-29 +02:00', `${day}+02:00`],
      [' 2024-02-29 ', day],
      ['2024-02-29\0\0', day],
      ['0001-01-01T00:00:00', '0001-01-01T00:00:00'],
      ['9999-12-31T23:59:59.9999999', '9999-12-31T23:59:59.9999999'],
      // eras, and offsets after a month
      ['29 Feb 2024 A.D.', day],
      ['2/29/2024 13:05:06 AD', afternoon],
      ['2024-02+02:00', '2024-02-01T00:00:00+02:00'],
      ['Feb 2024 +05:00', '2024-02-01T00:00:00+05:00'],
    ])('%s is %s', (text, expected) => {
      expect(read(text)).toBe(expected);
    });

    test.each([
      // the day first
      '29/02/2024',
      '29.02.2024',
      '29-02-2024',
      '29/2/24',
      '29 02 2024',
      '24/02/29',
      // no such day or time
      '2/30/2024',
      'Feb 30, 2024',
      '29-Feb-2023',
      '13/13/2024',
      '0/1/2024',
      '0000-01-01',
      '2024-02-29T24:00:00',
      '2024-02-29 24:00',
      '2024-02-29 13:60',
      '2024-02-29 13:05:60',
      '13:05 AM 2/29/2024',
      'Fri, 29 Feb 2024 13:05:06 GMT',
      // no date
      '',
      ' ',
      'x',
      '2024',
      'February',
      'Thursday',
      '5',
      '20240229',
      '2024-060',
      'PM',
      'GMT',
      '1:2:3:4',
      '2024-02-29T13',
      '2024-02-29T1:05',
      '2024-02-29x',
      'Febr 29, 2024',
      'Sept 1, 2024',
      'Thurs, 29 Feb 2024',
      '29th Feb 2024',
      '2//29/2024',
      '2/29/2024/',
      '/2/29/2024',
      '2024-02-',
      '2024-02-29 2024-02-29',
      '2024-02-29 13:05 13:05',
      '2024-02-29 1:05 PM PM',
      '2024-02-29 PM',
      '2024-02-29 13:05Z Z',
      '2024-02-29 13:05 +02:60',
      '2024-02-29 13:05 +15:00',
      '2024-02-29 13:05 UTC',
      'Thu Feb 29 2024 13:05:06 GMT+0100 (Central European Standard Time)',
      '\u0662/\u0662/2024',
      '\0 2/29/2024',
      '2/29/2024 \0x',
      '#2/29/2024',
      // no such year
      '10000-01-01',
      '10000-01-01T00:00:00',
      '1 Jan 20240',
      'Feb202430',
      '1/1/123456',
      // .NET reads these as hours, minutes and seconds of today
      '9 28 5 PM',
      '9.28 5 PM',
      // a word for a zone is no part of a month
      '2024-02Z',
      'Feb 2024 GMT',
      // a T without a date of three numbers
      '2024 Jan 1 T13:05:06',
      'A.D.',
      'AD 2024',
      '29 Feb 2024 AD AD',
      '29 Feb 2024 BC',
      '2024-02-+02:00',
    ])('%j is refused', (text) => {
      expect(() => read(text)).toThrow('String was not recognized as a valid DateTime.');
    });

    describe('what is missing', () => {
      beforeAll(() => {
        jest.useFakeTimers({ now: new Date(2028, 4, 17, 10, 30) });
      });
      afterAll(() => {
        jest.useRealTimers();
      });

      test.each([
        ['13:05', '2028-05-17T13:05:00'],
        ['1:05:06.5 pm', '2028-05-17T13:05:06.5'],
        ['13:05Z', '2028-05-17T13:05:00Z'],
        ['5 PM', '2028-05-17T17:00:00'],
        ['2/29', '2028-02-29T00:00:00'],
        ['Feb 29', '2028-02-29T00:00:00'],
        ['1/10 5 AM', '2028-01-10T05:00:00'],
        // the invariant culture writes the year before the month
        ['29 Feb', '2029-02-01T00:00:00'],
      ])('%s is %s on 17 May 2028', (text, expected) => {
        expect(read(text)).toBe(expected);
      });
    });

    test('a long text is refused in time linear in its length', () => {
      // quadratic work on these would take minutes
      for (const text of [' ', '0', '1 ', ', ', '1,', 'Z', '\0', '-', '1:', '#'].map((one) =>
        one.repeat(200_000),
      )) {
        expect(() => read(`2${text}x`)).toThrow('valid DateTime');
      }
    });
  });
});

describe('form reader', () => {
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
      ['decimal', './wire', 'System.Decimal', format],
      ['decimal', '1e3', 'System.Decimal', format],
      ['double', 'INF', 'System.Double', format],
      ['float', '1e99', 'System.Single', large('a Single')],
      [
        'dateTime',
        '2023-02-29',
        'System.DateTime',
        'String was not recognized as a valid DateTime.',
      ],
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
      [
        'dateTime',
        '13/01/2024',
        'System.DateTime',
        'String was not recognized as a valid DateTime.',
      ],
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
});

describe('location matcher', () => {
  describe('parameters in a location', () => {
    test('are a form', () => {
      const match = locationMatcher('/o/A(from)B(to)/', ['from', 'to']);
      expect(match?.('/o/A1+2B3&4/', '')).toBe('from=1%2B2&to=3%264');
    });

    test.each(['/o/A1B2', '/o/A1/B2/', '/p/A1B2/', '/o/', ''])('do not fit %j', (path) => {
      expect(locationMatcher('/o/A(from)B(to)/', ['from', 'to'])?.(path, '')).toBeUndefined();
    });

    test.each(['/a%', '/a%(', '/a%25'])(
      'side by side have no end, whatever is asked: %s',
      (path) => {
        expect(locationMatcher('/a%(x)(y)', ['x', 'y'])?.(path, '')).toBeUndefined();
      },
    );

    test('an escape is no end of a value', () => {
      expect(locationMatcher('/(x)2(y)', ['x', 'y'])?.('/%22%2A2z', '')).toBe('x=%22%2A&y=z');
    });
  });
});
