import { describe, expect, test } from '@jest/globals';
import { loadCodecs } from './support/codecs.ts';
import { planText } from './support/contract.ts';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';

/** An rpc service whose one parameter is an array of SOAP encoding. */
const service = (
  use: string,
) => `<definitions name="Test" targetNamespace="urn:test" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="${encoding}" xmlns:t="urn:test">
<types><xs:schema targetNamespace="urn:test"><xs:import namespace="${encoding}"/><xs:complexType name="Numbers"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="xs:int[]"/></xs:restriction></xs:complexContent></xs:complexType></xs:schema></types>
<message name="In"><part name="numbers" type="t:Numbers"/></message>
<portType name="P"><operation name="Test"><input message="t:In"/></operation></portType>
<binding name="B" type="t:P"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Test"><s:operation soapAction=""/><input><s:body use="${use}" namespace="urn:test" encodingStyle="${encoding}"/></input></operation></binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://localhost/test.asmx"/></port></service>
</definitions>`;

describe('SOAP arrays', () => {
  test('say that they are one in encoded messages', () => {
    const xml = loadCodecs(planText(service('encoded'))).write('writeTestRequest', {
      numbers: [1, 2],
    });
    expect(xml).toContain('xsi:type="soapenc:Array" soapenc:arrayType="xsd:int[2]"');
  });

  test('keep the declared type in literal ones, as the schema demands', () => {
    const codecs = loadCodecs(planText(service('literal')));
    const xml = codecs.write('writeTestRequest', { numbers: [1, 2] });
    expect(xml).toContain('soapenc:arrayType="xsd:int[2]"');
    expect(xml).not.toContain('xsi:type');
    expect(codecs.readBody('readTestRequest', xml)).toEqual({ numbers: [1, 2] });
  });
});
