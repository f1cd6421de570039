import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { fault, SoapFault } from '../../src/runtime/index.ts';
import type { Server, ServerOptions } from '../../src/runtime/server/options.ts';
import { start } from '../runtime/wire/exchange.ts';
import { envelope, soap11 } from '../runtime/wire/messages.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';
import { loadGenerated } from './load-contract.ts';

describe('nil messages', () => {
  type Binding = 'soap11' | 'soap12' | 'httpPost';
  type Find = (input: unknown, options: object) => Promise<unknown>;
  interface Server {
    fetch(request: Request): Promise<Response>;
  }

  const bindings: readonly Binding[] = ['soap11', 'soap12', 'httpPost'];
  let client: { readonly find: Find };
  let isFault: (error: unknown, operation: unknown, name: string) => boolean;
  let operation: unknown;
  let answer: () => unknown;
  let received: unknown[];
  let traces: unknown[];
  let sent: string[];
  let answered: string[];

  beforeAll(async () => {
    const { load } = await loadGenerated('test/fixtures/nil/messages.wsdl');
    const runtime = await import('../../dist/runtime/index.js');
    isFault = runtime.isFault as never;
    operation = (await load('operations.ts')).Find;
    const create = (await load('server.ts')).createNilServer as (handlers: object) => Server;
    const server = create({
      find(input: unknown, context: { soapHeaders: { Trace?: unknown } }) {
        received.push(input);
        traces.push(context.soapHeaders.Trace);
        return answer();
      },
    });
    const make = (await load('client.ts')).createNilClient as (options: object) => typeof client;
    client = make({
      baseUrl: 'http://test',
      async fetch(url: string, init: RequestInit) {
        const request = new Request(url, init);
        sent.push(await request.clone().text());
        const response = await server.fetch(request);
        answered.push(await response.clone().text());
        return response;
      },
    });
  });

  beforeEach(() => {
    received = [];
    traces = [];
    sent = [];
    answered = [];
    answer = () => null;
  });

  describe.each(bindings)('a message that may be nil, over %s', (binding) => {
    test('is null in the request and in the answer', async () => {
      expect(await client.find(null, { binding })).toBe(null);
      expect(received).toEqual([null]);
      expect(sent[0]).toMatch(/<Query [^>]*xsi:nil="true" \/>/);
      expect(answered[0]).toMatch(/<Answer [^>]*xsi:nil="true"[^>]* \/>/);
    });

    test('is an object where it is not nil', async () => {
      answer = () => ({ count: 2, reason: 'found' });
      expect(await client.find({ text: 'a' }, { binding })).toEqual({ count: 2, reason: 'found' });
      expect(received).toEqual([{ text: 'a' }]);
    });

    test('keeps its attributes where it is nil', async () => {
      answer = () => ({ $nil: true, reason: 'none found' });
      const given = await client.find({ text: 'a' }, { binding });
      expect(given).toEqual({ $nil: true, reason: 'none found' });
      expect(answered[0]).toMatch(/<Answer [^>]*xsi:nil="true" reason="none found" \/>/);
    });
  });

  describe.each(['soap11', 'soap12'])('headers and faults over %s', (binding) => {
    test('a header may be nil, with attributes and without', async () => {
      for (const Trace of [null, { $nil: true, reason: 'off' }, { count: 1 }]) {
        await client.find(null, { binding, soapHeaders: { Trace } });
      }
      expect(traces).toEqual([
        null,
        { $nil: true, reason: 'off' },
        { reason: undefined, count: 1 },
      ]);
    });

    test('the detail of a fault may be nil, with attributes and without', async () => {
      const { fault } = await import('../../dist/runtime/index.js');
      const make = fault as (operation: unknown, name: string, detail: unknown) => Error;
      for (const detail of [
        null,
        { $nil: true, reason: 'busy' },
        { count: 1, reason: undefined },
      ]) {
        answer = () => {
          throw make(operation, 'Problem', detail);
        };
        const error = await client.find(null, { binding }).catch((reason: unknown) => reason);
        expect(isFault(error, operation, 'Problem')).toBe(true);
        expect(error).toMatchObject({ detail });
      }
    });
  });
});

describe('circular results', () => {
  interface Note {
    text: string;
    at: string;
    next?: Note;
  }
  interface Server {
    fetch(request: Request): Promise<Response>;
  }
  type CreateServer = (handlers: object, options?: object) => Server;

  let createServer: CreateServer;

  beforeAll(async () => {
    const notes = await loadGenerated('test/fixtures/control-characters/notes.yaml');
    createServer = (await notes.load('server.ts')).createNotesServer as CreateServer;
  });

  const note = (next?: Note): Note => ({
    text: 'a',
    at: '2024-05-01T08:30:00',
    ...(next && { next }),
  });

  async function textOf(result: unknown, request: Request, options?: object): Promise<string> {
    return (await createServer({ readNote: () => result }, options).fetch(request)).text();
  }

  const soap = (): Request =>
    new Request('http://h/Notes.asmx', {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml', SOAPAction: '"http://tempuri.org/ReadNote"' },
      body: '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><ReadNote xmlns="http://tempuri.org/"><id>1</id></ReadNote></e:Body></e:Envelope>',
    });
  const get = (): Request => new Request('http://h/Notes.asmx/ReadNote?id=1');
  const parity = { exceptionMessages: true };

  test.each([
    ['SOAP', soap, { parity }],
    ['HTTP GET', get, { parity }],
    ['SOAP with character references', soap, { parity: { ...parity, controlCharacters: true } }],
  ])(
    'where a result contains itself is told, as to clients: %s',
    async (_binding, request, options) => {
      const second = note();
      second.next = note(second);
      expect(await textOf(note(second), request(), options)).toMatch(
        /There was an error generating the XML document\..*A circular reference was detected while serializing next\.next\.next\.(?!next)/s,
      );
      second.next = second;
      expect(await textOf(second, request(), options)).toContain(
        'A circular reference was detected while serializing next.',
      );
    },
  );

  test('an object at several places is written at each', async () => {
    const shared = note();
    expect(await textOf(note(note(shared)), soap())).toContain('<next><text>a</text>');
  });

  test('a result too deep for the stack says so', async () => {
    let deep = note();
    for (let depth = 0; depth < 100_000; depth += 1) deep = note(deep);
    expect(await textOf(deep, soap(), { parity })).toContain('The value is nested too deeply.');
  });
});

describe('control characters', () => {
  interface Server {
    fetch(request: Request): Promise<Response>;
  }
  type CreateServer = (handlers: object, options?: object) => Server;

  /** Exceptions in full, too: what is refused is read off them. */
  const references = { parity: { controlCharacters: true, exceptionMessages: true } };
  const at = '2024-05-01T08:30:00';
  let createNotes: CreateServer;
  let createPhones: CreateServer;
  let send: Parameters<typeof fault>[0];

  beforeAll(async () => {
    const notes = await loadGenerated('test/fixtures/control-characters/notes.yaml');
    createNotes = (await notes.load('server.ts')).createNotesServer as CreateServer;
    const phones = await loadGenerated('test/golden/faults-and-headers/service.wsdl');
    createPhones = (await phones.load('server.ts')).createPhonesServer as CreateServer;
    send = (await phones.load('operations.ts')).Send as typeof send;
  });

  const soap = (path: string, action: string, body: string): Request =>
    new Request(`http://h${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${action}"` },
      body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`,
    });
  const operation = (name: string, children: string): Request =>
    soap(
      '/Notes.asmx',
      `http://tempuri.org/${name}`,
      `<${name} xmlns="http://tempuri.org/">${children}</${name}>`,
    );
  const get = (name: string, query: string): Request =>
    new Request(`http://h/Notes.asmx/${name}?${query}`);

  /** What a server with references answers to the result of any of its operations. */
  async function textOf(
    result: unknown,
    request: Request,
    options: object = references,
  ): Promise<string> {
    const handler = () => result;
    const handlers = { readNote: handler, listNotes: handler, readText: handler };
    return (await createNotes(handlers, options).fetch(request)).text();
  }
  const readNote = (): Request => operation('ReadNote', '<id>1</id>');

  describe('control characters in a result', () => {
    test('are refused by default', async () => {
      const text = await textOf({ text: 'a\u0001', at }, readNote(), {
        parity: { exceptionMessages: true },
      });
      expect(text).toContain('text: XML cannot carry the character U+0001 at index 1.');
    });

    test('are references where ASMX is to be met, all of them', async () => {
      const characters = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join(
        '',
      );
      const text = await textOf(`${characters}\ufffe\uffff`, operation('ReadText', '<id>1</id>'));
      const codes = Array.from({ length: 32 }, (_, code) =>
        code === 9 || code === 10
          ? String.fromCharCode(code)
          : `&#x${code.toString(16).toUpperCase()};`,
      );
      expect(text).toContain(`<ReadTextResult>${codes.join('')}&#xFFFE;&#xFFFF;</ReadTextResult>`);
    });

    test('are references over GET, too', async () => {
      expect(await textOf('a\u0001b', get('ReadText', 'id=1'))).toBe(
        '<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="http://tempuri.org/">a&#x1;b</string>',
      );
    });

    test('leave everything else as it is', async () => {
      class Note {
        readonly text: string = '\ufdd0\u001f\ufdef&<';
        readonly at: string = at;
        readonly written: Uint8Array = Uint8Array.of(1, 2);
        get next(): object {
          return { text: `next to ${this.at}`, at };
        }
      }
      expect(await textOf(new Note(), readNote())).toContain(
        `<ReadNoteResult><text>\ufdd0&#x1F;\ufdef&amp;&lt;</text><at>${at}</at><written>AQI=</written><next><text>next to ${at}</text><at>${at}</at></next></ReadNoteResult>`,
      );
    });

    test('are refused in an object that keeps its values to itself', async () => {
      class Secret {
        readonly #text = '\u0001';
        readonly at: string = at;
        get text(): string {
          return this.#text;
        }
      }
      const text = await textOf(new Secret(), readNote());
      expect(text).toContain('XML cannot carry the character U+0001');
    });

    test('do not hide what else is wrong', async () => {
      const text = await textOf({ text: 'a\u0001', at, next: { text: 5, at } }, readNote());
      expect(text).toContain('next.text: Expected a string, got the number 5.');
    });

    test.each(['soap', 'get'])(
      'are references in records that come one by one: %s',
      async (way) => {
        async function* records(): AsyncGenerator<object> {
          yield { text: '\u0001', at };
          yield { text: '\u0002', at };
        }
        const request =
          way === 'soap' ? operation('ListNotes', '<count>2</count>') : get('ListNotes', 'count=2');
        const text = await textOf(records(), request);
        expect([...text.matchAll(/<text>(.*?)<\/text>/g)].map(([, found]) => found)).toEqual([
          '&#x1;',
          '&#x2;',
        ]);
      },
    );

    test('are an error where the text is half of a surrogate pair', async () => {
      expect(await textOf('\u0001\ud800', operation('ReadText', '<id>1</id>'))).toContain('U+D800');
    });
  });

  describe('control characters beside a result', () => {
    const call = (): Request =>
      soap(
        '/ws/Phones.asmx',
        'http://example.org/phones/Send',
        '<Send xmlns="http://example.org/phones"><retries>1</retries></Send>',
      );
    const answerOf = async (
      run: (context: { setSoapHeader(name: string, value: object): void }) => unknown,
    ) =>
      (
        await createPhones(
          { send: (_input: unknown, context: never) => run(context), ping() {} },
          references,
        ).fetch(call())
      ).text();

    test('are references in headers', async () => {
      const text = await answerOf((context) => {
        context.setSoapHeader('Session', { token: 't\u0001' });
        return 'fine';
      });
      expect(text).toContain('<token>t&#x1;</token>');
      expect(text).toContain('<SendResult>fine</SendResult>');
    });

    test('are references in the message of an exception', async () => {
      const text = await answerOf(() => {
        throw new Error('bad \u0002');
      });
      expect(text).toContain('---&gt; bad &#x2;</faultstring>');
    });

    test('are references in a fault and its detail', async () => {
      const text = await answerOf(() => {
        throw fault(send, 'InvalidPhone' as never, { reason: 'r\u0003\ufdd3' } as never, 'm\u0004');
      });
      expect(text).toContain('<faultstring>m&#x4;</faultstring>');
      expect(text).toContain('r&#x3;\ufdd3</');
    });

    test('are references in a fault of the handler’s own', async () => {
      const text = await answerOf(() => {
        throw new SoapFault({
          code: 'Client',
          message: 'm\u0005',
          actor: 'a\u0006',
          detail: 'd\u0007',
        });
      });
      expect(text).toContain(
        '<faultstring>m&#x5;</faultstring><faultactor>a&#x6;</faultactor><detail>d&#x7;</detail>',
      );
    });
  });
});

describe('long answers', () => {
  const contract = `
asmx: 1
name: Stock
namespace: urn:stock
bindings: [soap11]
services:
  Stock: { operations: { List: { returns: 'Shelf[]' } } }
types:
  Shelf: { fields: { name: string, items: 'Item[]' } }
  Item: { fields: { id: int, note: Note, size: int?, scan: base64Binary? } }
  Note: { restricts: string, maxLength: 400000 }
`;
  interface Item {
    readonly id: number;
    readonly note: string;
    readonly scan?: Uint8Array;
  }
  type Shelves = readonly { readonly name: string; readonly items: readonly Item[] }[];
  type Create = (handlers: { list: () => Shelves }, options: ServerOptions) => Server;

  let generated: GeneratedFolder;
  let create: Create;
  beforeAll(async () => {
    generated = await generateText('stock.yaml', contract, ['types', 'server']);
    create = (await generated.load()).createStockServer as Create;
  });
  afterAll(() => generated.remove());

  /** A signer reads the text, so it is written whole, with a header. */
  const asText: ServerOptions = { security: { postProcess: (xml: string) => xml } as never };
  const shelf = (count: number, note = 'n'): Shelves[number] => ({
    name: count === 3 ? '' : `Shelf of ${count}`,
    items: Array.from({ length: count }, (_, id) => ({ id, note: id % 3 === 0 ? '' : note })),
  });
  const scan = Uint8Array.from({ length: 100_000 }, (_, at) => at * 7);
  const xml = '<note kind="long">R&D, €</note>\r\n'.repeat(4000);
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml', SOAPAction: '"urn:stock/List"' },
    body: envelope(soap11, '<List xmlns="urn:stock" />'),
  };

  async function answer(shelves: Shelves, options: ServerOptions = {}): Promise<string> {
    const server = create({ list: () => shelves }, options);
    const response = await server.fetch(new Request('http://stock.test/Stock.asmx', request));
    return (await response.text()).replace('<soap:Header> </soap:Header>', '');
  }

  test.each([
    ['a list', [shelf(3000)]],
    ['lists in a list', [shelf(2000), shelf(3), shelf(1500), shelf(1)]],
    ['many short lists', Array.from({ length: 900 }, () => shelf(4))],
    ['a list beyond ASCII', [shelf(1500, 'größer €'), shelf(1500, '😀')]],
    ['bytes', [{ name: 'scans', items: [1, 2, 3].map((id) => ({ id, note: '', scan })) }]],
    [
      'bytes between items',
      [shelf(900), { name: '', items: [{ id: 1, note: '', scan }] }, shelf(900)],
    ],
    ['long texts', [shelf(5, xml), { name: xml, items: [{ id: 1, note: '' }] }]],
    ['a list beyond the buffers that are kept', [shelf(40_000, 'x'.repeat(80))]],
  ])('%s', async (_, shelves) => {
    const written = await answer(shelves);
    expect(written === (await answer(shelves, asText))).toBe(true);
    expect(written.match(/<Item>/g)).toHaveLength(
      shelves.reduce((sum, { items }) => sum + items.length, 0),
    );
    expect(written.match(/<note \/>/g)).not.toBeNull();
  });

  test('an item that cannot be written is a fault, and later answers are whole', async () => {
    const good = [shelf(3000)];
    const items = [...(good[0]?.items ?? []), { id: 1.5, note: '' }];
    expect(await answer([{ name: 'bad', items }])).toContain('<soap:Fault>');
    expect((await answer(good)) === (await answer(good, asText))).toBe(true);
  });

  test.each(['\x01', '\x010\x01', '\0'])('nobody can write %j into an answer', async (note) => {
    const items = [...shelf(3000).items, { id: 1, note }];
    expect(await answer([{ name: 'bad', items }])).toContain('<soap:Fault>');
    expect(await answer([shelf(3000), { name: note, items: [] }])).toContain('<soap:Fault>');
  });

  test('characters that XML cannot carry are references', async () => {
    const [{ items }] = [shelf(3000)];
    const bad = [
      { name: 'bad', items: [{ id: 1, note: '\x01' }, ...items, { id: 2, note: '\0' }] },
    ];
    const written = await answer(bad, { parity: { controlCharacters: true } });
    expect(written.match(/<note>&#x[01];<\/note>/g)).toHaveLength(2);
    expect(written.match(/<Item>/g)).toHaveLength(3002);
  });

  test('over a connection, buffers are used again when an answer was sent', async () => {
    const kept: Uint8Array[] = [];
    const shelves = [shelf(3000), shelf(2000, 'other')];
    const { server, port } = await start(
      create(
        { list: () => shelves.splice(0, 1) },
        { onMessage: ({ direction, bytes }) => void (direction === 'out' && kept.push(bytes)) },
      ).listener,
    );
    const got: string[] = [];
    for (const _ of [1, 2]) {
      const response = await fetch(`http://127.0.0.1:${port}/Stock.asmx`, request);
      got.push(await response.text());
    }
    server.closeAllConnections();
    server.close();
    expect(got[0] === (await answer([shelf(3000)]))).toBe(true);
    expect(got[1] === (await answer([shelf(2000, 'other')]))).toBe(true);
    const texts = kept.map((bytes) => new TextDecoder().decode(bytes));
    expect(texts.map((text, at) => text === got[at])).toEqual([true, true]);
  });
});
