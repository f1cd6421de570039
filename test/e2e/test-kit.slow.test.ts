import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFolder, runCli, type TestFolder } from '../cli/run-cli.ts';
import { compileSources, resultOf } from './compiled-program.ts';

let folder: TestFolder;
const contract = resolve(import.meta.dirname, '../golden/standard-schema/contract.yaml');

beforeAll(async () => {
  folder = createFolder({
    'notes.yaml': readFileSync(contract, 'utf8'),
    'package.json': '{ "type": "module" }\n',
  });
  const args = ['generate', 'notes.yaml', '-o', 'src/notes', '--targets', 'client,server,schemas'];
  const { code, stderr } = await runCli(args, { cwd: folder.path });
  expect({ code, stderr }).toMatchObject({ code: 0 });
}, 60_000);

afterAll(() => folder.remove());

const program = `
import {
  AddNote, createMockNotesServer, createNotesClient, GetNotes, mswResolver, NoteSchema, sample,
  type Note,
} from './notes/index.js';

export async function results(): Promise<object> {
  const note: Note = sample(NoteSchema, { seed: 1 });
  const mock = createMockNotesServer({ addNote: ({ note: { text } }) => text.length });
  const respond = mswResolver(mock);
  const fetch = (url: string, init: object) => mock.fetch(url, init);
  const client = createNotesClient({ baseUrl: 'http://test', fetch });
  const length: number = await client.addNote({ note }, { headers: { 'X-Test': 'yes' } });
  const notes = await client.getNotes({});
  await client.clear();
  const [call] = mock.callsOf(AddNote);
  const text: string | undefined = call?.input.note.text;
  const names = mock.calls.map(({ service, operation }) => service + '.' + operation);
  const header = call?.headers['x-test'];
  const failing = createMockNotesServer({ addNote() { throw new Error('no'); } });
  const sad = createNotesClient({ baseUrl: 'http://test', fetch: failing.fetch });
  await sad.addNote({ note }).catch(() => undefined);
  const error = String(failing.calls[0]?.error);
  mock.reset();
  return {
    length, text, names, header, error, result: call?.result, left: mock.calls.length,
    same: show(notes) === show(sample(GetNotes)), resolver: typeof respond,
    again: show(sample(NoteSchema, { seed: 1 })) === show(note),
    other: show(sample(NoteSchema)) === show(note),
  };
}

function show(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'bigint' ? String(one) : one instanceof Uint8Array ? [...one] : one);
}
`;

test('samples and mock servers are typed, and answer as they say', () => {
  folder.write('src/main.ts', program);
  compileSources(folder);
  expect(resultOf(folder, 'js/main.js', 'results')).toEqual({
    length: 6,
    text: 'text 2',
    names: ['Notes.AddNote', 'Notes.GetNotes', 'Notes.Clear'],
    header: 'yes',
    error: 'Error: no',
    result: 6,
    left: 0,
    same: true,
    resolver: 'function',
    again: true,
    other: false,
  });
}, 120_000);
