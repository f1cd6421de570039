// The reverse of the replay: the generated client calls a server that plays the recorded answers,
// and must read what they hold.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { canonicalXml } from './canonical-xml.mjs';
import { inputs, methodOf, plain, recordedValue, textsOf } from './expected-values.mjs';
import { otherHandlers, schoolOperations } from './handlers.mjs';
import { parseAnswer, parseRequest } from './http-message.mjs';
import { bodyElement, serviceOf, soapAction, suffixOf } from './request-facts.mjs';

const soap12 = 'http://www.w3.org/2003/05/soap-envelope';

/** A server that answers every request with the bytes that are next, then closes. */
function startPlayer() {
  const state = { bytes: Buffer.alloc(0) };
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(
        /content-length: *([0-9]+)/i.exec(received.toString('latin1', 0, end))?.[1] ?? 0,
      );
      if (received.length >= end + 4 + length) socket.end(state.bytes);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ state, server, port: server.address().port }));
  });
}

const show = (value) =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'bigint' ? `${part}n` : part === undefined ? 'undefined' : part,
  )?.slice(0, 300);

/** What a fault of either version says. */
function faultOf(text) {
  const [code] = [...textsOf(text, 'faultcode'), ...textsOf(text, 'Value')];
  const [message] = [...textsOf(text, 'faultstring'), ...textsOf(text, 'Text')];
  const [, prefix, local] = /^(?:([^:]+):)?(.*)$/.exec(code.trim()) ?? [];
  const names = { Sender: 'Client', Receiver: 'Server' };
  const foreign = prefix === 'q0' ? /xmlns:q0="([^"]*)"/.exec(text)?.[1] : undefined;
  return {
    code: foreign === undefined ? (names[local] ?? local) : `{${foreign}}${local}`,
    message,
  };
}

const decodeHtml = (text) =>
  text
    .replace(/&#([0-9]+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/**
 * The operation and binding a recorded request was for; any operation of the service where it named
 * none.
 */
function callOf(name, request, operations) {
  const suffix = suffixOf(request).slice(1);
  const text = request.body.toString('latin1');
  const binding =
    suffix !== ''
      ? request.method === 'POST'
        ? 'httpPost'
        : 'httpGet'
      : name.endsWith('.soap12') || text.includes(soap12)
        ? 'soap12'
        : 'soap11';
  const action = soapAction(request).replace(/^.*\//, '');
  const element = bodyElement(request)[0];
  if (name.startsWith('renamed.')) return { operation: 'Renamed', binding };
  const operation = [suffix, action, element].find((one) => operations.includes(one));
  return { operation: operation ?? operations[0], binding };
}

/** What is wrong with what the client gave; `undefined` when it is right. */
function fault(error, expected) {
  if (error?.name !== 'SoapFault') return `no fault: ${error}`;
  if (error.code !== expected.code) return `code ${error.code}, not ${expected.code}`;
  return error.message === expected.message
    ? undefined
    : `message ${show(error.message)}, not ${show(expected.message)}`;
}

function asmxError(error, code) {
  return error?.name === 'AsmxError' && error.code === code
    ? undefined
    : `no ${code} error: ${error}`;
}

function failure(error, status, text) {
  if (error?.name !== 'AsmxError' || error.code !== 'http-status')
    return `no http-status error: ${error}`;
  if (error.status !== status) return `status ${error.status}, not ${status}`;
  return error.message.includes(text)
    ? undefined
    : `message ${show(error.message)} without ${show(text)}`;
}

const isMalformed = (type, text) =>
  /xml/.test(type) && canonicalXml(text.slice(text.indexOf('<?xml')).trim()) === undefined;

/** What an answer holds, and what is wrong with what the client made of it. */
function judge({ name, recorded, error, value, expected }) {
  // the front end of the reference site leaves the mark of the last chunk after unbuffered answers
  const text = recorded.body.toString('utf8').replace(/\r\n0\r\n\r\n$/, '');
  const type = recorded.headers['content-type'] ?? '';
  if (/^raw\.WriteJson(End|Flush)\.soap/.test(name)) {
    // nothing in the WSDL says that the operation writes its answer itself; what follows
    // Content-Length, after a flush, is the envelope
    return { kind: 'answers without an envelope', problem: asmxError(error, 'protocol') };
  }
  if (/<(soap:)?Fault>/.test(text)) return { kind: 'faults', problem: fault(error, faultOf(text)) };
  if (recorded.status >= 400) {
    if (type.startsWith('text/plain')) {
      return {
        kind: 'text/plain errors',
        problem: failure(error, recorded.status, decodeHtml(text).trim()),
      };
    }
    if (text === '') return { kind: 'empty errors', problem: failure(error, recorded.status, '') };
    const isPage = type.startsWith('text/html');
    return {
      kind: isPage ? 'HTML errors' : 'other errors',
      problem: failure(error, recorded.status, isPage ? 'Runtime Error' : ''),
    };
  }
  if (/^raw\.(Plain|Write|Pdf)/.test(name)) {
    const end = text.indexOf('<?xml');
    const written = end < 0 ? text : text.slice(0, end);
    const right = value?.written === written && value.result === undefined;
    return {
      kind: 'written by the method',
      problem: right ? undefined : `${show(value?.written)}, not ${show(written)}; ${error}`,
    };
  }
  if (/html|json/.test(type) && text !== '') {
    return { kind: 'pages in place of an answer', problem: asmxError(error, 'protocol') };
  }
  if (isMalformed(type, text))
    return { kind: 'malformed XML', problem: asmxError(error, 'decode') };
  if (error !== undefined) return { kind: 'values', problem: String(error) };
  const [read, wanted] = [plain(value.result), plain(expected(text))];
  return {
    kind: 'values',
    problem: isDeepStrictEqual(read, wanted) ? undefined : `${show(read)}, not ${show(wanted)}`,
  };
}

/** The generated clients, made when asked for. */
function clientsOf(modules, port) {
  const clients = new Map();
  return (key) => {
    if (!clients.has(key)) {
      const create = modules.get(key)[`create${key.split('/')[1]}Client`];
      clients.set(key, create({ baseUrl: `http://127.0.0.1:${port}` }));
    }
    return clients.get(key);
  };
}

/**
 * Lets the generated clients read every recorded answer of an operation.
 * @param modules the generated modules of the site, by `folder/name`
 */
export async function replayAnswers(recordings, modules, runtime) {
  const player = await startPlayer();
  const clientOf = clientsOf(modules, player.port);
  const handlers = otherHandlers(runtime);
  const counts = new Map();
  const skipped = [];
  const names = readdirSync(recordings)
    .filter((file) => file.endsWith('.response') && !file.startsWith('doc'))
    .map((file) => file.slice(0, -'.response'.length))
    .sort();
  for (const name of names) {
    const request = parseRequest(readFileSync(join(recordings, `${name}.request`)));
    const bytes = readFileSync(join(recordings, `${name}.response`));
    const service = serviceOf(request);
    const folder = request.target.startsWith('/void/')
      ? 'void'
      : service in schoolOperations
        ? 'echo'
        : 'other';
    const key = `${folder}/${service}`;
    if (!modules.has(key) || request.method === 'HEAD') continue;
    const descriptors = Object.values(modules.get(key)).filter((one) => one?.service === service);
    const { operation, binding } = callOf(
      name,
      request,
      descriptors.map((one) => one.name),
    );
    const descriptor = descriptors.find((one) => one.name === operation);
    if (!descriptor.bindings.includes(binding)) {
      skipped.push(name);
      continue;
    }
    // the reference site's front end names both ways to tell the length, which is no HTTP
    player.state.bytes = Buffer.from(
      bytes.toString('latin1').replace('Transfer-Encoding: chunked\r\n', ''),
      'latin1',
    );
    const answer = await clientOf(key)
      [methodOf(operation)].raw(inputs[operation] ?? {}, { binding })
      .then(
        (value) => ({ value }),
        (error) => ({ error }),
      );
    const { kind, problem } = judge({
      name,
      recorded: parseAnswer(bytes),
      ...answer,
      expected: (text) =>
        recordedValue({ name, folder, service, operation, binding, text, handlers }),
    });
    const count = counts.get(kind) ?? { read: 0, misread: 0 };
    counts.set(kind, count);
    count[problem === undefined ? 'read' : 'misread'] += 1;
    if (problem !== undefined)
      console.log(`misread: ${name} (${operation}, ${binding}): ${problem}`);
  }
  player.server.close();
  console.log('\nAnswers of the recordings read by the generated client\n');
  console.log('what they hold                   read   misread');
  const sum = { passed: 0, failed: 0 };
  for (const [kind, { read, misread }] of counts) {
    console.log(`${kind.padEnd(30)}${String(read).padStart(7)}${String(misread).padStart(10)}`);
    sum.passed += read;
    sum.failed += misread;
  }
  if (skipped.length > 0) {
    console.log(
      `not tried (${skipped.length}), as the operation is not generated for the binding: ${skipped.join(' ')}`,
    );
  }
  return sum;
}
