import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Deviation } from '../../src/runtime/index.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

const golden = join(dirname(fileURLToPath(import.meta.url)), '../golden');

/** A client whose server answers with a text. */
async function clientOf<Client>(
  folder: GeneratedFolder,
  factory: string,
  text: string,
  options: object = {},
): Promise<Client> {
  const index = await folder.load();
  const create = index[factory] as (options: object) => Client;
  const status = text.includes('Fault>') ? 500 : 200;
  const headers = { 'content-type': 'text/xml; charset=utf-8' };
  const fetch = async () => new Response(text, { status, headers });
  return create({ baseUrl: 'http://test', fetch, ...options });
}

function envelope(body: string, header = ''): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${header === '' ? '' : `<s:Header>${header}</s:Header>`}<s:Body>${body}</s:Body></s:Envelope>`;
}

interface Method {
  (input: object): Promise<unknown>;
  raw(input: object): Promise<{
    readonly result: unknown;
    readonly soapHeaders: unknown;
    readonly deviations: readonly Deviation[];
  }>;
  stream(input: object): AsyncIterable<unknown>;
}

const paths = (list: readonly Deviation[]): readonly string[] => list.map((one) => one.path);

describe('faults and headers', () => {
  let folder: GeneratedFolder;

  beforeAll(async () => {
    const text = readFileSync(join(golden, 'faults-and-headers/service.wsdl'), 'utf8');
    folder = await generateText('service.wsdl', text, ['types', 'client']);
  });

  afterAll(() => folder.remove());

  const fault = envelope(
    '<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail><InvalidPhone xmlns="http://example.org/phones"><other/></InvalidPhone></detail></s:Fault>',
  );
  type Client = { readonly send: Method };

  test('the detail of a fault is read leniently', async () => {
    const told: Deviation[] = [];
    const onDeviation = (one: Deviation) => told.push(one);
    const options = { lenient: true, onDeviation };
    const client = await clientOf<Client>(folder, 'createPhonesClient', fault, options);
    await expect(client.send({ retries: 1 })).rejects.toMatchObject({
      faultName: 'InvalidPhone',
      detail: { reason: undefined },
    });
    expect(paths(told)).toEqual(['InvalidPhone.other', 'InvalidPhone.reason']);
  });

  const other = (detail: string): string =>
    envelope(
      `<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail>${detail}</detail></s:Fault>`,
    );
  const reason = '<reason>r</reason>';

  test.each([
    ['no namespace', `<InvalidPhone>${reason}</InvalidPhone>`, 'InvalidPhone', ''],
    [
      'another namespace',
      `<InvalidPhone xmlns="urn:o">${reason}</InvalidPhone>`,
      'InvalidPhone',
      'urn:o',
    ],
    ['another element before', `<x/><InvalidPhone>${reason}</InvalidPhone>`, 'InvalidPhone', ''],
  ])('a declared fault in %s is read leniently', async (_, detail, faultName, uri) => {
    const told: Deviation[] = [];
    const onDeviation = (one: Deviation) => told.push(one);
    const text = other(detail);
    const options = { lenient: true, onDeviation };
    const client = await clientOf<Client>(folder, 'createPhonesClient', text, options);
    await expect(client.send({ retries: 1 })).rejects.toMatchObject({
      faultName,
      detail: { reason: 'r' },
    });
    expect(told[0]?.message).toBe(
      `Element '{${uri}}InvalidPhone' is read as '{http://example.org/phones}InvalidPhone'.`,
    );
    const plain = await clientOf<Client>(folder, 'createPhonesClient', text);
    await expect(plain.send({ retries: 1 })).rejects.not.toHaveProperty('faultName', faultName);
  });

  test('a declared fault with its own name counts more', async () => {
    const own = `<InvalidPhone xmlns="http://example.org/phones">${reason}</InvalidPhone>`;
    const text = other(`<InvalidPhone><reason>other</reason></InvalidPhone>${own}`);
    const client = await clientOf<Client>(folder, 'createPhonesClient', text, { lenient: true });
    await expect(client.send({ retries: 1 })).rejects.toMatchObject({ detail: { reason: 'r' } });
  });

  test('headers are read leniently', async () => {
    const session = '<Session xmlns="http://example.org/phones"><token>&#x1;</token></Session>';
    const answer = envelope('<SendResponse xmlns="http://example.org/phones"/>', session);
    const options = { lenient: true };
    const client = await clientOf<Client>(folder, 'createPhonesClient', answer, options);
    const { soapHeaders, deviations } = await client.send.raw({ retries: 1 });
    expect(soapHeaders).toMatchObject({ Session: { token: '\u0001' } });
    expect(paths(deviations)).toEqual(['Session.token']);
    const strict = await clientOf<Client>(
      folder,
      'createPhonesClient',
      answer.replace('<token>&#x1;</token>', '<token><b/></token>'),
    );
    const error = { path: 'soapHeaders.Session.token' };
    await expect(strict.send({ retries: 1 })).rejects.toMatchObject(error);
  });

  test('a client that is not lenient has the detail as XML, and is told why', async () => {
    const told: Deviation[] = [];
    const client = await clientOf<Client>(folder, 'createPhonesClient', fault, {
      onDeviation: (one: Deviation) => told.push(one),
    });
    const error = await client.send({ retries: 1 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ detail: [{ name: 'InvalidPhone' }] });
    expect(error).not.toHaveProperty('faultName', 'InvalidPhone');
    expect(paths(told)).toEqual(['InvalidPhone.reason']);
  });
});

describe('prefixes that nobody declared', () => {
  let folder: GeneratedFolder;

  beforeAll(async () => {
    const contract = `asmx: 1
name: School
namespace: urn:s
services:
  School:
    operations:
      Echo: { parameters: { v: 'int?' }, returns: int | null }
      Find: { parameters: { v: 'int?' }, returns: Person }
types:
  Person: { fields: { name: string } }
  Teacher: { extends: Person, fields: { room: int } }
`;
    folder = await generateText('s.yaml', contract, ['types', 'client']);
  });

  afterAll(() => folder.remove());

  // written by a server on the package soap 1.13
  const start = '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>';
  const end = '</soap:Body></soap:Envelope>';
  const echo = (attributes: string, content = ''): string =>
    `${start}<EchoResponse xmlns="urn:s"><EchoResult ${attributes}>${content}</EchoResult></EchoResponse>${end}`;
  const find = (attributes: string): string =>
    `${start}<FindResponse xmlns="urn:s"><FindResult ${attributes}><name>n</name><room>3</room></FindResult></FindResponse>${end}`;
  type Client = Readonly<Record<'echo' | 'find', Method>>;
  const note = (prefix: string): object => ({
    path: '',
    message: `The prefix '${prefix}' is not declared.`,
  });

  test.each([
    ['echo', echo('xsi:nil="true"'), null, ['xsi']],
    ['echo', echo('xsi:nil="false"', '4'), 4, ['xsi']],
    ['echo', echo('xsi:type="xsd:int"', '4'), 4, ['xsi']],
    ['find', find('xsi:type="Teacher"'), { $type: 'Teacher', name: 'n', room: 3 }, ['xsi']],
    [
      'find',
      find('').replace('<FindResponse', '<FindResponse xsi:schemaLocation="a b"'),
      { $type: 'Person', name: 'n' },
      ['xsi'],
    ],
    [
      'echo',
      `<soap:Envelope><soap:Body><EchoResponse xmlns="urn:s"><EchoResult>5</EchoResult></EchoResponse></soap:Body></soap:Envelope>`,
      5,
      ['soap'],
    ],
  ] as const)('%s: have their usual meaning in %s', async (name, text, value, prefixes) => {
    const client = await clientOf<Client>(folder, 'createSchoolClient', text, { lenient: true });
    const { result, deviations } = await client[name].raw({});
    expect(result).toEqual(value);
    expect(deviations).toEqual(expect.arrayContaining(prefixes.map(note)));
    const again = await client[name].raw({});
    expect(again.deviations).toEqual(deviations);
    // the names learned so are not known to others
    const plain = await clientOf<Client>(folder, 'createSchoolClient', text);
    await expect(plain[name]({})).rejects.toMatchObject({
      message: expect.stringContaining("The option 'lenient' accepts it."),
    });
  });

  test('other prefixes are errors, and declared ones mean what they say', async () => {
    const other = echo('').replaceAll('EchoRes', 'tns:EchoRes');
    const client = await clientOf<Client>(folder, 'createSchoolClient', other, { lenient: true });
    const error = await client.echo({}).catch((thrown: Error) => thrown);
    expect((error as Error).message).toContain("'tns' is an undeclared prefix.");
    expect((error as Error).message).not.toContain('lenient');
    const bound = echo('xmlns:xsi="urn:x" xsi:nil="true"', '7');
    const reader = await clientOf<Client>(folder, 'createSchoolClient', bound, { lenient: true });
    await expect(reader.echo({})).resolves.toBe(7);
  });
});

const encoded = `<definitions name="Sum" targetNamespace="urn:sum" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:sum">
  <types><xs:schema targetNamespace="urn:sum">
    <xs:complexType name="Person"><xs:sequence>
      <xs:element name="name" type="xs:string"/><xs:element name="age" type="xs:int"/>
      <xs:element name="friend" type="t:Person" nillable="true"/>
    </xs:sequence></xs:complexType>
  </xs:schema></types>
  <message name="GetIn"/><message name="GetOut"><part name="person" type="t:Person"/></message>
  <portType name="Port"><operation name="Get"><input message="t:GetIn"/><output message="t:GetOut"/></operation></portType>
  <binding name="Binding" type="t:Port">
    <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Get"><soap:operation soapAction="urn:sum/Get"/>
      <input><soap:body use="encoded" namespace="urn:sum" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></input>
      <output><soap:body use="encoded" namespace="urn:sum" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></output>
    </operation>
  </binding>
  <service name="Sum"><port name="Port" binding="t:Binding"><soap:address location="http://localhost/sum"/></port></service>
</definitions>`;

describe('messages with SOAP encoding', () => {
  let folder: GeneratedFolder;

  beforeAll(async () => {
    folder = await generateText('sum.wsdl', encoded, ['types', 'client']);
  });

  afterAll(() => folder.remove());

  const answer = envelope(
    '<t:GetResponse xmlns:t="urn:sum"><person href="#a"/></t:GetResponse><multiRef id="a"><name>x&#x1;y</name><age>old</age><friend href="#b"/></multiRef>',
  );
  type Client = { readonly get: Method };

  test('are read leniently after their references', async () => {
    const client = await clientOf<Client>(folder, 'createSumClient', answer, { lenient: true });
    const { result, deviations } = await client.get.raw({});
    expect(result).toEqual({ name: 'x\u0001y', age: undefined, friend: null });
    expect(deviations).toEqual([
      { path: 'person.friend', message: "The reference '#b' has no target." },
      { path: 'person.name', message: "'.', hexadecimal value 0x01, is an invalid character." },
      { path: 'person.age', message: "'old' is not an int (-2147483648 to 2147483647)." },
    ]);
  });

  test('are refused by default', async () => {
    const plain = answer.replace('&#x1;', '');
    const dangling = await clientOf<Client>(folder, 'createSumClient', plain);
    await expect(dangling.get({})).rejects.toMatchObject({
      code: 'decode',
      path: 'person.friend',
      message: expect.stringContaining("person.friend: The reference '#b' has no target."),
    });
    const wrong = plain.replace('<friend href="#b"/>', '');
    const client = await clientOf<Client>(folder, 'createSumClient', wrong);
    await expect(client.get({})).rejects.toMatchObject({ code: 'decode', path: 'person.age' });
  });
});

const list = `asmx: 1
name: List
namespace: urn:list
bindings: [soap11, httpGet]
services:
  List:
    operations:
      All:
        parameters: { from: int }
        returns: Item[]
types:
  Item: { fields: { Id: int, Name: string } }
`;

describe('streams', () => {
  let folder: GeneratedFolder;

  beforeAll(async () => {
    folder = await generateText('list.yaml', list, ['types', 'client']);
  });

  afterAll(() => folder.remove());

  type Client = { readonly all: Method };
  const wrong = 40;
  const items = Array.from({ length: 3000 }, (_, index) =>
    index === wrong ? '<Item><Id>x</Id></Item>' : `<Item><Id>${index}</Id><Name>n</Name></Item>`,
  ).join('');
  const answers = {
    soap11: envelope(
      `<AllResponse xmlns="urn:list"><AllResult>${items}<Odd/></AllResult></AllResponse>`,
    ),
    httpGet: `<ArrayOfItem xmlns="urn:list">${items}<Odd/></ArrayOfItem>`,
  };

  test.each(['soap11', 'httpGet'] as const)('of records over %s', async (binding) => {
    const told: (readonly [number, string])[] = [];
    let read = 0;
    const bytes = new TextEncoder().encode(answers[binding]);
    // cut anywhere, so that records are read more than once
    const fetch = async () => {
      let at = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= bytes.length) return controller.close();
          controller.enqueue(bytes.subarray(at, at + 37));
          at += 37;
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/xml' } });
    };
    const client = await clientOf<Client>(folder, 'createListClient', '', {
      binding,
      fetch,
      lenient: true,
      onDeviation: (one: Deviation) => told.push([read, one.path]),
    });
    let odd: unknown;
    for await (const item of client.all.stream({ from: 1 })) {
      if (read === wrong) odd = item;
      read += 1;
    }
    expect(read).toBe(3000);
    expect(odd).toEqual({ Id: undefined, Name: undefined });
    // told with the record, before it is given
    expect(told).toEqual([
      [wrong, `[${wrong}].Id`],
      [wrong, `[${wrong}].Name`],
      [3000, '[3000]'],
    ]);
    const strict = await clientOf<Client>(folder, 'createListClient', '', { binding, fetch });
    const all = async () => {
      for await (const _ of strict.all.stream({ from: 1 }));
    };
    await expect(all()).rejects.toMatchObject({ code: 'decode', path: `[${wrong}].Id` });
  });
});
