import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../src/runtime/client/call.ts';
import { type Form, writeForm, writeLocation } from '../../src/runtime/forms/query.ts';
import { FormReader, readForm } from '../../src/runtime/forms/reader.ts';
import type { Attachment } from '../../src/runtime/operation/descriptor.ts';
import {
  allowingRoot,
  anyURI,
  base64Binary,
  boolean,
  char,
  checkingIds,
  date,
  decimal,
  double,
  element,
  enumeration,
  fixed,
  flat,
  form,
  formChar,
  formFloat,
  guid,
  type HttpResult,
  httpMessage,
  httpResult,
  httpXml,
  int,
  list,
  long,
  type MessageType,
  nil,
  nothing,
  object,
  optional,
  parameter,
  parts,
  quickly,
  readFlat,
  readFlatValue,
  readHeader,
  readMessage,
  record,
  result,
  root,
  type SimpleType,
  strictly,
  string,
  token,
  withDefault,
  writeFlat,
  writeFlatValue,
  writeHeader,
  writeMessage,
} from '../../src/runtime/type.ts';
import { parseXsdDate, parseXsdDateTime, parseXsdDuration } from '../../src/runtime/types/date.ts';
import {
  element as elementFromDescription,
  type Field,
  optional as optionalFromDescription,
} from '../../src/runtime/types/description.ts';
import { readResult, writeDocument, writeResult } from '../../src/runtime/types/document.ts';
import { typedText } from '../../src/runtime/types/member.ts';
import { missing, readElement } from '../../src/runtime/types/message.ts';
import {
  parseXsdDouble,
  parseXsdInt,
  parseXsdLong,
  parseXsdShort,
} from '../../src/runtime/types/number.ts';
import {
  parts as message,
  readMessage as readMessageFromObject,
  readRoot,
  writeMessage as writeMessageFromObject,
} from '../../src/runtime/types/object.ts';
import { own, restrict } from '../../src/runtime/types/restriction.ts';
import {
  base64BinaryAsString,
  base64Binary as base64BinaryFromText,
  parseXsdGuid,
} from '../../src/runtime/types/text.ts';
import { parseXsdBoolean } from '../../src/runtime/values/text.ts';
import { atPath } from '../../src/runtime/xml/capture.ts';
import { START, XmlError } from '../../src/runtime/xml/errors.ts';
import { XmlReader, type XmlReaderOptions } from '../../src/runtime/xml/reader.ts';
import { EncodeError, within } from '../../src/runtime/xml/writer.ts';
import {
  cardType,
  kindType,
  lineType,
  listRequest,
  listResponse,
  namesType,
  ns,
  orderMessage,
  pairsMessage,
  paymentType,
} from './type/order.ts';
import { failureOf, inBody, read } from './type/read.ts';

describe('flat', () => {
  const ns = 'urn:flat';
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

  /** All that can be known of a failure, without where in the program it was thrown. */
  function told(error: unknown): unknown {
    const { name, message, path, code, kind, line, column } = error as Error &
      Readonly<Record<string, unknown>>;
    return { name, message, path, code, kind, line, column };
  }

  /** The value or error of a run, as text, so that the order of properties counts, too. */
  function outcome(run: () => unknown): string {
    let made: unknown;
    try {
      made = { value: run() };
    } catch (error) {
      made = { error: told(error) };
    }
    return JSON.stringify(made, (_, value: unknown) =>
      value === undefined ? 'undefined' : typeof value === 'bigint' ? `${value}n` : value,
    );
  }

  type Read = (reader: XmlReader) => unknown;

  const names = { whole: true, simpleTypes: ['urn:flat', 'Size'] } as const;

  /** The ways in which a message is read. */
  const modes: Readonly<Record<string, (read: Read, xml: string) => unknown>> = {
    client: (read, xml) => read(inBody(xml)),
    'client with IDs': (read, xml) => checkingIds(read)(inBody(xml)),
    server: (read, xml) => read(inBody(xml, { defaults: true })),
    deviating: (read, xml) => watched(read, xml, false),
    lenient: (read, xml) => watched(read, xml, true),
    'strict client': (read, xml) => read(strict(inBody(xml))),
    'strict server': (read, xml) => read(strictly(strict(inBody(xml, { defaults: true })), names)),
  };

  function watched(read: Read, xml: string, lenient: boolean): unknown {
    const deviations = new Deviations(lenient);
    const options: XmlReaderOptions = { deviations };
    try {
      return { value: read(inBody(xml, options)), noted: deviations.list() };
    } catch (error) {
      return { error: told(error), noted: deviations.list() };
    }
  }

  function strict(reader: XmlReader): XmlReader {
    const refuse = (one: XmlReader, expected: readonly string[]): void => {
      throw new Error(`${one.local} instead of ${expected.join('|')}`);
    };
    return Object.assign(reader, { unexpected: refuse });
  }

  const size: SimpleType = enumeration('Size', token, ['S', 'M & L']);

  /** Types with texts that have values and texts that have none, and values. */
  const types: readonly (readonly [string, SimpleType, readonly string[], readonly unknown[]])[] = [
    ['string', string, ['a', '', ' &lt;b&gt; ', '<b/>'], ['a', '', '<&>', 5, '\u0000']],
    ['int', int, ['5', ' -7 ', '', 'x', '99999999999'], [5, 1.5, '5', Number.NaN]],
    ['long', long, ['5', 'x'], [5n, 5]],
    ['boolean', boolean, ['true', '0', 'yes'], [true, 'true']],
    ['decimal', decimal, ['1.50', 'INF'], ['1.5', 1.5]],
    ['date', date, ['2024-02-29', '2023-02-29'], ['2024-02-29', 'x']],
    ['guid', guid, ['01234567-89ab-cdef-0123-456789abcdef', 'x'], ['x']],
    [
      'base64Binary',
      base64Binary,
      ['AQI=', '!', 'A<!-- c -->QI='],
      [new Uint8Array([1, 2]), 'AQI='],
    ],
    ['anyURI', anyURI, ['urn:a b', ''], ['urn:a', 1]],
    ['enumeration', size, ['S', 'M &amp; L', 'XL'], ['S', 'M & L', 'XL']],
    ['list', list(int), ['1 2', '1 x', ''], [[1, 2], [1, 'x'], 5]],
    ['default', withDefault(int, '7'), ['', '5', 'x'], [5, undefined]],
    ['fixed', fixed(string, 'a'), ['', 'a', 'b'], ['a', 'b']],
  ];

  /** Children with a text, and around it what comes up in messages. */
  function contentsOf(text: string): readonly string[] {
    return [
      `<one>${text}</one>`,
      `<one>${text}</one><two>1</two>`,
      `<two>1</two><one>${text}</one>`,
      `<two>1</two>`,
      '',
      `<one>${text}</one><one>z</one>`,
      `<three>3</three><one>${text}</one>`,
      `<one xmlns="">${text}</one>`,
      `<one xmlns="">${text}</one><one>${text}</one>`,
      `<x:one xmlns:x="urn:x">${text}</x:one><two xmlns="urn:y">2</two>`,
      `<one ${xsi} xsi:nil="true"/>`,
      `<one ${xsi} xsi:nil="true">${text}</one><two ${xsi} xsi:nil="1"/>`,
      `<one ${xsi} xmlns:t="urn:flat" xsi:type="t:Size">${text}</one>`,
      `<one other="1">${text}</one>`,
      `<one/>`,
      `text<one>${text}</one>`,
      `<one>${text}</two>`,
    ];
  }

  /** Elements of messages around a content. */
  function bodiesOf(content: string): readonly string[] {
    return [
      `<Op xmlns="urn:flat">${content}</Op>`,
      `<Op xmlns="urn:other">${content}</Op>`,
      `<Other xmlns="urn:flat">${content}</Other>`,
      `<f:Op xmlns:f="urn:flat" xmlns="urn:flat" ${xsi} xsi:type="f:Op">${content}</f:Op>`,
      `<Op xmlns="urn:flat" ${xsi} xsi:type="Other">${content}</Op>`,
      `<Op xmlns="urn:flat" ${xsi} xsi:nil="true">${content}</Op>`,
      `<Op xmlns="urn:flat">${content}</Op><Op xmlns="urn:flat">${content}</Op>`,
    ];
  }

  /** How a message is described, and what reads and writes it in the general and the flat form. */
  interface Pair {
    readonly general: MessageType<unknown>;
    readonly flat: MessageType<unknown>;
    readonly isResult?: true;
  }

  function pairsOf(type: SimpleType): Readonly<Record<string, Pair>> {
    const fields = (): readonly Field[] => [
      element('one', type),
      optional('two', int, { property: 'second' }),
    ];
    const mixedFields = (): readonly Field[] => [
      optional('one', type, { namespace: '' }),
      element('two', int),
    ];
    const objectOf = (name: string, own: () => readonly Field[]): MessageType<unknown> => {
      const made = object<unknown>(name, ns, own);
      return root('Op', ns, () => made);
    };
    const required = result<unknown>('Op', ns, () => element('one', type));
    const maybe = result<unknown>('Op', ns, () => optional('one', type));
    return {
      'of a type without a name': { general: objectOf('', fields), flat: flat('Op', ns, fields) },
      'of a type with a name': {
        general: objectOf('Op', mixedFields),
        flat: flat('Op', ns, mixedFields, { typed: ['Op', ns] }),
      },
      'of parts': {
        general: parts('Op', ns, fields, { scope: '' }),
        flat: parts('Op', ns, fields, { scope: '' }),
      },
      'with a required result': { general: required, flat: required, isResult: true },
      'with an optional result': { general: maybe, flat: maybe, isResult: true },
    };
  }

  const messages = types.flatMap(([name, type, texts, values]) =>
    Object.entries(pairsOf(type)).map(([kind, pair]) => ({ name, kind, pair, texts, values })),
  );

  describe('the flat form does what the general form does', () => {
    test.each(messages)('$name $kind is read alike', ({ pair, texts }) => {
      const readSmall = pair.isResult ? readFlatValue : readFlat;
      const general: Read = (reader) => readMessage(pair.general, quickly(reader));
      const small: Read = (reader) => readSmall(pair.flat, reader);
      const differences: unknown[] = [];
      for (const xml of texts.flatMap(contentsOf).flatMap(bodiesOf)) {
        for (const [mode, read] of Object.entries(modes)) {
          const [expected, found] = [general, small].map((one) => outcome(() => read(one, xml)));
          if (found !== expected) differences.push({ mode, xml, found, expected });
        }
      }
      expect(differences).toEqual([]);
    });

    test.each(messages)('$name $kind is written alike', ({ pair, values }) => {
      const writeSmall = pair.isResult ? writeFlatValue : writeFlat;
      const inputs = pair.isResult
        ? [...values, undefined, null, {}]
        : [
            ...[...values, undefined, null].flatMap((one) => [{ one }, { one, second: 5, two: 5 }]),
            ...[{ second: 'x', two: 'x' }, {}, [], null, undefined, 'text'],
          ];
      for (const input of inputs) {
        const expected = outcome(() => writeMessage(pair.general, input));
        const found = outcome(() => writeSmall(pair.flat, input));
        expect([input, found]).toEqual([input, expected]);
      }
    });

    test('without children', () => {
      const message = nothing<unknown>('Op', ns);
      for (const value of [undefined, {}, { other: 1 }]) {
        expect(writeFlat(message, value)).toBe(writeMessage(message, value));
      }
      for (const xml of ['', ...['', '<one/>', 'text', '<!-- c -->'].flatMap(bodiesOf)]) {
        for (const read of Object.values(modes)) {
          const [expected, found] = [readMessage, readFlat].map((one) =>
            outcome(() => read((reader) => one(message, reader), xml)),
          );
          expect([xml, found]).toEqual([xml, expected]);
        }
      }
    });
  });
});

describe('http', () => {
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
      const written = writeLocation(route, '/w/(city)/(days)/(other)', {
        city: 'Bad Ems',
        days: 3,
      });
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
});

describe('interpreter', () => {
  const order = {
    id: 7n,
    Version: '1',
    Note: undefined,
    Line: [
      { sku: 'AB', count: 2, Price: '1.50', Kind: 'toy & game' },
      { sku: 'C', count: 1, Price: '3', Kind: undefined },
    ],
    Mail: 'a@b.example',
    Phone: undefined,
    Payment: { $type: 'Card', Number: '42' },
    Parent: null,
    $any: undefined,
  };

  const orderXml =
    '<Order xmlns="urn:orders" id="7"><Version>1</Version>' +
    '<Line sku="AB" count="2"><Price>1.50</Price><Kind>toy &amp; game</Kind></Line>' +
    '<Line sku="C" count="1"><Price>3</Price></Line><Mail>a@b.example</Mail>' +
    '<Payment xsi:type="Card"><Number>42</Number></Payment><Parent xsi:nil="true" /></Order>';

  /** With the declarations that an envelope has. */
  const inEnvelope = (xml: string): string =>
    xml.replace('<Order', '<Order xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"');

  describe('an order', () => {
    test('is written in the order of the schema', () => {
      expect(writeMessageFromObject(orderMessage, order)).toBe(orderXml);
    });

    test('is read back', () => {
      expect(read(orderMessage, inEnvelope(orderXml))).toEqual(order);
    });

    test('is read in any order, and under any prefix', () => {
      const other =
        '<o:Order id="7" xmlns:o="urn:orders" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
        '<o:Parent xsi:nil="1"/><o:Payment xsi:type="o:Invoice"><o:Days/></o:Payment>' +
        '<o:Line sku="C"><o:Price>3</o:Price></o:Line><x:extra xmlns:x="urn:x">y</x:extra>' +
        '<o:Version>1</o:Version></o:Order>';
      expect(read(orderMessage, other)).toEqual({
        ...order,
        Line: [{ sku: 'C', count: 1, Price: '3', Kind: undefined }],
        Mail: undefined,
        Payment: { $type: 'Invoice', Days: 30 },
        $any: { name: 'extra', namespace: 'urn:x', children: ['y'] },
      });
    });

    const wrong: Readonly<Record<string, readonly [change: object, message: string]>> = {
      'Line[1].sku': [
        { Line: [order.Line[0], { ...order.Line[1], sku: 'toolong' }] },
        'The value must have at most 4 characters.',
      ],
      'Line[0].Kind': [
        { Line: [{ ...order.Line[0], Kind: 'car' }] },
        "Expected one of 'book', 'toy & game', got the string \"car\".",
      ],
      Line: [{ Line: [] }, 'The value must have at least 1 item, not 0.'],
      '': [{ Phone: '1' }, "At most one of 'Mail', 'Phone' must be given."],
      'Payment.$type': [{ Payment: { $type: 'Gold' } }, "Expected one of 'Card', 'Invoice'."],
      'Payment.Number': [
        { Payment: { $type: 'Card', Number: 5 } },
        'Expected a string, got the number 5.',
      ],
      Version: [{ Version: '2' }, 'Expected \'1\', got the string "2".'],
    };
    test.each(Object.entries(wrong))('with a wrong %s is refused', (path, [change, message]) => {
      const failure = failureOf(() =>
        writeMessageFromObject(orderMessage, { ...order, ...change }),
      );
      expect(failure).toEqual([path === '' ? message : `${path}: ${message}`, path]);
    });

    test('may leave out what is fixed', () => {
      expect(writeMessageFromObject(orderMessage, { ...order, Version: undefined })).toBe(orderXml);
    });

    test('without what is required is refused with the path', () => {
      const text = inEnvelope(orderXml).replace('<Price>3</Price>', '');
      expect(failureOf(() => read(orderMessage, text))).toEqual([
        "Line[1].Price: Missing required element 'Price'.",
        'Line[1].Price',
      ]);
    });

    test('without it has the values of .NET in a server', () => {
      const text = inEnvelope(orderXml).replace('<Price>3</Price>', '');
      expect(read(orderMessage, text, { defaults: true })).toMatchObject({
        Line: [{ Price: '1.50' }, { Price: '0' }],
      });
    });
  });

  describe('content in which the order tells', () => {
    const pairs = { A: '1', B: '2', A2: '3' };
    const xml = '<Pairs xmlns="urn:orders"><A>1</A><B>2</B><A>3</A></Pairs>';

    test('is written and read by its model', () => {
      expect(writeMessageFromObject(pairsMessage, pairs)).toBe(xml);
      expect(read(pairsMessage, xml)).toEqual(pairs);
    });

    test('has errors with their path', () => {
      expect(failureOf(() => writeMessageFromObject(pairsMessage, { ...pairs, A2: 1 }))).toEqual([
        'A2: Expected a string, got the number 1.',
        'A2',
      ]);
    });
  });

  describe('messages around a value', () => {
    test('have a property for each parameter', () => {
      const xml =
        '<List xmlns="urn:orders"><from>-3</from><kind xmlns="" xmlns:n="urn:k">n:big</kind></List>';
      const value = { from: -3, kind: '{urn:k}big' };
      expect(read(listRequest, xml.replace(' xmlns=""', ''))).toEqual(value);
      const written = writeMessageFromObject(listRequest, value);
      expect(read(listRequest, written)).toEqual(value);
    });

    test('are the result itself', () => {
      const xml =
        '<ListResponse xmlns="urn:orders"><ListResult><string>a</string><string /></ListResult></ListResponse>';
      expect(writeMessageFromObject(listResponse, ['a', ''])).toBe(xml);
      expect(read(listResponse, xml)).toEqual(['a', '']);
      expect(writeMessageFromObject(listResponse, undefined)).toBe(
        '<ListResponse xmlns="urn:orders" />',
      );
      expect(read(listResponse, '<ListResponse xmlns="urn:orders"/>')).toBeUndefined();
    });

    test('name the result in errors that are not inside it', () => {
      expect(failureOf(() => writeMessageFromObject(listResponse, 5))).toEqual([
        'ListResult: Expected an array, got the number 5.',
        'ListResult',
      ]);
      expect(failureOf(() => writeMessageFromObject(listResponse, ['a', 5]))).toEqual([
        '[1]: Expected a string, got the number 5.',
        '[1]',
      ]);
    });
  });
});

describe('roots', () => {
  /** A reader after the start tag of the child of a Body. */
  function inRoot(text: string): XmlReader {
    const reader = inBody(text);
    reader.nextTag();
    reader.base = reader.depth - 1;
    return reader;
  }

  describe('a record', () => {
    const line: MessageType<object> = record('Line', ns, () => lineType);
    const value = { sku: 'AB', count: 2, Price: '1.50', Kind: undefined };
    const xml = '<Line sku="AB" count="2"><Price>1.50</Price></Line>';

    test('is written into a list of its namespace, and read there', () => {
      expect(writeMessageFromObject(line, value)).toBe(xml);
      const reader = inBody(`<Lines xmlns="${ns}">${xml}</Lines>`);
      reader.nextTag();
      reader.nextTag();
      expect(readRoot(line, reader)).toEqual(value);
    });

    test('says its namespace in a list of another one', () => {
      const other: MessageType<object> = record('Line', ns, () => lineType, { outer: '' });
      expect(writeMessageFromObject(other, value)).toBe(
        xml.replace('<Line', `<Line xmlns="${ns}"`),
      );
      const plain: MessageType<string> = record('name', '', () => string, { outer: ns });
      expect(writeMessageFromObject(plain, 'x')).toBe('<name xmlns="">x</name>');
    });
  });

  describe('a header', () => {
    const auth: MessageType<object> = root('Auth', ns, () =>
      object('', ns, () => [element('User', string)]),
    );

    test('is an element of its own', () => {
      const xml = `<Auth xmlns="${ns}"><User>u</User></Auth>`;
      expect(writeHeader(auth, { User: 'u' }, 'auth')).toBe(xml);
      expect(readHeader(auth, inRoot(xml), 'auth')).toEqual({ User: 'u' });
    });

    test('has errors with the name of its part', () => {
      expect(failureOf(() => writeHeader(auth, { User: 5 }, 'auth'))).toEqual([
        'soapHeaders.auth.User: Expected a string, got the number 5.',
        'soapHeaders.auth.User',
      ]);
      const missing = inRoot(`<Auth xmlns="${ns}" />`);
      expect(failureOf(() => readHeader(auth, missing, 'auth'))).toEqual([
        "soapHeaders.auth.User: Missing required element 'User'.",
        'soapHeaders.auth.User',
      ]);
    });
  });

  describe('an element that blocks types', () => {
    const paid: MessageType<object> = allowingRoot(
      root('Paid', ns, () => paymentType),
      () => [cardType],
    );
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

    test('is written as an allowed one only', () => {
      expect(writeMessageFromObject(paid, { $type: 'Card', Number: '1' })).toBe(
        `<Paid xmlns="${ns}" xsi:type="Card"><Number>1</Number></Paid>`,
      );
      expect(failureOf(() => writeMessageFromObject(paid, { $type: 'Invoice', Days: 1 }))).toEqual([
        "$type: Expected one of 'Card'.",
        '$type',
      ]);
    });

    test('is read as one', () => {
      const xml = `<Paid xmlns="${ns}" ${xsi} xsi:type="Card"><Number>1</Number></Paid>`;
      expect(read(paid, xml)).toEqual({ $type: 'Card', Number: '1' });
      const other = `<Paid xmlns="${ns}" ${xsi} xsi:type="Invoice"><Days>1</Days></Paid>`;
      expect(failureOf(() => read(paid, other, { defaults: true }))[0]).toContain('Invoice');
    });
  });
});

describe('value path', () => {
  /** The path of an error that was thrown after some steps into a value. */
  function pathTo(steps: readonly (string | number)[], name?: string): string | undefined {
    const error = [...steps].reverse().reduce<unknown>(within, new EncodeError('wrong'));
    const { path, message } = atPath(error, name) as EncodeError;
    expect(message).toBe(path === '' ? 'wrong' : `${path}: wrong`);
    return path;
  }

  describe('the way to a value', () => {
    test('through objects and arrays', () => {
      expect(pathTo(['order', 'items', 1, 'sku'])).toBe('order.items[1].sku');
      expect(pathTo(['order', 'items', 0])).toBe('order.items[0]');
      expect(pathTo(['order', 'wire name', 'STD-id', 1])).toBe('order["wire name"]["STD-id"][1]');
    });

    test('from an array', () => {
      expect(pathTo([0, 0, 'sku'])).toBe('[0][0].sku');
    });

    test('to the value itself is its name, if it has one', () => {
      expect(pathTo([])).toBe('');
      expect(pathTo([], 'x')).toBe('x');
    });

    test('begins at the property that an error is about', () => {
      expect((within(new EncodeError('wrong', '$type'), 'item') as EncodeError).steps).toEqual([
        '$type',
        'item',
      ]);
    });
  });
});

describe('codec value', () => {
  describe('the element a Body is to hold', () => {
    test('is missing before what follows the Body', () => {
      const reader = new XmlReader('<Envelope>\n  <Body>\n    <Other/>\n  </Body>\n</Envelope>');
      reader.nextTag();
      reader.nextTag();
      let error: unknown;
      try {
        readElement(reader, ['Get', ''], (inside) => missing(inside, 'id'));
      } catch (caught) {
        error = caught;
      }
      expect(error).toBeInstanceOf(XmlError);
      const { path, line, column } = error as XmlError;
      expect({ path, line, column }).toEqual({ path: 'id', line: 5, column: 3 });
    });
  });
});

describe('typed text', () => {
  test('a text that is read after the end of the document is empty', () => {
    const reader = new XmlReader('<a><b/></a>', { defaults: true });
    for (let depth = 0; depth < 4; depth++) reader.nextTag();
    expect(reader.depth).toBe(0);
    expect(typedText(reader, (text) => text)).toBe('');
  });
});

describe('codecs errors', () => {
  function read(body: string, parse: (text: string) => unknown, defaults: boolean): string {
    const reader = new XmlReader(`<Body>${body}</Body>`, { defaults });
    reader.nextTag();
    try {
      readElement(reader, ['r', 'urn:r'], (inner) => {
        let value: unknown;
        while (inner.nextTag() === START) {
          if (inner.local === 'v' && inner.namespace === 'urn:r') value = inner.value(parse);
          else inner.unknown();
        }
        return value ?? missing(inner, 'v');
      });
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('It was read.');
  }

  describe('a client quotes a wrong value and names its type in XML Schema', () => {
    test.each<[string, (text: string) => unknown, string]>([
      ['abc', parseXsdInt, 'an int (-2147483648 to 2147483647)'],
      ['99999999999', parseXsdInt, 'an int (-2147483648 to 2147483647)'],
      ['70000', parseXsdShort, 'a short (-32768 to 32767)'],
      ['', parseXsdLong, 'a long (-9223372036854775808 to 9223372036854775807)'],
      ['ja', parseXsdBoolean, 'a boolean'],
      ['1,5', parseXsdDouble, 'a double'],
      ['today', parseXsdDateTime, 'a dateTime'],
      ['29.2.2024', parseXsdDate, 'a date'],
      ['1 h', parseXsdDuration, 'a duration'],
      ['x', parseXsdGuid, 'a guid'],
    ])('%j', (text, parse, type) => {
      const body = `<r xmlns="urn:r"><v>${text}</v></r>`;
      expect(read(body, parse, false)).toBe(`v: '${text}' is not ${type}.`);
      expect(read(body, parse, true)).not.toContain(type);
    });
  });

  describe('an error about a missing element tells what was there instead', () => {
    test.each([
      ['of another namespace', '<r xmlns="urn:r"><v xmlns="urn:other">1</v></r>', '{urn:other}v'],
      ['of another name', '<r xmlns="urn:r"><V>1</V></r>', '{urn:r}V'],
      ['of no namespace', '<r xmlns="urn:r"><v xmlns="">1</v></r>', '{}v'],
      ['around it', '<r xmlns="urn:other"><v>1</v></r>', '{urn:other}r'],
    ])('%s', (_name, body, found) => {
      expect(read(body, parseXsdInt, false)).toMatch(
        `Missing required element 'v'. Found ${found} instead.`,
      );
      expect(read(body, parseXsdInt, true)).not.toContain('instead');
    });

    test('elsewhere there is none', () => {
      expect(read('<x/><r xmlns="urn:r"></r>', parseXsdInt, false)).not.toContain('instead');
    });
  });
});

describe('xop types', () => {
  const hello = new Uint8Array([104, 101, 108, 108, 111]);
  const include =
    '<i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="cid:1"></i:Include>';

  class Blob {
    readonly text: string;
    constructor(text: string) {
      this.text = text;
    }
  }

  const blob = own<Blob>({
    parse: (text) => new Blob(text),
    format: ({ text }) => text,
    wire: base64BinaryFromText,
  });
  const short = restrict(base64BinaryFromText, { maxLength: 5, patterns: [[/^a.*=$/, 'a.*=']] });

  const described = message('All', 'urn:x', () => [
    elementFromDescription('bytes', base64BinaryFromText),
    optionalFromDescription('text', base64BinaryAsString),
    optionalFromDescription('own', blob),
    optionalFromDescription('short', short),
    optionalFromDescription('again', short),
  ]);

  /** Reads a message beside which there is one part. */
  function read(content: string, options: object = {}): Readonly<Record<string, unknown>> {
    const part: Attachment = { id: '1', type: '', content: hello };
    const parts = { all: [part], rest: new Set([part]) };
    const xml = `<Body><All xmlns="urn:x">${content}</All></Body>`;
    const reader = new XmlReader(xml, { ...options, parts });
    reader.nextTag();
    return readMessageFromObject(described, reader) as Readonly<Record<string, unknown>>;
  }

  describe('xop:Include is read by every type that base64Binary can be mapped to', () => {
    test('bytes, text, a type of the user, a restriction', () => {
      const all = ['bytes', 'text', 'own', 'short', 'again'];
      const value = read(all.map((name) => `<${name}>${include}</${name}>`).join(''));
      expect(value).toMatchObject({ bytes: hello, text: 'aGVsbG8=', short: hello, again: hello });
      expect(value.own).toEqual(new Blob('aGVsbG8='));
      // created once
      expect(value.again).toBe(value.short);
    });

    test('as in base64', () => {
      const all = ['bytes', 'text', 'own', 'short'];
      const value = read(all.map((name) => `<${name}>aGVsbG8=</${name}>`).join(''));
      expect(value).toMatchObject({ bytes: hello, text: 'aGVsbG8=', short: hello });
    });

    test('a lenient reader notes what refers to nothing', () => {
      const noted: string[] = [];
      const deviations = {
        lenient: true,
        count: 0,
        add: (path: string, text: string) => noted.push(`${path}: ${text}`),
        lose: () => undefined,
        wasLost: () => false,
        keep: () => undefined,
      };
      const lost = include.replace('cid:1', 'cid:2');
      read(`<bytes>aGVsbG8=</bytes><text>${lost}</text>`, { deviations });
      expect(noted).toEqual([
        "text: xop:Include refers to 'cid:2', but the message has no part of it.",
      ]);
    });
  });

  test('writers leave bytes in base64 unless the message is sent in parts', () => {
    expect(base64BinaryFromText.format(hello as never)).toBe('aGVsbG8=');
    expect(short.format(hello as never)).toBe('aGVsbG8=');
  });
});
