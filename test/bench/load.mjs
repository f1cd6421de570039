// A load generator cheap enough not to be what is measured: raw sockets, a constant request, answers counted by Content-Length.
import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

/**
 * Starts one kind of server in a process of its own, on the first core where the system lets us pin it.
 * @returns its port, a function that reads its CPU time in microseconds, and one that ends it
 */
export async function startServer(kind, school) {
  const script = fileURLToPath(new URL('server-process.mjs', import.meta.url));
  const child = fork(script, [kind, school.js, school.wsdl]);
  const next = () => new Promise((resolve) => child.once('message', resolve));
  const { port } = await next();
  return {
    kind,
    port,
    async cpu() {
      const answer = next();
      child.send('cpu');
      return (await answer).cpu;
    },
    stop: () => child.disconnect(),
  };
}

/** Keeps one connection busy until `deadline` (a `performance.now()` value) and counts complete answers. */
function keepBusy(port, request, deadline) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answers = 0;
    let missing = -1;
    let head = '';
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('connect', () => socket.write(request));
    socket.on('data', (chunk) => {
      let at = 0;
      if (missing < 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(head.slice(0, 200)));
        const length = /content-length: *(\d+)/i.exec(head);
        const chunked = /transfer-encoding: *chunked/i.test(head.slice(0, end));
        if (chunked) {
          if (!head.endsWith('0\r\n\r\n')) return;
          missing = 0;
        } else missing = Number(length?.[1] ?? 0) - (head.length - end - 4);
        head = '';
        at = chunk.length;
      }
      missing -= chunk.length - at;
      if (missing > 0) return;
      answers++;
      missing = -1;
      if (performance.now() < deadline) socket.write(request);
      else {
        socket.destroy();
        resolve(answers);
      }
    });
  });
}

/** Loads a server over `connections` sockets for `milliseconds`. Gives answers per second and the server's CPU µs for each. */
export async function load(server, body, action, connections, milliseconds) {
  const request = Buffer.from(
    `POST /School.asmx HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: text/xml; charset=utf-8\r\n` +
      `SOAPAction: "http://tempuri.org/${action}"\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const before = await server.cpu();
  const start = performance.now();
  const counts = await Promise.all(
    Array.from({ length: connections }, () => keepBusy(server.port, request, start + milliseconds)),
  );
  const took = performance.now() - start;
  const answers = counts.reduce((sum, count) => sum + count, 0);
  return { perSecond: (answers * 1000) / took, cpu: ((await server.cpu()) - before) / answers };
}
