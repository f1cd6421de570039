import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { onlyOperations } from '../../src/convert/wsdl/definitions.ts';
import { addressPlaceholder, writeWsdl } from '../../src/convert/wsdl/document.ts';
import { type Definitions, replaceNamespace } from '../../src/model/wsdl.ts';
import { schoolOperations } from '../e2e/school-operations.ts';
import { contractOf, modelOf } from '../plan/contract-texts.ts';
import { voidWsdl } from '../plan/wsdl/void-wsdl.ts';

describe('write wsdl', () => {
  const documentation = /\n *<wsdl:documentation [^>]*>[^<]*<\/wsdl:documentation>/g;

  function only(files: Readonly<Record<string, string>>): Definitions {
    const [definitions] = contractOf(files).definitions;
    if (definitions === undefined) throw new Error('no definitions');
    return definitions;
  }

  /** Definitions without places and their own texts, as plain data to compare. */
  function placeless(value: unknown): unknown {
    return JSON.parse(
      JSON.stringify(value, (key, one) => {
        if (key === 'span' || key === 'originals') return undefined;
        return one === Number.POSITIVE_INFINITY ? 'unbounded' : one;
      }),
    );
  }

  describe('the school service', () => {
    const path = 'specs/student-information.yaml';
    const model = modelOf({ [path]: readFileSync(path, 'utf8') });

    test('has 14 services', () => {
      expect(model.services).toHaveLength(14);
    });

    test.each(model.services.map((service) => [service.name, service] as const))(
      '%s is written as ASMX writes it',
      (name, service) => {
        const address = `http://localhost:8080/${name}.asmx`;
        const operations = schoolOperations
          .filter((one) => one.service === name)
          .map(({ operation, parameters }) => ({
            name: operation,
            parameters: parameters.map(
              (one) => [one, one === 'studentId' ? 'int' : 'string'] as const,
            ),
          }));
        const written = writeWsdl(service.definitions, name, { address });
        expect(written.replace(documentation, '')).toBe(voidWsdl(name, operations, address));
        expect(written.match(documentation)).toHaveLength(3 * operations.length);
      },
    );
  });

  describe('order, prefixes and attributes', () => {
    const yaml = `asmx: 1
name: Shop
namespace: urn:shop
bindings: [soap11, soap12, httpGet, httpPost]
services:
  Shop:
    documentation: "All < orders & more"
    operations:
      First: { parameters: { order: Order }, returns: guid }
      Second: { parameters: { names: 'string[]', color: Color }, returns: string? }
types:
  Color: { values: [Red, dark-blue] }
  Item: { fields: { color: Color, stock: int | null } }
  Order: { fields: { number: string, items: 'Item[]', tags: string* } }
`;
    const written = writeWsdl(only({ 'shop.yaml': yaml }), 'Shop', {
      address: 'http://h/Shop.asmx',
    });

    test('a service without trailing slash in its namespace keeps the order of types as they are needed', () => {
      const names = [...written.matchAll(/^ {6}<s:\w+ name="(\w+)"/gm)].map((one) => one[1]);
      expect(names.slice(0, 9)).toEqual([
        'First',
        'Order',
        'ArrayOfItem',
        'Item',
        'Color',
        'FirstResponse',
        'Second',
        'ArrayOfString',
        'SecondResponse',
      ]);
    });

    test('further schemas are s1, s2', () => {
      expect(written).toContain('xmlns:s1="http://microsoft.com/wsdl/types/"');
      expect(written).toContain('xmlns:s2="urn:shop/AbstractTypes"');
      expect(written).toContain('name="FirstResult" type="s1:guid"');
      expect(written).toContain('<s:import namespace="http://microsoft.com/wsdl/types/" />');
      expect(written).toContain('<wsdl:part name="names" type="s2:StringArray" />');
    });

    test('attributes are in ASMX order', () => {
      expect(written).toContain(
        '<s:element minOccurs="1" maxOccurs="1" name="stock" nillable="true" type="s:int" />',
      );
      expect(written).toContain(
        '<s:element minOccurs="0" maxOccurs="unbounded" name="tags" type="s:string" />',
      );
      expect(written).toContain('<soap:operation soapAction="urn:shop/First" style="document" />');
    });

    test('documentation is escaped and is on definitions and service', () => {
      const texts = written.match(/>All &lt; orders &amp; more<\/wsdl:documentation>/g);
      expect(texts).toHaveLength(2);
    });
  });

  /** A WSDL around schema components and WSDL constructs. */
  function wsdl(schemas: string, rest: string = '', more: string = ''): string {
    return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions name="Made" targetNamespace="urn:made" xmlns:tns="urn:made" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:s="http://www.w3.org/2001/XMLSchema"${more}>
<wsdl:types>${schemas}</wsdl:types>${rest}</wsdl:definitions>`;
  }

  /**
   * Reads, writes and reads again; both readings must be the same, and a second writing too. Gives
   * what was written.
   */
  function roundTrip(files: Readonly<Record<string, string>>): string {
    const definitions = only(files);
    const written = writeWsdl(definitions, undefined);
    const again = only({ 'again.wsdl': written });
    const read = (one: Definitions): unknown =>
      placeless({ ...one, schemas: one.schemas.filter((schema) => schema.builtin !== true) });
    expect(read(again)).toEqual(read(definitions));
    expect(writeWsdl(again, undefined)).toBe(written);
    return written;
  }

  describe('nothing is lost', () => {
    test('constructs of XML Schema', () => {
      const written = roundTrip({
        'a.wsdl': wsdl(`
<s:schema targetNamespace="urn:made" elementFormDefault="qualified" attributeFormDefault="qualified">
  <s:import namespace="urn:other"/>
  <s:annotation><s:documentation>Of the schema</s:documentation></s:annotation>
  <s:attribute name="lang" type="s:language" default="en"/>
  <s:attributeGroup name="common"><s:attribute name="id" type="s:ID" use="required"/><s:attributeGroup ref="tns:more"/><s:anyAttribute namespace="##other" processContents="lax"/></s:attributeGroup>
  <s:attributeGroup name="more"><s:attribute ref="tns:lang" fixed="de"/></s:attributeGroup>
  <s:group name="pair"><s:choice maxOccurs="unbounded"><s:element name="a" type="s:int"/><s:element name="b" minOccurs="0" type="s:string" form="unqualified"/></s:choice></s:group>
  <s:element name="head" type="tns:base" abstract="true"/>
  <s:element name="leaf" substitutionGroup="tns:head" type="tns:derived" nillable="true"/>
  <s:element name="list"><s:complexType><s:sequence><s:element ref="tns:leaf" minOccurs="0" maxOccurs="5"/><s:group ref="tns:pair" minOccurs="0"/><s:any namespace="##other" processContents="skip" minOccurs="0" maxOccurs="unbounded"/></s:sequence></s:complexType>
    <s:unique name="u"><s:selector xpath="x"/><s:field xpath="@a"/></s:unique><s:key name="k"><s:selector xpath="x"/><s:field xpath="@b"/><s:field xpath="c"/></s:key></s:element>
  <s:complexType name="base" abstract="true"><s:annotation><s:documentation>A &lt;base&gt;</s:documentation></s:annotation><s:attributeGroup ref="tns:common"/></s:complexType>
  <s:complexType name="derived"><s:complexContent mixed="true"><s:extension base="tns:base"><s:sequence minOccurs="0"><s:element name="v" type="tns:union" default="x"/></s:sequence><s:attribute name="n" type="s:int" use="prohibited"/></s:extension></s:complexContent></s:complexType>
  <s:complexType name="money"><s:simpleContent><s:extension base="s:decimal"><s:attribute name="currency"><s:simpleType><s:restriction base="s:string"><s:length value="3"/></s:restriction></s:simpleType></s:attribute></s:extension></s:simpleContent></s:complexType>
  <s:complexType name="euro"><s:simpleContent><s:restriction base="tns:money"><s:simpleType><s:restriction base="s:decimal"><s:minInclusive value="0"/></s:restriction></s:simpleType><s:maxInclusive value="9"/><s:attribute name="currency" fixed="EUR" form="unqualified"/></s:restriction></s:simpleContent></s:complexType>
  <s:complexType name="all" mixed="true"><s:all><s:element name="x" type="s:int" minOccurs="0"/><s:element name="y"/></s:all><s:anyAttribute/></s:complexType>
  <s:simpleType name="union"><s:union memberTypes="s:int tns:color"><s:simpleType><s:list itemType="tns:color"/></s:simpleType></s:union></s:simpleType>
  <s:simpleType name="color"><s:restriction base="s:string"><s:enumeration value="red &quot;1&quot;"><s:annotation><s:documentation>First</s:documentation></s:annotation></s:enumeration><s:pattern value="[a-z]&amp;*"/><s:whiteSpace value="collapse"/></s:restriction></s:simpleType>
  <s:simpleType name="listed"><s:list><s:simpleType><s:restriction base="s:int"/></s:simpleType></s:list></s:simpleType>
</s:schema>
<s:schema targetNamespace="urn:other"><s:element name="o" type="s:anyType"/></s:schema>
<s:schema><s:element name="free" type="s:string"/></s:schema>`),
      });
      expect(written).toContain('<s:enumeration value="red &quot;1&quot;">');
      expect(written).toContain('<s:complexContent mixed="true">');
    });

    test('white space in attribute values survives', () => {
      const written = roundTrip({
        'a.wsdl': wsdl(
          '<s:schema targetNamespace="urn:made"><s:element name="e" type="s:string" default="a&#9;b&#10;c&#13;"/></s:schema>',
        ),
      });
      expect(written).toContain('default="a&#x9;b&#xA;c&#xD;"');
    });

    test('an attribute for arrays brings the imports ASMX writes', () => {
      const written = roundTrip({
        'a.wsdl': wsdl(
          `<s:schema targetNamespace="urn:made"><s:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/><s:import namespace="http://schemas.xmlsoap.org/wsdl/"/>
<s:complexType name="Strings"><s:complexContent><s:restriction base="soapenc:Array"><s:attribute ref="soapenc:arrayType" wsdl:arrayType="s:string[]"/></s:restriction></s:complexContent></s:complexType></s:schema>`,
        ),
      });
      expect(written).toContain(
        '<s:attribute wsdl:arrayType="s:string[]" ref="soapenc:arrayType" />',
      );
      expect(written).not.toContain('commonAttributes');
    });

    const elements =
      '<s:schema targetNamespace="urn:made"><s:element name="a" type="s:int"/><s:element name="f" type="s:string"/></s:schema>';

    test('overloads, headers, faults and rpc', () => {
      roundTrip({
        'a.wsdl': wsdl(
          elements,
          `<wsdl:message name="In"><wsdl:documentation>Of a message</wsdl:documentation><wsdl:part name="a" element="tns:a"/></wsdl:message><wsdl:message name="Two"><wsdl:part name="x" type="s:int"/><wsdl:part name="y" type="s:int"/></wsdl:message><wsdl:message name="Out"/><wsdl:message name="F"><wsdl:part name="f" element="tns:f"/></wsdl:message>
<wsdl:portType name="P"><wsdl:documentation>Port type</wsdl:documentation>
<wsdl:operation name="Op"><wsdl:documentation>First</wsdl:documentation><wsdl:input name="OpA" message="tns:In"/><wsdl:output name="OpA" message="tns:Out"/><wsdl:fault name="Bad" message="tns:F"/></wsdl:operation>
<wsdl:operation name="Op" parameterOrder="y x"><wsdl:input name="OpB" message="tns:Two"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="B" type="tns:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>
<wsdl:operation name="Op"><soap:operation soapAction="urn:a"/><wsdl:input name="OpA"><soap:body use="literal" parts="a"/><soap:header wsdl:required="true" message="tns:F" part="f" use="literal"><soap:headerfault message="tns:F" part="f" use="literal"/></soap:header></wsdl:input><wsdl:output name="OpA"><soap:body use="literal"/></wsdl:output><wsdl:fault name="Bad"><soap:fault name="Bad" use="literal"/></wsdl:fault></wsdl:operation>
<wsdl:operation name="Op"><soap:operation style="rpc"/><wsdl:input name="OpB"><soap:body use="encoded" namespace="urn:made" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></wsdl:input></wsdl:operation></wsdl:binding>
<wsdl:service name="S"><wsdl:documentation>Service</wsdl:documentation><wsdl:port name="B" binding="tns:B"><soap:address location="http://h/s?a=1&amp;b=2"/></wsdl:port></wsdl:service>`,
        ),
      });
    });

    test('HTTP bindings and attachments', () => {
      roundTrip({
        'a.wsdl': wsdl(
          elements,
          `<wsdl:message name="In"><wsdl:part name="x" type="s:string"/></wsdl:message><wsdl:message name="Out"><wsdl:part name="Body" element="tns:a"/></wsdl:message><wsdl:message name="File"><wsdl:part name="a" element="tns:a"/><wsdl:part name="file" type="s:base64Binary"/></wsdl:message>
<wsdl:portType name="P"><wsdl:operation name="Op"><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/></wsdl:operation><wsdl:operation name="Img"><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/></wsdl:operation></wsdl:portType>
<wsdl:portType name="Q"><wsdl:operation name="Send"><wsdl:input message="tns:File"/><wsdl:output message="tns:File"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="G" type="tns:P"><http:binding verb="GET"/><wsdl:operation name="Op"><http:operation location="/Op/(x)"/><wsdl:input><http:urlReplacement/></wsdl:input><wsdl:output><mime:mimeXml part="Body"/></wsdl:output></wsdl:operation><wsdl:operation name="Img"><http:operation location="/Img"/><wsdl:input><http:urlEncoded/></wsdl:input><wsdl:output><mime:content part="Body" type="image/png"/></wsdl:output></wsdl:operation></wsdl:binding>
<wsdl:binding name="M" type="tns:Q"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="Send"><soap12:operation soapAction="urn:send"/><wsdl:input><mime:multipartRelated><mime:part><soap12:body use="literal" parts="a"/></mime:part><mime:part><mime:content part="file" type="image/png"/><mime:content part="file" type="image/gif"/></mime:part></mime:multipartRelated></wsdl:input><wsdl:output><soap12:body use="literal"/></wsdl:output></wsdl:operation></wsdl:binding>
<wsdl:service name="S"><wsdl:port name="G" binding="tns:G"><http:address location="http://h/"/></wsdl:port><wsdl:port name="M" binding="tns:M"><soap12:address location="http://h/m"/></wsdl:port></wsdl:service>`,
        ),
      });
    });
  });

  describe('what one document cannot hold', () => {
    const service = (namespace: string, name: string): string =>
      `<wsdl:definitions targetNamespace="${namespace}" xmlns:tns="${namespace}" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"><wsdl:message name="M"><wsdl:part name="${name}" type="s:int"/></wsdl:message></wsdl:definitions>`;

    test('constructs of imported namespaces move to the target namespace, clashing names get its word', () => {
      const definitions = only({
        'a.wsdl': `<wsdl:definitions targetNamespace="urn:a" xmlns:tns="urn:a" xmlns:b="urn:b" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"><wsdl:import namespace="urn:b" location="b.wsdl"/><wsdl:message name="M"><wsdl:part name="a" type="s:int"/></wsdl:message><wsdl:portType name="P"><wsdl:operation name="Op"><wsdl:input message="tns:M"/><wsdl:output message="b:M"/></wsdl:operation></wsdl:portType></wsdl:definitions>`,
        'b.wsdl': service('urn:b', 'b'),
      });
      const written = writeWsdl(definitions, undefined);
      expect(written).toContain('<wsdl:input message="tns:M" />');
      expect(written).toContain('<wsdl:output message="tns:MB" />');
      expect(written).toMatch(/<wsdl:message name="MB">\s*<wsdl:part name="b"/);
    });

    test('a file of its own has no location of another', () => {
      const schema = `<s:schema targetNamespace="urn:made"><s:import namespace="http://www.w3.org/2001/XMLSchema" schemaLocation="other.xsd"/><s:element name="e" type="s:int"/></s:schema>`;
      expect(writeWsdl(only({ 'a.wsdl': wsdl(schema) }), undefined)).not.toContain(
        'schemaLocation',
      );
    });

    test('a redefined component moves to a name of its own', () => {
      const definitions = only({
        'a.wsdl': wsdl(
          '<s:schema targetNamespace="urn:made"><s:redefine schemaLocation="base.xsd"><s:complexType name="T"><s:complexContent><s:extension base="tns:T"><s:sequence><s:element name="added" type="s:int"/></s:sequence></s:extension></s:complexContent></s:complexType></s:redefine><s:element name="e" type="tns:T"/></s:schema>',
        ),
        'base.xsd':
          '<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:made"><s:complexType name="T"><s:sequence><s:element name="first" type="s:int"/></s:sequence></s:complexType></s:schema>',
      });
      const written = writeWsdl(definitions, undefined);
      expect(written).toContain('<s:extension base="tns:TRedefined">');
      expect(written).toContain('<s:element name="e" type="tns:T" />');
      expect(written.match(/<s:complexType name="T">/g)).toHaveLength(1);
      expect(written.match(/<s:complexType name="TRedefined">/g)).toHaveLength(1);
    });

    const two = wsdl(
      '<s:schema targetNamespace="urn:made"><s:element name="a" type="s:int"/></s:schema>',
      ['A', 'B']
        .map(
          (one) =>
            `<wsdl:message name="${one}In"><wsdl:part name="p" element="tns:a"/></wsdl:message><wsdl:portType name="${one}"><wsdl:operation name="Op${one}"><wsdl:input message="tns:${one}In"/></wsdl:operation></wsdl:portType><wsdl:binding name="${one}" type="tns:${one}"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="Op${one}"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation></wsdl:binding><wsdl:service name="${one}"><wsdl:port name="${one}" binding="tns:${one}"><soap:address location="http://h/${one}"/></wsdl:port></wsdl:service>`,
        )
        .join(''),
    );

    test('what two schemas declare alike is written once', () => {
      const components = `<xs:simpleType name="Twice"><xs:restriction base="xs:string"/></xs:simpleType>
      <xs:group name="Twice"><xs:sequence/></xs:group><xs:attributeGroup name="Twice"/>
      <xs:element name="Twice" type="xs:int"/><xs:attribute name="Twice" type="xs:int"/>`;
      const schema = (target: string): string =>
        `<xs:schema targetNamespace="${target}" xmlns:xs="http://www.w3.org/2001/XMLSchema">${components}</xs:schema>`;
      const wsdl = `<definitions targetNamespace="urn:a" xmlns="http://schemas.xmlsoap.org/wsdl/">
      <types>${schema('urn:a')}${schema('urn:b')}${schema('urn:a')}</types></definitions>`;
      const written = writeWsdl(only({ 'a.wsdl': wsdl }), undefined);
      expect(written.match(/<s:\w+ name="Twice"/g)).toHaveLength(10);
      expect(written).toContain('<s:schema targetNamespace="urn:a" />');
    });

    test('one of two services is written without what only the other uses', () => {
      const definitions = only({ 'a.wsdl': two });
      const written = writeWsdl(definitions, 'A');
      expect(written).toContain('name="AIn"');
      expect(written).not.toMatch(/name="(BIn|B|OpB)"/);
      expect(writeWsdl(definitions, undefined)).toMatch(/name="AIn"[\s\S]*name="BIn"/);
    });

    test('the address can be replaced by a mark', () => {
      const written = writeWsdl(only({ 'a.wsdl': two }), 'A', { address: addressPlaceholder });
      expect(written).toContain('<soap:address location="\0" />');
    });

    test('an address is escaped', () => {
      const written = writeWsdl(only({ 'a.wsdl': two }), 'A', { address: 'http://h/?a="<&>' });
      expect(written).toContain('location="http://h/?a=&quot;&lt;&amp;&gt;"');
    });

    test('what only YAML can say is written on demand', () => {
      const definitions = only({
        'w.yaml':
          'asmx: 1\nname: W\nnamespace: urn:w\nservices:\n  W:\n    operations:\n      Get: { returns: { written: json } }\n',
      });
      expect(writeWsdl(definitions, 'W')).not.toContain('contract:');
      expect(writeWsdl(definitions, 'W', { extensions: true })).toContain(
        '<wsdl:operation xmlns:contract="urn:asmx-gen:contract:1" contract:written="json" name="Get">',
      );
    });
  });

  test('operations that share the first body element need their action over SOAP 1.2', () => {
    const operation = (name: string): string =>
      `<wsdl:operation name="${name}"><soap12:operation soapAction="urn:${name}"/><wsdl:input><soap12:body use="literal"/></wsdl:input></wsdl:operation>`;
    const written = writeWsdl(
      only({
        'a.wsdl': wsdl(
          '<s:schema targetNamespace="urn:made"><s:element name="a" type="s:int"/></s:schema>',
          `<wsdl:message name="One"><wsdl:part name="p" element="tns:a"/></wsdl:message><wsdl:message name="None"/>
<wsdl:portType name="P"><wsdl:operation name="X"><wsdl:input message="tns:One"/></wsdl:operation><wsdl:operation name="Y"><wsdl:input message="tns:None"/></wsdl:operation><wsdl:operation name="Z"><wsdl:input message="tns:None"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="B" type="tns:P"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operation('X')}${operation('Y')}${operation('Z')}</wsdl:binding>
<wsdl:service name="S"><wsdl:port name="B" binding="tns:B"/></wsdl:service>`,
        ),
      }),
      'S',
    );
    const marked = [...written.matchAll(/soapAction="urn:(\w)".*soapActionRequired="true"/g)];
    expect(marked.map((one) => one[1])).toEqual(['Y', 'Z']);
  });

  test('an rpc wrapper without a namespace names that of the binding that moves', () => {
    const binding = (name: string, port: string) =>
      `<wsdl:binding name="${name}" type="${port}"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="Op"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation></wsdl:binding>`;
    const head = (namespace: string) =>
      `<wsdl:definitions targetNamespace="${namespace}" xmlns:a="urn:a" xmlns:b="urn:b" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">`;
    const definitions = only({
      'a.wsdl': `${head('urn:a')}<wsdl:import namespace="urn:b" location="b.wsdl"/>${binding('A', 'b:P')}</wsdl:definitions>`,
      'b.wsdl': `${head('urn:b')}<wsdl:message name="M"/><wsdl:portType name="P"><wsdl:operation name="Op"><wsdl:input message="b:M"/></wsdl:operation></wsdl:portType>${binding('B', 'b:P')}</wsdl:definitions>`,
    });
    const written = writeWsdl(definitions, undefined);
    expect([...written.matchAll(/<soap:body [^>]*>/g)].map(String)).toEqual([
      '<soap:body use="literal" />',
      '<soap:body use="literal" namespace="urn:b" />',
    ]);
  });

  test('QNames in values keep their namespaces under the prefixes of the document', () => {
    const definitions = only({
      'a.wsdl': wsdl(`
<s:schema targetNamespace="urn:made" xmlns:p="urn:p" xmlns="urn:default">
  <s:attribute name="global" type="s:QName" default="p:g"/>
  <s:simpleType name="name"><s:restriction base="s:QName"><s:enumeration value="p:a"/><s:enumeration value="b"/><s:enumeration value="tns:c"/></s:restriction></s:simpleType>
  <s:simpleType name="names"><s:list itemType="tns:name"/></s:simpleType>
  <s:simpleType name="word"><s:restriction base="tns:text"><s:enumeration value="p:a"/><s:enumeration value="b"/></s:restriction></s:simpleType>
  <s:simpleType name="text"><s:restriction base="s:string"/></s:simpleType>
  <s:complexType name="holder"><s:simpleContent><s:extension base="s:QName"><s:attribute name="own" type="tns:names" fixed="p:a b"/><s:attribute ref="tns:global" fixed="p:h"/></s:extension></s:simpleContent></s:complexType>
  <s:complexType name="narrow"><s:simpleContent><s:restriction base="tns:holder"><s:enumeration value="p:n"/></s:restriction></s:simpleContent></s:complexType>
  <s:element name="held" type="tns:holder" default="p:e"/>
</s:schema>`),
    });
    const written = writeWsdl(definitions, undefined);
    const values = [...written.matchAll(/ (?:value|default|fixed)="([^"]*)"/g)].map(
      (one) => one[1],
    );
    const [p, initial] = ['urn:p', 'urn:default'].map(
      (uri) => new RegExp(`xmlns:(\\w+)="${uri}"`).exec(written)?.[1],
    );
    expect(values).toEqual([
      ...[`${p}:g`, `${p}:a`, `${initial}:b`, 'tns:c', 'p:a', 'b'],
      ...[`${p}:a ${initial}:b`, `${p}:h`, `${p}:n`, `${p}:e`],
    ]);
    expect(written).not.toContain('<s:import namespace="urn:p"');
  });

  describe('XPaths of identity constraints', () => {
    const schema = (selector: string, more = ''): string =>
      wsdl(`
<s:schema targetNamespace="urn:data" xmlns:q="urn:data" xmlns:o="urn:other" elementFormDefault="qualified" ${more}>
  <s:element name="Ask"><s:complexType><s:sequence><s:element name="item" maxOccurs="unbounded"/></s:sequence></s:complexType>
    <s:unique name="U">${selector}<s:field xpath="@o:id | child::q:id"/></s:unique></s:element>
</s:schema>`);
    const xpaths = (text: string): readonly string[] =>
      [...text.matchAll(/ xpath="([^"]*)"/g)].map((one) => one[1] ?? '');

    test('keep their meaning under the prefixes of the document, which the schema declares', () => {
      const written = writeWsdl(
        only({ 'a.wsdl': schema('<s:selector xpath=".//q:item/q:*|child::q:other"/>') }),
        undefined,
      );
      const [data, other] = ['urn:data', 'urn:other'].map(
        (uri) => new RegExp(`xmlns:(\\w+)="${uri}"`).exec(written)?.[1],
      );
      expect(xpaths(written)).toEqual([
        `.//${data}:item/${data}:*|child::${data}:other`,
        `@${other}:id | child::${data}:id`,
      ]);
      expect(/<s:schema [^>]*>/.exec(written)?.[0]).toBe(
        `<s:schema elementFormDefault="qualified" targetNamespace="urn:data" xmlns:${data}="urn:data" xmlns:${other}="urn:other">`,
      );
    });

    test('with prefixes that the document gives another meaning, and declared at their place', () => {
      const text = schema(
        '<s:selector xmlns:s1="urn:data" xpath="s1:item"/>',
        'xmlns:tns="urn:data"',
      );
      const written = writeWsdl(only({ 'a.wsdl': text }), undefined);
      const again = writeWsdl(only({ 'a.wsdl': written }), undefined);
      expect(again).toBe(written);
      const [path = ''] = xpaths(written);
      const prefix = path.replace(':item', '');
      expect(written).toContain(`xmlns:${prefix}="urn:data"`);
    });

    test('without prefixes, and with undeclared ones, stay as they are', () => {
      const text = schema('<s:selector xpath="item/nowhere:a"/>');
      expect(xpaths(writeWsdl(only({ 'a.wsdl': text }), undefined))[0]).toBe('item/nowhere:a');
    });

    test('follow the namespace of the contract', () => {
      const text = schema('<s:selector xpath="q:item"/>').replaceAll('urn:data', 'urn:made');
      const contract = replaceNamespace(contractOf({ 'a.wsdl': text }), 'urn:new');
      const written = writeWsdl(contract.definitions[0] as Definitions, undefined);
      expect(xpaths(written)[0]).toBe('tns:item');
      expect(written).toContain('xmlns:tns="urn:new"');
    });
  });

  test('a schema declares the prefixes of QNames in facets', () => {
    const definitions = only({
      'a.wsdl': wsdl(`
<s:schema targetNamespace="urn:data" xmlns:p="urn:p">
  <s:simpleType name="Code"><s:restriction base="s:QName"><s:enumeration value="p:A"/></s:restriction></s:simpleType>
</s:schema>
<s:schema targetNamespace="urn:plain"><s:element name="o" type="s:string"/></s:schema>`),
    });
    const [first, second] = [...writeWsdl(definitions, undefined).matchAll(/<s:schema [^>]*>/g)];
    expect(first?.[0]).toMatch(/^<s:schema targetNamespace="urn:data" xmlns:s\d="urn:p">$/);
    expect(second?.[0]).toBe('<s:schema targetNamespace="urn:plain">');
  });

  describe('actions of WS-Addressing', () => {
    const contract = (announcement: string, action = ''): Definitions =>
      only({
        'a.wsdl': `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:t="urn:a" xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a" name="A">
  <message name="M"><part name="p" type="x:string"/></message>
  <portType name="P"><operation name="Op"><input message="t:M"/><output message="t:M"/><fault name="F" message="t:M" ${action}/></operation></portType>
  <binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${announcement}
    <operation name="Op"><soap:operation soapAction="urn:do"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
</definitions>`,
      });
    const announced = '<w:UsingAddressing xmlns:w="http://www.w3.org/2006/05/addressing/wsdl"/>';
    const actions = (definitions: Definitions): readonly (string | undefined)[] =>
      [...writeWsdl(definitions, undefined).matchAll(/wsam:Action="([^"]*)"/g)].map(
        (one) => one[1],
      );

    test('are written where a binding announces it, as they are sent', () => {
      expect(actions(contract(announced))).toEqual([
        'urn:do',
        'urn:a:P:OpResponse',
        'urn:a:P:Op:Fault:F',
      ]);
      const given = 'w:Action="urn:f" xmlns:w="http://www.w3.org/2007/05/addressing/metadata"';
      expect(actions(contract(announced, given)).at(-1)).toBe('urn:f');
    });

    test('are not written where none does', () => {
      expect(actions(contract(''))).toEqual([]);
    });
  });
});

describe('reached schemas', () => {
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
});
