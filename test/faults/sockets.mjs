// Connections that do what no proper client or server does.
import { connect, createServer } from 'node:net';

const patience = 10_000;

/**
 * Sends bytes, and then waits, or ends or breaks the connection.
 * @returns what came until it was closed; `undefined` if it was not closed in time
 */
export function send(port, bytes, how = 'wait') {
  return new Promise((resolve) => {
    const chunks = [];
    const socket = connect(port, '127.0.0.1');
    const done = (whole) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(whole && Buffer.concat(chunks));
    };
    const timer = setTimeout(() => done(false), patience);
    socket.on('connect', () => {
      if (how === 'break') socket.write(bytes, () => socket.destroy());
      else if (how === 'end') socket.end(bytes);
      else socket.write(bytes);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => done(true));
  });
}

/**
 * A server that reads a request and then does what it is told.
 * @param answer is called with a connection whose request has come
 */
export function rawServer(answer) {
  const open = new Set();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}`,
        open,
        close: () => {
          for (const socket of open) socket.destroy();
          server.close();
        },
      }),
    );
  });
}

/** Runs tasks, some at a time. */
export async function inTurns(tasks, together) {
  const left = tasks[Symbol.iterator]();
  const run = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await next.value();
  };
  await Promise.all(Array.from({ length: together }, run));
}
