import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ClientOptions } from '../../src/runtime/index.ts';
import type { Server } from '../../src/runtime/server/options.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

/** The contract of the golden folder: bytes, text and XML in, bytes out. */
const contract = readFileSync(
  join(import.meta.dirname, '..', 'golden', 'mime-multipart', 'contract.wsdl'),
  'utf8',
);
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const photo = new Uint8Array([0, 13, 10, 45, 45, 61, 95, 255]);

interface Exchange {
  readonly type: string;
  readonly body: Uint8Array;
}

let folder: GeneratedFolder;
let server: Server;
let createClient: (options: ClientOptions) => { ask(input: object): Promise<unknown> };
let received: unknown;
let answer: unknown;

beforeAll(async () => {
  folder = await generateText('contract.wsdl', contract);
  const module = await folder.load();
  createClient = module.createSampleClient as typeof createClient;
  const createServer = module.createSampleServer as (handlers: object) => Server;
  server = createServer({
    ask: (input: unknown) => {
      received = input;
      return answer;
    },
  });
});
afterAll(() => folder.remove());

const input = {
  a: 'é',
  file: new Uint8Array([...new TextEncoder().encode('--=_asmx_0_\r\n--=_asmx_1_'), 0, 255]),
  note: 'Grüße\r\n',
  order: { number: 7 },
};

/** Sends bytes to the server. */
async function post(type: string, body: Uint8Array): Promise<Response> {
  return (await server.fetch(
    new Request('http://localhost/sample', {
      method: 'POST',
      headers: { 'Content-Type': type, SOAPAction: '"urn:sample/Ask"' },
      body: body as Uint8Array<ArrayBuffer>,
    }),
  )) as unknown as Response;
}

/** A client that talks to the server in this process, and what goes by. */
function clientOf(seen: {
  request?: Exchange;
  answer?: Exchange;
}): ReturnType<typeof createClient> {
  return createClient({
    endpoint: 'http://localhost/sample',
    fetch: async (_url, init) => {
      const body = init?.body as unknown as Uint8Array;
      const type = new Headers(init?.headers as Record<string, string>).get('content-type') ?? '';
      seen.request = { type, body };
      const response = await post(type, body);
      const bytes = new Uint8Array(await response.clone().arrayBuffer());
      seen.answer = { type: response.headers.get('content-type') ?? '', body: bytes };
      return response as never;
    },
  });
}

const latin1 = (bytes: Uint8Array | undefined): string =>
  Buffer.from(bytes ?? new Uint8Array()).toString('latin1');

describe('a client and a server', () => {
  test('send attachments both ways', async () => {
    answer = { AskResult: 3, photo };
    const seen: { request?: Exchange; answer?: Exchange } = {};
    await expect(clientOf(seen).ask(input)).resolves.toEqual({ AskResult: 3, photo });
    expect(received).toEqual(input);
    expect(seen.request?.type).toBe(
      'multipart/related; type="text/xml"; start="<envelope=0@asmx.invalid>"; boundary="=_asmx_2_"',
    );
    const [before, envelope, file, note, order, end] = latin1(seen.request?.body).split(
      '--=_asmx_2_',
    );
    expect(before).toBe('');
    expect(envelope).toMatch(
      /^\r\nContent-Type: text\/xml; charset=utf-8\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <envelope=0@asmx.invalid>\r\n\r\n<\?xml/,
    );
    expect(file).toBe(
      `\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <file=1@asmx.invalid>\r\n\r\n${latin1(input.file)}\r\n`,
    );
    expect(note).toContain('Content-Type: text/plain; charset=utf-8\r\n');
    expect(order).toContain('\r\n\r\n<Order xmlns="urn:sample"><number>7</number></Order>\r\n');
    expect(end).toBe('--\r\n');
    expect(seen.answer?.type).toMatch(/^multipart\/related; type="text\/xml"; /);
    expect(latin1(seen.answer?.body)).toContain('Content-ID: <photo=1@asmx.invalid>\r\n');
  });

  test('a request without an attachment is not sent', async () => {
    await expect(clientOf({}).ask({ ...input, file: undefined })).rejects.toMatchObject({
      code: 'encode',
      path: 'file',
    });
  });

  test('an answer without an attachment of the contract is a protocol error', async () => {
    const body = `<soap:Envelope xmlns:soap="${soap}"><soap:Body><AskResponse xmlns="urn:sample"><AskResult>3</AskResult></AskResponse></soap:Body></soap:Envelope>`;
    const client = createClient({
      endpoint: 'http://localhost/sample',
      fetch: async () =>
        new Response(body, { headers: { 'Content-Type': 'text/xml; charset=utf-8' } }) as never,
    });
    await expect(client.ask(input)).rejects.toMatchObject({
      code: 'protocol',
      message: expect.stringContaining("no attachment 'photo'"),
    });
  });

  test('a handler that leaves an attachment out answers with a fault', async () => {
    answer = { AskResult: 3 };
    await expect(clientOf({}).ask(input)).rejects.toMatchObject({ name: 'SoapFault' });
  });
});

const envelope = `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="${soap}"><soapenv:Body><Ask xmlns="urn:sample"><a>x</a></Ask></soapenv:Body></soapenv:Envelope>`;

/** Lines joined as in MIME, as bytes of Latin-1. */
function bytes(...lines: readonly string[]): Uint8Array {
  return new Uint8Array(Buffer.from(lines.join('\r\n'), 'latin1'));
}

const axisType = 'multipart/related; type="text/xml"; start="<A1>"; boundary="----=_Part_0_11.22"';

/**
 * As Axis 1 writes it: identifiers that say nothing, so that parts are told apart by their order.
 */
const axis = (last = '------=_Part_0_11.22--'): Uint8Array =>
  bytes(
    '------=_Part_0_11.22',
    'Content-Type: text/xml; charset=UTF-8',
    'Content-Transfer-Encoding: binary',
    'Content-Id: <A1>',
    '',
    envelope,
    '------=_Part_0_11.22',
    'Content-Type: image/jpeg',
    'Content-Transfer-Encoding: binary',
    'Content-Id: <B2>',
    '',
    '\xff\xd8\r\n--\0',
    '------=_Part_0_11.22',
    'Content-Type: text/plain; charset=ISO-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    'Content-Id: <C3>',
    '',
    'caf=E9 =',
    'au lait  ',
    '------=_Part_0_11.22',
    'Content-Type: text/xml',
    'Content-Transfer-Encoding: base64',
    'Content-Id:',
    ' <D4>',
    '',
    Buffer.from('<Order xmlns="urn:sample"><number>7</number></Order>').toString('base64'),
    last,
    '',
  );

describe('requests of other stacks', () => {
  test('Axis: by order, in all transfer encodings', async () => {
    answer = { AskResult: 1, photo };
    const response = await post(axisType, axis());
    expect(response.status).toBe(200);
    expect(received).toEqual({
      a: 'x',
      file: new Uint8Array([0xff, 0xd8, 13, 10, 45, 45, 0]),
      note: 'café au lait',
      order: { number: 7 },
    });
  });

  test('CXF: by Content-ID, in any order, with a preamble, the envelope last', async () => {
    const part = (id: string, type: string, content: string): readonly string[] => [
      '--uuid:1-2',
      `Content-Type: ${type}`,
      `Content-ID: <${id}>`,
      '',
      content,
    ];
    const body = bytes(
      'This is a message in several parts.',
      ...part(
        'order=3@x',
        'text/xml',
        '<o:Order xmlns:o="urn:sample"><o:number>8</o:number></o:Order>',
      ),
      ...part('n%6Fte=2@x', 'text/plain', 'n'),
      ...part('file=1@x', 'image/png', 'f'),
      ...part('root', 'text/xml; charset=UTF-8', envelope),
      '--uuid:1-2--',
    );
    const type = 'Multipart/Related; boundary="uuid:1-2"; type="text/xml"; start="<root>"';
    expect((await post(type, body)).status).toBe(200);
    expect(received).toEqual({
      a: 'x',
      file: new Uint8Array([0x66]),
      note: 'n',
      order: { number: 8 },
    });
  });
});

describe('the root part has a charset and a transfer encoding of its own', () => {
  const related = (head: readonly string[], root: string, parts: readonly string[]): Uint8Array =>
    bytes('--b', ...head, '', root, ...parts.flatMap((part) => ['--b', '', part]), '--b--', '');
  const type = 'multipart/related; type="text/xml"; boundary=b';
  const head = (charset: string, encoding: string): readonly string[] => [
    `Content-Type: text/xml; charset=${charset}`,
    `Content-Transfer-Encoding: ${encoding}`,
  ];
  const asked = envelope.replace(' encoding="UTF-8"', '').replace('<a>x', '<a>caf\xe9');
  const answered = (text: string): string =>
    `<e:Envelope xmlns:e="${soap}"><e:Body><e:Fault><faultcode>e:Server</faultcode><faultstring>${text}</faultstring></e:Fault></e:Body></e:Envelope>`;
  const quoted = (text: string): string =>
    text.replace(/[=\x80-\xff]/g, (one) => `=${one.charCodeAt(0).toString(16).toUpperCase()}`);

  test.each([
    ['ISO-8859-1', '8bit', asked],
    ['windows-1252', 'quoted-printable', quoted(asked)],
    ['ISO-8859-1', 'base64', Buffer.from(asked, 'latin1').toString('base64')],
  ])('of a request: %s, %s', async (charset, encoding, root) => {
    answer = { AskResult: 1, photo };
    const order = '<Order xmlns="urn:sample"><number>7</number></Order>';
    const body = related(head(charset, encoding), root, ['f', 'n', order]);
    expect((await post(type, body)).status).toBe(200);
    expect(received).toMatchObject({ a: 'café' });
  });

  const clientOfAnswer = (body: Uint8Array, options: object = {}) =>
    createClient({
      endpoint: 'http://localhost/sample',
      fetch: async () => new Response(body, { status: 500, headers: { 'Content-Type': type } }),
      ...options,
    } as never);

  test.each([
    ['ISO-8859-1', '8bit', answered('caf\xe9')],
    ['ISO-8859-1', 'quoted-printable', quoted(answered('caf\xe9'))],
    ['UTF-8', 'base64', Buffer.from(answered('caf\xe9')).toString('base64')],
  ])('of an answer: %s, %s', async (charset, encoding, root) => {
    const client = clientOfAnswer(related(head(charset, encoding), root, []));
    await expect(client.ask(input)).rejects.toMatchObject({ name: 'SoapFault', message: 'café' });
  });

  test('whose bytes are not in it: a decode error, or what the option charset says', async () => {
    const body = related(head('UTF-8', '8bit'), answered('caf\xe9'), []);
    await expect(clientOfAnswer(body).ask(input)).rejects.toMatchObject({
      code: 'decode',
      message: expect.stringMatching(/The bytes are not utf-8/i),
    });
    const told = clientOfAnswer(body, { charset: 'windows-1252' });
    await expect(told.ask(input)).rejects.toMatchObject({ name: 'SoapFault', message: 'café' });
  });
});

describe('messages that are not as they should be are client faults', () => {
  const many = Array.from({ length: 300 }, () => '--b\r\n\r\nx\r\n').join('');
  test.each<[string, string, Uint8Array, string]>([
    ['no boundary named', 'multipart/related', axis(), 'names no boundary'],
    [
      'a boundary that is too long',
      `multipart/related; boundary=${'b'.repeat(71)}`,
      axis(),
      'names no boundary',
    ],
    [
      'a boundary that is not there',
      'multipart/related; boundary=b',
      axis(),
      'does not contain its boundary',
    ],
    ['cut off', axisType, axis('------=_Part_0_11.2'), 'is cut off'],
    ['no part', 'multipart/related; boundary=b', bytes('--b--', ''), 'has no part'],
    [
      'too many parts',
      'multipart/related; boundary=b',
      bytes(`${many}--b--`),
      'more than 256 parts',
    ],
    [
      'huge headers',
      'multipart/related; boundary=b',
      bytes('--b', `X: ${'y'.repeat(20_000)}`, '', '', '--b--'),
      'more than 16384 bytes of headers',
    ],
    [
      'headers without end',
      'multipart/related; boundary=b',
      bytes(`--b\n${'y\n'.repeat(20_000)}--b--`),
      'more than 16384 bytes of headers',
    ],
    [
      'an unknown transfer encoding',
      'multipart/related; boundary=b',
      bytes('--b', 'Content-Transfer-Encoding: x-uu', '', '', '--b--'),
      'unknown transfer encoding',
    ],
    [
      'damaged base64',
      'multipart/related; boundary=b',
      bytes('--b', 'Content-Transfer-Encoding: base64', '', '*', '--b--'),
      'not valid base64',
    ],
    [
      'damaged quoted-printable',
      'multipart/related; boundary=b',
      bytes('--b', 'Content-Transfer-Encoding: quoted-printable', '', '=zz', '--b--'),
      'not valid quoted-printable',
    ],
    [
      'an attachment missing',
      'multipart/related; boundary=b',
      bytes('--b', 'Content-Type: text/xml', '', envelope, '--b--'),
      "no attachment 'file'",
    ],
    ['no attachments at all', 'text/xml; charset=utf-8', bytes(envelope), "no attachment 'file'"],
  ])('%s', async (_name, type, body, message) => {
    received = undefined;
    const response = await post(type, body);
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain('<faultcode>soap:Client</faultcode>');
    expect(text).toContain(message);
    expect(received).toBeUndefined();
  });
});
