import { describe, expect, test } from '@jest/globals';
import type { Attachment } from '../../src/runtime/operation/descriptor.ts';
import { element, optional } from '../../src/runtime/types/description.ts';
import { parts as message, readMessage } from '../../src/runtime/types/object.ts';
import { own, restrict } from '../../src/runtime/types/restriction.ts';
import { base64Binary, base64BinaryAsString } from '../../src/runtime/types/text.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';

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
  wire: base64Binary,
});
const short = restrict(base64Binary, { maxLength: 5, patterns: [[/^a.*=$/, 'a.*=']] });

const described = message('All', 'urn:x', () => [
  element('bytes', base64Binary),
  optional('text', base64BinaryAsString),
  optional('own', blob),
  optional('short', short),
  optional('again', short),
]);

/** Reads a message beside which there is one part. */
function read(content: string, options: object = {}): Readonly<Record<string, unknown>> {
  const part: Attachment = { id: '1', type: '', content: hello };
  const parts = { all: [part], rest: new Set([part]) };
  const xml = `<Body><All xmlns="urn:x">${content}</All></Body>`;
  const reader = new XmlReader(xml, { ...options, parts });
  reader.nextTag();
  return readMessage(described, reader) as Readonly<Record<string, unknown>>;
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
  expect(base64Binary.format(hello as never)).toBe('aGVsbG8=');
  expect(short.format(hello as never)).toBe('aGVsbG8=');
});
