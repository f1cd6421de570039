import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AuthCode, GenerateReport, type GenerateReportInput } from './descriptors.ts';
import { converse, send, start } from './exchange.ts';
import { authCode, envelope, form, soap11, soap12, text11, text12 } from './messages.ts';
import { createServer } from './serve.ts';

let server: Server;
let port: number;
let done: () => void = () => undefined;
const last = new Promise<void>((resolve) => {
  done = resolve;
});

beforeAll(async () => {
  const { listener } = createServer([
    { operation: AuthCode, handler: () => undefined },
    {
      operation: GenerateReport,
      handler: async ({ studentId, studentClass }: GenerateReportInput) => {
        // Of several, the first is done after the last.
        if (studentClass === 'first') await last;
        if (studentClass === 'last') done();
        if (studentClass === 'throw') throw new Error('boom');
        return `#${studentId}`;
      },
    },
  ]);
  ({ server, port } = await start(listener));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const path = '/AuthCodeSending.asmx';
const action = 'SOAPAction: "http://tempuri.org/AuthCode"';
const type11 = `Content-Type: ${text11}`;
const body11 = envelope(soap11, authCode());

/** A request as it is on the wire, on a connection that stays. */
function message(line: string, fields: readonly string[] = [], body?: string): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return `${[`${line} HTTP/1.1`, 'Host: h', ...fields, ...length].join('\r\n')}\r\n\r\n${body ?? ''}`;
}

const report = (id: number, kind: string): string =>
  message(`GET ${path}/GenerateReport?studentId=${id}&studentClass=${kind}`);

describe('after every kind of answer the connection goes on', () => {
  test.each([
    ['200', message(`POST ${path}`, [type11, action], body11), 200],
    ['400', message(`POST ${path}`, [type11, action], '<a'), 400],
    ['415', message(`POST ${path}`, ['Content-Type: text/plain', action], body11), 415],
    ['a fault', message(`POST ${path}`, [type11, 'SOAPAction: "x"'], body11), 500],
    ['an empty envelope', message(`POST ${path}`, [`Content-Type: ${text12}`], ''), 500],
    ['an exception', report(1, 'throw'), 500],
    [
      'a missing parameter',
      message(`POST ${path}/AuthCode`, [`Content-Type: ${form}`], 'a=1'),
      500,
    ],
    ['an unknown operation, body unread', message(`POST ${path}/Nope`, [type11], body11), 500],
    ['PUT, body unread', message(`PUT ${path}`, [type11, action], body11), 405],
    ['DELETE with a body', message(`DELETE ${path}/AuthCode`, [type11], body11), 500],
    ['OPTIONS', message(`OPTIONS ${path}`), 405],
    ['no one there, body unread', message('POST /Nope.asmx', [type11, action], body11), 404],
    ['HEAD', message(`HEAD ${path}`), 404],
    ['HEAD of an operation', message(`HEAD ${path}/AuthCode?code=1&phone=2`), 200],
    ['HEAD of the WSDL', message(`HEAD ${path}?WSDL`), 404],
  ])('%s', async (_name, first, status) => {
    const [one, two] = await converse(port, [first, report(2, 'ok')]);
    expect(one?.status).toBe(status);
    expect(one?.headers.connection).toBe('keep-alive');
    expect(one?.headers['cache-control']).toBe(status === 200 ? 'private, max-age=0' : 'private');
    expect(two?.body).toContain('>#2<');
  });
});

test('answers to pipelined requests come in their order', async () => {
  const text = await send(
    port,
    report(1, 'first') +
      report(2, 'throw') +
      message(`POST ${path}`, [type11, action], body11) +
      message(`GET ${path}/GenerateReport?studentId=3&studentClass=last`, ['Connection: close']),
  );
  const marks = ['>#1<', 'An error occurred', '<AuthCodeResponse', '>#3<'].map((mark) =>
    text.indexOf(mark),
  );
  expect(marks).toEqual([...marks].sort((a, b) => a - b));
  expect(Math.min(...marks)).toBeGreaterThan(0);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([200, 500, 200, 200].map((s) => `HTTP/1.1 ${s}`));
});

describe('chunked bodies', () => {
  const chunked = (text: string, size: number): string => {
    const bytes = Buffer.from(text);
    let chunks = '';
    for (let at = 0; at < bytes.length; at += size) {
      const part = bytes.subarray(at, at + size);
      chunks += `${part.length.toString(16)};ext=1\r\n${part.toString('latin1')}\r\n`;
    }
    return `${chunks}0\r\nX-Trailer: 1\r\n\r\n`;
  };
  test.each([1, 7, 10_000])(
    'in pieces of %i bytes, with extensions and a trailer',
    async (size) => {
      const head = ['Transfer-Encoding: chunked'];
      const answers = await converse(port, [
        message(`POST ${path}`, [type11, action, ...head]) + chunked(body11, size),
        message(`POST ${path}`, [`Content-Type: ${text12}`, ...head]) +
          chunked(envelope(soap12, authCode()), size),
        message(`POST ${path}/AuthCode`, [`Content-Type: ${form}`, ...head]) +
          chunked('code=1&phone=2', size),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    },
  );

  test('empty: no XML', async () => {
    const head = ['Transfer-Encoding: chunked', type11, action];
    const [answer] = await converse(port, [`${message(`POST ${path}`, head)}0\r\n\r\n`]);
    expect([answer?.status, answer?.body]).toEqual([400, '']);
  });
});

describe('Expect: 100-continue', () => {
  test.each([
    ['SOAP 1.1', `POST ${path}`, [type11, action], body11, 200],
    ['SOAP 1.2', `POST ${path}`, [`Content-Type: ${text12}`], envelope(soap12, authCode()), 200],
    ['HTTP POST', `POST ${path}/AuthCode`, [`Content-Type: ${form}`], 'code=1&phone=2', 200],
    ['a refused one', `POST ${path}`, [type11, 'SOAPAction: "x"'], body11, 500],
  ])('%s waits for the word and sends then', async (_name, line, fields, body, status) => {
    const whole = message(line, [...fields, 'Expect: 100-continue'], body);
    const head = whole.slice(0, whole.length - body.length);
    const [word, answer, next] = await converse(port, [head, body, report(4, 'ok')]);
    expect([word?.status, word?.reason]).toEqual([100, 'Continue']);
    expect(answer?.status).toBe(status);
    expect(next?.body).toContain('>#4<');
  });
});

test('HTTP/1.0: no Host, and the connection ends', async () => {
  const text = await send(
    port,
    `POST ${path}/AuthCode HTTP/1.0\r\nContent-Type: ${form}\r\nContent-Length: 14\r\n\r\ncode=1&phone=2`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text).toMatch(/\r\nConnection: close\r\n/);
});
