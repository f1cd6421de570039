import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFolder, runCli, type TestFolder } from '../cli/run-cli.ts';
import { compileSources, resultOf } from './compiled-program.ts';

let folder: TestFolder;

const contract = `asmx: 1
name: Notes
namespace: urn:notes
types:
  NoteKind: { values: [praise, blame, __proto__] }
  Unused: { values: [a] }
services:
  Notes:
    operations:
      Note: { parameters: { kind: NoteKind, more: 'NoteKind[]' }, returns: NoteKind }
      Other: { parameters: { unused: Unused }, returns: void }
`;

function config(enums: string): string {
  const targets = ['types', 'client', 'server'];
  const only = 'Note';
  const contracts = [{ input: 'notes.yaml', output: 'src/notes', targets, enums, only }];
  return JSON.stringify({ contracts });
}

beforeAll(async () => {
  folder = createFolder({
    'notes.yaml': contract,
    'asmx-gen.config.json': config('const'),
    'package.json': '{ "type": "module" }\n',
  });
  const { code, stderr } = await runCli(['generate'], { cwd: folder.path });
  expect({ code, stderr }).toMatchObject({ code: 0 });
}, 60_000);

afterAll(() => folder.remove());

test('enumerations are objects at run time, which the codecs check by', () => {
  folder.write('src/main.ts', program);
  compileSources(folder);
  expect(resultOf(folder, 'js/main.js', 'lines')).toEqual([
    ['praise', 'blame', '__proto__'],
    '__proto__',
    'The input does not fit the contract: kind: ' +
      "Expected one of 'praise', 'blame', '__proto__', got the string \"pride\".",
  ]);
}, 120_000);

const program = `
import { createNotesClient, createNotesServer, isAsmxError, NoteKind } from './notes/index.js';

const all: readonly NoteKind[] = Object.values(NoteKind);
// @ts-expect-error no value of the enumeration
const wrong: NoteKind = 'pride';

export async function lines(): Promise<readonly unknown[]> {
  const server = createNotesServer({ note: ({ more }) => more?.at(-1) ?? NoteKind.praise });
  const client = createNotesClient({ baseUrl: 'http://test', fetch: server.fetch });
  const last = await client.note({ kind: NoteKind.blame, more: all });
  const message = await client.note({ kind: wrong, more: [] }).catch((error: unknown) =>
    isAsmxError(error) ? error.message : error,
  );
  return [all, last, message];
}
`;

test('call sends their values', async () => {
  const args = ['call', 'notes.yaml', 'Note', 'more=praise', '--url', 'http://test', '--dry-run'];
  const sent = await runCli([...args, 'kind=blame'], { cwd: folder.path });
  expect(sent.stdout).toContain('<kind>blame</kind>');
  const refused = await runCli([...args, 'kind=pride'], { cwd: folder.path });
  expect(refused.code).toBe(2);
});

test('a changed option is drift', async () => {
  const check = () => runCli(['generate', '--check'], { cwd: folder.path });
  expect((await check()).code).toBe(0);
  folder.write('asmx-gen.config.json', config('union'));
  expect((await check()).code).toBe(1);
  folder.write('asmx-gen.config.json', config('objects'));
  const { code, stderr } = await check();
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('union, const'),
  });
});
