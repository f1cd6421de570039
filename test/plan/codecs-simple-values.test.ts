import { describe, expect, test } from '@jest/globals';
import { unexpectedElement } from '../../src/runtime/xml/asmx.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { type LoadedCodecs, loadCodecs } from './support/codecs.ts';
import { compileFiles, generateText } from './support/compiled.ts';
import { planText, valueWsdl } from './support/contract.ts';
import { readStrictly } from './support/strict.ts';

const contractOf = (type: string, more = ''): string =>
  valueWsdl(
    `<xs:complexType name="Value"><xs:sequence><xs:element name="x" minOccurs="0"><xs:simpleType>${type}</xs:simpleType></xs:element></xs:sequence></xs:complexType>${more}`,
  );
const codecsOf = (type: string, more = ''): LoadedCodecs =>
  loadCodecs(planText(contractOf(type, more)));

const restriction = (base: string, ...facets: readonly string[]): string =>
  `<xs:restriction base="${base}">${facets
    .map((facet) => {
      const [name = '', value = ''] = facet.split(/=(.*)/s);
      return `<xs:${name} value="${value}"/>`;
    })
    .join('')}</xs:restriction>`;

/** A restriction of a type that has no name. */
const over = (type: string, ...facets: readonly string[]): string =>
  restriction('', ...facets).replace(' base="">', `><xs:simpleType>${type}</xs:simpleType>`);

const read = (codecs: LoadedCodecs, text: string): unknown => {
  const body = `<Test xmlns="urn:test"><value><x>${text}</x></value></Test>`;
  return (codecs.readBody('readTestRequest', body) as { value: { x: unknown } }).value.x;
};

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

/** What a text is written as once it was read. */
function rewritten(codecs: LoadedCodecs, text: string): string | undefined {
  const written = codecs.write('writeTestRequest', { value: { x: read(codecs, text) } });
  return /<(?:\w+:)?x[^>]*>(.*)<\/(?:\w+:)?x>/s.exec(written)?.[1];
}

describe('enumerations', () => {
  test.each([
    [
      'a bound',
      restriction('xs:int', 'maxInclusive=5', 'enumeration=3', 'enumeration=9'),
      '3',
      '9',
    ],
    [
      'a bound with a zone',
      restriction(
        'xs:date',
        'maxInclusive=2000-01-01Z',
        'enumeration=1999-05-05+02:00',
        'enumeration=2001-05-05',
      ),
      '1999-05-05+02:00',
      '2001-05-05',
    ],
    [
      'a bound of durations',
      restriction('xs:duration', 'minInclusive=P1D', 'enumeration=PT36H', 'enumeration=PT3H'),
      'PT36H',
      'PT3H',
    ],
    [
      'a pattern',
      restriction('xs:token', 'pattern=[a-c]+', 'enumeration=ab', 'enumeration=x'),
      'ab',
      'x',
    ],
    [
      'a length',
      restriction('xs:string', 'maxLength=1', 'enumeration=😀', 'enumeration=xy'),
      '😀',
      'xy',
    ],
    [
      'digits',
      restriction('xs:decimal', 'fractionDigits=1', 'enumeration=0.10', 'enumeration=0.25'),
      '0.1',
      '0.25',
    ],
    [
      'a pattern of a union',
      over(
        '<xs:union memberTypes="xs:int xs:token"/>',
        'pattern=[a-z]+',
        'enumeration=a',
        'enumeration=1',
      ),
      'a',
      '1',
    ],
  ])('hold what %s beside them allows', (_, type, good, bad) => {
    const codecs = codecsOf(type);
    expect(takes(codecs, good)).toBe(true);
    expect(takes(codecs, bad)).toBe(false);
  });

  test('keep double spaces where white space is replaced', () => {
    const codecs = codecsOf(restriction('xs:normalizedString', 'enumeration=in  side'));
    expect(read(codecs, 'in  side')).toBe('in  side');
    expect(takes(codecs, 'in side')).toBe(false);
  });

  test('of floats: -0 is the 0 that is listed, and lists may hold INF', () => {
    const zero = codecsOf(restriction('xs:float', 'enumeration=0'));
    expect(Object.is(read(zero, '-0'), 0)).toBe(true);
    const list = codecsOf(over('<xs:list itemType="xs:float"/>', 'enumeration=-INF 009'));
    expect(read(list, '-INF 9')).toEqual([Number.NEGATIVE_INFINITY, 9]);
  });

  test('of lists of unions import nothing they do not use', async () => {
    const names = '<xs:union memberTypes="xs:int xs:QName"/>';
    const list = `<xs:list><xs:simpleType>${names}</xs:simpleType></xs:list>`;
    const type = over(list, 'enumeration=t:a 1');
    expect(compileFiles(await generateText(contractOf(type)))).toBe('');
  });

  test('of unions with QNames are written as listed, the names with their prefixes', async () => {
    const type = over(
      '<xs:union memberTypes="xs:unsignedLong xs:QName"/>',
      'enumeration=0',
      'enumeration=t:a',
    );
    const codecs = codecsOf(type);
    expect(rewritten(codecs, '0')).toBe('0');
    const body = '<Test xmlns="urn:test"><value><x xmlns:p="urn:test">p:a</x></value></Test>';
    const value = codecs.readBody('readTestRequest', body);
    expect(value).toEqual({ value: { x: '{urn:test}a' } });
    const written = codecs.write('writeTestRequest', value);
    expect(codecs.readBody('readTestRequest', written)).toEqual(value);
    expect(compileFiles(await generateText(contractOf(type)))).toBe('');
  });
});

test('a text of a union is one its own member reads, and no other before', () => {
  const flags = codecsOf(
    '<xs:union memberTypes="t:Words xs:boolean"/>',
    '<xs:simpleType name="Words"><xs:list itemType="xs:language"/></xs:simpleType>',
  );
  expect(read(flags, '0')).toBe(false);
  expect(rewritten(flags, '0')).toBe('0');
  const numbers = codecsOf('<xs:union memberTypes="xs:nonNegativeInteger xs:double"/>');
  expect(read(numbers, '5.0')).toBe(5);
  expect(read(numbers, rewritten(numbers, '5.0') ?? '')).toBe(5);
  expect(read(numbers, rewritten(numbers, '5') ?? '')).toBe(5n);
});

test('a pattern of a union is about the text as its members have it', () => {
  const codecs = codecsOf(over('<xs:union memberTypes="xs:int xs:date"/>', 'pattern=\\d'));
  expect([takes(codecs, ' 7\n'), takes(codecs, '77')]).toEqual([true, false]);
  const texts = codecsOf(over('<xs:union memberTypes="xs:int xs:string"/>', 'pattern=\\S+'));
  expect([takes(texts, 'a'), takes(texts, ' a')]).toEqual([true, false]);
});

test('a zero has the minus its pattern asks for', () => {
  const codecs = codecsOf(restriction('xs:nonNegativeInteger', 'pattern=-.*'));
  expect(read(codecs, '-0')).toBe(0n);
  expect(rewritten(codecs, '-0')).toBe('-0');
});

test('a pattern is not held against a QName that the contract gives as a default', () => {
  const codecs = loadCodecs(
    planText(
      valueWsdl(
        `<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="t:Q" default="t:a"/></xs:sequence></xs:complexType><xs:simpleType name="Q">${restriction('xs:QName', 'pattern=[a-z]+:.*')}</xs:simpleType>`,
      ),
    ),
  );
  expect(read(codecs, '')).toBe('{urn:test}a');
});

test('strict readers take URI references alone', () => {
  const codecs = codecsOf(restriction('xs:anyURI'));
  const good = [
    'http://host:port/',
    '',
    'a b',
    '../x?y=1#z',
    'urn:x:y',
    'http://[::1]/',
    'http://u:p@h:80/é',
    '{}',
    '%20',
  ];
  const bad = ['%%', 'http://a/%zz', ':', '1a:b', 'a#b#c', 'a[b', 'http://[::1', 'http:', 'urn:#a'];
  expect(good.filter((text) => !takes(codecs, text))).toEqual([]);
  expect(bad.filter((text) => takes(codecs, text))).toEqual([]);
  expect(read(codecs, ' %% ')).toBe('%%');
});

test.each([
  ['NMTOKENS', restriction('xs:NMTOKENS'), ['a', '1']],
  ['IDREFS', restriction('xs:IDREFS'), ['a']],
  ['ENTITIES', restriction('xs:ENTITIES'), ['a']],
  ['restricted', restriction('xs:NMTOKENS', 'maxLength=2'), ['a', 'b']],
  ['in a union', '<xs:union memberTypes="xs:int xs:NMTOKENS"/>', ['a', 'b']],
])('a list of names is not empty: %s', (_, type, value) => {
  const content = `<xs:complexType name="Value"><xs:sequence><xs:element name="x" minOccurs="0"><xs:simpleType>${type}</xs:simpleType></xs:element></xs:sequence><xs:attribute name="y"><xs:simpleType>${type}</xs:simpleType></xs:attribute></xs:complexType>`;
  const codecs = loadCodecs(planText(valueWsdl(content)));
  for (const name of ['x', 'y']) {
    expect(codecs.write('writeTestRequest', { value: { [name]: value } })).toContain(
      value.join(' '),
    );
    expect(() => codecs.write('writeTestRequest', { value: { [name]: [] } })).toThrow(
      `value.${name}`,
    );
  }
  for (const defaults of [false, true]) {
    for (const text of ['<value><x/></value>', '<value y=""/>', '<value><x> </x></value>']) {
      const body = `<Test xmlns="urn:test">${text}</Test>`;
      expect(() => codecs.readBody('readTestRequest', body, { defaults })).toThrow();
      expect(readStrictly(codecs, body).error?.path).toMatch(/^value\.[xy]$/);
    }
  }
});

test('a list of one’s own may be empty', () => {
  const codecs = codecsOf('<xs:list itemType="xs:NMTOKEN"/>');
  expect(read(codecs, '')).toEqual([]);
});

test.each([
  ['xs:float', '1e39', Number.POSITIVE_INFINITY],
  ['xs:double', '-1e400', Number.NEGATIVE_INFINITY],
  ['xs:gMonth', '--05--Z', '--05Z'],
])('clients and strict readers read what the closest value is: %s %s', (base, text, value) => {
  const codecs = codecsOf(restriction(base));
  expect(read(codecs, text)).toBe(value);
  expect(takes(codecs, text)).toBe(true);
});
