import { describe, expect, test } from '@jest/globals';
import { indentXml } from '../../src/runtime/http/server.ts';
import { captureNodes } from '../../src/runtime/types/content.ts';
import { captureElement } from '../../src/runtime/xml/capture.ts';
import { START } from '../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import {
  EncodeError,
  writeXmlElement,
  writeXmlNodes,
  type XmlElement,
  type XmlNode,
} from '../../src/runtime/xml/writer.ts';
import { createRandom, type Random } from './random.ts';
import { readError, readEvents } from './read-events.ts';

describe('xml element', () => {
  function capture(source: string): XmlElement {
    const reader = new XmlReader(source);
    reader.nextTag();
    return captureElement(reader);
  }

  describe('capturing', () => {
    test('an element with all inside', () => {
      expect(
        capture('<a xmlns="u" x="1" p:y="2" xmlns:p="v">t<p:b/><c xmlns="">&lt;</c> </a>'),
      ).toEqual({
        name: 'a',
        namespace: 'u',
        attributes: [
          { name: 'x', value: '1' },
          { name: 'y', namespace: 'v', value: '2' },
        ],
        children: [
          't',
          { name: 'b', namespace: 'v' },
          { name: 'c', namespace: '', children: ['<'] },
          ' ',
        ],
      });
    });

    test('leaves the reader after the end tag', () => {
      const reader = new XmlReader('<r><a>1</a><b/></r>');
      reader.nextTag();
      reader.nextTag();
      expect(captureElement(reader)).toEqual({ name: 'a', namespace: '', children: ['1'] });
      reader.nextTag();
      expect(reader.local).toBe('b');
    });

    test('the content of an element', () => {
      const reader = new XmlReader('<r>1<a/>2<![CDATA[<]]></r>');
      reader.nextTag();
      expect(captureNodes(reader)).toEqual(['1', { name: 'a', namespace: '' }, '2<']);
      const empty = new XmlReader('<r/>');
      empty.nextTag();
      expect(captureNodes(empty)).toEqual([]);
      // nothing is left after the end of the document, and nothing waits for more
      expect(captureNodes(empty)).toEqual([]);
    });

    test('keeps the namespaces that values refer to, and of those outside no others', () => {
      const source =
        '<r xmlns:soap="s" xmlns:q="u" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><a xsi:type="q:T"><b>q:x</b></a></r>';
      const reader = new XmlReader(source);
      reader.nextTag();
      reader.nextTag();
      expect(captureElement(reader)).toEqual({
        name: 'a',
        namespace: '',
        attributes: [
          { name: 'type', namespace: 'http://www.w3.org/2001/XMLSchema-instance', value: 'q:T' },
        ],
        children: [{ name: 'b', namespace: '', children: ['q:x'] }],
        namespaces: { q: 'u' },
      });
    });

    test('keeps declarations that nothing uses, where they are', () => {
      expect(capture('<a xmlns:q="u" xmlns="d"><b xmlns:r="w" xmlns:p="v"><p:c/></b></a>')).toEqual(
        {
          name: 'a',
          namespace: 'd',
          namespaces: { q: 'u' },
          children: [
            {
              name: 'b',
              namespace: 'd',
              namespaces: { r: 'w' },
              children: [{ name: 'c', namespace: 'v' }],
            },
          ],
        },
      );
    });

    test('keeps the meaning of a prefix that changes', () => {
      expect(capture('<a xmlns:q="u" v="q:1"><b xmlns:q="w">q:2</b><c>q:3</c></a>')).toMatchObject({
        namespaces: { q: 'u' },
        children: [
          { namespaces: { q: 'w' } },
          expect.not.objectContaining({ namespaces: expect.anything() }),
        ],
      });
    });

    test('is refused where long namespaces would make little XML grow without bounds', () => {
      const uri = (length: number): string => 'u'.repeat(length);
      const hostile = [
        `<k xmlns:p="${uri(10_000)}">${'<p:a/>'.repeat(100)}</k>`,
        `<k xmlns:p="${uri(10_000)}">${'<a p:b=""/>'.repeat(100)}</k>`,
        `<k xmlns:p="${uri(10_000)}">${'<a b="p:c"/>'.repeat(100)}</k>`,
      ];
      for (const source of hostile) {
        expect(readError(() => capture(source))).toMatchObject({ kind: 'limit' });
      }
      // each captured alone, as repeated wildcards are
      const each = (source: string): void => {
        const reader = new XmlReader(source);
        reader.nextTag();
        while (reader.nextTag() === START) captureElement(reader);
      };
      expect(readError(() => each(hostile[0] ?? ''))).toMatchObject({ kind: 'limit' });
      expect(() =>
        each(`<k xmlns:p="${uri(60)}">${'<p:a>1</p:a>'.repeat(20_000)}</k>`),
      ).not.toThrow();
      expect(() =>
        capture(`<p:k xmlns:p="${uri(100_000)}">${'<p:a/>'.repeat(100)}</p:k>`),
      ).not.toThrow();
    });

    test('a text that is nothing but colons is no trouble', () => {
      const outside = (text: string): XmlElement => {
        const reader = new XmlReader(`<e xmlns:q="u"><a>${text}</a></e>`);
        reader.nextTag();
        reader.nextTag();
        return captureElement(reader);
      };
      expect(outside('x:'.repeat(50_000))).not.toHaveProperty('namespaces');
      expect(outside('http://x/ ::')).not.toHaveProperty('namespaces');
    });

    test('names of object members do no harm', () => {
      const element = capture('<a xmlns:__proto__="u" __proto__="x">__proto__:b<constructor/></a>');
      expect(Object.keys(element.namespaces ?? {})).toEqual(['__proto__']);
      expect(element.attributes).toEqual([{ name: '__proto__', value: 'x' }]);
      expect(({} as { u?: string }).u).toBeUndefined();
    });
  });

  describe('writing', () => {
    test('follows the default namespace around it', () => {
      const element: XmlElement = {
        name: 'a',
        namespace: 'u',
        children: [
          { name: 'b', namespace: 'u' },
          { name: 'c', namespace: '' },
        ],
      };
      expect(writeXmlElement(element, 'u')).toBe('<a><b /><c xmlns="" /></a>');
      expect(writeXmlElement(element, '')).toBe('<a xmlns="u"><b /><c xmlns="" /></a>');
    });

    test('gives attributes prefixes', () => {
      const attributes = [
        { name: 'x', value: '"' },
        { name: 'y', namespace: 'v', value: '1' },
        { name: 'z', namespace: 'v', value: '2' },
        { name: 'lang', namespace: 'http://www.w3.org/XML/1998/namespace', value: 'en' },
      ];
      const element: XmlElement = { name: 'a', namespace: '', attributes };
      expect(writeXmlElement(element, '')).toBe(
        '<a x="&quot;" d1p1:y="1" xmlns:d1p1="v" d1p1:z="2" xml:lang="en" />',
      );
      expect(writeXmlElement({ ...element, namespaces: { p: 'v' } }, '')).toBe(
        '<a x="&quot;" p:y="1" p:z="2" xml:lang="en" xmlns:p="v" />',
      );
    });

    test('declares a prefix once', () => {
      const element: XmlElement = {
        name: 'a',
        namespace: '',
        namespaces: { q: 'u' },
        children: [
          { name: 'b', namespace: '', namespaces: { q: 'u' } },
          { name: 'c', namespace: '', namespaces: { q: 'v' } },
        ],
      };
      expect(writeXmlElement(element, '')).toBe('<a xmlns:q="u"><b /><c xmlns:q="v" /></a>');
    });

    test('knows what prefixes mean again after an element that declares them anew', () => {
      const attributes = [{ name: 'x', namespace: 'u', value: '1' }];
      const plain: XmlElement = { name: 'b', namespace: '', attributes };
      const element: XmlElement = {
        name: 'a',
        namespace: '',
        namespaces: { q: 'u' },
        children: [
          plain,
          { ...plain, namespaces: { q: 'v' } },
          { name: 'c', namespace: '', namespaces: { q: 'v', r: 'u' }, children: [plain] },
          plain,
        ],
      };
      expect(writeXmlElement(element, '')).toBe(
        '<a xmlns:q="u"><b q:x="1" /><b d2p1:x="1" xmlns:d2p1="u" xmlns:q="v" />' +
          '<c xmlns:q="v" xmlns:r="u"><b r:x="1" /></c><b q:x="1" /></a>',
      );
    });

    test('mixes text and elements', () => {
      expect(writeXmlNodes(['1 < 2', { name: 'a', namespace: '' }, ''], '')).toBe('1 &lt; 2<a />');
      expect(writeXmlElement({ name: 'a', namespace: '', children: [''] }, '')).toBe('<a />');
    });

    test.each([
      ['a name that is none', { name: 'a b', namespace: '' }],
      ['a name with a prefix', { name: 'p:a', namespace: '' }],
      ['an injected name', { name: 'a><b', namespace: '' }],
      ['no name', { namespace: '' }],
      ['no namespace', { name: 'a' }],
      ['the namespace of declarations', { name: 'a', namespace: 'http://www.w3.org/2000/xmlns/' }],
      [
        'an attribute name that is none',
        { name: 'a', namespace: '', attributes: [{ name: 'x y', value: '' }] },
      ],
      [
        'an attribute named xmlns',
        { name: 'a', namespace: '', attributes: [{ name: 'xmlns', value: 'u' }] },
      ],
      ['an attribute without value', { name: 'a', namespace: '', attributes: [{ name: 'x' }] }],
      [
        'an attribute twice',
        {
          name: 'a',
          namespace: '',
          attributes: [
            { name: 'x', value: '1' },
            { name: 'x', value: '2' },
          ],
        },
      ],
      ['a reserved prefix', { name: 'a', namespace: '', namespaces: { xmlns: 'u' } }],
      ['a prefix that is none', { name: 'a', namespace: '', namespaces: { 'x y': 'u' } }],
      ['a prefix for no namespace', { name: 'a', namespace: '', namespaces: { x: '' } }],
      ['a child that is neither', { name: 'a', namespace: '', children: [1] }],
      ['a child that is null', { name: 'a', namespace: '', children: [null] }],
      ['a character XML cannot carry', { name: 'a', namespace: '', children: ['\u0000'] }],
    ])('refuses %s', (_, element) => {
      expect(readError(() => writeXmlElement(element as unknown as XmlElement, ''))).toBeInstanceOf(
        EncodeError,
      );
    });

    test('refuses an element that is inside itself', () => {
      const children: XmlNode[] = [];
      const element: XmlElement = { name: 'a', namespace: '', children };
      children.push(element);
      expect(() => writeXmlElement(element, '')).toThrow('nested deeper than 200');
    });
  });

  describe('both ways', () => {
    const names = ['a', 'b', 'ü'];
    const namespaces = ['', 'u', 'urn:v&"', 'http://tempuri.org/'];
    const texts = ['x', ' ', '<&>"\'', 'p:x', '\r\n\t', '😀'];

    function randomElement(random: Random, depth: number): XmlElement {
      const attributes = names
        .filter(() => random.chance(0.3))
        .map((name) => {
          const namespace = random.pick(namespaces);
          return namespace === ''
            ? { name, value: random.pick(texts) }
            : { name, namespace, value: random.pick(texts) };
        });
      const children: XmlNode[] = [];
      for (let count = random.integer(depth > 4 ? 1 : 4); count > 0; count--) {
        // Two texts side by side would come back as one.
        const text = random.chance(0.4) && typeof children.at(-1) !== 'string';
        children.push(text ? random.pick(texts) : randomElement(random, depth + 1));
      }
      return {
        name: random.pick(names),
        namespace: random.pick(namespaces),
        ...(attributes.length === 0 ? {} : { attributes }),
        ...(children.length === 0 ? {} : { children }),
        ...(random.chance(0.2) ? { namespaces: { p: 'urn:p' } } : {}),
      };
    }

    const withoutDeclarations = ({ namespaces: _, children, ...rest }: XmlElement): XmlElement => ({
      ...rest,
      ...(children === undefined
        ? {}
        : {
            children: children.map((child) =>
              typeof child === 'string' ? child : withoutDeclarations(child),
            ),
          }),
    });

    test('2000 random elements come back as they were written', () => {
      for (let seed = 1; seed <= 2000; seed++) {
        const element = randomElement(createRandom(seed), 0);
        const written = writeXmlElement(element, 'u');
        const back = capture(`<r xmlns="u">${written}</r>`).children?.[0];
        expect(typeof back === 'object' ? withoutDeclarations(back) : back).toEqual(
          withoutDeclarations(element),
        );
        expect(readEvents(`<r xmlns="u">${writeXmlNodes([back ?? ''], 'u')}</r>`)).toEqual(
          readEvents(`<r xmlns="u">${written}</r>`),
        );
      }
    });
  });

  describe('prefixes of names', () => {
    const dataSet =
      '<d:diffgram xmlns:m="urn:m" xmlns:d="urn:d"><Set xmlns=""><Row d:id="Row1" m:order="0">' +
      '<Id>1</Id></Row><Row d:id="Row2" m:order="1" /></Set></d:diffgram>';

    test('are those that were read, declared where they were', () => {
      expect(writeXmlElement(capture(dataSet), '')).toBe(dataSet.replace(' xmlns=""', ''));
      expect(writeXmlElement(capture(dataSet), 'urn:outer')).toContain('xmlns:d="urn:d" xmlns="">');
      const schema =
        '<s:schema xmlns:s="urn:s" xmlns="urn:t" xmlns:t="urn:t"><s:e type="t:T" /></s:schema>';
      expect(writeXmlElement(capture(schema), '')).toBe(schema);
    });

    test('are declared by the outermost element if they were outside of it', () => {
      const reader = new XmlReader(
        '<e xmlns:p="urn:p" xmlns:q="urn:q" xmlns:r="r"><p:a q:x="1"><p:b/></p:a></e>',
      );
      reader.nextTag();
      reader.nextTag();
      expect(writeXmlElement(captureElement(reader), '')).toBe(
        '<p:a xmlns:p="urn:p" xmlns:q="urn:q" q:x="1"><p:b /></p:a>',
      );
    });

    test('change where they were declared anew', () => {
      const source = '<p:a xmlns:p="u"><p:b xmlns:p="v"><p:c /></p:b><p:d /></p:a>';
      expect(writeXmlElement(capture(source), '')).toBe(source);
    });

    test('are not given to names that had none', () => {
      const source = '<a xmlns="u"><b xmlns:q="u">q:x</b></a>';
      expect(writeXmlElement(capture(source), '')).toBe('<a xmlns="u"><b xmlns:q="u">q:x</b></a>');
    });

    test('are those of namespaces in an element that was made', () => {
      const element: XmlElement = {
        name: 'schema',
        namespace: 'urn:s',
        namespaces: { s: 'urn:s', m: 'urn:m' },
        attributes: [{ name: 'IsDataSet', namespace: 'urn:m', value: 'true' }],
        children: [
          { name: 'e', namespace: 'urn:s' },
          { name: 'f', namespace: '' },
        ],
      };
      expect(writeXmlElement(element, 'urn:o')).toBe(
        '<s:schema m:IsDataSet="true" xmlns:s="urn:s" xmlns:m="urn:m"><s:e /><f xmlns="" /></s:schema>',
      );
    });

    test('are no part of the value', () => {
      expect(capture('<p:a xmlns:p="u"/>')).toStrictEqual(capture('<a xmlns="u"/>'));
    });
  });
});

describe('xml indent', () => {
  describe('indentXml', () => {
    test.each(['<a>1</a>', '<a />', '<a xmlns="urn:x"></a>', '<a>&lt;b&gt;</a>'])(
      'leaves %s, which has no children',
      (xml) => expect(indentXml(xml)).toBe(xml),
    );

    test('puts children on lines of their own, two spaces deeper', () => {
      expect(indentXml('<a x="1"><b>1</b><c /><d><e /></d></a>')).toBe(
        '<a x="1">\r\n  <b>1</b>\r\n  <c />\r\n  <d>\r\n    <e />\r\n  </d>\r\n</a>',
      );
    });

    test('leaves an element as it is from its first text on, with all in it', () => {
      expect(indentXml('<a><b />text<c><d /></c></a>')).toBe('<a>\r\n  <b />text<c><d /></c></a>');
      expect(indentXml('<a><b>text<c><d /></c></b><e><f /></e></a>')).toBe(
        '<a>\r\n  <b>text<c><d /></c></b>\r\n  <e>\r\n    <f />\r\n  </e>\r\n</a>',
      );
    });

    test('goes through long lists', () => {
      const items = '<i><n>1</n></i>'.repeat(20_000);
      expect(indentXml(`<a>${items}</a>`)).toHaveLength(items.length + 7 + 20_000 * 14 + 2);
    });
  });
});
