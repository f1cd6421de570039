import { describe, expect, test } from '@jest/globals';
import { needText, noRecord, RecordReader } from '../../src/runtime/records/client.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { answerOf, envelope, type Item, items, List, namespace } from './stream-operation.ts';

const { soapPath = [], read } = List.stream;

/**
 * Reads the records of an answer that comes in pieces, the first of which reaches after the start
 * tag of the body.
 */
function readPieces(
  pieces: readonly string[],
  { path = soapPath, maxLength = 1_000_000, complete = true } = {},
): Item[] {
  const [first = '', ...others] = pieces;
  const reader = new XmlReader(first);
  reader.nextTag();
  reader.nextTag();
  const records = new RecordReader({ reader, rest: '', path, read, maxLength });
  const found: Item[] = [];
  let at = 0;
  for (;;) {
    const record = records.next();
    if (record === noRecord) return found;
    if (record !== needText) {
      found.push(record as Item);
      continue;
    }
    const piece = others[at++];
    if (piece !== undefined) records.add(piece);
    else if (complete) records.end();
    else return found;
  }
}

/** The answer around these children of the body, cut after the start tag of the body. */
function cut(body: string): readonly [string, string] {
  const text = envelope(body);
  const at = text.indexOf('Body>') + 5;
  return [text.slice(0, at), text.slice(at)];
}

function wrapped(inside: string): string {
  return `<ListResponse xmlns="${namespace}"><ListResult>${inside}</ListResult></ListResponse>`;
}

const three = items(3);
const plain = answerOf(three);

describe('records', () => {
  const variants: readonly (readonly [string, string])[] = [
    ['plain', plain],
    [
      'pretty-printed',
      plain
        .replace(/<(?=\/?(?:ListRe|item|id|name|\/soap))/g, '\r\n  <')
        .replaceAll(/\s+<\/(id|name)/g, '</$1'),
    ],
    [
      'with prefixes',
      plain.replaceAll(/<(\/?)(ListRes\w+|item|id|name)/g, '<$1p:$2').replace('xmlns=', 'xmlns:p='),
    ],
    [
      'with comments, instructions and text between',
      plain
        .replaceAll('<item>', '<!-- > <item> --><?go on > ?>a > b<item>')
        .replaceAll('</ListResult>', '<!-- end --></ListResult>'),
    ],
    [
      'with CDATA',
      plain.replaceAll(/<name>([^<]*)&lt;&amp;&gt;<\/name>/g, '<name><![CDATA[$1<&>]]></name>'),
    ],
    [
      'beside unknown elements',
      plain
        .replaceAll('<item>', '<other a="&gt;>"><item><id>9</id></item></other><item>')
        .replace('<ListResult>', '<before/><ListResult>')
        .replace('</ListResult>', '</ListResult><ListResult><item><id>8</id></item></ListResult>')
        .replaceAll('<id>', '<unknown>x</unknown><id>'),
    ],
  ];

  test.each(variants)('%s, cut at every index', (_, text) => {
    const start = text.indexOf('Body>') + 5;
    const head = text.slice(0, start);
    for (let at = start; at <= text.length; at++) {
      expect(readPieces([head, text.slice(start, at), text.slice(at)])).toEqual(three);
    }
    expect(readPieces([head, ...text.slice(start)])).toEqual(three);
  });

  test.each(variants)('%s, ended at every index', (_, text) => {
    const start = text.indexOf('Body>') + 5;
    const head = text.slice(0, start);
    for (let at = start; at < text.length; at++) {
      expect(() => readPieces([head, text.slice(start, at)])).toThrow();
    }
  });

  test('are given as soon as they are complete', () => {
    const text = plain.slice(0, plain.indexOf('</item>') + 7);
    const start = text.indexOf('Body>') + 5;
    const pieces = [text.slice(0, start), text.slice(start)];
    expect(readPieces(pieces, { complete: false })).toEqual(three.slice(0, 1));
  });
});

describe('results without records', () => {
  test.each([
    ['empty', wrapped('')],
    ['an empty-element tag', `<ListResponse xmlns="${namespace}"><ListResult /></ListResponse>`],
    [
      'nil',
      `<ListResponse xmlns="${namespace}"><ListResult xsi:nil="true"><item><id>1</id></item></ListResult></ListResponse>`,
    ],
    ['nil as a whole', `<ListResponse xmlns="${namespace}" xsi:nil="1"/>`],
  ])('%s', (_, body) => {
    expect(readPieces(cut(body))).toEqual([]);
  });

  test('whose records have another namespace or name are an error', () => {
    const record = '<item xmlns="urn:other"><id>1</id></item>';
    expect(() => readPieces(cut(wrapped(record)))).toThrow(
      "Missing element 'item'. Found {urn:other}item instead.",
    );
    expect(() => readPieces(cut(wrapped('<a/><b>1</b>')))).toThrow(
      `Missing element 'item'. Found {${namespace}}a instead.`,
    );
  });

  test('that are required and missing are an error', () => {
    expect(() => readPieces(cut(''))).toThrow("Missing required element 'ListResponse'.");
    expect(() => readPieces(cut(`<ListResponse xmlns="${namespace}"/>`))).toThrow(
      "Missing required element 'ListResult'.",
    );
  });

  test('that are optional and missing are empty', () => {
    const path = soapPath.map((step, index) => (index === 1 ? { ...step, optional: true } : step));
    expect(readPieces(cut(`<ListResponse xmlns="${namespace}"/>`), { path })).toEqual([]);
  });

  test('a wrapper of any name counts where the path says so', () => {
    const path = soapPath.map((step, index) => (index === 0 ? { ...step, anyName: true } : step));
    const body = wrapped('<item><id>1</id></item>').replaceAll('ListResponse', 'Whatever');
    expect(readPieces(cut(body), { path })).toEqual([{ id: 1, name: undefined }]);
  });
});

describe('limits and defects', () => {
  test('a record beyond the limit is an error before it is complete', () => {
    const [head, body] = cut(wrapped(`<item><id>1</id><name>${'x'.repeat(5000)}</name></item>`));
    const pieces = [head, ...(body.slice(0, 3000).match(/.{1,100}/gs) ?? [])];
    expect(() => readPieces(pieces, { maxLength: 1000, complete: false })).toThrow(
      'A record is longer than 1000 characters.',
    );
    expect(readPieces([head, body], { maxLength: 10_000 })).toHaveLength(1);
  });

  test('many records may be longer than the limit together', () => {
    const [head, body] = cut(wrapped('<item><id>1</id></item>'.repeat(1000)));
    const pieces = [head, ...(body.match(/.{1,100}/gs) ?? [])];
    expect(readPieces(pieces, { maxLength: 300 })).toHaveLength(1000);
  });

  test.each([
    ['a character XML forbids', wrapped('<item><id>1</id></item>\u0001<item><id>2</id></item>')],
    ['a wrong end tag', wrapped('<item><id>1</id></item><item></id></item>')],
    ['a value of another type', wrapped('<item><id>1</id></item><item><id>x</id></item>')],
  ])('%s is an error in its place, however the text is cut', (_, body) => {
    const [head, rest] = cut(body);
    for (const size of [1, 7, 10_000]) {
      const pieces = rest.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
      expect(() => readPieces([head, ...pieces])).toThrow(
        expect.objectContaining({ name: expect.stringMatching(/^Xml/) }),
      );
    }
  });
});
