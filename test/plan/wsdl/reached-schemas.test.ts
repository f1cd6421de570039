import { describe, expect, test } from '@jest/globals';
import { onlyOperations } from '../../../src/convert/wsdl/definitions.ts';
import { writeWsdl } from '../../../src/convert/wsdl/document.ts';
import { contractOf, modelOf } from '../contract-texts.ts';

const operation = (name: string): { binding: string; portType: string; messages: string } => ({
  messages: `<message name="${name}In"><part name="p" element="t:${name}"/></message>`,
  portType: `<operation name="${name}"><input message="t:${name}In"/></operation>`,
  binding: `<operation name="${name}"><soap:operation soapAction=""/>
    <input><soap:body use="literal"/></input></operation>`,
});

/** A contract with an operation for each element named. */
function wsdlOf(schemas: string, ...names: readonly string[]): string {
  const all = names.map(operation);
  const join = (part: 'messages' | 'portType' | 'binding'): string =>
    all.map((one) => one[part]).join('');
  return `<definitions name="S" targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" xmlns:o="urn:o"
  xmlns:xs="http://www.w3.org/2001/XMLSchema"><types>${schemas}</types>${join('messages')}
  <portType name="P">${join('portType')}</portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  ${join('binding')}</binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://x/"/></port></service>
  </definitions>`;
}

/** Names of the components and messages left when one operation is chosen. */
function left(schema: string, other = ''): readonly string[] {
  const text = wsdlOf(
    `<xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
      <xs:element name="Ask" type="t:A"/><xs:element name="Tell" type="t:Lost"/>
      <xs:complexType name="Lost"><xs:sequence><xs:element name="Ask" type="t:A"/></xs:sequence></xs:complexType>
      ${schema}</xs:schema>${other}`,
    'Ask',
    'Tell',
  );
  const [definitions] = contractOf({ 's.wsdl': text }).definitions;
  if (definitions === undefined) throw new Error('no definitions');
  const only = onlyOperations(definitions, (name) => name === 'Ask');
  // throws where something is referred to that is not there
  modelOf({ 'again.wsdl': writeWsdl(only, undefined) });
  expect(only.messages.map((one) => one.name.localName)).toEqual(['AskIn']);
  return only.schemas
    .flatMap((one) => [
      ...one.elements,
      ...one.types,
      ...one.groups,
      ...one.attributeGroups,
      ...one.attributes,
    ])
    .map((one) => one.name?.localName ?? '')
    .filter((name) => name !== 'Ask' && name !== 'A');
}

const typeA = (content: string): string => `<xs:complexType name="A">${content}</xs:complexType>`;
const sequence = (content: string): string => `<xs:sequence>${content}</xs:sequence>`;
const extension = (name: string, base: string, content = ''): string =>
  `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="t:${base}">${content}
  </xs:extension></xs:complexContent></xs:complexType>`;

describe('the schemas of chosen operations', () => {
  test('hold what a message mentions, at any depth, and nothing else', () => {
    const schema = `${typeA(`${sequence('<xs:group ref="t:G"/>')}<xs:attributeGroup ref="t:AG"/>`)}
      <xs:group name="G">${sequence('<xs:element name="Lost" type="t:Code"/><xs:element ref="t:E"/>')}</xs:group>
      <xs:attributeGroup name="AG"><xs:attribute ref="t:at"/></xs:attributeGroup>
      <xs:attribute name="at" type="t:List"/><xs:attribute name="gone" type="xs:int"/>
      <xs:simpleType name="Code"><xs:restriction base="t:Text"/></xs:simpleType>
      <xs:simpleType name="Text"><xs:restriction base="xs:string"/></xs:simpleType>
      <xs:simpleType name="List"><xs:list itemType="t:Item"/></xs:simpleType>
      <xs:simpleType name="Item"><xs:union memberTypes="t:Member"/></xs:simpleType>
      <xs:simpleType name="Member"><xs:restriction base="xs:int"/></xs:simpleType>
      <xs:simpleType name="Gone"><xs:restriction base="xs:int"/></xs:simpleType>
      <xs:element name="E" type="xs:int"/>`;
    expect([...left(schema)].sort()).toEqual(
      ['AG', 'Code', 'E', 'G', 'Item', 'List', 'Member', 'Text', 'at'].sort(),
    );
  });

  test('keep types derived from that of an element, not those of a mere base', () => {
    const schema = `${extension('A', 'Base', sequence('<xs:element name="p" type="t:Place"/>'))}
      <xs:complexType name="Base"/><xs:complexType name="Place"/>
      ${extension('Sibling', 'Base')}${extension('Below', 'Place')}${extension('Deeper', 'Below')}
      ${extension('OfA', 'A')}`;
    expect(left(schema)).toEqual(['Base', 'Place', 'Below', 'Deeper', 'OfA']);
  });

  test('keep members of substitution groups', () => {
    const schema = `${typeA(sequence('<xs:element ref="t:Head"/>'))}
      <xs:element name="Head" type="xs:anyType" abstract="true"/>
      <xs:element name="One" substitutionGroup="t:Head" type="t:OneType"/>
      <xs:element name="Two" substitutionGroup="t:One" type="t:OneType"/>
      <xs:complexType name="OneType"/>`;
    expect(left(schema)).toEqual(['Head', 'One', 'Two', 'OneType']);
  });

  test('keep all elements where a strict wildcard lets them in', () => {
    const any = (how: string): string => typeA(sequence(`<xs:any processContents="${how}"/>`));
    const more = '<xs:element name="More" type="xs:int"/>';
    expect(left(any('lax') + more)).toEqual([]);
    expect(left(any('strict') + more)).toEqual(['Tell', 'More', 'Lost']);
  });

  test('leave out documents that nothing is left of, and their imports', () => {
    const other = `<xs:schema targetNamespace="urn:o"><xs:simpleType name="O">
      <xs:restriction base="xs:int"/></xs:simpleType></xs:schema>`;
    const schema = `${typeA(sequence(''))}<xs:complexType name="User">
      ${sequence('<xs:element name="o" type="o:O"/>')}</xs:complexType>`;
    expect(left(schema, other)).toEqual([]);
  });
});
