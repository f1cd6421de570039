import {
  createServer as createHttpServer,
  createServer,
  type Server as HttpServer,
  type RequestListener,
  request,
  type Server,
} from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  AsmxError,
  type Caller,
  createCaller,
  type Deviation,
  isFault,
  readHeaders,
  type Server as ServerFromIndex,
  SoapFault,
  type StreamOptions,
} from '../../src/runtime/index.ts';
import { createTextStream } from '../../src/runtime/platform/byte-flow.ts';
import { needText, noRecord, RecordReader } from '../../src/runtime/records/client.ts';
import type { Context, ServerOptions } from '../../src/runtime/server/options.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import {
  all,
  answerOf,
  callerOf,
  envelope,
  type Item,
  items,
  List,
  namespace,
  piecesStream,
  streamRecords,
} from './stream-operation.ts';
import { createServer as createServerFromServe } from './wire/serve.ts';

describe('stream charset', () => {
  const input = { count: 1 };

  /** An answer of many lines, whose last record has a byte that is not UTF-8. */
  function damaged(count: number): Buffer {
    const records = items(count).map(({ id }) => `<item><id>${id}</id><name>n</name></item>\n`);
    const list = `${records.join('')}<item><id>0</id><name>\xe9</name></item>\n`;
    return Buffer.from(
      envelope(`<ListResponse xmlns="urn:items">\n<ListResult>${list}</ListResult></ListResponse>`),
      'latin1',
    );
  }

  function pieces(bytes: Buffer, size: number): ReadableStream<Uint8Array> {
    const parts: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += size) parts.push(bytes.subarray(at, at + size));
    return piecesStream(parts).body;
  }

  describe('a stream with bytes that are not in its charset', () => {
    test.each([
      [0, 1_000_000],
      [0, 10],
      [3, 1],
      [300, 64],
      [300, 1000],
      [3000, 1_000_000],
    ])(
      'of %i records before them, in pieces of %i bytes, fails with the place',
      async (count, size) => {
        const bytes = damaged(count);
        const before = bytes.toString('latin1').split('\xe9', 1)[0] ?? '';
        const line = before.split('\n').length;
        const column = before.length - before.lastIndexOf('\n');
        const stream = streamRecords(callerOf(pieces(bytes, size)), List, input);
        await expect(all(stream)).rejects.toMatchObject({
          code: 'decode',
          message: expect.stringContaining(
            `: The bytes are not utf-8: say in the option 'charset' what they are. (line ${line}, column ${column})`,
          ),
          raw: { status: 200 },
        });
      },
    );

    test.each([10, 500, 1_000_000])('deviates with lenient, in pieces of %i', async (size) => {
      const found: Deviation[] = [];
      const onDeviation = (deviation: Deviation): unknown => found.push(deviation);
      const options = { lenient: true, onDeviation };
      const stream = streamRecords(callerOf(pieces(damaged(20), size), options), List, input);
      const records = await all(stream);
      expect(records).toHaveLength(21);
      expect(records[20]?.name).toBe('\ufffd');
      expect(found).toEqual([
        { path: '', message: expect.stringMatching(/^The bytes are not utf-8: .* \(line 22, /) },
      ]);
    });

    test('is read with the option charset', async () => {
      const caller = callerOf(pieces(damaged(2), 50), { charset: 'windows-1252' });
      expect((await all(streamRecords(caller, List, input)))[2]?.name).toBe('é');
    });

    test('that ends inside a character', async () => {
      const bytes = Buffer.from([...Buffer.from(answerOf(items(1))).subarray(0, -30), 0xe2]);
      const stream = streamRecords(callerOf(pieces(bytes, 100)), List, input);
      await expect(all(stream)).rejects.toMatchObject({
        code: 'decode',
        message: expect.stringContaining('The bytes are not utf-8: '),
      });
    });

    test('over HTTP GET', async () => {
      const text = `<ArrayOfItem xmlns="urn:items">\n<item><id>1</id><name>\xe9</name></item></ArrayOfItem>`;
      const stream = streamRecords(callerOf(pieces(Buffer.from(text, 'latin1'), 20)), List, input, {
        binding: 'httpGet',
      });
      await expect(all(stream)).rejects.toMatchObject({
        code: 'decode',
        message: expect.stringContaining('(line 2, column 23)'),
      });
    });
  });
});

describe('stream client', () => {
  const input = { count: 1 };
  const encoder = new TextEncoder();

  function* bytesOf(text: string, size: number): Generator<Uint8Array> {
    const bytes = encoder.encode(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  /** Everything a stream gives up to the error it ends with. */
  async function upToError(
    stream: AsyncIterable<Item>,
  ): Promise<{ readonly found: Item[]; readonly error: unknown }> {
    const found: Item[] = [];
    try {
      for await (const item of stream) found.push(item);
    } catch (error) {
      return { found, error };
    }
    throw new Error('The stream ended well.');
  }

  function streamOf(text: string, size: number, options?: StreamOptions): AsyncIterable<Item> {
    return streamRecords(callerOf(piecesStream(bytesOf(text, size)).body), List, input, options);
  }

  describe('an answer in pieces', () => {
    test.each([0, 1, 2, 500])('of %i records', async (count) => {
      for (const size of [1, 2, 3, 7, 64, 1000, 1_000_000]) {
        if (count * 60 > size * 5000) continue;
        expect(await all(streamOf(answerOf(items(count)), size))).toEqual(items(count));
      }
    });

    test('split at each byte, in characters too', async () => {
      const text = answerOf(items(2));
      const bytes = encoder.encode(text);
      for (let at = 0; at <= bytes.length; at++) {
        const { body } = piecesStream([bytes.subarray(0, at), bytes.subarray(at)]);
        expect(await all(streamRecords(callerOf(body), List, input))).toEqual(items(2));
      }
    });

    test('after a byte order mark, white space, comments, or without declaration', async () => {
      const text = answerOf(items(3)).replace(/<\?xml.*?\?>/, '');
      const heads = [
        '',
        '\ufeff',
        '  \n',
        '<!-- a > b -->',
        `<?xml version="1.0"?>${' '.repeat(500)}`,
      ];
      for (const head of heads) {
        expect(await all(streamOf(head + text, 5))).toEqual(items(3));
      }
    });

    test('in UTF-16, and in an encoding the declaration names', async () => {
      const text = answerOf(items(3));
      const wide = Buffer.from(`\ufeff${text.replace('utf-8', 'utf-16')}`, 'utf16le');
      const pieces = Array.from({ length: wide.length }, (_, at) => wide.subarray(at, at + 1));
      const plain = { type: 'text/xml' };
      expect(
        await all(streamRecords(callerOf(piecesStream(pieces).body, plain), List, input)),
      ).toEqual(items(3));
      const latin = Buffer.from(
        envelope(
          '<ListResponse xmlns="urn:items"><ListResult><item><id>1</id><name>ä</name></item></ListResult></ListResponse>',
        ).replace('utf-8', 'iso-8859-1'),
        'latin1',
      );
      const { body } = piecesStream([latin]);
      expect(await all(streamRecords(callerOf(body, plain), List, input))).toEqual([
        { id: 1, name: 'ä' },
      ]);
    });

    test('after text the operation wrote before the envelope', async () => {
      expect(await all(streamOf(`{"a":1}${answerOf(items(3))}`, 11))).toEqual(items(3));
    });

    test('with SOAP headers', async () => {
      const text = answerOf(items(2)).replace(
        '<soap:Body>',
        '<soap:Header><a xmlns="urn:a"><b/></a></soap:Header><soap:Body>',
      );
      expect(await all(streamOf(text, 9))).toEqual(items(2));
    });

    test('with headers that have to be understood', async () => {
      const header = (name: string, attributes = 'soap:mustUnderstand="1"'): string =>
        `<${name} xmlns="urn:a" ${attributes}><b>c</b></${name}>`;
      const text = (count: number, content = answerOf(items(count))): string =>
        content.replace(
          '<soap:Body>',
          `<soap:Header>${header('a')}${header('b', 'x="1"')}${header('d')}${header('d')}</soap:Header><soap:Body>`,
        );
      const element = { namespace: 'urn:a', local: 'd' };
      const read = (reader: XmlReader): void => reader.skip();
      const d = { name: 'd', element, required: false, read };
      const operation = {
        ...List,
        soap: { ...List.soap, readHeaders, outputHeaders: [d] },
      } as typeof List;
      const told = (local: string): string =>
        `The header {urn:a}${local} has to be understood, and is not declared.`;
      for (const size of [1, 50, 1_000_000]) {
        for (const count of [0, 2]) {
          const found: string[] = [];
          const onDeviation = ({ message }: Deviation): unknown => found.push(message);
          const pieces = piecesStream(bytesOf(text(count), size)).body;
          expect(
            await all(streamRecords(callerOf(pieces, { onDeviation }), operation, input)),
          ).toEqual(items(count));
          expect(found).toEqual([told('a'), told('d')]);
        }
        const pieces = piecesStream(bytesOf(text(2), size)).body;
        const strict = streamRecords(callerOf(pieces, { strict: true }), operation, input);
        expect(await upToError(strict)).toMatchObject({
          found: [],
          error: { code: 'protocol', message: told('a'), raw: { status: 200 } },
        });
      }
      const found: string[] = [];
      const onDeviation = ({ message }: Deviation): unknown => found.push(message);
      const written = callerOf(`text${text(1)}`, { onDeviation });
      expect(await all(streamRecords(written, operation, input))).toEqual(items(1));
      expect(found).toEqual([told('a'), told('d')]);
    });

    test('of HTTP GET, pretty-printed', async () => {
      const text = `<?xml version="1.0" encoding="utf-8"?>\r\n${List.http?.writeResult?.(items(4)) ?? ''}`;
      const pretty = text.replaceAll('<item>', '\r\n  <item>');
      const caller = callerOf(piecesStream(bytesOf(pretty, 10)).body);
      expect(await all(streamRecords(caller, List, input, { binding: 'httpGet' }))).toEqual(
        items(4),
      );
    });

    test('is a call of its own each time it is iterated over', async () => {
      let calls = 0;
      const fetch = async (): Promise<Response> => {
        calls += 1;
        return new Response(answerOf(items(calls)));
      };
      const stream = streamRecords(
        createCaller({ baseUrl: 'http://test', fetch }, {}),
        List,
        input,
      );
      expect(calls).toBe(0);
      expect(await all(stream)).toHaveLength(1);
      expect(await all(stream)).toHaveLength(2);
    });

    test('that is accepted without content holds no records if none are required', async () => {
      const caller = createCaller(
        { baseUrl: 'http://test', fetch: async () => new Response(null, { status: 204 }) },
        {},
      );
      await expect(all(streamRecords(caller, List, input))).rejects.toMatchObject({
        code: 'protocol',
      });
      const soap = { ...List.soap, readResponse: () => undefined } as unknown as typeof List.soap;
      expect(await all(streamRecords(caller, { ...List, soap }, input))).toEqual([]);
    });
  });

  describe('an answer that is not what it should be', () => {
    test('cut at every byte is an error after the records before the cut', async () => {
      const list = items(3);
      const bytes = encoder.encode(answerOf(list));
      for (let at = 0; at < bytes.length; at++) {
        const { body } = piecesStream([bytes.subarray(0, at)]);
        const { found, error } = await upToError(streamRecords(callerOf(body), List, input));
        expect(list.slice(0, found.length)).toEqual(found);
        expect(error).toBeInstanceOf(AsmxError);
        expect(['decode', 'protocol']).toContain((error as AsmxError).code);
        expect((error as AsmxError).records).toBe(found.length);
      }
    });

    test('a connection that breaks is a transport error', async () => {
      let sent = false;
      const body = new ReadableStream({
        pull(controller) {
          if (sent) controller.error(new Error('reset'));
          else controller.enqueue(encoder.encode(answerOf(items(50)).slice(0, 2000)));
          sent = true;
        },
      });
      const { found, error } = await upToError(streamRecords(callerOf(body), List, input));
      expect(found.length).toBeGreaterThan(10);
      const call = { operation: 'Items.List', binding: 'soap11' };
      expect(error).toMatchObject({ code: 'transport', ...call, records: found.length });
    });

    test('even after the end of the envelope', async () => {
      let sent = false;
      const body = new ReadableStream({
        pull(controller) {
          if (sent) controller.error(new Error('reset'));
          else controller.enqueue(encoder.encode(answerOf(items(2))));
          sent = true;
        },
      });
      const { found, error } = await upToError(streamRecords(callerOf(body), List, input));
      expect(found).toHaveLength(2);
      expect(error).toMatchObject({ code: 'transport' });
    });

    test.each([1, 10, 100_000])('bytes that are no UTF-8, in pieces of %i', async (size) => {
      const bytes = Buffer.from(answerOf(items(20)), 'utf8');
      bytes[bytes.length - 200] = 0xff;
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const { error } = await upToError(
        streamRecords(callerOf(piecesStream(pieces).body), List, input),
      );
      expect(error).toMatchObject({ code: 'decode', status: 200 });
    });

    test('a value of another type is a decode error with its place', async () => {
      const text = answerOf(items(100)).replace('<id>70</id>', '<id>7o</id>');
      const { found, error } = await upToError(streamOf(text, 100));
      expect(found).toHaveLength(70);
      expect(error).toMatchObject({ code: 'decode', path: '[70].id' });
      expect((error as AsmxError).message).toMatch(/line 1, column \d+/);
    });

    test('a record beyond the limit is too large', async () => {
      const list = [...items(3), { id: 4, name: 'x'.repeat(5000) }, ...items(3)];
      const { found, error } = await upToError(
        streamOf(answerOf(list), 500, { maxRecordLength: 2000 }),
      );
      expect(found).toHaveLength(3);
      expect(error).toMatchObject({ code: 'too-large' });
      expect(await all(streamOf(answerOf(list), 500, { maxRecordLength: 10_000 }))).toEqual(list);
    });

    test('so is a beginning without records, and an answer beyond its own limit', async () => {
      const blanks = answerOf([]).replace('<soap:Body>', `${' '.repeat(9000)}<soap:Body>`);
      expect(
        (await upToError(streamOf(blanks, 500, { maxRecordLength: 2000 }))).error,
      ).toMatchObject({
        code: 'too-large',
      });
      const { error } = await upToError(
        streamOf(answerOf(items(100)), 500, { maxResponseBytes: 3000 }),
      );
      expect(error).toMatchObject({ code: 'too-large' });
    });

    test.each([500, 200])('a fault with status %i rejects as one', async (status) => {
      const fault = envelope(
        '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>no such list</faultstring></soap:Fault>',
      );
      for (const size of [1, 40, 10_000]) {
        const caller = callerOf(piecesStream(bytesOf(fault, size)).body, { status });
        const { found, error } = await upToError(streamRecords(caller, List, input));
        expect(found).toEqual([]);
        expect(isFault(error) && error.message).toBe('no such list');
      }
    });

    test.each([
      [
        'an error page',
        '<html><title>Gone</title></html>',
        { status: 410, type: 'text/html' },
        'http-status',
      ],
      ['an error text', 'broken', { status: 500, type: 'text/plain' }, 'http-status'],
      ['a page with status 200', '<html><body>hi</body></html>', { type: 'text/html' }, 'protocol'],
      ['nothing', '', {}, 'protocol'],
      ['another envelope', '<Envelope xmlns="urn:x"/>', {}, 'protocol'],
      ['a DTD', '<!DOCTYPE a><a/>', {}, 'decode'],
      ['an envelope without body', envelope('').replaceAll('Body', 'Nobody'), {}, 'protocol'],
    ])('%s', async (_, text, init, code) => {
      const { error } = await upToError(streamRecords(callerOf(text, init), List, input));
      expect(error).toMatchObject({ name: 'AsmxError', code });
    });

    test('input that does not fit is found before anything is sent', async () => {
      const bad = {
        ...List,
        soap: {
          ...List.soap,
          writeRequest: () => {
            throw new Error('count');
          },
        },
      };
      const { error } = await upToError(streamRecords(callerOf(''), bad as never, input as never));
      expect(error).toMatchObject({ code: 'encode' });
    });
  });

  describe('ending a stream early', () => {
    test('by break cancels the answer, and no more than what is in buffers has been asked for', async () => {
      const { body, state } = piecesStream(bytesOf(answerOf(items(10_000)), 1000));
      let aborted = false;
      const caller = createCaller(
        {
          baseUrl: 'http://test',
          fetch: async (_, init) => {
            init.signal?.addEventListener('abort', () => {
              aborted = true;
            });
            return new Response(body);
          },
        },
        {},
      );
      let count = 0;
      for await (const item of streamRecords(caller, List, input)) {
        expect(item.id).toBe(count);
        // Fewer than 70 bytes for each record, and one piece ahead.
        expect(state.taken * 1000).toBeLessThan(count * 80 + 3000);
        if (++count === 500) break;
      }
      expect(state.cancelled).toBe(true);
      expect(aborted).toBe(true);
    });

    test('by a signal, while a record is being worked on or waited for', async () => {
      const { body, state } = piecesStream(bytesOf(answerOf(items(10_000)), 1000));
      const controller = new AbortController();
      const found: Item[] = [];
      const reading = (async () => {
        for await (const item of streamRecords(callerOf(body), List, input, {
          signal: controller.signal,
        })) {
          found.push(item);
          if (found.length === 5) controller.abort();
        }
      })();
      await expect(reading).rejects.toMatchObject({ code: 'aborted' });
      expect(found).toHaveLength(5);
      expect(state.cancelled).toBe(true);

      const waiting = new AbortController();
      const silent = new ReadableStream({
        pull: () => new Promise(() => setImmediate(() => waiting.abort())),
      });
      const stream = streamRecords(callerOf(silent), List, input, { signal: waiting.signal });
      await expect(all(stream)).rejects.toMatchObject({ code: 'aborted' });
    });

    test('by return, while the server says nothing', async () => {
      let isCancelled = false;
      const silent = new ReadableStream({
        pull: () => new Promise(() => undefined),
        cancel: () => {
          isCancelled = true;
        },
      });
      const options = { timeout: 0 };
      const stream = streamRecords(callerOf(silent), List, input, options)[Symbol.asyncIterator]();
      const waiting = stream.next();
      await new Promise(setImmediate);
      expect(await stream.return?.()).toEqual({ done: true, value: undefined });
      expect(await waiting).toEqual({ done: true, value: undefined });
      expect(isCancelled).toBe(true);
      expect(await stream.next()).toEqual({ done: true, value: undefined });
    });

    test('records asked for at once come in order, and the end after them', async () => {
      const { body } = piecesStream(bytesOf(answerOf(items(6)), 100));
      const stream = streamRecords(callerOf(body), List, input)[Symbol.asyncIterator]();
      const first = await stream.next();
      const others = await Promise.all(Array.from({ length: 7 }, () => stream.next()));
      const read = [first, ...others];
      expect(read.slice(0, 6).map(({ value }) => value)).toEqual(items(6));
      expect(read.map(({ done }) => done)).toEqual([...Array(6).fill(false), true, true]);
    });

    test('by the end of a stream of Node that reads it', async () => {
      let isCancelled = false;
      const silent = new ReadableStream({
        start: (controller) => controller.enqueue(encoder.encode(answerOf(items(3)).slice(0, -90))),
        pull: () => new Promise(() => undefined),
        cancel: () => {
          isCancelled = true;
        },
      });
      const options = { timeout: 0 };
      const readable = Readable.from(streamRecords(callerOf(silent), List, input, options));
      await new Promise((resolve) => readable.once('data', resolve));
      await new Promise(setImmediate);
      await new Promise((resolve) => readable.once('close', resolve).destroy());
      expect(isCancelled).toBe(true);
    });

    test('by a signal before it starts', async () => {
      const stream = streamRecords(callerOf(''), List, input, { signal: AbortSignal.abort() });
      await expect(all(stream)).rejects.toMatchObject({ code: 'aborted' });
    });

    test('by a server that says nothing for too long', async () => {
      const silent = new ReadableStream({ pull: () => new Promise(() => undefined) });
      const stream = streamRecords(callerOf(silent), List, input, { timeout: 20 });
      await expect(all(stream)).rejects.toMatchObject({ code: 'timeout' });
    });

    test('by a server that says a little for too long', async () => {
      let cancelled = false;
      const endless = new ReadableStream({
        pull: async (controller) => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          controller.enqueue(new TextEncoder().encode(' '));
        },
        cancel: () => {
          cancelled = true;
        },
      });
      const options = { timeout: 60_000, totalTimeout: 50 };
      const stream = streamRecords(callerOf(endless), List, input, options);
      await expect(all(stream)).rejects.toMatchObject({ code: 'timeout' });
      expect(cancelled).toBe(true);
    });
  });

  describe('interceptors', () => {
    const answers = (bodies: readonly Response[]) => {
      const left = [...bodies];
      return async () => left.shift() ?? new Response('none left');
    };

    test('see the head of a stream, and may ask again', async () => {
      const seen: number[] = [];
      const caller = createCaller(
        {
          baseUrl: 'http://test',
          fetch: answers([new Response('busy', { status: 503 }), new Response(answerOf(items(3)))]),
          interceptors: [
            async (request, next) => {
              const first = await next(request);
              seen.push(first.status, first.body.length);
              const second = await next(request);
              seen.push(second.status, second.body.length);
              return { ...second };
            },
          ],
        },
        {},
      );
      expect(await all(streamRecords(caller, List, input))).toEqual(items(3));
      expect(seen).toEqual([503, 4, 200, 0]);
    });

    test('may answer by themselves', async () => {
      const caller = createCaller(
        {
          baseUrl: 'http://test',
          fetch: answers([]),
          interceptors: [
            async () => ({ status: 200, headers: {}, body: encoder.encode(answerOf(items(2))) }),
          ],
        },
        {},
      );
      expect(await all(streamRecords(caller, List, input))).toEqual(items(2));
    });
  });
});

describe('stream node', () => {
  const input = { count: 1 };
  let server: Server | undefined;

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function serve(listener: RequestListener): Promise<Caller> {
    const started = createServer(listener);
    server = started;
    await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
    const address = started.address();
    const port = typeof address === 'object' ? address?.port : 0;
    return createCaller({ baseUrl: `http://127.0.0.1:${port}` }, {});
  }

  describe('over node:http', () => {
    test('an answer of known length and one in chunks', async () => {
      const text = answerOf(items(300));
      const caller = await serve((request, response) => {
        request.resume();
        if (request.headers['x-way'] === 'chunks') {
          for (let at = 0; at < text.length; at += 1000) response.write(text.slice(at, at + 1000));
          response.end();
        } else response.end(text);
      });
      expect(await all(streamRecords(caller, List, input))).toEqual(items(300));
      const headers = { 'X-Way': 'chunks' };
      expect(await all(streamRecords(caller, List, input, { headers }))).toEqual(items(300));
    });

    test('a connection is used again once a stream has been read to its end', async () => {
      const sockets = new Set<Socket>();
      const caller = await serve((request, response) => {
        sockets.add(request.socket);
        request.resume();
        response.end(answerOf(items(300)));
      });
      for (let call = 0; call < 3; call++) await all(streamRecords(caller, List, input));
      expect(sockets.size).toBe(1);
    });

    test.each([
      ['gzip', gzipSync],
      ['x-gzip', gzipSync],
      ['deflate', deflateSync],
      ['deflate', deflateRawSync],
      ['br', brotliCompressSync],
    ])('compressed by %s', async (coding, compress) => {
      const bytes = compress(answerOf(items(3000)));
      const caller = await serve((request, response) => {
        request.resume();
        response.writeHead(200, { 'Content-Encoding': coding });
        for (let at = 0; at < bytes.length; at += 777) response.write(bytes.subarray(at, at + 777));
        response.end();
      });
      expect(await all(streamRecords(caller, List, input))).toEqual(items(3000));
    });

    test('compressed bytes that break off or are damaged', async () => {
      const bytes = gzipSync(answerOf(items(3000)));
      const damaged = Buffer.from(bytes);
      damaged[5000] = (damaged[5000] ?? 0) ^ 0xff;
      const answers = [bytes.subarray(0, bytes.length - 20), damaged];
      const caller = await serve((request, response) => {
        request.resume();
        response.writeHead(200, { 'Content-Encoding': 'gzip' });
        response.end(answers.shift());
      });
      for (let call = 0; call < 2; call++) {
        await expect(all(streamRecords(caller, List, input))).rejects.toMatchObject({
          code: 'decode',
        });
      }
    });

    test('a content coding no one knows', async () => {
      const caller = await serve((request, response) => {
        request.resume();
        response.writeHead(200, { 'Content-Encoding': 'zip' });
        response.end('x');
      });
      await expect(all(streamRecords(caller, List, input))).rejects.toMatchObject({
        code: 'protocol',
      });
    });

    test.each([
      ['in chunks', undefined],
      ['of known length', 1_000_000],
    ])('a connection that breaks inside an answer %s', async (_, length) => {
      const caller = await serve((request, response) => {
        request.resume();
        if (length !== undefined) response.setHeader('Content-Length', length);
        response.write(answerOf(items(100)).slice(0, 4000), () => response.destroy());
      });
      const found: Item[] = [];
      const reading = (async () => {
        for await (const item of streamRecords(caller, List, input)) found.push(item);
      })();
      await expect(reading).rejects.toMatchObject({ code: 'transport', status: 200 });
      expect(found.length).toBeLessThan(100);
    });

    test('a server that is not there', async () => {
      const caller = createCaller({ baseUrl: 'http://127.0.0.1:1' }, {});
      await expect(all(streamRecords(caller, List, input))).rejects.toMatchObject({
        code: 'transport',
      });
    });

    test('a consumer that stops reading stops the server', async () => {
      const text = answerOf(items(1000)).replace(/<\/ListResult>.*/s, '');
      let written = 0;
      let closed: () => void = () => undefined;
      const gone = new Promise<void>((resolve) => {
        closed = resolve;
      });
      const caller = await serve((request, response) => {
        request.resume();
        response.on('close', closed);
        response.write(text);
        const item = text.slice(text.indexOf('<item>'));
        const more = (): void => {
          while (!response.destroyed) {
            written += item.length;
            if (!response.write(item)) break;
          }
        };
        response.on('drain', more);
        more();
      });
      const stream = streamRecords(caller, List, input)[Symbol.asyncIterator]();
      await stream.next();
      // Time for the server to fill every buffer there is: it stops when nothing moves any more.
      let before = -1;
      while (before !== written) {
        before = written;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const stopped = written;
      // Buffers of two sockets, and nothing like the endless answer.
      expect(stopped).toBeLessThan(32 * 1024 * 1024);
      for (let read = 0; read < 5000; read++) await stream.next();
      await stream.return?.();
      await gone;
    });

    test('a signal ends the connection', async () => {
      const controller = new AbortController();
      let closed: () => void = () => undefined;
      const gone = new Promise<void>((resolve) => {
        closed = resolve;
      });
      const caller = await serve((request, response) => {
        request.resume();
        response.on('close', closed);
        response.write(answerOf(items(10)).replace(/<\/ListResult>.*/s, ''));
      });
      const found: Item[] = [];
      const reading = (async () => {
        for await (const item of streamRecords(caller, List, input, {
          signal: controller.signal,
        })) {
          found.push(item);
          if (found.length === 10) setImmediate(() => controller.abort());
        }
      })();
      await expect(reading).rejects.toMatchObject({ code: 'aborted' });
      await gone;
      expect(found).toHaveLength(10);
    });

    test('an answer of HTTP/1.0, which ends with its connection', async () => {
      const tcp = createTcpServer((socket) => {
        socket.once('data', () => socket.end(`HTTP/1.0 200 OK\r\n\r\n${answerOf(items(20))}`));
      });
      await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
      const address = tcp.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const caller = createCaller({ baseUrl: `http://127.0.0.1:${port}` }, {});
      expect(await all(streamRecords(caller, List, input))).toEqual(items(20));
      tcp.close();
    });
  });
});

describe('stream reader', () => {
  const { soapPath = [], read } = List.stream;

  /**
   * Reads the records of an answer that comes in pieces, the first of which reaches after the start
   * tag of the body.
   */
  function readPieces(
    pieces: readonly string[],
    { path = soapPath, maxLength = 1_000_000, complete = true } = {},
  ): Item[] {
    const [first = '', ...others] = pieces;
    const reader = new XmlReader(first);
    reader.nextTag();
    reader.nextTag();
    const records = new RecordReader({ reader, rest: '', path, read, maxLength });
    const found: Item[] = [];
    let at = 0;
    for (;;) {
      const record = records.next();
      if (record === noRecord) return found;
      if (record !== needText) {
        found.push(record as Item);
        continue;
      }
      const piece = others[at++];
      if (piece !== undefined) records.add(piece);
      else if (complete) records.end();
      else return found;
    }
  }

  /** The answer around these children of the body, cut after the start tag of the body. */
  function cut(body: string): readonly [string, string] {
    const text = envelope(body);
    const at = text.indexOf('Body>') + 5;
    return [text.slice(0, at), text.slice(at)];
  }

  function wrapped(inside: string): string {
    return `<ListResponse xmlns="${namespace}"><ListResult>${inside}</ListResult></ListResponse>`;
  }

  const three = items(3);
  const plain = answerOf(three);

  describe('records', () => {
    const variants: readonly (readonly [string, string])[] = [
      ['plain', plain],
      [
        'pretty-printed',
        plain
          .replace(/<(?=\/?(?:ListRe|item|id|name|\/soap))/g, '\r\n  <')
          .replaceAll(/\s+<\/(id|name)/g, '</$1'),
      ],
      [
        'with prefixes',
        plain
          .replaceAll(/<(\/?)(ListRes\w+|item|id|name)/g, '<$1p:$2')
          .replace('xmlns=', 'xmlns:p='),
      ],
      [
        'with comments, instructions and text between',
        plain
          .replaceAll('<item>', '<!-- > <item> --><?go on > ?>a > b<item>')
          .replaceAll('</ListResult>', '<!-- end --></ListResult>'),
      ],
      [
        'with CDATA',
        plain.replaceAll(/<name>([^<]*)&lt;&amp;&gt;<\/name>/g, '<name><![CDATA[$1<&>]]></name>'),
      ],
      [
        'beside unknown elements',
        plain
          .replaceAll('<item>', '<other a="&gt;>"><item><id>9</id></item></other><item>')
          .replace('<ListResult>', '<before/><ListResult>')
          .replace('</ListResult>', '</ListResult><ListResult><item><id>8</id></item></ListResult>')
          .replaceAll('<id>', '<unknown>x</unknown><id>'),
      ],
    ];

    test.each(variants)('%s, cut at every index', (_, text) => {
      const start = text.indexOf('Body>') + 5;
      const head = text.slice(0, start);
      for (let at = start; at <= text.length; at++) {
        expect(readPieces([head, text.slice(start, at), text.slice(at)])).toEqual(three);
      }
      expect(readPieces([head, ...text.slice(start)])).toEqual(three);
    });

    test.each(variants)('%s, ended at every index', (_, text) => {
      const start = text.indexOf('Body>') + 5;
      const head = text.slice(0, start);
      for (let at = start; at < text.length; at++) {
        expect(() => readPieces([head, text.slice(start, at)])).toThrow();
      }
    });

    test('are given as soon as they are complete', () => {
      const text = plain.slice(0, plain.indexOf('</item>') + 7);
      const start = text.indexOf('Body>') + 5;
      const pieces = [text.slice(0, start), text.slice(start)];
      expect(readPieces(pieces, { complete: false })).toEqual(three.slice(0, 1));
    });
  });

  describe('results without records', () => {
    test.each([
      ['empty', wrapped('')],
      ['an empty-element tag', `<ListResponse xmlns="${namespace}"><ListResult /></ListResponse>`],
      [
        'nil',
        `<ListResponse xmlns="${namespace}"><ListResult xsi:nil="true"><item><id>1</id></item></ListResult></ListResponse>`,
      ],
      ['nil as a whole', `<ListResponse xmlns="${namespace}" xsi:nil="1"/>`],
    ])('%s', (_, body) => {
      expect(readPieces(cut(body))).toEqual([]);
    });

    test('whose records have another namespace or name are an error', () => {
      const record = '<item xmlns="urn:other"><id>1</id></item>';
      expect(() => readPieces(cut(wrapped(record)))).toThrow(
        "Missing element 'item'. Found {urn:other}item instead.",
      );
      expect(() => readPieces(cut(wrapped('<a/><b>1</b>')))).toThrow(
        `Missing element 'item'. Found {${namespace}}a instead.`,
      );
    });

    test('that are required and missing are an error', () => {
      expect(() => readPieces(cut(''))).toThrow("Missing required element 'ListResponse'.");
      expect(() => readPieces(cut(`<ListResponse xmlns="${namespace}"/>`))).toThrow(
        "Missing required element 'ListResult'.",
      );
    });

    test('that are optional and missing are empty', () => {
      const path = soapPath.map((step, index) =>
        index === 1 ? { ...step, optional: true } : step,
      );
      expect(readPieces(cut(`<ListResponse xmlns="${namespace}"/>`), { path })).toEqual([]);
    });

    test('a wrapper of any name counts where the path says so', () => {
      const path = soapPath.map((step, index) => (index === 0 ? { ...step, anyName: true } : step));
      const body = wrapped('<item><id>1</id></item>').replaceAll('ListResponse', 'Whatever');
      expect(readPieces(cut(body), { path })).toEqual([{ id: 1, name: undefined }]);
    });
  });

  describe('memory', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;

    function heap(): number {
      collect();
      return process.memoryUsage().heapUsed / 1e6;
    }

    /** Names of every hundredth of `count` records, each with so many characters beside its name. */
    function keep(count: number, others: number): readonly (string | undefined)[] {
      const [head, body] = cut(wrapped(''));
      const at = body.indexOf('</ListResult>');
      const record = `<item><other>${'x'.repeat(others)}</other><id>1</id><name>a name of some length</name></item>`;
      const reader = new XmlReader(head, { detach: true });
      reader.nextTag();
      reader.nextTag();
      const rest = body.slice(0, at);
      const records = new RecordReader({ reader, rest, path: soapPath, read, maxLength: 1e6 });
      const kept: (string | undefined)[] = [];
      for (let read = 0, added = 0; read < count; ) {
        const item = records.next();
        if (item === needText) {
          const block = Math.max(1, Math.floor(16_384 / record.length));
          records.add(added < count ? record.repeat(block) : body.slice(at));
          added += block;
        } else if (read++ % 100 === 0) kept.push((item as Item).name);
      }
      return kept;
    }

    test.each([
      [50_000, 200],
      [1000, 30_000],
    ])('a text of %i records of %i characters keeps at most 2 KB', (count, others) => {
      keep(count, others);
      const before = heap();
      const kept = keep(count, others);
      expect(kept).toHaveLength(count / 100);
      expect(kept[1]).toBe('a name of some length');
      expect(heap() - before).toBeLessThan((kept.length * 4096) / 1e6 + 0.2);
    });

    test('a record with records of its name inside is read again a few times, not for each', () => {
      const inner = `<other><item>${'y'.repeat(40)}</item></other>`.repeat(20_000);
      const [head, body] = cut(
        wrapped(`<item><id>1</id></item><item>${inner}<id>2</id></item><item><id>3</id></item>`),
      );
      let begun = 0;
      const counted = (reader: XmlReader): unknown => {
        begun += 1;
        return read?.(reader);
      };
      const reader = new XmlReader(head);
      reader.nextTag();
      reader.nextTag();
      const records = new RecordReader({
        reader,
        rest: body,
        path: soapPath,
        read: counted,
        maxLength: 1e7,
      });
      records.end();
      const ids = [1, 2, 3].map(() => (records.next() as Item).id);
      expect(ids).toEqual([1, 2, 3]);
      expect(records.next()).toBe(noRecord);
      expect(begun).toBeLessThan(40);
    });
  });

  describe('limits and defects', () => {
    test('a record beyond the limit is an error before it is complete', () => {
      const [head, body] = cut(wrapped(`<item><id>1</id><name>${'x'.repeat(5000)}</name></item>`));
      const pieces = [head, ...(body.slice(0, 3000).match(/.{1,100}/gs) ?? [])];
      expect(() => readPieces(pieces, { maxLength: 1000, complete: false })).toThrow(
        'A record is longer than 1000 characters.',
      );
      expect(readPieces([head, body], { maxLength: 10_000 })).toHaveLength(1);
    });

    test('many records may be longer than the limit together', () => {
      const [head, body] = cut(wrapped('<item><id>1</id></item>'.repeat(1000)));
      const pieces = [head, ...(body.match(/.{1,100}/gs) ?? [])];
      expect(readPieces(pieces, { maxLength: 300 })).toHaveLength(1000);
    });

    test.each([
      ['a character XML forbids', wrapped('<item><id>1</id></item>\u0001<item><id>2</id></item>')],
      ['a wrong end tag', wrapped('<item><id>1</id></item><item></id></item>')],
      ['a value of another type', wrapped('<item><id>1</id></item><item><id>x</id></item>')],
    ])('%s is an error in its place, however the text is cut', (_, body) => {
      const [head, rest] = cut(body);
      for (const size of [1, 7, 10_000]) {
        const pieces = rest.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
        expect(() => readPieces([head, ...pieces])).toThrow(
          expect.objectContaining({ name: expect.stringMatching(/^Xml/) }),
        );
      }
    });
  });
});

describe('stream server', () => {
  const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;
  const started: HttpServer[] = [];

  afterEach(() => {
    for (const http of started.splice(0)) {
      http.closeAllConnections();
      http.close();
    }
  });

  type Handler = (input: { readonly count: number }, context: Context) => unknown;

  /** Shows why a record cannot be written. */
  const withMessages: ServerOptions = { parity: { exceptionMessages: true } };

  function serverOf(handler: Handler, options: ServerOptions = {}): ServerFromIndex {
    return createServerFromServe([{ operation: List, handler: handler as never }], options);
  }

  async function listen(server: ServerFromIndex): Promise<string> {
    const http = createHttpServer(server.listener);
    started.push(http);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const address = http.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  }

  /** Reaches a server over a connection or in this process. */
  async function callerTo(way: string, server: ServerFromIndex) {
    return way === 'a connection'
      ? createCaller({ baseUrl: await listen(server) }, {})
      : createCaller({ baseUrl: 'http://test', fetch: server.fetch }, {});
  }

  async function* generate({ count }: { readonly count: number }): AsyncGenerator<Item> {
    yield* items(count);
  }

  /** Records without end. */
  function* endless(): Generator<Item> {
    for (let id = 0; ; id++) yield { id, name: `n\u00e4me ${id} \u{1f600} <&>` };
  }

  const sources: readonly (readonly [string, Handler])[] = [
    ['an array', ({ count }) => items(count)],
    ['an async generator', generate],
    ['a promise of an async generator', async (input) => generate(input)],
    [
      'a generator',
      function* ({ count }) {
        yield* items(count);
      },
    ],
    ['an iterable', (input) => ({ [Symbol.asyncIterator]: () => generate(input) })],
    [
      'a web stream',
      ({ count }) =>
        new ReadableStream({
          start(controller) {
            for (const item of items(count)) controller.enqueue(item);
            controller.close();
          },
        }),
    ],
  ];

  describe.each(['a connection', 'fetch in this process'])('over %s', (way) => {
    describe.each(sources)('%s', (_, handler) => {
      test.each(bindings)('is read as records and as a whole over %s', async (binding) => {
        const caller = await callerTo(way, serverOf(handler));
        for (const count of [0, 1, 2, 400]) {
          expect(await all(streamRecords(caller, List, { count }, { binding }))).toEqual(
            items(count),
          );
          expect(await caller.call(List, { count }, { binding })).toEqual(items(count));
        }
      });
    });

    test.each(bindings)('records and an array are the same document over %s', async (binding) => {
      const bodies = [];
      for (const handler of [sources[0]?.[1], sources[1]?.[1]]) {
        const caller = await callerTo(way, serverOf(handler as Handler));
        const { body } = await caller.raw(List, { count: 3 }, { binding });
        // Written by hand, the result lacks the declarations that ASMX puts on roots.
        bodies.push(
          new TextDecoder().decode(body).replace(/(<ArrayOfItem xmlns="[^"]*")[^>]*>/, '$1>'),
        );
      }
      expect(bodies[1]).toBe(bodies[0]);
    });

    test.each(bindings)(
      'an exception before the first record is a fault over %s',
      async (binding) => {
        const seen: unknown[] = [];
        const server = serverOf(
          async function* () {
            if (seen.length === 0) throw new SoapFault({ code: 'Client', message: 'no such list' });
            yield* items(1);
          },
          { onError: (error) => seen.push(error) },
        );
        const caller = await callerTo(way, server);
        const error = await all(streamRecords(caller, List, { count: 1 }, { binding })).catch(
          (e: unknown) => e,
        );
        expect(error).toMatchObject({ message: expect.stringContaining('no such list') });
        expect(seen).toEqual([]);
      },
    );

    test('so is a first record that cannot be written', async () => {
      const caller = await callerTo(
        way,
        serverOf(async function* () {
          yield { id: 'x' };
        }, withMessages),
      );
      await expect(all(streamRecords(caller, List, { count: 1 }))).rejects.toMatchObject({
        name: 'SoapFault',
        message: expect.stringContaining('not an integer'),
      });
    });

    test.each([
      ['an exception', new Error('the source dried up')],
      ['a record that cannot be written', undefined],
    ])('%s after records breaks the answer off', async (_, problem) => {
      const seen: unknown[] = [];
      let returned = 0;
      const server = serverOf(
        async function* () {
          try {
            yield* items(2000);
            if (problem !== undefined) throw problem;
            yield { id: 'x' };
            yield* items(2000);
          } finally {
            returned += 1;
          }
        },
        { onError: (error) => seen.push(error) },
      );
      const caller = await callerTo(way, server);
      await expect(all(streamRecords(caller, List, { count: 1 }))).rejects.toMatchObject({
        code: 'transport',
      });
      await expect(caller.call(List, { count: 1 })).rejects.toMatchObject({ code: 'transport' });
      expect(returned).toBe(2);
      expect(seen).toHaveLength(2);
      if (problem !== undefined) expect(seen).toEqual([problem, problem]);
    });

    test('the iterator is ended when the client goes away', async () => {
      let given = 0;
      let ended: () => void = () => undefined;
      const end = new Promise<void>((resolve) => {
        ended = resolve;
      });
      const errors: unknown[] = [];
      const server = serverOf(
        async function* () {
          try {
            for (const item of endless()) {
              given += 1;
              yield item;
            }
          } finally {
            ended();
          }
        },
        { onError: (error) => errors.push(error) },
      );
      const caller = await callerTo(way, server);
      let count = 0;
      for await (const _ of streamRecords(caller, List, { count: 1 })) if (++count === 100) break;
      await end;
      expect(given).toBeGreaterThan(99);
      expect(errors).toEqual([]);
    });

    test('an iterator that waits is told through its return and the signal of the context', async () => {
      let returned: () => void = () => undefined;
      const end = new Promise<void>((resolve) => {
        returned = resolve;
      });
      let aborted = false;
      const server = serverOf((_, { signal }) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        const left = [...items(3)];
        return {
          [Symbol.asyncIterator]: () => ({
            next: () => {
              const value = left.shift();
              return value === undefined
                ? new Promise(() => undefined)
                : Promise.resolve({ value });
            },
            return: () => {
              returned();
              return Promise.resolve({ done: true, value: undefined });
            },
          }),
        };
      });
      const caller = await callerTo(way, server);
      const controller = new AbortController();
      let count = 0;
      const reading = (async () => {
        for await (const _ of streamRecords(
          caller,
          List,
          { count: 1 },
          { signal: controller.signal },
        )) {
          if (++count === 3) setImmediate(() => controller.abort());
        }
      })();
      await expect(reading).rejects.toMatchObject({ code: 'aborted' });
      await end;
      expect(aborted).toBe(true);
    });

    test('the time of a request is that of its last record', async () => {
      const errors: unknown[] = [];
      const server = serverOf(
        async function* () {
          yield* items(2);
          await new Promise(() => undefined);
        },
        { limits: { time: 30 }, onError: (error) => errors.push(error) },
      );
      const caller = await callerTo(way, server);
      await expect(all(streamRecords(caller, List, { count: 1 }))).rejects.toMatchObject({
        code: 'transport',
      });
      expect(errors).toMatchObject([{ message: 'Request timed out.' }]);
    });

    test('without a first record in time there is a fault', async () => {
      let returned = false;
      const server = serverOf(
        () => ({
          [Symbol.asyncIterator]: () => ({
            next: () => new Promise(() => undefined),
            return: () => {
              returned = true;
            },
          }),
        }),
        { limits: { time: 20 } },
      );
      const caller = await callerTo(way, server);
      await expect(all(streamRecords(caller, List, { count: 1 }))).rejects.toMatchObject({
        name: 'SoapFault',
        message: expect.stringContaining('Request timed out.'),
      });
      expect(returned).toBe(true);
    });

    test('a record is sent although the next lets wait', async () => {
      let go: () => void = () => undefined;
      const wait = new Promise<void>((resolve) => {
        go = resolve;
      });
      const server = serverOf(async function* () {
        yield* items(2);
        await wait;
        yield* items(1);
      });
      const caller = await callerTo(way, server);
      const stream = streamRecords(caller, List, { count: 1 })[Symbol.asyncIterator]();
      expect((await stream.next()).value).toEqual(items(1)[0]);
      expect((await stream.next()).value).toEqual(items(2)[1]);
      go();
      expect((await stream.next()).value).toEqual(items(1)[0]);
      expect(await stream.next()).toEqual({ done: true, value: undefined });
    });

    test('text written to the response and headers precede the envelope', async () => {
      const server = serverOf((_, context) => {
        context.write('hello ');
        context.header('X-Test', '1');
        return generate({ count: 3 });
      });
      const caller = await callerTo(way, server);
      const { written, result, headers } = await caller.raw(List, { count: 1 });
      expect({ written, result }).toEqual({ written: 'hello ', result: items(3) });
      expect(headers['x-test']).toBe('1');
      expect(await all(streamRecords(caller, List, { count: 1 }))).toEqual(items(3));
    });

    test('records are dropped where the handler ends the response itself', async () => {
      let returned = false;
      const server = serverOf((_, context) => {
        context.write('done');
        context.end();
        return (async function* () {
          try {
            yield* items(3);
          } finally {
            returned = true;
          }
        })();
      });
      const caller = await callerTo(way, server);
      await expect(caller.call(List, { count: 1 })).rejects.toMatchObject({ code: 'protocol' });
      expect(returned).toBe(true);
    });
  });

  test('a client that does not read is not written for: no more than the buffers hold', async () => {
    let given = 0;
    const server = serverOf(async function* () {
      for (const item of endless()) {
        given += 1;
        yield item;
      }
    });
    const baseUrl = await listen(server);
    const call = request(`${baseUrl}/Items.asmx/List?count=1`);
    call.on('error', () => undefined);
    call.end();
    await new Promise<void>((resolve) => {
      call.on('response', (response) => {
        response.pause();
        resolve();
      });
    });
    let before = -1;
    while (before !== given) {
      before = given;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(given).toBeLessThan(1_000_000);
    call.destroy();
  });

  test('a stream in this process makes no more than one piece ahead of what is read', async () => {
    let given = 0;
    const server = serverOf(async function* () {
      for (const item of endless()) {
        given += 1;
        yield item;
      }
    });
    const response = await server.fetch('http://test/Items.asmx/List?count=1');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let bytes = 0;
    for (let read = 0; read < 20; read++) {
      bytes += (await reader.read()).value?.length ?? 0;
      expect(given * 60).toBeLessThan(bytes + 3 * 16_384 + 1000);
    }
    await reader.cancel();
  });

  test.each(['a connection', 'fetch in this process'])(
    'HEAD of records has the head of GET, and ends them, over %s',
    async (way) => {
      let ended = 0;
      const server = serverOf(function* () {
        try {
          yield* endless();
        } finally {
          ended += 1;
        }
      });
      const path = `${List.path}/List?count=1`;
      const init = { method: 'HEAD' };
      const answer =
        way === 'a connection'
          ? await fetch((await listen(server)) + path, init)
          : await server.fetch(`http://test${path}`, init);
      expect([answer.status, await answer.text()]).toEqual([200, '']);
      expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
      expect(answer.headers.get('content-length')).toBeNull();
      expect(ended).toBe(1);
    },
  );
});

describe('stream text', () => {
  const text = 'aä€😀\ufeffz\u0800\u{10ffff}';

  describe('a text in pieces', () => {
    test('of UTF-8 is the same wherever it is cut', () => {
      const bytes = new TextEncoder().encode(text);
      for (let first = 0; first <= bytes.length; first++) {
        for (let second = first; second <= bytes.length; second++) {
          const stream = createTextStream('UTF-8');
          const parts = [
            stream.decode(bytes.subarray(0, first)),
            stream.decode(bytes.subarray(first, second)),
            stream.decode(bytes.subarray(second)),
            stream.end(),
          ];
          expect(parts.join('')).toBe(text);
        }
      }
    });

    test('never ends inside a pair of surrogates', () => {
      const stream = createTextStream('utf-8');
      for (const byte of new TextEncoder().encode('😀😀')) {
        const part = stream.decode(Uint8Array.of(byte));
        expect(part === '' || part === '😀').toBe(true);
      }
    });

    test.each([
      ['a byte that starts nothing', [0x61, 0xff, 0x61]],
      ['an overlong form', [0xc0, 0x80]],
      ['a surrogate', [0xed, 0xa0, 0x80]],
      ['a character that breaks off', [0xe2, 0x82, 0x61]],
      ['a lone continuation', [0x80]],
    ])('%s is told and read as U+FFFD, whole or byte by byte', (_, bytes) => {
      const whole = createTextStream('utf-8');
      const text = whole.decode(Uint8Array.from(bytes));
      expect(whole.invalid).toBe(text.indexOf('\ufffd'));
      expect(whole.invalid).toBeGreaterThanOrEqual(0);
      const stream = createTextStream('utf-8');
      const parts = bytes.map((byte) => ({
        part: stream.decode(Uint8Array.of(byte)),
        invalid: stream.invalid,
      }));
      const last = { part: stream.end(), invalid: stream.invalid };
      const found = [...parts, last].filter(({ invalid }) => invalid >= 0);
      expect(found.length).toBeGreaterThan(0);
      expect(found[0]?.part[found[0].invalid]).toBe('\ufffd');
    });

    test('that ends inside a character ends with U+FFFD', () => {
      const stream = createTextStream('utf-8');
      expect(stream.decode(Uint8Array.of(0x61, 0xe2, 0x82))).toBe('a');
      expect(stream.invalid).toBe(-1);
      expect(stream.end()).toBe('\ufffd');
      expect(stream.invalid).toBe(0);
    });

    test('of US-ASCII or UTF-16 tells what is invalid', () => {
      const ascii = createTextStream('US-ASCII');
      ascii.decode(Uint8Array.of(0x3f));
      expect(ascii.invalid).toBe(-1);
      ascii.decode(Uint8Array.of(0x3f, 0xe4));
      expect(ascii.invalid).toBe(1);
      const wide = createTextStream('utf-16');
      expect(wide.decode(Uint8Array.of(0xfd, 0xff))).toBe('\ufffd');
      expect(wide.invalid).toBe(-1);
      wide.decode(Uint8Array.of(0x61, 0, 0x3d, 0xd8, 0x61, 0));
      expect(wide.invalid).toBe(1);
      wide.decode(Uint8Array.of(0x3d));
      wide.end();
      expect(wide.invalid).toBe(-1);
    });

    test.each([
      ['utf-16le', [0x61, 0, 0x3d, 0xd8, 0, 0xde], 'a😀'],
      ['utf-16be', [0, 0x61, 0xd8, 0x3d, 0xde, 0], 'a😀'],
      ['iso-8859-1', [0x61, 0xe4, 0x80], 'aä\u0080'],
      ['us-ascii', [0x61, 0xe4], 'a?'],
      ['windows-1252', [0x80], '€'],
      ['cp1252', [0x93, 0xe4, 0x81], '“ä\u0081'],
    ])('of %s', (encoding, bytes, expected) => {
      const stream = createTextStream(encoding);
      const parts = bytes.map((byte) => stream.decode(Uint8Array.of(byte)));
      expect(parts.join('') + stream.end()).toBe(expected);
    });
  });
});
