import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Server } from '../../src/runtime/server/options.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';
import { loadGenerated } from './load-contract.ts';

describe('client headers', () => {
  const contract = `
asmx: 1
name: Desk
namespace: urn:desk
baseUrl: http://test
bindings: [soap11, httpGet]
services:
  Phones:
    operations:
      Send: { headers: { Session: SessionHeader, Trace: guid }, bindings: [soap11] }
      Count: {}
  Numbers:
    operations:
      List: { headers: { Region: string }, bindings: [soap11] }
      Ping: { headers: { Reply: { out: true, type: string } }, bindings: [soap11] }
types:
  SessionHeader: { fields: { token: string } }
`;

  type Method = (input: object, options?: object) => Promise<unknown>;
  type Methods = Readonly<Record<string, Method>>;

  const sent: string[] = [];
  let generated: GeneratedFolder;
  let create: (soapHeaders: unknown) => { readonly phones: Methods; readonly numbers: Methods };

  beforeAll(async () => {
    generated = await generateText('desk.yaml', contract, ['types', 'client']);
    const module = await generated.load();
    create = (soapHeaders) => {
      const options = {
        soapHeaders,
        fetch: async (_url: string, { body }: RequestInit) => {
          sent.push(String(body));
          return new Response('', { status: 202 });
        },
      };
      const phones = (module.createPhonesClient as (given: object) => Methods)(options);
      const numbers = (module.createNumbersClient as (given: object) => Methods)(options);
      return { phones, numbers };
    };
  });

  afterAll(() => generated.remove());

  /** What a call sends between the tags of `soap:Header`. */
  async function headerOf(call: Promise<unknown>): Promise<string> {
    sent.length = 0;
    await call.catch(() => undefined);
    expect(sent).toHaveLength(1);
    return /<soap:Header>(.*)<\/soap:Header>/s.exec(sent[0] ?? '')?.[1] ?? '';
  }

  test('headers of a client go to the operations that have them', async () => {
    const { phones, numbers } = create({ Session: { token: 't' }, Region: 'north' });
    expect(await headerOf(phones.send?.({}) as Promise<unknown>)).toMatch(
      /^<Session .*<\/Session>$/,
    );
    expect(await headerOf(phones.count?.({}) as Promise<unknown>)).toBe('');
    expect(await headerOf(numbers.list?.({}) as Promise<unknown>)).toMatch(/^<Region .*north/);
  });

  // Reply is a header of answers.
  test.each(['Sesion', 'Reply', 'constructor'])('no operation has %s', async (name) => {
    const { phones, numbers } = create({ [name]: 'x' });
    for (const call of [phones.send, phones.count, numbers.list, numbers.ping]) {
      await expect(call?.({})).rejects.toMatchObject({
        code: 'encode',
        message: expect.stringContaining(`no SOAP header '${name}'`),
      });
    }
  });
});

describe('header paths', () => {
  const wsdl = `<definitions name="Desk" targetNamespace="urn:desk" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:desk">
  <types><xs:schema targetNamespace="urn:desk" elementFormDefault="qualified">
    <xs:simpleType name="VersionType"><xs:restriction base="xs:string"><xs:enumeration value="V1"/><xs:enumeration value="V2"/></xs:restriction></xs:simpleType>
    <xs:element name="ServerVersion"><xs:complexType>
      <xs:sequence><xs:element name="hop" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
      <xs:attribute name="Version" type="t:VersionType" fixed="V2" use="required"/>
    </xs:complexType></xs:element>
    <xs:element name="Limit" type="xs:int"/>
    <xs:element name="Ask"><xs:complexType><xs:sequence/></xs:complexType></xs:element>
    <xs:element name="Answer"><xs:complexType><xs:sequence/></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="AskIn"><part name="parameters" element="t:Ask"/></message>
  <message name="AskOut"><part name="parameters" element="t:Answer"/></message>
  <message name="Head"><part name="RequestVersion" element="t:ServerVersion"/><part name="max-items" element="t:Limit"/></message>
  <portType name="Port"><operation name="Ask"><input message="t:AskIn"/><output message="t:AskOut"/></operation></portType>
  <binding name="Binding" type="t:Port">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><soap:operation soapAction="urn:desk/Ask"/>
      <input><soap:body use="literal"/><soap:header message="t:Head" part="RequestVersion" use="literal"/><soap:header message="t:Head" part="max-items" use="literal"/></input>
      <output><soap:body use="literal"/><soap:header message="t:Head" part="RequestVersion" use="literal"/><soap:header message="t:Head" part="max-items" use="literal"/></output>
    </operation>
  </binding>
  <service name="Desk"><port name="Port" binding="t:Binding"><soap:address location="http://localhost/desk"/></port></service>
</definitions>`;

  type Ask = ((input: object, options?: object) => Promise<unknown>) & {
    raw: (input: object) => Promise<{ readonly soapHeaders: unknown }>;
  };
  let generated: GeneratedFolder;
  let create: (options: object) => { readonly ask: Ask };

  beforeAll(async () => {
    generated = await generateText('desk.wsdl', wsdl, ['types', 'client']);
    create = (await generated.load()).createDeskClient as typeof create;
  });

  afterAll(() => generated.remove());

  /** A client that is answered with these headers; `sent` holds what it sent. */
  function clientOf(headers = ''): { readonly ask: Ask; readonly sent: string[] } {
    const sent: string[] = [];
    const text = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header xmlns="urn:desk">${headers}</e:Header><e:Body><Answer xmlns="urn:desk"/></e:Body></e:Envelope>`;
    const { ask } = create({
      baseUrl: 'http://test',
      async fetch(_url: string, init: RequestInit) {
        sent.push(String(init.body));
        return new Response(text, { headers: { 'content-type': 'text/xml' } });
      },
    });
    return { ask, sent };
  }

  test('a fixed attribute of a header is written where it is left out', async () => {
    expect(generated.text('types.ts')).toContain("readonly Version?: 'V2' | undefined;");
    const { ask, sent } = clientOf();
    await ask({}, { soapHeaders: { RequestVersion: {} } });
    expect(sent[0]).toContain('<ServerVersion xmlns="urn:desk" Version="V2"');
  });

  test.each([
    [{ RequestVersion: { Version: 'V1' } }, 'soapHeaders.RequestVersion.Version'],
    [{ RequestVersion: { hop: [1, 'x'] } }, 'soapHeaders.RequestVersion.hop[1]'],
    [{ 'max-items': 'many' }, 'soapHeaders["max-items"]'],
  ])('errors of a header that is written say where it is: %j', async (soapHeaders, path) => {
    await expect(clientOf().ask({}, { soapHeaders })).rejects.toMatchObject({
      code: 'encode',
      path,
      message: expect.stringContaining(`: ${path}: Expected `),
    });
  });

  test.each([
    ['<ServerVersion Version="V1"/>', 'soapHeaders.RequestVersion.Version'],
    [
      '<ServerVersion Version="V2"><hop>1</hop><hop>x</hop></ServerVersion>',
      'soapHeaders.RequestVersion.hop[1]',
    ],
    ['<Limit>many</Limit>', 'soapHeaders["max-items"]'],
  ])('errors of a header that is read say where it is: %s', async (headers, path) => {
    await expect(clientOf(headers).ask({})).rejects.toMatchObject({
      code: 'decode',
      path,
      message: expect.stringContaining(`: ${path}: `),
    });
  });
});

describe('redirected headers', () => {
  interface Client {
    readonly buy: (input: { what: string }, options?: object) => Promise<unknown>;
  }

  let folder: GeneratedFolder;
  let createClient: (options: object) => Client;

  beforeAll(async () => {
    const text = readFileSync('test/cli/cases/files/body-shop.wsdl', 'utf8');
    folder = await generateText('body-shop.wsdl', text, ['types', 'client']);
    createClient = (await folder.load()).createShopClient as typeof createClient;
  });
  afterAll(() => folder.remove());

  test.each([
    ['a declared SOAP header', { soapHeaders: { Auth: { Password: 'SECRET' } } }, 1],
    ['an extra one', { extraSoapHeaders: '<Auth>SECRET</Auth>' }, 1],
    ['none', {}, 2],
  ])(
    'a call with %s, whose namespace has the word Body, is redirected or not',
    async (_, own, calls) => {
      const asked: string[] = [];
      const fetch = async (url: string): Promise<Response> => {
        asked.push(url);
        const headers = { Location: 'http://other.test/' };
        return new Response(null, asked.length === 1 ? { status: 307, headers } : { status: 500 });
      };
      const client = createClient({ redirect: 'follow', fetch });
      await expect(client.buy({ what: 'it' }, own)).rejects.toThrow(
        calls === 1 ? 'another origin' : 'status 500',
      );
      expect(asked).toHaveLength(calls);
    },
  );
});

describe('addressing', () => {
  interface Client {
    count(input: { sku: string }, options?: object): Promise<number>;
    clear(): Promise<void>;
  }

  const ns = 'http://www.w3.org/2005/08/addressing';
  let create: (options: object) => Client;
  let operations: Readonly<Record<string, unknown>>;
  let runtime: typeof import('../../dist/runtime/index.js');
  let sent: string[];
  let answered: string[];

  /** A client of a server in the same process. */
  function connect(options: object, ofServer: object = {}): Client {
    const server = createServer(ofServer);
    return create({
      baseUrl: 'http://test',
      async fetch(url: string, init: RequestInit) {
        const request = new Request(url, init);
        sent.push(await request.clone().text());
        const response = await server.fetch(request);
        answered.push(await response.clone().text());
        return response;
      },
      ...options,
    });
  }

  let createServer: (options: object) => { fetch(request: Request): Promise<Response> };

  beforeAll(async () => {
    const { load } = await loadGenerated('test/golden/addressing/contract.wsdl');
    runtime = await import('../../dist/runtime/index.js');
    operations = await load('operations.ts');
    create = (await load('client.ts')).createStockClient as typeof create;
    const make = (await load('server.ts')).createStockServer as (
      handlers: object,
      options: object,
    ) => ReturnType<typeof createServer>;
    createServer = (options) =>
      make(
        {
          count({ sku }: { readonly sku: string }) {
            if (sku === '')
              throw runtime.fault(operations.Count as never, 'Unknown' as never, '' as never);
            return sku.length;
          },
          clear() {},
        },
        options,
      );
  });

  beforeEach(() => {
    sent = [];
    answered = [];
  });

  describe('a contract that demands WS-Addressing over one binding', () => {
    test('has it there by itself, with the actions of the contract', async () => {
      expect(await connect({ binding: 'soap12' }).count({ sku: 'abc' })).toBe(3);
      expect(sent[0]).toContain('<wsa:Action>urn:stock/count</wsa:Action>');
      expect(sent[0]).toContain('>http://test/stock12</wsa:To>');
      expect(answered[0]).toContain('>urn:stock/counted</wsa:Action>');
      await connect({ binding: 'soap12' }).clear();
      expect(sent[1]).toContain('>urn:stock:StockPort:Clear</wsa:Action>');
    });

    test('has none over the other one, unless the options say so', async () => {
      const plain = connect({ binding: 'soap11' });
      expect(await plain.count({ sku: 'abc' })).toBe(3);
      expect(sent[0] + String(answered[0])).not.toContain(ns);
      const both = { addressing: true };
      expect(await connect({ binding: 'soap11', ...both }, both).count({ sku: 'a' })).toBe(1);
      expect(answered[1]).toContain('>urn:stock/counted</wsa:Action>');
    });

    test('refuses requests without it there', async () => {
      const asked = connect({ binding: 'soap12', addressing: false }).count({ sku: 'a' });
      await expect(asked).rejects.toMatchObject({
        subcode: `{${ns}}MessageAddressingHeaderRequired`,
      });
      const lax = connect({ binding: 'soap12', addressing: false }, { addressing: false });
      expect(await lax.count({ sku: 'a' })).toBe(1);
    });

    test('answers declared faults with their action', async () => {
      await expect(connect({ binding: 'soap12' }).count({ sku: '' })).rejects.toMatchObject({
        faultName: 'Unknown',
      });
      expect(answered[0]).toContain('>urn:stock/unknown</wsa:Action>');
    });

    test('tells operations apart by the action in the headers', async () => {
      const addressing = { action: 'urn:stock:StockPort:Clear' };
      const mixed = connect({ binding: 'soap12', addressing }).count({ sku: 'a' });
      await expect(mixed).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) });
      const unknown = connect({ binding: 'soap12', addressing: { action: 'urn:x' } });
      await expect(unknown.count({ sku: 'a' })).rejects.toMatchObject({
        subcode: `{${ns}}ActionNotSupported`,
      });
    });
  });
});

describe('soap12 action', () => {
  const folders: GeneratedFolder[] = [];
  afterAll(() => {
    for (const folder of folders) folder.remove();
  });

  type Call = (input: { id: number }, options?: object) => Promise<unknown>;
  type Client = Readonly<Record<string, Call>>;
  type Create<Made> = (first: object, second?: object) => Made;

  const lock = readFileSync('test/cli/cases/files/lock.wsdl', 'utf8');

  async function load(path: string, text: string): Promise<Readonly<Record<string, unknown>>> {
    const folder = await generateText(path, text);
    folders.push(folder);
    expect(folder.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    return folder.load();
  }

  /** The content type that a client sends for `Lock`. */
  async function sent(text: string, options: object = {}): Promise<string | undefined> {
    const module = await load('depot.wsdl', text);
    let type: string | undefined;
    const fetch = (_: string, { headers }: { headers: Record<string, string> }): never => {
      type = headers['Content-Type'];
      throw new Error('not sent');
    };
    const client = (module.createDepotClient as Create<Client>)({ fetch, ...options });
    await expect(client.lock?.({ id: 1 })).rejects.toThrow('not sent');
    return type;
  }

  const plain = 'application/soap+xml; charset=utf-8';
  const attribute = ' soapActionRequired="true"';

  describe('the action of SOAP 1.2', () => {
    test('tells operations apart, in client and server', async () => {
      const module = await load('depot.wsdl', lock);
      const done: string[] = [];
      const server = (module.createDepotServer as Create<Server>)({
        lock: ({ id }: { id: number }) => void done.push(`lock ${id}`),
        delete: ({ id }: { id: number }) => void done.push(`delete ${id}`),
      });
      const client = (module.createDepotClient as Create<Client>)({ fetch: server.fetch });
      await client.delete?.({ id: 1 });
      await client.lock?.({ id: 2 });
      expect(done).toEqual(['delete 1', 'lock 2']);
    });

    test.each([
      ['required', lock, 'urn:depot/Lock'],
      ['not mentioned', lock.replaceAll(attribute, ''), 'urn:depot/Lock'],
      ['not required', lock.replaceAll(attribute, ' soapActionRequired=" false "'), undefined],
      ['not required, in digits', lock.replaceAll(attribute, ' soapActionRequired="0"'), undefined],
      ['empty', lock.replace('"urn:depot/Lock"', '""'), undefined],
      ['missing', lock.replace('soapAction="urn:depot/Lock"', ''), undefined],
      ['beyond ASCII', lock.replace('depot/Lock', 'depot/Löck'), 'urn:depot/LÃ¶ck'],
    ])('is sent as the contract says: %s', async (_, text, action) => {
      expect(await sent(text)).toBe(action === undefined ? plain : `${plain}; action="${action}"`);
    });

    test('moves to the namespace of the client', async () => {
      expect(await sent(lock, { namespace: 'urn:other' })).toBe(
        `${plain}; action="urn:other/Lock"`,
      );
    });

    test('beyond ASCII finds its operation', async () => {
      const text = lock.replace('depot/Lock', 'depot/Löck').replace('depot/Delete', 'depot/Dèlete');
      const module = await load('depot.wsdl', text);
      const done: string[] = [];
      const server = (module.createDepotServer as Create<Server>)({
        lock: () => void done.push('lock'),
        delete: () => void done.push('delete'),
      });
      const client = (module.createDepotClient as Create<Client>)({ fetch: server.fetch });
      await client.delete?.({ id: 1 });
      expect(done).toEqual(['delete']);
    });

    test('may differ from that of SOAP 1.1', async () => {
      const prefixed = (from: string): string =>
        from
          .replaceAll('soap12:', 'soap:')
          .replaceAll(attribute, '')
          .replaceAll('urn:depot/', 'one/');
      const binding = /<wsdl:binding[\s\S]*<\/wsdl:binding>/.exec(lock)?.[0] ?? '';
      const port = /<wsdl:port name[\s\S]*<\/wsdl:port>/.exec(lock)?.[0] ?? '';
      const text = lock
        .replace(binding, prefixed(binding).replace('"DepotBinding"', '"Old"') + binding)
        .replace(
          port,
          prefixed(port).replace('"Depot"', '"Old"').replace('t:DepotBinding', 't:Old') + port,
        );
      const module = await load('depot.wsdl', text);
      const done: string[] = [];
      const server = (module.createDepotServer as Create<Server>)({
        lock: () => void done.push('lock'),
        delete: () => void done.push('delete'),
      });
      const headers: string[] = [];
      const fetch = (url: string, init: { headers: Record<string, string> }): Promise<unknown> => {
        headers.push(init.headers.SOAPAction ?? init.headers['Content-Type'] ?? '');
        return server.fetch(url, init as object) as Promise<unknown>;
      };
      const client = (module.createDepotClient as Create<Client>)({ fetch });
      await client.delete?.({ id: 1 }, { binding: 'soap12' });
      await client.delete?.({ id: 1 }, { binding: 'soap11' });
      expect(headers).toEqual([`${plain}; action="urn:depot/Delete"`, '"one/Delete"']);
      expect(done).toEqual(['delete', 'delete']);
    });
  });

  test('the published WSDL says what the contract says', async () => {
    const text = lock.replace(attribute, ' soapActionRequired="false"');
    const module = await load('depot.wsdl', text);
    const server = (module.createDepotServer as Create<Server>)({
      lock: () => {},
      delete: () => {},
    });
    const answer = await server.fetch(new Request('http://data.test/depot?WSDL'));
    const marks = (await answer.text()).match(/soapActionRequired="\w+"/g);
    expect(marks).toEqual(['soapActionRequired="false"', 'soapActionRequired="true"']);
  });

  test('a YAML contract sends none, and its WSDL is that of ASMX', async () => {
    const module = await load(
      'echo.yaml',
      'asmx: 1\nname: Echo\nnamespace: urn:echo\nbindings: [soap12]\nservices: { Echo: { operations: { Ping: } } }',
    );
    const server = (module.createEchoServer as Create<Server>)({ ping: () => {} });
    const types: unknown[] = [];
    const fetch = (url: string, init: { headers: Record<string, string> }): Promise<unknown> => {
      types.push(init.headers['Content-Type']);
      return server.fetch(url, init as object) as Promise<unknown>;
    };
    const options = { baseUrl: 'http://data.test', fetch };
    await (module.createEchoClient as Create<Readonly<Record<string, () => Promise<void>>>>)(
      options,
    ).ping?.();
    expect(types).toEqual([plain]);
    const answer = await server.fetch(new Request('http://data.test/Echo.asmx?WSDL'));
    expect(await answer.text()).toContain(
      '<soap12:operation soapAction="urn:echo/Ping" style="document" />',
    );
  });
});

describe('headers that only one binding has', () => {
  const file = 'test/cli/cases/inspect/headers-of-one-binding/in/ledger.wsdl';
  const given = { Trace: 't', Key: 'k', Tenant: { Id: 4 } };

  type Book = (input: object, options: object) => Promise<unknown>;
  interface Ledger {
    readonly book: Book & { raw: (...args: Parameters<Book>) => Promise<{ soapHeaders: unknown }> };
  }
  interface Handled {
    setSoapHeader(name: string, value: unknown): void;
    readonly soapHeaders: object;
  }

  let generated: GeneratedFolder;
  beforeAll(async () => {
    const text = readFileSync(file, 'utf8');
    generated = await generateText('ledger.wsdl', text, ['types', 'client', 'server']);
  });
  afterAll(() => generated.remove());

  test.each([
    ['soap11', ['Trace', 'Key'], {}],
    ['soap12', ['Trace', 'Tenant'], { Quota: 7 }],
  ] as const)('%s: they are sent over it alone, both ways', async (binding, names, answered) => {
    const module = await generated.load();
    const read: object[] = [];
    const createServer = module.createLedgerServer as (handlers: object) => Server;
    const server = createServer({
      book: (_input: unknown, context: Handled) => {
        read.push({ ...context.soapHeaders });
        context.setSoapHeader('Quota', 7);
        return 3;
      },
    });
    let sent = '';
    const { book } = (module.createLedgerClient as (options: object) => Ledger)({
      fetch: (url: string, init: RequestInit) => {
        sent = String(init.body);
        return server.fetch(new Request(url, init));
      },
    });
    const options = { binding, soapHeaders: given };
    expect(await book({ Amount: 3 }, options)).toBe(3);
    for (const name of Object.keys(given)) {
      expect(sent.includes(`<${name} `)).toBe((names as readonly string[]).includes(name));
    }
    expect(Object.keys(read[0] ?? {})).toEqual(names);
    const { soapHeaders } = await book.raw({ Amount: 3 }, options);
    expect({ ...(soapHeaders as object) }).toEqual(answered);
  });

  test('a server reads one over the other binding, too', async () => {
    const module = await generated.load();
    const read: object[] = [];
    const server = (module.createLedgerServer as (handlers: object) => Server)({
      book: (_input: unknown, context: Handled) => {
        read.push({ ...context.soapHeaders });
        return 3;
      },
    });
    const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header><Tenant xmlns="urn:ledger"><Id>4</Id></Tenant></e:Header><e:Body><Book xmlns="urn:ledger"><Amount>3</Amount></Book></e:Body></e:Envelope>`;
    const headers = { 'content-type': 'text/xml', SOAPAction: '"urn:ledger/Book"' };
    await server.fetch(new Request('http://x/Ledger.asmx', { method: 'POST', headers, body }));
    expect(read).toEqual([{ Tenant: { Id: 4 } }]);
  });

  test('comments say over which binding', () => {
    expect(generated.text('operations.ts')).toContain(
      '  /** Over SOAP 1.2 alone. */\n  readonly Tenant: Tenant;',
    );
  });
});
