import { describe, expect, test } from '@jest/globals';
import { type LoadedCodecs, loadCodecs } from './support/codecs.ts';
import { compileFiles, generateText } from './support/compiled.ts';
import { planText, valueSchema, valueWsdl, wsdl } from './support/contract.ts';
import { hasXmllint, judge, readStrictly } from './support/strict.ts';

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
  const elements: readonly (readonly [name: string, type: string, good: string, bad: string])[] = [
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
    expect(compileFiles(await generateText(all, { enums: 'const' }))).toBe('');
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
    readStrictly(codecs, `<t:Test xmlns:t="urn:test"><t:value>${content}</t:value></t:Test>`).error
      ?.path;
  expect(pathOf('<free/>')).toBeUndefined();
  expect(pathOf('<t:own>1</t:own>')).toBeUndefined();
  expect(pathOf('<n:other xmlns:n="urn:n"/>')).toBe('value.other[0]');
});

test('an element at a wildcard whose type only attributes have compiles', async () => {
  const text = valueWsdl(`<xs:element name="color" type="t:Color"/>
<xs:complexType name="Value"><xs:sequence><xs:any processContents="strict"/></xs:sequence><xs:attribute name="color" type="t:Color"/></xs:complexType>
<xs:simpleType name="Color"><xs:restriction base="xs:token"><xs:maxLength value="5"/></xs:restriction></xs:simpleType>
<xs:complexType name="Paint"><xs:simpleContent><xs:extension base="t:Color"><xs:attribute name="glossy" type="xs:boolean"/></xs:extension></xs:simpleContent></xs:complexType>`);
  expect(compileFiles(await generateText(text))).toBe('');
});
