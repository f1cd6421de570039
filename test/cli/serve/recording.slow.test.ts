import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createFolder, runCli, type TestFolder } from '../run-cli.ts';
import { type Serving, startServing } from '../serving.ts';

jest.setTimeout(120_000);

const contract = `asmx: 1
name: Notes
namespace: urn:notes
services:
  NoteService:
    operations:
      AddNote:
        parameters: { studentId: int, text: string, password: string }
        returns: int
      GetNotes: { parameters: { studentId: int }, returns: 'Note[]' }
      Export: { returns: { written: json } }
types:
  Note: { fields: { id: long, text: string, kind: Kind } }
  Kind: { values: [praise, reminder] }
`;

const handlers = `let notes = 0;
export default {
  addNote({ password }, context) {
    if (password !== 'hunter2') throw new Error('not with ' + password);
    if (context.headers.authorization !== 'Basic dG9rZW4=') throw new Error('who are you?');
    context.header('Set-Cookie', 'session=12345');
    notes += 1;
    return notes;
  },
  export: () => ({ notes, password: 'hunter2' }),
};
`;

let folder: TestFolder;
beforeAll(() => {
  folder = createFolder({ 'notes.yaml': contract, 'handlers.mjs': handlers });
});
afterAll(() => folder.remove());

const call = (server: Serving, ...args: string[]) =>
  runCli(['call', 'notes.yaml', '--url', server.url, ...args], { cwd: folder.path });
const serve = (...args: string[]) => startServing(folder.path, 'notes.yaml', ...args);
const add = ['AddNote', 'studentId=1', 'text=hi', 'password=hunter2'];
const authorized = ['--header', 'Authorization: Basic dG9rZW4='];

/** A request without the client, which would hide headers. */
const get = (server: Serving, path: string, headers = {}) =>
  fetch(`${server.url}/NoteService.asmx/${path}`, { headers });

describe('serve --upstream, --record and --replay', () => {
  test('what the real service answered is given back, recorded without secrets, and replayed', async () => {
    const real = await serve('--handlers', 'handlers.mjs');
    const proxy = await serve(
      ...['--upstream', `${real.url}/NoteService.asmx`, '--record', 'calls.jsonl'],
      ...['--redact', 'password', '--redact', 'kind'],
    );
    const cookie = await get(proxy, 'AddNote?studentId=9&text=x&password=hunter2', {
      authorization: 'Basic dG9rZW4=',
    });
    expect(cookie.headers.get('set-cookie')).toBe('session=12345');
    for (const number of ['2', '3']) {
      expect(await call(proxy, ...add, ...authorized)).toMatchObject({ stdout: `${number}\n` });
    }
    const refused = await call(proxy, ...add.slice(0, 3), 'password=guess', '--binding', 'soap12');
    expect(refused.stderr).toContain('not with guess');
    const page = await get(proxy, 'AddNote?studentId=9&text=x&password=guess');
    expect(page.status).toBe(500);
    const list = await call(proxy, 'GetNotes', 'studentId=1');
    expect(await call(proxy, 'Export')).toMatchObject({
      stdout: '{"notes":3,"password":"hunter2"}\n',
    });
    expect(await proxy.stop()).toBe(0);
    expect(await real.stop()).toBe(0);

    const text = folder.read('calls.jsonl');
    for (const secret of ['hunter2', 'guess', 'dG9rZW4', '12345'])
      expect(text).not.toContain(secret);
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(8);
    expect(lines.slice(0, 3)).toEqual([
      '{"recording":1,"contract":"Notes"}',
      '{"service":"NoteService","operation":"AddNote","binding":"httpGet","parameters":{"password":"[redacted]","studentId":9,"text":"x"},"result":1}',
      '{"service":"NoteService","operation":"AddNote","binding":"soap11","parameters":{"password":"[redacted]","studentId":1,"text":"hi"},"result":2}',
    ]);

    const replay = await serve('--replay', 'calls.jsonl');
    expect(replay.text()).toContain('answering from 7 calls in calls.jsonl');
    for (const number of ['2', '3', '3']) {
      expect(await call(replay, ...add)).toMatchObject({ stdout: `${number}\n` });
    }
    const fault = await call(replay, ...add, '--binding', 'soap12');
    expect(fault).toMatchObject({ code: 1, stdout: '' });
    expect(fault.stderr).toContain('not with [redacted]');
    const notes = await call(replay, 'GetNotes', 'studentId=1');
    expect(JSON.parse(notes.stdout)).toMatchObject(
      JSON.parse(list.stdout).map((note: object) => ({ ...note, kind: 'praise' })),
    );
    expect(await call(replay, 'Export')).toMatchObject({
      stdout: '{"notes":3,"password":"[redacted]"}\n',
    });
    const unknown = await call(replay, 'GetNotes', 'studentId=2');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain(
      'calls.jsonl holds no call of NoteService.GetNotes over soap11 with these parameters',
    );
    expect(await replay.stop()).toBe(0);
  });

  test('a service that is away is told in a fault, and nothing is recorded', async () => {
    const proxy = await serve('--upstream', 'http://127.0.0.1:1', '--record', 'away.jsonl');
    const result = await call(proxy, 'GetNotes', 'studentId=1');
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('The service behind --upstream gave no answer');
    expect(await proxy.stop()).toBe(0);
    expect(folder.read('away.jsonl')).toBe('{"recording":1,"contract":"Notes"}\n');
  });
});

describe('serve --fault and --latency', () => {
  test('answers with the faults and statuses asked for, others as usual', async () => {
    const server = await serve(
      ...['--fault', 'GetNotes=503', '--fault', 'NoteService.Export=sender'],
      ...['--latency', '1', '--latency', 'Export=20'],
    );
    const status = await get(server, 'GetNotes?studentId=1');
    expect(status.status).toBe(503);
    expect(await status.text()).toBe('Service Unavailable, as asked for.\n');
    expect((await call(server, 'Export', '--binding', 'soap12')).stderr).toContain('fault Client');
    expect(await server.stop()).toBe(0);
  });
});
