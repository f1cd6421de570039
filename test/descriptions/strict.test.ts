import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../src/runtime/client/call.ts';
import { knowBuiltins } from '../../src/runtime/types/member.ts';
import { unexpectedElement } from '../../src/runtime/xml/asmx.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { envelope, type LoadedCodecs, loadCodecs } from '../plan/support/codecs.ts';
import { compileLater, compileWaiting, generateText } from '../plan/support/compiled.ts';
import { planText, valueSchema, valueWsdl, wsdl } from '../plan/support/contract.ts';
import { hasXmllint, judge, readStrictly } from '../plan/support/strict.ts';

describe('codecs strict', () => {
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

  const names = [
    'a',
    '_a',
    'a.b-c',
    'é',
    '1a',
    '-a',
    'a b',
    ':a',
    'a:b',
    ' a ',
    '',
    'a\u00d7',
    '../plan',
  ];
  /** Names of the fifth edition of XML 1.0, which XML Schema 1.0 does not have. */
  const laterNames = ['\u0371', 'a\u2c30', '\u{10000}', 'a\u200d', '\u3400'];
  const numbers = [
    '0',
    '-0',
    '+1',
    '01',
    '1.0',
    '1.',
    '.5',
    '1e3',
    'INF',
    '-INF',
    'NaN',
    '',
    ' 7 ',
  ];
  const more = ['128', '-129', '256', '32768', '2147483648', '9223372036854775808', '1,0', '0x1'];
  const dates = ['2024-02-29', '2023-02-29', '2024-13-01', '24-01-01', '2024-01-01Z', '0000-01-01'];
  const moments = [
    '2024-01-01T00:00:00',
    '2024-01-01T24:00:00',
    '2024-01-01T25:00:00',
    '2024-01-01',
  ];
  const spans = [
    'P1Y',
    'P',
    'PT',
    'P1YT',
    '-P1D',
    'P-1D',
    'PT1.5S',
    'PT1.S',
    'P1S',
    'P1M2Y',
    'P32D',
  ];

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
        texts: [
          ...dates,
          ...moments,
          '12:00:00',
          '24:00:01',
          '2024',
          '2024-01',
          '--02-30',
          '---32',
        ],
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
      [
        'anyURI',
        ['http://[::1]/', '//u@[1::2:3.4.5.6]:80', 'http:a', 'http:?a'],
        ['http:', 'urn:'],
      ],
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
});

describe('codecs strict attributes', () => {
  const schema = `
<xs:attribute name="given" type="xs:string" default="d"/>
<xs:attribute name="named" type="xs:QName" fixed="t:x"/>
<xs:complexType name="Value">
  <xs:attribute name="text" type="xs:string" fixed="f" use="required"/>
  <xs:attribute name="number" type="xs:int" fixed="5" use="required"/>
  <xs:attribute name="bytes" type="xs:hexBinary" fixed="0a" use="required"/>
  <xs:attribute ref="t:given" use="required"/>
  <xs:attribute ref="t:named" use="required"/>
  <xs:attribute name="free" type="xs:int" fixed="7"/>
</xs:complexType>`;

  const attributes = [
    'text="f"',
    'number="5"',
    'bytes="0A"',
    't:given="g"',
    't:named="t:x"',
  ] as const;
  const document = (given: readonly string[]): string =>
    `<t:Test xmlns:t="urn:test"><t:value ${given.join(' ')}/></t:Test>`;

  describe('a required attribute with a value in the contract', () => {
    const codecs = loadCodecs(planText(valueWsdl(schema)));
    const sound = {
      value: {
        text: 'f',
        number: 5,
        bytes: Uint8Array.of(10),
        given: 'g',
        named: '{urn:test}x',
        free: 7,
      },
    };

    test('is read', () => {
      expect(readStrictly(codecs, document(attributes)).value).toEqual(sound);
    });

    test.each(attributes)('is missed by strict readers alone: %s', (one) => {
      const text = document(attributes.filter((other) => other !== one));
      const name = one.replace(/^t:|=.*/g, '');
      const { error } = readStrictly(codecs, text);
      expect(error?.path).toBe(`value.${name}`);
      expect(error?.message).toBe(`value.${name}: Missing required attribute '${name}'.`);
      const value = one.startsWith('t:given') ? { value: { ...sound.value, given: 'd' } } : sound;
      expect(codecs.readBody('readTestRequest', text)).toEqual(value);
    });

    (hasXmllint ? test : test.skip)('xmllint refuses the same', () => {
      const full = valueSchema(schema);
      const cut = attributes.map((one) => document(attributes.filter((other) => other !== one)));
      const verdicts = judge({ 'main.xsd': full }, [document(attributes), ...cut]);
      expect(verdicts).toEqual([true, ...cut.map(() => false)]);
    });
  });
});

describe('codecs strict nil', () => {
  const schema = `
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="text" type="xs:string" minOccurs="0"/>
  <xs:element name="plain" type="t:Plain" minOccurs="0"/>
  <xs:element name="list" type="t:ArrayOfPlain" minOccurs="0"/>
  <xs:element name="shape" type="t:Shape" minOccurs="0"/>
  <xs:element name="amount" type="t:Amount" minOccurs="0"/>
  <xs:element name="mayBe" type="t:Plain" nillable="true" minOccurs="0"/>
  <xs:element name="mayText" type="xs:string" nillable="true" minOccurs="0"/>
  <xs:element name="mayShape" type="t:Shape" nillable="true" minOccurs="0"/>
  <xs:element name="none" type="t:None" minOccurs="0"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Plain"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
<xs:complexType name="ArrayOfPlain"><xs:sequence>
  <xs:element name="Plain" type="t:Plain" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Shape"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"/></xs:complexContent></xs:complexType>
<xs:complexType name="Amount"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="unit"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="None" abstract="true"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>`;

  const document = (content: string): string =>
    `<t:Test xmlns:t="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><t:value>${content}</t:value></t:Test>`;
  const nil = 'xsi:nil="true"';

  describe('strict readers', () => {
    const codecs = loadCodecs(planText(valueWsdl(schema)));
    const errorOf = (content: string): { readonly path?: unknown; readonly message?: string } =>
      readStrictly(codecs, document(content)).error ?? {};

    test.each([
      ['a text', `<t:text ${nil}/>`, 'value.text'],
      ['an object', `<t:plain ${nil}/>`, 'value.plain'],
      ['a list', `<t:list ${nil}/>`, 'value.list'],
      ['an item', `<t:list><t:Plain ${nil}/></t:list>`, 'value.list[0]'],
      ['a type that others extend', `<t:shape ${nil}/>`, 'value.shape'],
      ['a derived type', `<t:shape ${nil} xsi:type="t:Circle"/>`, 'value.shape'],
      ['a text with attributes', `<t:amount ${nil}/>`, 'value.amount'],
    ])('refuse nil where it is not allowed: %s', (_, content, path) => {
      const error = errorOf(content);
      expect(error.message).toContain('cannot be nil');
      expect(error.path).toBe(path);
      expect(errorOf(content.replace('"true"', '"false"')).message).toBeUndefined();
    });

    test.each(['mayBe', 'mayText', 'mayShape'])('take it where it is: %s', (name) => {
      expect(errorOf(`<t:${name} ${nil}/>`).message).toBeUndefined();
    });

    test('refuse values of an abstract type that nothing extends', () => {
      expect(errorOf('<t:none><t:a>1</t:a></t:none>').message).toContain('is abstract');
    });

    test('alone do', () => {
      const content = document(`<t:text ${nil}/><t:none><t:a>1</t:a></t:none>`);
      expect(codecs.readBody('readTestRequest', content, {})).toMatchObject({
        value: { none: { a: 1 } },
      });
    });
  });
});

describe('codecs strict texts', () => {
  const schema = `
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="text" type="xs:string"/>
  <xs:element name="many" type="xs:decimal" maxOccurs="unbounded"/>
  <xs:element name="money" type="t:Money"/>
</xs:sequence></xs:complexType>
<xs:simpleType name="Sku"><xs:restriction base="xs:string"/></xs:simpleType>
<xs:complexType name="Money"><xs:simpleContent><xs:extension base="xs:decimal">
  <xs:attribute name="currency" type="xs:string"/>
</xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="Bare"><xs:simpleContent><xs:extension base="xs:string"/></xs:simpleContent></xs:complexType>
<xs:complexType name="Label"><xs:simpleContent><xs:extension base="xs:string">
  <xs:attribute name="lang" type="xs:string"/>
</xs:extension></xs:simpleContent></xs:complexType>`;

  const full = valueSchema(schema);

  const document = (text: string, many = '', money = 't:Money'): string =>
    `<t:Test xmlns:t="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><t:value><t:text ${text}>a</t:text><t:many>1</t:many><t:many ${many}>2</t:many><t:money xsi:type="${money}" currency="EUR">3</t:money></t:value></t:Test>`;
  const sound = {
    value: { text: 'a', many: ['1', '2'], money: { currency: 'EUR', $value: '3' } },
  };

  describe('the xsi:type of an element of a built-in type', () => {
    const codecs = loadCodecs(planText(valueWsdl(schema)));

    const types = [
      [document(''), undefined],
      [document('xsi:type="xsd:string"'), undefined],
      [document('xsi:type="xsd:token"'), undefined],
      [document('xsi:type="t:Sku"'), undefined],
      [document('xsi:type="t:Bare"'), undefined],
      [document('xsi:type="xsd:nowhere"'), 'value.text'],
      [document('xsi:type="t:Nowhere"'), 'value.text'],
      [document('xsi:type="t:Value"'), 'value.text'],
      [document('xsi:type="n:Sku"'), 'value.text'],
      [document('', 'xsi:type="t:Nowhere"'), 'value.many[1]'],
      [document('', '', 't:Nowhere'), 'value.money'],
    ] as const;

    test.each(types)('is one the contract has, to a strict reader: %s', (text, path) => {
      expect(readStrictly(codecs, text).error?.path).toBe(path);
      expect(codecs.readBody('readTestRequest', text)).toEqual(sound);
    });

    (hasXmllint ? test : test.skip)('xmllint refuses the same', () => {
      const texts = types.map(([text]) => text);
      expect(judge({ 'main.xsd': full }, texts)).toEqual(
        types.map(([, path]) => path === undefined),
      );
    });

    test('is not judged where the names are not at hand: by those who read responses', () => {
      const message = document('xsi:type="t:Sku"')
        .replaceAll('t:Test', 't:TestResponse')
        .replaceAll('t:value', 't:TestResult');
      const reader = new XmlReader(envelope(message));
      reader.nextTag();
      reader.nextTag();
      reader.unexpected = unexpectedElement;
      expect(codecs.functions.readTestResponse?.(reader as never)).toEqual(sound.value);
    });

    const lost = [
      [document('xsi:type="t:Label" lang="en"'), 'value.text'],
      [document('', 'xsi:type="t:Money" currency="EUR"'), 'value.many[1]'],
    ] as const;

    test.each(lost)('has no attributes that would be lost: %s', (text, path) => {
      for (const name of ['readTestRequest', 'readTestResponse']) {
        const message = name.endsWith('Response')
          ? text.replaceAll('t:Test', 't:TestResponse').replaceAll('t:value', 't:TestResult')
          : text;
        let error: unknown;
        try {
          codecs.readBody(name, message);
        } catch (thrown) {
          error = thrown;
        }
        const place = name.endsWith('Response')
          ? path.replace('value', '').replace(/^\./, '')
          : path;
        expect((error as { readonly path?: string }).path).toMatch(
          new RegExp(`${place.replace(/[[\]]/g, '\\$&')}$`),
        );
        const deviations = new Deviations(true);
        const value = codecs.readBody(name, message, { deviations });
        expect(value).toEqual(name.endsWith('Response') ? sound.value : sound);
        expect(deviations.list()).toHaveLength(1);
      }
    });

    test('may name a type with attributes where there are none', () => {
      expect(codecs.readBody('readTestRequest', document('xsi:type="t:Label"'))).toEqual(sound);
    });
  });

  test('a contract without types of its own knows those of XML Schema', () => {
    const codecs = loadCodecs(
      planText(
        valueWsdl(
          '<xs:complexType name="Value"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>',
        ),
      ),
    );
    const read = (type: string): string | undefined =>
      readStrictly(
        codecs,
        `<Test xmlns="urn:test" xmlns:t="urn:test"><value><a xsi:type="${type}">1</a></value></Test>`,
        {},
        knowBuiltins,
      ).error?.path;
    expect(read('xsd:short')).toBeUndefined();
    expect(read('xsd:nowhere')).toBe('value.a');
    expect(read('t:Nowhere')).toBe('value.a');
  });
});

describe('codecs strict types', () => {
  const schema = `
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="plain" type="t:Plain"/>
  <xs:element name="list" type="t:ArrayOfPlain"/>
  <xs:element name="unnamed"><xs:complexType><xs:sequence>
    <xs:element name="a" type="xs:int" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="many" type="t:Plain" maxOccurs="unbounded"/>
  <xs:element name="shape" type="t:Shape"/>
  <xs:element name="pair" type="t:ArrayOfTwo"/>
</xs:sequence></xs:complexType>
<xs:complexType name="ArrayOfTwo"><xs:sequence>
  <xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Plain"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Other"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="ArrayOfPlain"><xs:sequence>
  <xs:element name="Plain" type="t:Plain" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Shape"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"/></xs:complexContent></xs:complexType>`;

  const whole = `<t:plain><t:a>1</t:a></t:plain><t:list><t:Plain><t:a>2</t:a></t:Plain></t:list><t:unnamed/><t:many><t:a>3</t:a></t:many><t:many><t:a>4</t:a></t:many><t:shape><t:a>5</t:a></t:shape><t:pair><t:a>6</t:a><t:b>7</t:b></t:pair>`;
  const document = (content: string): string =>
    `<t:Test xmlns:t="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><t:value>${content}</t:value></t:Test>`;
  const secondOfMany = '<t:a>4</t:a>';

  /** An element, the type it says it is of, and the path of the error. */
  const rows = [
    ['plain', '<t:plain>', 't:Plain', undefined],
    ['plain', '<t:plain>', 't:Nowhere', 'value.plain'],
    ['plain', '<t:plain>', 't:Other', 'value.plain'],
    ['plain', '<t:plain>', 'n:Plain', 'value.plain'],
    ['plain', '<t:plain>', 'Plain', 'value.plain'],
    ['plain', '<t:plain>', 'xsd:string', 'value.plain'],
    ['list', '<t:list>', 't:ArrayOfPlain', undefined],
    ['list', '<t:list>', 't:ArrayOfOther', 'value.list'],
    ['item', '<t:Plain>', 't:Nowhere', 'value.list[0]'],
    ['unnamed', '<t:unnamed/>', 't:Plain', 'value.unnamed'],
    ['many', `<t:many>${secondOfMany}`, 't:Nowhere', 'value.many[1]'],
    ['pair', '<t:pair>', 't:Nowhere', 'value.pair'],
    ['shape', '<t:shape>', 't:Circle', undefined],
    ['shape', '<t:shape>', 't:Shape', undefined],
    ['shape', '<t:shape>', 't:Nowhere', 'value.shape'],
  ] as const;

  const withType = (start: string, type: string): string =>
    document(whole.replace(start, start.replace(/^<t:\w+/, `$& xsi:type="${type}"`)));

  describe('the xsi:type of an element of a complex type', () => {
    const codecs = loadCodecs(planText(valueWsdl(schema)));

    test.each(rows)('is looked at by a strict reader: %s', (_, start, type, path) => {
      const { error } = readStrictly(codecs, withType(start, type));
      expect(error?.path).toBe(path);
    });

    test.each(rows)('is a deviation to others: %s', (name, start, type, path) => {
      // a type that others derive from has always been checked
      if (name === 'shape' && path !== undefined) return;
      const text = withType(start, type);
      const sound = codecs.readBody('readTestRequest', document(whole));
      if (name !== 'shape') expect(codecs.readBody('readTestRequest', text)).toEqual(sound);
      for (const lenient of [true, false]) {
        const deviations = new Deviations(lenient);
        codecs.readBody('readTestRequest', text, { deviations });
        expect(deviations.list().map((one) => one.path)).toEqual(path === undefined ? [] : [path]);
      }
    });

    test.each(rows)(
      'is checked by servers if the type is a class with a name: %s',
      (name, start, type, path) => {
        const text = withType(start, type);
        const read = (): unknown => codecs.readBody('readTestRequest', text, { defaults: true });
        // .NET looks at it for classes only
        const isAccepted = path === undefined || name === 'unnamed' || name === 'list';
        if (isAccepted) expect(read()).toBeDefined();
        else
          expect(read).toThrow(/The specified type was not recognized|Prefix 'n' is not defined/);
      },
    );

    test('of an array is not checked by servers, whatever its shape in TypeScript', () => {
      const kept = loadCodecs(planText(valueWsdl(schema), { arrays: 'keep' }));
      const text = withType('<t:list>', 't:ArrayOfOther');
      expect(kept.readBody('readTestRequest', text, { defaults: true })).toBeDefined();
    });

    (hasXmllint ? test : test.skip)('xmllint refuses the same', () => {
      const full = valueSchema(schema);
      const verdicts = judge(
        { 'main.xsd': full },
        rows.map(([, start, type]) => withType(start, type)),
      );
      expect(verdicts).toEqual(rows.map(([, , , path]) => path === undefined));
    });
  });
});

describe('codecs strict wildcards', () => {
  const schema = `
<xs:element name="item" type="t:Item"/>
<xs:element name="count" type="xs:int"/>
<xs:element name="odd" type="t:Odd"/>
<xs:element name="abstract" abstract="true" type="xs:int"/>
<xs:complexType name="Item"><xs:sequence>
  <xs:element name="a" type="xs:int"/>
  <xs:any namespace="##any" processContents="strict" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence><xs:attribute name="id" type="xs:int" use="required"/></xs:complexType>
<xs:complexType name="Odd"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="known" type="t:Item" minOccurs="0"/>
  <xs:element name="strict"><xs:complexType><xs:sequence><xs:any processContents="strict" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="lax"><xs:complexType><xs:sequence><xs:any processContents="lax" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="skip"><xs:complexType><xs:sequence><xs:any processContents="skip" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
</xs:sequence></xs:complexType>`;

  const full = valueSchema(schema);

  const document = (strict: string, lax = '', skip = ''): string =>
    `<t:Test xmlns:t="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><t:value><t:strict>${strict}</t:strict><t:lax>${lax}</t:lax><t:skip>${skip}</t:skip></t:value></t:Test>`;

  const item = (inner: string): string => `<t:item id="1"><t:a>1</t:a>${inner}</t:item>`;
  const bad = '<t:count>x</t:count>';

  /** Texts, and the path of what is wrong with them. */
  const rows = [
    [document(item('')), undefined],
    [document('<t:count>5</t:count>'), undefined],
    [document(item(item('<t:count>5</t:count>'))), undefined],
    [document(bad), 'value.strict.count'],
    [document('<t:item id="1"><t:a>x</t:a></t:item>'), 'value.strict.item.a'],
    [document('<t:item><t:a>1</t:a></t:item>'), 'value.strict.item.id'],
    [document('<t:unknown/>'), 'value.strict.unknown'],
    [document('<n:item xmlns:n="urn:n"/>'), 'value.strict.item'],
    [document('<t:abstract>1</t:abstract>'), 'value.strict.abstract'],
    [document(item('<t:count>5</t:count>') + item(bad)), 'value.strict.item.count'],
    [document(item(item(item(bad)))), 'value.strict.item.item.item.count'],
    [document('', '<t:unknown/>'), undefined],
    [document('', '<t:unknown><t:other/><t:count>5</t:count>text</t:unknown>'), undefined],
    [
      document('', `<t:unknown><t:other>${bad}</t:other></t:unknown>`),
      'value.lax.unknown.other.count',
    ],
    [document('', bad), 'value.lax.count'],
    [document('', item('<t:unknown/>')), 'value.lax.item.unknown'],
    [document('', '', '<t:unknown/>'), undefined],
    [document('', '', bad), undefined],
    [document('', '', `<t:unknown>${bad}</t:unknown>`), undefined],
  ] as const;

  describe('elements at a wildcard', () => {
    const codecs = loadCodecs(planText(valueWsdl(schema)));

    test.each(rows)('are checked by a strict reader: %s', (text, path) => {
      const { value, error } = readStrictly(codecs, text);
      expect(error?.path).toBe(path);
      if (path === undefined) expect(value).toEqual(codecs.readBody('readTestRequest', text));
    });

    test.each(rows)('are taken by others as they are: %s', (text, _path) => {
      expect(codecs.readBody('readTestRequest', text)).toMatchObject({ value: { strict: {} } });
    });

    (hasXmllint ? test : test.skip)('xmllint refuses the same', () => {
      const verdicts = judge(
        { 'main.xsd': full },
        rows.map(([text]) => text),
      );
      expect(verdicts).toEqual(rows.map(([, path]) => path === undefined));
    });

    test('are known, and not looked into, where nothing else of the contract has their type', () => {
      expect(readStrictly(codecs, document('<t:odd><t:c/></t:odd>')).error).toBeUndefined();
    });

    test('are checked where they are a response, unwrapped or not', () => {
      const path = (text: string) => readStrictly(codecs, document(text)).error?.path;
      const result = '<t:TestResult><t:strict/><t:lax/><t:skip/></t:TestResult>';
      expect(path(`<t:TestResponse>${result}</t:TestResponse>`)).toBeUndefined();
      expect(path('<t:TestResponse><t:none/></t:TestResponse>')).toBe(
        'value.strict.TestResponse.none',
      );
      const wrong = result.replace('<t:lax/>', `<t:lax>${bad}</t:lax>`);
      expect(path(`<t:TestResponse>${wrong}</t:TestResponse>`)).toBe(
        'value.strict.TestResponse.TestResult.lax.count',
      );
    });

    test('are read once more for each message, not for each level', () => {
      const work = (levels: number): number => {
        let text = '<t:count>5</t:count>';
        for (let level = 0; level < levels; level += 1) text = item(text);
        return countTags(codecs, document(text));
      };
      expect(work(8)).toBeGreaterThan(16);
      expect(work(16)).toBeLessThanOrEqual(2.2 * work(8));
    });
  });

  test('an element with a SOAP array is checked like others', () => {
    const arrays = `<xs:complexType name="Numbers"><xs:complexContent>
    <xs:restriction base="enc:Array" xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/">
      <xs:attribute ref="enc:arrayType" w:arrayType="xs:int[]" xmlns:w="http://schemas.xmlsoap.org/wsdl/"/>
    </xs:restriction></xs:complexContent></xs:complexType>
    <xs:element name="numbers" type="t:Numbers"/>
    <xs:complexType name="Value"><xs:sequence>
      <xs:any processContents="strict"/>
      <xs:element name="known" type="t:Numbers" minOccurs="0"/>
    </xs:sequence></xs:complexType>`;
    const codecs = loadCodecs(planText(valueWsdl(arrays)));
    const read = (content: string): string | undefined =>
      readStrictly(
        codecs,
        `<t:Test xmlns:t="urn:test"><t:value><t:numbers>${content}</t:numbers></t:value></t:Test>`,
      ).error?.path;
    expect(read('<item>1</item><item>2</item>')).toBeUndefined();
    expect(read('<item>1</item><item>x</item>')).toBe('value.numbers[1]');
  });

  /** Start tags that a strict reader reads, those it reads again as well. */
  function countTags(codecs: LoadedCodecs, text: string): number {
    let count = 0;
    readStrictly(codecs, text, {}, (reader) => {
      const { findTag } = reader;
      Object.assign(reader, {
        findTag(at: number) {
          count += 1;
          return findTag.call(reader, at);
        },
      });
    });
    return count;
  }

  describe('an element that is request and response', () => {
    const elements: readonly (readonly [name: string, type: string, good: string, bad: string])[] =
      [
        ['int', 'xs:int', '5', 'x'],
        ['id', 'xs:ID', 'a', '1 a'],
        ['bounded', restricted('xs:int', '<xs:maxInclusive value="5"/>'), '5', '6'],
        [
          'dated',
          restricted('xs:date', '<xs:minInclusive value="2001-01-01"/>'),
          '2001-01-01',
          '2000-12-31',
        ],
        ['named', restricted('xs:ID', '<xs:maxLength value="2"/>'), 'ab', 'abc'],
        ['referring', restricted('xs:IDREFS', '<xs:length value="1"/>'), 'ab', 'ab ab'],
        ['address', restricted('xs:anyURI', '<xs:minLength value="3"/>'), 'a/b', 'a'],
        ['pattern', restricted('xs:NCName', '<xs:pattern value="[a-c]+"/>'), 'abc', 'abd'],
        ['one', restricted('xs:string', '<xs:enumeration value="A"/>'), 'A', 'B'],
        ['bytes', restricted('xs:base64Binary', '<xs:length value="1"/>'), 'AA==', 'AAA='],
      ];
    const text = wsdl({
      schema: `${elements
        .map(([name, type]) =>
          type.startsWith('<')
            ? `<xs:element name="${name}">${type}</xs:element>`
            : `<xs:element name="${name}" type="${type}"/>`,
        )
        .join(
          '',
        )}<xs:element name="Test"><xs:complexType><xs:sequence><xs:any processContents="strict"/><xs:any minOccurs="0" processContents="lax"/></xs:sequence></xs:complexType></xs:element>`,
      operations: {
        Test: { input: 'Test' },
        ...Object.fromEntries(
          elements.map(([name]) => [`Echo${name}`, { input: name, output: name }]),
        ),
      },
    });
    const codecs = loadCodecs(planText(text));

    test.each(elements)('%s of %s is checked at a wildcard', (name, _, good, wrong) => {
      const before = name === 'referring' ? `<t:id>${good}</t:id>` : '';
      const read = (one: string) => {
        const content = `${before}<t:${name}>${one}</t:${name}>`;
        return readStrictly(codecs, `<t:Test xmlns:t="urn:test">${content}</t:Test>`).error;
      };
      expect(read(good)).toBeUndefined();
      expect(read(wrong)?.path).toBe(name);
    });

    test('its code compiles, also where it is unwrapped', async () => {
      const one = restricted('xs:string', '<xs:enumeration value="A"/>');
      const wrapped = `<xs:complexType><xs:sequence><xs:element name="x">${one}</xs:element><xs:element name="y" minOccurs="0"/></xs:sequence></xs:complexType>`;
      const all = text.replace(
        '<xs:element name="int" type="xs:int"/>',
        `<xs:element name="int">${wrapped}</xs:element>`,
      );
      compileLater(await generateText(all, { enums: 'const' }));
    });
  });

  function restricted(base: string, facets: string): string {
    return `<xs:simpleType><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
  }

  describe('a DataSet', () => {
    const codecs = loadCodecs(
      planText(
        valueWsdl(
          '<xs:complexType name="Value"><xs:sequence><xs:element ref="xs:schema"/><xs:any/></xs:sequence></xs:complexType>',
        ),
      ),
    );

    test('is described by the schema in the message', () => {
      const text =
        '<Test xmlns="urn:test"><value><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/><d:diffgram xmlns:d="urn:schemas-microsoft-com:xml-diffgram-v1"><row/></d:diffgram></value></Test>';
      expect(readStrictly(codecs, text).error).toBeUndefined();
    });
  });

  test('of several wildcards in one choice each says how its own elements are checked', () => {
    const choice = `<xs:choice>
    <xs:any namespace="##other" processContents="strict" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="own" type="xs:int"/>
    <xs:any namespace="##local" processContents="skip"/>
  </xs:choice>`;
    const codecs = loadCodecs(
      planText(valueWsdl(`<xs:complexType name="Value">${choice}</xs:complexType>`)),
    );
    const pathOf = (content: string): string | undefined =>
      readStrictly(codecs, `<t:Test xmlns:t="urn:test"><t:value>${content}</t:value></t:Test>`)
        .error?.path;
    expect(pathOf('<free/>')).toBeUndefined();
    expect(pathOf('<t:own>1</t:own>')).toBeUndefined();
    expect(pathOf('<n:other xmlns:n="urn:n"/>')).toBe('value.other[0]');
  });

  test('an element at a wildcard whose type only attributes have compiles', async () => {
    const text = valueWsdl(`<xs:element name="color" type="t:Color"/>
<xs:complexType name="Value"><xs:sequence><xs:any processContents="strict"/></xs:sequence><xs:attribute name="color" type="t:Color"/></xs:complexType>
<xs:simpleType name="Color"><xs:restriction base="xs:token"><xs:maxLength value="5"/></xs:restriction></xs:simpleType>
<xs:complexType name="Paint"><xs:simpleContent><xs:extension base="t:Color"><xs:attribute name="glossy" type="xs:boolean"/></xs:extension></xs:simpleContent></xs:complexType>`);
    compileLater(await generateText(text));
  });
});

describe('codecs accepted', () => {
  const field = (name: string, type: string): string =>
    `<xs:element name="${name}" minOccurs="0" type="${type}"/>`;
  const contract = valueWsdl(
    `<xs:simpleType name="Day"><xs:union memberTypes="xs:dateTime xs:date"/></xs:simpleType>
  <xs:complexType name="Value"><xs:sequence>${[
    field('when', 'xs:dateTime'),
    field('day', 't:Day'),
    field('bytes', 'xs:base64Binary'),
    field('rate', 'xs:double'),
    field('share', 'xs:float'),
  ].join('')}</xs:sequence></xs:complexType>`,
  );

  /** What a server reads between the tags of a child, or a client without defaults. */
  function readAs(child: string, text: string, options = {}, defaults = true): unknown {
    const codecs = loadCodecs(planText(contract, options));
    const body = `<Test xmlns="urn:test"><value><${child}>${text}</${child}></value></Test>`;
    const read = codecs.readBody('readTestRequest', body, { defaults });
    return (read as { value: Record<string, unknown> }).value[child];
  }

  describe('texts that .NET reads, although XML Schema refuses them', () => {
    test.each([
      ['when', '2024-02-29', '2024-02-29T00:00:00'],
      ['when', ' 2024-02-29Z ', '2024-02-29T00:00:00Z'],
      ['when', '2024-02-29+02:00', '2024-02-29T00:00:00+02:00'],
      ['bytes', 'AQI', Uint8Array.of(1, 2)],
      ['bytes', 'A Q', Uint8Array.of(1)],
      ['bytes', 'AR==', Uint8Array.of(1)],
      ['rate', 'Infinity', Number.POSITIVE_INFINITY],
      ['share', ' -Infinity ', Number.NEGATIVE_INFINITY],
    ])('%s %p', (child, text, value) => {
      expect(readAs(child, text)).toEqual(value);
      expect(() => readAs(child, text, {}, false)).toThrow();
    });

    test('a date is midnight as a Date, too', () => {
      const options = { types: { dateTime: 'Date' } };
      expect(readAs('when', '2024-02-29Z', options)).toEqual(new Date('2024-02-29T00:00:00Z'));
    });

    test('a union has the member whose form the text has', () => {
      expect(readAs('day', '2024-02-29')).toBe('2024-02-29');
    });

    test.each([
      ['when', '2023-02-29'],
      ['when', '29.2.2024'],
      ['bytes', 'A'],
      ['bytes', 'A==='],
      ['bytes', 'AQ!'],
      ['rate', 'infinity'],
    ])('%s %p is refused', (child, text) => {
      expect(() => readAs(child, text)).toThrow();
    });
  });
});

describe('codecs paths', () => {
  const planned = planText(
    valueWsdl(`
<xs:complexType name="Value">
  <xs:sequence>
    <xs:element name="id" type="xs:int"/>
    <xs:element name="listed" type="t:Listed" minOccurs="0"/>
    <xs:element name="single" type="t:Single" minOccurs="0"/>
    <xs:element name="pages" type="t:ArrayOfPage" minOccurs="0"/>
    <xs:choice minOccurs="0" maxOccurs="unbounded">
      <xs:element name="text" type="xs:string"/>
      <xs:element name="number" type="xs:int"/>
    </xs:choice>
    <xs:sequence minOccurs="0" maxOccurs="unbounded">
      <xs:element name="key" type="xs:int"/>
      <xs:element name="entry" type="xs:int"/>
    </xs:sequence>
  </xs:sequence>
</xs:complexType>
<xs:complexType name="Listed"><xs:sequence>
  <xs:element name="x" type="xs:int" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Single"><xs:sequence>
  <xs:element name="x" type="xs:int"/>
</xs:sequence></xs:complexType>
<xs:complexType name="ArrayOfPage"><xs:sequence>
  <xs:element name="Page" type="t:Page" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Page"><xs:sequence>
  <xs:element name="line" type="t:Line" minOccurs="0" maxOccurs="unbounded"/>
  <xs:element name="number" type="xs:int"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Line"><xs:sequence>
  <xs:element name="a" type="xs:int"/>
  <xs:element name="b" type="xs:int"/>
</xs:sequence></xs:complexType>`),
  );

  describe('the path of a value that cannot be read', () => {
    const codecs = loadCodecs(planned);
    const pathOf = (content: string, predict: boolean): unknown => {
      const body = `<Test xmlns="urn:test"><value>${content}</value></Test>`;
      try {
        codecs.readBody('readTestRequest', body, { predict });
      } catch (error) {
        return error instanceof Error && 'path' in error ? error.path : error;
      }
      return 'it can be read';
    };
    const line = '<line><a>1</a><b>2</b></line>';

    test.each([
      ['an element', '<id>one</id>', 'value.id'],
      ['one that did not come', '', 'value.id'],
      ['one of an object that did not come', '<id>1</id><single/>', 'value.single.x'],
      ['an item', '<id>1</id><listed><x>1</x><x>b</x></listed>', 'value.listed.x[1]'],
      [
        'no item, in an element beside one with items of that name',
        '<id>1</id><listed><x>1</x><x>2</x></listed><single><x>b</x></single>',
        'value.single.x',
      ],
      [
        'an item in an item of an array',
        `<id>1</id><pages><Page>${line}<number>1</number></Page><Page>${line}${line}<line><a>1</a><b>x</b></line></Page></pages>`,
        'value.pages[1].line[2].b',
      ],
      [
        'one that did not come in an item',
        `<id>1</id><pages><Page>${line}<line><a>1</a></line></Page></pages>`,
        'value.pages[0].line[1].b',
      ],
      [
        'one after a list',
        `<id>1</id><pages><Page>${line}<number>x</number></Page></pages>`,
        'value.pages[0].number',
      ],
      [
        'a branch of a repeated choice',
        '<id>1</id><text/><number>1</number><number>x</number>',
        'value.number[2]',
      ],
      [
        'one that did not come in a turn of a repeated sequence',
        '<id>1</id><key>1</key><entry>1</entry><key>2</key>',
        'value.entry[1]',
      ],
      ['the element that is open where the text ends', '<id>1</id><single><x>1', 'value.single.x'],
    ])('of %s', (_, content, path) => {
      expect(pathOf(content, true)).toBe(path);
      expect(pathOf(content, false)).toBe(path);
    });
  });
});

describe('codecs lenient', () => {
  const planned = planText(
    valueWsdl(`
<xs:complexType name="Value">
  <xs:sequence>
    <xs:element name="sku" type="t:Sku"/>
    <xs:element name="percent" type="t:Percent"/>
    <xs:element name="fixed" type="xs:int" fixed="4"/>
    <xs:element name="numbers" type="t:Numbers"/>
    <xs:element name="either" type="t:Either"/>
    <xs:element name="pair" type="xs:int" minOccurs="2" maxOccurs="2"/>
    <xs:element name="shape" type="t:Shape"/>
    <xs:element name="plain" type="t:Plain"/>
    <xs:choice>
      <xs:element name="card" type="xs:string"/>
      <xs:element name="bank" type="xs:string"/>
    </xs:choice>
  </xs:sequence>
  <xs:attribute name="id" type="xs:int" use="required"/>
  <xs:attribute name="kind" type="t:Kind"/>
  <xs:attribute name="note" type="xs:string"/>
</xs:complexType>
<xs:simpleType name="Sku"><xs:restriction base="xs:string">
  <xs:pattern value="[A-Z]{2}"/><xs:maxLength value="2"/>
</xs:restriction></xs:simpleType>
<xs:simpleType name="Percent"><xs:restriction base="xs:int">
  <xs:maxInclusive value="100"/>
</xs:restriction></xs:simpleType>
<xs:simpleType name="Kind"><xs:restriction base="xs:string">
  <xs:enumeration value="a"/><xs:enumeration value="b"/>
</xs:restriction></xs:simpleType>
<xs:simpleType name="Numbers"><xs:list itemType="xs:int"/></xs:simpleType>
<xs:simpleType name="Either"><xs:union memberTypes="xs:int t:Kind"/></xs:simpleType>
<xs:complexType name="Shape" abstract="true"><xs:sequence>
  <xs:element name="area" type="xs:int"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence>
  <xs:element name="radius" type="xs:int"/>
</xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Plain"><xs:sequence>
  <xs:element name="a" type="xs:int"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Fancy"><xs:complexContent><xs:extension base="t:Plain"><xs:sequence>
  <xs:element name="b" type="xs:int"/>
</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`),
  );

  const attributes = 'id="1" kind="a" note="n"';
  const circle = '<shape xsi:type="t:Circle"><area>1</area><radius>2</radius></shape>';
  const content = `<sku>AB</sku><percent>50</percent><fixed>4</fixed><numbers>1 2</numbers><either>b</either><pair>1</pair><pair>2</pair>${circle}<plain><a>1</a></plain><card>c</card>`;

  const sound = {
    id: 1,
    kind: 'a',
    note: 'n',
    sku: 'AB',
    percent: 50,
    fixed: 4,
    numbers: [1, 2],
    either: 'b',
    pair: [1, 2],
    shape: { $type: 'Circle', area: 1, radius: 2 },
    plain: { $type: 'Plain', a: 1 },
    card: 'c',
    bank: undefined,
  };

  describe('a lenient reader', () => {
    const codecs = loadCodecs(planned);
    const body = (tag: string, inner: string): string =>
      `<Test xmlns="urn:test" xmlns:t="urn:test"><value ${tag}>${inner}</value></Test>`;

    const rows = [
      ['a pattern', '<sku>AB</sku>', '<sku>ab</sku>', { sku: 'ab' }, ['value.sku']],
      ['a length', '<sku>AB</sku>', '<sku>ABC</sku>', { sku: 'ABC' }, ['value.sku']],
      ['a bound', '>50<', '>101<', { percent: 101 }, ['value.percent']],
      ['a fixed value', '>4<', '>5<', { fixed: 5 }, ['value.fixed']],
      ['an item', '>1 2<', '>1 x 2.0<', { numbers: [1, undefined, 2] }, ['value.numbers']],
      ['a union', '>b<', '>c<', { either: 'c' }, ['value.either']],
      ['too few', '<pair>2</pair>', '', { pair: [1] }, ['value']],
      [
        'too many',
        '<pair>2</pair>',
        '<pair>2</pair><pair>3</pair>',
        { pair: [1, 2, 3] },
        ['value'],
      ],
      ['none of a list', '<pair>1</pair><pair>2</pair>', '', { pair: [] }, ['value.pair']],
      ['two branches', '</card>', '</card><bank>d</bank>', { bank: 'd' }, ['value']],
      ['no branch', '<card>c</card>', '', { card: undefined }, ['value']],
      ['no type', ' xsi:type="t:Circle"', '', { shape: undefined }, ['value.shape']],
      ['a type', '"t:Circle"', '"t:Square"', { shape: undefined }, ['value.shape']],
      [
        'a prefix',
        '"t:Circle"',
        '"x:Circle"',
        { shape: undefined },
        ['value.shape', 'value.shape'],
      ],
      ['a type', '<plain>', '<plain xsi:type="t:Odd">', {}, ['value.plain']],
      ['an attribute', 'id="1"', '', { id: undefined }, ['value.id']],
      ['an attribute', 'id="1"', 'id="x"', { id: undefined }, ['value.id']],
      ['an attribute', 'kind="a"', 'kind="z"', { kind: 'z' }, ['value.kind']],
    ] as const;

    test.each(rows)('takes what is wrong with %s: %s as %j', (_, from, to, change, paths) => {
      const text = body(attributes.replace(from, to), content.replace(from, to));
      const deviations = new Deviations(true);
      expect(codecs.readBody('readTestRequest', text, { deviations })).toEqual({
        value: { ...sound, ...change },
      });
      expect(deviations.list().map((one) => one.path)).toEqual(paths);
      const watched = new Deviations(false);
      let error: unknown;
      try {
        codecs.readBody('readTestRequest', text, { deviations: watched });
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({ path: paths[0] });
      expect(watched.list()).toEqual([]);
    });

    test('takes characters XML forbids in an attribute, and no other reader learns it', () => {
      const text = body(attributes.replace('"n"', '"&#x1;"'), content);
      for (let time = 0; time < 3; time += 1) {
        const deviations = new Deviations(true);
        expect(codecs.readBody('readTestRequest', text, { deviations })).toEqual({
          value: { ...sound, note: '\u0001' },
        });
        expect(deviations.list().map((one) => one.path)).toEqual(['value.note']);
        expect(() => codecs.readBody('readTestRequest', text)).toThrow(
          '0x1 is an invalid character',
        );
      }
    });

    test('has a default of its own for nothing', () => {
      const deviations = new Deviations(true);
      const { length } = Object.keys(
        codecs.readBody('readTestRequest', body('', ''), { deviations }) as object,
      );
      expect(length).toBe(1);
      expect(deviations.list().map((one) => one.path)).toEqual([
        'value.id',
        'value',
        'value.sku',
        'value.percent',
        'value.fixed',
        'value.numbers',
        'value.either',
        'value.pair',
        'value.shape',
        'value.plain',
      ]);
    });
  });
});

test('what was generated above compiles', () => {
  expect(compileWaiting()).toBe('');
});
