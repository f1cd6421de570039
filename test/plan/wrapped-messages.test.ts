import { expect, test } from '@jest/globals';
import { sampleOf } from '../../src/runtime/schema.ts';
import { loadCodecs } from './support/codecs.ts';
import { planText } from './support/contract.ts';
import { renderText } from './support/render.ts';
import { type AnySchema, loadSchemas } from './support/schemas.ts';

/** Operation `Go`, whose element has a type without a name. */
const contract = (
  content: string,
  others = '',
): string => `<definitions name="Way" targetNamespace="urn:way" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:way">
<types><xs:schema targetNamespace="urn:way" elementFormDefault="qualified">
<xs:element name="Go"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>
<xs:element name="GoResponse"><xs:complexType><xs:sequence>${others}</xs:sequence></xs:complexType></xs:element>
</xs:schema></types>
<message name="In"><part name="p" element="t:Go"/></message>
<message name="Out"><part name="p" element="t:GoResponse"/></message>
<portType name="P"><operation name="Go"><input message="t:In"/><output message="t:Out"/></operation></portType>
<binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Go"><s:operation soapAction="Go"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
<service name="Way"><port name="P" binding="t:B"><s:address location="http://localhost/way.asmx"/></port></service></definitions>`;

const steps = '<xs:element name="step" type="xs:int" maxOccurs="unbounded"/>';

function descriptionsOf(text: string): string {
  const { plan } = planText(text);
  if (plan === undefined) throw new Error('no plan');
  return renderText('descriptions', plan);
}

test('the type of a request alone is in its message', () => {
  const text = descriptionsOf(contract(steps));
  expect(text).toContain("wrapped('Go', nsWay, () => [");
  expect(text).not.toContain('goInputType');
  const codecs = loadCodecs(planText(contract(steps)));
  const xml = codecs.write('writeGoRequest', { step: [1, 2] });
  expect(codecs.readBody('readGoRequest', xml)).toEqual({ step: [1, 2] });
});

test('a type that contains itself has a constant, and a sample', () => {
  const circle = contract(`${steps}<xs:element ref="t:Go" minOccurs="0"/>`);
  expect(descriptionsOf(circle)).not.toContain('wrapped');
  const { GoInputSchema } = loadSchemas(circle);
  expect(sampleOf(GoInputSchema as AnySchema)).toEqual({
    step: [expect.any(Number), expect.any(Number)],
  });
});

test('a type of other content has one constant', () => {
  const text = descriptionsOf(contract(steps, '<xs:element ref="t:Go" minOccurs="0"/>'));
  expect(text).not.toContain('wrapped');
  expect(text.match(/repeated\('step'/g)).toHaveLength(1);
});
