import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { C14nCanonicalization, ExclusiveCanonicalization } from 'xml-crypto';
import { Deviations } from '../../src/runtime/client/call.ts';
import { FormReader } from '../../src/runtime/forms/reader.ts';
import { writeReferences } from '../../src/runtime/soap/encoding.ts';
import { captureNodes } from '../../src/runtime/types/content.ts';
import { unexpectedElement } from '../../src/runtime/xml/asmx.ts';
import { captureElement } from '../../src/runtime/xml/capture.ts';
import { XmlReader, type XmlReaderOptions } from '../../src/runtime/xml/reader.ts';
import { writeXmlElement, writeXmlNodes, type XmlElement } from '../../src/runtime/xml/writer.ts';
import { type LoadedCodecs, loadCodecs, roundTrip } from '../plan/support/codecs.ts';
import { compileLater, compileWaiting, generateText } from '../plan/support/compiled.ts';
import { declaration, type Planned, planText, valueWsdl, wsdl } from '../plan/support/contract.ts';
import { renderText } from '../plan/support/render.ts';
import { numbers, randomNamespaces } from '../runtime/random-namespaces.ts';
import { passedOn, signedDocument, signedDocuments } from '../runtime/signed-documents.ts';

describe('codecs namespaces', () => {
  const planned = planText(
    valueWsdl(`<xs:complexType name="Value"><xs:sequence>
    <xs:element name="Topic" type="t:Topic" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="Select" type="t:Selector" minOccurs="0" nillable="true"/>
    <xs:element name="Open" type="t:Open" minOccurs="0"/>
    <xs:element name="Kept" type="t:Open" minOccurs="0" nillable="true"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Topic" mixed="true">
    <xs:sequence><xs:any minOccurs="0" processContents="lax"/></xs:sequence>
    <xs:attribute name="Dialect" type="xs:anyURI" use="required"/>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:complexType name="Selector" mixed="true"/>
  <xs:complexType name="Open"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence>
    <xs:attribute name="no" type="xs:int" form="qualified"/>
    <xs:attribute name="scope" type="xs:QName" form="qualified"/><xs:anyAttribute namespace="##other"/>
  </xs:complexType>`),
  );
  const codecs = loadCodecs(planned);

  /** Reads the content of the value in an element with declarations. */
  function read(declarations: string, content: string): Readonly<Record<string, unknown>> {
    const body = `<Test xmlns="urn:test" ${declarations}><value>${content}</value></Test>`;
    return (codecs.readBody('readTestRequest', body) as { readonly value: never }).value;
  }

  /** Reads what was written, and the text. */
  function back(value: unknown): { readonly value: unknown; readonly xml: string } {
    const xml = codecs.write('writeTestRequest', { value });
    const again = codecs.readBody('readTestRequest', xml) as { readonly value: unknown };
    return { value: again.value, xml };
  }

  describe('texts and attributes that the schema leaves open', () => {
    test('keep what their prefixes mean', () => {
      const value = read(
        'xmlns:one="urn:one" xmlns:k="urn:kinds" xmlns:n="urn:notes" xmlns:unused="u"',
        `<Topic Dialect="d:x" n:kind="k:Alarm">one:Video/one:Motion</Topic>
       <Topic xmlns:one="urn:two" Dialect="d">one:Video<x xmlns="" y="k:z">k:y</x></Topic>
       <Select>//one:Item[@k:id]</Select><Open n:x="one:a http://b" />`,
      );
      expect(value).toMatchObject({
        Topic: [
          { $namespaces: { one: 'urn:one', k: 'urn:kinds' }, $content: ['one:Video/one:Motion'] },
          { $namespaces: { one: 'urn:two' } },
        ],
        Select: { $namespaces: { one: 'urn:one', k: 'urn:kinds' } },
        Open: { $namespaces: { one: 'urn:one' } },
      });
      const { value: again, xml } = back(value);
      expect(again).toEqual(value);
      expect(xml).toContain('<Topic Dialect="d" xmlns:one="urn:two">one:Video<x ');
    });

    test('that have no prefixes have no namespaces', () => {
      const value = read(
        'xmlns:one="urn:one"',
        '<Topic Dialect="d">http://a</Topic><Select/><Open/>',
      );
      for (const one of [...(value.Topic as object[]), value.Select, value.Open]) {
        expect((one as { $namespaces?: unknown }).$namespaces).toBeUndefined();
      }
    });

    test('made by hand declare what they are given', () => {
      const Topic = [{ Dialect: 'd', $content: ['p:x'], $namespaces: { p: 'urn:p' } }];
      expect(back({ Topic }).value).toMatchObject({ Topic });
      expect(back({ Topic }).xml).toContain('<Topic Dialect="d" xmlns:p="urn:p">p:x</Topic>');
    });

    test('use their own prefixes in names of attributes, each declared once', () => {
      const value = {
        Open: {
          no: 1,
          $anyAttributes: [{ name: 'kind', namespace: 'urn:n', value: 'n:x' }],
          $namespaces: { n: 'urn:n' },
        },
      };
      const { xml } = back(value);
      expect(xml).toContain('n:kind="n:x"');
      expect(xml.split('xmlns:n="urn:n"')).toHaveLength(2);
    });

    test('may have prefixes that would be generated for something else', () => {
      const $namespaces = {
        a1: 'urn:1',
        a2: 'urn:2',
        n1: 'urn:3',
        n2: 'urn:4',
        d1p1: 'urn:5',
        a9: 'urn:6',
      };
      const texts = 'a1:x a2:x n1:x n2:x d1p1:x a9:x';
      const $anyAttributes = [{ name: 'b', namespace: 'urn:b', value: texts }];
      const value = {
        Topic: [{ Dialect: 'd', $anyAttributes, $namespaces, $content: [texts] }],
        Open: { no: 2, scope: '{urn:s}s', a: undefined, $anyAttributes, $namespaces },
      };
      expect(back(value).value).toMatchObject(value);
    });

    test('keep them on a nil element, too', () => {
      const value = read(
        'xmlns:k="urn:k" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"',
        '<Kept i:nil="true" k:x="k:y"/><Select i:nil="true"/>',
      );
      expect(value).toMatchObject({
        Kept: { $nil: true, $namespaces: { k: 'urn:k' } },
        Select: null,
      });
    });

    test('refuse a prefix that cannot be declared', () => {
      const write = ($namespaces: unknown) => () => back({ Open: { $namespaces } });
      expect(write({ xsi: 'urn:x' })).toThrow(
        "value.Open.$namespaces: The prefix 'xsi' cannot be declared here: the message uses it for 'http://www.w3.org/2001/XMLSchema-instance'.",
      );
      expect(write({ q1: 'urn:x' })).toThrow("'q1' cannot be declared here: its name has it");
      expect(write({ 'a b': 'urn:x' })).toThrow("The prefix 'a b' cannot be declared.");
      expect(write({ p: 1 })).toThrow('value.Open.$namespaces: Expected a namespace as a string');
      expect(write('p')).toThrow('value.Open.$namespaces: Expected an object with namespaces');
    });

    test('cannot make little XML grow without bounds', () => {
      const uri = 'u'.repeat(10_000);
      const topics = '<Topic Dialect="d">p:x</Topic>'.repeat(200);
      expect(() => read(`xmlns:p="${uri}"`, topics)).toThrow('too long');
    });

    test('say so in their types', () => {
      expect(declaration(planned, 'Topic')).toContain(
        '$namespaces?: Readonly<Record<string, string>> | undefined;',
      );
    });
  });
});

describe('codecs qnames', () => {
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
      const codecs = loadCodecs(
        planText(wsdl({ schema, operations: { Test: { input: 'Test' } } })),
      );
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
});

describe('codecs property names', () => {
  /** An annotation that names the property. */
  function named(property: string, namespace = 'https://jakarta.ee/xml/ns/jaxb'): string {
    return `<xs:annotation><xs:appinfo>for others: <o:x xmlns:o="urn:o">text</o:x><j:property xmlns:j="${namespace}" name="${property}"/></xs:appinfo></xs:annotation>`;
  }

  function element(name: string, property: string, more = ''): string {
    return `<xs:element name="${name}" type="xs:string"${more}>${named(property)}</xs:element>`;
  }

  function typeOf(content: string): string {
    return valueWsdl(`<xs:complexType name="Value">${content}</xs:complexType>`);
  }

  test('properties have the names given, messages those of the schema', () => {
    const attribute = `<xs:attribute name="ver" type="xs:int">${named('version', 'http://java.sun.com/xml/ns/jaxb')}</xs:attribute>`;
    const text = typeOf(`<xs:sequence>${element('STDid', 'studentId')}</xs:sequence>${attribute}`);
    const value = { value: { version: 2, studentId: 'a' } };
    const codecs = loadCodecs(planText(text));
    const round = roundTrip(codecs, value);
    expect(round.xml).toContain(' ver="2"><STDid>a</STDid>');
    expect(round.value).toEqual(value);
  });

  test('a name that is taken, or that every object has, gives way', async () => {
    const text = typeOf(
      `<xs:sequence>${element('a', 'b')}${element('b', 'b')}${element('c', 'toString')}</xs:sequence>`,
    );
    compileLater(await generateText(text));
    const value = { value: { b: '1', bElement: '2', toStringElement: '3' } };
    const round = roundTrip(loadCodecs(planText(text)), value);
    expect(round.xml).toContain('<a>1</a><b>2</b><c>3</c>');
    expect(round.value).toEqual(value);
  });

  test('branches of a choice share an element only under one name', async () => {
    const branch = (name: string, other: string): string =>
      `<xs:sequence>${element('id', name)}${element(other, other)}</xs:sequence>`;
    const text = typeOf(`<xs:choice>${branch('first', 'x')}${branch('second', 'y')}</xs:choice>`);
    compileLater(await generateText(text));
    const codecs = loadCodecs(planText(text));
    for (const value of [{ value: { first: '1', x: '2' } }, { value: { second: '1', y: '2' } }]) {
      const round = roundTrip(codecs, value);
      expect(round.xml).toContain('<id>1</id>');
      expect(round.value).toEqual(value);
    }
  });

  test('an extension keeps the names of its base', () => {
    const text = valueWsdl(
      `<xs:complexType name="Base"><xs:sequence>${element('a', 'first')}</xs:sequence></xs:complexType>
     <xs:complexType name="Value"><xs:complexContent><xs:extension base="t:Base"><xs:sequence>${element('b', 'second')}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
    );
    const value = { value: { first: '1', second: '2' } };
    const round = roundTrip(loadCodecs(planText(text)), value);
    expect(round.xml).toContain('<a>1</a><b>2</b>');
    expect(round.value).toEqual(value);
  });

  test('a reference names its property before the declaration does', () => {
    const text = valueWsdl(
      `${element('Note', 'note')}
     <xs:complexType name="Value"><xs:sequence>
       <xs:element ref="t:Note"/>
       <xs:element name="other" type="xs:string"/>
       <xs:element ref="t:Note">${named('remark')}</xs:element>
     </xs:sequence><xs:attribute ref="xml:lang">${named('language')}</xs:attribute></xs:complexType>`,
    );
    const value = { value: { language: 'en', note: '1', other: '2', remark: '3' } };
    const round = roundTrip(loadCodecs(planText(text)), value);
    expect(round.xml).toContain('<Note>1</Note><other>2</other><Note>3</Note>');
    expect(round.value).toEqual(value);
  });

  test.each(['', 'a b', '1a', '$type', '__proto__', 'a-b', 'x'.repeat(300)])(
    'a name that no property can have is left out with a warning: %s',
    (name) => {
      const planned = planText(typeOf(`<xs:sequence>${element('id', name)}</xs:sequence>`));
      expect(planned.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
        'warning ASMX1023',
      ]);
      const value = { value: { id: '1' } };
      expect(roundTrip(loadCodecs(planned), value).value).toEqual(value);
    },
  );
});

describe('codecs reserved properties', () => {
  const attribute = (name: string): string => `<xs:attribute name="${name}" type="xs:string"/>`;
  const a = '<xs:element name="a" type="xs:string"/>';
  const b = '<xs:element name="b" type="xs:string"/>';

  /**
   * Types that have a property of generated code's own, `$value` say, and one of the contract's of
   * the same word.
   */
  const types: Readonly<Record<string, { type: string; value: object }>> = {
    value: {
      type: `<xs:simpleContent><xs:extension base="xs:int">${attribute('value')}</xs:extension></xs:simpleContent>`,
      value: { value: 'v', $value: 5 },
    },
    choice: {
      type: `<xs:choice maxOccurs="unbounded">${a}${b}</xs:choice>${attribute('choice')}`,
      value: { choice: 'c', $choice: [{ b: '1' }, { a: '2' }] },
    },
    content: {
      type: `<xs:sequence>${a}</xs:sequence>${attribute('content')}`,
      value: { content: 'c', $content: ['text'] },
    },
    any: {
      type: `<xs:sequence>${a}<xs:element name="any" type="xs:int"/><xs:any namespace="##other" processContents="lax"/></xs:sequence>`,
      value: {
        a: '1',
        any: 2,
        $any: { name: 'x', namespace: 'urn:o' },
      },
    },
    anyAttributes: {
      type: `<xs:sequence>${a}</xs:sequence>${attribute('anyAttributes')}<xs:anyAttribute namespace="##other" processContents="lax"/>`,
      value: { anyAttributes: 'x', a: '1' },
    },
  };

  test.each(Object.keys(types))('a property %s beside that of generated code', async (name) => {
    const { type, value } = types[name] ?? { type: '', value: {} };
    const mixed = name === 'content' ? ' mixed="true"' : '';
    const text = valueWsdl(`<xs:complexType name="Value"${mixed}>${type}</xs:complexType>`);
    compileLater(await generateText(text));
    const codecs = loadCodecs(planText(text));
    expect(roundTrip(codecs, { value }).value).toMatchObject({ value });
  });

  test('a choice whose branches are one element compiles, and wants it', async () => {
    const text = valueWsdl(
      `<xs:complexType name="Value"><xs:choice>${a}${a}</xs:choice></xs:complexType>`,
    );
    compileLater(await generateText(text));
    const codecs = loadCodecs(planText(text));
    expect(roundTrip(codecs, { value: { a: '1' } }).value).toEqual({ value: { a: '1' } });
    expect(() =>
      codecs.readBody('readTestRequest', '<Test xmlns="urn:test"><value/></Test>'),
    ).toThrow("Exactly one of 'a' must be there");
  });

  test('an element of a substitution group that every object has by name is written in full', async () => {
    const text = valueWsdl(
      `<xs:complexType name="Value"><xs:sequence><xs:element ref="t:head" maxOccurs="9"/></xs:sequence></xs:complexType>
<xs:element name="head" type="xs:int"/>
<xs:element name="toString" type="xs:int" substitutionGroup="t:head"/>
<xs:element name="__proto__" type="xs:int" substitutionGroup="t:head"/>`,
    );
    const value = {
      value: { head: [{ head: 1 }, { '{urn:test}toString': 2 }, { '{urn:test}__proto__': 3 }] },
    };
    const { xml, value: back } = roundTrip(loadCodecs(planText(text)), value);
    expect(xml).toContain('<head>1</head><toString>2</toString><__proto__>3</__proto__>');
    expect(back).toEqual(value);
    compileLater(await generateText(text));
  }, 60_000);
});

describe('codecs ids', () => {
  const planned = planText(
    valueWsdl(`
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="node" type="t:Node" minOccurs="0" maxOccurs="unbounded"/>
  <xs:element name="key" type="t:Key" minOccurs="0" maxOccurs="unbounded"/>
  <xs:element name="either" type="t:Either" minOccurs="0" maxOccurs="unbounded"/>
  <xs:element name="more" minOccurs="0"><xs:complexType>
    <xs:sequence><xs:any minOccurs="0" processContents="lax"/></xs:sequence>
    <xs:anyAttribute processContents="lax"/>
  </xs:complexType></xs:element>
</xs:sequence></xs:complexType>
<xs:complexType name="Node"><xs:sequence>
  <xs:element name="to" type="xs:IDREF" minOccurs="0"/>
  <xs:element name="all" type="xs:IDREFS" minOccurs="0"/>
  <xs:element name="node" type="t:Node" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence><xs:attribute name="id" type="xs:ID"/><xs:attribute name="ref" type="xs:IDREF"/></xs:complexType>
<xs:simpleType name="Key"><xs:restriction base="xs:ID"><xs:maxLength value="8"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Short"><xs:restriction base="xs:IDREFS"><xs:maxLength value="1"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Either"><xs:union memberTypes="xs:int t:Short xs:string"/></xs:simpleType>`),
  );

  const codecs = loadCodecs(planned);

  function readerOf(content: string, options: XmlReaderOptions = {}): XmlReader {
    const reader = new XmlReader(
      `<Body><Test xmlns="urn:test"><value>\n${content}</value></Test></Body>`,
      options,
    );
    reader.nextTag();
    return reader;
  }

  function read(content: string, options?: XmlReaderOptions, from: LoadedCodecs = codecs): unknown {
    return from.functions.readTestRequest?.(readerOf(content, options) as never);
  }

  /** What a strict reader says of the content of a value: `undefined` where it takes it. */
  function refusal(content: string): unknown {
    const reader = readerOf(content);
    reader.unexpected = unexpectedElement;
    try {
      codecs.functions.readTestRequest?.(reader as never);
      return undefined;
    } catch (error) {
      const { message, path, line, column } = error as Record<string, unknown>;
      return [message, path, line, column];
    }
  }

  const twice = "'a' is already used as an ID.";
  const nowhere = (name: string): string => `Reference to undeclared ID is '${name}'.`;

  /** Messages with what is wrong with them: text, path, and column in the second line. */
  const wrong = [
    ['<node id="a"/><node id="a"/>', twice, 'value.node[1].id', 21],
    ['<node id="a"><node id="a"/></node>', twice, 'value.node[0].node[0].id', 20],
    ['<key>a</key><key> a </key>', twice, 'value.key[1]', 29],
    ['<node id="a"/><key>a</key>', twice, 'value.key[0]', 29],
    ['<node ref="b"/>', nowhere('b'), 'value.node[0].ref', 2],
    ['<node id="a"/><node><to>b</to></node>', nowhere('b'), 'value.node[1].to', 22],
    ['<node id="a"><all>a b a</all></node>', nowhere('b'), 'value.node[0].all', 15],
    ['<either>b</either>', nowhere('b'), 'value.either[0]', 2],
  ] as const;

  describe('IDs of a message', () => {
    test.each(wrong)('a strict reader refuses %s', (content, message, path, column) => {
      expect(refusal(content)).toEqual([`${path}: ${message}`, path, 2, column]);
    });

    test.each(wrong)('others read %s, and tell those who listen', (content, message, path, _) => {
      const value = read(content);
      for (const lenient of [false, true]) {
        const deviations = new Deviations(lenient);
        expect(read(content, { deviations })).toEqual(value);
        expect(deviations.list()).toEqual([{ path, message }]);
      }
    });

    test.each([
      ['references before and after their IDs', '<node ref="b"/><node id="b"><to>b</to></node>'],
      [
        'one name for elements of all kinds',
        '<node id="a" ref="a"><all>a a k</all></node><key>k</key>',
      ],
      ['members of a union that take it at last', '<either>b c</either><either>1</either>'],
      ['XML without types, which may hold any IDs', '<node ref="b"/><more><x id="b"/></more>'],
      ['attributes without types', '<node ref="b"/><more id="b"/>'],
      ['no IDs', ''],
    ])('a strict reader takes %s', (_, content) => {
      expect(refusal(content)).toBeUndefined();
      const deviations = new Deviations(false);
      read(content, { deviations });
      expect(deviations.count).toBe(0);
    });

    test('an ID that is there three times is told twice', () => {
      const deviations = new Deviations(false);
      read('<key>a</key><key>a</key><key>b</key><key>a</key>', { deviations });
      expect(deviations.list().map(({ path }) => path)).toEqual(['value.key[1]', 'value.key[3]']);
    });

    test('a reader that no one listens to keeps none', () => {
      const reader = readerOf('<node id="a"/><node id="a"/>');
      codecs.functions.readTestRequest?.(reader as never);
      expect(reader.ids).toBeUndefined();
    });
  });

  describe('content whose order counts', () => {
    const ordered = loadCodecs(
      planText(
        valueWsdl(`<xs:complexType name="Value"><xs:sequence>
  <xs:choice maxOccurs="unbounded">
    <xs:sequence><xs:element name="a" type="xs:ID"/><xs:element name="b" type="xs:IDREF"/></xs:sequence>
    <xs:sequence><xs:element name="c" type="xs:ID"/><xs:element name="b" type="xs:IDREF"/></xs:sequence>
  </xs:choice>
  <xs:element name="a" type="xs:ID" minOccurs="0"/>
</xs:sequence></xs:complexType>`),
      ),
    );

    test('has each ID once, however it is read', () => {
      for (const [content, told] of [
        ['<a>x</a><b>x</b><c>y</c><b>x</b><a>z</a>', []],
        ['<a>x</a><b>x</b><c>x</c><b>q</b>', [twice.replace('a', 'x'), nowhere('q')]],
      ] as const) {
        const deviations = new Deviations(false);
        read(content, { deviations }, ordered);
        expect(deviations.list().map(({ message }) => message)).toEqual(told);
      }
    });
  });

  test('contracts without IDs have nothing of it', () => {
    const other = planText(
      valueWsdl(
        '<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="xs:NCName"/></xs:sequence></xs:complexType>',
      ),
    );
    if (planned.plan === undefined || other.plan === undefined) throw new Error('no plan');
    const reads = ({ plan }: Planned): string =>
      plan?.operations.map(({ functions }) => functions.readRequest?.flat ?? '').join() ?? '';
    expect(reads(planned)).toContain('checkingIds');
    expect(reads(other)).not.toBe('');
    expect(reads(other) + renderText('descriptions', other.plan)).not.toMatch(/Ids/);
  });
});

describe('codecs mapped forms', () => {
  const microsoft = 'http://microsoft.com/wsdl/types/';

  const contract = `asmx: 1
name: Test
namespace: urn:test
bindings: [soap11, httpGet, httpPost]
services:
  Test:
    operations:
      Book: { parameters: { at: dateTime, price: decimal, seats: long, days: 'dateTime[]', rate: double } }
`;
  const texts =
    'at=2%2F29%2F2024 1:05 PM&price=1,234.50-&seats=%2B5 &days=29-Feb-2024&rate=Infinity';
  const own = { module: './own.ts', type: 'Own', parse: 'parseOwn', format: 'formatOwn' };
  const functions = {
    parseOwn: (text: string) => ({ own: text }),
    formatOwn: (value: { readonly own: string }) => value.own,
  };

  describe('GET and POST have the texts of .NET for types that are mapped to others', () => {
    test.each([
      [
        'built-in ones',
        { types: { dateTime: 'Date', decimal: 'number', long: 'string' } },
        {
          at: new Date('2024-02-29T13:05:00'),
          price: -1234.5,
          seats: '5',
          days: [new Date('2024-02-29T00:00:00')],
          rate: Number.POSITIVE_INFINITY,
        },
      ],
      [
        'those of modules',
        { types: { own: { dateTime: own, decimal: own, long: own, double: own } } },
        {
          at: { own: '2024-02-29T13:05:00' },
          price: { own: '-1234.50' },
          seats: { own: '5' },
          days: [{ own: '2024-02-29T00:00:00' }],
          rate: { own: 'INF' },
        },
      ],
    ])('%s', (_, options, value) => {
      const codecs = loadCodecs(planText(contract, options as never, 'test.yaml'), functions);
      const readForm = codecs.functions.readBookForm as unknown as (form: FormReader) => unknown;
      expect(readForm(new FormReader(texts))).toEqual(value);
      expect(codecs.write('writeBookForm', value)).toContain('&rate=Infinity');
      expect(() => readForm(new FormReader(texts.replace('1,234', 'x')))).toThrow(
        'Cannot convert x.50- to System.Decimal.',
      );
    });

    test('what the mapped type cannot be is told with the text that came', () => {
      const options = { types: { long: 'number' } };
      const codecs = loadCodecs(planText(contract, options as never, 'test.yaml'));
      const readForm = codecs.functions.readBookForm as unknown as (form: FormReader) => unknown;
      const form = new FormReader(texts.replace('%2B5 ', '+9007199254740993'.replace('+', '%2B')));
      expect(() => readForm(form)).toThrow('Cannot convert +9007199254740993 to long.');
    });
  });

  describe('the DateTimeOffset of .NET, where a Date stands for a dateTime', () => {
    const type = (name: string, base: string): string =>
      `<xs:simpleType name="${name}"><xs:restriction base="${base}"/></xs:simpleType>`;
    const offsets = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${microsoft}">${type('dateTimeOffset', 'xs:dateTime')}</xs:schema>`;

    test.each(['m:dateTimeOffset', 't:Moment', 't:Late'])('%s has a zone', (name) => {
      const late = type('Late', 'm:dateTimeOffset').replace(
        '/></xs:simpleType>',
        '><xs:minInclusive value="0001-01-01T00:00:00Z"/></xs:restriction></xs:simpleType>',
      );
      const contract = valueWsdl(
        `<xs:import namespace="${microsoft}"/>${type('Moment', 'm:dateTimeOffset')}${late}<xs:complexType name="Value"><xs:sequence><xs:element name="at" type="${name}"/></xs:sequence></xs:complexType>`,
      ).replace('<xs:schema ', `${offsets}<xs:schema xmlns:m="${microsoft}" `);
      const plan = planText(contract, { types: { dateTime: 'Date' } });
      const value = { value: { at: new Date('0001-01-01T00:00:00Z') } };
      expect(loadCodecs(plan).write('writeTestRequest', value)).toContain(
        '<at>0001-01-01T00:00:00Z</at>',
      );
    });
  });
});

describe('passed on', () => {
  interface Dom {
    readonly documentElement: unknown;
  }
  /** The DOM of xml-crypto. */
  const { DOMParser } = createRequire(createRequire(import.meta.url).resolve('xml-crypto'))(
    '@xmldom/xmldom',
  ) as { readonly DOMParser: new () => { parseFromString(text: string, type: string): Dom } };

  function canonical(text: string, kind: 'inclusive' | 'exclusive' = 'inclusive'): string {
    const { documentElement } = new DOMParser().parseFromString(text, 'text/xml');
    const how = kind === 'inclusive' ? new C14nCanonicalization() : new ExclusiveCanonicalization();
    return how.process(documentElement as never, {}) as string;
  }

  /** An element inside another one. */
  function captureIn(outer: string, inner: string): XmlElement {
    const reader = new XmlReader(outer.replace('><', `>${inner}<`));
    reader.nextTag();
    reader.nextTag();
    return captureElement(reader);
  }
  const plain = '<e></e>';

  describe('an element that was read is written with the same names and declarations', () => {
    test.each([
      [
        'declarations that nothing uses',
        '<a xmlns:x="u" xmlns:y="v" xmlns="w"><b xmlns:z="t" /></a>',
      ],
      ['a prefix of a value, at its place', '<a xmlns:x="u"><b c="x:d">x:e</b></a>'],
      [
        'the default namespace and a prefix of the same',
        '<a xmlns="u" xmlns:p="u"><p:b /><c /></a>',
      ],
      ['two prefixes of one namespace', '<p:a xmlns:p="u" xmlns:q="u"><q:b><p:c /></q:b></p:a>'],
      ['both in attributes', '<a xmlns:p="u" xmlns:q="u" p:b="1" q:c="2"><d q:e="3" /></a>'],
      ['a prefix that changes', '<p:a xmlns:p="u"><p:b xmlns:p="v"><p:c /></p:b><p:d /></p:a>'],
      [
        'and comes back',
        '<p:a xmlns:p="u"><a xmlns:p="v" xmlns:q="u"><p:b xmlns:p="u" /></a></p:a>',
      ],
      ['a default namespace in a prefixed element', '<p:a xmlns="u" xmlns:p="v"><b /></p:a>'],
      ['none inside of one', '<a xmlns="u"><b xmlns=""><c xmlns="u" /></b></a>'],
      ['a prefix that only a list has', '<a xmlns:p="u"><b PrefixList="p #default" /></a>'],
      ['a namespace with signs', '<p:a xmlns:p="u&amp;&quot;"><p:b /></p:a>'],
      [
        'a prefix as generated ones',
        '<a xmlns:d1p1="u" d1p1:b="1"><c xmlns:d1p1="v" d1p1:d="" /></a>',
      ],
    ])('%s', (_, source) => {
      expect(writeXmlElement(captureIn(plain, source), '')).toBe(source);
      expect(writeXmlElement(captureIn('<p:e xmlns:p="o" xmlns="w"></p:e>', source), 'w')).toMatch(
        /^<(?:a|p:a) /,
      );
    });

    test('what the tags around declare and it uses, it declares itself', () => {
      const outer = '<e xmlns:p="u" xmlns:q="v" xmlns:r="w" xmlns:s="x" xmlns:t="y"></e>';
      const inner = '<a><p:b q:c="r:d">http://x</p:b><l PrefixList="s" /></a>';
      expect(writeXmlElement(captureIn(outer, inner), '')).toBe(
        inner.replace('<a>', '<a xmlns:p="u" xmlns:q="v" xmlns:r="w" xmlns:s="x">'),
      );
    });

    test('names without a prefix in its values keep that they have no namespace', () => {
      const type = '<p:a xmlns:p="u" xmlns:i="i" i:type="T" />';
      expect(writeXmlElement(captureIn(plain, type), 'urn:contract')).toContain(' xmlns=""');
      expect(writeXmlElement(captureIn('<e xmlns="o"></e>', type), 'o')).not.toContain(' xmlns="');
    });

    test('copies and parts of it are the same XML, with other prefixes', () => {
      const read = captureIn(plain, '<p:a xmlns:p="u" xmlns:q="v" c="q:x"><p:b q:d="q:y" /></p:a>');
      expect(writeXmlElement({ ...read }, '')).toBe(
        '<a c="q:x" xmlns:q="v" xmlns="u"><b q:d="q:y" /></a>',
      );
      expect(writeXmlElement(JSON.parse(JSON.stringify(read)) as XmlElement, '')).toBe(
        '<a c="q:x" xmlns:q="v" xmlns="u"><b q:d="q:y" /></a>',
      );
      const [child] = read.children as readonly XmlElement[];
      expect(writeXmlElement(child as XmlElement, '')).toContain('xmlns="u"');
    });

    test('one that declares a prefix anew, which its tag has', () => {
      const read = captureIn(plain, '<p:a xmlns:p="u"><p:b /></p:a>');
      const changed: XmlElement = { ...read, namespaces: { p: 'v' } };
      expect(writeXmlElement(changed, '')).toBe('<a xmlns:p="v" xmlns="u"><b /></a>');
    });

    test('another runtime writes it, too: the property with its tag is registered', () => {
      const read = captureIn(plain, '<p:a xmlns:p="u"/>');
      const [symbol] = Object.getOwnPropertySymbols(read);
      expect(Symbol.keyFor(symbol as symbol)).toBe('asmx-gen.ReadTag');
      expect(Object.keys(read)).toEqual(['name', 'namespace']);
    });

    test('elements in one list do not influence each other', () => {
      const source = '<p:a xmlns:p="u" /><a xmlns="u" /><q:a xmlns:q="u" q:b="" /><a xmlns="u" />';
      const reader = new XmlReader(`<e>${source}</e>`);
      reader.nextTag();
      expect(writeXmlNodes(captureNodes(reader), '')).toBe(source);
    });

    test('300 random elements keep both canonical forms, inside of others and alone', () => {
      let compared = 0;
      for (let seed = 1; seed <= 300; seed++) {
        const text = randomNamespaces(numbers(seed));
        let expected: string;
        try {
          new XmlReader(text).nextTag();
          expected = canonical(text);
          const written = writeXmlElement(captureIn(plain, text), '');
          expect(canonical(written)).toBe(expected);
          const moved = writeXmlElement(captureIn('<o:e xmlns:o="u" xmlns=""></o:e>', text), 'u');
          expect(canonical(moved, 'exclusive')).toBe(canonical(text, 'exclusive'));
          compared++;
        } catch (error) {
          // attributes of two prefixes may have one name
          if (!String(error).includes('duplicate')) throw error;
        }
      }
      expect(compared).toBeGreaterThan(150);
    });
  });

  describe('signed documents that are read and sent on', () => {
    test.each(signedDocuments)('%s.xml', (name, tag) => {
      const sent = passedOn(name, tag);
      const document = signedDocument(name);
      expect(canonical(sent)).toBe(canonical(document));
      expect(canonical(sent, 'exclusive')).toBe(canonical(document, 'exclusive'));
      expect(sent).toContain(/<[^>]*>/.exec(document)?.[0].match(/ xmlns:\w+="[^"]*"/)?.[0] ?? '');
    });
  });
});

test('what was generated above compiles', () => {
  expect(compileWaiting()).toBe('');
});
