// A drawn schema in a WSDL with one document/literal operation whose messages are its element `r`.
import { main } from './namespaces.mjs';

export function contractText({ body, back }) {
  const schemas = [back({}), body({})].filter((text) => text !== undefined).join('\n');
  return `<w:definitions name="Case" xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="${main}" targetNamespace="${main}">
<w:types>
${schemas}
</w:types>
<w:message name="In"><w:part name="p" element="tns:r"/></w:message>
<w:portType name="P"><w:operation name="Test"><w:input message="tns:In"/><w:output message="tns:In"/></w:operation></w:portType>
<w:binding name="B" type="tns:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><w:operation name="Test"><soap:operation soapAction="urn:t/Test"/><w:input><soap:body use="literal"/></w:input><w:output><soap:body use="literal"/></w:output></w:operation></w:binding>
<w:service name="S"><w:port name="P" binding="tns:B"><soap:address location="http://localhost/s"/></w:port></w:service>
</w:definitions>
`;
}
