import { describe, expect, test } from '@jest/globals';
import { createCaller } from '../../../src/runtime/client/call.ts';
import type {
  CallOptions,
  ClientOptions,
  StreamOptions,
} from '../../../src/runtime/client/request.ts';
import { List, streamRecords } from '../stream-operation.ts';
import { GenerateReport } from './descriptors.ts';
import { envelope, soap11 } from './messages.ts';

const good = envelope(
  soap11,
  '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
);
const input = { studentId: 1 };
const values = [Number.NaN, -1, Number.NEGATIVE_INFINITY, '5', null, true, {}, 5n] as never[];

function answering(sent: string[], options: ClientOptions = {}) {
  const fetch: ClientOptions['fetch'] = async (url) => {
    sent.push(url);
    return new Response(good, { headers: { 'Content-Type': 'text/xml; charset=utf-8' } });
  };
  return createCaller({ fetch, ...options }, { baseUrl: 'http://h' });
}

describe.each(['timeout', 'maxResponseBytes', 'maxConnections', 'maxHeaderBytes'] as const)(
  '%s',
  (name) => {
    test.each(values)('%p is refused when the client is made', (value) => {
      expect(() => answering([], { [name]: value })).toThrow(
        expect.objectContaining({ name: 'RangeError', message: expect.stringContaining(name) }),
      );
    });

    test.each([Number.POSITIVE_INFINITY, 1e9, undefined])('%p is taken', async (value) => {
      expect(await answering([], { [name]: value }).call(GenerateReport, input)).toBe('fine');
    });
  },
);

test('no connections are too few, and no milliseconds are no limit', async () => {
  expect(() => answering([], { maxConnections: 0 })).toThrow('maxConnections is the number 0');
  expect(() => answering([], { maxHeaderBytes: 0 })).toThrow('maxHeaderBytes is the number 0');
  expect(await answering([], { timeout: 0 }).call(GenerateReport, input)).toBe('fine');
});

test.each(values)('a timeout of %p ends its call before it is sent', async (timeout) => {
  const sent: string[] = [];
  const options: CallOptions<'soap11'> = { timeout };
  await expect(answering(sent).call(GenerateReport, input, options)).rejects.toMatchObject({
    code: 'encode',
    operation: 'AuthCodeSending.GenerateReport',
    message: expect.stringContaining('timeout is '),
  });
  await expect(
    answering(sent, { timeout: 5 }).raw(GenerateReport, input, { timeout: Infinity }),
  ).resolves.toMatchObject({ result: 'fine' });
  expect(sent).toHaveLength(1);
});

describe.each(['timeout', 'maxRecordLength', 'maxResponseBytes', 'totalTimeout'] as const)(
  '%s of a stream',
  (name) => {
    test.each(values)('%p ends it before it is sent', async (value) => {
      const sent: string[] = [];
      const options: StreamOptions = { [name]: value };
      const records = streamRecords(answering(sent), List, { count: 1 }, options);
      await expect(records[Symbol.asyncIterator]().next()).rejects.toMatchObject({
        code: 'encode',
        message: expect.stringContaining(name),
      });
      expect(sent).toEqual([]);
    });
  },
);

test('a server that sends a blank now and then is ended by the whole limit of a stream', async () => {
  let cancelled = 0;
  const caller = createCaller(
    {
      fetch: async () => {
        let timer: NodeJS.Timeout | undefined;
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            timer = setInterval(() => controller.enqueue(Uint8Array.of(32)), 1);
          },
          cancel: () => {
            cancelled += 1;
            clearInterval(timer);
          },
        });
        return new Response(body, { headers: { 'Content-Type': 'text/xml' } });
      },
      timeout: 5000,
    },
    { baseUrl: 'http://h' },
  );
  const records = streamRecords(caller, List, { count: 1 }, { totalTimeout: 50 });
  await expect(records[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'timeout',
    message: 'The call took longer than 50 ms.',
  });
  expect(cancelled).toBe(1);
});
