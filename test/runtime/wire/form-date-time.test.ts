import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { FormReader } from '../../../src/runtime/forms/reader.ts';

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
