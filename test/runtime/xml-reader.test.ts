import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { readNestedValue, refuseComment } from '../../src/runtime/server/protocol.ts';
import {
  dateTimeAsDate,
  int,
  type ObjectType,
  object,
  optional,
  optionalAttribute,
  quickly,
  repeated,
  string,
  token,
} from '../../src/runtime/type.ts';
import { date, dateTime, time } from '../../src/runtime/types/date.ts';
import {
  missing,
  missingValue,
  string as stringFromMessage,
} from '../../src/runtime/types/message.ts';
import {
  boolean,
  decimal,
  double,
  int as intFromNumber,
  long,
  parseXsdInt,
} from '../../src/runtime/types/number.ts';
import { readObject } from '../../src/runtime/types/object.ts';
import { fastOpen, fastStart, predict, textAt } from '../../src/runtime/types/prediction.ts';
import { messageWithPlace, unexpectedElement } from '../../src/runtime/xml/asmx.ts';
import {
  attributeText,
  rememberAttributes,
  resolveQName,
  xsiType,
} from '../../src/runtime/xml/capture.ts';
import {
  advanceOrigin,
  describeCharacter,
  END,
  EOF,
  isNil,
  locate,
  START,
  TEXT,
  XmlError,
  XmlValueError,
} from '../../src/runtime/xml/errors.ts';
import { markOf, resetTo, XmlReader, type XmlReaderOptions } from '../../src/runtime/xml/reader.ts';
import {
  closeEmpty,
  codePointName,
  EncodeError,
  escapeAttribute,
  escapeText,
  formatXsdString,
  formatXsdStringAttribute,
  markEmpty,
  orEmpty,
} from '../../src/runtime/xml/writer.ts';
import { createRandom, type Random } from './random.ts';
import { readError, readEvents } from './read-events.ts';

describe('xml reader', () => {
  describe('documents that are well-formed', () => {
    test.each([
      [
        'a byte order mark',
        '\uFEFF<?xml version="1.0" encoding="utf-8"?><a>x</a>',
        ['<a', '"x', '>a'],
      ],
      [
        'every part of a declaration',
        "<?xml version='1.1'\tencoding = 'us-ascii' standalone='no' ?><a/>",
        ['<a', '>a'],
      ],
      [
        'an instruction whose name starts with xml',
        '<?xml-stylesheet href="x"?><a/>',
        ['<a', '>a'],
      ],
      ['CDATA joined to text', '<a>x<![CDATA[<&>]]>y</a>', ['<a', '"x<&>y', '>a']],
      ['CDATA with brackets', '<a><![CDATA[]]]]><![CDATA[>]]></a>', ['<a', '"]]>', '>a']],
      ['nothing but an empty CDATA', '<a><![CDATA[]]></a>', ['<a', '>a']],
      [
        'every reference',
        '<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;</a>',
        ['<a', '"<>&"\'A😀', '>a'],
      ],
      [
        'leading zeros',
        `<a>&#${'0'.repeat(500)}65;&#x${'0'.repeat(500)}41;</a>`,
        ['<a', '"AA', '>a'],
      ],
      ['references are not read twice', '<a>&amp;lt;</a>', ['<a', '"&lt;', '>a']],
      ['line ends', '<a>1\r\n2\r3\n4&#13;5&#xD;\n</a>', ['<a', '"1\n2\n3\n4\r5\r\n', '>a']],
      ['line ends in CDATA', '<a><![CDATA[1\r\n2\r3]]></a>', ['<a', '"1\n2\n3', '>a']],
      [
        'attribute values',
        '<a x="1\t2\n3\r\n4\r5&#9;&#10;&#13; 6"/>',
        ['<a x=1 2 3 4 5\t\n\r 6', '>a'],
      ],
      ['quotes in values', `<a x='"' y="'">z</a>`, [`<a x=" y='`, '"z', '>a']],
      ['> in values', '<a x="1>2">x</a>', ['<a x=1>2', '"x', '>a']],
      [']]> in values', '<a x="]]>"/>', ['<a x=]]>', '>a']],
      ['spaces in tags', '<a  x = "1" ><b\n/>x</a\t>', ['<a x=1', '<b', '>b', '"x', '>a']],
      [
        'names outside ASCII',
        '<année 名="1"><𐐀b·/></année>',
        ['<année 名=1', '<𐐀b·', '>𐐀b·', '>année'],
      ],
      [
        'comments and instructions',
        '<?p q?><!-- c --><a>x<?p q?><!-- c -->y</a><!-- e -->\n',
        ['<a', '"xy', '>a'],
      ],
      ['markup inside comments', '<a><!-- <b> & ]]> --></a>', ['<a', '>a']],
      [
        'xml: without declaration',
        '<a xml:lang="en"/>',
        ['<a {http://www.w3.org/XML/1998/namespace}lang=en', '>a'],
      ],
      [
        'xml declared as it is',
        '<a xmlns:xml="http://www.w3.org/XML/1998/namespace" xml:id="i"/>',
        ['<a {http://www.w3.org/XML/1998/namespace}id=i', '>a'],
      ],
      [
        'names of object members',
        '<__proto__ constructor="1"><toString/></__proto__>',
        ['<__proto__ constructor=1', '<toString', '>toString', '>__proto__'],
      ],
    ])('%s', (_, source, events) => {
      expect(readEvents(source)).toEqual(events);
      expect(readEvents(source, { remember: false })).toEqual(events);
      expect(readEvents(source, { detach: true })).toEqual(events);
    });

    test('a text far after the first reference is as it is', () => {
      const source = `<r><a>&amp;</a>${'<b>plain</b>'.repeat(50)}<c>&lt;</c>\r\n<d>]]</d></r>`;
      const events = readEvents(source);
      expect(events.slice(1, 4)).toEqual(['<a', '"&', '>a']);
      expect(events.filter((event) => event === '"plain')).toHaveLength(50);
      expect(events.slice(-8)).toEqual(['<c', '"<', '>c', '"\n', '<d', '"]]', '>d', '>r']);
    });
  });

  describe('namespaces', () => {
    test('an inner declaration hides the outer one and ends with its element', () => {
      expect(readEvents('<p:a xmlns:p="u"><p:b xmlns:p="v"><p:c/></p:b><p:d/></p:a>')).toEqual([
        '<{u}a',
        '<{v}b',
        '<{v}c',
        '>{v}c',
        '>{v}b',
        '<{u}d',
        '>{u}d',
        '>{u}a',
      ]);
    });

    test('the default namespace is not that of attributes and can be taken back', () => {
      expect(readEvents('<a xmlns="u" x="1"><b xmlns=""/><c/></a>')).toEqual([
        '<{u}a x=1',
        '<b',
        '>b',
        '<{u}c',
        '>{u}c',
        '>{u}a',
      ]);
    });

    test('attributes of one local name in different namespaces are two', () => {
      expect(readEvents('<a xmlns:p="u" p:x="1" x="2"/>')).toEqual(['<a {u}x=1 x=2', '>a']);
    });

    test('the same tag text means something else in another scope', () => {
      const once = '<p:a>1</p:a>';
      expect(
        readEvents(`<r><x xmlns:p="u">${once}${once}</x><x xmlns:p="v">${once}</x></r>`),
      ).toEqual([
        '<r',
        '<x',
        '<{u}a',
        '"1',
        '>{u}a',
        '<{u}a',
        '"1',
        '>{u}a',
        '>x',
        '<x',
        '<{v}a',
        '"1',
        '>{v}a',
        '>x',
        '>r',
      ]);
    });

    test('an element of the same name inside itself keeps its scope', () => {
      const inner = '<a xmlns="u"><a/></a>';
      const events = ['<{u}a', '<{u}a', '>{u}a', '>{u}a'];
      expect(readEvents(`<r>${inner}${inner}<a/></r>`)).toEqual([
        '<r',
        ...events,
        ...events,
        '<a',
        '>a',
        '>r',
      ]);
    });

    test('names read in one document are the same strings in the next', () => {
      const reader = new XmlReader('<p:SomeName xmlns:p="http://tempuri.org/"/>');
      reader.nextTag();
      expect(reader.local).toBe('SomeName');
      expect(reader.namespace).toBe('http://tempuri.org/');
      expect(reader.name.prefix).toBe('p');
      expect(reader.rawName).toBe('p:SomeName');
    });

    test('prefixes in scope', () => {
      const reader = new XmlReader(
        '<a xmlns="d" xmlns:p="u"><b xmlns:p="v" xmlns:q="w"/><c xmlns=""/></a>',
      );
      const bindings = (): unknown[] => ['', 'p', 'q'].map((prefix) => reader.lookup(prefix));
      reader.nextTag();
      const lookup = reader.scopeLookup();
      expect(bindings()).toEqual(['d', 'u', undefined]);
      reader.nextTag();
      expect(bindings()).toEqual(['d', 'v', 'w']);
      reader.nextTag();
      reader.nextTag();
      expect(bindings()).toEqual(['', 'u', undefined]);
      expect(lookup('')).toBe('d');
      expect(reader.lookup('xml')).toBe('http://www.w3.org/XML/1998/namespace');
      expect(reader.lookup('xmlns')).toBe('http://www.w3.org/2000/xmlns/');
    });

    test('prefixes in scope where a reader goes back', () => {
      const reader = new XmlReader(
        '<a xmlns:p="u"><b xmlns:p="v"><c xmlns:p="w" xmlns:q="x"/></b></a>',
      );
      reader.nextTag();
      reader.nextTag();
      const mark = markOf(reader);
      reader.nextTag();
      expect([reader.lookup('p'), reader.lookup('q')]).toEqual(['w', 'x']);
      resetTo(reader, mark);
      expect([reader.lookup('p'), reader.lookup('q')]).toEqual(['v', undefined]);
      reader.nextTag();
      expect(reader.lookup('p')).toBe('w');
    });

    test('mean the same from each element, in whatever order they are asked for', () => {
      const random = createRandom(15);
      const prefixes = ['p', 'q', 'r'];
      const write = (depth: number): string => {
        const declared = prefixes.filter(() => random.chance(0.4));
        const attributes = declared.map((prefix) => ` xmlns:${prefix}="${random.integer(1000)}"`);
        const inside = Array.from({ length: depth === 0 ? 0 : 3 }, () => write(depth - 1));
        return `<a${attributes.join('')}>${inside.join('')}</a>`;
      };
      const reader = new XmlReader(write(5));
      const expected: Record<string, string>[] = [{}];
      const lookups: [(prefix: string) => string | undefined, Record<string, string>][] = [];
      for (let token = reader.nextTag(); token !== EOF; token = reader.nextTag()) {
        if (token === END) {
          expected.pop();
          continue;
        }
        const tag = /<a([^>]*)>/y;
        tag.lastIndex = reader.offset;
        const own = [...(tag.exec(reader.source)?.[1] ?? '').matchAll(/xmlns:(.)="(\d+)"/g)];
        const bound = { ...expected.at(-1) };
        for (const [, prefix = '', uri = ''] of own) bound[prefix] = uri;
        expected.push(bound);
        lookups.push([reader.scopeLookup(), bound]);
        const [lookup, bindings] = random.pick(lookups);
        const prefix = random.pick(prefixes);
        expect(lookup(prefix)).toBe(bindings[prefix]);
      }
      expect(lookups.length).toBeGreaterThan(300);
    });

    test('an alias reads as the namespace of the contract, in names, prefixes and QNames', () => {
      const alias = { from: 'urn:wire', to: 'urn:contract' };
      const source =
        '<a xmlns="urn:wire" xmlns:p="urn:wire" p:x="1"><b xmlns="urn:contract"/><c xmlns="urn:other"/></a>';
      expect(readEvents(source, { alias })).toEqual([
        '<{urn:contract}a {urn:contract}x=1',
        '<{urn:contract}b',
        '>{urn:contract}b',
        '<{urn:other}c',
        '>{urn:other}c',
        '>{urn:contract}a',
      ]);
      expect(readEvents(source)[0]).toBe('<{urn:wire}a {urn:wire}x=1');
      const reader = new XmlReader(source, { alias });
      reader.nextTag();
      expect(resolveQName(reader, 'p:t')).toEqual({ namespace: 'urn:contract', local: 't' });
    });

    test('no namespace can have an alias too', () => {
      expect(readEvents('<a x="1"/>', { alias: { from: '', to: 'u' } })).toEqual([
        '<{u}a x=1',
        '>{u}a',
      ]);
    });
  });

  describe('next', () => {
    test('gives the tokens with their depth and offsets', () => {
      const reader = new XmlReader('<a>x<b/></a>');
      const seen: unknown[] = [];
      for (let token = reader.next(); token !== EOF; token = reader.next()) {
        seen.push([token, reader.depth, reader.offset, reader.position]);
      }
      expect(seen).toEqual([
        [START, 1, 0, 3],
        [TEXT, 1, 3, 4],
        [START, 2, 4, 8],
        [END, 1, 4, 8],
        [END, 0, 8, 12],
      ]);
      expect(reader.next()).toBe(EOF);
      expect(reader.next()).toBe(EOF);
    });
  });

  describe('nextTag', () => {
    test('skips text, comments and instructions, but not what is wrong in them', () => {
      const reader = new XmlReader('<a> x &amp; <!-- c --><b/> y ]] </a>');
      expect([
        reader.nextTag(),
        reader.nextTag(),
        reader.nextTag(),
        reader.nextTag(),
        reader.nextTag(),
      ]).toEqual([START, START, END, END, EOF]);
      expect(() => readTags('<a> x & y <b/></a>')).toThrow('EntityName');
      expect(() => readTags('<a> x ]]> <b/></a>')).toThrow("']]>'");
    });

    function readTags(source: string): void {
      const reader = new XmlReader(source);
      while (reader.nextTag() !== EOF);
    }
  });

  describe('skip', () => {
    test('goes over an element with all inside, also an empty one', () => {
      const reader = new XmlReader('<a><b x="1">t<c/><b/></b><d/><e>f</e></a>');
      reader.nextTag();
      reader.nextTag();
      reader.skip();
      expect(reader.nextTag()).toBe(START);
      expect(reader.local).toBe('d');
      reader.skip();
      reader.nextTag();
      expect(reader.leaf()).toBe('f');
      expect(reader.nextTag()).toBe(END);
    });

    test('refuses what is not well-formed', () => {
      const reader = new XmlReader('<a><b>&x;</b></a>');
      reader.nextTag();
      reader.nextTag();
      expect(() => reader.skip()).toThrow("undeclared entity 'x'");
    });
  });

  describe('leaf', () => {
    const leaf = (
      content: string,
      options = {},
    ): { value: string; next: number; local: string } => {
      const reader = new XmlReader(`<a>${content}<z/></a>`, options);
      reader.nextTag();
      reader.nextTag();
      const value = reader.leaf();
      return { value, next: reader.nextTag(), local: reader.local };
    };

    test.each([
      ['<p>text</p>', 'text'],
      ['<p></p>', ''],
      ['<p/>', ''],
      ['<p> kept \t\n</p >', ' kept \t\n'],
      ['<p>a&amp;b</p>', 'a&b'],
      ['<p>a\r\nb</p>', 'a\nb'],
      ['<p><![CDATA[a]]></p>', 'a'],
      ['<p>1<![CDATA[<2>]]>3<![CDATA[4]]></p>', '1<2>34'],
      ['<p x="1" xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">t</p>', 't'],
    ])('%s', (source, value) => {
      expect(leaf(source)).toEqual({ value, next: START, local: 'z' });
      expect(leaf(source, { detach: true })).toEqual({ value, next: START, local: 'z' });
      expect(leaf(source, { nestedValue: readNestedValue })).toEqual({
        value,
        next: START,
        local: 'z',
      });
    });

    test.each([
      ['<p><b/>1</p>'],
      ['<p>1<b/></p>'],
      ['<p>1<b>2</b></p>'],
      ['<p><b/></p>'],
      ['<p><b><c>1</c></b></p>'],
      ['<p><b>1<c/></b></p>'],
      ['<p><b>1</b>2</p>'],
    ])('%s is no value', (source) => {
      for (const lenient of [false, true]) {
        expect(readError(() => leaf(source, { lenient }))).toMatchObject({ kind: 'malformed' });
      }
    });

    test.each([
      ['<p>1<!-- b -->2</p>', '12'],
      ['<p><!-- c --></p>', ''],
      ['<p>1<?pi?></p>', '1'],
    ])('%s is a value, but not for ASMX', (source, value) => {
      expect(leaf(source)).toEqual({ value, next: START, local: 'z' });
      expect(readError(() => leaf(source, { commentInText: refuseComment }))).toMatchObject({
        kind: 'malformed',
      });
    });

    test('a value in a child is none', () => {
      expect(readError(() => leaf('<p><b>1</b></p>'))).toMatchObject({
        kind: 'malformed',
        message: 'An element inside a text value.',
      });
    });

    test('but ASMX reads it, and takes the end tag for that of the element around', () => {
      const reader = new XmlReader('<a><p><b>1</b></p><q>2</q></a>', {
        nestedValue: readNestedValue,
      });
      reader.nextTag();
      reader.nextTag();
      expect(reader.leaf()).toBe('1');
      // The loop over the children of `a` ends here, so that `q` is lost to it.
      expect(reader.nextTag()).toBe(END);
      expect(reader.local).toBe('p');
      expect(reader.nextTag()).toBe(START);
      reader.skip();
      expect([reader.nextTag(), reader.nextTag()]).toEqual([END, EOF]);
    });

    test.each([
      ['<p><b>1</b>2</p>', '1'],
      ['<p><b></b>2</p>', ''],
      ['<p><b><![CDATA[1]]></b> 2<!-- c --></p>', '1'],
      ['<p><b>1</b>2<c>3</c>4</p>', '1'],
    ])('in %s, ASMX skips what follows the child, but not in strict envelopes', (source, value) => {
      const start = (): XmlReader => {
        const reader = new XmlReader(`<a>${source}</a>`, {
          nestedValue: readNestedValue,
          commentInText: refuseComment,
        });
        reader.nextTag();
        reader.nextTag();
        return reader;
      };
      const reader = start();
      expect(reader.leaf()).toBe(value);
      while (reader.nextTag() === START) reader.skip();
      expect(reader.local).toBe('p');
      const strict = start();
      strict.unexpected = unexpectedElement;
      expect(readError(() => strict.leaf())).toMatchObject({ kind: 'malformed' });
    });

    test.each([
      ['<p><b/>1</p>'],
      ['<p> <b>1</b></p>'],
      ['<p><![CDATA[]]><b>1</b></p>'],
      ['<p>1<b>2</b></p>'],
      ['<p><!-- c --><b>1</b></p>'],
      ['<p><b><!-- c -->1</b></p>'],
      ['<p><b><c>1</c></b></p>'],
      ['<p><b><c>1</c></b>2</p>'],
      ['<p><b>1<c/></b></p>'],
    ])('ASMX refuses %s', (source) => {
      const options = { nestedValue: readNestedValue, commentInText: refuseComment };
      expect(readError(() => leaf(source, options))).toMatchObject({ kind: 'malformed' });
    });

    test('what is not well-formed is told from what is merely unwanted', () => {
      expect(readError(() => leaf('<p>1</q>'))).toMatchObject({
        kind: 'malformed',
        message: expect.stringContaining("'q'"),
      });
      expect(readError(() => leaf('<p>&x;</p>'))).toMatchObject({
        message: expect.stringContaining("'x'"),
      });
      expect(readError(() => leaf('<p>1<![CDATA['))).toMatchObject({ kind: 'malformed' });
    });
  });

  describe('attributes of the schema instance', () => {
    const at = (attributes: string): XmlReader => {
      const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="d" xmlns:p="u"';
      const reader = new XmlReader(`<a ${xsi}><b ${attributes}/></a>`);
      reader.nextTag();
      reader.nextTag();
      return reader;
    };

    test.each([
      ['xsi:nil="true"', true],
      ['xsi:nil=" 1 "', true],
      ['xsi:nil="false"', false],
      ['xsi:nil="0"', false],
      ['xsi:nil="TRUE"', false],
      ['nil="true"', false],
      ['', false],
    ])('%s', (attributes, nil) => {
      expect(isNil(at(attributes))).toBe(nil);
    });

    test('types are resolved in their scope', () => {
      expect(xsiType(at('xsi:type="p:T"'))).toEqual({ namespace: 'u', local: 'T' });
      expect(xsiType(at('xsi:type=" T "'))).toEqual({ namespace: 'd', local: 'T' });
      expect(xsiType(at('xsi:type="q:T" xmlns:q="v"'))).toEqual({ namespace: 'v', local: 'T' });
      expect(xsiType(at('type="p:T"'))).toBeUndefined();
      expect(xsiType(at(''))).toBeUndefined();
      expect(() => xsiType(at('xsi:type="q:T"'))).toThrow("Prefix 'q' is not defined.");
    });

    test('a QName as text is resolved in the scope of its element', () => {
      const reader = new XmlReader('<a xmlns:p="outer"><b xmlns:p="inner">p:x</b></a>');
      reader.nextTag();
      reader.nextTag();
      expect(resolveQName(reader, reader.leaf())).toEqual({ namespace: 'inner', local: 'x' });
    });

    test('attribute() looks at namespace and name', () => {
      const reader = at('x="1" p:x="2" y=""');
      expect(attributeText(reader, '', 'x')).toBe('1');
      expect(attributeText(reader, 'u', 'x')).toBe('2');
      expect(attributeText(reader, '', 'y')).toBe('');
      expect(attributeText(reader, 'd', 'x')).toBeUndefined();
    });
  });

  describe('places of attribute values', () => {
    const source = '<r>\n<p:a xmlns:p = "u" x="&amp;1"\tp:y=\'\'/></r>';

    function values(reader: XmlReader): unknown[] {
      const { offset, attributes } = reader;
      return attributes.map(({ raw, local, value, valueOffset }) => {
        const at = offset + valueOffset;
        const end = reader.source.indexOf(reader.source.charAt(at - 1), at);
        return [raw, local, value, reader.source.slice(at, end)];
      });
    }

    test('are counted from the tag', () => {
      const reader = new XmlReader(source);
      reader.nextTag();
      reader.nextTag();
      expect(reader.rawName).toBe('p:a');
      expect(source.slice(reader.offset, reader.position)).toBe(
        `<p:a xmlns:p = "u" x="&amp;1"\tp:y=''/>`,
      );
      expect(values(reader)).toEqual([
        ['x', 'x', '&1', '&amp;1'],
        ['p:y', 'y', '', ''],
      ]);
    });

    test.each([true, false])('are exact for tags that come again: %j', (remember) => {
      const tags = '<a x="1" y="2"/><a xsi:nil="true"/><a  y="3"  x=\'4\'/>';
      const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
      const reader = new XmlReader(`<r xmlns:xsi="${xsi}">${tags}${tags}</r>`, { remember });
      const found: unknown[] = [];
      for (let token = reader.nextTag(); token !== EOF; token = reader.nextTag()) {
        if (token !== START) continue;
        for (const [, , value, written] of values(reader) as string[][]) {
          expect(written).toBe(value);
          found.push(value);
        }
      }
      expect(found).toEqual(['1', '2', 'true', '3', '4', '1', '2', 'true', '3', '4']);
    });
  });

  describe('what is remembered of tags', () => {
    test('is the same however often a document is read', () => {
      const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
      const source = `<r ${xsi}><a xsi:nil="true"/><a xsi:type="t"/><a x="1"/><a/><a x="2"/><a xsi:nil="true"/></r>`;
      const first = readEvents(source);
      expect(readEvents(source)).toEqual(first);
      expect(first).toContain('<a x=1');
      expect(first).toContain('<a x=2');
    });

    test('is bounded: a flood of names changes nothing for those that follow', () => {
      const usual = '<r xmlns="u"><item><name>x</name></item></r>';
      const before = readEvents(usual);
      for (let round = 0; round < 3; round++) {
        let flood = '';
        for (let number = 0; number < 20_000; number++) flood += `<n${round}x${number}/>`;
        expect(readEvents(`<r xmlns="u">${flood}</r>`)).toHaveLength(40_002);
        expect(readEvents(usual)).toEqual(before);
      }
    });

    test('is bounded in scopes as well', () => {
      let flood = '';
      for (let number = 0; number < 20_000; number++) flood += `<p:a xmlns:p="urn:${number}"/>`;
      const events = readEvents(`<r>${flood}</r>`);
      expect(events).toHaveLength(40_002);
      expect(events.at(-2)).toBe('>{urn:19999}a');
    });
  });
});

describe('xml fast path', () => {
  const namespace = 'http://tempuri.org/';
  const names: readonly string[] = ['Id', 'Name', 'Child', 'Note', 'At'];

  const itemType: ObjectType<object> = object('Item', namespace, () => [
    optionalAttribute('x', string),
    optional('Id', int),
    optional('Name', string),
    optional('Child', itemType),
    repeated('Note', token),
    optional('At', dateTimeAsDate),
  ]);

  const value = (reader: XmlReader): unknown => readObject(quickly(reader), itemType);

  function read(source: string, isPredicted: boolean): unknown {
    try {
      const limits = { depth: 6, textLength: 30 };
      const reader = new XmlReader(source, { limits, predict: isPredicted });
      reader.nextTag();
      const item = value(reader);
      return reader.nextTag() === 0 ? item : 'more follows';
    } catch (error) {
      const { path } = error as { readonly path?: string };
      return `${String(error)} ${path}`;
    }
  }

  const contents = [
    '1',
    '-5',
    '+7',
    ' 8 ',
    '007',
    '-0',
    '12345678901',
    '',
    'x',
    '1.5',
    'a&amp;b',
    'a&b',
    'a\r\nb',
    '<![CDATA[9]]>',
    '1<!-- c -->',
    '<b/>',
    '2147483647',
    'é😀',
    '2024-02-29T13:05:06Z',
    ' 2024-02-29T13:05:06.5+01:00',
    '2024-02-29T24:00:00.0000000000000Z',
  ];
  const usual: Readonly<Record<string, readonly string[]>> = {
    Id: contents.slice(0, 6),
    At: contents.slice(-3),
  };
  const between = ['', '', '', ' ', '\n  ', '\r\n', '<!-- c -->', 'text', '&lt;', '<?pi?>', '<x/>'];

  const attributes = [
    '',
    '',
    '',
    '',
    '',
    ' x="1"',
    ' xmlns:q="u"',
    ' xmlns="u"',
    ' x=">" xmlns:p="u"',
  ];

  function children(random: Random, prefix: string, depth: number): string {
    const order = random.chance(0.7) ? names : [...names].reverse();
    let text = '';
    for (const name of order) {
      text += random.pick(between);
      if (random.chance(0.2)) continue;
      const open = `${prefix}${name}${random.pick(attributes)}`;
      if (random.chance(0.05)) text += `<${open}/>`;
      else {
        const content =
          name === 'Child' && depth < 4
            ? children(random, prefix, depth + 1)
            : random.pick(random.chance(0.9) ? (usual[name] ?? contents) : contents);
        text += `<${open}>${content}</${prefix}${name}${random.chance(0.05) ? ' ' : ''}>`;
      }
      if (random.chance(0.05)) text += `<${prefix}${name}>again</${prefix}${name}>`;
    }
    return text + random.pick(between);
  }

  function document(random: Random): string {
    const prefix = random.pick(['', '', 'p:']);
    const declaration = prefix === '' ? `xmlns="${namespace}"` : `xmlns:p="${namespace}"`;
    return `<${prefix}r ${declaration}>${children(random, prefix, 0)}</${prefix}r>`;
  }

  test('the fast path and the general one read 3000 random messages alike', () => {
    const outcomes = { read: 0, refused: 0 };
    for (let seed = 1; seed <= 3000; seed++) {
      const source = document(createRandom(seed));
      const fast = read(source, true);
      const general = read(source, false);
      expect({ source, result: fast }).toStrictEqual({ source, result: general });
      outcomes[typeof fast === 'string' ? 'refused' : 'read'] += 1;
    }
    expect(outcomes.read).toBeGreaterThan(300);
    expect(outcomes.refused).toBeGreaterThan(300);
  });

  describe('tags', () => {
    const at = (source: string): XmlReader => {
      const reader = new XmlReader(source);
      reader.nextTag();
      return reader;
    };
    const tag = (name: string, prefix: string): string => `<${prefix}${name}>`;
    const tags = (reader: XmlReader, names: readonly string[], uri: string) =>
      predict(reader, names, uri, tag);

    test('have the prefix of the element around them', () => {
      expect(tags(at('<a xmlns="u"><b/></a>'), ['b', 'c'], 'u')).toEqual(['<b>', '<c>']);
      expect(tags(at('<p:a xmlns:p="u"><b/></p:a>'), ['b'], 'u')).toEqual(['<p:b>']);
      expect(tags(at('<a><b/></a>'), ['b'], '')).toEqual(['<b>']);
    });

    test('have none where the default namespace is theirs', () => {
      expect(tags(at('<p:a xmlns:p="v" xmlns="u"><b/></p:a>'), ['b'], 'u')).toEqual(['<b>']);
      expect(tags(at('<p:a xmlns:p="v"><b/></p:a>'), ['b'], '')).toEqual(['<b>']);
    });

    test('cannot be expected where another prefix must be meant', () => {
      expect(tags(at('<a xmlns="u"><b/></a>'), ['b'], '')).toBeUndefined();
      expect(tags(at('<a xmlns:p="u"><b/></a>'), ['b'], 'u')).toBeUndefined();
      expect(tags(at('<a xmlns="u"/>'), ['b'], 'u')).toBeUndefined();
    });

    test('are made once for a list of names', () => {
      const list = ['b'];
      const reader = at('<a><b/></a>');
      expect(tags(reader, list, '')).toBe(tags(reader, list, ''));
      expect(tags(reader, ['c'], '')).toEqual(['<c>']);
    });

    test('are not expected where that is not wanted', () => {
      const reader = new XmlReader('<a><b/></a>', { predict: false });
      reader.nextTag();
      expect(tags(reader, ['b'], '')).toBeUndefined();
    });
  });

  describe('the fast path', () => {
    /** What it gives for a child; `undefined` for what it leaves to the general way. */
    const take = (content: string, limits = {}): unknown => {
      const reader = new XmlReader(`<r xmlns="${namespace}">${content}</r>`, { limits });
      reader.nextTag();
      const from = reader.position;
      let isTaken = true;
      const general = reader.nextTag.bind(reader);
      reader.nextTag = () => {
        isTaken &&= reader.position > from;
        return general();
      };
      const item = Object.values(value(reader) as object);
      return isTaken ? item.find((one) => one !== undefined && !isEmpty(one)) : undefined;
    };
    const isEmpty = (one: unknown): boolean => Array.isArray(one) && one.length === 0;

    test.each([
      ['<Id>12</Id>', 12],
      ['\r\n <Id>-12</Id>', -12],
      ['<Id>0000000012</Id>', 12],
      ['<Id>2147483647</Id>', 2_147_483_647],
      ['<Id>-0</Id>', 0],
      ['<Id> 1</Id>', undefined],
      ['<Id>+1</Id>', undefined],
      ['<Id>00000000012</Id>', undefined],
      ['<Id>1</Id >', undefined],
      ['<Id x="1">1</Id>', undefined],
      ['<!-- c --><Id>1</Id>', undefined],
      ['<Ident>1</Ident>', undefined],
    ])('takes the integer %s', (content, value) => {
      expect(take(content)).toBe(value);
    });

    test.each([
      ['<At>2024-02-29T13:05:06Z</At>', '2024-02-29T13:05:06.000Z'],
      [' \n<At>2024-02-29T13:05:06.0789Z</At>', '2024-02-29T13:05:06.078Z'],
      ['<At>2024-02-29T23:05:06-05:30</At>', '2024-03-01T04:35:06.000Z'],
      ['<At>2024-02-29T13:05:06</At>', new Date(2024, 1, 29, 13, 5, 6).toISOString()],
      ['<At> 2024-02-29T13:05:06Z</At>', undefined],
      ['<At>2024-02-29T13:05:06Z </At>', undefined],
      ['<At>2024-02-29T24:00:00Z</At>', undefined],
      ['<At>0050-02-28T13:05:06Z</At>', undefined],
      ['<At>2024-02-29T13:05:06<!-- c -->Z</At>', undefined],
      ['<At x="1">2024-02-29T13:05:06Z</At>', undefined],
    ])('takes the date %s', (content, value) => {
      expect((take(content) as Date | undefined)?.toISOString()).toBe(value);
    });

    test('leaves texts above the limit to the general one, which refuses them', () => {
      const long = '<At>2024-02-29T13:05:06Z</At>';
      expect(() => take(long, { textLength: 19 })).toThrow('A text is longer than 19 characters.');
    });

    test.each([
      ['<Name>x</Name>', 'x'],
      ['<Name></Name>', ''],
      ['<Name> a&lt;\r\n</Name>', ' a<\n'],
      ['<Name><![CDATA[x]]></Name>', undefined],
      ['<Name/>', undefined],
      ['<Name>x</Name >', undefined],
      ['<Note>x</Note>', ['x']],
      ['<Note> x </Note><Note>y</Note>', ['x', 'y']],
    ])('takes the text %s', (content, value) => {
      expect(take(content)).toEqual(value);
    });

    test('leaves it to others to refuse what is not well-formed', () => {
      const text = (one: string) => textAt(new XmlReader(one), 0, one.length);
      expect(text(']]>')).toBeUndefined();
      expect(text('&x;')).toBeUndefined();
    });

    const at = (content: string): XmlReader => {
      const reader = new XmlReader(`<a>${content}<z/></a>`);
      reader.nextTag();
      return reader;
    };

    test.each([
      ['<b>', 6],
      [' \n<b>', 8],
      ['<b/>', -1],
      ['<b x="1">', -1],
      ['<bc>', -1],
      ['<c>', -1],
    ])('fastOpen %j', (content, offset) => {
      expect(fastOpen(at(content), '<b>')).toBe(offset);
    });

    test.each([
      ['\n<b><c/></b>', true],
      ['<b/>', true],
      ['<b />', true],
      ['<b x="1">', true],
      ['<b\nx=">" y="2"/>', true],
      ['<b xmlns:p="u">', true],
      ['<b xmlns="u">', false],
      ['<b x=">" xmlns="u">', false],
      ['<bc>', false],
      ['<c>', false],
      ['</b>', false],
      ['<!-- c --><b>', false],
      ['text', false],
    ])('fastStart %j', (content, reads) => {
      const reader = at(content);
      const before = reader.position;
      expect(fastStart(reader, '<b>', '')).toBe(reads);
      if (reads) expect([reader.local, reader.depth]).toEqual(['b', 2]);
      else expect(reader.position).toBe(before);
    });

    test('fastStart refuses what is not well-formed', () => {
      expect(() => fastStart(at('<b x>'), '<b>', '')).toThrow("expected token is '='");
    });
  });
});

describe('xml attributes', () => {
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
      expect(expectSame(root('<a x="1"/>', '<a x="12345678"/>'), { textLength: 7 })).toHaveLength(
        3,
      );
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
});

describe('xml text', () => {
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
    expect(escapeAttribute('a<b>&"c"\'\t\r\n')).toBe(
      "a&lt;b&gt;&amp;&quot;c&quot;'&#x9;&#xD;&#xA;",
    );
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
});

describe('xml surrogates', () => {
  test('half a pair at the end of a slice is told as that, also in optimized code', () => {
    const whole = `${'a'.repeat(300)}😀`;
    const half = 300;
    const told = new Set<string>();
    for (let count = 0; count < 200_000; count += 1) {
      const slice = whole.slice(0, half + 1);
      told.add(describeCharacter(slice, half));
      told.add(codePointName(slice, half));
    }
    expect([...told]).toEqual(["'.', hexadecimal value 0xD83D", 'U+D83D']);
  });
});

describe('xml empty', () => {
  test('an element without content becomes one tag with a space before the slash', () => {
    expect(closeEmpty(`<a>${orEmpty('')}</a>`)).toBe('<a />');
    expect(closeEmpty(`<a b="c">${orEmpty('')}</a><d>${orEmpty('e')}</d>`)).toBe(
      '<a b="c" /><d>e</d>',
    );
    expect(closeEmpty(`<a><b>${orEmpty('')}</b></a>`)).toBe('<a><b /></a>');
  });

  test('a mark before content goes away', () => {
    expect(closeEmpty(`<a x="1">${markEmpty()}<b>1</b></a>`)).toBe('<a x="1"><b>1</b></a>');
  });

  test('a message without marks is given back as it is', () => {
    expect(closeEmpty('<a>1</a>')).toBe('<a>1</a>');
  });
});

describe('xml locate', () => {
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
      expect(error).toMatchObject({
        located: false,
        offset: -1,
        line: 0,
        column: 0,
        kind: 'value',
      });
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
    [intFromNumber, 0],
    [long, 0n],
    [double, 0],
    [decimal, '0'],
    [dateTime, '0001-01-01T00:00:00'],
    [date, '0001-01-01'],
    [time, '00:00:00'],
    [stringFromMessage, undefined],
  ])('the value that .NET has for a missing element: %#', ({ initial }, value) => {
    expect(initial?.()).toBe(value);
  });
});
