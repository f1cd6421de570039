// Sends a shape to the server of the growth site, or to its client, without a network, which would
// do work of its own.
import { EventEmitter } from 'node:events';

function* cut(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/**
 * The status of the answer through node:http's listener, whose request and response are stood in
 * for.
 */
function askListener({ listener }, { method, target, headers }, chunks) {
  const request = new EventEmitter();
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  Object.assign(request, { method, url: target, headers: Object.fromEntries(lowered) });
  return new Promise((resolve) => {
    const response = new EventEmitter();
    let status;
    Object.assign(response, {
      headersSent: false,
      writeHead: (code) => {
        status = code;
      },
      write: () => true,
      end: () => resolve(status),
    });
    listener(request, response);
    for (const chunk of chunks) request.emit('data', chunk);
    request.emit('end');
  });
}

/**
 * @param shape what `request-shapes.mjs` writes: `pieces` is the size of those its body comes in,
 *   `node` whether through node:http
 * @returns the status of the answer
 */
export async function ask(server, shape) {
  const { method, target, headers, body, encoding = 'utf8', pieces, node } = shape;
  const bytes = body === undefined ? undefined : Buffer.from(body, encoding);
  const chunks = bytes === undefined ? [] : [...cut(bytes, pieces ?? 65_536)];
  if (node) return askListener(server, shape, chunks);
  const stream = pieces === undefined ? bytes : ReadableStream.from(chunks);
  const request = new Request(`http://localhost${target}`, {
    method,
    headers,
    ...(stream === undefined ? {} : { body: stream, duplex: 'half' }),
  });
  const response = await server.fetch(request);
  await response.arrayBuffer();
  return response.status;
}

/**
 * @param shape one of `answer-shapes.mjs`
 * @param answer what it writes
 * @returns what becomes of the call: `ok`, `fault` or the code of its error
 */
export async function receive(client, shape, answer) {
  const { method = 'values', binding = 'soap11', stream, watched } = shape;
  const { body, status = 200, type = 'text/xml; charset=utf-8', pieces = 65_536 } = answer;
  const fetch = async () =>
    new Response(ReadableStream.from(cut(Buffer.from(body), pieces)), {
      status,
      headers: { 'Content-Type': type },
    });
  const onDeviation = watched ? () => undefined : undefined;
  const call = client({ baseUrl: 'http://localhost', binding, fetch, onDeviation })[method];
  const input = method === 'find' ? { text: 'a', number: 1 } : { root: {} };
  try {
    if (!stream) await call(input);
    else for await (const record of call.stream(input)) if (record === undefined) break;
    return 'ok';
  } catch (error) {
    return error.name === 'SoapFault' ? 'fault' : (error.code ?? `${error}`);
  }
}
