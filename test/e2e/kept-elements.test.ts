import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GeneratedFolder, generateText } from './generated-module.ts';

const contract = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:keep" targetNamespace="urn:keep" name="Keep">
  <types><x:schema targetNamespace="urn:keep" elementFormDefault="qualified">
    <x:element name="Keep"><x:complexType><x:sequence>
      <x:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/>
    </x:sequence></x:complexType></x:element>
    <x:element name="KeepResponse"><x:complexType/></x:element>
  </x:schema></types>
  <message name="In"><part name="parameters" element="t:Keep"/></message>
  <message name="Out"><part name="parameters" element="t:KeepResponse"/></message>
  <portType name="Port"><operation name="Keep"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="Binding" type="t:Port"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Keep"><s:operation soapAction="urn:keep/Keep"/>
      <input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
  <service name="Keep"><port name="Port" binding="t:Binding"><s:address location="http://localhost/keep"/></port></service>
</definitions>`;

let folder: GeneratedFolder;
beforeAll(async () => {
  folder = await generateText('keep.wsdl', contract, ['types', 'server']);
});
afterAll(() => folder.remove());

type Create = (handlers: object, options: object) => { fetch(request: Request): Promise<Response> };

test('elements that are kept count against limits.elements like all others', async () => {
  const create = (await folder.load()).createKeepServer as Create;
  const seen: unknown[] = [];
  const server = create(
    { keep: (input: unknown) => void seen.push(input) },
    { limits: { elements: 50 } },
  );
  const send = (count: number): Promise<Response> =>
    server.fetch(
      new Request('http://localhost/keep', {
        method: 'POST',
        headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:keep/Keep"' },
        body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Keep xmlns="urn:keep">${'<a/>'.repeat(count)}</Keep></e:Body></e:Envelope>`,
      }),
    );
  // With Envelope, Body and Keep.
  expect((await send(47)).status).toBe(200);
  const refused = await send(48);
  expect(refused.status).toBe(500);
  expect(await refused.text()).toContain('The request has more than 50 elements.');
  expect(seen).toHaveLength(1);
});
