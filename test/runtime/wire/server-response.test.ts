import { afterEach, describe, expect, test } from '@jest/globals';
import { notImplemented } from '../../../src/runtime/operation/soap.ts';
import type { Context, ServerOptions } from '../../../src/runtime/server/options.ts';
import { type AuthCodeInput, GetNotes } from './descriptors.ts';
import { request, start, type WireAnswer } from './exchange.ts';
import { envelope, fault11, soap11, text11 } from './messages.ts';
import { createServer } from './serve.ts';

let close: (() => void) | undefined;

afterEach(() => close?.());

type NotesContext = Context;

/** Runs one handler for GetNotes and asks it over GET and SOAP 1.1. */
async function ask(
  handler: (input: AuthCodeInput, context: NotesContext) => unknown,
  options: ServerOptions = {},
): Promise<{ readonly get: WireAnswer; readonly soap: WireAnswer }> {
  const { server, port } = await start(
    createServer([{ operation: GetNotes, handler }], options).listener,
  );
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const get = await request(port, 'GET /Notes.asmx/GetNotes?code=a', { 'X-Token': 't1' });
  const soap = await request(
    port,
    'POST /Notes.asmx',
    { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/GetNotes"' },
    envelope(soap11, '<GetNotes xmlns="http://tempuri.org/"><code>a</code></GetNotes>'),
  );
  return { get, soap };
}

const envelopeOfVoid = envelope(soap11, '<GetNotesResponse xmlns="http://tempuri.org/" />');

describe('operations that write the response themselves', () => {
  test('text without content type', async () => {
    const { get, soap } = await ask(({ code }, context) => context.write(`{"text":"${code}"}`));
    expect([get.status, get.body, get.headers['content-type']]).toEqual([
      200,
      '{"text":"a"}',
      undefined,
    ]);
    expect(soap.body).toBe(`{"text":"a"}${envelopeOfVoid}`);
    expect(soap.headers['content-type']).toBe(text11);
    expect(soap.headers['content-length']).toBe(String(soap.body.length));
  });

  test('a content type counts for GET, the envelope keeps its own', async () => {
    const { get, soap } = await ask((_input, context) => {
      context.contentType('application/json');
      context.write('{}');
    });
    expect(get.headers['content-type']).toBe('application/json');
    expect(soap.headers['content-type']).toBe(text11);
  });

  test('an ended response has no envelope and its own type', async () => {
    const { get, soap } = await ask((_input, context) => {
      context.header('content-type', 'application/json');
      context.write('[');
      context.write(new Uint8Array([0x31, 0x5d]));
      context.end();
      context.write('lost');
    });
    for (const answer of [get, soap]) {
      expect([answer.status, answer.body, answer.headers['content-type']]).toEqual([
        200,
        '[1]',
        'application/json',
      ]);
    }
  });

  test('status, reason and headers are kept', async () => {
    const { get, soap } = await ask((_input, context) => {
      context.status(403, 'No way');
      context.header('X-Note', '1');
      context.header('x-note', '2');
      context.header('Cache-Control', 'no-store');
      context.header('Content-Length', '1');
      context.header('Set-Cookie', 'a=1');
      context.write('no');
    });
    for (const answer of [get, soap]) {
      expect([answer.status, answer.reason]).toEqual([403, 'No way']);
      expect(answer.headers['x-note']).toBe('2');
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['set-cookie']).toBe('a=1');
    }
    expect(get.body).toBe('no');
    expect(soap.body).toBe(`no${envelopeOfVoid}`);
  });

  test('a value that is given back is written too', async () => {
    const { get, soap } = await ask(() => ({ marks: [1] }));
    expect([get.body, get.headers['content-type']]).toEqual([
      '{"marks":[1]}',
      'application/json; charset=utf-8',
    ]);
    expect(soap.body).toBe(`{"marks":[1]}${envelopeOfVoid}`);
  });

  test.each([
    ['header', (context: NotesContext) => context.header('X', 'a\r\nSet-Cookie: b')],
    ['header name', (context: NotesContext) => context.header('X Y', 'a')],
    ['content type', (context: NotesContext) => context.contentType('a\nb')],
    ['reason', (context: NotesContext) => context.status(200, 'a\r\nb')],
    ['status', (context: NotesContext) => context.status(99)],
  ])('a %s that would break the head is an exception', async (_name, handler) => {
    const { get, soap } = await ask((_input, context) => handler(context));
    expect([get.status, soap.status]).toEqual([500, 500]);
    expect(get.headers['set-cookie']).toBeUndefined();
  });
});

describe('the context', () => {
  test('tells of the request', async () => {
    const seen: unknown[] = [];
    await ask((_input, context) => {
      const { service, operation, binding, url, local, ip } = context;
      seen.push([service, operation, binding, url, local, ip, context.headers['x-token']]);
      seen.push(context.signal.aborted);
      seen.push((context.request as { method?: string }).method);
    });
    expect(seen).toEqual([
      [
        'Notes',
        'GetNotes',
        'httpGet',
        '/Notes.asmx/GetNotes?code=a',
        true,
        expect.stringContaining('127.0.0.1'),
        't1',
      ],
      false,
      'GET',
      [
        'Notes',
        'GetNotes',
        'soap11',
        '/Notes.asmx',
        true,
        expect.stringContaining('127.0.0.1'),
        undefined,
      ],
      false,
      'POST',
    ]);
  });

  test.each([
    ['a value', () => ({ user: 'u' })],
    ['a promise', async () => ({ user: 'u' })],
  ])('has the state of the factory: %s', async (_name, context) => {
    const { get } = await ask((_input, { state, write }) => write(JSON.stringify(state)), {
      context,
    });
    expect(get.body).toBe('{"user":"u"}');
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('who are you?');
      },
    ],
    ['rejects', () => Promise.reject(new Error('who are you?'))],
  ])('a factory that %s refuses the request', async (_name, context) => {
    let ran = false;
    const { get, soap } = await ask(
      () => {
        ran = true;
      },
      { context },
    );
    expect([get.status, get.body]).toEqual([500, 'An error occurred on the server.\r\n']);
    expect(soap.body).toBe(fault11('Server', 'Server was unable to process request.'));
    expect(ran).toBe(false);
  });
});

describe('options', () => {
  test('interceptors are around the handler in order', async () => {
    const log: string[] = [];
    const { get } = await ask(
      (_input, context) => {
        log.push('handler');
        context.write('x');
      },
      {
        interceptors: [
          async ({ operation }, next) => {
            log.push(`in ${operation.name}`);
            const value = await next();
            log.push('out');
            return value;
          },
          (_call, next) => {
            log.push('second');
            return next();
          },
        ],
      },
    );
    expect(get.body).toBe('x');
    expect(log.slice(0, 4)).toEqual(['in GetNotes', 'second', 'handler', 'out']);
  });

  test('onError is told of exceptions and not of faults, and may fail itself', async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown): void => {
      errors.push(error);
      throw new Error('in the listener');
    };
    const boom = new Error('boom');
    await ask(
      () => {
        throw boom;
      },
      { onError },
    );
    expect(errors).toEqual([boom, boom]);
    close?.();
    const { soap } = await ask(notImplemented, { onError });
    expect(soap.body).toBe(fault11('Server', 'This operation is not implemented.'));
    expect(errors).toHaveLength(2);
  });

  test('stacks are shown only when asked for', async () => {
    const handler = (): never => {
      throw new TypeError('boom');
    };
    const hidden = await ask(handler);
    expect(hidden.soap.body).not.toContain('at ');
    close?.();
    const shown = await ask(handler, { faultDetail: true });
    expect(shown.soap.body).toContain('TypeError: boom');
    expect(shown.get.body).toContain('TypeError: boom');
  });

  test('suppressed exceptions', async () => {
    const { get, soap } = await ask(
      () => {
        throw new Error('secret');
      },
      { parity: { suppressExceptions: true } },
    );
    expect(get.body).toBe('An error occurred on the server.\r\n');
    expect(soap.body).toBe(fault11('Server', 'An error occurred on the server.'));
  });

  test('a time limit ends the wait and aborts the signal', async () => {
    let reason: unknown;
    const { get, soap } = await ask(
      (_input, { signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
          });
        }),
      { limits: { time: 20 } },
    );
    expect(get.body).toBe('Request timed out.\r\n');
    expect(soap.body).toBe(
      fault11('Server', 'Server was unable to process request. ---&gt; Request timed out.'),
    );
    expect(reason).toEqual(new Error('Request timed out.'));
  });
});
