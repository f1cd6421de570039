import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ClientOptions } from '../../src/runtime/index.ts';
import type { Server, ServerOptions } from '../../src/runtime/server/options.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';
import { latin1, lines, soap11, xop } from './mtom-contract.ts';

/** Bytes in a header, in the detail of a fault, in parts of rpc/literal, and in SOAP encoding. */
const contract = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
  <xs:complexType name="Sealed"><xs:sequence><xs:element name="seal" type="xs:base64Binary"/></xs:sequence></xs:complexType>
  <xs:element name="Token" type="t:Sealed"/><xs:element name="Broken" type="t:Sealed"/>
  <xs:complexType name="Pair"><xs:sequence><xs:element name="left" type="xs:base64Binary"/><xs:element name="right" type="xs:base64Binary"/></xs:sequence></xs:complexType>
</xs:schema></types>
<message name="In"><part name="data" type="xs:base64Binary"/></message><message name="Out"><part name="result" type="xs:base64Binary"/></message>
<message name="PairIn"><part name="pair" type="t:Pair"/></message><message name="PairOut"><part name="result" type="t:Pair"/></message>
<message name="Token"><part name="token" element="t:Token"/></message><message name="Broken"><part name="broken" element="t:Broken"/></message>
<portType name="P">
  <operation name="Literal"><input message="t:In"/><output message="t:Out"/><fault name="Broken" message="t:Broken"/></operation>
  <operation name="Encoded"><input message="t:PairIn"/><output message="t:PairOut"/></operation>
</portType>
<binding name="B" type="t:P"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
  <operation name="Literal"><s:operation soapAction="urn:t/Literal"/><input><s:body use="literal" namespace="urn:t"/><s:header message="t:Token" part="token" use="literal"/></input><output><s:body use="literal" namespace="urn:t"/><s:header message="t:Token" part="token" use="literal"/></output><fault name="Broken"><s:fault name="Broken" use="literal"/></fault></operation>
  <operation name="Encoded"><s:operation soapAction="urn:t/Encoded"/><input><s:body use="encoded" namespace="urn:t" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></input><output><s:body use="encoded" namespace="urn:t" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></output></operation>
</binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://localhost/s"/></port></service>
</definitions>`;

type Call = ((input: unknown, options?: object) => Promise<unknown>) & {
  readonly raw: (input: unknown, options?: object) => Promise<object>;
};

let folder: GeneratedFolder;
let createClient: (options: ClientOptions) => { readonly literal: Call; readonly encoded: Call };
let createServer: (handlers: object, options?: ServerOptions) => Server;
let sent = '';

beforeAll(async () => {
  folder = await generateText('s.wsdl', contract);
  const module = await folder.load();
  createClient = module.createSClient as typeof createClient;
  createServer = module.createSServer as typeof createServer;
});
afterAll(() => folder.remove());

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const include = (cid: string): string => `<i:Include xmlns:i="${xop}" href="cid:${cid}"/>`;

interface HeaderContext {
  readonly soapHeaders: { readonly token?: object };
  setSoapHeader(name: string, value: unknown): void;
}

const handlers = {
  literal: ({ data }: { readonly data: Uint8Array }, context: HeaderContext) => {
    context.setSoapHeader('token', context.soapHeaders.token);
    return data;
  },
  encoded: ({ pair }: { readonly pair: object }) => pair,
};

function clientOf(served: ServerOptions = {}): ReturnType<typeof createClient> {
  const server = createServer(handlers, served);
  return createClient({
    endpoint: 'http://localhost/s',
    mtom: true,
    fetch: (async (url: string, init: { readonly body: never }) => {
      sent = latin1(new Uint8Array(Buffer.from(init.body)));
      return server.fetch(url, init);
    }) as never,
  });
}

const settings: readonly ServerOptions[] = [
  {},
  { strict: true },
  { parity: { strictEnvelopes: true } },
];

describe.each(settings)('a server with %j', (served) => {
  test('bytes of headers and of rpc/literal', async () => {
    const token = { seal: bytes('seal') };
    const call = clientOf(served).literal.raw;
    await expect(call({ data: bytes('data') }, { soapHeaders: { token } })).resolves.toMatchObject({
      result: bytes('data'),
      soapHeaders: { token },
    });
    expect(sent.split('cid:')).toHaveLength(3);
  });

  test('bytes of SOAP encoding', async () => {
    const pair = { left: bytes('left'), right: bytes('right') };
    await expect(clientOf(served).encoded({ pair })).resolves.toEqual(pair);
    expect(sent.split('cid:')).toHaveLength(3);
  });
});

test('bytes of SOAP encoding behind references', async () => {
  let received: unknown;
  const server = createServer({
    ...handlers,
    encoded: ({ pair }: { pair: object }) => (received = pair),
  });
  const body = `<S:Envelope xmlns:S="${soap11}" xmlns:t="urn:t"><S:Body><t:Encoded><pair href="#p"/></t:Encoded><p id="p"><t:left href="#b"/><t:right href="#b"/></p><b id="b">${include('1')}</b></S:Body></S:Envelope>`;
  await server.fetch('http://localhost/s', {
    method: 'POST',
    headers: {
      'Content-Type': 'multipart/related; type="application/xop+xml"; boundary=b',
      SOAPAction: '"urn:t/Encoded"',
    },
    body: lines(
      '--b',
      'Content-Type: application/xop+xml; type="text/xml"',
      '',
      body,
      '--b',
      'Content-ID: <1>',
      '',
      'both',
      '--b--',
    ),
  });
  expect(received).toEqual({ left: bytes('both'), right: bytes('both') });
});

test('bytes of the detail of a fault', async () => {
  const envelope = `<S:Envelope xmlns:S="${soap11}"><S:Body><S:Fault><faultcode>S:Server</faultcode><faultstring>no</faultstring><detail><Broken xmlns="urn:t"><seal>${include('1')}</seal></Broken></detail></S:Fault></S:Body></S:Envelope>`;
  const answer = lines(
    '--b',
    'Content-Type: application/xop+xml',
    '',
    envelope,
    '--b',
    'Content-ID: <1>',
    '',
    'seal',
    '--b--',
  );
  const client = createClient({
    endpoint: 'http://localhost/s',
    fetch: (async () =>
      new Response(answer, {
        status: 500,
        headers: { 'Content-Type': 'multipart/related; type="application/xop+xml"; boundary=b' },
      })) as never,
  });
  await expect(client.literal({ data: bytes('x') })).rejects.toMatchObject({
    name: 'SoapFault',
    faultName: 'Broken',
    detail: { seal: bytes('seal') },
  });
});
