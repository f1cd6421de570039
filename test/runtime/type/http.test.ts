import { describe, expect, test } from '@jest/globals';
import { type Form, writeForm, writeLocation } from '../../../src/runtime/forms/query.ts';
import { FormReader, readForm } from '../../../src/runtime/forms/reader.ts';
import {
  base64Binary,
  char,
  date,
  double,
  element,
  enumeration,
  form,
  formChar,
  formFloat,
  type HttpResult,
  httpMessage,
  httpResult,
  httpXml,
  int,
  list,
  nil,
  object,
  optional,
  parameter,
  result,
  string,
} from '../../../src/runtime/type.ts';
import { readResult, writeDocument, writeResult } from '../../../src/runtime/types/document.ts';
import { XmlReader } from '../../../src/runtime/xml/reader.ts';
import { kindType, namesType, ns, orderMessage } from './order.ts';
import { failureOf } from './read.ts';

const dayType = enumeration('Day', string, ['Monday', 'Friday']);

const search: Form<object> = form(() => [
  parameter('text', string, { property: 'Text', empty: true }),
  parameter('count', int, { needed: true }),
  parameter('kind', kindType, { label: 'Kind' }),
  parameter('since', date, { optional: 'empty', label: 'date' }),
  parameter('sign', char, { text: formChar }),
  parameter('limit', double, { text: formFloat }),
  parameter('days', list(dayType), { flags: true, label: 'Days' }),
  parameter('id', int, { list: true, optional: 'written' }),
  parameter('data', base64Binary, { bytes: true, optional: true }),
]);
const value = {
  Text: 'a & b',
  count: 2,
  kind: 'book',
  since: undefined,
  sign: 'x',
  limit: Number.POSITIVE_INFINITY,
  days: ['Monday', 'Friday'],
  id: [1, 2],
  data: new Uint8Array([7, 8]),
};
const text =
  'text=a%20%26%20b&count=2&kind=book&sign=x&limit=Infinity&days=Monday%2C%20Friday' +
  '&id=1&id=2&data=7&data=8';

describe('a form', () => {
  test('is written and read as ASMX does', () => {
    expect(writeForm(search, value)).toBe(text);
    expect(readForm(search, new FormReader(text))).toEqual(value);
    expect(
      writeForm(
        form(() => []),
        {},
      ),
    ).toBe('');
  });

  test('has parameters without a value', () => {
    const without = { ...value, Text: null, id: undefined, data: undefined };
    const written = writeForm(search, without);
    expect(written).toBe('text=&count=2&kind=book&sign=x&limit=Infinity&days=Monday%2C%20Friday');
    // ASMX has no array without items
    expect(failureOf(() => readForm(search, new FormReader(written)))[0]).toBe(
      'Object reference not set to an instance of an object.',
    );
    expect(readForm(search, new FormReader(`${written}&id=3&since=`))).toEqual({
      ...without,
      Text: '',
      id: [3],
      since: undefined,
    });
  });

  const wrong: Readonly<Record<string, readonly [change: object, message: string]>> = {
    Text: [{ Text: 5 }, 'Expected a string, got the number 5.'],
    count: [{ count: null }, 'Expected a value, got null'],
    kind: [{ kind: 'car' }, "Expected one of 'book', 'toy & game', got the string \"car\"."],
    'days[1]': [{ days: ['Monday', 'Sunday'] }, "Expected one of 'Monday', 'Friday'"],
    'id[1]': [{ id: [1, 'x'] }, 'Expected an int'],
    id: [{ id: 1 }, 'Expected an array, got the number 1.'],
  };
  test.each(Object.entries(wrong))('with a wrong %s is refused', (path, [change, message]) => {
    const failure = failureOf(() => writeForm(search, { ...value, ...change }));
    expect(failure[1]).toBe(path);
    expect(failure[0]).toContain(`${path}: ${message}`);
  });

  test('with a wrong text is refused in the words of .NET', () => {
    const read = (change: string, to: string) =>
      failureOf(() => readForm(search, new FormReader(text.replace(change, to))))[0];
    expect(read('count=2', 'count=x')).toContain('Cannot convert x to System.Int32.');
    expect(read('kind=book', 'kind=car')).toContain('Cannot convert car to Kind.');
    expect(read('kind=book', 'kind=2')).toContain('Cannot convert 2 to Kind.');
    expect(read('kind=book', 'kind=book&since=soon')).toContain('Cannot convert soon to date.');
    expect(read('count=2&', '')).toBe('Missing parameter: count.');
  });

  test.each([
    ['0', []],
    ['1', ['Monday']],
    ['+2', ['Friday']],
    ['%203', ['Monday', 'Friday']],
  ])('flags may be a number: %s', (number, days) => {
    const form = text.replace('Monday%2C%20Friday', number);
    expect(readForm(search, new FormReader(form))).toEqual({ ...value, days });
  });

  test.each(['4', '-1', '1,2', '0x1', '99999999999'])(
    'but no number that has other bits, and no list of them: %s',
    (number) => {
      const form = text.replace('Monday%2C%20Friday', encodeURIComponent(number));
      expect(failureOf(() => readForm(search, new FormReader(form)))[0]).toContain(
        `Cannot convert ${number} to Days.`,
      );
    },
  );

  test("a first member 'None' of flags is 0", () => {
    const rights = enumeration('Rights', string, ['None', 'Read', 'Write']);
    const one: Form<object> = form(() => [
      parameter('rights', list(rights), { flags: true, label: 'Rights' }),
    ]);
    const read = (number: number) => readForm(one, new FormReader(`rights=${number}`));
    expect([0, 1, 2, 3].map(read)).toEqual([
      { rights: [] },
      { rights: ['Read'] },
      { rights: ['Write'] },
      { rights: ['Read', 'Write'] },
    ]);
  });
});

describe('a location', () => {
  const route: Form<object> = form(() => [parameter('city', string), parameter('days', int)]);

  test('has its parameters in their places', () => {
    const written = writeLocation(route, '/w/(city)/(days)/(other)', { city: 'Bad Ems', days: 3 });
    expect(written).toBe('/w/Bad%20Ems/3/(other)');
  });

  test('names the property of a wrong one', () => {
    const failure = failureOf(() => writeLocation(route, '/(city)', { city: 1, days: 3 }));
    expect(failure).toEqual(['city: Expected a string, got the number 1.', 'city']);
  });
});

/** Reads a document. */
function read<T>(described: HttpResult<T>, document: string): T {
  return readResult(described, new XmlReader(document));
}

const declared =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

describe('a result over GET and POST', () => {
  const count: HttpResult<number> = httpResult('int', ns, () => int);
  const names: HttpResult<unknown> = httpResult('ArrayOfString', ns, () => namesType, { nil });

  test('is the root of a document', () => {
    expect(writeResult(count, 3)).toBe(`<int xmlns="${ns}">3</int>`);
    expect(read(count, '<other>3</other>')).toBe(3);
    const document = `<ArrayOfString xmlns="${ns}"${declared}><string>a</string></ArrayOfString>`;
    expect(writeResult(names, ['a'])).toBe(document);
    expect(read(names, document)).toEqual(['a']);
  });

  test('is nil or absent', () => {
    const document = `<ArrayOfString${declared} xsi:nil="true" xmlns="${ns}" />`;
    expect(writeResult(names, null)).toBe(document);
    expect(read(names, document)).toBeNull();
    const maybe: HttpResult<unknown> = httpResult('string', ns, () => string, { optional: true });
    expect(writeResult(maybe, undefined)).toContain(' xsi:nil="true"');
    expect(read(maybe, writeResult(maybe, undefined))).toBeUndefined();
    const number: HttpResult<unknown> = httpResult('int', ns, () => int, { nil, emptyNil: true });
    expect(writeResult(number, null)).toBe(`<int${declared} xmlns="${ns}" />`);
    expect(read(number, `<int xmlns="${ns}" />`)).toBeNull();
    expect(failureOf(() => read(count, writeResult(number, null)))[0]).toContain('int');
  });

  test('is one property', () => {
    const inside: HttpResult<object> = httpResult('int', ns, () => int, { property: 'Count' });
    expect(read(inside, writeResult(inside, { Count: 4 }))).toEqual({ Count: 4 });
    expect(failureOf(() => writeResult(inside, { Count: 'x' }))[1]).toBe('Count');
  });

  test('is any XML', () => {
    const any: HttpResult<object | undefined> = httpXml('$content', 'optional');
    const output = { $content: [{ name: 'a', namespace: '', children: ['x'] }] };
    expect(writeResult(any, output)).toBe('<a>x</a>');
    expect(read(any, '<a>x</a>')).toEqual(output);
    expect(writeResult(any, undefined)).toBe('');
  });

  test('is the message in a SOAP Body', () => {
    const message = result<unknown>('AskResponse', ns, () =>
      optional(
        'Answer',
        object('', ns, () => [element('Note', string, { nil })]),
      ),
    );
    const described = httpMessage(message);
    const document = writeResult(described, { Note: null });
    expect(document).toBe(
      `<AskResponse${declared} xmlns="${ns}"><Answer><Note xsi:nil="true" /></Answer></AskResponse>`,
    );
    expect(read(described, document)).toEqual({ Note: null });
    expect(writeDocument(message, undefined)).toBe(`<AskResponse xmlns="${ns}" />`);
  });

  test('has errors with their path', () => {
    expect(failureOf(() => writeResult(names, ['a', 5]))[1]).toBe('[1]');
    expect(failureOf(() => writeDocument(orderMessage, { id: 1 }))[1]).toBe('id');
    const nested = '<a><string xmlns="urn:orders"><b/></string></a>';
    expect(failureOf(() => read(names, nested))[0]).toBe('An element inside a text value.');
  });
});
