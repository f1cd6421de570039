import { describe, expect, test } from '@jest/globals';
import { compactText } from '../../../src/model/xml.ts';
import { contractMessages, sampleBody } from '../../../src/plan/messages.ts';
import { modelOf } from '../contract-texts.ts';
import { loadCodecs } from '../support/codecs.ts';
import { planText, wsdl as testWsdl } from '../support/contract.ts';

/**
 * Sample of the one message of a service whose element `Op` holds the content given, with further
 * schema components.
 */
function sampleOf(content: string, components = ''): string {
  const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" name="T">
  <types><s:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <s:element name="Op"><s:complexType><s:sequence>${content}</s:sequence></s:complexType></s:element>
    ${components}
  </s:schema></types>
  <message name="In"><part name="p" element="t:Op"/></message>
  <portType name="P"><operation name="Op"><input message="t:In"/><output message="t:In"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Op"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="S"><port name="B" binding="t:B"><soap:address location="http://localhost/S.asmx"/></port></service>
</definitions>`;
  const model = modelOf({ 't.wsdl': wsdl });
  const operation = model.services[0]?.interfaces[0]?.operations[0];
  if (operation === undefined) throw new Error('no operation');
  const { output } = contractMessages(model).of(operation);
  const text = compactText(sampleBody(output.body, { globals: model.elements, operation: 'Op' }));
  return text.replace(/^<Op xmlns="urn:t">|<\/Op>$/g, '');
}

describe('sampleBody', () => {
  test('two of what repeats, each its own; one of what is optional; no more than may be', () => {
    const text = sampleOf(
      '<s:element name="a" type="s:string" maxOccurs="unbounded"/><s:element name="b" type="s:string" minOccurs="0"/><s:element name="c" type="s:string" minOccurs="3" maxOccurs="5"/>',
    );
    expect(text).toBe('<a>a</a><a>a 2</a><b>b</b><c>c</c><c>c 2</c><c>c 3</c>');
  });

  test('a type that holds itself ends where it may', () => {
    const tree =
      '<s:complexType name="Tree"><s:sequence><s:element name="left" type="t:Tree" minOccurs="0"/><s:element name="next" type="t:Tree" nillable="true"/></s:sequence></s:complexType>';
    const nil = '<next xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true" />';
    expect(sampleOf('<s:element name="tree" type="t:Tree"/>', tree)).toBe(`<tree>${nil}</tree>`);
  });

  test('a type that must hold itself for ever comes to an end all the same', () => {
    const endless =
      '<s:complexType name="E"><s:sequence><s:element name="e" type="t:E"/></s:sequence></s:complexType>';
    expect(sampleOf('<s:element name="e" type="t:E"/>', endless).length).toBeLessThan(500);
  });

  test('a choice takes a branch, a repeated one each in turn, and none that leads back', () => {
    expect(
      sampleOf(
        '<s:choice><s:element name="a" type="s:int"/><s:element name="b" type="s:int"/></s:choice>',
      ),
    ).toMatch(/^<a>\d+<\/a>$/);
    expect(
      sampleOf(
        '<s:choice maxOccurs="unbounded"><s:element name="a" type="s:boolean"/><s:element name="b" type="s:boolean"/></s:choice>',
      ),
    ).toBe('<a>true</a><b>true</b>');
    const expression =
      '<s:complexType name="X"><s:choice><s:element name="not" type="t:X"/><s:element name="is" type="s:boolean"/></s:choice></s:complexType>';
    expect(sampleOf('<s:element name="x" type="t:X"/>', expression)).toBe('<x><is>true</is></x>');
  });

  test('abstract types and elements are replaced by what may stand for them', () => {
    const components =
      '<s:complexType name="Shape" abstract="true"><s:sequence/></s:complexType><s:complexType name="Circle"><s:complexContent><s:extension base="t:Shape"><s:sequence><s:element name="r" type="s:boolean"/></s:sequence></s:extension></s:complexContent></s:complexType><s:element name="head" abstract="true" type="s:boolean"/><s:element name="member" substitutionGroup="t:head" type="s:boolean"/>';
    expect(sampleOf('<s:element name="shape" type="t:Shape"/>', components)).toBe(
      '<shape xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:t" xsi:type="t:Circle"><r>true</r></shape>',
    );
    expect(sampleOf('<s:element ref="t:head"/>', components)).toBe('<member>true</member>');
  });

  test('attributes, fixed values, defaults and unqualified elements', () => {
    const type =
      '<s:complexType name="A"><s:simpleContent><s:extension base="s:boolean"><s:attribute name="one" type="s:string" use="required"/><s:attribute name="two" type="s:string" fixed="2 &amp; &quot;"/></s:extension></s:simpleContent></s:complexType>';
    expect(
      sampleOf(
        '<s:element name="a" type="t:A"/><s:element name="b" type="s:int" default="7" form="unqualified"/>',
        type,
      ),
    ).toBe('<a one="one" two="2 &amp; &quot;">true</a><b xmlns="">7</b>');
  });

  test('no more than three of what must be there often, elements or groups', () => {
    const often = 'minOccurs="12678967543" maxOccurs="12678967544"';
    const text = sampleOf(
      `<s:element name="a" type="s:string" ${often}/><s:sequence ${often}><s:element name="b" type="s:string"/></s:sequence>`,
    );
    expect(text).toBe('<a>a</a><a>a 2</a><a>a 3</a><b>b</b><b>b 2</b><b>b 3</b>');
  });

  const doubling = (occurs: string): string =>
    Array.from({ length: 24 }, (_, at) => {
      const type = at === 23 ? 's:string' : `t:T${at + 1}`;
      return `<s:complexType name="T${at}"><s:sequence><s:element name="a" type="${type}" ${occurs}/><s:element name="b" type="${type}" ${occurs}/></s:sequence></s:complexType>`;
    }).join('');
  const countOf = (text: string): number => text.match(/<\w/g)?.length ?? 0;

  test('a few hundred elements of types that have one another', () => {
    const element = '<s:element name="t" type="t:T0"/>';
    const optional = countOf(sampleOf(element, doubling('minOccurs="0" maxOccurs="unbounded"')));
    expect(optional).toBeGreaterThan(200);
    expect(optional).toBeLessThan(301);
    // no valid one has fewer than 16 million
    expect(countOf(sampleOf(element, doubling('')))).toBeLessThan(1100);
  });

  test('what is required comes first, then what the operation points to, then by level', () => {
    const element =
      '<s:element name="big" type="t:T0" minOccurs="0"/><s:element name="other" type="t:T0" minOccurs="0"/><s:element name="opInfo" type="s:int" minOccurs="0"/><s:element name="last" type="s:int"/>';
    const text = sampleOf(element, doubling('minOccurs="0"'));
    expect(text).toMatch(/<opInfo>\d+<\/opInfo><last>\d+<\/last>$/);
    const [big = '', other = ''] = text.split('<other>');
    expect(Math.abs(countOf(big) - countOf(other))).toBeLessThan(80);
    const crowd = Array.from(
      { length: 400 },
      (_, at) => `<s:element name="x${at}" type="s:int" minOccurs="0"/>`,
    ).join('');
    const crowded = sampleOf(crowd + element, doubling('minOccurs="0"'));
    expect(crowded).toMatch(/<opInfo>\d+<\/opInfo><last>\d+<\/last>$/);
    expect(crowded).not.toContain('<big>');
  });

  test('of a choice, the branch that the operation points to', () => {
    const branches = ['Create', 'Op', 'Update'].map(
      (name) => `<s:element name="${name}Message" type="s:int"/>`,
    );
    const text = sampleOf(`<s:choice maxOccurs="unbounded">${branches.join('')}</s:choice>`);
    expect(text).toMatch(/^(<OpMessage>\d+<\/OpMessage>){2}$/);
  });

  test('wildcards are filled only where they must be, strict ones with a declared element', () => {
    const element = '<s:element name="known" type="s:boolean"/>';
    expect(sampleOf('<s:any minOccurs="0"/>', element)).toBe('<Op xmlns="urn:t" />');
    expect(sampleOf('<s:any processContents="lax"/>', element)).toBe(
      '<sample xmlns="http://example.com/any" />',
    );
    expect(sampleOf('<s:any/>', element)).toBe('<known>true</known>');
  });

  test('is the same on every run', () => {
    const content = '<s:element name="n" type="s:decimal"/><s:element name="d" type="s:dateTime"/>';
    expect(sampleOf(content)).toBe(sampleOf(content));
  });

  test('QNames declare their namespaces, and have none where the contract says so', () => {
    const types =
      '<s:simpleType name="Q"><s:restriction base="s:QName"><s:enumeration value="t:a" xmlns:t="urn:a"/><s:enumeration value="b" xmlns=""/></s:restriction></s:simpleType><s:complexType name="H"><s:simpleContent><s:extension base="s:string"><s:attribute name="q" type="t:Q"/></s:extension></s:simpleContent></s:complexType>';
    expect(
      sampleOf(
        '<s:element name="q" type="t:Q" maxOccurs="2"/><s:element name="h" type="t:H"/>',
        types,
      ),
    ).toBe(
      '<e:q xmlns:e="urn:t" xmlns="" xmlns:v1="urn:a">v1:a</e:q><e:q xmlns:e="urn:t" xmlns="">b</e:q><e:h xmlns:e="urn:t" xmlns="" xmlns:v0.1="urn:a" q="v0.1:a">h</e:h>',
    );
  });
});

describe('samples of messages whose part names a type', () => {
  const row = '<xs:element name="row" type="xs:boolean"';
  const types = `
    <xs:complexType name="Rows"><xs:sequence>${row}/></xs:sequence></xs:complexType>
    <xs:complexType name="ArrayOfRow"><xs:sequence>${row} maxOccurs="2"/></xs:sequence></xs:complexType>
    <xs:complexType name="Nine"><xs:sequence>${row} minOccurs="9" maxOccurs="9"/></xs:sequence></xs:complexType>
    <xs:complexType name="Tagged"><xs:sequence>${row}/></xs:sequence><xs:attribute name="x" type="xs:boolean"/></xs:complexType>`;
  const rows = '<row xmlns="urn:test">true</row>';

  test.each([
    ['t:Rows', rows, { row: true }],
    ['t:ArrayOfRow', `<parameters>${rows}${rows}</parameters>`, [true, true]],
    ['t:Nine', rows.repeat(9), { row: Array.from({ length: 9 }, () => true) }],
    ['t:Tagged', `<parameters x="true">${rows}</parameters>`, { x: true, row: true }],
    ['xs:boolean', '<parameters>true</parameters>', true],
  ])('of %s are what generated code reads', (type, xml, value) => {
    const text = testWsdl({
      schema: `<xs:element name="Test"/><xs:element name="TestResponse"/>${types}`,
    }).replace('element="t:TestResponse"', `type="${type}"`);
    const planned = planText(text);
    const [operation] = planned.plan?.operations ?? [];
    const body = operation?.messages.output.body ?? { kind: 'empty' };
    const context = { globals: [], operation: 'Test', isRead: true } as const;
    expect(compactText(sampleBody(body, context))).toBe(xml);
    expect(loadCodecs(planned).readBody('readTestResponse', xml)).toEqual(value);
  });
});
