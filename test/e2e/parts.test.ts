import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ClientOptions, Context } from '../../src/runtime/index.ts';
import { readMultipart } from '../../src/runtime/parts/mime.ts';
import { PartReader } from '../../src/runtime/parts/streams.ts';
import type { Server, ServerOptions } from '../../src/runtime/server/options.ts';
import { runs } from '../runs.ts';
import {
  type Bytes,
  bytesOf,
  type Files,
  type FilesClient,
  generateFiles,
  type Listening,
  listen,
  pattern,
  Source,
} from './byte-streams-contract.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

describe('attachments', () => {
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

  const axisType =
    'multipart/related; type="text/xml"; start="<A1>"; boundary="----=_Part_0_11.22"';

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
});

describe('arriving parts', () => {
  const type = 'multipart/related; type="application/xop+xml"; start-info="text/xml"; boundary=b';
  const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

  function inPieces(bytes: Uint8Array, size: number) {
    let at = 0;
    return {
      read: async () => {
        if (at >= bytes.length) return undefined;
        at += size;
        return bytes.slice(at - size, at);
      },
      cancel: () => undefined,
    };
  }

  /** Parts as they are read piece by piece, or the error. */
  async function arriving(body: Uint8Array, size: number): Promise<unknown> {
    try {
      const reader = new PartReader(inPieces(body, size), type);
      const parts: unknown[] = [];
      for (let head = await reader.next(); head !== undefined; head = await reader.next()) {
        const pieces: Uint8Array[] = [];
        for (let one = await reader.read(); one !== undefined; one = await reader.read()) {
          pieces.push(one);
        }
        parts.push({ ...head, content: Buffer.concat(pieces).toString('latin1') });
      }
      return parts;
    } catch (error) {
      return String(error);
    }
  }

  /** The same parts of a message that is there as a whole. */
  function whole(body: Uint8Array): unknown {
    try {
      const { body: root, contentType, parts } = readMultipart(body, type) ?? {};
      const shown = (content?: Uint8Array): string => Buffer.from(content ?? []).toString('latin1');
      const [, ...others] = [undefined, ...(parts?.all ?? [])];
      return [
        { id: 'r', type: contentType, content: shown(root) },
        ...others.map((one) => ({ id: one?.id, type: one?.type, content: shown(one?.content) })),
      ];
    } catch (error) {
      return String(error);
    }
  }

  const root = '--b\r\nContent-ID: <r>\r\nContent-Type: application/xop+xml\r\n\r\n<e/>\r\n';

  describe('parts that arrive in pieces are the same as in a whole message', () => {
    test.each([
      ['plain', `${root}--b\r\nContent-ID: <x>\r\n\r\nabc\r\n--b--\r\n`],
      ['preamble and epilogue', `pre\r\n${root}--b\n\nabc\n--b--\r\nmore`],
      ['empty parts', `${root}--b\r\n\r\n\r\n--b\r\n\r\n\r\n--b--`],
      [
        'lines like boundaries',
        `${root}--b\r\n\r\n--bc\r\n--\r\n-\r\n\r\n--b \t\r\n\r\nx\r\n--b--`,
      ],
      ['cut off in a part', `${root}--b\r\n\r\nabc`],
      ['cut off in a boundary', `${root}--b\r\n\r\nabc\r\n--`],
      ['cut off in headers', `${root}--b\r\nContent-ID: <x>`],
      ['no boundary', 'abc\r\n--c\r\n'],
      [
        'base64',
        `${root}--b\r\nContent-Transfer-Encoding: base64\r\n\r\nYWJj\r\nZG\r\nVm\r\n--b--`,
      ],
      ['no base64', `${root}--b\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!\r\n--b--`],
      [
        'quoted-printable',
        `${root}--b\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\na=3Db =\r\nc \r\nd\r\n--b--`,
      ],
      ['unknown encoding', `${root}--b\r\nContent-Transfer-Encoding: x-uu\r\n\r\na\r\n--b--`],
      ['long headers', `${root}--b\r\nX: ${'x'.repeat(20_000)}\r\n\r\na\r\n--b--`],
      ['many parts', `${root}${'--b\r\n\r\na\r\n'.repeat(1030)}--b--`],
    ])('%s', async (_, text) => {
      const body = latin1(text);
      const expected = whole(body);
      for (const size of [1, 2, 3, 7, 1000, 100_000]) {
        expect(await arriving(body, size)).toEqual(expected);
      }
    });

    test('at random', async () => {
      const word = fc.constantFrom('\r', '\n', '-', '--b', '--b--', 'b', ' ', 'abc', '\r\n');
      const content = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));
      await fc.assert(
        fc.asyncProperty(
          fc.array(content, { maxLength: 3 }),
          fc.nat({ max: 9 }),
          async (all, size) => {
            const parts = all.map((one) => `--b\r\nContent-ID: <x>\r\n\r\n${one}\r\n`).join('');
            const body = latin1(`${root}${parts}--b--\r\n`);
            expect(await arriving(body, size + 1)).toEqual(whole(body));
          },
        ),
        { numRuns: runs(500) },
      );
    });
  });

  describe('messages of others', () => {
    let files: Files;
    beforeAll(async () => {
      files = await generateFiles();
    });
    afterAll(() => files.folder.remove());

    const include = (id: string): string =>
      `<Include xmlns="http://www.w3.org/2004/08/xop/include" href="cid:${id}"/>`;
    const envelope = (operation: string, content: string): string =>
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
      `<${operation} xmlns="urn:files">${content}</${operation}></s:Body></s:Envelope>`;
    const part = (id: string, content: string): string =>
      `--b\r\nContent-ID: <${id}>\r\n\r\n${content}\r\n`;

    async function answer(operation: string, content: string, ...parts: string[]) {
      const seen: string[] = [];
      const text = async (stream: Bytes): Promise<string> => {
        try {
          return Buffer.from(await bytesOf(stream)).toString('latin1');
        } catch (error) {
          seen.push(String(error));
          throw error;
        }
      };
      const server = files.createServer({
        async store({ data, note }: { data: Bytes; note?: Uint8Array }) {
          seen.push(await text(data), Buffer.from(note ?? []).toString());
          return 1;
        },
        async pair({ left, right }: { left: Bytes; right: Bytes }) {
          return `${await text(left)},${await text(right)}`;
        },
        count: ({ data }: { data: Uint8Array }) => data.length,
      });
      const head = '--b\r\nContent-Type: application/xop+xml; type="text/xml"\r\n\r\n';
      const body = `${head}${envelope(operation, content)}\r\n${parts.join('')}`;
      const response = (await server.fetch('http://test/Files.asmx', {
        method: 'POST',
        headers: { 'Content-Type': type, SOAPAction: `"urn:files/${operation}"` },
        body,
      } as never)) as unknown as Response;
      return { status: response.status, text: await response.text(), seen };
    }

    const store = (more = ''): string => `<name>a</name><data>${include('d')}</data>${more}`;

    test('base64 in the envelope is a stream, too', async () => {
      const { seen } = await answer('Store', '<name>a</name><data>YWJj</data>', '--b--');
      expect(seen).toEqual(['abc', '']);
    });

    test('bytes beside a stream are there, whatever the order of the parts', async () => {
      const note = `<note>${include('n')}</note>`;
      const two = [part('d', 'data'), part('n', 'note')];
      for (const parts of [two, [...two].reverse()]) {
        expect((await answer('Store', store(note), ...parts, '--b--')).seen).toEqual([
          'data',
          'note',
        ]);
      }
    });

    test('parts that no one asked for are skipped', async () => {
      const parts = [part('x', 'x'), part('d', 'data'), part('y', 'y')];
      expect((await answer('Store', store(), ...parts, '--b--')).seen).toEqual(['data', '']);
    });

    test.each([
      ['a part that is missing', [part('x', 'x'), '--b--'], 'the message has no part of it'],
      ['a message that is cut off', [part('d', 'data')], 'is cut off'],
      ['a part that is cut off', ['--b\r\nContent-ID: <d>\r\n\r\nda'], 'is cut off'],
      ['two parts of one name', [part('d', '1'), part('d', '2'), '--b--'], "several parts 'd'"],
      [
        'a part in no encoding',
        ['--b\r\nContent-ID: <d>\r\nContent-Transfer-Encoding: x\r\n\r\nx\r\n--b--'],
        'unknown transfer encoding',
      ],
    ])('%s is an error of the stream', async (_, parts, message) => {
      const { status, text, seen } = await answer('Store', store(), ...parts);
      expect(seen.join()).toContain(message);
      expect([status, text]).toEqual([500, expect.stringContaining('Fault')]);
    });

    test.each([
      [
        'another address',
        '<data><Include xmlns="http://www.w3.org/2004/08/xop/include" href="http://x/"/></data>',
      ],
      ['two includes', `<data>${include('d')}${include('d')}</data>`],
    ])('%s is refused', async (_, data) => {
      const { status, seen } = await answer(
        'Store',
        `<name>a</name>${data}`,
        part('d', 'x'),
        '--b--',
      );
      expect([status, seen]).toEqual([500, []]);
    });

    test('two streams of one part are refused', async () => {
      const both = `<left>${include('d')}</left><right>${include('d')}</right>`;
      const { text } = await answer('Pair', both, part('d', 'x'), '--b--');
      expect(text).toContain("Two streams refer to the part 'd'");
    });

    test('other operations have all parts', async () => {
      const { text } = await answer(
        'Count',
        `<data>${include('d')}</data>`,
        part('d', 'xyz'),
        '--b--',
      );
      expect(text).toContain('<CountResult>3<');
    });

    /** What a client reads of an answer that arrives in pieces of some bytes. */
    async function read(parts: readonly string[], contentType = type): Promise<string> {
      const client = files.createClient({
        endpoint: 'http://test/Files.asmx',
        fetch: (async () => {
          const body = latin1([...parts, '--b--\r\n'].join(''));
          const { read: pull } = inPieces(body, 7);
          const stream = new ReadableStream<Uint8Array>({
            async pull(controller) {
              const piece = await pull();
              if (piece === undefined) controller.close();
              else controller.enqueue(piece);
            },
          });
          return new Response(stream, { headers: { 'Content-Type': contentType } });
        }) as never,
      });
      try {
        const found = await client.fetch({ name: 'x' });
        return found === undefined ? 'none' : Buffer.from(await bytesOf(found)).toString('latin1');
      } catch (error) {
        return String(error);
      }
    }

    const answerRoot = (href: string, id = 'r'): string =>
      part(
        id,
        envelope(
          'FetchResponse',
          `<FetchResult><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="${href}"/></FetchResult>`,
        ),
      ).replace('>\r\n', '>\r\nContent-Type: application/xop+xml; type="text/xml"\r\n');
    const encodedPart = (encoding: string, content: string): string =>
      part('d', content).replace('\r\n\r\n', `\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`);
    const withStart = `${type}; start="<r>"`;

    test.each<[string, readonly string[], string, string?]>([
      ['a start that is no part', [answerRoot('cid:d', 'q'), part('d', 'abc')], 'abc', withStart],
      ['no start', [answerRoot('cid:d'), part('d', 'abc')], 'abc'],
      ['root last', [part('d', 'abc'), answerRoot('cid:d')], 'abc', withStart],
      ['root between', [part('x', 'x'), answerRoot('cid:d'), part('d', 'abc')], 'abc', withStart],
      ['zero length', [answerRoot('cid:d'), part('d', '')], ''],
      ['zero length, root last', [part('d', ''), answerRoot('cid:d')], '', withStart],
      [
        'quoted-printable',
        [answerRoot('cid:d'), encodedPart('quoted-printable', 'a=3D=\r\nb=FF =\r\n')],
        'a=b\xff ',
      ],
      [
        'quoted-printable, root last',
        [encodedPart('Quoted-Printable', 'a=3D=\r\nb'), answerRoot('cid:d')],
        'a=b',
        withStart,
      ],
      ['base64', [answerRoot('cid:d'), encodedPart('BASE64', 'YW\r\nJj')], 'abc'],
      ['an ID with percent signs', [answerRoot('cid:a%40b%20c'), part('a@b c', 'abc')], 'abc'],
      ['a scheme in capitals', [answerRoot('CID:d'), part('d', 'abc')], 'abc'],
    ])('an answer to a client: %s', async (_, parts, expected, ...[contentType]) => {
      expect(await read(parts, contentType)).toBe(expected);
    });

    test.each<[string, readonly string[], string, string?]>([
      ['a URL', [answerRoot('http://169.254.169.254/'), part('d', 'x')], 'no part of the message'],
      ['a file', [answerRoot('file:///etc/passwd'), part('d', 'x')], 'no part of the message'],
      ['nothing', [answerRoot(''), part('', 'x')], ''],
      ['an empty ID', [answerRoot('cid:'), part('', 'x')], ''],
      ['a broken percent sign', [answerRoot('cid:%zz'), part('d', 'x')], 'no part of it'],
      ['a name of every object', [answerRoot('cid:__proto__'), part('d', 'x')], 'no part of it'],
      ['the root', [answerRoot('cid:r'), part('d', 'x')], 'no part of it', withStart],
      ['the root that is last', [part('d', 'x'), answerRoot('cid:r')], 'no part of it', withStart],
      [
        'another part twice',
        [answerRoot('cid:d'), part('d', '1'), part('d', '2')],
        'several parts',
      ],
      [
        'parts of one ID before the root',
        [part('d', '1'), part('d', '2'), answerRoot('cid:d')],
        'several parts',
        withStart,
      ],
      ['no quoted-printable', [answerRoot('cid:d'), encodedPart('quoted-printable', '=ZZ')], ''],
    ])(
      'an answer that refers to %s is an error of the client',
      async (_, parts, message, ...[given]) => {
        const found = await read(parts, given);
        expect(found).toMatch(/^AsmxError: /);
        expect(found).toContain(message);
      },
    );
  });
});

describe('byte streams', () => {
  let files: Files;
  const open: Listening[] = [];

  beforeAll(async () => {
    files = await generateFiles();
  });
  afterAll(async () => {
    for (const one of open) await one.close();
    files.folder.remove();
  });

  const stored = new Map<string, Uint8Array>();
  const handlers = {
    async store({ name, data, note }: { name: string; data: Bytes; note?: Uint8Array }) {
      const bytes = await bytesOf(data);
      stored.set(name, bytes);
      return bytes.length + (note?.length ?? 0);
    },
    async pair({ left, right }: { left: Bytes; right: Bytes }) {
      const [one, two] = await Promise.all([bytesOf(left), bytesOf(right)]);
      return `${one.length},${two.length}`;
    },
    fetch: ({ name }: { name: string }) =>
      name === 'none' ? undefined : new Source(Number(name)).stream,
    count: ({ data }: { data: Uint8Array }) => data.length,
  };

  type Over = 'node' | 'fetch';

  async function clientOf(
    over: Over,
    options: Partial<ClientOptions> = {},
    served: ServerOptions = {},
    own: object = handlers,
  ): Promise<FilesClient> {
    const server = files.createServer(own, served);
    if (over === 'fetch') {
      return files.createClient({
        baseUrl: 'http://test',
        fetch: server.fetch as never,
        ...options,
      });
    }
    const listening = await listen(server);
    open.push(listening);
    return files.createClient({ baseUrl: listening.url, ...options });
  }

  describe.each(['node', 'fetch'] as const)('over %s', (over) => {
    test.each([
      ['soap11', undefined],
      ['soap12', undefined],
      ['soap11', true],
      ['soap11', false],
    ] as const)('%s with mtom %s: the same bytes arrive', async (binding, mtom) => {
      const client = await clientOf(over, { binding, mtom });
      for (const length of [0, 1, 2, 3, 50_000, 1_000_000]) {
        const { stream } = new Source(length, 9_999);
        const note = pattern(3, 100);
        expect(await client.store({ name: 'a', data: stream, note })).toBe(length + 100);
        expect(Buffer.compare(stored.get('a') as Uint8Array, pattern(0, length))).toBe(0);
        const fetched = await bytesOf(await client.fetch({ name: String(length) }));
        expect(Buffer.compare(fetched, pattern(0, length))).toBe(0);
      }
    });

    test.each([undefined, true, false])(
      'with mtom %s: attachments that no contract declares, both ways',
      async (mtom) => {
        const seen: unknown[] = [];
        const parts = [{ id: 'a@x', type: 'text/x', content: pattern(0, 70_000) }];
        const client = await clientOf(over, { mtom }, mtom === undefined ? {} : { mtom }, {
          ...handlers,
          async store(input: never, context: Context) {
            seen.push(context.attachments);
            return handlers.store(input);
          },
          fetch(input: never, context: Context) {
            context.attach({ id: 'b', content: 'note' });
            return handlers.fetch(input);
          },
        });
        const { stream } = new Source(200_000);
        const options = { attachments: parts };
        expect(await client.store({ name: 'a', data: stream }, options)).toBe(200_000);
        expect(seen).toEqual([parts]);
        for (const name of ['300000', 'none']) {
          const raw = await client.fetch.raw({ name });
          expect(raw.attachments).toMatchObject([{ id: 'b', type: 'text/plain; charset=utf-8' }]);
          const length = name === 'none' ? 0 : Number(name);
          if (length > 0) expect(await bytesOf(raw.result)).toHaveLength(length);
        }
      },
    );

    test('an answer without the stream has none', async () => {
      const client = await clientOf(over);
      expect(await client.fetch({ name: 'none' })).toBeUndefined();
    });

    test('two streams are read at once, in any order, and one after the other', async () => {
      const orders = {
        ...handlers,
        async pair({ left, right }: { left: Bytes; right: Bytes }) {
          const two = await bytesOf(right);
          return `${(await bytesOf(left)).length},${two.length}`;
        },
      };
      const pair = () => ({ left: new Source(70_000).stream, right: new Source(5).stream });
      expect(await (await clientOf(over)).pair(pair())).toBe('70000,5');
      expect(await (await clientOf(over, {}, {}, orders)).pair(pair())).toBe('70000,5');
    });

    test('other operations of the service still take messages with parts', async () => {
      const client = await clientOf(over, { mtom: true });
      expect(await client.count({ data: pattern(0, 5000) })).toBe(5000);
    });

    test('a handler that reads nothing: the sender is told', async () => {
      const client = await clientOf(over, {}, {}, { ...handlers, store: () => 7 });
      const source = new Source(500_000_000, 60_000);
      const answer = client.store({ name: 'a', data: source.stream });
      await expect(answer).resolves.toBe(7);
      await source.whenCancelled;
      expect(source.given).toBeLessThan(100_000_000);
    });

    test('a handler that fails: the sender gets its fault, and is told', async () => {
      const fails = {
        ...handlers,
        store() {
          throw new Error('no');
        },
      };
      const client = await clientOf(over, {}, {}, fails);
      const source = new Source(500_000_000, 60_000);
      await expect(client.store({ name: 'a', data: source.stream })).rejects.toMatchObject({
        name: 'SoapFault',
      });
      await source.whenCancelled;
    });

    test('a caller that cancels: the handler is told', async () => {
      const source = new Source(500_000_000, 60_000);
      const client = await clientOf(over, {}, {}, { ...handlers, fetch: () => source.stream });
      const stream = (await client.fetch({ name: 'a' })) as Bytes;
      const reader = stream.getReader();
      await reader.read();
      await reader.cancel();
      await source.whenCancelled;
    });

    test('a source that fails ends the call with an error', async () => {
      let seen: unknown;
      const client = await clientOf(
        over,
        {},
        {},
        {
          ...handlers,
          async store({ data }: { data: Bytes }) {
            await bytesOf(data).catch((error: unknown) => {
              seen = error;
              throw error;
            });
          },
        },
      );
      const { stream } = new Source(1_000_000, 50_000, 100_000);
      const call = client.store({ name: 'a', data: stream });
      // without a connection, the server learns of it, too
      if (over === 'fetch') await expect(call).rejects.toMatchObject({ name: 'SoapFault' });
      else {
        await expect(call).rejects.toMatchObject({
          code: 'transport',
          message: expect.stringContaining('the disk failed'),
        });
        while (seen === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
        expect(String(seen)).toContain('broke');
      }
    });

    test('an answer that breaks off ends its stream with an error', async () => {
      const { stream } = new Source(1_000_000, 50_000, 100_000);
      const client = await clientOf(over, {}, {}, { ...handlers, fetch: () => stream });
      const result = await client.fetch({ name: 'a' });
      await expect(bytesOf(result)).rejects.toMatchObject({ name: 'AsmxError', code: 'transport' });
    });

    test('limits that are set count streams, too', async () => {
      const limits = { bodyBytes: 100_000 };
      const client = await clientOf(over, {}, { limits });
      const { stream } = new Source(200_000);
      await expect(client.store({ name: 'a', data: stream })).rejects.toMatchObject({
        message: expect.stringContaining('Maximum request length exceeded'),
      });
      const small = await clientOf(over, { maxResponseBytes: 100_000 });
      await expect(bytesOf(await small.fetch({ name: '200000' }))).rejects.toMatchObject({
        code: 'too-large',
      });
    });

    test('a stream that nobody reads ends with the time of the call', async () => {
      const source = new Source(500_000_000, 60_000);
      const client = await clientOf(over, {}, {}, { ...handlers, fetch: () => source.stream });
      const stream = (await client.fetch({ name: 'a' }, { timeout: 1000 })) as Bytes;
      await source.whenCancelled;
      await expect(bytesOf(stream)).rejects.toMatchObject({ code: 'timeout' });
    });

    test.each([
      ['bytes', new Uint8Array(2), 'Expected a ReadableStream of bytes, got an object'],
      ['a text', 'x', 'Expected a ReadableStream of bytes'],
    ])('%s are no stream', async (_, data, message) => {
      const client = await clientOf(over);
      await expect(client.store({ name: 'a', data })).rejects.toMatchObject({
        code: 'encode',
        message: expect.stringContaining(message),
      });
    });

    test('streams of a message that cannot be written or sent are cancelled', async () => {
      const client = await clientOf(over);
      const left = new Source(10);
      await expect(client.pair({ left: left.stream, right: left.stream })).rejects.toMatchObject({
        code: 'encode',
        message: expect.stringContaining('only be sent once'),
      });
      await left.whenCancelled;
      const aborted = new Source(10);
      const signal = AbortSignal.abort();
      const call = client.store({ name: 'a', data: aborted.stream }, { signal });
      await expect(call).rejects.toMatchObject({ code: 'aborted' });
      await aborted.whenCancelled;
      const other = new Source(10);
      const refused = client.store({ name: 'a', data: other.stream }, { headers: { 'a b': 'x' } });
      await expect(refused).rejects.toMatchObject({ code: 'encode' });
      await other.whenCancelled;
    });

    test('pieces that are no bytes end the call', async () => {
      const stream = new ReadableStream({
        pull(controller) {
          controller.enqueue('text');
        },
      });
      const client = await clientOf(over);
      await expect(client.store({ name: 'a', data: stream })).rejects.toMatchObject(
        over === 'fetch'
          ? { name: 'SoapFault' }
          : { message: expect.stringContaining('instead of a Uint8Array') },
      );
    });

    test('interceptors see the beginning of a request, which is sent once', async () => {
      let tries = 0;
      const client = await clientOf(over, {
        interceptors: [
          async (request, next) => {
            expect(Buffer.from(request.body as Uint8Array).toString()).toContain('<name>a</name>');
            tries += 1;
            await next(request);
            return next(request);
          },
        ],
      });
      const call = client.store({ name: 'a', data: new Source(10).stream });
      await expect(call).rejects.toMatchObject({
        message: expect.stringContaining('cannot be sent again'),
      });
      expect(tries).toBe(1);
    });
  });

  test('an answer that cannot be read leaves no timer', async () => {
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    const before = timers();
    for (const body of [
      `--b\r\nX: ${'x'.repeat(20_000)}`,
      '--b\r\n\r\n<a',
      '--b\r\n\r\n<a/>\r\n--b--',
    ]) {
      const headers = { 'Content-Type': 'multipart/related; boundary=b' };
      const fetch = async (): Promise<Response> => new Response(body, { headers });
      const client = files.createClient({ baseUrl: 'http://test', fetch: fetch as never });
      await expect(client.fetch({ name: 'a' })).rejects.toMatchObject({ name: 'AsmxError' });
    }
    expect(timers()).toBe(before);
  });
});
