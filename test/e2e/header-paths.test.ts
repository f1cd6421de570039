import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GeneratedFolder, generateText } from './generated-module.ts';

const wsdl = `<definitions name="Desk" targetNamespace="urn:desk" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:desk">
  <types><xs:schema targetNamespace="urn:desk" elementFormDefault="qualified">
    <xs:simpleType name="VersionType"><xs:restriction base="xs:string"><xs:enumeration value="V1"/><xs:enumeration value="V2"/></xs:restriction></xs:simpleType>
    <xs:element name="ServerVersion"><xs:complexType>
      <xs:sequence><xs:element name="hop" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
      <xs:attribute name="Version" type="t:VersionType" fixed="V2" use="required"/>
    </xs:complexType></xs:element>
    <xs:element name="Limit" type="xs:int"/>
    <xs:element name="Ask"><xs:complexType><xs:sequence/></xs:complexType></xs:element>
    <xs:element name="Answer"><xs:complexType><xs:sequence/></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="AskIn"><part name="parameters" element="t:Ask"/></message>
  <message name="AskOut"><part name="parameters" element="t:Answer"/></message>
  <message name="Head"><part name="RequestVersion" element="t:ServerVersion"/><part name="max-items" element="t:Limit"/></message>
  <portType name="Port"><operation name="Ask"><input message="t:AskIn"/><output message="t:AskOut"/></operation></portType>
  <binding name="Binding" type="t:Port">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><soap:operation soapAction="urn:desk/Ask"/>
      <input><soap:body use="literal"/><soap:header message="t:Head" part="RequestVersion" use="literal"/><soap:header message="t:Head" part="max-items" use="literal"/></input>
      <output><soap:body use="literal"/><soap:header message="t:Head" part="RequestVersion" use="literal"/><soap:header message="t:Head" part="max-items" use="literal"/></output>
    </operation>
  </binding>
  <service name="Desk"><port name="Port" binding="t:Binding"><soap:address location="http://localhost/desk"/></port></service>
</definitions>`;

type Ask = ((input: object, options?: object) => Promise<unknown>) & {
  raw: (input: object) => Promise<{ readonly soapHeaders: unknown }>;
};
let generated: GeneratedFolder;
let create: (options: object) => { readonly ask: Ask };

beforeAll(async () => {
  generated = await generateText('desk.wsdl', wsdl, ['types', 'client']);
  create = (await generated.load()).createDeskClient as typeof create;
});

afterAll(() => generated.remove());

/** A client that is answered with these headers; `sent` holds what it sent. */
function clientOf(headers = ''): { readonly ask: Ask; readonly sent: string[] } {
  const sent: string[] = [];
  const text = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header xmlns="urn:desk">${headers}</e:Header><e:Body><Answer xmlns="urn:desk"/></e:Body></e:Envelope>`;
  const { ask } = create({
    baseUrl: 'http://test',
    async fetch(_url: string, init: RequestInit) {
      sent.push(String(init.body));
      return new Response(text, { headers: { 'content-type': 'text/xml' } });
    },
  });
  return { ask, sent };
}

test('a fixed attribute of a header is written where it is left out', async () => {
  expect(generated.text('types.ts')).toContain("readonly Version?: 'V2' | undefined;");
  const { ask, sent } = clientOf();
  await ask({}, { soapHeaders: { RequestVersion: {} } });
  expect(sent[0]).toContain('<ServerVersion xmlns="urn:desk" Version="V2"');
});

test.each([
  [{ RequestVersion: { Version: 'V1' } }, 'soapHeaders.RequestVersion.Version'],
  [{ RequestVersion: { hop: [1, 'x'] } }, 'soapHeaders.RequestVersion.hop[1]'],
  [{ 'max-items': 'many' }, 'soapHeaders["max-items"]'],
])('errors of a header that is written say where it is: %j', async (soapHeaders, path) => {
  await expect(clientOf().ask({}, { soapHeaders })).rejects.toMatchObject({
    code: 'encode',
    path,
    message: expect.stringContaining(`: ${path}: Expected `),
  });
});

test.each([
  ['<ServerVersion Version="V1"/>', 'soapHeaders.RequestVersion.Version'],
  [
    '<ServerVersion Version="V2"><hop>1</hop><hop>x</hop></ServerVersion>',
    'soapHeaders.RequestVersion.hop[1]',
  ],
  ['<Limit>many</Limit>', 'soapHeaders["max-items"]'],
])('errors of a header that is read say where it is: %s', async (headers, path) => {
  await expect(clientOf(headers).ask({})).rejects.toMatchObject({
    code: 'decode',
    path,
    message: expect.stringContaining(`: ${path}: `),
  });
});
