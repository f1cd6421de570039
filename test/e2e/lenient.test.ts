import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type CallOptions,
  type ClientOptions,
  type Context,
  clientAttachments,
  type Deviation,
  isFault,
  type RawResult,
  SoapFault,
  soapHeader,
} from '../../src/runtime/index.ts';
import type { Server, ServerInterceptor, ServerOptions } from '../../src/runtime/server/options.ts';
import { failure } from '../runtime/wire/answering.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

describe('lenient', () => {
  const contract = `asmx: 1
name: Register
namespace: urn:register
bindings: [soap11, soap12, httpGet, httpPost]
services:
  Register:
    operations:
      Find:
        parameters: { id: int }
        returns: Entry
      Count:
        parameters: { id: int }
        returns: int
types:
  Entry:
    fields:
      Id: int
      Name: string
      Born: dateTime
      Active: boolean
      Balance: decimal
      Visits: long
      Size: double
      Colour: Colour
      Photo: base64Binary
      Tags: string[]
      Marks: Mark*
      Note: string?
  Mark: { fields: { Subject: string, Points: int } }
  Colour: { values: [red, green] }
`;

  interface RawAnswer {
    readonly result: unknown;
    readonly deviations: readonly Deviation[];
  }

  interface Method {
    (input: { readonly id: number }, options?: object): Promise<unknown>;
    raw(input: { readonly id: number }, options?: object): Promise<RawAnswer>;
  }

  interface Generated {
    createRegisterClient(options: object): { readonly find: Method; readonly count: Method };
  }

  const fields = {
    Id: '<Id>7</Id>',
    Name: '<Name>Layla</Name>',
    Born: '<Born>2001-02-03T04:05:06</Born>',
    Active: '<Active>true</Active>',
    Balance: '<Balance>1.50</Balance>',
    Visits: '<Visits>12</Visits>',
    Size: '<Size>1.5</Size>',
    Colour: '<Colour>red</Colour>',
    Photo: '<Photo>AQID</Photo>',
    Tags: '<Tags><string>a</string></Tags>',
    Marks: '<Marks><Subject>Art</Subject><Points>9</Points></Marks>',
  };

  const sound = {
    Id: 7,
    Name: 'Layla',
    Born: '2001-02-03T04:05:06',
    Active: true,
    Balance: '1.50',
    Visits: 12n,
    Size: 1.5,
    Colour: 'red',
    Photo: new Uint8Array([1, 2, 3]),
    Tags: ['a'],
    Marks: [{ Subject: 'Art', Points: 9 }],
    Note: undefined,
  };

  /** The answer of one of the bindings; the namespace is declared the same everywhere. */
  function answer(binding: string, operation: string, content: string): string {
    const root = operation === 'Find' ? 'Entry' : 'int';
    if (binding.startsWith('http')) return `<${root} xmlns="urn:register">${content}</${root}>`;
    const envelope =
      binding === 'soap11'
        ? 'http://schemas.xmlsoap.org/soap/envelope/'
        : 'http://www.w3.org/2003/05/soap-envelope';
    const result = `<${operation}Result>${content}</${operation}Result>`;
    return `<s:Envelope xmlns:s="${envelope}"><s:Body><${operation}Response xmlns="urn:register">${result}</${operation}Response></s:Body></s:Envelope>`;
  }

  let folder: GeneratedFolder;
  let generated: Generated;

  beforeAll(async () => {
    folder = await generateText('register.yaml', contract);
    generated = (await folder.load()) as unknown as Generated;
  });

  afterAll(() => folder.remove());

  /** A client whose server answers with a text. */
  function clientOf(text: string, binding: string, options: object = {}) {
    const type = binding === 'soap12' ? 'application/soap+xml' : 'text/xml';
    const fetch = async () =>
      new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } });
    return generated.createRegisterClient({ baseUrl: 'http://test', binding, fetch, ...options });
  }

  type Row = readonly [
    what: string,
    changes: Readonly<Record<string, string>>,
    value: Readonly<Record<string, unknown>>,
    deviations: readonly (readonly [path: string, message: string | RegExp])[],
  ];

  const rows: readonly Row[] = [
    ['a required text that is missing', { Name: '' }, { Name: undefined }, [['Name', /Missing/]]],
    ['a required number that is missing', { Id: '' }, { Id: undefined }, [['Id', /Missing/]]],
    ['a required array that is missing', { Tags: '' }, { Tags: undefined }, [['Tags', /Missing/]]],
    [
      'an unknown value of an enumeration',
      { Colour: '<Colour>mauve</Colour>' },
      { Colour: 'mauve' },
      [['Colour', /'mauve' is not a valid value for Colour/]],
    ],
    [
      'a number that is none',
      { Id: '<Id>seven</Id>' },
      { Id: undefined },
      [['Id', /^'.*' is not an? \w+/s]],
    ],
    [
      'a number without digits',
      { Id: '<Id/>' },
      { Id: undefined },
      [['Id', /^'.*' is not an? \w+/s]],
    ],
    [
      'a number beyond its type',
      { Id: '<Id>3000000000</Id>' },
      { Id: 3e9 },
      [['Id', /^'\d+' is not an? (?:int|long) \(-/]],
    ],
    ['an int with a point', { Id: '<Id>7.0</Id>' }, { Id: 7 }, [['Id', /^'.*' is not an? \w+/s]]],
    ['a long with a point', { Visits: '<Visits>5.0</Visits>' }, { Visits: 5n }, [['Visits', /./]]],
    [
      'a long beyond 64 bits',
      { Visits: '<Visits>99999999999999999999</Visits>' },
      { Visits: 99999999999999999999n },
      [['Visits', /^'\d+' is not an? (?:int|long) \(-/]],
    ],
    [
      'a decimal with a comma',
      { Balance: '<Balance>1,50</Balance>' },
      { Balance: '1,50' },
      [['Balance', /^'.*' is not an? \w+/s]],
    ],
    ['a double with a comma', { Size: '<Size>1,5</Size>' }, { Size: undefined }, [['Size', /./]]],
    [
      "a double in other stacks' words",
      { Size: '<Size>-Infinity</Size>' },
      { Size: Number.NEGATIVE_INFINITY },
      [['Size', /./]],
    ],
    [
      "a double in printf's words",
      { Size: '<Size>inf</Size>' },
      { Size: Number.POSITIVE_INFINITY },
      [['Size', /./]],
    ],
    ['no number', { Size: '<Size>nan</Size>' }, { Size: Number.NaN }, [['Size', /./]]],
    ['True', { Active: '<Active>True</Active>' }, { Active: true }, [['Active', /'True'/]]],
    ['FALSE', { Active: '<Active>FALSE</Active>' }, { Active: false }, [['Active', /'FALSE'/]]],
    ['yes', { Active: '<Active>yes</Active>' }, { Active: true }, [['Active', /'yes'/]]],
    ['ja', { Active: '<Active>ja</Active>' }, { Active: undefined }, [['Active', /'ja'/]]],
    [
      'a date that is none',
      { Born: '<Born>03/02/2001</Born>' },
      { Born: '03/02/2001' },
      [['Born', /'03\/02\/2001'/]],
    ],
    ['bytes that are none', { Photo: '<Photo>?</Photo>' }, { Photo: undefined }, [['Photo', /./]]],
    [
      'an item of a list',
      { Marks: `${fields.Marks}<Marks><Points>x</Points></Marks>` },
      { Marks: [...sound.Marks, { Subject: undefined, Points: undefined }] },
      [
        ['Marks[1].Points', /^'.*' is not an? \w+/s],
        ['Marks[1].Subject', /Missing/],
      ],
    ],
    [
      'a reference to a control character',
      { Name: '<Name>a&#x1;b&#2;</Name>' },
      { Name: 'a\u0001b\u0002' },
      [['Name', "'.', hexadecimal value 0x01, is an invalid character."]],
    ],
    [
      'a control character',
      { Name: '<Name>a\u0001b</Name>' },
      { Name: 'a\u0001b' },
      [['Name', "'.', hexadecimal value 0x01, is an invalid character."]],
    ],
    [
      'one in a section',
      { Name: '<Name><![CDATA[\u0002&#x1;]]></Name>' },
      { Name: '\u0002&#x1;' },
      [['Name', "'.', hexadecimal value 0x02, is an invalid character."]],
    ],
    [
      'markup in a text',
      { Name: '<Name>La<b>y</b>la &amp; co</Name>' },
      { Name: 'La<b>y</b>la &amp; co' },
      [['Name', 'An element inside a text value.']],
    ],
    [
      'markup in a number',
      { Id: '<Id><b>7</b></Id>' },
      { Id: undefined },
      [
        ['Id', 'An element inside a text value.'],
        ['Id', /^'.*' is not an? \w+/s],
      ],
    ],
    [
      'an element that no one knows',
      { Note: '<Nothing><Id>1</Id></Nothing>' },
      {},
      [['Nothing', "Element '{urn:register}Nothing' is not expected here."]],
    ],
    [
      'one that comes twice',
      { Note: '<Id>8</Id>' },
      {},
      [['Id', "Element '{urn:register}Id' is not expected here."]],
    ],
  ];

  describe.each(['soap11', 'soap12', 'httpGet', 'httpPost'])(
    'a lenient client over %s',
    (binding) => {
      const path = (inner: string): string =>
        binding.startsWith('http') ? inner : `FindResult.${inner}`;

      test.each(rows)('reads %s', async (_, changes, value, deviations) => {
        const content = Object.values({ ...fields, ...changes }).join('');
        const told: [Deviation, string][] = [];
        const client = clientOf(answer(binding, 'Find', content), binding, {
          lenient: true,
          onDeviation: (one: Deviation, operation: string) => told.push([one, operation]),
        });
        const raw = await client.find.raw({ id: 7 });
        expect(raw.result).toEqual({ ...sound, ...value });
        expect(raw.deviations.map((one) => one.path)).toEqual(deviations.map(([one]) => path(one)));
        for (const [index, [, message]] of deviations.entries()) {
          if (typeof message === 'string') expect(raw.deviations[index]?.message).toBe(message);
          else expect(raw.deviations[index]?.message).toMatch(message);
        }
        expect(told).toEqual(raw.deviations.map((one) => [one, 'Register.Find']));
        expect(await client.find({ id: 7 })).toEqual(raw.result);
      });

      test.each(rows.filter(([what]) => !/no one|twice/.test(what)))(
        'refuses %s by default, with its path',
        async (_, changes, __, [first]) => {
          const content = Object.values({ ...fields, ...changes }).join('');
          await expect(
            clientOf(answer(binding, 'Find', content), binding).find({ id: 7 }),
          ).rejects.toMatchObject({
            name: 'AsmxError',
            code: 'decode',
            path: path(first?.[0] ?? ''),
          });
        },
      );

      test('reads a result that is no number', async () => {
        const text = answer(binding, 'Count', 'many');
        const name = binding.startsWith('http') ? 'int' : 'CountResult';
        const { result, deviations } = await clientOf(text, binding, { lenient: true }).count.raw({
          id: 1,
        });
        expect(result).toBeUndefined();
        expect(deviations).toEqual([{ path: name, message: expect.stringMatching(/is not an? /) }]);
        await expect(clientOf(text, binding).count({ id: 1 })).rejects.toMatchObject({
          code: 'decode',
          path: name,
        });
      });

      test('has nothing to tell of a sound answer', async () => {
        const text = answer(binding, 'Find', Object.values(fields).join(''));
        const { result, deviations } = await clientOf(text, binding, { lenient: true }).find.raw({
          id: 7,
        });
        expect(result).toEqual(sound);
        expect(deviations).toEqual([]);
      });

      test.each([
        ['what is not well-formed', '<Id>7</Name>'],
        ['a control character in a name', '<I\u0001d>7</I\u0001d>'],
        ['a reference to no character', '<Id>7</Id><Name>&#x110000;</Name>'],
        ['an undeclared entity', '<Name>&nbsp;</Name>'],
        ['elements nested too deep', '<a>'.repeat(100_001) + '</a>'.repeat(100_001)],
      ])('refuses %s', async (_, content) => {
        const text = answer(binding, 'Find', content);
        const client = clientOf(text, binding, { lenient: true });
        await expect(client.find({ id: 7 })).rejects.toMatchObject({ code: 'decode' });
      });
    },
  );

  test('a client that is not lenient tells of what is never an error', async () => {
    const told: Deviation[] = [];
    const content = `${Object.values(fields).join('')}<More/>`;
    const client = clientOf(answer('soap11', 'Find', content), 'soap11', {
      onDeviation: (one: Deviation) => {
        told.push(one);
        throw new Error('is dropped');
      },
    });
    expect(await client.find({ id: 7 })).toEqual(sound);
    expect(told).toEqual([
      { path: 'FindResult.More', message: "Element '{urn:register}More' is not expected here." },
    ]);
  });

  test('a thousand deviations are kept, and the number of the others', async () => {
    const marks = '<Marks><Subject/><Points>x</Points></Marks>'.repeat(1500);
    const content = Object.values({ ...fields, Marks: marks }).join('');
    const client = clientOf(answer('soap11', 'Find', content), 'soap11', { lenient: true });
    const { deviations } = await client.find.raw({ id: 7 });
    expect(deviations).toHaveLength(1001);
    expect(deviations[999]?.path).toBe('FindResult.Marks[999].Points');
    expect(deviations[1000]).toEqual({ path: '', message: 'There are 500 more deviations.' });
  });
});

describe('lenient messages', () => {
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
    const start =
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>';
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
});

describe('undeclared', () => {
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
      expect(raw.headers['content-type']).toMatch(
        /^multipart\/related; type="(text|application)\//,
      );
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
});

describe('kept elements', () => {
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

  type Create = (
    handlers: object,
    options: object,
  ) => { fetch(request: Request): Promise<Response> };

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
});

describe('missing values', () => {
  const contract = `asmx: 1
name: Plans
namespace: urn:plans
services:
  Plans:
    operations:
      Plan: { parameters: { on: date, at: time, from: dateTime, days: int, whole: boolean } }
      Note: { parameters: { text: string } }
`;

  type Handler = (input: object) => void;
  type CreateServer = (
    handlers: Readonly<Record<string, Handler>>,
    options?: object,
  ) => { fetch(request: Request): Promise<Response> };

  describe('what is missing over SOAP', () => {
    let generated: GeneratedFolder;
    let create: CreateServer;
    beforeAll(async () => {
      generated = await generateText('plans.yaml', contract, ['types', 'server']);
      create = (await generated.load()).createPlansServer as CreateServer;
    });
    afterAll(() => generated.remove());

    /** The input that a handler gets for an empty request, or the text of the answer. */
    async function answerTo(operation: string, options?: object): Promise<unknown> {
      let given: object | undefined;
      const handler: Handler = (input) => {
        given = input;
      };
      const server = create({ plan: handler, note: handler }, options);
      const response = await server.fetch(
        new Request('http://plans.test/Plans.asmx', {
          method: 'POST',
          headers: { 'Content-Type': 'text/xml', SOAPAction: `"urn:plans/${operation}"` },
          body:
            '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">' +
            `<e:Body><${operation} xmlns="urn:plans"/></e:Body></e:Envelope>`,
        }),
      );
      return given ?? (await response.text());
    }

    test('reads as the defaults of value types in ASMX', async () => {
      expect(await answerTo('Plan')).toEqual({
        on: '0001-01-01',
        at: '00:00:00',
        from: '0001-01-01T00:00:00',
        days: 0,
        whole: false,
      });
    });

    test('is a fault of the client for others, and for all of them with strict', async () => {
      const fault = (name: string): unknown =>
        expect.stringMatching(`soap:Client</faultcode>.*Missing required element '${name}'`);
      expect(await answerTo('Note')).toEqual(fault('text'));
      expect(await answerTo('Plan', { strict: true })).toEqual(fault('on'));
    });
  });
});
