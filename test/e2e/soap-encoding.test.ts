import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GeneratedFolder, generateText } from './generated-module.ts';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const encoded = `use="encoded" encodingStyle="${encoding}"`;
const body = (more = ''): string => `<soap:body ${encoded}${more}/>`;
const header = `<soap:header message="t:Head" part="Auth" ${encoded} namespace="urn:enc"/>`;
const rpc = ' namespace="urn:enc"';

/** As ASMX describes it: types in a namespace of their own, messages of documents by type. */
const contract = `<definitions name="Enc" targetNamespace="urn:enc" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:w="http://schemas.xmlsoap.org/wsdl/"
  xmlns:e="${encoding}" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:enc"
  xmlns:y="urn:enc/encodedTypes">
<types><xs:schema targetNamespace="urn:enc/encodedTypes"><xs:import namespace="${encoding}"/>
<xs:complexType name="Strings"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="xs:string[]"/></xs:restriction></xs:complexContent></xs:complexType>
<xs:complexType name="Table"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="y:Strings[]"/></xs:restriction></xs:complexContent></xs:complexType>
<xs:complexType name="Auth"><xs:sequence><xs:element name="User" type="xs:string" minOccurs="0"/><xs:element name="Level" type="xs:int"/><xs:element name="Tags" type="y:Strings" minOccurs="0"/></xs:sequence></xs:complexType>
<xs:complexType name="Doc"><xs:sequence><xs:element name="v" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
<xs:complexType name="DocResponse"><xs:sequence><xs:element name="DocResult" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
</xs:schema></types>
<message name="Head"><part name="Auth" type="y:Auth"/></message>
<message name="CallIn"><part name="v" type="y:Table"/></message><message name="CallOut"><part name="CallResult" type="y:Table"/></message>
<message name="AnyIn"><part name="v" type="xs:anyType"/></message><message name="AnyOut"><part name="AnyResult" type="xs:anyType"/></message>
<message name="DocIn"><part name="parameters" type="y:Doc"/></message><message name="DocOut"><part name="parameters" type="y:DocResponse"/></message>
<message name="BareIn"><part name="n" type="xs:int"/></message><message name="BareOut"><part name="m" type="xs:int"/></message>
<portType name="P">
<operation name="Call"><input message="t:CallIn"/><output message="t:CallOut"/></operation>
<operation name="Any"><input message="t:AnyIn"/><output message="t:AnyOut"/></operation>
<operation name="Doc"><input message="t:DocIn"/><output message="t:DocOut"/></operation>
<operation name="Bare"><input message="t:BareIn"/><output message="t:BareOut"/></operation></portType>
<binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="Call"><soap:operation soapAction="urn:enc/Call"/><input>${body(rpc)}${header}</input><output>${body(rpc)}${header}</output></operation>
<operation name="Any"><soap:operation soapAction="urn:enc/Any"/><input>${body(rpc)}</input><output>${body(rpc)}</output></operation>
<operation name="Doc"><soap:operation soapAction="urn:enc/Doc" style="document"/><input>${body()}</input><output>${body()}</output></operation>
<operation name="Bare"><soap:operation soapAction="urn:enc/Bare" style="document"/><input>${body()}</input><output>${body()}</output></operation></binding>
<service name="Enc"><port name="P" binding="t:B"><soap:address location="http://localhost/enc"/></port></service></definitions>`;

type Headers = Readonly<Record<string, unknown>>;
interface Context {
  readonly soapHeaders: Headers;
  setSoapHeader(name: string, value: unknown): void;
}
interface Method {
  (input: object): Promise<unknown>;
  raw(input: object, options?: object): Promise<{ result: unknown; soapHeaders: Headers }>;
}
interface Server {
  fetch(request: Request): Promise<Response>;
}
interface Module {
  createEncClient(options: object): Readonly<Record<'call' | 'any' | 'doc' | 'bare', Method>>;
  createEncServer(handlers: object): Server;
}

let folder: GeneratedFolder;
let module: Module;
let server: Server;
/** What was sent last. */
let request = '';
let answer = '';

beforeAll(async () => {
  folder = await generateText('enc.wsdl', contract, ['types', 'client', 'server']);
  module = (await folder.load()) as unknown as Module;
  server = module.createEncServer({
    call: ({ v }: { v: unknown }, { soapHeaders, setSoapHeader }: Context) => {
      if (soapHeaders.Auth !== undefined) setSoapHeader('Auth', soapHeaders.Auth);
      return v;
    },
    any: ({ v }: { v: unknown }) => v,
    doc: ({ v }: { v: unknown }) => v,
    bare: ({ n }: { n: number }) => n + 1,
  });
});

afterAll(() => folder.remove());

async function post(action: string, envelope: string): Promise<string> {
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"urn:enc/${action}"` };
  const sent = new Request('http://test/enc', { method: 'POST', headers, body: envelope });
  return (await server.fetch(sent)).text();
}

function client() {
  return module.createEncClient({
    baseUrl: 'http://test',
    fetch: async (url: string, init: RequestInit) => {
      const sent = new Request(url, init);
      request = await sent.clone().text();
      const given = await server.fetch(sent);
      answer = await given.clone().text();
      return given;
    },
  });
}

const envelope = (content: string, head = ''): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:e="${encoding}" xmlns:t="urn:enc" xmlns:y="urn:enc/encodedTypes"><s:Header>${head}</s:Header><s:Body>${content}</s:Body></s:Envelope>`;

const noRows = 'e:arrayType="xsd:string[][0]"';
const call = `<t:Call><v ${noRows}/></t:Call>`;
const auth = { User: 'u', Level: 3, Tags: ['a', 'b'] };

test('a header is named after its type', async () => {
  const { soapHeaders } = await client().call.raw({ v: [] }, { soapHeaders: { Auth: auth } });
  expect(soapHeaders).toEqual({ Auth: auth });
  const name = /<(?:q1:)?Auth xmlns(?::q1)?="urn:enc\/encodedTypes"/;
  expect(request).toMatch(name);
  expect(answer).toMatch(name);
});

test.each([
  ['its type', 'y:Auth'],
  ['its part', 't:Auth'],
])('a header named after %s is read, with what it refers to', async (_, name) => {
  const head = `<${name} id="h1"><User xsi:type="xsd:string">u</User><Level>3</Level><Tags href="#h2"/></${name}><e:Array id="h2" e:arrayType="xsd:string[2]"><Item>a</Item><Item>b</Item></e:Array>`;
  expect(await post('Call', envelope(call, head))).toContain('>u</User>');
  const plain = module.createEncClient({
    baseUrl: 'http://test',
    fetch: async () =>
      new Response(envelope(`<t:CallResponse><CallResult ${noRows}/></t:CallResponse>`, head), {
        headers: { 'content-type': 'text/xml' },
      }),
  });
  const { soapHeaders } = await plain.call.raw({ v: [] });
  expect(soapHeaders).toEqual({ Auth: auth });
});

test('arrays of arrays have the type of their items, however these are named', async () => {
  const v = [['a', 'b'], ['c'], []];
  expect(await client().call({ v })).toEqual(v);
  expect(request).toContain('soapenc:arrayType="xsd:string[][3]"');
  expect(answer).toContain('soapenc:arrayType="xsd:string[][3]"');
});

test('an element of any type that was referred to can be sent back', async () => {
  const sent = envelope(
    '<t:Any><v href="#a"/></t:Any><y:Doc id="a" xsi:type="y:Doc"><v>x</v></y:Doc>',
  );
  const given = await post('Any', sent);
  expect(given).toContain('>x</v>');
  expect(given.match(/ id="/g)).toHaveLength(1);
});

test('the message of a document is named after its type', async () => {
  expect(await client().doc({ v: 'x' })).toBe('x');
  expect(request).toMatch(/<(?:q1:)?Doc xmlns(?::q1)?="urn:enc\/encodedTypes"/);
  expect(await client().doc({})).toBeUndefined();
  expect(await post('Doc', envelope('<y:Doc><v>y</v></y:Doc>'))).toContain('>y</DocResult>');
  expect(await client().bare({ n: 1 })).toBe(2);
  expect(request).toMatch(/int xmlns:q1="http:\/\/www.w3.org\/2001\/XMLSchema"|<xsd:int|<int /);
});
