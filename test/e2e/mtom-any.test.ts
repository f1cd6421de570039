import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Server } from '../../src/runtime/server/options.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';
import { lines, soap11, xop } from './mtom-contract.ts';

const xs = 'http://www.w3.org/2001/XMLSchema';

/** A contract without base64Binary, as JAX-WS publishes it for Object, List<Object> and Source. */
const contract = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="urn:x" xmlns:xs="${xs}" targetNamespace="urn:x">
<types><xs:schema targetNamespace="urn:x">
  <xs:complexType name="Holder"><xs:sequence>
    <xs:element name="s" type="xs:anyType" minOccurs="0"/>
    <xs:element name="many" type="xs:anyType" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="mixed" minOccurs="0"><xs:complexType mixed="true"><xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
    <xs:any namespace="##other" processContents="skip" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:element name="echo" type="x:Holder"/><xs:element name="echoResponse" type="x:Holder"/>
</xs:schema></types>
<message name="In"><part name="parameters" element="x:echo"/></message><message name="Out"><part name="parameters" element="x:echoResponse"/></message>
<portType name="P"><operation name="echo"><input message="x:In"/><output message="x:Out"/></operation></portType>
<binding name="B" type="x:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="echo"><s:operation soapAction=""/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
<service name="S"><port name="P" binding="x:B"><s:address location="http://localhost/s"/></port></service>
</definitions>`;

interface Held {
  readonly s?: { readonly children?: readonly unknown[] };
}
type Raw = Promise<{ readonly result: Held; readonly attachments: readonly unknown[] }>;
interface Client {
  echo: ((input: object) => Promise<Held>) & { readonly raw: (input: object) => Raw };
}

let folder: GeneratedFolder;
let createClient: (options: object) => Client;
let server: Server;
let seen: { readonly input: Held; readonly attachments: readonly unknown[] };

beforeAll(async () => {
  folder = await generateText('one.wsdl', contract);
  const module = await folder.load();
  createClient = module.createSClient as typeof createClient;
  const create = module.createSServer as (handlers: object) => Server;
  server = create({
    echo: (input: Held, context: { readonly attachments: readonly unknown[] }) => {
      seen = { input, attachments: context.attachments };
      return input;
    },
  });
});
afterAll(() => folder.remove());

const type = 'multipart/related; type="application/xop+xml"; start-info="text/xml"; boundary=b';
const include = (cid = 'p'): string => `<xop:Include xmlns:xop="${xop}" href="cid:${cid}"/>`;

/** A message of JAX-WS with a part of three bytes. */
const message = (name: string, content: string): Uint8Array<ArrayBuffer> =>
  lines(
    '--b',
    'Content-Type: application/xop+xml;charset=utf-8;type="text/xml"',
    '',
    `<S:Envelope xmlns:S="${soap11}"><S:Body><ns2:${name} xmlns:ns2="urn:x" xmlns:xs="${xs}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</ns2:${name}></S:Body></S:Envelope>`,
    '--b',
    'Content-Id: <p>',
    'Content-Type: application/octet-stream',
    'Content-Transfer-Encoding: binary',
    '',
    'ABC',
    '--b--',
  );

async function serve(
  content: string,
): Promise<{ readonly status: number; readonly answer: string }> {
  const response = (await server.fetch(
    new Request('http://localhost/s', {
      method: 'POST',
      headers: { 'Content-Type': type, SOAPAction: '""' },
      body: message('echo', content),
    }),
  )) as unknown as Response;
  return { status: response.status, answer: await response.text() };
}

function clientOf(content: string, options: object = {}): Client {
  const fetch = async (): Promise<Response> =>
    new Response(message('echoResponse', content), { headers: { 'content-type': type } });
  return createClient({ baseUrl: 'http://localhost', fetch, ...options });
}

const places: readonly (readonly [string, string])[] = [
  ['anyType', `<s xsi:type="xs:base64Binary">${include()}</s>`],
  ['white space around it', `<s xsi:type="xs:base64Binary">\n${include()}\n</s>`],
  ['a class in anyType', `<s xsi:type="ns2:Person"><photo>${include()}</photo></s>`],
  ['a list of anyType', `<many xsi:type="xs:base64Binary">${include()}</many><many>x</many>`],
  ['mixed content', `<mixed>a<o:b xmlns:o="urn:o">${include()}</o:b></mixed>`],
  ['a wildcard', `<o:b xmlns:o="urn:o"><o:c>${include()}</o:c></o:b>`],
];

describe.each(places)('bytes in a part, in %s', (_, content) => {
  test('are read by servers and sent on', async () => {
    const { status, answer } = await serve(content);
    expect(status).toBe(200);
    expect(JSON.stringify(seen.input)).toContain('"QUJD"');
    expect(seen.attachments).toEqual([]);
    expect(answer).toMatch(/>\s*QUJD\s*<\//);
    expect(answer).not.toContain('Include');
  });

  test('are read by clients', async () => {
    const { result, attachments } = await clientOf(content).echo.raw({});
    expect(JSON.stringify(result)).toContain('"QUJD"');
    expect(attachments).toEqual([]);
  });
});

test('the text is the only one of its element', async () => {
  await serve(places[0]?.[1] ?? '');
  expect(seen.input.s?.children).toEqual(['QUJD']);
});

test('a reference to no part is an error, and stays for lenient clients', async () => {
  const dangling = `<s xsi:type="xs:base64Binary">${include('none')}</s>`;
  expect((await serve(dangling)).status).toBe(500);
  await expect(clientOf(dangling).echo({})).rejects.toMatchObject({
    code: 'decode',
    message: expect.stringContaining("refers to 'cid:none', but the message has no part of it"),
  });
  const { s } = await clientOf(dangling, { lenient: true }).echo({});
  expect(s?.children).toMatchObject([{ name: 'Include' }]);
});

test('several references share a part', async () => {
  const twice = `<many>${include()}</many><many>${include()}</many>`;
  const { answer } = await serve(twice);
  expect(answer.match(/QUJD/g)).toHaveLength(2);
});
