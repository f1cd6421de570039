import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ClientOptions, Context } from '../../src/runtime/index.ts';
import type { ServerOptions } from '../../src/runtime/server/options.ts';
import {
  type Bytes,
  bytesOf,
  type Files,
  type FilesClient,
  generateFiles,
  type Listening,
  listen,
  pattern,
  Source,
} from './byte-streams-contract.ts';

let files: Files;
const open: Listening[] = [];

beforeAll(async () => {
  files = await generateFiles();
});
afterAll(async () => {
  for (const one of open) await one.close();
  files.folder.remove();
});

const stored = new Map<string, Uint8Array>();
const handlers = {
  async store({ name, data, note }: { name: string; data: Bytes; note?: Uint8Array }) {
    const bytes = await bytesOf(data);
    stored.set(name, bytes);
    return bytes.length + (note?.length ?? 0);
  },
  async pair({ left, right }: { left: Bytes; right: Bytes }) {
    const [one, two] = await Promise.all([bytesOf(left), bytesOf(right)]);
    return `${one.length},${two.length}`;
  },
  fetch: ({ name }: { name: string }) =>
    name === 'none' ? undefined : new Source(Number(name)).stream,
  count: ({ data }: { data: Uint8Array }) => data.length,
};

type Over = 'node' | 'fetch';

async function clientOf(
  over: Over,
  options: Partial<ClientOptions> = {},
  served: ServerOptions = {},
  own: object = handlers,
): Promise<FilesClient> {
  const server = files.createServer(own, served);
  if (over === 'fetch') {
    return files.createClient({ baseUrl: 'http://test', fetch: server.fetch as never, ...options });
  }
  const listening = await listen(server);
  open.push(listening);
  return files.createClient({ baseUrl: listening.url, ...options });
}

describe.each(['node', 'fetch'] as const)('over %s', (over) => {
  test.each([
    ['soap11', undefined],
    ['soap12', undefined],
    ['soap11', true],
    ['soap11', false],
  ] as const)('%s with mtom %s: the same bytes arrive', async (binding, mtom) => {
    const client = await clientOf(over, { binding, mtom });
    for (const length of [0, 1, 2, 3, 50_000, 1_000_000]) {
      const { stream } = new Source(length, 9_999);
      const note = pattern(3, 100);
      expect(await client.store({ name: 'a', data: stream, note })).toBe(length + 100);
      expect(Buffer.compare(stored.get('a') as Uint8Array, pattern(0, length))).toBe(0);
      const fetched = await bytesOf(await client.fetch({ name: String(length) }));
      expect(Buffer.compare(fetched, pattern(0, length))).toBe(0);
    }
  });

  test.each([undefined, true, false])(
    'with mtom %s: attachments that no contract declares, both ways',
    async (mtom) => {
      const seen: unknown[] = [];
      const parts = [{ id: 'a@x', type: 'text/x', content: pattern(0, 70_000) }];
      const client = await clientOf(over, { mtom }, mtom === undefined ? {} : { mtom }, {
        ...handlers,
        async store(input: never, context: Context) {
          seen.push(context.attachments);
          return handlers.store(input);
        },
        fetch(input: never, context: Context) {
          context.attach({ id: 'b', content: 'note' });
          return handlers.fetch(input);
        },
      });
      const { stream } = new Source(200_000);
      const options = { attachments: parts };
      expect(await client.store({ name: 'a', data: stream }, options)).toBe(200_000);
      expect(seen).toEqual([parts]);
      for (const name of ['300000', 'none']) {
        const raw = await client.fetch.raw({ name });
        expect(raw.attachments).toMatchObject([{ id: 'b', type: 'text/plain; charset=utf-8' }]);
        const length = name === 'none' ? 0 : Number(name);
        if (length > 0) expect(await bytesOf(raw.result)).toHaveLength(length);
      }
    },
  );

  test('an answer without the stream has none', async () => {
    const client = await clientOf(over);
    expect(await client.fetch({ name: 'none' })).toBeUndefined();
  });

  test('two streams are read at once, in any order, and one after the other', async () => {
    const orders = {
      ...handlers,
      async pair({ left, right }: { left: Bytes; right: Bytes }) {
        const two = await bytesOf(right);
        return `${(await bytesOf(left)).length},${two.length}`;
      },
    };
    const pair = () => ({ left: new Source(70_000).stream, right: new Source(5).stream });
    expect(await (await clientOf(over)).pair(pair())).toBe('70000,5');
    expect(await (await clientOf(over, {}, {}, orders)).pair(pair())).toBe('70000,5');
  });

  test('other operations of the service still take messages with parts', async () => {
    const client = await clientOf(over, { mtom: true });
    expect(await client.count({ data: pattern(0, 5000) })).toBe(5000);
  });

  test('a handler that reads nothing: the sender is told', async () => {
    const client = await clientOf(over, {}, {}, { ...handlers, store: () => 7 });
    const source = new Source(500_000_000, 60_000);
    const answer = client.store({ name: 'a', data: source.stream });
    await expect(answer).resolves.toBe(7);
    await source.whenCancelled;
    expect(source.given).toBeLessThan(100_000_000);
  });

  test('a handler that fails: the sender gets its fault, and is told', async () => {
    const fails = {
      ...handlers,
      store() {
        throw new Error('no');
      },
    };
    const client = await clientOf(over, {}, {}, fails);
    const source = new Source(500_000_000, 60_000);
    await expect(client.store({ name: 'a', data: source.stream })).rejects.toMatchObject({
      name: 'SoapFault',
    });
    await source.whenCancelled;
  });

  test('a caller that cancels: the handler is told', async () => {
    const source = new Source(500_000_000, 60_000);
    const client = await clientOf(over, {}, {}, { ...handlers, fetch: () => source.stream });
    const stream = (await client.fetch({ name: 'a' })) as Bytes;
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    await source.whenCancelled;
  });

  test('a source that fails ends the call with an error', async () => {
    let seen: unknown;
    const client = await clientOf(
      over,
      {},
      {},
      {
        ...handlers,
        async store({ data }: { data: Bytes }) {
          await bytesOf(data).catch((error: unknown) => {
            seen = error;
            throw error;
          });
        },
      },
    );
    const { stream } = new Source(1_000_000, 50_000, 100_000);
    const call = client.store({ name: 'a', data: stream });
    // without a connection, the server learns of it, too
    if (over === 'fetch') await expect(call).rejects.toMatchObject({ name: 'SoapFault' });
    else {
      await expect(call).rejects.toMatchObject({
        code: 'transport',
        message: expect.stringContaining('the disk failed'),
      });
      while (seen === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
      expect(String(seen)).toContain('broke');
    }
  });

  test('an answer that breaks off ends its stream with an error', async () => {
    const { stream } = new Source(1_000_000, 50_000, 100_000);
    const client = await clientOf(over, {}, {}, { ...handlers, fetch: () => stream });
    const result = await client.fetch({ name: 'a' });
    await expect(bytesOf(result)).rejects.toMatchObject({ name: 'AsmxError', code: 'transport' });
  });

  test('limits that are set count streams, too', async () => {
    const limits = { bodyBytes: 100_000 };
    const client = await clientOf(over, {}, { limits });
    const { stream } = new Source(200_000);
    await expect(client.store({ name: 'a', data: stream })).rejects.toMatchObject({
      message: expect.stringContaining('Maximum request length exceeded'),
    });
    const small = await clientOf(over, { maxResponseBytes: 100_000 });
    await expect(bytesOf(await small.fetch({ name: '200000' }))).rejects.toMatchObject({
      code: 'too-large',
    });
  });

  test('a stream that nobody reads ends with the time of the call', async () => {
    const source = new Source(500_000_000, 60_000);
    const client = await clientOf(over, {}, {}, { ...handlers, fetch: () => source.stream });
    const stream = (await client.fetch({ name: 'a' }, { timeout: 1000 })) as Bytes;
    await source.whenCancelled;
    await expect(bytesOf(stream)).rejects.toMatchObject({ code: 'timeout' });
  });

  test.each([
    ['bytes', new Uint8Array(2), 'Expected a ReadableStream of bytes, got an object'],
    ['a text', 'x', 'Expected a ReadableStream of bytes'],
  ])('%s are no stream', async (_, data, message) => {
    const client = await clientOf(over);
    await expect(client.store({ name: 'a', data })).rejects.toMatchObject({
      code: 'encode',
      message: expect.stringContaining(message),
    });
  });

  test('streams of a message that cannot be written or sent are cancelled', async () => {
    const client = await clientOf(over);
    const left = new Source(10);
    await expect(client.pair({ left: left.stream, right: left.stream })).rejects.toMatchObject({
      code: 'encode',
      message: expect.stringContaining('only be sent once'),
    });
    await left.whenCancelled;
    const aborted = new Source(10);
    const signal = AbortSignal.abort();
    const call = client.store({ name: 'a', data: aborted.stream }, { signal });
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
    await aborted.whenCancelled;
    const other = new Source(10);
    const refused = client.store({ name: 'a', data: other.stream }, { headers: { 'a b': 'x' } });
    await expect(refused).rejects.toMatchObject({ code: 'encode' });
    await other.whenCancelled;
  });

  test('pieces that are no bytes end the call', async () => {
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue('text');
      },
    });
    const client = await clientOf(over);
    await expect(client.store({ name: 'a', data: stream })).rejects.toMatchObject(
      over === 'fetch'
        ? { name: 'SoapFault' }
        : { message: expect.stringContaining('instead of a Uint8Array') },
    );
  });

  test('interceptors see the beginning of a request, which is sent once', async () => {
    let tries = 0;
    const client = await clientOf(over, {
      interceptors: [
        async (request, next) => {
          expect(Buffer.from(request.body as Uint8Array).toString()).toContain('<name>a</name>');
          tries += 1;
          await next(request);
          return next(request);
        },
      ],
    });
    const call = client.store({ name: 'a', data: new Source(10).stream });
    await expect(call).rejects.toMatchObject({
      message: expect.stringContaining('cannot be sent again'),
    });
    expect(tries).toBe(1);
  });
});

test('an answer that cannot be read leaves no timer', async () => {
  const timers = (): number =>
    process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  for (const body of [
    `--b\r\nX: ${'x'.repeat(20_000)}`,
    '--b\r\n\r\n<a',
    '--b\r\n\r\n<a/>\r\n--b--',
  ]) {
    const headers = { 'Content-Type': 'multipart/related; boundary=b' };
    const fetch = async (): Promise<Response> => new Response(body, { headers });
    const client = files.createClient({ baseUrl: 'http://test', fetch: fetch as never });
    await expect(client.fetch({ name: 'a' })).rejects.toMatchObject({ name: 'AsmxError' });
  }
  expect(timers()).toBe(before);
});
