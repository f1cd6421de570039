import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import {
  AsmxError,
  createCaller,
  type Deviation,
  isFault,
  readHeaders,
  type StreamOptions,
} from '../../src/runtime/index.ts';
import type { XmlReader } from '../../src/runtime/xml/reader.ts';
import {
  all,
  answerOf,
  callerOf,
  envelope,
  type Item,
  items,
  List,
  piecesStream,
  streamRecords,
} from './stream-operation.ts';

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
    expect(await all(streamRecords(caller, List, input, { binding: 'httpGet' }))).toEqual(items(4));
  });

  test('is a call of its own each time it is iterated over', async () => {
    let calls = 0;
    const fetch = async (): Promise<Response> => {
      calls += 1;
      return new Response(answerOf(items(calls)));
    };
    const stream = streamRecords(createCaller({ baseUrl: 'http://test', fetch }, {}), List, input);
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
    expect((await upToError(streamOf(blanks, 500, { maxRecordLength: 2000 }))).error).toMatchObject(
      {
        code: 'too-large',
      },
    );
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
