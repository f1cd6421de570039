import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../../src/runtime/client/call.ts';
import {
  anyURI,
  base64Binary,
  boolean,
  checkingIds,
  date,
  decimal,
  element,
  enumeration,
  fixed,
  flat,
  guid,
  int,
  list,
  long,
  type MessageType,
  nothing,
  object,
  optional,
  parts,
  quickly,
  readFlat,
  readFlatValue,
  readMessage,
  result,
  root,
  type SimpleType,
  strictly,
  string,
  token,
  withDefault,
  writeFlat,
  writeFlatValue,
  writeMessage,
} from '../../../src/runtime/type.ts';
import type { Field } from '../../../src/runtime/types/description.ts';
import type { XmlReader, XmlReaderOptions } from '../../../src/runtime/xml/reader.ts';
import { inBody } from './read.ts';

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
  ['base64Binary', base64Binary, ['AQI=', '!', 'A<!-- c -->QI='], [new Uint8Array([1, 2]), 'AQI=']],
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
