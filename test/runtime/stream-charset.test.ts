import { describe, expect, test } from '@jest/globals';
import type { Deviation } from '../../src/runtime/index.ts';
import {
  all,
  answerOf,
  callerOf,
  envelope,
  items,
  List,
  piecesStream,
  streamRecords,
} from './stream-operation.ts';

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
