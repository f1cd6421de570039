import { describe, expect, test } from '@jest/globals';
import { inputValues } from '../../../src/cli/call-values.ts';
import { loadCodecs } from '../../plan/support/codecs.ts';
import { planText } from '../../plan/support/contract.ts';

const schema = `
  <s:element name="Op"><s:complexType><s:sequence>
    <s:element name="id" type="s:long"/>
    <s:element name="when" type="s:date" minOccurs="0"/>
    <s:element name="tags" type="t:ArrayOfInt" minOccurs="0"/>
    <s:element name="flag" type="s:boolean" minOccurs="0" maxOccurs="unbounded"/>
    <s:element name="choice" type="t:Either" minOccurs="0"/>
    <s:element name="turns" type="t:Turns" minOccurs="0"/>
    <s:element name="shape" type="t:Shape" minOccurs="0"/>
    <s:element name="price" type="t:Price" minOccurs="0"/>
    <s:element name="open" type="t:Open" minOccurs="0"/>
    <s:element name="list" minOccurs="0"><s:simpleType><s:list itemType="s:int"/></s:simpleType></s:element>
    <s:element name="either" minOccurs="0"><s:simpleType><s:union memberTypes="s:int t:Word"/></s:simpleType></s:element>
    <s:element name="nothing" type="s:int" minOccurs="0" nillable="true"/>
    <s:element name="twin" type="t:Twin" minOccurs="0"/>
    <s:element ref="t:kin" minOccurs="0"/>
    <s:element name="untyped" minOccurs="0"/>
    <s:element name="mixed" minOccurs="0"><s:complexType mixed="true"/></s:element>
  </s:sequence></s:complexType></s:element>
  <s:element name="kin" type="t:Base"/>
  <s:element name="special" type="t:Special" substitutionGroup="t:kin"/>
  <s:complexType name="Base"/>
  <s:complexType name="Special"><s:complexContent><s:extension base="t:Base"><s:sequence><s:element name="r" type="s:double"/></s:sequence></s:extension></s:complexContent></s:complexType>
  <s:complexType name="Twin"><s:sequence><s:element name="code" type="s:string"/></s:sequence><s:attribute name="code" type="s:int"/></s:complexType>
  <s:element name="OpResponse"><s:complexType/></s:element>
  <s:complexType name="ArrayOfInt"><s:sequence><s:element name="int" type="s:int" minOccurs="0" maxOccurs="unbounded"/></s:sequence></s:complexType>
  <s:complexType name="Either"><s:choice><s:element name="a" type="s:int"/><s:element name="b" type="s:string"/></s:choice></s:complexType>
  <s:complexType name="Turns"><s:choice maxOccurs="unbounded"><s:element name="left" type="s:int"/><s:element name="right" type="s:long"/></s:choice></s:complexType>
  <s:complexType name="Shape" abstract="true"><s:sequence/></s:complexType>
  <s:complexType name="Circle"><s:complexContent><s:extension base="t:Shape"><s:sequence><s:element name="r" type="s:double"/></s:sequence></s:extension></s:complexContent></s:complexType>
  <s:complexType name="Price"><s:simpleContent><s:extension base="s:decimal"><s:attribute name="places" type="s:int" use="required"/></s:extension></s:simpleContent></s:complexType>
  <s:complexType name="Open"><s:sequence><s:element name="n" type="s:int"/><s:any minOccurs="0"/></s:sequence></s:complexType>
  <s:simpleType name="Word"><s:restriction base="s:string"><s:enumeration value="none"/><s:enumeration value="all"/></s:restriction></s:simpleType>`;

const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" name="T">
  <types><s:schema targetNamespace="urn:t" elementFormDefault="qualified">${schema}</s:schema></types>
  <message name="In"><part name="parameters" element="t:Op"/></message>
  <message name="Out"><part name="parameters" element="t:OpResponse"/></message>
  <portType name="P"><operation name="Op"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Op"><soap:operation soapAction="urn:t/Op"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="S"><port name="B" binding="t:B"><soap:address location="http://localhost/S.asmx"/></port></service>
</definitions>`;

const planned = planText(wsdl);
const codecs = loadCodecs(planned);

function valuesOf(tree: Record<string, unknown>) {
  const [operation] = planned.plan?.operations ?? [];
  if (operation === undefined) throw new Error(JSON.stringify(planned.diagnostics));
  return inputValues(operation.messages.input, tree);
}

const element = (name: string) => ({ name, namespace: '' });

describe('inputValues', () => {
  const good: readonly [given: Record<string, unknown>, want: Record<string, unknown>][] = [
    [{ id: '5' }, { id: 5n }],
    [
      { id: 5, when: '2024-02-29' },
      { id: 5n, when: '2024-02-29' },
    ],
    [
      { id: '1', tags: ['1', '2'] },
      { id: 1n, tags: [1, 2] },
    ],
    [
      { id: '1', tags: { int: ['1'] } },
      { id: 1n, tags: [1] },
    ],
    [
      { id: '1', tags: '7' },
      { id: 1n, tags: [7] },
    ],
    [
      { id: '1', flag: 'true' },
      { id: 1n, flag: [true] },
    ],
    [
      { id: '1', choice: { a: '2' } },
      { id: 1n, choice: { a: 2 } },
    ],
    [
      { id: '1', turns: { $choice: [{ left: '1' }, { right: '2' }] } },
      { id: 1n, turns: { $choice: [{ left: 1 }, { right: 2n }] } },
    ],
    [
      { id: '1', shape: { $type: 'Circle', r: '1.5' } },
      { id: 1n, shape: { $type: 'Circle', r: 1.5 } },
    ],
    [
      { id: '1', price: { $value: '9.90', places: '2' } },
      { id: 1n, price: { $value: '9.90', places: 2 } },
    ],
    [
      { id: '1', open: { n: '1', $any: '<x><y/></x>' } },
      { id: 1n, open: { n: 1, $any: { ...element('x'), children: [element('y')] } } },
    ],
    [
      { id: '1', list: '1 2  3' },
      { id: 1n, list: [1, 2, 3] },
    ],
    [
      { id: '1', either: '5' },
      { id: 1n, either: 5 },
    ],
    [
      { id: '1', either: 'none' },
      { id: 1n, either: 'none' },
    ],
    [
      { id: '1', nothing: null },
      { id: 1n, nothing: null },
    ],
    [
      { id: '1', twin: { code: 'e', codeAttribute: '7' } },
      { id: 1n, twin: { code: 'e', codeAttribute: 7 } },
    ],
    [
      { id: '1', kin: { special: { r: '2' } } },
      { id: 1n, kin: { special: { r: 2 } } },
    ],
    [
      { id: '1', untyped: 'text' },
      { id: 1n, untyped: { ...element('untyped'), children: ['text'] } },
    ],
    [
      { id: '1', mixed: 'some text' },
      { id: 1n, mixed: { $content: ['some text'] } },
    ],
  ];
  test.each(good)('%j', (given, want) => {
    const { values, problems } = valuesOf(given);
    expect({ values, problems }).toEqual({ values: want, problems: [] });
    // generated code takes it
    expect(codecs.write('writeOpRequest', values)).toContain('<Op ');
  });

  const bad: readonly [given: Record<string, unknown>, message: RegExp][] = [
    [{}, /parameter 'id' is missing \(long\)/],
    [{ id: '1', choice: { c: '2' } }, /'choice' has no property 'c'/],
    [
      { id: '1', choice: { a: 'x' } },
      /parameter 'choice\.a': 'x' is not an int \(-2147483648 to 2147483647\)$/,
    ],
    [{ id: '1', tags: ['1', 'x'] }, /parameter 'tags\[1\]': 'x' is not/],
    [{ id: '1', turns: { $choice: [{ left: 'x' }] } }, /'turns\.\$choice\[0\]\.left': 'x' is not/],
    [{ id: '1', either: 'some' }, /'some' is not one of int, Word/],
    [{ id: '1', list: '1 x' }, /parameter 'list': 'x' is not an int \(/],
    [{ id: { deep: 1 } }, /parameter 'id': \{"deep":1\} is not of type long$/],
    [{ id: '1', when: '1.2.2024' }, /parameter 'when': '1\.2\.2024' is not a date$/],
    [{ id: '1', shape: { $type: 'Circle' } }, /'shape\.r' is missing/],
    [{ id: '1', shape: { r: '1' } }, /parameter 'shape' is of an abstract type and needs \$type/],
    [{ id: '1', shape: { $type: 'Square' } }, /parameter 'shape' has no type 'Square'/],
    // the type of a property that is not nillable has no null
    [{ id: '1', when: null }, /parameter 'when' may not be null/],
    [{ id: '1', twin: '7' }, /parameter 'twin' is an object \(Twin\), not a text/],
    [{ id: '1', kin: { unknown: '7' } }, /parameter 'kin' is one of the elements kin, special/],
    [{ id: '1', open: { n: '1', $any: '<x>' } }, /'open\.\$any': '<x>' is not well-formed XML/],
  ];
  test.each(bad)('%j', (given, message) => {
    const { problems } = valuesOf(given);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toMatch(message);
  });
});
