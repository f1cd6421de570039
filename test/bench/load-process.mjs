// A load generator cheap enough not to be what is measured: raw sockets, a constant request,
// answers counted by Content-Length. `node load-process.mjs CONNECTIONS SECONDS URL`, body,
// operation or action, and media type in the environment; prints what `wrk` prints.
import { connect } from 'node:net';

const [, , connections, seconds, url] = process.argv;
const { BENCH_BODY: body, BENCH_OPERATION: operation } = process.env;
const { BENCH_TYPE: type = 'text/xml; charset=utf-8' } = process.env;
const { BENCH_ACTION: action = `http://tempuri.org/${operation}` } = process.env;
const { host, hostname, port, pathname } = new URL(url);
const request = Buffer.from(
  `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\n` +
    `SOAPAction: "${action}"\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
);
const start = performance.now();
const deadline = start + Number(seconds) * 1000;

/** Keeps one connection busy until `deadline` and counts complete answers. */
function keepBusy() {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
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

const counts = await Promise.all(Array.from({ length: Number(connections) }, keepBusy));
const took = (performance.now() - start) / 1000;
const count = counts.reduce((sum, one) => sum + one, 0);
console.log(`${count} requests in ${took}s\nRequests/sec: ${count / took}`);
