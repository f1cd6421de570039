import { describe, expect, test } from '@jest/globals';
import { planText } from './support/contract.ts';

const names = ['Buy', 'Sell'];

/** Two operations with the same fault and header; two elements called `Gone`. */
const service = `<definitions name="Shop" targetNamespace="urn:shop" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" xmlns:o="urn:other">
<types><xs:schema targetNamespace="urn:shop" elementFormDefault="qualified">
${names.map((one) => `<xs:element name="${one}"><xs:complexType/></xs:element><xs:element name="${one}Response"><xs:complexType/></xs:element>`).join('\n')}
<xs:element name="SoldOut"><xs:complexType><xs:sequence><xs:element name="left" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="Gone" type="xs:int"/>
<xs:element name="Session" type="xs:string"/>
</xs:schema>
<xs:schema targetNamespace="urn:other"><xs:element name="Gone" type="xs:string"/></xs:schema></types>
<message name="SoldOut"><part name="detail" element="t:SoldOut"/></message>
<message name="Gone"><part name="detail" element="t:Gone"/></message>
<message name="Lost"><part name="detail" element="o:Gone"/></message>
<message name="Heads"><part name="Session" element="t:Session"/><part name="again" element="t:Session"/></message>
${names.map((one) => `<message name="${one}In"><part name="p" element="t:${one}"/></message><message name="${one}Out"><part name="p" element="t:${one}Response"/></message>`).join('\n')}
<portType name="P">${names.map((one) => `<operation name="${one}"><input message="t:${one}In"/><output message="t:${one}Out"/><fault name="SoldOut" message="t:SoldOut"/><fault name="Gone" message="t:Gone"/><fault name="Lost" message="t:Lost"/></operation>`).join('')}</portType>
<binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${names.map((one) => `<operation name="${one}"><s:operation soapAction="${one}"/><input><s:body use="literal"/><s:header message="t:Heads" part="Session" use="literal"/><s:header message="t:Heads" part="again" use="literal"/></input><output><s:body use="literal"/><s:header message="t:Heads" part="Session" use="literal"/></output><fault name="SoldOut"><s:fault name="SoldOut" use="literal"/></fault><fault name="Gone"><s:fault name="Gone" use="literal"/></fault><fault name="Lost"><s:fault name="Lost" use="literal"/></fault></operation>`).join('')}</binding>
<service name="Shop"><port name="P" binding="t:B"><s:address location="http://localhost/shop.asmx"/></port></service></definitions>`;

describe('functions of faults and headers', () => {
  const { plan } = planText(service);
  const operations = plan?.operations ?? [];
  const [buy, sell] = operations;

  test('are shared by operations', () => {
    expect(operations).toHaveLength(2);
    expect(sell?.faults).toEqual(buy?.faults);
    expect(sell?.inputHeaders).toEqual(buy?.inputHeaders);
    expect(buy?.faults[0]).toMatchObject({
      write: { flat: '(value) => writeMessage($descriptions.soldOutFaultMessage, value)' },
      read: { flat: '(reader) => readRoot($descriptions.soldOutFaultMessage, reader)' },
    });
    expect(buy?.outputHeaders[0]?.read).toEqual(buy?.inputHeaders[0]?.read);
    const described = plan?.codecs.filter(({ name }) => /(Fault|Header)Message$/.test(name));
    // three elements of faults, and a header under two names
    expect(described).toHaveLength(4);
  });

  test('stay apart where elements of two namespaces have one name', () => {
    const read = buy?.faults.map((fault) => fault.read.flat);
    expect(read).toEqual([
      expect.stringContaining('.soldOutFaultMessage,'),
      expect.stringMatching(/\.gone\w{5}FaultMessage,/),
      expect.stringMatching(/\.gone\w{5}FaultMessage,/),
    ]);
    expect(new Set(read).size).toBe(3);
  });

  test('of a header say the name of its part, which errors mention', () => {
    expect(buy?.inputHeaders.map((header) => header.read.flat)).toEqual([
      "(reader) => readHeader($descriptions.sessionHeaderMessage, reader, 'Session')",
      "(reader) => readHeader($descriptions.sessionHeaderMessage, reader, 'again')",
    ]);
  });
});
