import { describe, expect, test } from '@jest/globals';
import { FormReader } from '../../src/runtime/forms/reader.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';

const service = `<definitions name="Shop" targetNamespace="urn:shop" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop">
<types><xs:schema targetNamespace="urn:shop" elementFormDefault="qualified">
<xs:element name="Buy"><xs:complexType><xs:sequence><xs:element name="sku" type="xs:string"/><xs:element name="count" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="BuyResponse"><xs:complexType/></xs:element>
<xs:element name="Session"><xs:complexType><xs:sequence><xs:element name="token" type="xs:string"/></xs:sequence><xs:attribute name="id" type="xs:int"/></xs:complexType></xs:element>
<xs:element name="Trace" type="xs:long"/>
<xs:element name="SoldOut"><xs:complexType><xs:sequence><xs:element name="left" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="Other" type="xs:anyType"/>
</xs:schema></types>
<message name="BuyIn"><part name="parameters" element="t:Buy"/><part name="Session" element="t:Session"/></message>
<message name="BuyOut"><part name="parameters" element="t:BuyResponse"/><part name="Trace" element="t:Trace"/></message>
<message name="SoldOut"><part name="detail" element="t:SoldOut"/></message>
<message name="Other"><part name="detail" element="t:Other"/></message>
<message name="BuyHttpIn"><part name="sku" type="xs:string"/><part name="count" type="xs:string"/></message>
<message name="BuyHttpOut"/>
<portType name="Soap"><operation name="Buy"><input message="t:BuyIn"/><output message="t:BuyOut"/><fault name="SoldOut" message="t:SoldOut"/><fault name="Other" message="t:Other"/></operation></portType>
<portType name="Http"><operation name="Buy"><input message="t:BuyHttpIn"/><output message="t:BuyHttpOut"/></operation></portType>
<binding name="SoapB" type="t:Soap"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Buy"><s:operation soapAction="urn:shop/Buy"/>
<input><s:body use="literal" parts="parameters"/><s:header message="t:BuyIn" part="Session" use="literal"/></input>
<output><s:body use="literal" parts="parameters"/><s:header message="t:BuyOut" part="Trace" use="literal"/></output>
<fault name="SoldOut"><s:fault name="SoldOut" use="literal"/></fault><fault name="Other"><s:fault name="Other" use="literal"/></fault></operation></binding>
<binding name="HttpB" type="t:Http"><h:binding verb="GET"/><operation name="Buy"><h:operation location="/buy/(sku)/times/(count)"/><input><h:urlReplacement/></input><output/></operation></binding>
<service name="Shop"><port name="ShopSoap" binding="t:SoapB"><s:address location="http://localhost/shop.asmx"/></port><port name="ShopHttpGet" binding="t:HttpB"><h:address location="http://localhost/shop.asmx"/></port></service></definitions>`;

describe('faults, headers, locations', () => {
  const planned = planText(service);
  const codecs = loadCodecs(planned);
  const operation = planned.plan?.operations[0];

  test('are typed payloads with their elements', () => {
    expect(operation?.faults.map(({ name, type }) => [name, type.flat])).toEqual([
      ['SoldOut', 'SoldOut'],
      ['Other', 'Buy$OtherFault'],
    ]);
    expect(declaration(planned, 'Buy$OtherFault')).toContain(
      'export type Buy$OtherFault = XmlElement;',
    );
    expect(operation?.inputHeaders).toMatchObject([
      {
        name: 'Session',
        type: { flat: 'Session' },
        element: { namespace: 'urn:shop', local: 'Session' },
      },
    ]);
    expect(operation?.outputHeaders).toMatchObject([{ name: 'Trace', type: { flat: 'bigint' } }]);
  });

  test('come back as they went', () => {
    const payloads = [
      ...(operation?.faults.slice(0, 1) ?? []),
      ...(operation?.inputHeaders ?? []),
      ...(operation?.outputHeaders ?? []),
    ];
    const values = [{ left: 3 }, { token: 't', id: 1 }, 5n];
    expect(payloads).toHaveLength(3);
    payloads.forEach(({ write, read, element }, index) => {
      const xml = codecs.write(write.flat, values[index]);
      expect(xml.startsWith(`<${element.local} xmlns="urn:shop"`)).toBe(true);
      const reader = new XmlReader(xml);
      reader.nextTag();
      const call = codecs.functions[read.flat] as unknown as (reader: XmlReader) => unknown;
      expect(call(reader)).toEqual(values[index]);
      expect(reader.depth).toBe(0);
    });
  });

  test('parameters in the path are encoded', () => {
    expect(
      codecs.write(operation?.codecs.writeLocation?.flat ?? '', { sku: 'a/b ü', count: 2 }),
    ).toBe('/buy/a%2Fb%20%C3%BC/times/2');
    const read = codecs.functions[operation?.codecs.readForm?.flat ?? ''] as unknown as (
      form: FormReader,
    ) => unknown;
    expect(read(new FormReader('sku=x&count=7'))).toEqual({ sku: 'x', count: 7 });
  });
});

describe('arrays kept as objects', () => {
  test('have the property of their items', () => {
    const planned = planText(
      valueWsdl(
        '<xs:complexType name="Value"><xs:sequence><xs:element name="all" type="t:ArrayOfInt" minOccurs="0"/></xs:sequence></xs:complexType><xs:complexType name="ArrayOfInt"><xs:sequence><xs:element name="int" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
      ),
      { arrays: 'keep' },
    );
    expect(declaration(planned, 'Value')).toContain('readonly all?: ArrayOfInt | undefined;');
    expect(declaration(planned, 'ArrayOfInt')).toContain(
      'readonly int?: readonly number[] | undefined;',
    );
    const value = { value: { all: { int: [1, 2] } } };
    expect(roundTrip(loadCodecs(planned), value).value).toEqual(value);
  });
});
