import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Documentation } from '../../../src/runtime/server/documents.ts';
import type { Context } from '../../../src/runtime/server/options.ts';
import type { NodeListener } from '../../../src/runtime/server/request.ts';
import {
  AuthCode,
  type AuthCodeInput,
  GenerateReport,
  type GenerateReportInput,
} from './descriptors.ts';
import { parse, request, send, start } from './exchange.ts';
import { authCode, envelope, fault11, form, soap11, text11, text12 } from './messages.ts';
import { createServer } from './serve.ts';

let close: (() => void) | undefined;
let inputs: unknown[] = [];

afterEach(() => {
  close?.();
  inputs = [];
});

const school = createServer(
  [
    { operation: AuthCode, handler: (input: AuthCodeInput) => void inputs.push(input) },
    {
      operation: GenerateReport,
      handler: ({ studentClass }: GenerateReportInput) => (studentClass ?? '').repeat(5000),
    },
  ],
  { limits: { bodyBytes: 2000, depth: 20 } },
);

type Routes = Parameters<typeof createServer>[0];

async function open(listener: RequestListener): Promise<number> {
  const { server, port } = await start(listener);
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return port;
}

const soapHead = `POST /AuthCodeSending.asmx HTTP/1.1\r\nHost: h\r\nContent-Type: ${text11}\r\nSOAPAction: "http://tempuri.org/AuthCode"\r\n`;
const reply = envelope(soap11, '<AuthCodeResponse xmlns="http://tempuri.org/" />');
const tooLarge = fault11(
  'Server',
  'There was an exception running the extensions specified in the config file. ---&gt; Maximum request length exceeded.',
);

test.each(['plain', 'Jürgen'])(
  'a header beyond ASCII is sent as it is, with the result %s',
  async (name) => {
    const { listener } = createServer([
      {
        operation: GenerateReport,
        handler: (_: GenerateReportInput, context: Context) => {
          context.header('X-Teacher', 'é');
          return name;
        },
      },
    ]);
    const body = await new Promise<Buffer>((resolve) => {
      void open(listener).then((port) => {
        const socket = connect(port, '127.0.0.1');
        const chunks: Buffer[] = [];
        socket.on('data', (chunk) => chunks.push(chunk));
        socket.on('end', () => resolve(Buffer.concat(chunks)));
        socket.write(
          'GET /AuthCodeSending.asmx/GenerateReport?studentId=1&studentClass= HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
        );
      });
    });
    expect(body.toString('latin1')).toContain('X-Teacher: é\r\n');
    expect(body.toString('utf8')).toContain(`>${name}</string>`);
  },
);

describe('connections', () => {
  test('chunked, keep-alive, pipelined', async () => {
    const port = await open(school.listener);
    const body = envelope(soap11, authCode());
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const get = 'GET /AuthCodeSending.asmx/AuthCode?code=3&phone=4 HTTP/1.1\r\nHost: h\r\n';
    const text = await send(
      port,
      `${soapHead}Transfer-Encoding: chunked\r\n\r\n${chunks}${get}\r\n${get}Connection: close\r\n\r\n`,
    );
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
    expect(text).toContain(reply);
    // Answers come in order; the handlers need not run in it.
    expect(text.indexOf(reply)).toBeLessThan(text.lastIndexOf('HTTP/1.1 200 OK'));
    expect(inputs).toHaveLength(3);
  });

  test('Expect: 100-continue', async () => {
    const port = await open(school.listener);
    const body = envelope(soap11, authCode());
    const text = await send(
      port,
      `${soapHead}Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(text.startsWith('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n')).toBe(true);
  });

  test('a long answer keeps its bytes, also when its buffer is used again', async () => {
    const port = await open(school.listener);
    const ask = async (letter: string): Promise<void> => {
      const answer = await request(
        port,
        `GET /AuthCodeSending.asmx/GenerateReport?studentId=1&studentClass=${encodeURIComponent(letter)}`,
        {},
      );
      const root = `<string xmlns="http://tempuri.org/">${letter.repeat(5000)}</string>`;
      expect(answer.body.slice(40)).toBe(root);
      expect(answer.headers['content-length']).toBe(String(40 + Buffer.byteLength(root)));
    };
    await Promise.all(['aa', 'bb', 'éé', '😀'].map(ask));
    await ask('cc');
  });

  test('a client that goes away while sending or waiting does no harm', async () => {
    let gone: Promise<void> | undefined;
    const waiting = createServer([
      {
        operation: AuthCode,
        handler: (_input: unknown, { signal }: { signal: AbortSignal }) => {
          gone = new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
          reached();
          return gone;
        },
      },
    ]);
    let reached: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const port = await open(waiting.listener);
    const cut = connect(port, '127.0.0.1');
    cut.write(`${soapHead}Content-Length: 100\r\n\r\n<half`);
    cut.destroySoon();
    const waits = connect(port, '127.0.0.1');
    waits.write('GET /AuthCodeSending.asmx/AuthCode?code=3&phone=4 HTTP/1.1\r\nHost: h\r\n\r\n');
    await arrived;
    waits.destroy();
    await gone;
    expect((await request(port, 'GET /AuthCodeSending.asmx/Nope', {})).status).toBe(500);
  });
});

describe('limits', () => {
  test.each([
    ['by Content-Length', `Content-Length: 5000\r\n\r\n${'x'.repeat(5000)}`],
    ['by Content-Length, never sent', 'Content-Length: 500000000\r\n\r\n'],
    ['chunked', `Transfer-Encoding: chunked\r\n\r\n1388\r\n${'x'.repeat(5000)}\r\n0\r\n\r\n`],
  ])('a body that is too long: %s', async (_name, rest) => {
    const port = await open(school.listener);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let received = '';
      socket.on('data', (chunk) => {
        received += String(chunk);
        if (received.includes('</soap:Envelope>')) {
          resolve(received);
          socket.destroy();
        }
      });
      socket.on('error', reject);
      socket.write(soapHead + rest);
    });
    const answer = parse(text);
    expect([answer.status, answer.headers.connection, answer.body]).toEqual([
      500,
      'close',
      tooLarge,
    ]);
  });

  test('a form that is too long', async () => {
    const port = await open(school.listener);
    const answer = await request(
      port,
      'POST /AuthCodeSending.asmx/AuthCode',
      { 'Content-Type': form },
      `code=${'x'.repeat(3000)}`,
    );
    expect([answer.status, answer.body]).toEqual([500, 'Maximum request length exceeded.\r\n']);
  });

  test('depth', async () => {
    const port = await open(school.listener);
    const body = envelope(
      soap11,
      `<AuthCode xmlns="http://tempuri.org/">${'<a>'.repeat(30)}${'</a>'.repeat(30)}</AuthCode>`,
    );
    const answer = await request(
      port,
      'POST /AuthCodeSending.asmx',
      { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/AuthCode"' },
      body,
    );
    const text = 'Server was unable to read request. ---&gt; Elements are nested deeper than 20.';
    expect([answer.status, answer.body]).toEqual([500, fault11('Client', text)]);
  });

  test.each([
    [8, 200],
    [9, 500],
  ])('attributes: %s of at most 8 are answered with %s', async (count, status) => {
    const { listener } = createServer([{ operation: AuthCode, handler: () => undefined }], {
      limits: { attributes: 8 },
    });
    const port = await open(listener);
    const attributes = Array.from({ length: count - 1 }, (_, index) => ` a${index}="x"`).join('');
    const body = `<AuthCode xmlns="http://tempuri.org/"${attributes}/>`;
    const headers = { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/AuthCode"' };
    const answer = await request(
      port,
      'POST /AuthCodeSending.asmx',
      headers,
      envelope(soap11, body),
    );
    expect(answer.status).toBe(status);
  });

  test('time for the body', async () => {
    const slow = createServer([{ operation: AuthCode, handler: () => undefined }], {
      limits: { time: 20 },
    });
    const port = await open(slow.listener);
    expect(await send(port, `${soapHead}Content-Length: 100\r\n\r\n<`)).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('frameworks', () => {
  test('next is called for paths of others', async () => {
    const port = await open((request, response) => {
      school.listener(request, response, () => {
        response.writeHead(299, ['X-Url', request.url ?? '']);
        response.end('next', 'utf8');
      });
    });
    expect((await request(port, 'POST /other', {}, 'x')).status).toBe(299);
    expect(
      (await request(port, 'GET /AuthCodeSending.asmx/AuthCode?code=1&phone=2', {})).status,
    ).toBe(200);
  });

  describe('the root', () => {
    const page: Documentation = {
      answer: ({ path }) => ({ status: 200, headers: {}, body: `pages of ${path}` }),
    };
    const withPages = (path: string, options: { readonly pages?: boolean } = {}) =>
      createServer(
        [{ operation: { ...AuthCode, path }, handler: () => undefined }] as Routes,
        options,
        async () => ({ documentation: page }),
      );
    const inFramework =
      (listener: NodeListener): RequestListener =>
      (request, response) => {
        listener(request, response, () => {
          response.writeHead(200, ['Content-Length', '15']);
          response.end('the application', 'utf8');
        });
      };

    test('is the application’s where there is one', async () => {
      const port = await open(inFramework(withPages('/School.asmx').listener));
      expect((await request(port, 'GET /', {})).body).toBe('the application');
      expect((await request(port, 'GET /?op=x', {})).body).toBe('the application');
      expect((await request(port, 'POST /', {}, 'x')).body).toBe('the application');
      expect((await request(port, 'GET /School.asmx', {})).body).toBe('pages of /School.asmx');
    });

    test('is the service’s that is there', async () => {
      const port = await open(inFramework(withPages('/').listener));
      expect((await request(port, 'GET /', {})).body).toBe('pages of /');
    });

    test('lists the services where there is nothing else', async () => {
      const { listener, fetch } = withPages('/School.asmx');
      const port = await open(listener);
      expect((await request(port, 'GET /', {})).body).toBe('pages of /');
      expect(await (await fetch('http://h/')).text()).toBe('pages of /');
    });
  });

  test.each([
    ['text', (body: string) => body],
    ['bytes', (body: string) => Buffer.from(body)],
  ])('a body that a parser has read before: %s', async (_name, make) => {
    const port = await open((request, response) => {
      const chunks: Uint8Array[] = [];
      request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      request.on('end', () => {
        setImmediate(() => {
          Object.assign(request, { body: make(Buffer.concat(chunks).toString()) });
          school.listener(request, response);
        });
      });
    });
    const answer = await request(
      port,
      'POST /AuthCodeSending.asmx',
      { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/AuthCode"' },
      envelope(soap11, authCode()),
    );
    expect(answer.body).toBe(reply);
  });

  test('a form that a parser has read before', async () => {
    const port = await open((request, response) => {
      request.on('data', () => undefined);
      request.on('end', () => {
        setImmediate(() => {
          Object.assign(request, { body: { code: 'a&b', phone: ['1', '2'] } });
          school.listener(request, response);
        });
      });
    });
    const answer = await request(
      port,
      'POST /AuthCodeSending.asmx/AuthCode',
      { 'Content-Type': form },
      'x',
    );
    expect([answer.status, inputs]).toEqual([200, [{ code: 'a&b', phone: '1,2' }]]);
  });
});

describe('documents', () => {
  const asked: unknown[] = [];
  let loads = 0;
  const documentation: Documentation = {
    answer: (question) => {
      asked.push(question);
      return question.path === '/'
        ? undefined
        : { status: 200, headers: { 'Content-Type': 'text/html' }, body: 'help' };
    },
  };

  test('are loaded on the first request, and told where the client is', async () => {
    const served = createServer(
      [{ operation: AuthCode, handler: () => undefined }],
      { pages: false },
      async () => {
        loads += 1;
        return { documentation };
      },
    );
    const port = await open((request, response) => {
      const url = request.url ?? '';
      Object.assign(request, { originalUrl: url, url: url.replace(/^\/mounted/, '') });
      served.listener(request, response);
    });
    expect(loads).toBe(0);
    const answer = await request(port, 'GET /mounted/authcodesending.asmx?WSDL', {});
    expect([answer.status, answer.body, answer.headers['content-length']]).toEqual([
      200,
      'help',
      '4',
    ]);
    expect((await request(port, 'GET /', { Host: 'a"b' })).status).toBe(404);
    expect(loads).toBe(1);
    expect(asked).toEqual([
      {
        path: '/AuthCodeSending.asmx',
        query: 'WSDL',
        origin: 'http://school.test/mounted',
        pages: false,
        wsdl: true,
        httpGet: 'everybody',
        httpPost: 'everybody',
      },
    ]);
  });

  test('with impossible headers end the connection and nothing else', async () => {
    const broken: Documentation = {
      answer: () => ({ status: 200, headers: { 'X-A': 'a\r\nb' }, body: '' }),
    };
    const served = createServer(
      [{ operation: AuthCode, handler: () => undefined }],
      {},
      async () => ({
        documentation: broken,
      }),
    );
    const port = await open(served.listener);
    expect(
      await send(port, 'GET /AuthCodeSending.asmx HTTP/1.1\r\nHost: h\r\n\r\n').catch(() => ''),
    ).toBe('');
    expect(
      (await request(port, 'GET /AuthCodeSending.asmx/AuthCode?code=1&phone=2', {})).status,
    ).toBe(200);
  });

  test('that fail to load are a 500 page', async () => {
    const port = await open(
      createServer([{ operation: AuthCode, handler: () => undefined }], {}, () =>
        Promise.reject(new Error('no docs')),
      ).listener,
    );
    expect((await request(port, 'GET /AuthCodeSending.asmx', {})).status).toBe(500);
  });
});

test('fetch answers as the listener does', async () => {
  const url = 'http://h/AuthCodeSending.asmx';
  const soap = await school.fetch(
    new Request(url, {
      method: 'POST',
      headers: { 'Content-Type': text12 },
      body: envelope('http://www.w3.org/2003/05/soap-envelope', authCode()),
    }),
  );
  expect([soap.status, soap.headers.get('content-type')]).toEqual([200, text12]);
  const get = await school.fetch(`${url}/AuthCode?code=1&phone=2`);
  expect([get.status, get.headers.get('content-type'), await get.text()]).toEqual([200, null, '']);
  const large = await school.fetch(new URL(url), {
    method: 'POST',
    headers: { 'Content-Type': text11, SOAPAction: '""' },
    body: 'x'.repeat(3000),
  });
  expect(await large.text()).toBe(tooLarge);
  expect((await school.fetch('http://h/nope')).status).toBe(404);
  expect((await school.fetch(url, { method: 'HEAD' })).status).toBe(404);
});
