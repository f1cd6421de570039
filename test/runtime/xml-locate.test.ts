import { describe, expect, test } from '@jest/globals';
import { date, dateTime, time } from '../../src/runtime/types/date.ts';
import { missing, missingValue, string } from '../../src/runtime/types/message.ts';
import {
  boolean,
  decimal,
  double,
  int,
  long,
  parseXsdInt,
} from '../../src/runtime/types/number.ts';
import { messageWithPlace } from '../../src/runtime/xml/asmx.ts';
import { attributeText, xsiType } from '../../src/runtime/xml/capture.ts';
import { advanceOrigin, locate, XmlError, XmlValueError } from '../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { readError } from './read-events.ts';

/** Reads the first child of the root as an int and says where ASMX would place the error. */
function placeOf(source: string): unknown {
  const reader = new XmlReader(source);
  reader.nextTag();
  reader.nextTag();
  const error = locate(
    reader,
    readError(() => parseXsdInt(reader.leaf())),
  );
  return error instanceof XmlError ? [error.line, error.column] : error;
}

describe('a bad value is at the name of what comes next', () => {
  test.each([
    ['the next sibling', '<a><b>x</b><c/></a>', [1, 13]],
    ['the end of the parent', '<a><b>x</b></a>', [1, 14]],
    ['after spaces', '<a>\n<b>x</b>\n  <c/></a>', [3, 4]],
    ['after an empty element', '<a><b/><c/></a>', [1, 9]],
    ['a comment', '<a><b>x</b><!-- c --></a>', [1, 16]],
    ['an instruction', '<a><b>x</b><?pi?></a>', [1, 14]],
    ['text', '<a><b>x</b>text</a>', [1, 12]],
  ])('%s', (_, source, place) => {
    expect(placeOf(source)).toEqual(place);
  });

  test('as recorded of ASMX', () => {
    const source = `<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body>
    <GenerateReport xmlns="http://tempuri.org/"><studentId>abc</studentId><studentClass>a</studentClass></GenerateReport>
  </soap:Body>
</soap:Envelope>`;
    const reader = new XmlReader(source);
    for (let tag = 0; tag < 4; tag++) reader.nextTag();
    const error = locate(
      reader,
      readError(() => parseXsdInt(reader.leaf())),
    );
    expect(error).toMatchObject({ kind: 'value', line: 4, column: 76 });
  });
});

describe('a bad attribute value is at the name of the attribute', () => {
  const located = (read: (reader: XmlReader) => void): unknown => {
    const reader = new XmlReader('<r>\n<a x="1"\n  id="bad" xmlns:p="u">t</a><b/></r>');
    reader.nextTag();
    reader.nextTag();
    return locate(
      reader,
      readError(() => read(reader)),
    );
  };

  test('while nothing else was read', () => {
    expect(
      located((reader) => void parseXsdInt(attributeText(reader, '', 'id') ?? '')),
    ).toMatchObject({
      line: 3,
      column: 3,
    });
  });

  test('and the element itself where none was asked for, or its type', () => {
    const unknownType = (read: (reader: XmlReader) => unknown): unknown =>
      located((reader) => {
        read(reader);
        throw new XmlValueError('The specified type was not recognized.');
      });
    expect(unknownType(() => undefined)).toMatchObject({ line: 2, column: 2 });
    expect(unknownType((reader) => attributeText(reader, '', 'absent'))).toMatchObject({
      column: 2,
    });
    expect(
      unknownType((reader) => [attributeText(reader, '', 'id'), xsiType(reader)]),
    ).toMatchObject({
      line: 2,
      column: 2,
    });
  });

  test('and not any more once something was', () => {
    const error = located((reader) => {
      attributeText(reader, '', 'id');
      parseXsdInt(reader.leaf());
    });
    expect(error).toMatchObject({ line: 3, column: 30 });
  });
});

describe('locate', () => {
  test('leaves alone what has a place and what is no error of this kind', () => {
    const reader = new XmlReader('<a><b></a>');
    reader.nextTag();
    reader.nextTag();
    const error = readError(() => reader.nextTag());
    expect(locate(reader, error)).toBe(error);
    expect(error).toMatchObject({ column: 9 });
    const other = new Error('other');
    expect(locate(reader, other)).toBe(other);
    expect(locate(reader, undefined)).toBeUndefined();
  });

  test('an error without a place says so', () => {
    const error = new XmlValueError('bad');
    expect(error).toMatchObject({ located: false, offset: -1, line: 0, column: 0, kind: 'value' });
    expect(messageWithPlace(error)).toBe('bad');
    expect(error).toBeInstanceOf(XmlError);
  });
});

describe('lines and columns', () => {
  test.each([
    ['', 0, 1, 1],
    ['abc', 2, 1, 3],
    ['a\nb', 2, 2, 1],
    ['a\nb', 1, 1, 2],
    ['a\r\nb', 3, 2, 1],
    ['a\rb', 2, 2, 1],
    ['\r\r\n\n\r', 5, 5, 1],
    ['\n\n\nx', 4, 4, 2],
    ['😀x', 3, 1, 4],
    ['abc', 99, 1, 4],
  ])('%j up to %i', (text, to, line, column) => {
    expect(advanceOrigin(text, to)).toMatchObject({ line, column });
  });

  test('go on from where an earlier text ended', () => {
    const origin = advanceOrigin('ab\ncd', 5);
    expect(origin).toEqual({ offset: 5, line: 2, column: 3 });
    expect(advanceOrigin('ef', 2, origin)).toEqual({ offset: 7, line: 2, column: 5 });
    expect(advanceOrigin('e\nf', 3, origin)).toEqual({ offset: 8, line: 3, column: 2 });
  });
});

describe('missing elements', () => {
  test('have their ASMX defaults where they are asked for', () => {
    const reader = new XmlReader('<a/>', { defaults: true });
    expect(missingValue(reader, 'x', 0n)).toBe(0n);
    expect(() => missing(reader, 'x')).toThrow("Missing required element 'x'.");
  });

  test('are errors otherwise, with their place', () => {
    const reader = new XmlReader('<r><a/></r>');
    reader.nextTag();
    reader.nextTag();
    reader.nextTag();
    for (const read of [missing, () => missingValue(reader, 'x', 0)]) {
      expect(readError(() => read(reader, 'x'))).toMatchObject({
        kind: 'value',
        code: 'missing',
        line: 1,
        column: 10,
      });
    }
  });
});

test.each([
  [boolean, false],
  [int, 0],
  [long, 0n],
  [double, 0],
  [decimal, '0'],
  [dateTime, '0001-01-01T00:00:00'],
  [date, '0001-01-01'],
  [time, '00:00:00'],
  [string, undefined],
])('the value that .NET has for a missing element: %#', ({ initial }, value) => {
  expect(initial?.()).toBe(value);
});
