import type { IncomingMessage, ServerResponse } from 'node:http';

/** A schema for {@link shopWsdl}. */
export const whatXsd = `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop">
  <s:simpleType name="What"><s:restriction base="s:string"/></s:simpleType>
</s:schema>
`;

/** A contract with one operation and one schema at a location. */
export const shopWsdl = (location: string, address: string): string => `<definitions name="Shop"
  xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:shop" targetNamespace="urn:shop">
  <types><s:schema targetNamespace="urn:shop" elementFormDefault="qualified">
    <s:include schemaLocation="${location}"/>
    <s:element name="Ask"><s:complexType><s:sequence>
      <s:element name="what" type="t:What"/>
    </s:sequence></s:complexType></s:element>
    <s:element name="AskResponse"><s:complexType/></s:element>
  </s:schema></types>
  <message name="In"><part name="parameters" element="t:Ask"/></message>
  <message name="Out"><part name="parameters" element="t:AskResponse"/></message>
  <portType name="P"><operation name="Ask"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><soap:operation soapAction="urn:shop/Ask"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Shop"><port name="P" binding="t:B"><soap:address location="${address}"/></port></service>
</definitions>
`;

/** The answer of the operation. */
export const shopAnswer: string =
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
  '<AskResponse xmlns="urn:shop"/></soap:Body></soap:Envelope>';

/** Answers a request for a path, or 404. */
export type Answers = Map<
  string,
  string | ((request: IncomingMessage, response: ServerResponse) => void)
>;

/** Lets in only requests whose header has a value. */
export function guarded(
  name: string,
  value: string,
  answer: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    if (request.headers[name] === value) response.end(answer);
    else {
      response.setHeader('WWW-Authenticate', ['Negotiate', 'NTLM', 'Basic realm="shop"']);
      response.writeHead(401).end('no');
    }
  };
}
