import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './cli/run-cli.ts';
import { compileStrictly, runtimeSource } from './compile-strictly.ts';

jest.setTimeout(180_000);

const root = join(import.meta.dirname, '..');
/** Signatures are for Node alone and never vendored; `dist` is the package. */
const runtime = readdirSync(join(root, 'src/runtime')).filter(
  (name) => !/^(?:signatures|wss\.ts|dist)$|\.(?:json|md)$|^LICENSE$/.test(name),
);
/** What is generated for every contract of the goldens, the school's code, the vendored runtime. */
const include = [
  'test/golden/*/expected/**/*.ts',
  'generated/**/*.ts',
  ...runtime.map((name) => `src/runtime/${name}${name.endsWith('.ts') ? '' : '/**/*.ts'}`),
].map((files) => join(root, files));
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

describe('a project in which nothing is strict', () => {
  const loose = {
    strict: false,
    strictNullChecks: false,
    noImplicitAny: false,
    strictBindCallApply: false,
    exactOptionalPropertyTypes: false,
    noUncheckedIndexedAccess: false,
    noPropertyAccessFromIndexSignature: false,
    verbatimModuleSyntax: false,
    isolatedModules: false,
    isolatedDeclarations: false,
    erasableSyntaxOnly: false,
    declaration: false,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    target: 'es2021',
    lib: ['es2021'],
  };
  test.each([
    ['CommonJS', { module: 'commonjs', moduleResolution: 'bundler' }],
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ])('compiles all as %s, as the defaults of NestJS have it', (_, module) => {
    const options = { ...runtimeSource(), ...loose, ...module, ...ofNode, skipLibCheck: true };
    expect(compileStrictly(folder, { options, include })).toBe('');
  });
});

describe('a project that is strict, but for', () => {
  const plain = { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false };
  test.each([
    ['exact optional properties and unchecked indexes', {}],
    ['strictNullChecks, too, so that null and undefined widen to any', { strictNullChecks: false }],
  ])('%s, compiles all', (_, more) => {
    const options = { ...runtimeSource(), ...ofNode, skipLibCheck: true, ...plain, ...more };
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

const people = `asmx: 1
name: People
namespace: urn:people
services:
  People:
    operations:
      ListPeople: { parameters: { count: int }, returns: 'Person[]' }
types:
  Person: { fields: { id: long, name: 'string?' } }
`;

/** A list and an object beside the call that refers to them. */
const references = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"
  xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:xsd="http://www.w3.org/2001/XMLSchema"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:sample"><soap:Body>
  <t:Add><numbers href="#n"/><node href="#o"/></t:Add>
  <enc:Array id="n" enc:arrayType="xsd:int[2]"><i>4</i><i>5</i></enc:Array>
  <t:Node id="o" xsi:type="t:Node"><next xsi:nil="true"/></t:Node>
</soap:Body></soap:Envelope>`;

const rareParts = `
import { createServer } from 'node:http';
import { createSampleClient, createSampleServer } from './attachments/index.js';
import * as encoded from './encoded/index.js';
import { createPeopleClient, createPeopleServer } from './people/index.js';

const baseUrl = 'http://test';
const attached = createSampleServer({
  ask: ({ a, file, note, order }) => ({ AskResult: order.number, photo: new Uint8Array([...file, a.length, note.length]) }),
});
const attaching = createSampleClient({ baseUrl, fetch: attached.fetch });
const file = new Uint8Array([0, 13, 10, 45, 45, 255]);
const { AskResult, photo } = await attaching.ask({ a: 'a', file, note: 'Gr\\u00fc\\u00dfe', order: { number: 7 } });
console.log(AskResult, ...photo);

const adding = encoded.createSampleServer({
  add: ({ numbers, node }) => numbers.reduce((sum, one) => sum + one, node.next === null ? 100 : 0),
});
const encoding = encoded.createSampleClient({ baseUrl, fetch: adding.fetch });
console.log(await encoding.add({ numbers: [1, 2, 3], node: { next: { next: null } } }));
const headers = { 'Content-Type': 'text/xml', SOAPAction: '"urn:sample/Add"' };
const request = { method: 'POST', headers, body: \`${references}\` };
const answer = await adding.fetch(new Request(baseUrl + '/sample', request));
console.log(/>(\\d+)</.exec(await answer.text())[1]);

const listing = createPeopleServer({
  async *listPeople({ count }) {
    for (let id = 0; id < count; id += 1) yield { id: BigInt(id), name: id % 2 === 0 ? '<&>' : undefined };
  },
});
const http = createServer(listing.listener).listen(0, '127.0.0.1');
await new Promise((resolve) => http.once('listening', resolve));
const url = 'http://127.0.0.1:' + http.address().port;
let streamed = 0n;
const names = new Set();
for await (const { id, name } of createPeopleClient({ baseUrl: url }).listPeople.stream({ count: 2000 })) {
  streamed += id;
  names.add(name);
}
console.log(streamed, ...names);
http.close();
http.closeAllConnections();
`;

/** Generates a contract of a folder into a folder of `ts`, all of which is then compiled. */
async function generateInto(name: string, contract: string, targets: string): Promise<void> {
  const args = ['generate', contract, '-o', `ts/${name}`, '--targets', targets];
  expect(await runCli(args, { cwd: folder })).toMatchObject({ code: 0 });
}

/** Compiles `ts` into `js` for es2020, and what a program there prints. */
function said(text: string): string {
  const compiled = { declaration: false, isolatedDeclarations: false, noEmit: false };
  const older = { target: 'es2020', lib: ['es2020'], rootDir: 'ts', outDir: 'js' };
  expect(compileStrictly(folder, { options: { ...compiled, ...older }, include: ['ts'] })).toBe('');
  writeFileSync(join(folder, 'js/main.js'), text);
  return execFileSync(process.execPath, ['js/main.js'], { cwd: folder, encoding: 'utf8' });
}

describe('what is compiled for es2020 runs', () => {
  beforeAll(() => {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const golden = (name: string): string => join(root, 'test/golden', name);
    const contracts = {
      'notes.yaml': readFileSync(join(golden('standard-schema'), 'contract.yaml')),
      'attachments.wsdl': readFileSync(join(golden('mime-multipart'), 'contract.wsdl')),
      'encoded.wsdl': readFileSync(join(golden('rpc-encoded'), 'contract.wsdl')),
      'people.yaml': people,
    };
    for (const [name, text] of Object.entries(contracts)) writeFileSync(join(folder, name), text);
  });

  test('a call, a mock server, a fault, a check and options', async () => {
    await generateInto('notes', 'notes.yaml', 'client,server,schemas');
    expect(said(program)).toBe('6 1\nnot this\n1\nobject\n');
  });

  test('attachments, SOAP encoding and a stream', async () => {
    await generateInto('attachments', 'attachments.wsdl', 'client,server');
    await generateInto('encoded', 'encoded.wsdl', 'client,server');
    await generateInto('people', 'people.yaml', 'client,server');
    expect(said(rareParts)).toBe('7 0 13 10 45 45 255 1 5\n6\n109\n1999000n <&> undefined\n');
  });
});
