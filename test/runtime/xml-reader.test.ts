import { describe, expect, test } from '@jest/globals';
import { readNestedValue, refuseComment, unexpectedElement } from '../../src/runtime/xml/asmx.ts';
import { attributeText, resolveQName, xsiType } from '../../src/runtime/xml/capture.ts';
import { END, EOF, isNil, START, TEXT } from '../../src/runtime/xml/errors.ts';
import { markOf, resetTo, XmlReader } from '../../src/runtime/xml/reader.ts';
import { createRandom } from './random.ts';
import { readError, readEvents } from './read-events.ts';

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
    ['an instruction whose name starts with xml', '<?xml-stylesheet href="x"?><a/>', ['<a', '>a']],
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
  const leaf = (content: string, options = {}): { value: string; next: number; local: string } => {
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
