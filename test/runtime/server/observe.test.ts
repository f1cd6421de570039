import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { HttpError } from '../../../src/runtime/index.ts';
import { createRedactor } from '../../../src/runtime/server/entrance.ts';
import type {
  AnswerEvent,
  RawMessage,
  ServerOptions,
} from '../../../src/runtime/server/options.ts';
import { request, start } from '../wire/exchange.ts';
import { both, path, school, soap } from './front.ts';

const get = `GET ${path}/AuthCode?code=1&phone=2`;

/** The events of requests, without their times. */
async function events(
  lines: readonly (readonly [string, object?])[],
  options: ServerOptions = {},
  handler?: () => unknown,
) {
  const seen: Partial<AnswerEvent>[] = [];
  const onAnswer = ({ milliseconds, ...rest }: AnswerEvent): void => {
    expect(milliseconds).toBeGreaterThanOrEqual(0);
    seen.push(JSON.parse(JSON.stringify(rest)) as Partial<AnswerEvent>);
  };
  await both(school({ ...options, onAnswer }, handler), async (ask) => {
    for (const [line, asked] of lines) await ask(line, asked as never);
  });
  const half = seen.length / 2;
  // over a connection and with fetch alike
  expect(seen.slice(half)).toEqual(seen.slice(0, half));
  return seen.slice(0, half);
}

describe('onAnswer', () => {
  test('learns of every answer', async () => {
    const body = 'x'.repeat(70);
    const seen = await events(
      [
        [get],
        [`HEAD ${path}?WSDL`],
        [`POST ${path}`, soap()],
        [`POST ${path}`, { ...soap(), body: '<a' }],
        [`GET ${path}?WSDL`],
        ['GET /nope?secret=1'],
        [`PUT ${path}`],
        [`GET ${path}/Nope`],
        [`POST ${path}`, { body }],
        ['GET /health'],
      ],
      { health: '/health', limits: { bodyBytes: 512 } },
    );
    const service = 'AuthCodeSending';
    const operation = 'AuthCode';
    const page = `http://school.test${path}`.length;
    const length = soap().body.length;
    expect(seen).toEqual([
      {
        method: 'GET',
        path: `${path}/AuthCode`,
        service,
        operation,
        binding: 'httpGet',
        status: 200,
        requestBytes: 0,
        bytes: 0,
      },
      { method: 'HEAD', path, service, status: 200, requestBytes: 0, bytes: 0 },
      {
        method: 'POST',
        path,
        service,
        operation,
        binding: 'soap11',
        status: 200,
        requestBytes: length,
        bytes: expect.any(Number),
      },
      {
        method: 'POST',
        path,
        service,
        operation,
        binding: 'soap11',
        status: 400,
        requestBytes: 2,
        bytes: 0,
        reason: expect.stringContaining('Data at the root level'),
      },
      { method: 'GET', path, service, status: 200, requestBytes: 0, bytes: page },
      { method: 'GET', path: '/nope', status: 404, requestBytes: 0, bytes: expect.any(Number) },
      {
        method: 'PUT',
        path,
        service,
        status: 405,
        requestBytes: 0,
        bytes: expect.any(Number),
        reason: 'Request format is unrecognized.',
      },
      {
        method: 'GET',
        path: `${path}/Nope`,
        service,
        status: 500,
        requestBytes: 0,
        bytes: expect.any(Number),
        reason: 'Nope Web Service method name is not valid.',
      },
      {
        method: 'POST',
        path,
        service,
        status: 500,
        requestBytes: 70,
        bytes: expect.any(Number),
        reason: expect.any(String),
      },
      { method: 'GET', path: '/health', status: 200, requestBytes: 0, bytes: 2 },
    ]);
  });

  test('learns why a request failed, and who sent it', async () => {
    const context = () => ({ identity: 'alice' });
    const failing = (): never => {
      throw new Error('database is down');
    };
    const [one] = await events([[get]], { context }, failing);
    expect(one).toMatchObject({ status: 500, identity: 'alice', reason: 'database is down' });
    const [two] = await events([[get]], {
      context: () => {
        throw new HttpError(403);
      },
    });
    expect(two).toMatchObject({ status: 403, reason: 'HTTP status 403' });
    expect(two).not.toHaveProperty('identity');
  });

  test('learns of bodies that are too large or too late', async () => {
    const seen: AnswerEvent[] = [];
    const onAnswer = (event: AnswerEvent): void => void seen.push(event);
    const server = school({ onAnswer, limits: { bodyBytes: 10, time: 20 } });
    const { server: http, port } = await start(server.listener);
    await request(port, `POST ${path}`, {}, 'x'.repeat(20));
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc`);
      });
      socket.on('data', () => socket.end());
      socket.on('close', () => resolve());
    });
    http.closeAllConnections();
    http.close();
    expect(seen.map(({ status, requestBytes }) => [status, requestBytes])).toEqual([
      [500, 0],
      [408, 3],
    ]);
  });

  test('may throw', async () => {
    const onAnswer = (): never => {
      throw new Error('the log is down');
    };
    await both(school({ onAnswer }), async (ask) => expect((await ask(get)).status).toBe(200));
  });

  test('learns once of a request whose answer cannot be sent', async () => {
    let told = 0;
    const count = (): void => {
      told += 1;
    };
    const { listener } = school(
      {
        onAnswer: count,
        onMessage: ({ direction }) => direction === 'out' && count(),
        parity: { exceptionMessages: true },
      },
      () => {
        throw new Error('a long answer '.repeat(1000));
      },
    );
    // what a framework puts around a response may fail
    const { server, port } = await start((asked, response) => {
      response.on = () => {
        throw new Error('gone');
      };
      response.once = response.on;
      listener(asked, response);
    });
    try {
      await request(port, `POST ${path}`, soap().headers, soap().body).catch(() => undefined);
    } finally {
      server.closeAllConnections();
      server.close();
    }
    expect(told).toBe(2);
  });
});

/** The messages of requests, as text. */
async function messages(
  options: ServerOptions,
  lines: readonly (readonly [string, object?])[],
  handler?: () => unknown,
) {
  const seen: unknown[] = [];
  const onMessage = ({ direction, operation, bytes }: RawMessage): void => {
    seen.push([direction, operation, Buffer.from(bytes).toString()]);
  };
  await both(school({ ...options, onMessage }, handler), async (ask) => {
    for (const [line, asked] of lines) await ask(line, asked as never);
  });
  const half = seen.length / 2;
  expect(seen.slice(half)).toEqual(seen.slice(0, half));
  return seen.slice(0, half);
}

describe('onMessage', () => {
  test('sees the bytes of operations, readable or not, and of nothing else', async () => {
    const seen = await messages({}, [
      [get],
      [`POST ${path}`, soap('5', '6')],
      [`POST ${path}`, { body: 'no XML' }],
      [`GET ${path}?WSDL`],
      ['GET /nope'],
    ]);
    expect(seen).toEqual([
      ['in', 'AuthCode', 'code=1&phone=2'],
      ['out', 'AuthCode', ''],
      ['in', 'AuthCode', soap('5', '6').body],
      ['out', 'AuthCode', expect.stringContaining('AuthCodeResponse')],
      ['in', undefined, 'no XML'],
      ['out', undefined, expect.any(String)],
    ]);
  });

  test('does not see what redact names, in envelopes, forms and queries', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const seen = await messages({ redact: ['CODE'] }, [
      [get],
      [`POST ${path}`, soap('hunter2')],
      [`POST ${path}/AuthCode`, { headers: form, body: 'phone=2&c%6Fde=hunter2' }],
    ]);
    expect(seen.filter((_one, at) => at % 2 === 0)).toEqual([
      ['in', 'AuthCode', 'code=***&phone=2'],
      ['in', 'AuthCode', soap('***').body],
      ['in', 'AuthCode', 'phone=2&c%6Fde=***'],
    ]);
    expect(JSON.stringify(seen)).not.toContain('hunter2');
  });

  test('does not see parts of a multipart message that are not XML', async () => {
    const root = (head: string, body: string): string =>
      `Content-Type: application/xop+xml\r\n${head}Content-ID: <r>\r\n\r\n${body}\r\n`;
    const post = (text: string): [string, object] => [
      `POST ${path}`,
      {
        headers: {
          'Content-Type': 'multipart/related; type="application/xop+xml"; boundary=b; start="<r>"',
          SOAPAction: '"http://tempuri.org/AuthCode"',
        },
        body: text,
      },
    ];
    const { body } = soap('hunter2');
    const base64 = Buffer.from(body).toString('base64');
    const seen = await messages({ redact: ['code'] }, [
      post(`--b\r\nContent-ID: <1>\r\n\r\nhunter2\r\n--b\r\n${root('', body)}--b--\r\n`),
      post(`\r\n--b\r\n${root('Content-Transfer-Encoding: base64\r\n', base64)}--b--`),
    ]);
    expect(seen.filter((_one, at) => at % 2 === 0)).toEqual([
      [
        'in',
        'AuthCode',
        `--b\r\nContent-ID: <1>\r\n\r\n***\r\n--b\r\n${root('', soap('***').body)}--b--\r\n`,
      ],
      ['in', 'AuthCode', `\r\n--b\r\n${root('Content-Transfer-Encoding: base64\r\n', '***')}--b--`],
    ]);
    expect(JSON.stringify(seen)).not.toContain('hunter2');
  });
});

describe('redact', () => {
  const redacted = (text: string, names = ['Password', 'Пароль']): string =>
    Buffer.from(createRedactor(names)(Buffer.from(text), 'message')).toString();

  test.each([
    ['<Password>x</Password>', '<Password>***</Password>'],
    ['<p:password a="1">x</p:password>é', '<p:password a="1">***</p:password>é'],
    ['<Password/><a>1</a>', '<Password/><a>1</a>'],
    [
      '<Password><b>x</b><Password>y</Password>z</Password><a>1</a>',
      '<Password>***</Password><a>1</a>',
    ],
    [
      '<Password><![CDATA[</Password>x]]><!--</Password>x--></Password>',
      '<Password>***</Password>',
    ],
    ['<Password>x<a>y', '<Password>***'],
    ['<a Password="x>y" b=\'Password="x"\'>1</a>', '<a Password="***" b=\'Password="***"\'>1</a>'],
    ["<a Password = 'x'/>", "<a Password = '***'/>"],
    ['<Passwords>1</Passwords>', '<Passwords>1</Passwords>'],
    ['<Пароль>x</Пароль>', '<Пароль>***</Пароль>'],
    ['{"Password": "x\\"y", "a": 1}', '{"Password": "***", "a": 1}'],
    ['{"Password":17,"a":1}', '{"Password":"***","a":1}'],
    ['{"Password":{"x":["}"]},"a":1}', '{"Password":"***","a":1}'],
    ['{"a":1}<Password>x</Password>', '{"a":1}<Password>***</Password>'],
    ['<r>{"Password":"x"}</r>', '<r>{"Password":"***"}</r>'],
    ['<![CDATA[{"Password":"x"}]]>', '<![CDATA[{"Password":"***"}]]>'],
    ['a "Password": "x', 'a "Password": "***"'],
    ['\x00\xff<"<Password>x</Password>', '\x00\xff<"<Password>***</Password>'],
  ])('%s', (text, expected) => {
    expect(redacted(text)).toBe(expected);
  });

  test('keeps bytes that are no text', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_one, at) => at);
    expect([...createRedactor(['x'])(bytes, 'message')]).toEqual([...bytes]);
  });

  test('reads UTF-16', () => {
    const bytes = Buffer.from('\ufeff<Password>x</Password>', 'utf16le');
    const text = Buffer.from(createRedactor(['Password'])(bytes, 'message')).toString();
    expect(text).toBe('<Password>***</Password>');
  });

  test('is linear in the size of a message', () => {
    // each of these would take minutes if it were not
    for (const piece of [
      '"Password"',
      '<Password ',
      '<!--',
      '\\"',
      '<a b="',
      'Password=',
      '<a',
      '"Password":{',
    ]) {
      redacted(piece.repeat(200_000));
    }
  });

  test('wants names', () => {
    expect(() => school({ redact: [''], onMessage: () => undefined })).toThrow(TypeError);
  });
});
