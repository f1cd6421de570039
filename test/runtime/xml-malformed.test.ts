import { describe, expect, test } from '@jest/globals';
import { messageWithPlace } from '../../src/runtime/xml/asmx.ts';
import { XmlError } from '../../src/runtime/xml/errors.ts';
import { readError, readEvents } from './read-events.ts';

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
  ['with an external entity', '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///nonexistent">]><a>&e;</a>'],
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
