// Answers that are cut off, or that stall.
import { connect } from 'node:net';
import { count } from './handlers.mjs';
import { inTurns, rawServer } from './sockets.mjs';

/** What is called, and what it gives of a whole answer. */
const calls = {
  Echo: async (client) => (await client.echo({ text: 'hello' })) === 'hello',
  List: async (client) => (await client.list({ count: 8 })).length === 8,
  'List, one by one': async (client) => {
    let records = 0;
    for await (const _ of client.list.stream({ count: 8 })) records += 1;
    return records === 8;
  },
  Fetch: async (client) => (await count(await client.fetch({ length: 700 }))) === 700,
};

/** The bytes that the server answers a call with. */
async function record(createClient, { port }, run) {
  const chunks = [];
  const upstream = await rawServer(() => undefined);
  upstream.close();
  const proxy = await proxyTo(port, chunks);
  const isRight = await run(createClient({ baseUrl: proxy.url }));
  proxy.close();
  return { bytes: Buffer.concat(chunks), isRight };
}

async function proxyTo(port, chunks) {
  const { createServer } = await import('node:net');
  const server = createServer((socket) => {
    const other = connect(port, '127.0.0.1');
    socket.pipe(other);
    other.on('data', (chunk) => {
      chunks.push(chunk);
      socket.write(chunk);
    });
    for (const one of [socket, other]) one.on('error', () => undefined);
    other.on('close', () => socket.destroy());
    socket.on('close', () => other.destroy());
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** A call of which only the beginning of the answer comes: it must fail, and as an AsmxError. */
export async function cutAnswers(createClient, server, check) {
  let cuts = 0;
  for (const [name, run] of Object.entries(calls)) {
    const { bytes, isRight } = await record(createClient, server, run);
    check(isRight, `${name}: the whole answer is not right`);
    const tasks = Array.from({ length: bytes.length }, (_, length) => async () => {
      const upstream = await rawServer((socket) => {
        if (length % 2 === 0) socket.end(bytes.subarray(0, length));
        else socket.write(bytes.subarray(0, length), () => socket.resetAndDestroy());
      });
      try {
        await run(createClient({ baseUrl: upstream.url, timeout: 5000 }));
        check(false, `${name}: an answer cut after ${length} bytes has a result`);
      } catch (error) {
        const isRight = error.name === 'AsmxError' && error.code !== 'timeout';
        check(isRight, `${name}: cut after ${length} bytes, ${error.name} ${error.code}`);
      }
      upstream.close();
    });
    cuts += tasks.length;
    await inTurns(tasks, 20);
  }
  return cuts;
}

/** A call whose answer does not go on: it ends with its time, and so does its connection. */
export async function stalledAnswers(createClient, server, check) {
  let stalls = 0;
  for (const [name, run] of Object.entries(calls)) {
    const { bytes } = await record(createClient, server, run);
    const tasks = Array.from({ length: 40 }, (_, index) => async () => {
      const length = Math.floor((index * bytes.length) / 40);
      const upstream = await rawServer((socket) => socket.write(bytes.subarray(0, length)));
      try {
        await run(createClient({ baseUrl: upstream.url, timeout: 200 }));
        check(false, `${name}: an answer that stalls after ${length} bytes has a result`);
      } catch (error) {
        check(error.code === 'timeout', `${name}: stalled after ${length} bytes, ${error.code}`);
      }
      for (let tries = 0; upstream.open.size > 0 && tries < 100; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      check(upstream.open.size === 0, `${name}: stalled after ${length} bytes, it stays connected`);
      upstream.close();
    });
    stalls += tasks.length;
    await inTurns(tasks, 20);
  }
  return stalls;
}
