// Raw HTTP messages: what was recorded, and what the server answers now.
import { connect } from 'node:net';

/**
 * Splits the bytes of an answer into status, headers (lower case) and body. A chunked body is put
 * together, an interim answer (100 Continue) passed over.
 */
export function parseAnswer(bytes) {
  const end = bytes.indexOf('\r\n\r\n');
  if (/^HTTP\/1\.1 1/.test(bytes.toString('latin1', 0, 12)))
    return parseAnswer(bytes.subarray(end + 4));
  const [line = '', ...fields] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = headersOf(fields);
  const body = bytes.subarray(end + 4);
  return {
    status: Number(line.split(' ')[1]),
    reason: line.split(' ').slice(2).join(' '),
    headers,
    // the reference site's front end names both, and sends the body as it is
    body:
      headers['content-length'] === undefined && /chunked/i.test(headers['transfer-encoding'] ?? '')
        ? dechunk(body)
        : body,
  };
}

function dechunk(bytes) {
  const parts = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (!(length > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}

/** Splits the bytes of a request into method, target, headers (lower case) and body. */
export function parseRequest(bytes) {
  const end = bytes.indexOf('\r\n\r\n');
  const [line = '', ...fields] = bytes.toString('latin1', 0, end).split('\r\n');
  const [method = '', target = ''] = line.split(' ');
  return { method, target, headers: headersOf(fields), body: bytes.subarray(end + 4) };
}

function headersOf(fields) {
  const headers = {};
  for (const field of fields) {
    const colon = field.indexOf(':');
    headers[field.slice(0, colon).toLowerCase()] = field.slice(colon + 1).trim();
  }
  return headers;
}

/**
 * Sends recorded bytes over a socket of their own and gives the answer, once the server has closed.
 * @throws Error after five seconds without an end
 */
export function exchange(port, request) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error('no end of the answer within five seconds'));
    }, 5000);
    const done = () => {
      clearTimeout(timer);
      resolve(parseAnswer(Buffer.concat(chunks)));
    };
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', done);
    socket.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.write(request);
  });
}
