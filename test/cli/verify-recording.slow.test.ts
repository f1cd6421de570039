import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createFolder, runCli, type TestFolder } from './run-cli.ts';
import { type Serving, startServing } from './serving.ts';

jest.setTimeout(120_000);

const contract = `asmx: 1
name: Notes
namespace: urn:notes
services:
  NoteService:
    operations:
      AddNote: { parameters: { studentId: int, text: string, password: string }, returns: Note }
      Export: { returns: { written: json } }
types:
  Note: { fields: { id: long, text: string, price: decimal, at: dateTime } }
`;

const handlers = (id: string, text: string, notes: string): string => `export default {
  addNote({ text }, context) {
    if (context.headers.authorization === 'Bearer wrong') throw new Error('who are you?');
    if (text === 'bad') throw new Error('no such text: ' + text);
    return { id: ${id}n, text: ${text}, price: '1.50', at: '2024-05-01T10:00:00Z' };
  },
  export: () => ${notes},
};
`;

let folder: TestFolder;
let server: Serving;

const call = (...args: string[]) =>
  runCli(['call', 'notes.yaml', '--url', server.url, ...args], { cwd: folder.path });
const verify = (...args: string[]) => runCli(['verify', ...args], { cwd: folder.path });
const serve = async (file: string): Promise<Serving> =>
  startServing(folder.path, 'notes.yaml', '--handlers', file);

beforeAll(async () => {
  folder = createFolder({
    'notes.yaml': contract,
    'old.mjs': handlers('1', 'text', '({ notes: [1, 2] })'),
    'same.mjs': handlers('1', 'text', '({ notes: [ 1, 2 ] })').replace('1.50', '1.5'),
    'new.mjs': handlers('2', "'?'", '({ notes: [1, 3] })'),
  });
  const old = await serve('old.mjs');
  server = await startServing(
    folder.path,
    ...['notes.yaml', '--upstream', old.url, '--record', 'calls.jsonl', '--redact', 'password'],
  );
  for (const binding of ['soap11', 'soap12', 'httpPost', 'httpGet']) {
    await call('AddNote', 'studentId=1', 'text=hi', 'password=hunter2', '--binding', binding);
  }
  await call('AddNote', 'studentId=1', 'text=bad', 'password=hunter2');
  await call('Export');
  await server.stop();
  await old.stop();
});

afterAll(() => folder.remove());

describe('verify --recording', () => {
  test.each([
    ['the contract that is named', ['notes.yaml']],
    ['the WSDL of the server', []],
  ])('finds a server that answers the same, by %s', async (_, contracts) => {
    server = await serve('same.mjs');
    const recording = ['--recording', 'calls.jsonl', '--url', server.url];
    expect(await verify(...contracts, ...recording)).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('6 calls, all answered as recorded\n'),
    });
    const atService = ['--recording', 'calls.jsonl', '--url', `${server.url}/NoteService.asmx`];
    expect(await verify(...contracts, ...atService)).toMatchObject({ code: 0 });
    await server.stop();
  });

  test('lists what a server answers differently, by value', async () => {
    server = await serve('new.mjs');
    const args = ['notes.yaml', '--recording', 'calls.jsonl', '--url', server.url];
    const { code, stderr } = await verify(...args);
    expect(code).toBe(1);
    expect(stderr).toContain('calls.jsonl:2:1');
    expect(stderr).toContain('NoteService.AddNote over soap11: result.id was 1, is 2');
    expect(stderr).toContain('NoteService.AddNote over httpGet: result.text was "hi", is "?"');
    expect(stderr).toContain('NoteService.Export over soap11: written.notes[1] was 2, is 3');
    expect(stderr).toContain('6 calls, 5 answered differently\n');
    const json = JSON.parse((await verify(...args, '--reporter', 'json')).stdout) as object;
    expect(json).toMatchObject({ calls: 6, differing: 5 });
    const github = await verify(...args, '--reporter', 'github');
    expect(github.stdout).toContain('::error file=calls.jsonl,line=2,col=1,title=ASMX7010::');
    const refused = await verify(...args, '--header', 'Authorization: Bearer wrong');
    expect(refused.stderr).toContain('over soap11: fault was absent, is {');
    await server.stop();
  });

  test('takes the contract of the configuration', async () => {
    server = await serve('old.mjs');
    const config = createFolder({
      'specs/notes.yaml': contract,
      'calls.jsonl': folder.read('calls.jsonl'),
      'asmx-gen.config.json': '{"contracts": [{"input": "specs/notes.yaml"}]}',
    });
    const args = ['verify', '--recording', 'calls.jsonl', '--url', server.url];
    expect(await runCli(args, { cwd: config.path })).toMatchObject({ code: 0 });
    // a configuration of other contracts
    config.write('specs/notes.yaml', contract.replace('NoteService', 'Other'));
    expect(await runCli(args, { cwd: config.path })).toMatchObject({ code: 0 });
    config.remove();
    await server.stop();
  });

  test.each([
    [['notes.yaml', '--recording', 'calls.jsonl'], '--recording needs a server'],
    [['notes.yaml', '--url', 'http://127.0.0.1:1'], '--url is for --recording'],
    [[], "missing required argument 'dir'"],
    [['notes.yaml', '--recording', 'none.jsonl', '--url', 'http://127.0.0.1:1'], 'none.jsonl'],
    [['notes.yaml', '--recording', 'calls.jsonl', '--url', 'nope'], '--url'],
    [['notes.yaml', '--recording', 'calls.jsonl', '--url', 'http://127.0.0.1:1'], 'gave no answer'],
    [['--recording', 'calls.jsonl', '--url', 'http://127.0.0.1:1'], 'NoteService.asmx?WSDL'],
  ])('%p cannot run', async (args, message) => {
    const { code, stderr, stdout } = await verify(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
