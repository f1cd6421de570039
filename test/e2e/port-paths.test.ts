import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Server } from '../../src/runtime/server/options.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

/** As Axis2 and WCF write it: each port of a service is at a path of its own. */
const paths = { soap11: '/data', soap12: '/data/ws', httpGet: '/data.http', httpPost: '/data' };
type BindingName = keyof typeof paths;

function soapBinding(name: string): string {
  return `<binding name="${name}" type="t:P"><${name}:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><${name}:operation soapAction="urn:data/Get"/><input><${name}:body use="literal"/></input><output><${name}:body use="literal"/></output></operation></binding>`;
}

function httpBinding(verb: string, input: string): string {
  return `<binding name="${verb}" type="t:H"><http:binding verb="${verb}"/><operation name="Get"><http:operation location="/Get"/><input>${input}</input><output><mime:mimeXml part="Body"/></output></operation></binding>`;
}

function port(binding: string, prefix: string, path: string): string {
  return `<port name="${binding}Port" binding="t:${binding}"><${prefix}:address location="http://example.com/app${path}"/></port>`;
}

const contract = `<definitions name="Data" targetNamespace="urn:data" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:data" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<types><xs:schema targetNamespace="urn:data" elementFormDefault="qualified">
<xs:element name="Get"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="GetResponse"><xs:complexType><xs:sequence><xs:element name="GetResult" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="string" type="xs:string"/>
</xs:schema></types>
<message name="In"><part name="parameters" element="t:Get"/></message><message name="Out"><part name="parameters" element="t:GetResponse"/></message>
<message name="HttpIn"><part name="id" type="xs:string"/></message><message name="HttpOut"><part name="Body" element="t:string"/></message>
<portType name="P"><operation name="Get"><input message="t:In"/><output message="t:Out"/></operation></portType>
<portType name="H"><operation name="Get"><input message="t:HttpIn"/><output message="t:HttpOut"/></operation></portType>
${soapBinding('soap')}${soapBinding('soap12')}
${httpBinding('GET', '<http:urlEncoded/>')}${httpBinding('POST', '<mime:content type="application/x-www-form-urlencoded"/>')}
<service name="Data">
${port('soap', 'soap', `${paths.soap11}`)}${port('soap12', 'soap12', paths.soap12)}
${port('GET', 'http', paths.httpGet)}${port('POST', 'http', paths.httpPost)}
</service></definitions>`;

type Get = (input: { id: number }, options?: object) => Promise<string>;

let folder: GeneratedFolder;
let createServer: (handlers: object, options?: object) => Server;
let createClient: (options: object) => { get: Get };

beforeAll(async () => {
  folder = await generateText('data.wsdl', contract, ['types', 'client', 'server', 'docs', 'wsdl']);
  const module = await folder.load();
  createServer = module.createDataServer as typeof createServer;
  createClient = module.createDataClient as typeof createClient;
});
afterAll(() => folder.remove());

test('the contract has no warning, the operation says which bindings are elsewhere', () => {
  expect(folder.diagnostics).toEqual([]);
  const text = folder.text('operations.ts');
  expect(text).toContain("path: '/app/data',");
  expect(text).toContain("paths: { soap12: '/app/data/ws', httpGet: '/app/data.http' },");
});

test('files for other tools have the address of each port', () => {
  const addresses = [...folder.text('wsdl/Data.wsdl').matchAll(/location="(http[^"]*)"/g)];
  expect(addresses.map(([, address]) => address)).toEqual(
    Object.values(paths).map((path) => `http://example.com/app${path}`),
  );
});

test.each(Object.entries(paths))(
  'a call over %s goes to %s and is answered',
  async (name, path) => {
    const binding = name as BindingName;
    const server = createServer({ get: ({ id }: { id: number }) => `number ${id}` });
    const asked: string[] = [];
    const fetch = (url: string, init: object): Promise<unknown> => {
      asked.push(new URL(url).pathname);
      return server.fetch(url, init);
    };
    const client = createClient({ baseUrl: 'http://data.test', fetch });
    expect(await client.get({ id: 7 }, { binding })).toBe('number 7');
    expect(asked).toEqual([`/app${path}${binding.startsWith('http') ? '/Get' : ''}`]);
    // an endpoint is the whole address of every binding
    const whole = createClient({ endpoint: 'http://data.test/app/data', fetch });
    expect(await whole.get({ id: 8 }, { binding })).toBe('number 8');
  },
);

test('a server has pages and its WSDL at each of the paths, also below a base path', async () => {
  const server = createServer({ get: () => '' }, { basePath: '/v1' });
  for (const path of new Set(Object.values(paths))) {
    const answer = await server.fetch(new Request(`http://data.test/v1/app${path}?WSDL`));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('location="http://data.test/v1/app/data"');
  }
  const page = await server.fetch(new Request('http://data.test/v1/app/data/ws'));
  expect(await page.text()).toContain('href="/v1/app/data?op=Get"');
  const missing = await server.fetch(new Request('http://data.test/v1/app/other'));
  expect(missing.status).toBe(404);
});
