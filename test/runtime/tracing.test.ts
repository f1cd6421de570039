import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  type ClientTraceEvent,
  clientChannel,
  createCaller,
  createStreamingMethod,
  HttpError,
  type ServerTraceEvent,
  SoapFault,
  serverChannel,
} from '../../src/runtime/index.ts';
import type { ServerOptions } from '../../src/runtime/server/options.ts';
import { both, path, school, soap } from './server/front.ts';
import { items, List } from './stream-operation.ts';
import { answering, failure } from './wire/answering.ts';
import { AuthCode, GenerateReport } from './wire/descriptors.ts';
import { createServer } from './wire/serve.ts';

type Seen<Event> = readonly [word: string, event: Event][];
const words = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;
const undo: (() => void)[] = [];

afterEach(() => {
  for (const one of undo.splice(0)) one();
});

/** What a subscriber of a channel sees, each event as it was at that time. */
function watch<Event>(name: string): Seen<Event> {
  const seen: [string, Event][] = [];
  const channel = tracingChannel(name);
  const see = (word: string) => (message: unknown) => {
    seen.push([word, JSON.parse(JSON.stringify(message)) as Event]);
  };
  const subscribers = Object.fromEntries(words.map((word) => [word, see(word)]));
  channel.subscribe(subscribers as never);
  undo.push(() => channel.unsubscribe(subscribers as never));
  return seen;
}

const input = { code: 'SECRET-1', phone: 'SECRET-2' };
const inOrder = ['start', 'end', 'asyncStart', 'asyncEnd'];
const withError = ['start', 'end', 'error', 'asyncStart', 'asyncEnd'];
const wordsOf = (seen: Seen<unknown>): readonly string[] => seen.map(([word]) => word);
const last = <Event>(seen: Seen<Event>): Event => seen.at(-1)?.[1] as Event;

/** A client of a server in the same process. */
function client(options: ServerOptions = {}, handler?: () => unknown) {
  const { fetch } = school(options, handler);
  return createCaller({ baseUrl: 'http://h', fetch: fetch as never }, {});
}

describe('asmx-gen:client', () => {
  test('has the name that a bundle imports', () => {
    expect([clientChannel, serverChannel]).toEqual(['asmx-gen:client', 'asmx-gen:server']);
  });

  test.each(['soap11', 'soap12', 'httpGet', 'httpPost'] as const)(
    'sees a call over %s',
    async (binding) => {
      const seen = watch<ClientTraceEvent>(clientChannel);
      await client().call(AuthCode, input, { binding });
      expect(wordsOf(seen)).toEqual(inOrder);
      const call = { service: 'AuthCodeSending', operation: 'AuthCode', binding };
      expect(seen[0]?.[1]).toEqual({ ...call, durations: {} });
      const milliseconds = expect.any(Number);
      expect(last(seen)).toEqual({
        ...call,
        status: 200,
        requestBytes: milliseconds,
        bytes: milliseconds,
        durations: { encode: milliseconds, transport: milliseconds, decode: milliseconds },
      });
      expect(last(seen).requestBytes === 0).toBe(binding === 'httpGet');
      expect(JSON.stringify(seen)).not.toContain('SECRET');
    },
  );

  test.each([
    [
      'a fault',
      () => {
        throw new SoapFault({ code: 'Client', message: 'SECRET' });
      },
      'SoapFault',
      'Client',
      500,
    ],
    [
      'an answer that is none',
      () => {
        throw new HttpError(503, {}, 'SECRET');
      },
      'AsmxError',
      'http-status',
      503,
    ],
  ] as const)('has the code of %s', async (_, handler, name, code, status) => {
    const seen = watch<ClientTraceEvent>(clientChannel);
    const error = await failure(client({}, handler).call(AuthCode, input, { binding: 'soap11' }));
    expect(error).toMatchObject({ name, code });
    expect(wordsOf(seen)).toEqual(withError);
    expect(last(seen)).toMatchObject({ code, status, error: { name, code } });
    expect(JSON.stringify(seen)).not.toContain('SECRET');
  });

  test('has the code of calls that are not sent, and of answers that cannot be read', async () => {
    const seen = watch<ClientTraceEvent>(clientChannel);
    await failure(client().call(AuthCode, input, { headers: { 'X-A': 'SECRET\n' } }));
    expect(last(seen)).toMatchObject({ code: 'encode', durations: { encode: expect.any(Number) } });
    await failure(answering('<x').call(GenerateReport, { studentId: 1 }));
    expect(last(seen)).toMatchObject({ code: 'protocol', status: 200, bytes: 2 });
    await failure(answering('').call(AuthCode, input, { signal: AbortSignal.abort() }));
    expect(last(seen)).toMatchObject({ code: 'aborted' });
  });

  test('changes nothing when nobody listens, and nothing for the caller when somebody does', async () => {
    const caller = client();
    const before = await caller.raw(AuthCode, input);
    watch(clientChannel);
    expect(await caller.raw(AuthCode, input)).toEqual(before);
  });

  test('binds stores that the call runs in', async () => {
    const storage = new AsyncLocalStorage<string>();
    const channel = tracingChannel(clientChannel);
    channel.start.bindStore(storage, (event) => (event as ClientTraceEvent).operation);
    undo.push(() => channel.start.unbindStore(storage));
    let inside: string | undefined;
    const fetch = async () => {
      inside = storage.getStore();
      return new Response(null, { status: 204 });
    };
    await createCaller({ baseUrl: 'http://h', fetch: fetch as never }, {}).call(AuthCode, input);
    expect([inside, storage.getStore()]).toEqual(['AuthCode', undefined]);
  });
});

describe('asmx-gen:client, of streams', () => {
  const server = createServer([{ operation: List, handler: () => items(40) }]);
  const caller = createCaller({ baseUrl: 'http://h', fetch: server.fetch as never }, {});
  const stream = () => createStreamingMethod(caller, List).stream({ count: 40 });

  test('ends with the last record', async () => {
    const seen = watch<ClientTraceEvent>(clientChannel);
    let records = 0;
    for await (const _ of stream()) {
      records += 1;
      expect(wordsOf(seen)).toEqual(['start', 'end']);
    }
    expect(records).toBe(40);
    expect(wordsOf(seen)).toEqual(inOrder);
    expect(last(seen)).toMatchObject({ operation: 'List', status: 200 });
    expect(last(seen).bytes).toBeGreaterThan(1000);
  });

  test('ends when the reader stops', async () => {
    const seen = watch<ClientTraceEvent>(clientChannel);
    for await (const _ of stream()) break;
    expect(wordsOf(seen)).toEqual(inOrder);
  });

  test('has the code of what breaks it off', async () => {
    const seen = watch<ClientTraceEvent>(clientChannel);
    const broken = createCaller({ baseUrl: 'http://h', fetch: server.fetch as never }, {});
    const method = createStreamingMethod(broken, List);
    await failure(
      (async () => {
        for await (const _ of method.stream({ count: 1 }, { maxResponseBytes: 500 }));
      })(),
    );
    expect(wordsOf(seen)).toEqual(withError);
    expect(last(seen)).toMatchObject({ code: 'too-large' });
    await failure(
      (async () => {
        for await (const _ of method.stream({ count: 1 }, { maxResponseBytes: -1 }));
      })(),
    );
    expect(last(seen)).toMatchObject({ code: 'encode' });
  });
});

describe('asmx-gen:server', () => {
  const service = 'AuthCodeSending';
  const operation = 'AuthCode';
  const number = expect.any(Number);
  const post = `POST ${path}`;

  /** What a server publishes for one request, over a connection and with fetch alike. */
  async function traced(
    line: string,
    asked?: object,
    options: ServerOptions = {},
    handler?: () => unknown,
  ) {
    const seen = watch<ServerTraceEvent>(serverChannel);
    await both(school(options, handler), async (ask) => {
      await ask(line, asked as never);
    });
    const half = seen.length / 2;
    expect(wordsOf(seen.slice(half))).toEqual(wordsOf(seen.slice(0, half)));
    expect(JSON.stringify(seen)).not.toContain('SECRET');
    return seen.slice(0, half);
  }

  test('sees a request', async () => {
    const seen = await traced(post, soap('SECRET-1', 'SECRET-2'));
    expect(wordsOf(seen)).toEqual(inOrder);
    expect(seen[0]?.[1]).toEqual({
      service,
      requestBytes: soap('SECRET-1', 'SECRET-2').body.length,
      durations: { receive: number },
    });
    expect(last(seen)).toEqual({
      service,
      operation,
      binding: 'soap11',
      status: 200,
      requestBytes: number,
      bytes: number,
      durations: { receive: number, decode: number, handle: number, encode: number },
    });
  });

  test('sees GET, and a handler that waits', async () => {
    const seen = await traced(`GET ${path}/AuthCode?code=SECRET&phone=2`, {}, {}, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
    });
    expect(wordsOf(seen)).toEqual(inOrder);
    expect(last(seen)).toMatchObject({ service, operation, binding: 'httpGet', requestBytes: 0 });
  });

  test.each([
    [
      'a fault',
      () => {
        throw new SoapFault({ code: 'Client', message: 'SECRET' });
      },
      500,
      'SoapFault',
      'Client',
    ],
    [
      'an exception',
      () => {
        throw new RangeError('SECRET');
      },
      500,
      'RangeError',
      'Server',
    ],
    [
      'nothing that can be read',
      () => {
        throw null;
      },
      500,
      'Error',
      'Server',
    ],
    [
      'another answer',
      () => {
        throw new HttpError(402, {}, 'SECRET');
      },
      402,
      'HttpError',
      'http-status',
    ],
  ] as const)('has the code of %s', async (_, handler, status, name, code) => {
    const seen = await traced(post, soap(), {}, handler);
    expect(wordsOf(seen)).toEqual(withError);
    expect(last(seen)).toMatchObject({ operation, status, code, error: { name, code } });
    expect(last(seen).durations).toMatchObject({ handle: number });
  });

  test.each([
    ['a request that cannot be read', post, { ...soap(), body: '<SECRET' }, 400, 'Client'],
    ['an unknown operation', `GET ${path}/SECRET`, {}, 500, 'Client'],
    ['a request that is too long', post, { ...soap(), body: 'x'.repeat(999) }, 500, 'Server'],
  ] as const)('sees %s', async (_, line, asked, status, code) => {
    const seen = await traced(line, asked, { limits: { bodyBytes: 700 } });
    expect(wordsOf(seen)).toEqual(withError);
    expect(last(seen)).toMatchObject({ service, status, error: { name: 'RequestError', code } });
  });

  test('does not see pages and unknown paths', async () => {
    expect(await traced(`GET ${path}?WSDL`)).toEqual([]);
    expect(await traced('GET /nope')).toEqual([]);
  });

  test('ends with the last record', async () => {
    const seen = watch<ServerTraceEvent>(serverChannel);
    const { fetch } = createServer([
      {
        operation: List,
        *handler() {
          yield* items(40);
        },
      },
    ]);
    const answer = await fetch('http://h/Items.asmx/List?count=40');
    expect(wordsOf(seen)).toEqual(['start', 'end']);
    const { length } = Buffer.from(await answer.arrayBuffer());
    expect(wordsOf(seen)).toEqual(inOrder);
    expect(last(seen)).toMatchObject({ operation: 'List', bytes: length });
  });

  test('binds stores that the handler runs in', async () => {
    const storage = new AsyncLocalStorage<number>();
    const channel = tracingChannel(serverChannel);
    channel.start.bindStore(storage, () => 7);
    undo.push(() => channel.start.unbindStore(storage));
    const inside: (number | undefined)[] = [];
    const server = school({}, () => void inside.push(storage.getStore()));
    await both(server, async (ask) => {
      await ask(post, soap());
    });
    expect(inside).toEqual([7, 7]);
  });
});
