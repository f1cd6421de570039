import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { unexpectedElement } from '../../src/runtime/xml/asmx.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { type LoadedCodecs, loadCodecs } from './support/codecs.ts';
import { planText, valueWsdl } from './support/contract.ts';

/** A simple type with texts, valid and not: which is which xmllint says. */
interface Case {
  readonly type: string;
  readonly texts: readonly string[];
}

const restriction = (base: string, ...facets: readonly string[]): string =>
  `<xs:restriction base="xs:${base}">${facets
    .map((facet) => {
      const [name = '', value = ''] = facet.split(/=(.*)/);
      return `<xs:${name} value="${value}"/>`;
    })
    .join('')}</xs:restriction>`;
const listOf = (inner: string): string =>
  `<xs:list><xs:simpleType>${inner}</xs:simpleType></xs:list>`;
const unionOf = (...names: readonly string[]): string =>
  `<xs:union memberTypes="${names.map((name) => `xs:${name}`).join(' ')}"/>`;
const restrictedUnion = (members: string, ...facets: readonly string[]): string =>
  restriction('none', ...facets).replace(
    ' base="xs:none">',
    `><xs:simpleType>${unionOf(...members.split(' '))}</xs:simpleType>`,
  );
const restrictedList = (item: string, ...facets: readonly string[]): string =>
  restriction('none', ...facets).replace(
    ' base="xs:none">',
    `><xs:simpleType><xs:list itemType="xs:${item}"/></xs:simpleType>`,
  );

const names = ['a', '_a', 'a.b-c', 'é', '1a', '-a', 'a b', ':a', 'a:b', ' a ', '', 'a\u00d7', '.'];
/** Names of the fifth edition of XML 1.0, which XML Schema 1.0 does not have. */
const laterNames = ['\u0371', 'a\u2c30', '\u{10000}', 'a\u200d', '\u3400'];
const numbers = ['0', '-0', '+1', '01', '1.0', '1.', '.5', '1e3', 'INF', '-INF', 'NaN', '', ' 7 '];
const more = ['128', '-129', '256', '32768', '2147483648', '9223372036854775808', '1,0', '0x1'];
const dates = ['2024-02-29', '2023-02-29', '2024-13-01', '24-01-01', '2024-01-01Z', '0000-01-01'];
const moments = ['2024-01-01T00:00:00', '2024-01-01T24:00:00', '2024-01-01T25:00:00', '2024-01-01'];
const spans = ['P1Y', 'P', 'PT', 'P1YT', '-P1D', 'P-1D', 'PT1.5S', 'PT1.S', 'P1S', 'P1M2Y', 'P32D'];

/**
 * Texts that are left to the standard, by base: xmllint refuses spaces around integers of a limited
 * size and signs of unsigned ones, and takes an exponent and a fraction without digits.
 */
const disputed = (base: string, text: string): boolean =>
  (/^ 7 $/.test(text) && /byte|short|int$|long/i.test(base)) ||
  (/^[+-]/.test(text) && base.startsWith('unsigned')) ||
  (text === '1e' && /float|double/.test(base)) ||
  (text === 'PT1.S' && base === 'duration') ||
  // takes an empty list, which the types have not (XML Schema 2, 3.3.5, 3.3.10, 3.3.12)
  (text === '' && /^(?:NMTOKENS|IDREFS|ENTITIES)$/.test(base));

/** Every built-in type, then facets by kind of type, lists and unions. */
const cases: readonly Case[] = [
  ...['NCName', 'Name', 'NMTOKEN', 'ID', 'language'].map((base) => ({
    type: restriction(base),
    texts: [...names, ...laterNames, '\u4e00', 'a\u0e31', 'en-US', 'en_US', 'abcdefghi', 'x-1'],
  })),
  ...[
    'byte',
    'short',
    'int',
    'long',
    'integer',
    'unsignedByte',
    'unsignedShort',
    'unsignedInt',
  ].map((base) => ({ type: restriction(base), texts: [...numbers, ...more] })),
  ...['unsignedLong', 'positiveInteger', 'negativeInteger', 'nonPositiveInteger', 'decimal'].map(
    (base) => ({ type: restriction(base), texts: [...numbers, ...more, '-1'] }),
  ),
  ...['float', 'double'].map((base) => ({
    type: restriction(base),
    texts: [...numbers, ...more, 'Infinity', '+INF', '1e', 'E1', '1E-5'],
  })),
  { type: restriction('boolean'), texts: ['true', 'false', '1', '0', 'TRUE', '2', '', ' true '] },
  ...['date', 'dateTime', 'time', 'gYear', 'gYearMonth', 'gMonthDay', 'gDay', 'gMonth'].map(
    (base) => ({
      type: restriction(base),
      texts: [...dates, ...moments, '12:00:00', '24:00:01', '2024', '2024-01', '--02-30', '---32'],
    }),
  ),
  { type: restriction('duration'), texts: spans },
  { type: restriction('hexBinary'), texts: ['', '0', '0a', '0G', 'AB cd', ' AB\n', 'A B'] },
  ...['ENTITY', 'ENTITIES'].map((base) => ({ type: restriction(base), texts: ['a', '', 'a b'] })),
  {
    type: restriction('base64Binary'),
    texts: ['', 'AQID', 'AQI=', 'AQ==', 'AQ=', 'A', 'AQ I D', 'AQ-_'],
  },
  { type: restriction('NMTOKENS'), texts: ['a 1', '', ' a ', 'a,b', 'a !'] },
  { type: restriction('QName'), texts: ['a', 't:a', 'none:a', '1', 't:', ':a', 't:a:b', ''] },
  { type: restriction('string', 'length=2'), texts: ['ab', 'a', 'abc', '😀😀', ' a'] },
  { type: restriction('token', 'minLength=2'), texts: ['ab', ' a ', 'a  b'] },
  { type: restriction('string', 'whiteSpace=collapse', 'maxLength=1'), texts: [' a ', 'a b'] },
  { type: restriction('normalizedString', 'pattern=a b'), texts: ['a b', 'a\tb', 'a  b'] },
  { type: restriction('NCName', 'pattern=[a-c]+', 'maxLength=2'), texts: ['ab', 'abc', 'd'] },
  { type: restriction('hexBinary', 'length=2'), texts: ['0a0b', '0a', ' 0a0b '] },
  { type: restriction('base64Binary', 'maxLength=2'), texts: ['AQI=', 'AQID'] },
  {
    type: restriction('decimal', 'totalDigits=3'),
    texts: ['123', '0123', '1.230', '12.34', '1234'],
  },
  { type: restriction('decimal', 'fractionDigits=1'), texts: ['1.5', '1.50', '1.55', '1'] },
  {
    type: restriction('integer', 'totalDigits=2', 'minExclusive=9'),
    texts: ['10', '9', '100', '010'],
  },
  {
    type: restriction('double', 'maxInclusive=1.5'),
    texts: ['1.5', '1.50', '1.51', 'NaN', '-INF'],
  },
  {
    type: restriction('date', 'minInclusive=2024-01-01'),
    texts: ['2024-01-01', '2023-12-31', '2024-01-02'],
  },
  ...['\\i\\c*', '[\\i-[:]][\\c-[:]]*', '(\\c+ ?)+', '\\I\\C*'].map((pattern) => ({
    type: restriction('string', `pattern=${pattern}`),
    texts: [...names, ...laterNames, 'a\u0e31', '\u0e31', '1 2', '1\u00d7'],
  })),
  {
    type: restriction('dateTime', 'maxExclusive=2024-01-01T00:00:00Z'),
    texts: ['2023-12-31T23:59:59Z', '2024-01-01T00:00:00Z', '2024-01-01T00:30:00+01:00'],
  },
  {
    type: restriction('time', 'minInclusive=12:00:00'),
    texts: ['12:00:00', '11:59:59.9', '13:00:00'],
  },
  { type: restriction('gYear', 'maxInclusive=2000'), texts: ['2000', '2001', '1999'] },
  { type: restriction('duration', 'minInclusive=P1D'), texts: ['P1D', 'PT24H', 'PT23H', 'P1M'] },
  { type: restriction('int', 'enumeration=1', 'enumeration=2'), texts: ['1', '01', '+2', '3'] },
  { type: restriction('boolean', 'pattern=1|0'), texts: ['1', 'true', '0'] },
  { type: restrictedList('int', 'length=2'), texts: ['1 2', '1', '1 2 3', ' 1  2 ', '1 a'] },
  { type: restrictedList('NMTOKEN', 'maxLength=2'), texts: ['a b', 'a b c', ''] },
  { type: restrictedList('token', 'enumeration=a b'), texts: ['a b', ' a  b ', 'b a'] },
  { type: restrictedList('hexBinary', 'enumeration=AB cd'), texts: ['ab CD', 'AB', 'AB ce'] },
  { type: restrictedList('decimal', 'pattern=\\d \\d'), texts: ['1 2', '1  2', '1.0 2'] },
  { type: listOf(restriction('int', 'maxInclusive=5')), texts: ['1 5', '6', '', '1 6'] },
  {
    type: restrictedUnion('decimal boolean double', 'enumeration=1.0', 'enumeration=2e0'),
    // values of unions are compared as texts
    texts: ['1.0', '1e0', '2', '2e0', 'true'],
  },
  {
    type: restrictedUnion('hexBinary date token', 'enumeration=ABCD', 'enumeration=a b'),
    texts: ['AB CD', 'ABCD', 'a  b', 'A B'],
  },
  { type: unionOf('int', 'boolean'), texts: ['1', 'true', 'x', '', ' 7 '] },
  { type: unionOf('NCName', 'int'), texts: ['a', '5', '5a', 'a b'] },
  { type: unionOf('ID', 'date'), texts: ['a', '2024-01-01', '2024-13-01'] },
  { type: unionOf('hexBinary', 'ENTITY', 'date'), texts: ['AB cd', 'AB', 'x', '2024-01-01'] },
];

const possible = spawnSync('xmllint', ['--version']).error === undefined;

/** Verdicts of xmllint on texts of a type. */
function judge(folder: string, { type, texts }: Case): readonly boolean[] {
  const schema = join(folder, 'schema.xsd');
  writeFileSync(
    schema,
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:test"><xs:element name="x"><xs:simpleType>${type}</xs:simpleType></xs:element></xs:schema>`,
  );
  const files = texts.map((text, index) => {
    const file = join(folder, `${index}.xml`);
    writeFileSync(file, `<x xmlns:t="urn:test">${text}</x>`);
    return file;
  });
  const run = spawnSync('xmllint', ['--noout', '--nonet', '--schema', schema, ...files], {
    encoding: 'utf8',
  });
  if (/failed to compile/.test(run.stderr)) throw new Error(run.stderr);
  const valid = new Set([...run.stderr.matchAll(/(\d+)\.xml validates$/gm)].map((one) => one[1]));
  return texts.map((_, index) => valid.has(String(index)));
}

/** Whether a strict reader takes a text. */
function takes(codecs: LoadedCodecs, text: string): boolean {
  const reader = new XmlReader(
    `<Body xmlns:t="urn:test"><t:Test><t:value><t:x>${text}</t:x></t:value></t:Test></Body>`,
  );
  reader.unexpected = unexpectedElement;
  reader.nextTag();
  try {
    codecs.functions.readTestRequest?.(reader as never);
    return true;
  } catch {
    return false;
  }
}

(possible ? describe : describe.skip)('a strict reader takes what xmllint takes', () => {
  test.each(cases.map((one) => [one.type, one] as const))('%s', (_, one) => {
    const folder = mkdtempSync(join(tmpdir(), 'strict-'));
    try {
      const codecs = loadCodecs(
        planText(
          valueWsdl(
            `<xs:complexType name="Value"><xs:sequence><xs:element name="x"><xs:simpleType>${one.type}</xs:simpleType></xs:element></xs:sequence></xs:complexType>`,
          ),
        ),
      );
      const base = /^<xs:restriction base="xs:(\w+)"/.exec(one.type)?.[1] ?? '';
      const texts = one.texts.filter((text) => !disputed(base, text));
      const verdicts = judge(folder, { ...one, texts });
      const said = texts.map((text) => [text, takes(codecs, text)]);
      expect(said).toEqual(texts.map((text, index) => [text, verdicts[index]]));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('other readers take names as .NET does, by their white space', () => {
  const codecs = loadCodecs(
    planText(
      valueWsdl(
        `<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="xs:language"/><xs:element name="id" type="xs:ID"/>
<xs:element name="e" type="xs:ENTITY"/><xs:element name="u" type="t:Either"/><xs:element name="h" type="xs:hexBinary"/></xs:sequence></xs:complexType>
<xs:simpleType name="Either"><xs:union memberTypes="xs:hexBinary xs:ENTITY"/></xs:simpleType>`,
      ),
    ),
  );
  const body =
    '<Test xmlns="urn:test"><value><x> en_US </x><id>1 2</id><e>e</e><u>u</u><h>AB\ncd</h></value></Test>';
  expect(codecs.readBody('readTestRequest', body)).toEqual({
    value: { x: 'en_US', id: '1 2', e: 'e', u: 'u', h: Uint8Array.of(0xab, 0xcd) },
  });
});

describe('names are written as strict readers and xmllint take them', () => {
  const kinds = ['NCName', 'Name', 'NMTOKEN', 'ID', 'IDREF', 'language', 'ENTITY', 'anyURI'];
  const restricted = '<xs:restriction base="xs:Name"><xs:maxLength value="3"/></xs:restriction>';
  const codecs = loadCodecs(
    planText(
      valueWsdl(`<xs:complexType name="Value"><xs:sequence>
${kinds.map((kind) => `<xs:element name="${kind}" type="xs:${kind}" minOccurs="0"/>`).join('')}
<xs:element name="list" type="xs:NMTOKENS" minOccurs="0"/>
<xs:element name="short" minOccurs="0"><xs:simpleType>${restricted}</xs:simpleType></xs:element>
<xs:element name="either" minOccurs="0"><xs:simpleType>${unionOf('NCName', 'language', 'int')}</xs:simpleType></xs:element>
</xs:sequence><xs:attribute name="lang" type="xs:language"/></xs:complexType>`),
    ),
  );
  const write = (value: unknown): string => codecs.write('writeTestRequest', { value });

  test.each([
    [
      'NCName',
      ['a', 'a.b-c', ' é ', 'a\u0e31'],
      ['a:b', '1', '', 'a b', '\u00b7', 1, ...laterNames],
    ],
    ['Name', ['a:b', ':a', 'a'], ['1a', '-', '\u00b7a', 'a<b', undefined]],
    ['NMTOKEN', ['1', '-a', ':', '\u0e31'], ['', 'a b', 'a,b', ...laterNames]],
    ['ID', ['a'], ['1', 'a b', null]],
    ['IDREF', ['a'], ['#a']],
    ['ENTITY', ['a'], ['1']],
    ['anyURI', ['', 'http://a/b?c#d', 'a b', 'C:\\x', 'dvb://1;2@3:4Z/'], ['1:2', '%', 'a#b#c']],
    ['anyURI', ['http://[::1]/', '//u@[1::2:3.4.5.6]:80', 'http:a', 'http:?a'], ['http:', 'urn:']],
    ['anyURI', ['http://a/?q=[x]#[y]', 'a?b[]=1', 'a:b[c'], ['a[b', 'http:#a', 'ä[ö']],
    ['anyURI', ['x#'], ['http://a/[x]', 'http://[::1', 'http://[x]/', 'http://a[::1]/', 'a:[b']],
    ['language', ['en', 'de-CH-1996'], ['en_US', 'abcdefghi', '']],
    ['lang', ['en'], ['en US', '"']],
    ['short', ['abc'], ['abcd', '1', ' ']],
    ['list', [['a', '1']], [['a', 'b c'], ['!'], 'a', []]],
    ['either', ['a', 5], ['a b', '1:2']],
  ])('%s: %j, not %j', (property, good, bad) => {
    for (const value of good) {
      const xml = write({ [property]: value });
      const written = Array.isArray(value) ? value.join(' ') : String(value).trim();
      if (property === 'lang') expect(xml).toContain(`lang="${written}"`);
      else expect(xml).toContain(written === '' ? `<${property} />` : `>${written}</`);
    }
    for (const value of bad.filter((one) => one !== undefined && one !== null)) {
      expect(() => write({ [property]: value })).toThrow(
        expect.objectContaining({
          name: 'EncodeError',
          path: expect.stringMatching(new RegExp(`^value\\.${property}(\\[\\d\\])?$`)),
        }),
      );
    }
  });
});
