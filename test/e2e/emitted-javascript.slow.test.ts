import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createFolder, runCli, type TestFolder } from '../cli/run-cli.ts';
import { compileStrictly } from '../compile-strictly.ts';
import { awkwardInput, awkwardTexts, lowerFirst, schoolOperations } from './school-operations.ts';

jest.setTimeout(180_000);

const root = join(import.meta.dirname, '../..');
const compiled = {
  declaration: false,
  isolatedDeclarations: false,
  noEmit: false,
  skipLibCheck: true,
};

let folder: TestFolder;
beforeAll(() => {
  folder = createFolder({ 'package.json': '{"type":"module"}' });
});
afterAll(() => folder.remove());

function node(script: string): string {
  const options = { cwd: folder.path, encoding: 'utf8', maxBuffer: 64 << 20 } as const;
  return execFileSync(process.execPath, [script], options);
}

/** Calls of every operation of the school over every binding, with awkward values. */
const calls = schoolOperations.flatMap((entry, index) =>
  awkwardTexts.map((_, shift) => ({
    service: lowerFirst(entry.service),
    operation: lowerFirst(entry.operation),
    input: awkwardInput(entry, index + shift),
  })),
);

/** Prints each request and answer as bytes and as values, a WSDL and the pages of a service. */
const conversation = (school: string): string => `
import { readFileSync } from 'node:fs';
import {
  createStudentInformationClient, createStudentInformationServer, SoapFault,
} from './${school}/index.js';

const calls = JSON.parse(readFileSync('calls.json', 'utf8'));
const handlers = {};
let count = 0;
for (const { service, operation } of calls) {
  handlers[service] ??= {};
  handlers[service][operation] = (input, { binding }) => {
    console.log('received', binding, JSON.stringify(input));
    if (count++ % 7 === 0) throw new SoapFault({ code: 'Client', message: 'no <' + count + '>' });
  };
}
const server = createStudentInformationServer(handlers);
const fetch = async (url, init) => {
  console.log(init.method, url, JSON.stringify([...new Headers(init.headers)]), String(init.body));
  const answer = await server.fetch(new Request(url, init));
  console.log(answer.status, JSON.stringify([...answer.headers]), await answer.clone().text());
  return answer;
};
const client = createStudentInformationClient({ baseUrl: 'http://test', fetch });
for (const { service, operation, input } of calls) {
  for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost']) {
    const call = client[service][operation](input, { binding });
    await call.then(console.log, (error) => console.log(error.name, error.code, error.message));
  }
}
await client.authCodeSending.authCode({ code: 1 }).catch((error) => console.log(error.message));
for (const path of ['?WSDL', '', '?op=AuthCode', '?disco', '/Nothing']) {
  await fetch('http://test/AuthCodeSending.asmx' + path, { method: 'GET' });
}
`;

test('the school says the same in JavaScript as in TypeScript', async () => {
  cpSync(join(root, 'specs/student-information.yaml'), join(folder.path, 'school.yaml'));
  cpSync(join(root, 'generated/student-information'), join(folder.path, 'typed'), {
    recursive: true,
  });
  const args = ['generate', 'school.yaml', '-o', 'emitted', '--emit', 'js'];
  expect(await runCli(args, { cwd: folder.path })).toMatchObject({ code: 0 });
  const options = { ...compiled, rootDir: 'typed', outDir: 'compiled' };
  expect(compileStrictly(folder.path, { options, include: ['typed'] })).toBe('');
  writeFileSync(join(folder.path, 'calls.json'), JSON.stringify(calls));
  folder.write('compiled.js', conversation('compiled'));
  folder.write('emitted.js', conversation('emitted'));
  const said = node('emitted.js');
  expect(said.match(/^received/gm)?.length).toBe(calls.length * 4);
  expect(said).toContain('Client no <1>');
  expect(said).toBe(node('compiled.js'));
});

const golden = (name: string): string =>
  readFileSync(join(root, 'test/golden', name, 'contract.yaml'), 'utf8');

const kit = `
import {
  AddNote, createMockNotesServer, createNotesClient, NoteKind, NoteSchema, sample,
} from './notes/index.js';

const note = sample(NoteSchema, { seed: 1 });
const mock = createMockNotesServer({ addNote: ({ note: { text } }) => text.length });
const client = createNotesClient({ baseUrl: 'http://test', fetch: mock.fetch });
console.log(await client.addNote({ note }), mock.callsOf(AddNote).length, NoteKind);
console.log(NoteSchema['~standard'].validate({ ...note, text: '' }).issues?.length);
console.log(NoteSchema['~standard'].validate(note).issues);
`;

const soapProgram = `
import { createServer } from 'node:http';
import { createNoteServiceSoapClient, listenNoteService } from './stock/soap.js';

const http = createServer();
http.listen(0, '127.0.0.1', async () => {
  const baseUrl = 'http://127.0.0.1:' + http.address().port;
  listenNoteService(http, {
    addNote: ({ text, color }) => (console.log(text.length, color), 42),
    clear: () => {},
  });
  const client = createNoteServiceSoapClient({ baseUrl });
  console.log(await client.addNote({ text: 'hello', color: 'red' }));
  http.closeAllConnections();
  http.close();
});
`;

describe('targets in JavaScript', () => {
  test('schemas, the test kit and objects of enumerations run', async () => {
    folder.write('notes.yaml', golden('standard-schema'));
    const targets = ['client', 'server', 'schemas'];
    const contract = { input: 'notes.yaml', output: 'notes', targets, emit: 'js', enums: 'const' };
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts: [contract] }));
    expect(await runCli(['generate'], { cwd: folder.path })).toMatchObject({ code: 0 });
    folder.write('kit.js', kit);
    expect(node('kit.js')).toBe("6 1 { praise: 'praise', blame: 'blame' }\n1\nundefined\n");
    folder.write('use.ts', kit.replaceAll('console.log', 'void '));
    const options = { exactOptionalPropertyTypes: false };
    expect(compileStrictly(folder.path, { options, include: ['use.ts', 'notes'] })).toBe('');
  });

  test('soap: the client and server of the soap package', async () => {
    folder.write('stock.yaml', golden('soap-target'));
    const args = ['generate', 'stock.yaml', '-o', 'stock', '--targets', 'soap', '--emit', 'js'];
    expect(await runCli(args, { cwd: folder.path })).toMatchObject({ code: 0 });
    mkdirSync(join(folder.path, 'node_modules'));
    symlinkSync(join(root, 'node_modules/soap'), join(folder.path, 'node_modules/soap'));
    folder.write('soap.js', soapProgram);
    expect(node('soap.js')).toBe('5 red\n42\n');
  });
});
