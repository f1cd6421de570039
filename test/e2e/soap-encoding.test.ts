import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Server } from '../../src/runtime/server/options.ts';
import { type RpcParts, rpcContract } from '../runtime/type/rpc-contract.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

describe('soap encoding', () => {
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
    const headers = {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: `"urn:enc/${action}"`,
    };
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
});

describe('soap encoding stacks', () => {
  /** Calls and answers of one operation in the style rpc, with the bytes of other stacks. */
  class Rpc {
    folder: GeneratedFolder | undefined;
    /** What was sent last. */
    sent = '';
    readonly #parts: RpcParts;
    module: Readonly<Record<string, unknown>> = {};

    constructor(parts: Omit<RpcParts, 'use'>) {
      this.#parts = { use: 'encoded', ...parts };
    }

    async load(): Promise<void> {
      this.folder = await generateText('rpc.wsdl', rpcContract(this.#parts), [
        'types',
        'client',
        'server',
      ]);
      this.module = await this.folder.load();
    }

    /** The result of a call that is answered so. */
    call(answer: string, input: object = {}, { call, ...options }: Calling = {}): Promise<unknown> {
      const create = this.module.createSClient as (options: object) => { run: Run };
      const type = answer.includes(envelope12) ? 'application/soap+xml' : 'text/xml';
      const fetch = async (_: string, init: { body: string }): Promise<Response> => {
        this.sent = String(init.body);
        return new Response(answer, { headers: { 'content-type': `${type}; charset=utf-8` } });
      };
      return create({ baseUrl: 'http://test', fetch, ...options }).run(input, call);
    }

    /** What a handler gets, and what the server answers. */
    async serve(
      request: string,
      { handle = () => null as unknown, ...options }: Serving = {},
    ): Promise<{ readonly input: unknown; readonly status: number; readonly answer: string }> {
      let input: unknown;
      const run = (given: unknown, context: HandlerContext): unknown => {
        input = given;
        return handle(given, context);
      };
      const create = this.module.createSServer as (handlers: object, options: object) => Server;
      const headers = request.includes(envelope12)
        ? { 'content-type': 'application/soap+xml; charset=utf-8; action="urn:rpc/Run"' }
        : { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:rpc/Run"' };
      const response = await create({ run }, options).fetch(
        new Request('http://test/s', { method: 'POST', headers, body: request }),
      );
      return { input, status: response.status, answer: await response.text() };
    }
  }

  type Run = (input: object, call?: object) => Promise<unknown>;
  /** Options of a client, and of one call. */
  interface Calling {
    readonly call?: object;
    readonly [option: string]: unknown;
  }
  interface HandlerContext {
    readonly soapHeaders: object;
    setSoapHeader(name: string, value: unknown): void;
  }
  interface Serving {
    readonly handle?: (input: unknown, context: HandlerContext) => unknown;
    readonly strict?: boolean;
    readonly onError?: (error: unknown) => void;
  }

  /** A service whose contract is loaded before the tests of a suite. */
  function rpc(parts: Omit<RpcParts, 'use'>): Rpc {
    const made = new Rpc(parts);
    beforeAll(() => made.load());
    afterAll(() => made.folder?.remove());
    return made;
  }

  const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
  const envelope12 = 'http://www.w3.org/2003/05/soap-envelope';
  const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';

  /** An envelope as SOAP::Lite 1.27 writes it. */
  const perl = (body: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope soap:encodingStyle="${encoding}" xmlns:soap="${soap}" xmlns:soapenc="${encoding}" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body>${body}</soap:Body></soap:Envelope>`;

  describe('the xsi:type of a simple value says how it is written', () => {
    const text = rpc({ input: { a: 'xs:string' }, output: { return: 'xs:string' } });
    const bytes = rpc({ input: { a: 'xs:base64Binary' }, output: { return: 'xs:base64Binary' } });
    const other = rpc({
      schema: `<xs:import namespace="${encoding}"/>
    <xs:complexType name="Strings"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="xs:string[]"/></xs:restriction></xs:complexContent></xs:complexType>
    <xs:simpleType name="Word"><xs:restriction base="xs:string"><xs:maxLength value="5"/></xs:restriction></xs:simpleType>
    <xs:complexType name="Rec"><xs:sequence><xs:element name="s" type="xs:string"/><xs:element name="n" type="xs:int"/><xs:element name="any" type="xs:anyType"/><xs:element name="list" type="t:Strings"/><xs:element name="word" type="t:Word"/></xs:sequence></xs:complexType>`,
      input: { r: 't:Rec' },
      output: { return: 't:Rec' },
    });

    // SOAP::Lite types each text with a byte above 0x7f so
    const request = (value: string): string =>
      perl(`<namesp1:Run xmlns:namesp1="urn:rpc">${value}</namesp1:Run>`);
    const answer = (value: string): string =>
      perl(`<RunResponse xmlns="urn:rpc"><s-gensym13 ${value}</s-gensym13></RunResponse>`);

    test.each([
      ['xsi:type="xsd:base64Binary">0J/RgNC40LLQtdGC', 'Привет'],
      ['xsi:type="soapenc:base64">0J/RgNC40LLQtdGC', 'Привет'],
      ['xsi:type="soapenc:base64Binary">w6k=', 'é'],
      ['xsi:type="xsd:hexBinary">C3A9', 'é'],
      ['xsi:type="xsd:base64Binary">', ''],
      ['xsi:type="xsd:string">w6k=', 'w6k='],
      ['xsi:type="xsd:int">12', '12'],
      ['xsi:type="x:y">12', '12'],
    ])('of a text: %s', async (written, value) => {
      expect(await text.call(answer(written), { a: '' })).toBe(value);
      const { input } = await text.serve(request(`<a ${written}</a>`));
      expect(input).toEqual({ a: value });
    });

    test('of bytes', async () => {
      expect(await bytes.call(answer('xsi:type="xsd:hexBinary">0a0B'), { a: null })).toEqual(
        new Uint8Array([10, 11]),
      );
      const { input } = await bytes.serve(request('<a xsi:type="soapenc:base64">Cgs=</a>'));
      expect(input).toEqual({ a: new Uint8Array([10, 11]) });
    });

    test('of members, items and referenced values, but not of any type', async () => {
      const word = 'xsi:type="xsd:base64Binary">w6k=';
      const { input } = await other.serve(
        request(
          `<r><s href="#i"/><n xsi:type="xsd:base64Binary">NQ==</n><any ${word}</any><list soapenc:arrayType="xsd:anyType[2]" xsi:type="soapenc:Array"><item xsi:type="xsd:string">a</item><item ${word}</item></list><word ${word}</word></r>`,
        ).replace('</soap:Body>', `<x id="i" ${word}</x></soap:Body>`),
      );
      expect(input).toMatchObject({
        r: { s: 'é', n: 5, any: { children: ['w6k='] }, list: ['a', 'é'], word: 'é' },
      });
    });

    test('of all items, if their array says it', async () => {
      const list = '<list soapenc:arrayType="xsd:base64Binary[1]"><item>w6k=</item></list>';
      const { input } = await other.serve(request(`<r><n>1</n>${list}</r>`));
      expect(input).toMatchObject({ r: { list: ['é'] } });
    });

    test('bytes that are no text are an error, and read by lenient clients', async () => {
      const latin1 = answer('xsi:type="xsd:base64Binary">R3L832U=');
      await expect(text.call(latin1, { a: '' })).rejects.toMatchObject({
        code: 'decode',
        message: expect.stringContaining('are no text in UTF-8'),
      });
      expect(await text.call(latin1, { a: '' }, { lenient: true })).toBe('Grüße');
      const { status, input } = await text.serve(
        request('<a xsi:type="xsd:base64Binary">R3L832U=</a>'),
      );
      expect([status, input]).toEqual([500, undefined]);
    });
  });

  describe('members have no namespace', () => {
    const pair = rpc({
      schemas: `<xs:schema targetNamespace="urn:parts" elementFormDefault="qualified">
      <xs:element name="shared" type="xs:string"/>
      <xs:complexType name="Pair"><xs:sequence>
        <xs:element name="x" type="xs:int"/><xs:element name="y" type="xs:string" minOccurs="0"/>
        <xs:element name="more" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
        <xs:element ref="p:shared" minOccurs="0"/>
        <xs:element name="inner" type="p:ArrayOfPair" minOccurs="0"/>
      </xs:sequence></xs:complexType>
      <xs:complexType name="ArrayOfPair"><xs:sequence><xs:element name="Pair" type="p:Pair" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
    </xs:schema>`,
      input: { a: 'p:Pair' },
      output: { return: 'p:Pair' },
    });
    const value = { x: 1, y: 'z', more: ['m', 'n'], shared: 's', inner: [{ x: 2 }] };
    const content = (n: string): string =>
      `<${n}x xsi:type="xsd:int">1</${n}x><${n}y xsi:type="xsd:string">z</${n}y><${n}more>m</${n}more><${n}more>n</${n}more><p:shared>s</p:shared><${n}inner><${n}Pair><${n}x>2</${n}x></${n}Pair></${n}inner>`;
    /** As NuSOAP 0.9.5 with 'document' in configureWSDL writes and reads it. */
    const nusoap = (name: string, part: string, n: string): string =>
      perl(
        `<ns1:${name} xmlns:ns1="urn:rpc" xmlns:p="urn:parts" xmlns:o="urn:rpc"><${part} xsi:type="p:Pair">${content(n)}</${part}></ns1:${name}>`,
      );

    test('written', async () => {
      await pair.call(nusoap('RunResponse', 'return', ''), { a: value });
      expect(pair.sent).toContain('<x xsi:type="xsd:int">1</x>');
      expect(pair.sent).toMatch(/<more xsi:type="xsd:string">m<\/more>/);
      // a global element is the same everywhere
      expect(pair.sent).toMatch(/<(\w+):shared xmlns:\1="urn:parts"/);
      const { input, answer } = await pair.serve(pair.sent, { handle: () => value });
      expect(input).toMatchObject({ a: value });
      expect(answer).toContain('<x xsi:type="xsd:int">1</x>');
    });

    test.each(['', 'p:', 'o:'])('read with the prefix "%s"', async (n) => {
      const result = await pair.call(nusoap('RunResponse', 'return', n), { a: value });
      expect(result).toMatchObject(value);
      for (const strict of [false, true]) {
        const { input } = await pair.serve(nusoap('Run', 'a', n), { strict, handle: () => value });
        expect(input).toMatchObject({ a: value });
      }
    });
  });

  const apache = 'http://xml.apache.org/xml-soap';

  /** An envelope as PHP 8.2 writes it. */
  const php = (body: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="${soap}" xmlns:ns1="urn:rpc" xmlns:ns2="${apache}" xmlns:SOAP-ENC="${encoding}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" SOAP-ENV:encodingStyle="${encoding}"><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;

  describe('arguments and return values are not lost', () => {
    const three = rpc({
      input: { a: 'xs:string', b: 'xs:string', c: 'xs:double' },
      output: { return: 'xs:string' },
    });

    test.each([
      '<threeResponse xmlns="urn:rpc"><return>x</return></threeResponse>',
      '<threeResponse xmlns="urn:rpc"><result>x</result></threeResponse>',
      '<t:r xmlns:t="urn:rpc"><t:return xmlns:t="urn:third">x</t:return></t:r>',
      '<threeResponse xmlns="urn:rpc"><s-gensym3>x</s-gensym3></threeResponse>',
      '<r><return>x</return></r>',
    ])('the result is read in %s', async (body) => {
      expect(await three.call(perl(body), { a: '', b: '', c: 1 })).toBe('x');
    });

    // ->uri('urn:rpc')
    test.each([false, true])('qualified arguments are read (strict: %s)', async (strict) => {
      const { input } = await three.serve(
        perl('<Run xmlns="urn:rpc"><a>1</a><b>2</b><c>3.5</c></Run>'),
        { strict },
      );
      expect(input).toEqual({ a: '1', b: '2', c: 3.5 });
    });

    test('those without names are an error', async () => {
      const unnamed = perl(
        '<Run xmlns="urn:rpc"><c-gensym3 xsi:type="xsd:string">x</c-gensym3><c-gensym5 xsi:type="xsd:int">3</c-gensym5></Run>',
      );
      for (const strict of [false, true]) {
        const { input, status, answer } = await three.serve(unnamed, { strict });
        expect([input, status]).toEqual([undefined, 500]);
        expect(answer).toContain('<faultcode>soap:Client</faultcode>');
        expect(answer).toContain('c-gensym3');
      }
    });

    test('one that has no place is an error of strict servers, and reported by others', async () => {
      const more = perl('<t:Run xmlns:t="urn:rpc"><a>1</a><other>2</other><c>1</c></t:Run>');
      const told: unknown[] = [];
      const { input } = await three.serve(more, { onError: (error) => told.push(error) });
      expect(input).toEqual({ a: '1', b: null, c: 1 });
      expect(told).toEqual([
        expect.objectContaining({ message: expect.stringContaining('other') }),
      ]);
      const strict = await three.serve(more, { strict: true });
      expect([strict.input, strict.status]).toEqual([undefined, 500]);
      expect(strict.answer).toContain('other');
    });

    test('null keeps its place for servers that go by position', async () => {
      await three.call(perl('<r><return>x</return></r>'), { a: '1', b: null, c: 3 });
      expect(three.sent).toMatch(/<a [^>]*>1<\/a><b xsi:nil="true" \/><c /);
      const { input } = await three.serve(three.sent);
      expect(input).toEqual({ a: '1', b: null, c: 3 });
    });
  });

  describe('values of any type are sent as they are', () => {
    const any = rpc({ input: { v: 'xs:anyType' }, output: { v: 'xs:anyType' } });
    const echo = async (content: string): Promise<string> => {
      const { answer, status } = await any.serve(php(`<ns1:Run>${content}</ns1:Run>`), {
        handle: (input) => (input as { v: unknown }).v,
      });
      expect(status).toBe(200);
      expect(() => any.call(answer, { v: null })).not.toThrow();
      return answer;
    };

    test('that occur twice', async () => {
      const answer = await echo(
        '<v SOAP-ENC:arrayType="SOAP-ENC:Struct[2]" xsi:type="SOAP-ENC:Array"><item xsi:type="SOAP-ENC:Struct" id="ref1"><city xsi:type="xsd:string">Kyiv</city></item><item href="#ref1"/></v>',
      );
      expect(answer.match(/>Kyiv</g)).toHaveLength(2);
      for (const [tag] of answer.matchAll(/<[^>]*>/g)) {
        expect(tag.match(/ id="/g)?.length ?? 0).toBeLessThan(2);
      }
      const back = (await any.call(answer, { v: null })) as { children: object[] };
      expect(back.children).toHaveLength(2);
    });

    test('with an attribute id of their own', async () => {
      const own = '<v xsi:type="ns2:Thing" id="A7"><x xsi:type="xsd:int">1</x></v>';
      expect(await any.call(await echo(own), { v: null })).toMatchObject({
        attributes: expect.arrayContaining([{ name: 'id', value: 'A7' }]),
      });
    });

    test('with nulls in Maps, structs and arrays, and positions', async () => {
      const map = await echo(
        '<v xsi:type="ns2:Map"><item><key xsi:type="xsd:string">n</key><value xsi:nil="true"/></item></v>',
      );
      expect(map).toMatch(/<value xsi:nil="true" \/>/);
      const struct = await echo('<v xsi:type="SOAP-ENC:Struct"><a xsi:nil="true"/></v>');
      expect(struct).toMatch(/<a xsi:nil="true" \/>/);
      const list = await echo(
        '<v SOAP-ENC:arrayType="xsd:ur-type[2]" xsi:type="SOAP-ENC:Array"><item SOAP-ENC:position="[1]" xsi:type="xsd:int">1</item><item SOAP-ENC:position="[0]" xsi:nil="true"/></v>',
      );
      expect(list).toMatch(/position="\[1\]"[^>]*>1<.*position="\[0\]"/);
    });
  });

  describe('apache:Map', () => {
    const map = rpc({
      schemas: `<xs:schema targetNamespace="${apache}" xmlns:a="${apache}">
      <xs:complexType name="mapItem"><xs:sequence><xs:element name="key" nillable="true" type="xs:anyType"/><xs:element name="value" type="xs:anyType"/></xs:sequence></xs:complexType>
      <xs:complexType name="Map"><xs:sequence><xs:element name="item" type="a:mapItem" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
    </xs:schema>`,
      schema: `<xs:import namespace="${apache}"/>
      <xs:complexType name="Vec"><xs:sequence><xs:element name="item" type="xs:string" nillable="true" minOccurs="0" maxOccurs="unbounded"/><xs:element name="must" type="xs:string" nillable="true"/></xs:sequence></xs:complexType>
      <xs:complexType name="Rec"><xs:sequence><xs:element name="m" type="a:Map" xmlns:a="${apache}"/><xs:element name="v" type="t:Vec"/></xs:sequence></xs:complexType>`,
      input: { r: 't:Rec' },
      output: { return: 't:Rec' },
    });
    const text = (name: string, value: string): object => ({
      name,
      namespace: '',
      attributes: [
        {
          name: 'type',
          namespace: 'http://www.w3.org/2001/XMLSchema-instance',
          value: 'xsd:string',
        },
      ],
      namespaces: { xsd: 'http://www.w3.org/2001/XMLSchema' },
      children: [value],
    });
    const rec = {
      m: { item: [{ key: text('key', 'sku'), value: null }] },
      v: { item: ['a', null, 'c'], must: null },
    };

    test('is written inline, with its nulls and those of lists and required members', async () => {
      const { answer } = await map.serve(php('<ns1:Run/>'), { handle: () => rec });
      expect(answer).toMatch(
        /<m xmlns:(\w+)="http:\/\/xml.apache.org\/xml-soap" xsi:type="\1:Map"><item xmlns:\1="[^"]*" xsi:type="\1:mapItem"><key [^>]*>sku<\/key><value xsi:nil="true" \/><\/item><\/m>/,
      );
      expect(answer).toContain('>a</item><item xsi:nil="true" /><item');
      expect(answer).toContain('<must xsi:nil="true" />');
      expect(await map.call(answer, { r: rec })).toMatchObject({ v: rec.v });
      expect(map.sent).toContain('<value xsi:nil="true" />');
    });
  });

  // PHP 8.2 does not find the entries of a Map elsewhere
  test('an array of Maps has their entries inline', async () => {
    const rows = new Rpc({
      schema: `<xs:import namespace="${encoding}"/><xs:import namespace="${apache}"/>
      <xs:complexType name="Maps"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="a:Map[]" xmlns:a="${apache}"/></xs:restriction></xs:complexContent></xs:complexType>`,
      input: { rows: 't:Maps' },
      output: { return: 't:Maps' },
      soap12: true,
    });
    await rows.load();
    const entry = (value: string): string =>
      `<item><key xsi:type="xsd:string">a</key>${value}</item>`;
    const more = `<value SOAP-ENC:arrayType="ns2:Map[1]" xsi:type="SOAP-ENC:Array"><item xsi:type="ns2:Map">${entry('<value xsi:type="xsd:int">1</value>')}</item></value>`;
    const request = php(
      `<ns1:Run><rows SOAP-ENC:arrayType="ns2:Map[2]" xsi:type="ns1:Maps"><item xsi:type="ns2:Map">${entry('<value xsi:nil="true"/>')}</item><item xsi:type="ns2:Map">${entry(more)}</item></rows></ns1:Run>`,
    );
    for (const sent of [request, request.replace(soap, envelope12)]) {
      const handle = (input: unknown): unknown => (input as { rows: unknown }).rows;
      const { answer, input } = await rows.serve(sent, { handle });
      // the array itself is the only one that is elsewhere
      expect(answer.match(/ (?:href|soapenc:ref)="/g)).toHaveLength(1);
      expect(answer.match(/<Item[^>]*:Map"/g)).toHaveLength(3);
      const binding = sent === request ? 'soap11' : 'soap12';
      const inner = { children: [{ children: [{ name: 'key' }, { children: ['1'] }] }] };
      const maps = [
        { item: [{ value: null }] },
        { item: [{ key: { children: ['a'] }, value: { children: [inner] } }] },
      ];
      expect(input).toMatchObject({ rows: maps });
      expect(await rows.call(answer, { rows: [] }, { binding })).toMatchObject(maps);
    }
    rows.folder?.remove();
  });

  describe('null in a class of ASMX', () => {
    const types = 'urn:rpc/encodedTypes';
    const item = rpc({
      schemas: `<xs:schema targetNamespace="${types}">
      <xs:complexType name="Item"><xs:sequence><xs:element name="id" type="xs:int"/><xs:element name="Stock" nillable="true" type="xs:int"/></xs:sequence></xs:complexType>
    </xs:schema>`,
      schema: `<xs:import namespace="${types}"/>
      <xs:complexType name="Rec"><xs:sequence><xs:element name="item" type="e:Item" xmlns:e="${types}"/><xs:element name="Stock" nillable="true" type="xs:int"/></xs:sequence></xs:complexType>`,
      input: {},
      output: { return: 't:Rec' },
    });
    const rec = { item: { id: 2, Stock: null }, Stock: null };

    test('is left out, as ASMX does, and kept in those of others', async () => {
      const { answer } = await item.serve(php('<ns1:Run/>'), { handle: () => rec });
      expect(answer).toMatch(/<id xsi:type="xsd:int">2<\/id><\/\w+:Item>/);
      expect(answer).toMatch(/<Stock xsi:nil="true" \/><\/\w+:Rec>/);
      expect(await item.call(answer)).toEqual(rec);
    });
  });

  // PHP refers to Map, and Axis 1.4 to DataHandler, without a schema
  describe('types of Apache SOAP that the contract does not declare', () => {
    const type = (name: string): string => `a:${name}" xmlns:a="${apache}`;
    const names = ['DataHandler', 'Map', 'Vector', 'Element', 'Image'];
    const parts = Object.fromEntries(names.map((name) => [name, type(name)]));
    const all = rpc({ input: parts, output: parts });
    // Axis declares some of the namespace
    const some = rpc({
      schemas: `<xs:schema targetNamespace="${apache}"><xs:complexType name="Vector"><xs:sequence><xs:element name="item" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:schema>`,
      input: { Vector: type('Vector') },
      output: { DataHandler: type('DataHandler') },
    });
    const content = `<DataHandler href="cid:1A" xsi:type="ns2:DataHandler"/><Map xsi:type="ns2:Map"><item><key xsi:type="xsd:string">k</key><value xsi:nil="true"/></item></Map><Vector xsi:type="ns2:Vector"><item xsi:type="xsd:int">1</item><item xsi:nil="true"/></Vector><Element xsi:type="ns2:Element"><x/></Element><Image href="cid:1B" xsi:type="ns2:Image"/>`;
    const value = {
      DataHandler: { href: 'cid:1A' },
      Map: { item: [{ key: { children: ['k'] }, value: null }] },
      Vector: { item: [{ children: ['1'] }, null] },
      Element: { $any: { name: 'x' } },
      Image: { href: 'cid:1B' },
    };

    test('are read and written', async () => {
      const { input, answer, status } = await all.serve(php(`<ns1:Run>${content}</ns1:Run>`), {
        handle: (given) => given,
      });
      expect(status).toBe(200);
      expect(input).toMatchObject(value);
      // a reference to another element would not be one to a part
      expect(answer).toMatch(/<DataHandler [^>]*href="cid:1A"/);
      expect(answer).toMatch(/<Image [^>]*href="cid:1B"/);
      expect(await all.call(answer, input as object)).toMatchObject(value);
      expect(all.sent).toMatch(/<DataHandler [^>]*href="cid:1A"/);
    });

    test('are beside those that it declares', async () => {
      const answer = php(
        '<ns1:RunResponse><d href="cid:1A" xsi:type="ns2:DataHandler"/></ns1:RunResponse>',
      );
      expect(await some.call(answer, { Vector: { item: [1] } })).toEqual({ href: 'cid:1A' });
      expect(some.sent).toContain('<item xsi:type="xsd:int">1</item>');
    });
  });

  describe('a value of another kind than that of the contract', () => {
    const struct = rpc({
      schemas: `<xs:schema targetNamespace="${apache}" xmlns:a="${apache}">
      <xs:complexType name="mapItem"><xs:sequence><xs:element name="key" nillable="true" type="xs:anyType"/><xs:element name="value" nillable="true" type="xs:anyType"/></xs:sequence></xs:complexType>
      <xs:complexType name="Map"><xs:sequence><xs:element name="item" type="a:mapItem" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
    </xs:schema>`,
      schema: `<xs:import namespace="${apache}"/><xs:import namespace="${encoding}"/>
      <xs:complexType name="Product"><xs:sequence><xs:element name="sku" type="xs:string"/><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>
      <xs:complexType name="Products"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="t:Product[]"/></xs:restriction></xs:complexContent></xs:complexType>
      <xs:complexType name="Both"><xs:sequence><xs:element name="list" type="t:Products"/><xs:element name="one" type="t:Product"/><xs:element name="map" type="a:Map" xmlns:a="${apache}"/></xs:sequence></xs:complexType>`,
      input: { v: 't:Both' },
      output: { return: 't:Both' },
    });
    const inMap =
      '<item><key xsi:type="xsd:string">sku</key><value xsi:type="xsd:string">A-1</value></item>';

    // PHP 8.2 without WSDL, SOAP::Lite
    test.each([
      ['a Map for a struct', `<one xsi:type="ns2:Map">${inMap}</one>`],
      ['an empty Map for a struct', '<one xsi:type="ns2:Map"/>'],
      [
        'a Map for an item',
        `<list SOAP-ENC:arrayType="ns2:Map[1]" xsi:type="SOAP-ENC:Array"><item xsi:type="ns2:Map">${inMap}</item></list>`,
      ],
      [
        'an array for a struct',
        '<one SOAP-ENC:arrayType="xsd:string[1]" xsi:type="SOAP-ENC:Array"><item xsi:type="xsd:string">a</item></one>',
      ],
      [
        'an array for a Map',
        '<map SOAP-ENC:arrayType="xsd:string[1]" xsi:type="SOAP-ENC:Array"><item xsi:type="xsd:string">a</item></map>',
      ],
      [
        'a struct for a Map',
        '<map xsi:type="SOAP-ENC:Struct"><sku xsi:type="xsd:string">A-1</sku></map>',
      ],
      ['an untyped struct of others', '<one><x xsi:type="xsd:string">A-1</x></one>'],
      ['a text for a struct', '<one xsi:type="xsd:string">A-1</one>'],
    ])('%s is an error', async (_, content) => {
      const answer = php(`<ns1:RunResponse><return>${content}</return></ns1:RunResponse>`);
      for (const lenient of [false, true]) {
        await expect(struct.call(answer, { v: null }, { lenient })).rejects.toMatchObject({
          code: 'decode',
          message: expect.not.stringContaining("The option 'lenient' accepts it."),
        });
      }
      const { status, input } = await struct.serve(php(`<ns1:Run><v>${content}</v></ns1:Run>`));
      expect([status, input]).toEqual([500, undefined]);
    });

    test('types that say nothing are accepted', async () => {
      for (const type of ['xsd:anyType', 'xsd:ur-type', 'SOAP-ENC:Struct']) {
        const content = `<one xsi:type="${type}"><sku>A-1</sku></one>`;
        const { input } = await struct.serve(php(`<ns1:Run><v>${content}</v></ns1:Run>`));
        expect(input).toMatchObject({ v: { one: { sku: 'A-1' } } });
      }
    });
  });

  describe('lenient is advised where it helps', () => {
    const ring = rpc({
      schema: `<xs:complexType name="Node"><xs:sequence><xs:element name="n" type="xs:int"/><xs:element name="next" type="t:Node" nillable="true"/></xs:sequence></xs:complexType>`,
      input: {},
      output: { return: 't:Node' },
    });
    const advice = "The option 'lenient' accepts it.";
    const answer = (result: string, after = ''): string =>
      php(`<ns1:RunResponse>${result}</ns1:RunResponse>${after}`);

    test.each([
      [
        'references in a circle',
        answer(
          '<return href="#id0"/>',
          '<multiRef id="id0"><n>1</n><next href="#id1"/></multiRef><multiRef id="id1"><n>2</n><next href="#id0"/></multiRef>',
        ),
        'refers to itself',
      ],
      [
        'a wrong number before a Map',
        answer('<return><n>x</n><next xsi:type="ns2:Map"/></return>'),
        "'x' is not an int",
      ],
    ])('not for %s', async (_, text, message) => {
      for (const lenient of [false, true]) {
        const error = await ring.call(text, {}, { lenient }).catch((one: Error) => one);
        expect(error).toMatchObject({ code: 'decode' });
        expect((error as Error).message).not.toContain('lenient');
        if (!lenient) expect((error as Error).message).toContain(message);
      }
    });

    test.each([
      ['a reference to nothing', answer('<return><n>1</n><next href="#id9"/></return>')],
      ['a wrong number', answer('<return><n>x</n></return>')],
    ])('for %s', async (_, text) => {
      await expect(ring.call(text)).rejects.toMatchObject({
        message: expect.stringContaining(advice),
      });
      await expect(ring.call(text, {}, { lenient: true })).resolves.toBeDefined();
    });
  });

  test('a code without a namespace is written as it was read', async () => {
    const made = new Rpc({ input: { a: 'xs:string' }, output: { return: 'xs:string' } });
    await made.load();
    const { SoapFault } = made.module as {
      SoapFault: new (parts: object) => Error;
    };
    const coded = async (code: string): Promise<string> => {
      const handle = (): never => {
        throw new SoapFault({ code, message: 'no' });
      };
      return (await made.serve(perl('<Run xmlns="urn:rpc"><a>1</a></Run>'), { handle })).answer;
    };
    // Magento on PHP
    expect(await coded('{}102')).toContain('<faultcode>102</faultcode>');
    expect(await coded('102')).toContain('<faultcode>soap:102</faultcode>');
    made.folder?.remove();
  });

  test('references of SOAP 1.2 as PHP 8.2 writes them', async () => {
    const person = new Rpc({
      schema: `<xs:complexType name="A"><xs:sequence><xs:element name="city" type="xs:string"/></xs:sequence></xs:complexType>
    <xs:complexType name="Cart"><xs:sequence><xs:element name="billing" type="t:A"/><xs:element name="shipping" type="t:A"/></xs:sequence></xs:complexType>`,
      input: {},
      output: { return: 't:Cart' },
    });
    await person.load();
    const answer = `<?xml version="1.0" encoding="UTF-8"?>
<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope" xmlns:ns1="urn:rpc" xmlns:enc="http://www.w3.org/2003/05/soap-encoding" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><env:Body xmlns:rpc="http://www.w3.org/2003/05/soap-rpc"><ns1:RunResponse env:encodingStyle="http://www.w3.org/2003/05/soap-encoding"><rpc:result>return</rpc:result><return xsi:type="enc:Struct"><billing xsi:type="enc:Struct" enc:id="ref1"><city xsi:type="xsd:string">Kyiv</city></billing><shipping enc:ref="#ref1"/></return></ns1:RunResponse></env:Body></env:Envelope>`;
    const cart = { billing: { city: 'Kyiv' }, shipping: { city: 'Kyiv' } };
    expect(await person.call(answer)).toEqual(cart);
    expect(await person.call(answer.replace('#ref1', 'ref1'))).toEqual(cart);
    person.folder?.remove();
  });

  describe('declared faults', () => {
    const bean = rpc({
      schemas: `<xs:schema targetNamespace="urn:bean" xmlns:b="urn:bean">
      <xs:complexType name="Bean"><xs:sequence><xs:element name="s" type="xs:string"/></xs:sequence></xs:complexType>
      <xs:complexType name="BeanFault"><xs:sequence>
        <xs:element name="code" type="xs:int"/><xs:element name="any" type="xs:anyType"/>
        <xs:element name="bean" nillable="true" type="b:Bean"/>
      </xs:sequence></xs:complexType>
      <xs:complexType name="Plain"><xs:sequence><xs:element name="why" type="xs:string"/></xs:sequence></xs:complexType>
      <xs:complexType name="Other"><xs:complexContent><xs:extension base="b:Plain"><xs:sequence><xs:element name="more" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    </xs:schema>`,
      input: { a: 'xs:string' },
      output: { return: 'xs:string' },
      faults: { BeanFault: 'b:BeanFault" xmlns:b="urn:bean', Plain: 'b:Plain" xmlns:b="urn:bean' },
    });
    /** A fault as Axis 1.4 writes it. */
    const axis = (detail: string, after = ''): string =>
      `<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="${soap}" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body><soapenv:Fault><faultcode>soapenv:Server.userException</faultcode><faultstring>axj.BeanFault: boom</faultstring><detail>${detail}<ns2:hostname xmlns:ns2="http://xml.apache.org/axis/">host</ns2:hostname></detail></soapenv:Fault>${after}</soapenv:Body></soapenv:Envelope>`;
    const received = (answer: string, options: Calling = {}): Promise<unknown> =>
      bean.call(answer, { a: '' }, options).catch((error: unknown) => error);
    const typed = (name: string, xsiType: string, content: string): string =>
      `<${name} xsi:type="ns1:${xsiType}" xmlns:ns1="urn:bean">${content}</${name}>`;
    const content = '<code xsi:type="xsd:int">7</code><bean><s xsi:type="xsd:string">x</s></bean>';
    const detail = { code: 7, any: null, bean: { s: 'x' } };

    test.each(['axj.BeanFault', 'fault', 'BeanFault'])('are read by type: <%s>', async (name) => {
      expect(await received(axis(typed(name, 'BeanFault', content)))).toMatchObject({
        name: 'SoapFault',
        faultName: 'BeanFault',
        detail,
      });
    });

    test('are read with references, nulls and derived types', async () => {
      const target = `<multiRef id="id0" xsi:type="ns1:BeanFault" xmlns:ns1="urn:bean"><code>7</code><bean href="#id1"/></multiRef><multiRef id="id1"><s>x</s></multiRef>`;
      for (const name of ['fault', 'axj.BeanFault']) {
        expect(await received(axis(`<${name} href="#id0"/>`, target))).toMatchObject({
          faultName: 'BeanFault',
          detail,
        });
      }
      const other = typed('axj.Other', 'Other', '<why>w</why><more>m</more>');
      expect(await received(axis(other))).toMatchObject({
        faultName: 'Plain',
        detail: { $type: 'Other', why: 'w', more: 'm' },
      });
    });

    test('are nodes, if neither their type nor their name is known', async () => {
      for (const entry of [
        typed('axj.X', 'Bean', content),
        `<axj.BeanFault>${content}</axj.BeanFault>`,
        `<x href="#none"/>`,
      ]) {
        expect(await received(axis(entry))).toMatchObject({
          name: 'SoapFault',
          message: 'axj.BeanFault: boom',
          faultName: undefined,
          detail: [expect.anything(), expect.objectContaining({ name: 'hostname' })],
        });
      }
    });

    test('are written with their type', async () => {
      const { SoapFault } = bean.module as { SoapFault: new (parts: object) => Error };
      const thrown = async (faultName: string, value: object): Promise<string> => {
        const handle = (): never => {
          throw new SoapFault({ message: 'bean message', faultName, detail: value });
        };
        return (await bean.serve(perl('<Run xmlns="urn:rpc"><a>1</a></Run>'), { handle })).answer;
      };
      const answer = await thrown('BeanFault', detail);
      expect(answer).toMatch(
        /<detail><fault(?: xmlns:(\w+)="urn:bean"| xsi:type="(\w+):BeanFault"){2}><code xsi:type="xsd:int">7</,
      );
      expect(await received(answer)).toMatchObject({ faultName: 'BeanFault', detail });
      const other = await thrown('Plain', { $type: 'Other', why: 'w', more: 'm' });
      expect(await received(other)).toMatchObject({ faultName: 'Plain', detail: { more: 'm' } });
    });
  });

  // SOAP 1.2 part 2, sections 3.1.4 and 3.1.6
  describe('arrays outside the Body', () => {
    const type = (name: string): string => `b:${name}" xmlns:b="urn:bean`;
    const lists = rpc({
      schemas: `<xs:schema targetNamespace="urn:bean" xmlns:b="urn:bean"><xs:import namespace="${encoding}"/>
      <xs:complexType name="Ints"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="xs:int[]"/></xs:restriction></xs:complexContent></xs:complexType>
      <xs:complexType name="Rows"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="xs:int[][]"/></xs:restriction></xs:complexContent></xs:complexType>
      <xs:complexType name="Bad"><xs:sequence><xs:element name="ids" type="b:Ints"/><xs:element name="rows" type="b:Rows"/><xs:element name="why" type="xs:string"/></xs:sequence></xs:complexType>
    </xs:schema>`,
      input: { a: 'xs:string' },
      output: { return: 'xs:string' },
      faults: { Bad: type('Bad') },
      headers: { Seen: type('Bad'), Only12: type('Bad') },
      soap12: true,
      only12: ['Only12'],
    });
    const value = { ids: [1, 2], rows: [[1], [2, 3]], why: 'soapenc:arrayType="x[1]"' };
    const request = async (
      binding: string,
      soapHeaders: object = { Seen: value },
    ): Promise<string> => {
      const call = { soapHeaders };
      await lists.call('', { a: '' }, { binding, call }).catch(() => undefined);
      return lists.sent;
    };
    const of12 = [
      /<ids [^>]*soapenc:itemType="xsd:int" soapenc:arraySize="2"/,
      /<rows [^>]*soapenc:itemType="soapenc:Array" soapenc:arraySize="2"/,
      /soapenc:itemType="xsd:int" soapenc:arraySize="1"/,
    ];

    test('in a header that SOAP 1.2 alone has are sent over it, in its form', async () => {
      const headers = { Only12: value };
      expect(await request('soap11', headers)).not.toContain('ids');
      const sent = await request('soap12', headers);
      for (const form of of12) expect(sent).toMatch(form);
      const seen: unknown[] = [];
      await lists.serve(sent, { handle: (_, { soapHeaders }) => seen.push(soapHeaders) });
      expect(seen).toEqual([headers]);
    });

    test.each(['soap11', 'soap12'])('of %s have its form', async (binding) => {
      const { SoapFault } = lists.module as { SoapFault: new (parts: object) => Error };
      const sent = await request(binding);
      const { answer } = await lists.serve(sent, {
        handle: (_, context) => {
          expect(context.soapHeaders).toEqual({ Seen: value });
          context.setSoapHeader('Seen', value);
          throw new SoapFault({ message: 'no', faultName: 'Bad', detail: value });
        },
      });
      for (const text of [sent, ...answer.split('Header>').slice(1)]) {
        const tags = text.replace(/>[^<]*</g, '><');
        for (const form of of12) expect(form.test(tags)).toBe(binding === 'soap12');
        expect(tags.includes('arrayType')).toBe(binding === 'soap11');
        expect(tags.includes(encoding)).toBe(binding === 'soap11');
        expect(text).toContain('<why xsi:type="xsd:string">soapenc:arrayType="x[1]"</why>');
      }
      const error = await lists
        .call(answer, { a: '' }, { binding, strict: true })
        .catch((one: unknown) => one);
      expect(error).toMatchObject({ faultName: 'Bad', detail: value });
    });

    // php-soap 8.2 writes details without types, and references as `#ref1`
    test('of SOAP 1.2 are read with references', async () => {
      const answer = `<env:Envelope xmlns:env="${envelope12}" xmlns:enc="http://www.w3.org/2003/05/soap-encoding" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:b="urn:bean"><env:Body><env:Fault><env:Code><env:Value>env:Receiver</env:Value></env:Code><env:Reason><env:Text xml:lang="en">no</env:Text></env:Reason><env:Detail><x xsi:type="b:Bad"><ids xsi:type="enc:Array" enc:itemType="xsd:int" enc:arraySize="2" enc:id="r1"><item>1</item><item>2</item></ids><rows xsi:type="enc:Array" enc:itemType="enc:Array" enc:arraySize="2"><item enc:ref="r1"/><item enc:ref="#r1"/></rows><why>w</why></x></env:Detail></env:Fault></env:Body></env:Envelope>`;
      const error = await lists
        .call(answer, { a: '' }, { binding: 'soap12', strict: true })
        .catch((one: unknown) => one);
      const detail = {
        ids: [1, 2],
        rows: [
          [1, 2],
          [1, 2],
        ],
        why: 'w',
      };
      expect(error).toMatchObject({ faultName: 'Bad', detail });
    });
  });
});

describe('encoded samples', () => {
  const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
  const encoded = `use="encoded" encodingStyle="${encoding}"`;
  const heads = `<soap:header message="t:Heads" part="h" ${encoded} namespace="urn:e"/><soap:header message="t:Heads" part="lit" use="literal"/>`;

  const arrayOf = (name: string, item: string): string =>
    `<xs:complexType name="${name}"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="${item}[]"/></xs:restriction></xs:complexContent></xs:complexType>`;
  const struct = (name: string, content: string, more = ''): string =>
    `<xs:complexType name="${name}"${more}>${content}</xs:complexType>`;
  const sequence = (...fields: readonly string[]): string =>
    `<xs:sequence>${fields.map((field) => `<xs:element ${field}/>`).join('')}</xs:sequence>`;

  const types = `<xs:schema targetNamespace="urn:e"><xs:import namespace="${encoding}"/><xs:import namespace="urn:o"/>
${arrayOf('Strings', 'xs:string')}${arrayOf('People', 't:Person')}${arrayOf('Nodes', 't:Node')}
${struct('Person', sequence('name="name" type="xs:string"', 'name="boss" type="t:Person" nillable="true"', 'name="tags" type="t:Strings"'))}
${struct('Node', sequence('name="id" type="xs:int"', 'name="inner" type="t:Nodes"'))}
${struct('Base', sequence('name="id" type="xs:int"'), ' abstract="true"')}
${struct('Derived', `<xs:complexContent><xs:extension base="t:Base">${sequence('name="x" type="xs:int"')}</xs:extension></xs:complexContent>`)}
${struct('Repeated', sequence('name="a" type="xs:int" minOccurs="2" maxOccurs="unbounded"'))}
${struct('Amount', '<xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="unit" type="xs:string" use="required"/></xs:extension></xs:simpleContent>')}
${struct('Qualified', sequence('name="q" type="xs:int" form="qualified"'))}
${struct('Wide', sequence(...Array.from({ length: 12 }, (_, at) => `name="f${at}" type="t:People"`)))}
<xs:element name="lit">${struct('', sequence('name="z" type="xs:int"')).replace(' name=""', '')}</xs:element>
</xs:schema>
<xs:schema targetNamespace="urn:o" elementFormDefault="qualified"><xs:import namespace="urn:e"/>
${struct('Thing', sequence('name="v" type="xs:int"', 'name="p" type="t:Person"'))}
</xs:schema>`;

  /** Name, style, type of the part, headers. */
  const operations = [
    ['Rpc', 'rpc', 't:Person', ''],
    ['Array', 'rpc', 't:People', ''],
    ['Itself', 'rpc', 't:Node', ''],
    ['Abstract', 'rpc', 't:Base', ''],
    ['Repeat', 'rpc', 't:Repeated', ''],
    ['Attribute', 'rpc', 't:Amount', ''],
    ['Qualified', 'rpc', 't:Qualified', ''],
    ['Other', 'rpc', 'o:Thing', ''],
    ['Many', 'rpc', 't:Wide', ''],
    ['Head', 'rpc', 'xs:int', heads],
    ['DocStruct', 'document', 't:Person', ''],
    ['DocArray', 'document', 't:People', ''],
    ['DocSimple', 'document', 'xs:int', ''],
    ['DocHead', 'document', 't:Qualified', heads],
    ['Literal', 'rpc', 'xs:int', heads],
  ] as const;

  function contract(): string {
    const messages = operations.map(
      ([name, , type]) =>
        `<message name="${name}In"><part name="p" type="${type}"/></message><message name="${name}Out"><part name="r" type="${type}"/></message>`,
    );
    const ports = operations.map(
      ([name]) =>
        `<operation name="${name}"><input message="t:${name}In"/><output message="t:${name}Out"/></operation>`,
    );
    const bound = operations.map(([name, style, , headers]) => {
      const use = name === 'Literal' ? 'use="literal"' : encoded;
      const side = `<soap:body ${use}${style === 'rpc' ? ' namespace="urn:e"' : ''}/>${headers}`;
      return `<operation name="${name}"><soap:operation soapAction="urn:e/${name}" style="${style}"/><input>${side}</input><output>${side}</output></operation>`;
    });
    return `<definitions name="Enc" targetNamespace="urn:e" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:w="http://schemas.xmlsoap.org/wsdl/"
  xmlns:e="${encoding}" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:e" xmlns:o="urn:o">
<types>${types}</types><message name="Heads"><part name="h" type="t:Person"/><part name="lit" element="t:lit"/></message>
${messages.join('\n')}<portType name="P">${ports.join('\n')}</portType>
<binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${bound.join('\n')}</binding>
<service name="Enc"><port name="P" binding="t:B"><soap:address location="http://localhost/enc"/></port></service></definitions>`;
  }

  type Headers = Readonly<Record<string, unknown>>;
  interface Context {
    readonly soapHeaders: Headers;
  }
  type Handler = (input: object, context: Context) => unknown;
  interface Module {
    createEncClient(
      options: object,
    ): Readonly<
      Record<
        string,
        { raw(input: object, options: object): Promise<{ result: unknown; soapHeaders: Headers }> }
      >
    >;
    createEncServer(handlers: Readonly<Record<string, Handler>>): {
      fetch(request: Request): Promise<Response>;
    };
  }

  let folder: GeneratedFolder;
  let module: Module;

  beforeAll(async () => {
    folder = await generateText('enc.wsdl', contract());
    module = (await folder.load()) as unknown as Module;
  });

  afterAll(() => folder.remove());

  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  const plain = (html: string): string =>
    html
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(lt|gt|quot|amp);/g, (_, name: string) => characters[name] ?? '');
  /** Texts of all elements of one kind in a page that contain an envelope. */
  const envelopes = (page: string, tag: string): readonly string[] =>
    [...page.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, 'g'))]
      .map(([, text = '']) => plain(text))
      .filter((text) => text.includes(':Envelope'));
  /** A sample with values instead of placeholders. */
  const filled = (sample: string): string =>
    sample.slice(sample.indexOf('<?xml')).replaceAll(/([>"])int([<"])/g, '$17$2');

  test.each(operations)('samples of %s (%s, %s) are read', async (name, style, _, headers) => {
    const seen: [object, Headers][] = [];
    const method = name[0]?.toLowerCase() + name.slice(1);
    const server = module.createEncServer(
      Object.fromEntries(
        operations.map(([one]) => [
          one[0]?.toLowerCase() + one.slice(1),
          (input: object, { soapHeaders }: Context) => {
            seen.push([input, soapHeaders]);
          },
        ]),
      ),
    );
    const page = await (await server.fetch(new Request(`http://test/enc?op=${name}`))).text();
    const [request = '', answer = ''] = envelopes(page, 'pre');
    const requests = [filled(request), ...envelopes(page, 'textarea')];
    for (const body of requests) {
      const sent = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"urn:e/${name}"` };
      await server.fetch(new Request('http://test/enc', { method: 'POST', headers: sent, body }));
    }
    expect(seen).toHaveLength(requests.length);
    const [[input, soapHeaders] = [{}, {}]] = seen;
    const client = module.createEncClient({
      baseUrl: 'http://test',
      fetch: async () =>
        new Response(filled(answer), { headers: { 'content-type': 'text/xml; charset=utf-8' } }),
    });
    const got = await client[method]?.raw(input, { soapHeaders });
    const tags = ['string', 'string'];
    const person = { name: 'string', boss: null, tags };
    const expected: Readonly<Record<string, unknown>> = {
      Rpc: person,
      Array: [person, person],
      Itself: { id: 7, inner: [] },
      Abstract: { $type: 'Derived', id: 7, x: 7 },
      Repeat: { a: [7, 7] },
      Attribute: { unit: 'string', $value: 7 },
      Qualified: { q: 7 },
      Other: { v: 7, p: person },
      DocStruct: person,
      DocArray: [person, person],
      DocHead: { q: 7 },
    };
    if (name !== 'Many') expect(got?.result).toEqual(expected[name] ?? 7);
    const isBare = style === 'document' && ['DocStruct', 'DocHead'].includes(name);
    expect(isBare ? input : Object.values(input)[0]).toEqual(got?.result);
    const all = { h: person, lit: { z: 7 } };
    expect([soapHeaders, got?.soapHeaders]).toEqual(headers === '' ? [{}, {}] : [all, all]);
  });
});

describe('jax ws', () => {
  interface Operation {
    readonly name: string;
    /** `soapAction` of the binding. */
    readonly soapAction?: string;
    /** `wsam:Action` of the input; omitted for none. */
    readonly action?: string;
  }

  /** A contract in the form of what JAX-WS RI 2.3.0.2 publishes for code. */
  function contractOf(operations: readonly Operation[]): string {
    const body = '<soap:body use="literal" namespace="urn:x"/>';
    const messages = operations.map(
      ({ name }) =>
        `<message name="${name}"><part name="s" type="xsd:string"/></message><message name="${name}Response"><part name="return" type="xsd:string"/></message>`,
    );
    const abstract = operations.map(
      ({ name, action }) =>
        `<operation name="${name}"><input${action === undefined ? '' : ` wsam:Action="${action}"`} message="tns:${name}"/><output message="tns:${name}Response"/></operation>`,
    );
    const bound = operations.map(
      ({ name, soapAction = '' }) =>
        `<operation name="${name}"><soap:operation soapAction="${soapAction}"/><input>${body}</input><output>${body}</output></operation>`,
    );
    return `<definitions xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="urn:x" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:x" name="S"><types/>${messages.join('')}
<portType name="P">${abstract.join('')}</portType>
<binding name="PPortBinding" type="tns:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="rpc"/>${bound.join('')}</binding>
<service name="S"><port name="PPort" binding="tns:PPortBinding"><soap:address location="http://localhost/s"/></port></service></definitions>`;
  }

  interface Answer {
    readonly status: number;
    readonly text: string;
  }

  /** A request as JAX-WS RI 2.3.0.2 sends it, with AddressingFeature if the action is in headers. */
  const request = (name: string, addressed: string | undefined): string => {
    const wsa = 'xmlns="http://www.w3.org/2005/08/addressing"';
    const anonymous = `<Address>http://www.w3.org/2005/08/addressing/anonymous</Address>`;
    const header =
      addressed === undefined
        ? ''
        : `<S:Header><To ${wsa}>http://localhost:18098/s</To><Action ${wsa}>${addressed}</Action><ReplyTo ${wsa}>
    ${anonymous}
</ReplyTo><FaultTo ${wsa}>
    ${anonymous}
</FaultTo><MessageID ${wsa}>uuid:cea27b5d-6243-4b82-9489-20ed0dbd4111</MessageID></S:Header>`;
    return `<?xml version='1.0' encoding='UTF-8'?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/">${header}<S:Body><ns2:${name} xmlns:ns2="urn:x"><s>hi</s></ns2:${name}></S:Body></S:Envelope>`;
  };

  /** A server whose operations answer with their names. */
  function served(operations: readonly Operation[]) {
    let folder: GeneratedFolder;
    let create: (
      handlers: object,
      options?: object,
    ) => { fetch(asked: Request): Promise<Response> };
    beforeAll(async () => {
      folder = await generateText('s.wsdl', contractOf(operations), ['types', 'server']);
      create = (await folder.load()).createSServer as typeof create;
    });
    afterAll(() => folder.remove());
    const handlers = Object.fromEntries(operations.map(({ name }) => [name, () => name]));
    return async (
      name: string,
      soapAction: string,
      { addressed, ...options }: { addressed?: string; addressing?: true } = {},
    ): Promise<Answer> => {
      const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: soapAction };
      const body = request(name, addressed);
      const asked = new Request('http://test/s', { method: 'POST', headers, body });
      const response = await create(handlers, options).fetch(asked);
      return { status: response.status, text: await response.text() };
    };
  }

  const found = (name: string): object => ({
    status: 200,
    text: expect.stringContaining(`>${name}</return>`),
  });

  describe('actions of WS-Addressing in SOAPAction, as JAX-WS sends them', () => {
    const usual = served([
      { name: 'echo', action: 'urn:x:P:echoRequest' },
      { name: 'other', action: 'urn:x:P:otherRequest' },
    ]);
    const own = served([
      { name: 'echo', action: 'urn:own:echo' },
      { name: 'other', soapAction: 'urn:other', action: 'urn:own:other' },
    ]);
    const shared = served([
      { name: 'echo', action: 'urn:same' },
      { name: 'other', soapAction: 'urn:other', action: 'urn:same' },
      { name: 'third', soapAction: 'urn:third', action: 'urn:other' },
    ]);

    test.each(['', '"'])('find operations without headers (%s)', async (quote) => {
      const quoted = (action: string): string => quote + action + quote;
      for (const name of ['echo', 'other']) {
        expect(await usual(name, quoted(`urn:x:P:${name}Request`))).toMatchObject(found(name));
        expect(await own(name, quoted(`urn:own:${name}`))).toMatchObject(found(name));
      }
      expect(await own('other', quoted('urn:other'))).toMatchObject(found('other'));
    });

    test('find operations with headers of the same action', async () => {
      const options = { addressing: true } as const;
      for (const name of ['echo', 'other']) {
        const action = `urn:x:P:${name}Request`;
        expect(await usual(name, `"${action}"`, { ...options, addressed: action })).toMatchObject(
          found(name),
        );
        const named = `urn:own:${name}`;
        expect(await own(name, `"${named}"`, { ...options, addressed: named })).toMatchObject(
          found(name),
        );
        // the pattern of WS-Addressing, which the contract replaces
        expect(await own(name, `"${action}"`, { ...options, addressed: action })).toMatchObject(
          found(name),
        );
      }
      // two names of one operation
      const both = { ...options, addressed: 'urn:own:other' };
      expect(await own('other', '"urn:other"', both)).toMatchObject(found('other'));
    });

    test('of different operations are a mismatch, unknown ones are not supported', async () => {
      const ask = (soapAction: string, addressed: string): Promise<Answer> =>
        own('other', soapAction, { addressing: true, addressed });
      expect((await ask('"urn:other"', 'urn:own:echo')).text).toContain('InvalidAddressingHeader');
      expect((await ask('"urn:no"', 'urn:no')).text).toContain('ActionNotSupported');
    });

    test('that several operations share leave the choice to the element; soapAction counts more', async () => {
      for (const name of ['echo', 'other']) {
        expect(await shared(name, '"urn:same"')).toMatchObject(found(name));
      }
      expect(await shared('other', '"urn:other"')).toMatchObject(found('other'));
    });
  });

  describe('a service whose actions are all empty', () => {
    const empty = served([{ name: 'echo' }, { name: 'other' }]);
    const one = served([{ name: 'echo' }]);

    test('is asked by elements, whatever SOAPAction says', async () => {
      for (const action of ['""', '"urn:any"', 'echo']) {
        expect(await empty('echo', action)).toMatchObject(found('echo'));
        expect(await empty('other', action)).toMatchObject(found('other'));
        expect(await one('echo', action)).toMatchObject(found('echo'));
      }
      const { status, text } = await empty('unknown', '"urn:any"');
      expect(status).toBe(500);
      expect(text).toContain(
        "The request element &lt;unknown xmlns='urn:x'&gt; was not recognized.",
      );
    });
  });

  test('a service with actions refuses others, as ASMX does', async () => {
    const text = rpcContract({
      use: 'literal',
      input: { s: 'xs:string' },
      output: { r: 'xs:string' },
    });
    const folder = await generateText('rpc.wsdl', text, ['types', 'server']);
    try {
      const create = (await folder.load()).createSServer as (handlers: object) => {
        fetch(asked: Request): Promise<Response>;
      };
      const headers = { 'content-type': 'text/xml', soapaction: '"urn:rpc:P:RunRequest"' };
      const body = request('Run', undefined).replace('urn:x', 'urn:rpc');
      const asked = new Request('http://test/s', { method: 'POST', headers, body });
      const response = await create({ run: () => 'x' }).fetch(asked);
      expect(await response.text()).toContain(
        'Server did not recognize the value of HTTP Header SOAPAction: urn:rpc:P:RunRequest.',
      );
    } finally {
      folder.remove();
    }
  });
});

describe('typed parts', () => {
  /** Two operations with one action, whose parts name types. */
  function contract(style: string, types: string, parts: readonly [string, string]): string {
    const operation = (name: string): string =>
      `<operation name="${name}"><soap:operation soapAction="x"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`;
    return `<definitions name="Typed" targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<types><xs:schema targetNamespace="urn:t">${types}</xs:schema></types>
<message name="OneIn"><part ${parts[0]}/></message><message name="TwoIn"><part ${parts[1]}/></message>
<message name="Out"><part name="answer" type="xs:string"/></message>
<portType name="P"><operation name="One"><input message="t:OneIn"/><output message="t:Out"/></operation><operation name="Two"><input message="t:TwoIn"/><output message="t:Out"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="${style}"/>${operation('One')}${operation('Two')}</binding>
<service name="S"><port name="P" binding="t:B"><soap:address location="http://h/s"/></port></service>
</definitions>`;
  }

  const complex = (name: string, child: string): string =>
    `<xs:complexType name="${name}"><xs:sequence><xs:element name="${child}" type="xs:int"/></xs:sequence></xs:complexType>`;

  let folder: GeneratedFolder | undefined;
  afterEach(() => folder?.remove());

  describe('two operations with one action and typed parts are told apart', () => {
    test.each([
      [
        'by the first element of the type',
        contract('document', complex('A', 'a') + complex('B', 'b'), [
          'name="p" type="t:A"',
          'name="p" type="t:B"',
        ]),
        ['<a>1</a>', '<b>1</b>'],
      ],
      [
        'by the names of their parts',
        contract('document', '', ['name="a" type="xs:int"', 'name="b" type="xs:int"']),
        ['<a>1</a>', '<b>1</b>'],
      ],
      [
        'by the wrappers of rpc',
        contract('rpc', '', ['name="a" type="xs:int"', 'name="a" type="xs:int"']),
        ['<t:One xmlns:t="urn:t"><a>1</a></t:One>', '<t:Two xmlns:t="urn:t"><a>1</a></t:Two>'],
      ],
    ])('%s', async (_, text, bodies) => {
      folder = await generateText('typed.wsdl', text, ['types', 'server']);
      const said = folder.diagnostics.map(({ message }) => message).join('\n');
      expect(said).not.toContain('the same request element');
      const module = await folder.load();
      const createServer = module.createSServer as (handlers: object) => Server;
      const server = createServer({ one: () => 'first', two: () => 'second' });
      const answers = await Promise.all(
        bodies.map(async (body) => {
          const response = await server.fetch(
            new Request('http://h/s', {
              method: 'POST',
              headers: { 'Content-Type': 'text/xml', SOAPAction: '"x"' },
              body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`,
            }),
          );
          return response.text();
        }),
      );
      expect(answers[0]).toContain('first');
      expect(answers[1]).toContain('second');
    });

    test('not if they begin alike, of which there is a warning', async () => {
      const same = contract('document', complex('A', 'a'), [
        'name="p" type="t:A"',
        'name="q" type="t:A"',
      ]);
      folder = await generateText('typed.wsdl', same, ['types']);
      expect(folder.diagnostics.map(({ message }) => message)).toContain(
        "Operations 'One' and 'Two' have the same action and the same request element",
      );
    });
  });
});
