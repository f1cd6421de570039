import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RpcParts, rpcContract } from '../runtime/type/rpc-contract.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

/** Calls and answers of one operation in the style rpc, with the bytes of other stacks. */
class Rpc {
  folder: GeneratedFolder | undefined;
  /** What was sent last. */
  sent = '';
  readonly #parts: RpcParts;
  #module: Readonly<Record<string, unknown>> = {};

  constructor(parts: Omit<RpcParts, 'use'>) {
    this.#parts = { use: 'encoded', ...parts };
  }

  async load(): Promise<void> {
    this.folder = await generateText('rpc.wsdl', rpcContract(this.#parts), [
      'types',
      'client',
      'server',
    ]);
    this.#module = await this.folder.load();
  }

  /** The result of a call that is answered so. */
  call(answer: string, input: object = {}, options: object = {}): Promise<unknown> {
    const create = this.#module.createSClient as (options: object) => { run: Run };
    const fetch = async (_: string, init: { body: string }): Promise<Response> => {
      this.sent = String(init.body);
      return new Response(answer, { headers: { 'content-type': 'text/xml; charset=utf-8' } });
    };
    return create({ baseUrl: 'http://test', fetch, ...options }).run(input);
  }

  /** What a handler gets, and what the server answers. */
  async serve(
    request: string,
    { handle = () => null as unknown, ...options }: Serving = {},
  ): Promise<{ readonly input: unknown; readonly status: number; readonly answer: string }> {
    let input: unknown;
    const run = (given: unknown): unknown => {
      input = given;
      return handle(given);
    };
    const create = this.#module.createSServer as (handlers: object, options: object) => Server;
    const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:rpc/Run"' };
    const response = await create({ run }, options).fetch(
      new Request('http://test/s', { method: 'POST', headers, body: request }),
    );
    return { input, status: response.status, answer: await response.text() };
  }
}

type Run = (input: object) => Promise<unknown>;
interface Server {
  fetch(request: Request): Promise<Response>;
}
interface Serving {
  readonly handle?: (input: unknown) => unknown;
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
