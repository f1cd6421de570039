import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './cli/run-cli.ts';
import { compileStrictly, runtimeSource } from './compile-strictly.ts';

jest.setTimeout(180_000);

const root = join(import.meta.dirname, '..');
/** What is generated for every contract of the goldens, the school's code, the whole runtime. */
const include = ['test/golden/*/expected/**/*.ts', 'generated/**/*.ts', 'src/runtime/**/*.ts'].map(
  (files) => join(root, files),
);
/** The types of Node refer to newer libraries, which hide what a project without them lacks. */
const ofNode = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'asmx-gen-older-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['es2020', 'es2021', 'es2022'])('--target %s, with its own library', (target) => {
  test.each([
    ['types of the DOM', { lib: [target, 'dom'] }],
    ['types of Node', { lib: [target], ...ofNode }],
    ['no other types', { lib: [target] }],
  ])('and %s', (_, platform) => {
    const options = { ...runtimeSource(), skipLibCheck: true, target, ...platform };
    expect(compileStrictly(folder, { options, include })).toBe('');
  });
});

const program = `
import {
  AddNote, cookieJar, createMockNotesServer, createNotesClient, NoteSchema, ntlm, sample, SoapFault,
} from './notes/index.js';

const note = sample(NoteSchema, { seed: 1 });
const addNote = ({ note: { text } }) => {
  if (text === 'no') throw new SoapFault({ code: 'Client', message: 'not this' });
  return text.length;
};
const mock = createMockNotesServer({ addNote });
const options = { baseUrl: 'http://test', fetch: mock.fetch, cookies: cookieJar() };
const client = createNotesClient(options);
console.log(await client.addNote({ note }), mock.callsOf(AddNote).length);
await client.addNote({ note: { ...note, text: 'no' } }).catch(({ message }) => console.log(message));
console.log(NoteSchema['~standard'].validate({ ...note, text: '' }).issues?.length);
console.log(typeof ntlm({ username: 'a', password: 'b' }));
`;

test('what is compiled for es2020 runs', async () => {
  const contract = readFileSync(join(root, 'test/golden/standard-schema/contract.yaml'));
  writeFileSync(join(folder, 'notes.yaml'), contract);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const targets = ['--targets', 'client,server,schemas'];
  const args = ['generate', 'notes.yaml', '-o', 'ts/notes', ...targets];
  expect(await runCli(args, { cwd: folder })).toMatchObject({ code: 0 });
  const compiled = { declaration: false, isolatedDeclarations: false, noEmit: false };
  const older = { target: 'es2020', lib: ['es2020'], rootDir: 'ts', outDir: 'js' };
  const options = { ...compiled, ...older };
  expect(compileStrictly(folder, { options, include: ['ts'] })).toBe('');
  writeFileSync(join(folder, 'js/main.js'), program);
  const said = execFileSync(process.execPath, ['js/main.js'], { cwd: folder, encoding: 'utf8' });
  expect(said).toBe('6 1\nnot this\n1\nobject\n');
});
