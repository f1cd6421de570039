import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { contractCode } from '../../../src/cli/contract/code.ts';
import { type ControlServer, startControl } from '../../../src/cli/serve/control.ts';
import { createDisturbances, type Disturbances } from '../../../src/cli/serve/disturbance.ts';
import { createHostCheck } from '../../../src/cli/serve/listening.ts';
import { redactCall } from '../../../src/cli/serve/recording.ts';
import { answerChains, sampleHandlers } from '../../../src/cli/serve/run.ts';
import { createConsole } from '../../../src/cli/terminal/console.ts';
import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import type { EvaluatedContract } from '../../../src/evaluate.ts';
import { linkContract } from '../../../src/model/link.ts';
import type { ServiceModel } from '../../../src/model/services.ts';
import type { OperationPlan } from '../../../src/plan/result.ts';
import { readContract } from '../../../src/read/contract.ts';
import { createCaller } from '../../../src/runtime/client/call.ts';
import type { Operation } from '../../../src/runtime/index.ts';
import { isFault, SoapFault } from '../../../src/runtime/index.ts';
import { controlOf, type MockControl, resultSchemas } from '../../../src/runtime/testing.ts';

const contract = `asmx: 1
name: Notes
namespace: urn:notes
services:
  NoteService:
    operations:
      AddNote: { parameters: { id: long, text: string, password: string? }, returns: long }
      GetNotes: { parameters: { studentId: int }, returns: 'Note[]' }
      Export: { returns: { written: json } }
      Ping: {}
      Tell: { oneWay: true }
types:
  Note: { fields: { id: long, text: string } }
`;

const general = { color: false, quiet: true, reporter: 'text', port: 0, host: '' } as const;

let model: ServiceModel;
let code: EvaluatedContract;
beforeAll(async () => {
  const bag = createDiagnosticBag();
  const bytes = new TextEncoder().encode(contract);
  const read = readContract('notes.yaml', { readFile: () => bytes }, bag);
  const linked = read && linkContract(read, bag);
  if (linked === undefined) throw new Error(JSON.stringify(bag.diagnostics));
  model = linked;
  const targets = ['client', 'server', 'mcp'] as const;
  const made = await contractCode(model, createConsole(general), { targets, only: [] });
  if (made === undefined) throw new Error('not generated');
  code = made;
});

const folder = mkdtempSync(join(tmpdir(), 'asmx-gen-control-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

interface Started {
  readonly url: string;
  readonly control: ControlServer;
  readonly address: string;
  readonly token: string;
  readonly disturbances: Disturbances;
}

/** What `serve` does with these options, in this process. */
async function start(
  options: { where?: string; fault?: readonly string[]; redact?: readonly string[] } = {},
): Promise<Started> {
  const { where = '0', fault = [], redact = [] } = options;
  const responses = new WeakMap<object, ServerResponse>();
  const disturbances = createDisturbances(1, (one) => responses.get(one));
  const control = await startControl({
    where,
    disturbances,
    isKnown: createHostCheck('127.0.0.1', '127.0.0.1', []),
    redact: (call) => redactCall(call, redact, new Map()),
  });
  open.push(() => control.close());
  control.use([{ model, code }]);
  const console = createConsole(general);
  const steering = { disturbances, control };
  const [interceptors] = answerChains({ ...general, fault }, [model], console, steering);
  const server = code.createServer(sampleHandlers(code), { interceptors });
  const http = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    responses.set(incoming, response);
    server.listener(incoming, response);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  open.push(async () => {
    http.close();
    http.closeAllConnections();
  });
  const { port } = http.address() as AddressInfo;
  const [, address = '', token = ''] = / on (\S+) with token (\S+)$/.exec(control.line) ?? [];
  return { url: `http://127.0.0.1:${port}`, control, address, token, disturbances };
}

function planned(name: string): OperationPlan {
  const found = code.plan.operations.find(({ operation }) => operation.publicName === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

const operation = (name: string) => code.descriptor(planned(name)) as Operation<object, unknown>;

function call(url: string, name: string, input: object = {}): Promise<unknown> {
  const caller = createCaller({ baseUrl: url }, {});
  return caller.call(operation(name), input as never, {} as never);
}

interface Reply {
  readonly status: number;
  readonly body: { readonly error?: string; readonly help?: string } & Record<string, unknown>;
}

/** Sends a request to a control, as any program would. */
function ask(
  { address, token }: Pick<Started, 'address' | 'token'>,
  line: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const [method = '', path = ''] = line.split(' ');
  return new Promise((resolve, reject) => {
    const sent = request(
      address + path,
      { method, headers: { Authorization: `Bearer ${token}`, ...headers } },
      (answer) => {
        let text = '';
        answer.on('data', (piece) => {
          text += String(piece);
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) as Reply['body'] }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
  });
}

describe('a control', () => {
  test('lists its routes and the operations', async () => {
    const started = await start();
    const { status, body } = await ask(started, 'GET /');
    expect(status).toBe(200);
    expect(Object.keys(body.routes as object)).toEqual([
      'GET /',
      'GET /calls',
      'POST /answers',
      'POST /faults',
      'POST /reset',
    ]);
    expect(body.operations).toContain('NoteService.AddNote');
  });

  test('answers nobody without the token, and no page of a browser', async () => {
    const started = await start();
    const wrong = { ...started, token: `${started.token.slice(0, -1)}!` };
    expect(await ask(wrong, 'GET /')).toMatchObject({
      status: 401,
      body: { help: 'Send it as the header Authorization: Bearer TOKEN.' },
    });
    expect(await ask({ ...started, token: '' }, 'GET /calls')).toMatchObject({ status: 401 });
    const origin = { Origin: 'http://localhost:3000' };
    expect(await ask(started, 'GET /', undefined, origin)).toMatchObject({ status: 403 });
    const host = { Host: 'evil.example' };
    expect(await ask(started, 'GET /', undefined, host)).toMatchObject({ status: 421 });
  });

  test('takes its token from the environment, and does not print that', async () => {
    process.env.ASMX_GEN_CONTROL_TOKEN = 'a-token-of-the-test';
    try {
      const started = await start();
      expect(started.control.line).toMatch(/with token of ASMX_GEN_CONTROL_TOKEN$/);
      const [, address = ''] = / on (\S+)/.exec(started.control.line) ?? [];
      const known = { address, token: 'a-token-of-the-test' };
      expect(await ask(known, 'GET /')).toMatchObject({ status: 200 });
      process.env.ASMX_GEN_CONTROL_TOKEN = 'short';
      await expect(start()).rejects.toThrow('the token in ASMX_GEN_CONTROL_TOKEN has 5 characters');
    } finally {
      delete process.env.ASMX_GEN_CONTROL_TOKEN;
    }
  });

  test('shows calls with their values, and none of what it was told to hide', async () => {
    const started = await start({ redact: ['password'] });
    const input = { id: 2n ** 60n, text: 'my hunter22', password: 'hunter22' };
    await call(started.url, 'AddNote', input);
    await call(started.url, 'Ping');
    const { body } = await ask(started, 'GET /calls');
    expect(body).toMatchObject({
      total: 2,
      calls: [
        {
          number: 1,
          service: 'NoteService',
          operation: 'AddNote',
          binding: 'soap11',
          input: { id: '1152921504606846976', text: 'my [redacted]', password: '[redacted]' },
          result: expect.stringMatching(/^\d+$/),
        },
        { number: 2, operation: 'Ping', input: {} },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('hunter');
    const one = await ask(started, 'GET /calls?operation=Ping&after=1');
    expect(one.body).toMatchObject({ total: 1, calls: [{ number: 2 }] });
  });

  test('keeps the last thousand calls', async () => {
    const { control, address, token } = await start();
    const seen = { operation: { service: 'NoteService', name: 'Ping' }, input: {} };
    const context = { binding: 'soap11' };
    for (let at = 0; at < 1005; at += 1) {
      await control.noting({ ...seen, context } as never, () => undefined);
    }
    const { body } = await ask({ address, token }, 'GET /calls');
    const calls = body.calls as readonly { readonly number: number }[];
    expect([body.total, calls.length, calls[0]?.number]).toEqual([1005, 1000, 6]);
  });

  test('gives the next answers in their order, then the usual one', async () => {
    const started = await start();
    const usual = await call(started.url, 'AddNote', { id: 1n, text: '' });
    for (const result of ['5', '6']) {
      await ask(started, 'POST /answers', { operation: 'AddNote', result });
    }
    await ask(started, 'POST /answers', { operation: 'Export', result: { a: [1] } });
    const add = (): Promise<unknown> => call(started.url, 'AddNote', { id: 1n, text: '' });
    expect([await add(), await add(), await add()]).toEqual([5n, 6n, usual]);
    expect(await call(started.url, 'Export')).toEqual({ a: [1] });
  });

  test('gives the next faults', async () => {
    const started = await start();
    const ping = (): Promise<unknown> =>
      call(started.url, 'Ping').catch((error: unknown) => {
        if (isFault(error)) return `${error.code}: ${error.message}`;
        return (error as { readonly status?: number }).status;
      });
    await ask(started, 'POST /faults', { operation: 'Ping', fault: '503 x2' });
    const fault = { code: 'Client', message: 'Not you.' };
    const told = await ask(started, 'POST /faults', { operation: 'Ping', fault });
    expect(told.body).toEqual({ operation: 'NoteService.Ping', waiting: 3 });
    expect([await ping(), await ping(), await ping(), await ping()]).toEqual([
      503,
      503,
      'Client: Not you.',
      undefined,
    ]);
    const { body } = await ask(started, 'GET /calls');
    expect(body.calls).toMatchObject([
      { injected: 'status 503' },
      { injected: 'status 503' },
      { fault },
      {},
    ]);
  });

  test('waits for calls', async () => {
    const started = await start();
    const waiting = ask(started, 'GET /calls?operation=Ping&count=2');
    await call(started.url, 'Ping');
    await call(started.url, 'Ping');
    expect((await waiting).body).toMatchObject({ total: 2 });
    const late = await ask(started, 'GET /calls?operation=Ping&count=3&timeout=1');
    expect(late).toMatchObject({
      status: 504,
      body: { error: 'NoteService.Ping had 2 of 3 calls after 1 ms' },
    });
  });

  test('forgets', async () => {
    const started = await start({ fault: ['Ping=503 x1'] });
    const ping = (): Promise<unknown> =>
      call(started.url, 'Ping').then(
        () => 'fine',
        () => 'failed',
      );
    expect([await ping(), await ping()]).toEqual(['failed', 'fine']);
    await ask(started, 'POST /faults', { operation: 'Ping', fault: 'Server' });
    expect((await ask(started, 'POST /reset')).body).toEqual({ forgotten: 2 });
    expect((await ask(started, 'GET /calls')).body).toEqual({ total: 0, calls: [] });
    expect([await ping(), await ping()]).toEqual(['failed', 'fine']);
  });

  const wrong: readonly [line: string, body: unknown, error: string, help: string][] = [
    ['GET /call', undefined, 'there is no GET /call', 'Did you mean GET /calls?'],
    ['GET /calls?op=Ping', undefined, "there is no parameter 'op'", 'There are operation, after'],
    ['GET /calls?count=x', undefined, "'x' for count is no number", ''],
    ['GET /calls?operation=Pong', undefined, "no operation 'Pong'", "Did you mean 'Ping'?"],
    ['POST /answers', '{', 'the body is no JSON: ', 'Send a JSON object with "operation"'],
    ['POST /answers', [], 'the body is no JSON object', '"operation" and "result"'],
    ['POST /answers', { result: 1 }, '"operation" is missing', 'Service.Operation'],
    ['POST /answers', { operation: 'Ping', value: 1 }, "the body has 'value'", '"result"'],
    ['POST /answers', { operation: 'Tell' }, 'NoteService.Tell is one-way', 'another operation'],
    [
      'POST /answers',
      {
        operation: 'GetNotes',
        result: [
          { id: '1', text: 'a' },
          { id: 'b', text: 'b' },
        ],
      },
      'this is not an answer of NoteService.GetNotes: result.1.id: Expected ',
      '',
    ],
    ['POST /faults', { operation: 'Ping', fault: 'rest' }, "'Ping=rest'", "Did you mean 'reset'?"],
    ['POST /faults', { operation: 'Ping', fault: '503 5%' }, 'a matter of chance', 'percentage'],
    ['POST /faults', { operation: 'Ping', fault: 5 }, '"fault" is no fault', 'code and message'],
    ['POST /faults', { operation: 'Ping', fault: { text: '' } }, "has no 'text'", 'code, message'],
    [
      'POST /faults',
      { operation: 'Ping', fault: { name: 'Gone' } },
      "NoteService.Ping declares no fault 'Gone'",
      'It declares none.',
    ],
  ];
  test.each(wrong)('refuses %s with %j', async (line, body, error, help) => {
    const started = await start();
    const reply = await ask(started, line, body);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.body.error).toContain(error);
    expect(reply.body.help ?? '').toContain(help);
  });

  test('is a socket for this user alone, which is gone at the end', async () => {
    const where = join(folder, 'control.sock');
    const { control } = await start({ where });
    expect(control.line).toBe(`control on ${where}`);
    expect(statSync(where).mode & 0o777).toBe(0o600);
    await expect(start({ where })).rejects.toThrow(`another program listens on ${where}`);
    const steering = controlOf(new Map(), new Map(), { socket: where });
    expect(await steering.calls()).toEqual([]);
    for (const close of open.splice(0)) await close();
    expect(existsSync(where)).toBe(false);
    const file = join(folder, 'file.txt');
    writeFileSync(file, 'precious');
    await expect(start({ where: file })).rejects.toThrow(`${file} is there, and is no socket`);
    for (const other of ['0.0.0.0:9000', '--port']) {
      await expect(start({ where: other })).rejects.toThrow(`invalid value '${other}'`);
    }
    const nowhere = join(folder, 'nowhere/control.sock');
    await expect(start({ where: nowhere })).rejects.toThrow('the folder of the socket');
    expect(existsSync(file)).toBe(true);
  });
});

describe('createControl', () => {
  const steer = ({ address, token }: Started): MockControl => {
    const doors = code.plan.services.flatMap(code.doors);
    const of = (name: 'input' | 'output') =>
      resultSchemas(
        Object.fromEntries(doors.map((one) => [one.operation.name, one.operation])),
        Object.fromEntries(doors.map((one) => [one.operation.name, one[name]])),
      );
    return controlOf(of('input'), of('output'), { url: address, token });
  };

  test('says what it needs', () => {
    expect(() => controlOf(new Map(), new Map(), {})).toThrow(
      new TypeError('createControl needs the url or socket of asmx-gen serve --control.'),
    );
  });

  test('steers with typed values', async () => {
    const started = await start();
    const control = steer(started);
    const addNote = operation('AddNote');
    await control.nextAnswer(addNote, 7n);
    await control.nextFault(addNote, new SoapFault({ code: 'Client', message: 'é, no' }));
    await control.nextFault(addNote, '503');
    const input = { id: 3n, text: 'né' };
    expect(await call(started.url, 'AddNote', input)).toBe(7n);
    await expect(call(started.url, 'AddNote', input)).rejects.toThrow('é, no');
    await expect(call(started.url, 'AddNote', input)).rejects.toThrow('503');
    const calls = await control.waitFor(addNote, 3);
    expect(calls).toMatchObject([
      { operation: 'AddNote', input, result: 7n },
      { input, fault: { code: 'Client', message: 'é, no' } },
      { input, injected: 'status 503' },
    ]);
    await call(started.url, 'Ping');
    expect((await control.calls()).map((one) => one.operation)).toHaveLength(4);
    expect(await control.calls(operation('Ping'))).toMatchObject([{ input: {} }]);
    await control.reset();
    expect(await control.calls()).toEqual([]);
  });

  test('says what is wrong', async () => {
    const started = await start();
    const control = steer(started);
    await expect(control.nextAnswer(operation('GetNotes'), [{ id: 'x' }])).rejects.toThrow(
      'this is not an answer of NoteService.GetNotes: result.0',
    );
    await expect(control.nextFault(operation('Tell'), 'Client')).rejects.toThrow(
      'NoteService.Tell is one-way: its callers get no fault Choose another operation.',
    );
    await expect(control.waitFor(operation('Ping'), 1, 1)).rejects.toThrow('had 0 of 1 calls');
    const unknown = { service: 'Other', name: 'Ping' } as never;
    await expect(control.nextAnswer(unknown, undefined)).rejects.toThrow('Other.Ping is not an');
    const other = controlOf(new Map(), new Map(), { url: started.url });
    await expect(other.calls()).rejects.toThrow('is no control of serve');
  });
});

describe('what goes wrong on purpose', () => {
  const get = (url: string): Promise<{ status: number; body: Buffer; broken?: string }> =>
    new Promise((resolve) => {
      const pieces: Buffer[] = [];
      const sent = request(`${url}/NoteService.asmx/Export`, { method: 'GET' }, (answer) => {
        const done = (broken?: string): void =>
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(pieces),
            ...(broken === undefined ? {} : { broken }),
          });
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () => done());
        answer.on('error', (error: NodeJS.ErrnoException) => done(error.code));
      });
      sent.on('error', (error: NodeJS.ErrnoException) =>
        resolve({ status: 0, body: Buffer.alloc(0), broken: error.code ?? '' }),
      );
      sent.end();
    });

  test('a connection that is reset', async () => {
    const { url } = await start({ fault: ['Export=reset x1'] });
    expect(await get(url)).toMatchObject({ status: 0, broken: 'ECONNRESET' });
    expect(await get(url)).toMatchObject({ status: 200 });
  });

  test('an answer that breaks off, is slow, or is garbage', async () => {
    const faults = ['cut x1', 'slow 20ms x1', 'garbage x1'].map((one) => `Export=${one}`);
    const { url } = await start({ fault: faults });
    const cut = await get(url);
    const slow = await get(url);
    const garbage = await get(url);
    const usual = await get(url);
    expect(usual.body.toString()).toBe('{"sample":true}');
    expect(cut).toEqual({
      status: 200,
      body: usual.body.subarray(0, 7),
      broken: 'ECONNRESET',
    });
    expect(slow).toEqual(usual);
    expect(garbage.status).toBe(200);
    expect(garbage.body).toHaveLength(usual.body.length);
    expect(garbage.body).not.toEqual(usual.body);
  });

  test('happens by chance, the same calls in every run', async () => {
    const run = async (): Promise<string> => {
      const { url } = await start({ fault: ['Export=503 30%'] });
      let text = '';
      for (let at = 0; at < 40; at += 1) text += (await get(url)).status === 503 ? 'x' : '.';
      return text;
    };
    const first = await run();
    expect(first).toMatch(/^(?=.*x)(?=.*\.)[x.]{40}$/);
    expect(first.split('x').length - 1).toBeLessThan(25);
    expect(await run()).toBe(first);
  });

  test('one for all calls replaces another, and those for some come first', async () => {
    const { url } = await start({
      fault: ['Export=500', 'Export=502 x1', 'Export=503'],
    });
    expect([(await get(url)).status, (await get(url)).status]).toEqual([502, 503]);
  });
});
