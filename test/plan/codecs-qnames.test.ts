import { describe, expect, test } from '@jest/globals';
import { FormReader } from '../../src/runtime/forms/reader.ts';
import { writeReferences } from '../../src/runtime/soap/encoding.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planText, valueWsdl, wsdl } from './support/contract.ts';

/** Simple types with QNames of every variety. */
const types = `
<xs:simpleType name="Color"><xs:restriction base="xs:QName"><xs:enumeration value="t:red"/><xs:enumeration value="o:red"/><xs:enumeration value="plain"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Names"><xs:list itemType="xs:QName"/></xs:simpleType>
<xs:simpleType name="Two"><xs:restriction base="t:Names"><xs:length value="2"/></xs:restriction></xs:simpleType>
<xs:simpleType name="NameOrNumber"><xs:union memberTypes="xs:int xs:QName xs:string"/></xs:simpleType>
<xs:simpleType name="Short"><xs:restriction base="xs:QName"><xs:maxLength value="1"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Prefixed"><xs:restriction base="xs:QName"><xs:pattern value="[k-m]{2}:[a-z]+"/></xs:restriction></xs:simpleType>`;

function codecsOf(content: string, more = '') {
  const planned = planText(
    valueWsdl(`<xs:complexType name="Value">${content}</xs:complexType>${types}${more}`, {
      attributes: 'xmlns:o="urn:other" xmlns:d="urn:d"',
      form: 'elementFormDefault="qualified" xmlns=""',
    }),
  );
  return { planned, codecs: loadCodecs(planned) };
}

const sequence = (...elements: readonly string[]): string =>
  `<xs:sequence>${elements.join('')}</xs:sequence>`;

describe('QNames in elements', () => {
  test('are declared in the start tag and read with their namespaces', () => {
    const { codecs, planned } = codecsOf(
      sequence('<xs:element name="q" type="xs:QName" maxOccurs="9"/>'),
    );
    expect(declaration(planned, 'Value')).toContain('readonly q: readonly string[];');
    const value = {
      value: {
        q: ['{urn:x}abc', 'abc', '{http://www.w3.org/XML/1998/namespace}lang', '{a&"{}b}c'],
      },
    };
    const { xml, value: again } = roundTrip(codecs, value);
    expect(xml).toContain('<q1:q xmlns:q1="urn:test" xmlns="" xmlns:n="urn:x">n:abc</q1:q>');
    expect(xml).toContain('xmlns="">abc</q1:q>');
    expect(again).toEqual(value);
  });

  test('of any stack are read, whichever prefix they have and wherever it is declared', () => {
    const { codecs } = codecsOf(sequence('<xs:element name="q" type="xs:QName" maxOccurs="9"/>'));
    const body = `<t:Test xmlns:t="urn:test" xmlns:p="urn:p"><t:value><t:q>p:a</t:q><t:q xmlns:p="urn:q">p:a</t:q><t:q> t:a </t:q><t:q xmlns="urn:d">a</t:q><t:q>a</t:q></t:value></t:Test>`;
    expect(codecs.readBody('readTestRequest', body)).toEqual({
      value: { q: ['{urn:p}a', '{urn:q}a', '{urn:test}a', '{urn:d}a', 'a'] },
    });
  });

  test.each([
    ['p:a', "Prefix 'p' is not defined"],
    ['1', "The string '1' is not a valid QName value"],
    ['{urn:x}a', "The string '{urn:x}a' is not a valid QName value"],
  ])('that are none are refused where they are read: %s', (text, message) => {
    const { codecs } = codecsOf(sequence('<xs:element name="q" type="xs:QName"/>'));
    const body = `<Test xmlns="urn:test"><value><q>${text}</q></value></Test>`;
    expect(() => codecs.readBody('readTestRequest', body)).toThrow(`value.q: ${message}`);
  });

  test.each(['p:a', '{urn:x}1', '{urn:x', '', 7])(
    'that are none are refused where they are written: %s',
    (q) => {
      const { codecs } = codecsOf(sequence('<xs:element name="q" type="xs:QName"/>'));
      expect(() => codecs.write('writeTestRequest', { value: { q } })).toThrow(
        "value.q: Expected a QName as '{namespace}local'",
      );
    },
  );

  test('nil, absent and fast-read neighbours', () => {
    const { codecs } = codecsOf(
      sequence(
        ...Array.from({ length: 13 }, (_, at) => `<xs:element name="e${at}" type="xs:int"/>`),
        '<xs:element name="q" type="xs:QName" minOccurs="0"/><xs:element name="n" type="xs:QName" nillable="true"/><xs:element name="z" type="xs:int"/>',
      ),
    );
    const numbers = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`e${at}`, at]));
    for (const rest of [
      { q: '{u}a', n: null, z: 1 },
      { n: '{u}b', z: 2 },
    ]) {
      const value = { value: { ...numbers, ...rest } };
      expect(roundTrip(codecs, value).value).toEqual(value);
    }
  });
});

describe('QNames in attributes and text', () => {
  const content = `<xs:sequence><xs:element name="child" type="xs:string"/><xs:element name="at" type="t:Named" minOccurs="0" maxOccurs="2"/></xs:sequence><xs:attribute name="a" type="xs:QName"/><xs:attribute name="b" type="t:Names"/><xs:attribute ref="t:c"/>`;
  const more = `<xs:attribute name="c" type="xs:QName"/><xs:complexType name="Named"><xs:simpleContent><xs:extension base="xs:QName"><xs:attribute name="kind" type="t:Color"/></xs:extension></xs:simpleContent></xs:complexType>`;

  test('each have prefixes of their own', () => {
    const { codecs } = codecsOf(content, more);
    const value = {
      value: {
        a: '{urn:x}a',
        b: ['{urn:y}b', '{urn:x}b', '{urn:y}c', 'd'],
        c: '{urn:z}c',
        child: 'text',
        at: [{ $value: '{urn:v}v', kind: '{urn:other}red' }, { $value: 'v' }],
      },
    };
    const { xml, value: again } = roundTrip(codecs, value);
    expect(again).toEqual(value);
    expect(xml).toContain(
      '<q1:value xmlns:q1="urn:test" xmlns="" xmlns:n1="urn:x" a="n1:a" xmlns:n2="urn:y" xmlns:n2.2="urn:x" b="n2:b n2.2:b n2:c d" xmlns:a3="urn:test" xmlns:n3="urn:z" a3:c="n3:c"><child xmlns="urn:test">text</child>',
    );
    expect(xml).toContain('xmlns:n1="urn:other" kind="n1:red" xmlns:n="urn:v">n:v</q1:at>');
  });

  test('of types in a family', () => {
    const { codecs } = codecsOf(
      sequence('<xs:element name="base" type="t:Base"/>'),
      `<xs:complexType name="Base"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="Derived"><xs:complexContent><xs:extension base="t:Base"><xs:attribute name="q" type="xs:QName"/></xs:extension></xs:complexContent></xs:complexType>`,
    );
    const value = { value: { base: { $type: 'Derived', x: 1, q: 'plain' } } };
    expect(roundTrip(codecs, value).value).toEqual(value);
  });
});

describe('types made of QNames', () => {
  test('enumerations are unions of names with their namespaces', () => {
    const { codecs, planned } = codecsOf(sequence('<xs:element name="x" type="t:Color"/>'));
    expect(declaration(planned, 'Color')).toContain(
      "type Color = '{urn:test}red' | '{urn:other}red' | 'plain';",
    );
    const value = { value: { x: '{urn:other}red' } };
    expect(roundTrip(codecs, value).value).toEqual(value);
    const body = (text: string) =>
      `<Test xmlns="urn:test" xmlns:t="urn:elsewhere"><value><x>${text}</x></value></Test>`;
    expect(codecs.readBody('readTestRequest', body('red'))).toEqual({
      value: { x: '{urn:test}red' },
    });
    expect(() => codecs.readBody('readTestRequest', body('t:red'))).toThrow('{urn:elsewhere}red');
    expect(() => codecs.write('writeTestRequest', { value: { x: '{urn:x}red' } })).toThrow(
      "value.x: Expected one of '{urn:test}red'",
    );
  });

  test('lists, unions, and lengths, which names have none of', () => {
    const { codecs } = codecsOf(
      sequence(
        '<xs:element name="two" type="t:Two"/><xs:element name="any" type="t:NameOrNumber" maxOccurs="5"/><xs:element name="short" type="t:Short"/>',
      ),
    );
    const value = {
      value: {
        two: ['{u}a', '{v}b'],
        any: [1, '{u}a', 'local', 'no name <&>'],
        short: '{urn:long}name',
      },
    };
    expect(roundTrip(codecs, value).value).toEqual(value);
    expect(() =>
      codecs.write('writeTestRequest', { value: { ...value.value, two: ['{u}a'] } }),
    ).toThrow('value.two: The value must have 2 items');
  });

  test('a message that is an empty list is an empty tag', () => {
    const list = '<xs:simpleType><xs:list itemType="xs:QName"/></xs:simpleType>';
    const schema = `<xs:element name="Test">${list}</xs:element>`;
    const codecs = loadCodecs(planText(wsdl({ schema, operations: { Test: { input: 'Test' } } })));
    const xml = codecs.write('writeTestRequest', { Test: [] });
    expect(xml).toBe('<q1:Test xmlns:q1="urn:test" />');
  });

  test('a pattern chooses the prefix', () => {
    const { codecs } = codecsOf(
      `${sequence('<xs:element name="x" type="t:Prefixed"/>')}<xs:attribute name="y" type="t:Prefixed"/>`,
    );
    const value = { value: { x: '{urn:x}abc', y: '{urn:y}abc' } };
    const { xml, value: again } = roundTrip(codecs, value);
    expect(xml).toMatch(/xmlns:([klm]{2})="urn:x">\1:abc</);
    expect(again).toEqual(value);
    expect(() => codecs.write('writeTestRequest', { value: { x: '{urn:x}ABC' } })).toThrow(
      'value.x: The value does not match the pattern [k-m]{2}:[a-z]+',
    );
    const body = `<Test xmlns="urn:test"><value><x xmlns:no="u">no:abc</x></value></Test>`;
    expect(() => codecs.readBody('readTestRequest', body)).toThrow('does not match the pattern');
  });
});

describe('values the contract gives', () => {
  test('defaults and fixed values mean what their prefixes mean in the schema', () => {
    const { codecs } = codecsOf(
      `${sequence(
        '<xs:element name="byDefault" type="xs:QName" default="d:x" minOccurs="0"/><xs:element name="fixed" type="t:Names" fixed="d:x plain"/>',
      )}<xs:attribute name="a" type="xs:QName" default="o:y"/><xs:attribute name="f" type="xs:QName" fixed="d:f"/><xs:attribute name="l" type="t:Names" default="d:l"/>`,
    );
    const body = (content: string, attributes = '') =>
      `<Test xmlns="urn:test" xmlns:d="urn:not-d"><value ${attributes}>${content}</value></Test>`;
    const given = {
      value: {
        a: '{urn:other}y',
        f: '{urn:d}f',
        l: ['{urn:d}l'],
        byDefault: '{urn:d}x',
        fixed: ['{urn:d}x', 'plain'],
      },
    };
    expect(codecs.readBody('readTestRequest', body('<byDefault/><fixed/>'))).toEqual(given);
    expect(roundTrip(codecs, given).value).toEqual(given);
    const other = body('<fixed/>', 'xmlns:e="urn:d" f="e:f" l="" a="e:a"');
    expect(codecs.readBody('readTestRequest', other)).toMatchObject({
      value: { f: '{urn:d}f', l: [], a: '{urn:d}a' },
    });
    expect(() => codecs.readBody('readTestRequest', body('<fixed/>', 'f="d:f"'))).toThrow(
      "The value must be '{urn:d}f'",
    );
    expect(() => codecs.readBody('readTestRequest', body('<fixed>d:x plain</fixed>'))).toThrow(
      "The value must be '{urn:d}x plain'",
    );
  });

  test('names without a prefix are in the default namespace', () => {
    const { codecs } = codecsOf(
      sequence('<xs:element name="x" type="xs:QName" default="y" xmlns="urn:default"/>'),
    );
    const body = '<Test xmlns="urn:test"><value><x/></value></Test>';
    expect(codecs.readBody('readTestRequest', body)).toEqual({ value: { x: '{urn:default}y' } });
  });

  test('an enumeration whose prefix is not declared is left out with a warning', () => {
    const { planned } = codecsOf(
      sequence('<xs:element name="x" type="t:Half"/>'),
      '<xs:simpleType name="Half"><xs:restriction base="xs:QName"><xs:enumeration value="t:a"/><xs:enumeration value="none:b"/></xs:restriction></xs:simpleType>',
    );
    expect(declaration(planned, 'Half')).toContain("type Half = '{urn:test}a';");
    expect(planned.diagnostics).toMatchObject([
      {
        code: 'ASMX3003',
        message: "'none:b' is not a value of 'QName', which facet 'enumeration' needs",
      },
    ]);
  });
});

test('HTTP parameters have namespaces in them, since there are no prefixes', () => {
  const planned =
    planText(`<definitions name="T" targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t">
<types><xs:schema targetNamespace="urn:t"><xs:simpleType name="Color"><xs:restriction base="xs:QName"><xs:enumeration value="t:red"/></xs:restriction></xs:simpleType><xs:simpleType name="Names"><xs:list itemType="xs:QName"/></xs:simpleType></xs:schema></types>
<message name="In"><part name="q" type="xs:QName"/><part name="c" type="t:Color"/><part name="l" type="t:Names"/></message><message name="Out"/>
<portType name="P"><operation name="Get"><input message="t:In"/><output message="t:Out"/></operation></portType>
<binding name="B" type="t:P"><h:binding verb="GET"/><operation name="Get"><h:operation location="/Get"/><input><h:urlEncoded/></input><output/></operation></binding>
<service name="S"><port name="P" binding="t:B"><h:address location="http://h/s.asmx"/></port></service></definitions>`);
  const codecs = loadCodecs(planned);
  const value = { q: '{urn:x}a', c: '{urn:t}red', l: ['{urn:x}a', 'b'] };
  const form = codecs.write('writeGetForm', value);
  const { readGetForm } = codecs.functions;
  const read = (text: string): unknown => readGetForm?.(new FormReader(text) as never);
  expect(read(form)).toEqual(value);
  expect(() => read(form.replace('q=', 'q=p:'))).toThrow('Cannot convert p:{urn:x}a to QName');
});

test('answers with SOAP encoding keep the prefixes of names, wherever their objects go', () => {
  const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
  const planned =
    planText(`<definitions name="T" targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t">
<types><xs:schema targetNamespace="urn:t"><xs:complexType name="Item"><xs:sequence><xs:element name="q" type="xs:QName"/></xs:sequence></xs:complexType></xs:schema></types>
<message name="In"/><message name="Out"><part name="result" type="t:Item"/></message>
<portType name="P"><operation name="Get"><input message="t:In"/><output message="t:Out"/></operation></portType>
<binding name="B" type="t:P"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><s:operation soapAction=""/><input><s:body use="encoded" namespace="urn:t" encodingStyle="${encoding}"/></input><output><s:body use="encoded" namespace="urn:t" encodingStyle="${encoding}"/></output></operation></binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://h/s.asmx"/></port></service></definitions>`);
  const codecs = loadCodecs(planned);
  const body = codecs.write('writeGetResponse', { q: '{urn:x}a' });
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  const referred = writeReferences(body, 'urn:t', 'soap11');
  expect(referred).toContain('<q xmlns:n="urn:x" xsi:type="xsd:QName">n:a</q>');
  const declared = `xmlns:tns="urn:t" xmlns:types="urn:t/encodedTypes" xmlns:xsd="http://www.w3.org/2001/XMLSchema" ${xsi}`;
  const reader = new XmlReader(`<Body ${declared}>${referred}</Body>`);
  reader.nextTag();
  expect(codecs.functions.readGetResponse?.(reader as never)).toEqual({ q: '{urn:x}a' });
});

test('NOTATION is a QName, too', () => {
  const { codecs, planned } = codecsOf(
    '<xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="type" type="t:Picture" use="required"/></xs:extension></xs:simpleContent>',
    '<xs:simpleType name="Picture"><xs:restriction base="xs:NOTATION"><xs:enumeration value="t:jpeg"/></xs:restriction></xs:simpleType>',
  );
  expect(declaration(planned, 'Picture')).toContain("type Picture = '{urn:test}jpeg';");
  const value = { value: { $value: 'x', type: '{urn:test}jpeg' } };
  expect(roundTrip(codecs, value).value).toEqual(value);
});

test('a value with names of very many namespaces is refused, as readers would', () => {
  const { codecs } = codecsOf(sequence('<xs:element name="x" type="t:Names"/>'));
  const names = (count: number) => Array.from({ length: count }, (_, at) => `{urn:${at}}a`);
  const value = { value: { x: names(50) } };
  const { xml } = roundTrip(codecs, value);
  expect(new XmlReader(xml).nextTag()).toBe(1);
  expect(() => codecs.write('writeTestRequest', { value: { x: names(51) } })).toThrow(
    'value.x[50]: The value has names of more than 50 namespaces',
  );
});
