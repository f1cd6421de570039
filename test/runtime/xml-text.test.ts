import { describe, expect, test } from '@jest/globals';
import { attributeText } from '../../src/runtime/xml/capture.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import {
  EncodeError,
  escapeAttribute,
  escapeText,
  formatXsdString,
  formatXsdStringAttribute,
} from '../../src/runtime/xml/writer.ts';
import { createRandom } from './random.ts';

test('text is escaped as ASMX does', () => {
  expect(escapeText('')).toBe('');
  expect(escapeText(`plain "text"\t\n'é'`)).toBe(`plain "text"\t\n'é'`);
  expect(escapeText('a<b>&c\r\n]]>😀')).toBe('a&lt;b&gt;&amp;c&#xD;\n]]&gt;😀');
});

test('long texts are escaped like short ones', () => {
  const parts = ['a', '<b', '&', '\r\n', '😀>', 'x'.repeat(70_000), '<<'];
  const long = parts.join('').repeat(20);
  const short = parts.map((part) => escapeText(part)).join('');
  expect(escapeText(long)).toBe(short.repeat(20));
  const many = '&'.repeat(200_000);
  expect(escapeText(many)).toBe('&amp;'.repeat(200_000));
  expect(() => escapeText(`${many}\u0001`)).toThrow('the character U+0001 at index 200000');
});

test('attribute values keep their white space', () => {
  expect(escapeAttribute('a<b>&"c"\'\t\r\n')).toBe("a&lt;b&gt;&amp;&quot;c&quot;'&#x9;&#xD;&#xA;");
});

describe('what XML cannot carry is not written', () => {
  test.each([
    '\u0000',
    '\u0008',
    '\u000b',
    '\u001f',
    '\ufffe',
    '\uffff',
    '\ud800',
    '\udc00',
    '\ud800\ud800\udc00',
    '\udc00\ud800',
    'x\ud83d',
  ])('%j', (text) => {
    for (const write of [escapeText, escapeAttribute]) {
      expect(() => write(text)).toThrow(EncodeError);
      expect(() => write(`<${text}`)).toThrow(EncodeError);
    }
  });

  test('and the next text is escaped all the same', () => {
    expect(() => escapeText('a long text with\ud800 in it')).toThrow(EncodeError);
    expect(escapeText('<a>')).toBe('&lt;a&gt;');
    expect(() => escapeAttribute('a long text with\ud800 in it')).toThrow(EncodeError);
    expect(escapeAttribute('"a"')).toBe('&quot;a&quot;');
  });

  test('and the error says which character it is, and where', () => {
    expect(() => formatXsdString('ab\u0001')).toThrow(
      'XML cannot carry the character U+0001 at index 2.',
    );
  });
});

test('only strings are written as such', () => {
  for (const value of [1, null, undefined, {}, ['x'], 1n]) {
    expect(() => formatXsdString(value as unknown as string)).toThrow(EncodeError);
    expect(() => formatXsdStringAttribute(value as unknown as string)).toThrow(EncodeError);
  }
  expect(formatXsdString('<')).toBe('&lt;');
  expect(formatXsdStringAttribute('"')).toBe('&quot;');
});

test('5000 random strings are read back as they were', () => {
  const pieces = [
    'a',
    ' ',
    '&',
    '<',
    '>',
    '"',
    "'",
    '\t',
    '\n',
    '\r',
    '\r\n',
    ']]>',
    'é',
    '\u0085',
    '\u2028',
    '名',
    '😀',
    '\ufffd',
    '&amp;',
    '&#65;',
  ];
  const random = createRandom(7);
  for (let round = 0; round < 5000; round++) {
    let text = '';
    for (let count = random.integer(12); count > 0; count--) text += random.pick(pieces);
    const reader = new XmlReader(`<a x="${escapeAttribute(text)}">${escapeText(text)}</a>`);
    reader.nextTag();
    expect(attributeText(reader, '', 'x')).toBe(text);
    expect(reader.leaf()).toBe(text);
  }
});
