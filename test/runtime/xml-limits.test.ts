import { describe, expect, test } from '@jest/globals';
import { SaxesParser } from 'saxes';
import { predict, textAt } from '../../src/runtime/types/prediction.ts';
import { messageWithPlace } from '../../src/runtime/xml/asmx.ts';
import { END, EOF, START, TEXT, XmlError } from '../../src/runtime/xml/errors.ts';
import {
  appendText,
  markOf,
  resetTo,
  XmlReader,
  type XmlReaderOptions,
} from '../../src/runtime/xml/reader.ts';
import { expectIs } from '../expect-is.ts';
import { createRandom } from './random.ts';
import { mutate, randomDocument } from './random-xml.ts';
import { readError, readEvents } from './read-events.ts';

describe('xml limits', () => {
  const nested = (depth: number): string => `${'<a>'.repeat(depth)}x${'</a>'.repeat(depth)}`;

  function attributes(count: number, write: (number: number) => string): string {
    return `<a${Array.from({ length: count }, (_, number) => ` ${write(number)}`).join('')}/>`;
  }

  /** Reads with limits that were not in force when the same tags were read before. */
  function refusal(source: string, options?: XmlReaderOptions): unknown {
    readEvents(source, { limits: { attributes: 100_000, nameLength: 100_000, depth: 1000 } });
    return readError(() => readEvents(source, options));
  }

  describe('depth', () => {
    test('200 elements inside each other and no more', () => {
      expect(readEvents(nested(200))).toHaveLength(401);
      expect(refusal(nested(201))).toMatchObject({
        kind: 'limit',
        offset: 600,
        line: 1,
        column: 601,
      });
    });

    test('can be set', () => {
      expect(readEvents(nested(3), { limits: { depth: 3 } })).toHaveLength(7);
      expect(refusal(nested(4), { limits: { depth: 3 } })).toMatchObject({ kind: 'limit' });
    });

    const skip = (depth: number, options?: XmlReaderOptions): void => {
      const reader = new XmlReader(`<r><s>${nested(depth)}</s></r>`, options);
      reader.nextTag();
      reader.nextTag();
      reader.skip();
      while (reader.nextTag() !== EOF);
    };

    test('elements that are skipped may be deeper, as they are for ASMX', () => {
      expect(() => skip(2000)).not.toThrow();
      expect(() => skip(9998)).not.toThrow();
      expect(readError(() => skip(9999))).toMatchObject({ kind: 'limit' });
    });

    test('unless a depth is given', () => {
      expect(() => skip(8, { limits: { depth: 10 } })).not.toThrow();
      expect(readError(() => skip(9, { limits: { depth: 10 } }))).toMatchObject({ kind: 'limit' });
      expect(() => skip(9, { limits: { depth: 10, skippedDepth: 11 } })).not.toThrow();
    });

    test('holds again after a skipped element', () => {
      const reader = new XmlReader(`<r><s>${nested(300)}</s>${nested(200)}</r>`);
      reader.nextTag();
      reader.nextTag();
      reader.skip();
      expect(
        readError(() => {
          while (reader.nextTag() !== EOF);
        }),
      ).toMatchObject({ kind: 'limit' });
    });

    test('a hundred thousand levels are refused at once', () => {
      expect(readError(() => readEvents('<a>'.repeat(100_000)))).toMatchObject({
        kind: 'limit',
        offset: 600,
      });
      expect(readError(() => skip(100_000))).toMatchObject({ kind: 'limit' });
    });

    test('the fast path does not go around it', () => {
      const reader = new XmlReader('<a><b>x</b></a>', { limits: { depth: 1 } });
      reader.nextTag();
      expect(predict(reader, ['b'], '', (name) => name)).toBeUndefined();
      expect(readError(() => reader.nextTag())).toMatchObject({ kind: 'limit' });
    });
  });

  describe('elements that declare namespaces', () => {
    const declaring = (count: number, inside = ''): string =>
      `${'<a xmlns:q="u">'.repeat(count)}${inside}${'</a>'.repeat(count)}`;
    const skip = (source: string, options?: XmlReaderOptions): void => {
      const reader = new XmlReader(`<r>${source}</r>`, options);
      reader.nextTag();
      reader.skip();
    };

    test('200 inside each other and no more, wherever they are', () => {
      expect(() => skip(declaring(200))).not.toThrow();
      expect(readError(() => skip(declaring(201)))).toMatchObject({
        kind: 'limit',
        message: 'Elements that declare namespaces are nested deeper than 200.',
        offset: 3 + 200 * '<a xmlns:q="u">'.length,
      });
      expect(readError(() => skip(`<b>${declaring(201)}</b>`))).toMatchObject({ kind: 'limit' });
      expect(() => readEvents(declaring(200))).not.toThrow();
    });

    test('others in between and beside them do not count', () => {
      const inside = `${'<b>'.repeat(500)}${'</b>'.repeat(500)}`;
      expect(() => skip(declaring(200, inside))).not.toThrow();
      expect(() => skip(declaring(199, declaring(1).repeat(500)))).not.toThrow();
    });

    test('can be set, also for tags that were read under wider limits', () => {
      expect(() => skip(declaring(3), { limits: { namespaceDepth: 3 } })).not.toThrow();
      expect(readError(() => skip(declaring(4), { limits: { namespaceDepth: 3 } }))).toMatchObject({
        kind: 'limit',
      });
      expect(() => skip(declaring(300), { limits: { namespaceDepth: 300 } })).not.toThrow();
      expect(readError(() => skip(declaring(300)))).toMatchObject({ kind: 'limit' });
    });
  });

  describe('attributes', () => {
    test('65,536 of one element and no more', () => {
      const write = (number: number): string => `x${number}=""`;
      expect(readEvents(attributes(65_536, write))).toHaveLength(2);
      expect(refusal(attributes(65_537, write))).toMatchObject({ kind: 'limit' });
    });

    test('declarations count alike', () => {
      const write = (number: number): string => `xmlns:x${number}="u"`;
      expect(readEvents(attributes(65_536, write))).toHaveLength(2);
      expect(refusal(attributes(65_537, write))).toMatchObject({ kind: 'limit' });
      const mixed = (number: number): string =>
        number % 2 === 0 ? `xmlns:x${number}="u"` : `x${number}=""`;
      expect(refusal(attributes(65_537, mixed))).toMatchObject({ kind: 'limit' });
    });

    test('can be set, also for tags that were read under wider limits', () => {
      const source = '<a xmlns="u" xmlns:p="v"/>';
      expect(readEvents(source, { limits: { attributes: 2 } })).toHaveLength(2);
      expect(refusal(source, { limits: { attributes: 1 } })).toMatchObject({ kind: 'limit' });
    });
  });

  describe('names', () => {
    const long = 'n'.repeat(1024);

    test.each([
      [`<${long}/>`, `<${long}n/>`],
      [`<a ${long}=""/>`, `<a ${long}n=""/>`],
      [`<p:${long.slice(2)} xmlns:p="u"/>`, `<p:${long.slice(1)} xmlns:p="u"/>`],
      [`<a xmlns:${long.slice(6)}="u"/>`, `<a xmlns:${long.slice(5)}="u"/>`],
    ])('1024 characters and no more: %#', (fits, tooLong) => {
      expect(readEvents(fits)).toHaveLength(2);
      expect(refusal(tooLong)).toMatchObject({ kind: 'limit' });
    });

    test('can be set', () => {
      expect(readEvents('<abc/>', { limits: { nameLength: 3 } })).toHaveLength(2);
      expect(refusal('<abcd/>', { limits: { nameLength: 3 } })).toMatchObject({
        kind: 'limit',
        offset: 1,
      });
    });
  });

  describe('texts', () => {
    const limits = { textLength: 5 };

    test.each([
      ['<a>12345</a>', '<a>123456</a>'],
      ['<a><![CDATA[12345]]></a>', '<a><![CDATA[123456]]></a>'],
      ['<a>123<![CDATA[45]]></a>', '<a>123<![CDATA[456]]></a>'],
      ['<a>123<!-- -->45</a>', '<a>123<!-- -->456</a>'],
      ['<a x="12345"/>', '<a x="123456"/>'],
    ])('%s but not %s', (fits, tooLong) => {
      expect(() => readEvents(fits, { limits })).not.toThrow();
      expect(refusal(tooLong, { limits })).toMatchObject({ kind: 'limit' });
    });

    test('as values as well', () => {
      const leaf = (source: string): string => {
        const reader = new XmlReader(source, { limits });
        reader.nextTag();
        return reader.leaf();
      };
      const fast = (text: string): string | undefined =>
        textAt(new XmlReader(text, { limits }), 0, text.length);
      expect(leaf('<a>12345</a>')).toBe('12345');
      expect(readError(() => leaf('<a>123456</a>'))).toMatchObject({ kind: 'limit' });
      expect(readError(() => leaf('<a>123<![CDATA[456]]></a>'))).toMatchObject({ kind: 'limit' });
      expect(fast('12345')).toBe('12345');
      // the fast path leaves what is too long to the general one, which says where it is
      expect(fast('123456')).toBeUndefined();
    });
  });

  test('time grows with the length of the document, whatever it is made of', () => {
    const size = 40_000;
    const hostile = [
      `<a>${'&amp;'.repeat(size)}</a>`,
      `<a>${']]'.repeat(size)}</a>`,
      `<a>${'\r'.repeat(size)}</a>`,
      `<a>${'<![CDATA[]]>'.repeat(size)}</a>`,
      `<a>${'<!---->'.repeat(size)}</a>`,
      `<a>${'<b x="&lt;"/>'.repeat(size)}</a>`,
      `<a>&#${'0'.repeat(size * 10)}65;</a>`,
      `<a x="${' '.repeat(size)}"/>`,
      `<a${' '.repeat(size * 10)}/>`,
      `<a>${' '.repeat(size * 10)}</a>`,
    ];
    for (const source of hostile) expect(readEvents(source).length).toBeGreaterThan(1);
    for (const source of hostile) expect(() => readEvents(source.slice(0, -5))).toThrow();
  });

  test('declarations far out are found from deep inside', () => {
    const declare = (level: number): string =>
      Array.from({ length: 60 }, (_, number) => ` xmlns:p${level}x${number}="u${level}"`).join('');
    let source = '';
    for (let level = 0; level < 150; level++) source += `<a${declare(level)}>`;
    source += '<p0x0:b xmlns:q="v"/>'.repeat(20_000);
    const reader = new XmlReader(source);
    let last = '';
    for (let count = 0; count < 150 + 40_000; count++) {
      if (reader.nextTag() === START) last = reader.namespace;
    }
    expect(last).toBe('u0');
  });
});

describe('xml malformed', () => {
  /** Document, line and column of the error. */
  const malformed: readonly (readonly [
    what: string,
    source: string,
    line: number,
    column: number,
  ])[] = [
    ['an element left open', '<a><b></a>', 1, 9],
    ['an end tag missing', '<a><b></b>', 1, 11],
    ['an end tag in another letter case', '<a></A>', 1, 6],
    ['an end tag longer than its start', '<a></ab>', 1, 6],
    ['an end tag shorter than its start', '<ab></a>', 1, 7],
    ['an end tag with an attribute', '<a></a x="1">', 1, 8],
    ['an end tag alone', '</a>', 1, 1],
    ['an end tag after the root', '<a/></a>', 1, 5],
    ['two roots', '<a/><b/>', 1, 5],
    ['text after the root', '<a/>\nx', 2, 1],
    ['text before the root', 'x<a/>', 1, 1],
    ['a reference after the root', '<a/>&#32;', 1, 5],
    ['a CDATA section after the root', '<a/><![CDATA[]]>', 1, 5],
    ['nothing', '', 1, 1],
    ['no root', '<!-- c -->', 1, 11],
    ['an attribute twice', '<a x="1" x="2"/>', 1, 10],
    ['an attribute twice by its namespace', '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>', 1, 36],
    ['a declaration twice', '<a xmlns:p="u" xmlns:p="u"/>', 1, 16],
    ['an attribute without quotes', '<a x=1/>', 1, 6],
    ['an attribute without value', '<a x/>', 1, 5],
    ['attributes without a space between', '<a x="1"y="2"/>', 1, 9],
    ['a tag in an attribute', '<a x="<"/>', 1, 7],
    ['an attribute left open', '<a x="1/>', 1, 10],
    ['an unknown entity', '<a>&foo;</a>', 1, 5],
    ['an entity of the object prototype', '<a>&constructor;</a>', 1, 5],
    ['an unknown entity in an attribute', '<a x="&foo;"/>', 1, 8],
    ['an ampersand alone', '<a>b & c</a>', 1, 7],
    ['a reference without semicolon', '<a>&lt</a>', 1, 7],
    ['a reference to NUL', '<a>&#0;</a>', 1, 4],
    ['a reference to a surrogate', '<a>&#xD800;</a>', 1, 4],
    ['a reference beyond Unicode', '<a>&#x110000;</a>', 1, 4],
    ['a reference beyond any number', `<a>&#${'9'.repeat(400)};</a>`, 1, 4],
    ['a reference without digits', '<a>&#x;</a>', 1, 7],
    ['a reference with other letters', '<a>&#xZZ;</a>', 1, 7],
    ['a reference with a capital X', '<a>&#X41;</a>', 1, 6],
    ['a control character', '<a>\u0001</a>', 1, 4],
    ['a control character in a name', '<a\u0001/>', 1, 3],
    ['a control character after the root', '<a/>\n\u0000', 2, 1],
    ['U+FFFE', '<a>\uFFFE</a>', 1, 4],
    ['U+FFFF before others', '<a>x\uFFFF\uFFFE\u0001\uD800</a>', 1, 5],
    ['a control character before others', '<a>\u0630\u001F\uFFFE\uD800\uFFFF</a>', 1, 5],
    ['half a surrogate pair', '<a>\uD800x</a>', 1, 4],
    ['the other half', '<a>\uDC00</a>', 1, 4],
    [']]> in text', '<a>x]]>y</a>', 1, 5],
    [']]> before a reference', '<a>&amp;]]></a>', 1, 9],
    ['-- in a comment', '<a><!-- x -- y --></a>', 1, 11],
    ['a comment ending in --->', '<a><!-- x ---></a>', 1, 11],
    ['a comment left open', '<a><!-- x</a>', 1, 14],
    ['an undeclared prefix', '<p:a/>', 1, 2],
    ['an undeclared prefix of an attribute', '<a p:x="1"/>', 1, 4],
    ['a prefix declared by a sibling', '<a><b xmlns:p="u"/><p:c/></a>', 1, 21],
    ['the prefix xmlns declared', '<a xmlns:xmlns="u"/>', 1, 4],
    ['the prefix xmlns used', '<xmlns:a/>', 1, 2],
    ['the prefix xml for another namespace', '<a xmlns:xml="u"/>', 1, 4],
    [
      'another prefix for the namespace xml',
      '<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>',
      1,
      4,
    ],
    ['a prefix for the namespace xmlns', '<a xmlns:p="http://www.w3.org/2000/xmlns/"/>', 1, 4],
    ['a prefix undeclared', '<a xmlns:p=""/>', 1, 4],
    ['two colons', '<a:b:c xmlns:a="u"/>', 1, 5],
    ['a colon first', '<:a/>', 1, 2],
    ['a colon last', '<a: xmlns:a="u"/>', 1, 4],
    ['a local name that is none', '<p:1 xmlns:p="u"/>', 1, 4],
    ['a name that starts with a digit', '<1a/>', 1, 2],
    ['a space before the name', '< a/>', 1, 2],
    ['a space in an end tag', '<a></ a>', 1, 6],
    ['a slash inside a tag', '<a/ >', 1, 4],
    ['a declaration after a space', ' <?xml version="1.0"?><a/>', 1, 4],
    ['a declaration twice', '<?xml version="1.0"?><?xml version="1.0"?><a/>', 1, 24],
    ['a declaration without version', '<?xml encoding="utf-8"?><a/>', 1, 6],
    [
      'a declaration out of order',
      '<?xml version="1.0" standalone="yes" encoding="utf-8"?><a/>',
      1,
      38,
    ],
    ['a declaration with a bad version', '<?xml version="2.0"?><a/>', 1, 6],
    ['a declaration with a bad encoding', '<?xml version="1.0" encoding="*"?><a/>', 1, 20],
    ['a CDATA section left open', '<a><![CDATA[x</a>', 1, 18],
    ['a tag left open', '<abc', 1, 5],
    ['a lone angle bracket', '<a><', 1, 5],
    ['an instruction named xml', '<a><?xml version="1.0"?></a>', 1, 6],
    ['an instruction named XML', '<a><?XML x?></a>', 1, 6],
    ['an instruction without name', '<a><? x?></a>', 1, 6],
    ['an instruction with a colon', '<a><?a:b x?></a>', 1, 7],
    ['an instruction left open', '<a><?b c</a>', 1, 13],
    ['unknown markup', '<a><!ELEMENT b></a>', 1, 4],
    ['lower-case cdata', '<a><![cdata[x]]></a>', 1, 4],
  ];

  const doctypes: readonly (readonly [string, string])[] = [
    ['plain', '<!DOCTYPE a><a/>'],
    ['after a declaration', '<?xml version="1.0"?>\n<!DOCTYPE a><a/>'],
    ['with an entity', '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'],
    [
      'with an external entity',
      '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///nonexistent">]><a>&e;</a>',
    ],
    ['inside the root', '<a><!DOCTYPE a></a>'],
  ];

  describe('what is not well-formed is refused where it goes wrong', () => {
    test.each(malformed)('%s', (_, source, line, column) => {
      const error = readError(() => readEvents(source));
      expect(error).toBeInstanceOf(XmlError);
      expect(error).toMatchObject({ kind: 'malformed', line, column });
    });

    test.each(malformed)(
      '%s, without cached tags, with detached texts',
      (_, source, line, column) => {
        const error = readError(() => readEvents(source, { remember: false, detach: true }));
        expect(error).toMatchObject({ kind: 'malformed', line, column });
      },
    );
  });

  describe('a DTD', () => {
    test.each(doctypes)('%s, is refused as such', (_, source) => {
      expect(readError(() => readEvents(source))).toMatchObject({
        kind: 'malformed',
        code: 'doctype',
        message: expect.stringContaining('DTD is prohibited'),
      });
    });

    test('costs nothing, however its entities multiply', () => {
      const entities = Array.from(
        { length: 9 },
        (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
      );
      const source = `<!DOCTYPE a [<!ENTITY l0 "lol">${entities.join('')}]><a>&l9;</a>`;
      expect(readError(() => readEvents(source))).toMatchObject({ code: 'doctype', offset: 0 });
    });
  });

  describe('codes', () => {
    test.each([
      ['<a>', 'incomplete'],
      ['<a><b', 'incomplete'],
      ['<a>text', 'incomplete'],
      ['<a></', 'incomplete'],
      ['<a></a', 'incomplete'],
      ['<a x="', 'incomplete'],
      ['<a><!-', 'incomplete'],
      ['<a><![CDA', 'incomplete'],
      ['<!DOCT', 'incomplete'],
      ['<?xml version="1.0"', 'incomplete'],
      ['', 'incomplete'],
      ['  ', 'incomplete'],
      ['<a></b>', 'malformed'],
    ])('%j is %s', (source, code) => {
      expect(readError(() => readEvents(source))).toMatchObject({ kind: 'malformed', code });
    });

    test('a forbidden character is told rather than the end it puts to the document', () => {
      expect(readError(() => readEvents('<a><b>\u0001</b></a>'))).toMatchObject({
        code: 'malformed',
        offset: 6,
        message: "'.', hexadecimal value 0x01, is an invalid character.",
      });
    });

    test('what precedes a forbidden character is read first', () => {
      expect(readError(() => readEvents('<a></b>\u0001'))).toMatchObject({ offset: 5 });
    });
  });

  test('messages are those of .NET, with the position after', () => {
    const describeError = (source: string): string => {
      const error = readError(() => readEvents(source));
      return error instanceof XmlError ? messageWithPlace(error) : '';
    };
    expect(describeError('')).toBe('Root element is missing.');
    expect(describeError('x')).toBe('Data at the root level is invalid. Line 1, position 1.');
    expect(describeError('<a><b></a>')).toBe(
      "The 'b' start tag does not match the end tag of 'a'. Line 1, position 9.",
    );
    expect(describeError('<a>\n<b>')).toBe(
      'Unexpected end of file has occurred. The following elements are not closed: b, a. Line 2, position 4.',
    );
    expect(describeError('<soap:Envelope')).toBe(
      'Unexpected end of file has occurred. Line 1, position 15.',
    );
    expect(describeError('<!DOCTYPE a>')).toMatch(
      /^For security reasons DTD is prohibited .*method\.$/,
    );
  });

  test.each([
    ['<', 1],
    ['<a', 1],
    ['<?x', 1],
    ['\t <a', 3],
    ['<!-- --><a', 9],
    ['<a/><b', 5],
  ])('cut within a few characters of the root, a document is no document: %j', (source, column) => {
    const error = readError(() => readEvents(source)) as XmlError;
    expect(messageWithPlace(error)).toBe(
      `Data at the root level is invalid. Line 1, position ${column}.`,
    );
    expect(error.code).toBe('incomplete');
  });
});

describe('xml saxes', () => {
  const xmlns = 'http://www.w3.org/2000/xmlns/';

  // saxes cuts spaces off namespace names, which the standard does not ask for.
  const expanded = (name: { namespace: string; local: string }): string =>
    `{${name.namespace.trim()}}${name.local}`;

  /** What a document says, one line for each tag and text; undefined when it is refused. */
  function readOwn(source: string): readonly string[] | undefined {
    const lines: string[] = [];
    try {
      const reader = new XmlReader(source);
      for (let token = reader.next(); token !== EOF; token = reader.next()) {
        const name = expanded(reader);
        if (token === START) {
          const attributes = reader.attributes.map((a) => `${expanded(a)}=${a.value}`);
          lines.push(`<${name} ${attributes.sort().join(' ')}`);
        } else if (token === END) lines.push(`>${name}`);
        else if (token === TEXT) lines.push(`"${reader.textValue}`);
      }
      return lines;
    } catch (error) {
      if (error instanceof XmlError) return undefined;
      throw error;
    }
  }

  /**
   * What saxes lets through although Namespaces in XML 1.0 (3) does not: a local name that starts
   * like no name.
   */
  function startsLikeNoName(name: string): boolean {
    return /(?:^|:)[-.·\d]/.test(name);
  }

  function readSaxes(source: string): readonly string[] | undefined {
    const lines: string[] = [];
    let text = '';
    let depth = 0;
    const flush = (): void => {
      if (text !== '') lines.push(`"${text}`);
      text = '';
    };
    const parser = new SaxesParser({ xmlns: true });
    const add = (piece: string): void => {
      if (depth > 0) text += piece;
    };
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('doctype', () => {
      throw new Error('doctype');
    });
    parser.on('processinginstruction', ({ target, body }) => {
      // White space must be between the two (XML 1.0, 2.6), and the target has no colon.
      if (target.includes(':') || (body.startsWith('?') && source.includes(`<?${target}${body}`))) {
        throw new Error('instruction');
      }
    });
    parser.on('text', add);
    parser.on('cdata', add);
    parser.on('opentag', (tag) => {
      flush();
      const raws = [tag.name, ...Object.keys(tag.attributes)];
      if (raws.some(startsLikeNoName)) throw new Error('name');
      depth += 1;
      const attributes = Object.values(tag.attributes)
        .filter((attribute) => attribute.uri !== xmlns)
        .map((attribute) => `{${attribute.uri}}${attribute.local}=${attribute.value}`);
      lines.push(`<{${tag.uri}}${tag.local} ${attributes.sort().join(' ')}`);
    });
    parser.on('closetag', (tag) => {
      flush();
      depth -= 1;
      lines.push(`>{${tag.uri}}${tag.local}`);
    });
    try {
      parser.write(source).close();
      return lines;
    } catch {
      return undefined;
    }
  }

  function compare(source: string): 'accepted' | 'refused' {
    const own = readOwn(source);
    const other = readSaxes(source);
    if (JSON.stringify(own) !== JSON.stringify(other)) {
      // The document belongs to the failure, or no one could find it again.
      expect({ source, events: own }).toEqual({ source, events: other });
    }
    return own === undefined ? 'refused' : 'accepted';
  }

  function tally(
    count: number,
    create: (seed: number) => string,
  ): { accepted: number; refused: number } {
    const result = { accepted: 0, refused: 0 };
    for (let seed = 1; seed <= count; seed++) result[compare(create(seed))] += 1;
    return result;
  }

  describe('the scanner and saxes agree', () => {
    test('on 2000 random documents, most of them well-formed', () => {
      const { accepted, refused } = tally(2000, (seed) => randomDocument(createRandom(seed)));
      expect(accepted).toBeGreaterThan(1400);
      expect(refused).toBeGreaterThan(20);
    });

    test('on 4000 documents with a few characters changed', () => {
      const { accepted, refused } = tally(4000, (seed) => {
        const random = createRandom(seed + 1_000_000);
        return mutate(random, randomDocument(random));
      });
      expect(accepted).toBeGreaterThan(500);
      expect(refused).toBeGreaterThan(1000);
    });
  });
});

describe('xml stream', () => {
  /** Reads the texts of `<i>` elements from pieces, each cut after a `>` as a stream has to. */
  function readPieces(pieces: readonly string[]): string[] {
    const reader = new XmlReader(pieces[0] ?? '');
    const items: string[] = [];
    let piece = 1;
    for (;;) {
      const mark = markOf(reader);
      try {
        const token = reader.nextTag();
        if (token === EOF) return items;
        if (token === START && reader.local === 'i') items.push(reader.leaf());
      } catch (error) {
        if (!(error instanceof XmlError) || error.code !== 'incomplete' || piece >= pieces.length)
          throw error;
        resetTo(reader, mark);
        appendText(reader, pieces[piece++] ?? '');
      }
    }
  }

  describe('a document in pieces', () => {
    const source =
      '<?xml version="1.0" encoding="utf-8"?>\n<p:r xmlns:p="u"><l><i>1</i><i>&amp;2</i></l>\r\n<l><i/><i>x<![CDATA[>y]]></i></l></p:r>\n';

    test('reads the same wherever it is cut', () => {
      const ends = [...source.matchAll(/>/g)].map((match) => match.index + 1);
      for (const first of ends) {
        for (const second of ends.filter((end) => end > first)) {
          const pieces = [
            source.slice(0, first),
            source.slice(first, second),
            source.slice(second),
          ];
          expect(readPieces(pieces)).toEqual(['1', '&2', '', 'x>y']);
        }
      }
    });

    test('may start with nothing', () => {
      expect(readPieces(['', source])).toHaveLength(4);
    });

    test('reports places in the whole of it', () => {
      const error = readError(() => readPieces(['<r>\n<i>1</i>', '\n<i>2</i>\n', '<i>3</j>']));
      expect(error).toMatchObject({ line: 4, column: 7, offset: 28 });
    });

    test('goes on after a mark as if nothing had been read', () => {
      const reader = new XmlReader('<r><a><b>1</b>');
      reader.nextTag();
      const mark = markOf(reader);
      reader.nextTag();
      reader.nextTag();
      expect(() => reader.skip()).not.toThrow();
      expect(() => reader.nextTag()).toThrow(XmlError);
      resetTo(reader, mark);
      expect(reader.depth).toBe(1);
      appendText(reader, '</a></r>');
      expect(reader.nextTag()).toBe(START);
      expect(reader.local).toBe('a');
      reader.skip();
      expect([reader.nextTag(), reader.nextTag()]).toEqual([2, EOF]);
    });

    test('reads the same again after going back, however far it has looked ahead', () => {
      const random = createRandom(42);
      const step = (reader: XmlReader): string => {
        const token = reader.next();
        return token === TEXT ? reader.textValue : `${token} ${reader.namespace} ${reader.local}`;
      };
      let compared = 0;
      for (let count = 0; count < 400; count++) {
        const source = `<r>a ${randomDocument(random).replace(/<\?xml .*?\?>/s, '')} b&lt;</r>`;
        const once = new XmlReader(source);
        const again = new XmlReader(source, { detach: random.chance(0.5) });
        try {
          while (once.depth > 0 || once.position === 0) {
            const mark = markOf(again);
            const expected = step(once);
            for (let ahead = random.integer(6); ahead > 0 && again.depth >= mark.depth; ahead--)
              random.chance(0.5) ? again.next() : again.nextTag();
            resetTo(again, mark);
            expectIs(step(again), expected, source);
            compared += 1;
          }
        } catch (error) {
          if (!(error instanceof XmlError)) throw error;
        }
      }
      expect(compared).toBeGreaterThan(2000);
    });

    test('that never ends is incomplete', () => {
      expect(readError(() => readPieces(['<r>', '<i>1</i>']))).toMatchObject({
        code: 'incomplete',
      });
    });
  });
});
