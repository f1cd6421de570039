import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type CallOptions,
  type ClientOptions,
  type Context,
  clientAttachments,
  isFault,
  type RawResult,
  SoapFault,
  soapHeader,
} from '../../src/runtime/index.ts';
import type { Server, ServerInterceptor, ServerOptions } from '../../src/runtime/server/options.ts';
import { failure } from '../runtime/wire/answering.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

/** What SOAP allows beside what a WSDL declares: headers with attributes, and attachments. */
const wsdl = `<definitions name="Desk" targetNamespace="urn:desk" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:desk" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:ref="http://ws-i.org/profiles/basic/1.1/xsd">
<types>
  <xs:schema targetNamespace="http://ws-i.org/profiles/basic/1.1/xsd"><xs:simpleType name="swaRef"><xs:restriction base="xs:anyURI"/></xs:simpleType></xs:schema>
  <xs:schema targetNamespace="urn:desk" elementFormDefault="qualified">
    <xs:import namespace="http://ws-i.org/profiles/basic/1.1/xsd"/>
    <xs:element name="Store"><xs:complexType><xs:sequence><xs:element name="file" type="ref:swaRef"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="StoreResponse"><xs:complexType><xs:sequence><xs:element name="file" type="ref:swaRef" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Bytes"><xs:complexType><xs:sequence><xs:element name="data" type="xs:base64Binary"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="BytesResponse"><xs:complexType><xs:sequence><xs:element name="data" type="xs:base64Binary"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Session"><xs:complexType><xs:sequence><xs:element name="id" type="xs:string"/></xs:sequence><xs:anyAttribute/></xs:complexType></xs:element>
    <xs:element name="Ticket" type="xs:string"/>
  </xs:schema>
</types>
<message name="StoreIn"><part name="p" element="t:Store"/></message><message name="StoreOut"><part name="p" element="t:StoreResponse"/></message>
<message name="BytesIn"><part name="p" element="t:Bytes"/></message><message name="BytesOut"><part name="p" element="t:BytesResponse"/></message>
<message name="PhotoIn"><part name="name" type="xs:string"/><part name="photo" type="xs:hexBinary"/></message><message name="PhotoOut"><part name="photo" type="xs:hexBinary"/></message>
<message name="Session"><part name="Session" element="t:Session"/></message><message name="Ticket"><part name="Ticket" element="t:Ticket"/></message>
<portType name="Desk">
  <operation name="Store"><input message="t:StoreIn"/><output message="t:StoreOut"/></operation>
  <operation name="Bytes"><input message="t:BytesIn"/><output message="t:BytesOut"/></operation>
</portType>
<portType name="Photos"><operation name="Photo"><input message="t:PhotoIn"/><output message="t:PhotoOut"/></operation></portType>
${['s', 's12']
  .map(
    (
      p,
    ) => `<binding name="Desk-${p}" type="t:Desk"><${p}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  <operation name="Store"><${p}:operation soapAction="urn:desk/Store"/>
    <input><${p}:body use="literal"/><${p}:header message="t:Session" part="Session" use="literal"/><${p}:header message="t:Ticket" part="Ticket" use="literal"/></input>
    <output><${p}:body use="literal"/><${p}:header message="t:Session" part="Session" use="literal"/><${p}:header message="t:Ticket" part="Ticket" use="literal"/></output></operation>
  <operation name="Bytes"><${p}:operation soapAction="urn:desk/Bytes"/><input><${p}:body use="literal"/></input><output><${p}:body use="literal"/></output></operation>
</binding>`,
  )
  .join('\n')}
<binding name="Photos" type="t:Photos"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
  <operation name="Photo"><s:operation soapAction="urn:desk/Photo"/>
    <input><m:multipartRelated xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/"><m:part><s:body parts="name" use="literal" namespace="urn:desk"/></m:part><m:part><m:content part="photo" type="image/png"/></m:part></m:multipartRelated></input>
    <output><m:multipartRelated xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/"><m:part><s:body parts="" use="literal" namespace="urn:desk"/></m:part><m:part><m:content part="photo" type="image/png"/></m:part></m:multipartRelated></output></operation>
</binding>
<service name="Desk">
  <port name="Desk11" binding="t:Desk-s"><s:address location="http://localhost/desk"/></port>
  <port name="Desk12" binding="t:Desk-s12"><s12:address location="http://localhost/desk"/></port>
  <port name="Photos" binding="t:Photos"><s:address location="http://localhost/photos"/></port>
</service>
</definitions>`;

const env = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
};
const bindings = ['soap11', 'soap12'] as const;
type Binding = (typeof bindings)[number];

interface Call {
  (input: object, options?: CallOptions<Binding, Record<string, unknown>>): Promise<unknown>;
  raw(
    input: object,
    options?: CallOptions<Binding, Record<string, unknown>>,
  ): Promise<RawResult<unknown, Record<string, unknown>>>;
}
type HandlerContext = Context<unknown, unknown, unknown, object, Record<string, unknown>>;
type Client = Readonly<Record<'store' | 'bytes' | 'photo', Call>> & {
  readonly photos: { readonly photo: Call };
};

let folder: GeneratedFolder;
let createClient: (options: ClientOptions) => Client;
let createServer: (handlers: object, options?: ServerOptions) => Server;
let sent: string[] = [];

beforeAll(async () => {
  folder = await generateText('desk.wsdl', wsdl);
  const module = await folder.load();
  createClient = module.createDeskClient as typeof createClient;
  createServer = module.createDeskServer as typeof createServer;
});
afterAll(() => folder.remove());

type Handler = (input: never, context: HandlerContext) => unknown;

function serving(handler: Handler, client: ClientOptions = {}, options: ServerOptions = {}) {
  const server = createServer(
    { store: handler, bytes: handler, photos: { photo: handler } },
    options,
  );
  sent = [];
  const fetch = async (url: string, init: { readonly body: never }) => {
    const answer = await server.fetch(url, init);
    sent.push(text(Buffer.from(init.body)));
    const body = await answer.arrayBuffer();
    sent.push(text(new Uint8Array(body)));
    return new Response(body, answer as never);
  };
  return createClient({ baseUrl: 'http://localhost', fetch: fetch as never, ...client });
}

const understandAll: ServerInterceptor = ({ context }, next) => {
  for (const header of context.unknownHeaders) context.understood(header);
  return next();
};

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const session = '<p:sessionID xmlns:p="urn:polarion:session">4711-0815</p:sessionID>';
const sessionElement = {
  name: 'sessionID',
  namespace: 'urn:polarion:session',
  children: ['4711-0815'],
};

describe.each(bindings)('headers that no contract declares, over %s', (binding) => {
  test('are sent by a server, as text and as elements', async () => {
    const client = serving((_, context) => {
      context.setSoapHeader(`<?xml version="1.0"?>${session}<!-- x --><x:y xmlns:x="urn:x"/>`);
      context.setSoapHeader({ name: 'Trace', namespace: 'urn:t', children: ['a<b'] });
      context.setSoapHeader('Ticket', '7');
      return {};
    });
    const { soapHeaders, unknownHeaders } = await client.store.raw({ file: 'a' }, { binding });
    expect(soapHeaders).toEqual({ Ticket: '7' });
    expect(unknownHeaders).toEqual([
      sessionElement,
      { name: 'y', namespace: 'urn:x' },
      { name: 'Trace', namespace: 'urn:t', children: ['a<b'] },
    ]);
  });

  test('are sent with a fault, and seen in it', async () => {
    const client = serving((_, context) => {
      context.setSoapHeader(session);
      throw new SoapFault({ code: 'Client', message: 'no' });
    });
    const error = await failure(client.store({ file: 'a' }, { binding }));
    if (!isFault(error)) throw error;
    expect(error.unknownHeaders).toEqual([sessionElement]);
  });

  test('have to be well-formed', async () => {
    const told: string[] = [];
    for (const wrong of ['<a>', '<a/>text', '<a/></soap:Header>', '<q:a/>', { name: 'a b' }, 7]) {
      const client = serving(
        (_, context) => context.setSoapHeader(wrong as string),
        {},
        { onError: (error) => void told.push(String(error)) },
      );
      await expect(client.store({ file: 'a' }, { binding })).rejects.toMatchObject({
        name: 'SoapFault',
      });
    }
    expect(told).toHaveLength(6);
    for (const one of told) expect(one).toMatch(/^TypeError: (The SOAP header is not|Expected)/);
  });

  test('a name that the operation does not declare is an error', async () => {
    for (const [method, names] of [
      ['store', 'Session, Ticket'],
      ['bytes', 'none'],
    ] as const) {
      const told: string[] = [];
      const client = serving(
        (_, context) => context.setSoapHeader('sessionID', 'x'),
        {},
        { onError: (error) => void told.push(String(error)) },
      );
      const input = { file: 'a', data: new Uint8Array(1) };
      await expect(client[method](input, { binding })).rejects.toMatchObject({ code: 'Server' });
      expect(told).toEqual([
        `TypeError: There is no SOAP header 'sessionID' of responses; declared: ${names}. ` +
          'One that the contract does not declare is set as XML: setSoapHeader(xml).',
      ]);
    }
  });
});

describe.each(bindings)('attributes of SOAP, over %s', (binding) => {
  const role = binding === 'soap11' ? 'actor' : 'role';
  const next =
    binding === 'soap11'
      ? 'http://schemas.xmlsoap.org/soap/actor/next'
      : 'http://www.w3.org/2003/05/soap-envelope/role/next';
  const attribute = (name: string, value: string) => ({ name, namespace: env[binding], value });

  test.each([
    ['mustUnderstand', { mustUnderstand: true }, 'soap:mustUnderstand="1"'],
    ['actor', { actor: 'urn:a&"' }, `soap:${role}="urn:a&amp;&quot;"`],
    ['role', { role: 'urn:r' }, `soap:${role}="urn:r"`],
    [
      'actor and role',
      { actor: 'urn:a', role: 'urn:r' },
      `soap:${role}="${binding === 'soap11' ? 'urn:a' : 'urn:r'}"`,
    ],
    ['the next of 1.1', { actor: 'http://schemas.xmlsoap.org/soap/actor/next' }, `="${next}"`],
    [
      'the next of 1.2',
      { role: 'http://www.w3.org/2003/05/soap-envelope/role/next' },
      `soap:${role}="${next}"`,
    ],
    ['relay', { relay: true }, binding === 'soap11' ? '<Ticket' : 'soap:relay="true"'],
    ['none', { mustUnderstand: false, relay: false }, '<Ticket'],
  ])('%s on any header, of both sides', async (_name, attributes, expected) => {
    const client = serving(
      (_, context) => {
        context.setSoapHeader('Session', soapHeader({ id: 'a' }, attributes));
        context.setSoapHeader('Ticket', soapHeader('7', attributes));
        context.setSoapHeader(soapHeader(session, attributes));
        context.setSoapHeader(soapHeader({ name: 'E', namespace: '' }, attributes));
        return {};
      },
      {},
      { interceptors: [understandAll] },
    );
    const raw = await client.store.raw(
      { file: 'a' },
      {
        binding,
        soapHeaders: {
          Session: soapHeader({ id: 'a' }, attributes),
          Ticket: soapHeader('7', attributes),
        },
        extraSoapHeaders: [
          soapHeader(session, attributes),
          soapHeader({ name: 'E', namespace: '' }, attributes),
        ],
      },
    );
    expect(raw.soapHeaders).toMatchObject({ Session: { id: 'a' }, Ticket: '7' });
    const isSet = expected.includes('soap:') || expected.startsWith('=');
    for (const message of sent) {
      const headers = message.match(/<(?:Session|Ticket|p:sessionID|E)[^>]*>/g) ?? [];
      expect(headers).toHaveLength(4);
      for (const header of headers) {
        if (isSet) expect(header).toContain(expected);
        else expect(header).not.toContain('soap:');
      }
    }
  });

  test('on each element of a text, whatever is in it', async () => {
    const xml =
      `<!-- <a> --><a x='>'/><?p <b?><b><a soap:role=""/><![CDATA[<c>]]></b>` +
      `<c xmlns:soap="urn:other" soap:mustUnderstand="0"/>` +
      `<d xmlns:soap="urn:other" xmlns:soap_='urn:x' soap:x="1"/>`;
    const client = serving(() => ({}));
    const request = failure(
      client.store(
        { file: 'a' },
        { binding, extraSoapHeaders: soapHeader(xml, { mustUnderstand: true }) },
      ),
    );
    expect(await request).toMatchObject({ code: 'MustUnderstand' });
    const must = 'soap:mustUnderstand="1"';
    const as = (prefix: string): string => ` xmlns:${prefix}="${env[binding]}" ${prefix}:must`;
    expect(sent[0]).toContain(
      `<!-- <a> --><a ${must} x='>'/><?p <b?><b ${must}><a soap:role=""/><![CDATA[<c>]]></b>` +
        `<c${as('soap_')}Understand="1" xmlns:soap="urn:other" soap:mustUnderstand="0"/>` +
        `<d${as('soap__')}Understand="1" xmlns:soap="urn:other" xmlns:soap_='urn:x' soap:x="1"/>`,
    );
  });

  test('a header has each of them once', async () => {
    const client = serving(() => ({}));
    const attributes = { mustUnderstand: true, role: 'urn:r' };
    for (const options of [
      { extraSoapHeaders: soapHeader('<a soap:mustUnderstand="0"/>', attributes) },
      { extraSoapHeaders: soapHeader(`<a xmlns:e='${env[binding]}' e:${role}=""/>`, attributes) },
      {
        extraSoapHeaders: soapHeader(
          { name: 'a', namespace: '', attributes: [attribute(role, 'urn:x')] },
          attributes,
        ),
      },
      {
        soapHeaders: {
          Session: soapHeader(
            { id: 'a', $anyAttributes: [attribute('mustUnderstand', '1')] },
            attributes,
          ),
        },
      },
    ]) {
      await expect(client.store({ file: 'a' }, { binding, ...options })).rejects.toMatchObject({
        code: 'encode',
        message: expect.stringContaining('already'),
      });
    }
    expect(sent).toEqual([]);
    // of another namespace, or without one
    await client.store(
      { file: 'a' },
      {
        binding,
        extraSoapHeaders: soapHeader('<a role="x" xmlns:w="w" w:role=""/>', { role: 'urn:r' }),
      },
    );
  });
});

describe.each(bindings)('attachments that no contract declares, over %s', (binding) => {
  const parts = [
    { id: 'f1@x', type: 'image/png', content: new Uint8Array([0, 13, 10, 45, 45, 255]) },
    { id: 'note', content: 'é' },
    { id: 'b', content: new Uint8Array(0) },
  ];
  const received = [
    { id: 'f1@x', type: 'image/png', content: new Uint8Array([0, 13, 10, 45, 45, 255]) },
    { id: 'note', type: 'text/plain; charset=utf-8', content: new Uint8Array([0xc3, 0xa9]) },
    { id: 'b', type: 'application/octet-stream', content: new Uint8Array(0) },
  ];

  test('are sent by both sides', async () => {
    const seen: unknown[] = [];
    const client = serving((input, context) => {
      seen.push(input, context.attachments);
      const urls = parts.map((part) => context.attach(part));
      context.setSoapHeader('Ticket', urls.join(' '));
      return { file: urls[0] };
    });
    const options = { binding, attachments: clientAttachments(parts) };
    const raw = await client.store.raw({ file: 'cid:f1@x' }, options);
    expect(seen).toEqual([{ file: 'cid:f1@x' }, received]);
    expect(raw.attachments).toEqual(received);
    expect(raw.soapHeaders).toEqual({ Ticket: 'cid:f1@x cid:note cid:b' });
    expect(raw.headers['content-type']).toMatch(/^multipart\/related; type="(text|application)\//);
    expect(sent[0]).toContain('Content-ID: <f1@x>\r\n');
    await client.store({ file: 'a' }, { binding, attachments: [] });
    expect(sent[2]).toMatch(/^<\?xml/);
  });

  test('beside bytes, with MTOM or in base64', async () => {
    for (const mtom of [true, false]) {
      const client = serving(
        ({ data }: { data: Uint8Array }, context) => {
          expect(context.attachments).toEqual(received);
          for (const part of context.attachments) context.attach(part);
          return { data };
        },
        { mtom },
      );
      const data = new Uint8Array([1, 2, 3]);
      const raw = await client.bytes.raw({ data }, { binding, attachments: parts });
      expect(raw.result).toEqual({ data });
      expect(raw.attachments).toEqual(received);
      for (const message of sent) expect(message.includes('xop:Include')).toBe(mtom);
    }
  });

  test('are beside those that the contract declares', async () => {
    if (binding === 'soap12') return;
    const photo = new Uint8Array([9]);
    const client = serving((input: { photo: Uint8Array }, context) => {
      expect(input.photo).toEqual(photo);
      for (const part of context.attachments) context.attach(part);
      return { photo };
    });
    const call = { attachments: parts };
    const raw = await client.photos.photo.raw({ name: 'a', photo }, call);
    expect(raw).toMatchObject({ result: { photo }, attachments: received });
  });

  test.each([
    ['an ID with a line break', [{ id: 'a\r\nX: y', content: '' }], 'attachments[0].id'],
    ['an ID in brackets', [parts[0], { id: '<a>', content: '' }], 'attachments[1].id'],
    ['an ID that is empty', [{ id: '', content: '' }], 'attachments[0].id'],
    ['no ID', [{ content: '' }], 'attachments[0].id is undefined'],
    ['the same ID twice', [parts[1], parts[1]], "Two attachments have the id 'note'."],
    ['a type with a line break', [{ id: 'a', type: 'a/b\nX: y', content: '' }], '[0].type'],
    ['a type that is none', [{ id: 'a', type: 'png', content: '' }], 'attachments[0].type'],
    ['no content', [{ id: 'a' }], 'attachments[0].content is undefined'],
    ['nothing', [undefined], 'attachments[0].id'],
    ['no list', parts[0], 'attachments is an object, and has to be a list'],
  ])('cannot have %s', async (_name, given, problem) => {
    const attachments = given as typeof parts;
    const client = serving((_, context) => {
      for (const part of [attachments].flat()) context.attach(part);
      return {};
    });
    await expect(client.store({ file: 'a' }, { binding, attachments })).rejects.toMatchObject({
      code: 'encode',
      message: expect.stringContaining(problem),
    });
    expect(sent).toEqual([]);
    if (!Array.isArray(given)) return;
    await expect(client.store({ file: 'a' }, { binding })).rejects.toMatchObject({
      code: 'Server',
    });
  });
});
