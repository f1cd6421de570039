import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type Bytes,
  type Files,
  generateFiles,
  type Listening,
  listen,
  Source,
} from './byte-streams-contract.ts';

const mebibyte = 1024 * 1024;
const length = 100 * mebibyte;

let files: Files;
let listening: Listening;
/** Bytes that the receiver has taken out of the stream. */
let taken = 0;

/** Reads a stream, and gives the most bytes that were between its source and its reader. */
async function mostHeld(stream: Bytes, source: Source): Promise<number> {
  let most = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    most = Math.max(most, source.given - taken);
    if (done) return most;
    taken += value.length;
    // slower than its source
    await new Promise((resolve) => setImmediate(resolve));
  }
}

let source: Source;
let held = 0;

beforeAll(async () => {
  files = await generateFiles();
  const handlers = {
    async store({ data }: { data: Bytes }) {
      held = await mostHeld(data, source);
      return 0;
    },
    fetch: () => source.stream,
  };
  listening = await listen(files.createServer(handlers));
});
afterAll(async () => {
  await listening.close();
  files.folder.remove();
});

/** Buffers of the system's sockets are included. */
test.each(['request', 'answer'])(
  '100 MB as a stream of a %s are never held',
  async (where) => {
    const client = files.createClient({ baseUrl: listening.url });
    source = new Source(length, 65_536);
    taken = 0;
    if (where === 'request') await client.store({ name: 'a', data: source.stream });
    else held = await mostHeld((await client.fetch({ name: 'a' })) as Bytes, source);
    expect(taken).toBe(length);
    expect(held).toBeLessThan(20 * mebibyte);
  },
  120_000,
);
