// A drawn schema in a WSDL with one document/literal operation whose messages are its element `r`.
import { main } from './namespaces.mjs';

export function contractText({ body, back }) {
  const schemas = [back({}), body({})].filter((text) => text !== undefined).join('\n');
  return `<definitions name="Case" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="${main}" targetNamespace="${main}">
<types>
${schemas}
</types>
<message name="In"><part name="p" element="tns:r"/></message>
<portType name="P"><operation name="Test"><input message="tns:In"/><output message="tns:In"/></operation></portType>
<binding name="B" type="tns:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Test"><soap:operation soapAction="urn:t/Test"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="S"><port name="P" binding="tns:B"><soap:address location="http://localhost/s"/></port></service>
</definitions>
`;
}
