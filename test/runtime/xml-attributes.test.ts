import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { attributeText, rememberAttributes } from '../../src/runtime/xml/capture.ts';
import { EOF, START, XmlError } from '../../src/runtime/xml/errors.ts';
import { XmlReader, type XmlReaderOptions } from '../../src/runtime/xml/reader.ts';
import { createRandom } from './random.ts';

const root = (...tags: readonly string[]): string =>
  `<r xmlns:p="urn:p" xmlns:q="urn:p">${tags.join('')}</r>`;

/** Names and values of all attributes, or what is wrong and where. */
function read(source: string, options: XmlReaderOptions = {}): unknown {
  try {
    const found: unknown[] = [];
    const reader = new XmlReader(source, options);
    for (let token = reader.next(); token !== EOF; token = reader.next()) {
      if (token !== START) continue;
      rememberAttributes(reader);
      const { local, selfClosed, attributes } = reader;
      found.push([local, selfClosed]);
      for (const { namespace, local, raw, value } of attributes)
        found.push([namespace, local, raw, value]);
    }
    return found;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return [error.message, error.line, error.column];
  }
}

/** A reader that caches no tags reads each in the general way. */
function expectSame(source: string, limits: XmlReaderOptions['limits'] = {}): unknown {
  const known = read(source, { limits });
  const general = read(source, { limits, remember: false });
  // the check of jest takes ten times as long as both readers
  if (!isDeepStrictEqual(known, general)) expect(known).toEqual(general);
  return known;
}

describe('attributes written as in tags before', () => {
  const usual = '<a x="1" y="2" p:z="3"/>';

  test.each([
    ['the same', '<a x="4" y="5" p:z="6"/>'],
    ['another order', '<a p:z="6" y="5" x="4"></a>'],
    ['some left out', '<a y="5"/>'],
    ['one more', '<a x="4" w="0" y="5"/>'],
    ['other spaces and quotes', '<a\n x = \'4\'\ty="5" />'],
    ['empty values', '<a x="" y=""/>'],
    ['white space in values', '<a x="1\n2" y="\t"/>'],
    ['references', '<a x="&lt;&#10;" y="&amp;"/>'],
    ['the other quote and > in values', '<a x="\'>" y="/>"/>'],
    ['a long value', `<a x="${'long '.repeat(50)}" y="5"/>`],
    ['a long value with a reference', `<a x="${'long '.repeat(50)}&amp;" y="5"/>`],
    ['declarations', '<a x="4" xmlns:p="urn:other" p:z="6"/>'],
    ['another default namespace', '<a xmlns="urn:other" x="4"/>'],
    ['spaces before the end', '<a x="4" \n></a>'],
    ['a slash in front of spaces', '<a x="4" / >'],
    ['no space between', '<a x="4"y="5"/>'],
    ['an attribute twice', '<a x="4" x="5"/>'],
    ['twice with other spaces', '<a x="4"  x="5"/>'],
    ['twice under two prefixes', '<a p:z="4" q:z="5"/>'],
    ['a prefix not declared', '<a x="4" s:z="5"/>'],
    ['< in a value', '<a x="4<"/>'],
    ['a bad reference', '<a x="&nope;"/>'],
    ['a value without end', '<a x="4'],
    ['a forbidden character', '<a x="4\u0001"/>'],
    ['no value', '<a x/>'],
    ['no quotes', '<a x=4 y="5"/>'],
  ])('%s', (_, tag) => {
    const forms = '<a  x="1"/><a q:z="1"/><a y="2" x=\'3\'/>';
    expectSame(root(usual, usual, tag, usual));
    expectSame(root(usual, forms, forms, tag, tag, usual));
  });

  test('limits hold for tags that are known', () => {
    const long = `<a x="${'1'.repeat(40)}"/>`;
    expect(expectSame(root(usual, usual), { attributes: 2 })).toHaveLength(3);
    expect(expectSame(root('<a x="1"/>', '<a x="12345678"/>'), { textLength: 7 })).toHaveLength(3);
    expect(expectSame(root('<a x="1"/>', long), { textLength: 39 })).toHaveLength(3);
    const many = Array.from({ length: 65 }, (_, index) => ` a${index}="1"`);
    const wide = `<a${many.join('')}/>`;
    expectSame(root(wide, wide), { attributes: 100 });
    const halves = [many.slice(0, 40), many.slice(30)].map((part) => `<a${part.join('')}/>`);
    expectSame(root(...halves, ...halves, wide));
  });

  test('names are as long as allowed, whatever a reader with wider limits has learned', () => {
    const name = 'n'.repeat(1100);
    const source = root(`<${name} x="1"/>`, `<${name} x="2"/>`);
    expect(read(source, { limits: { nameLength: 2000 } })).toHaveLength(5);
    expectSame(source);
  });

  test('more ways to write an attribute than are learned', () => {
    const tags = Array.from({ length: 600 }, (_, index) => `<a x${index % 300}="${index}"/>`);
    expectSame(root(...tags, ...tags));
  });

  test('values asked for in any order', () => {
    const reader = new XmlReader('<a x="1" y="2" z="3"/>');
    reader.nextTag();
    const ask = (names: string): unknown =>
      [...names].map((name) => attributeText(reader, '', name));
    expect(ask('xyz')).toEqual(['1', '2', '3']);
    expect(ask('zyxwyy')).toEqual(['3', '2', '1', undefined, '2', '2']);
  });

  test('anything in any order', () => {
    const { integer, pick } = createRandom(12);
    const tag = (): string => {
      const attributes = Array.from({ length: integer(5) }, () => {
        const quote = pick(['"', '"', '"', "'"]);
        const name = pick(['x', 'y', 'z', 'w', 'p:x', 'q:x', 'p:y', 'xml:lang', 'xmlns:p']);
        const value = pick([
          '',
          '1',
          'two words',
          '&amp;',
          'a\nb',
          '>',
          'urn:p',
          'urn:p',
          '<',
          '&',
        ]);
        return `${pick([' ', ' ', ' ', '\n  ', ''])}${name}=${quote}${value}${quote}`;
      });
      return `<${pick(['a', 'b', 'p:a'])}${attributes.join('')}${pick(['', ' '])}/>`;
    };
    const sound: string[] = [];
    for (let round = 0; round < 3000; round++) {
      const next = tag();
      const source = root(...sound, next);
      expectSame(source);
      if (typeof (read(source) as unknown[])[0] !== 'string') sound.push(next);
      if (sound.length > 20) sound.shift();
    }
  });
});
