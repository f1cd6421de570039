import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { generate } from '../src/generate.ts';
import type { PlanOptions, Target } from '../src/plan/result.ts';

const root = resolve(import.meta.dirname, '..');
const greeter = 'test/fixtures/size/greeter.yaml';
const school = 'specs/student-information.yaml';

/** Files generated from a contract with a vendored runtime. */
async function generated(
  input: string,
  targets: readonly Target[],
): Promise<Awaited<ReturnType<typeof generate>>['files']> {
  const options: PlanOptions = {
    targets,
    runtime: 'vendor',
    contractPath: '../contract',
    importExtension: 'js',
    types: {},
    arrays: 'unwrap',
    renames: {},
    only: [],
  };
  const readFile = (path: string): Uint8Array => readFileSync(join(root, path));
  const { files, diagnostics } = await generate({ input, options }, { readFile });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return files;
}

/** Files of the runtime in that folder, from the runtime's folder on, without extension. */
async function vendored(input: string, targets: readonly Target[]): Promise<readonly string[]> {
  const files = await generated(input, targets);
  return files.flatMap(({ path }) => /^runtime\/(.*)\.ts$/.exec(path)?.[1] ?? []);
}

describe('a vendored runtime', () => {
  test('is not there for types', async () => {
    expect(await vendored(school, ['types'])).toEqual([]);
  });

  test('of a client has nothing of servers', async () => {
    const files = await vendored(school, ['types', 'client']);
    expect(files.filter((path) => /server|pages|docs|soap-package/.test(path))).toEqual([]);
    // It may only shrink.
    expect(files.length).toBeLessThanOrEqual(28);
  });

  test('of a client of one operation is small', async () => {
    const files = await generated(greeter, ['types', 'client']);
    const runtime = files.filter(({ path }) => /^runtime\/.*\.ts$/.test(path));
    // These may only shrink.
    expect(runtime.length).toBeLessThanOrEqual(22);
    const lines = runtime.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
    expect(lines).toBeLessThanOrEqual(13_780);
  });

  test('of a client loads the words about failed connections when one fails', async () => {
    const all = (await generated(greeter, ['types', 'client'])).map(({ text }) => text).join('');
    const imports = all.match(/.*['/]connection-errors\.js'.*/g) ?? [];
    const values = imports.filter((line) => !/typeof import\(/.test(line));
    expect(values).toEqual(["    words = await import('./connection-errors.js');"]);
  });

  test.each([
    [greeter, 37],
    [school, 42],
  ])('of a server of %s has nothing of clients and help pages', async (contract, most) => {
    const files = await vendored(contract, ['types', 'server']);
    expect(files.filter((path) => /client(?!$)|\/client$|^pages|documents/.test(path))).toEqual([]);
    // It may only shrink.
    expect(files.length).toBeLessThanOrEqual(most);
  });

  test('of a server with help pages has these, and nothing of clients', async () => {
    const files = await vendored(greeter, ['types', 'server', 'docs']);
    expect(files).toEqual(expect.arrayContaining(['docs', 'server/documents', 'pages/documents']));
    expect(files.filter((path) => /client|^stream|^ntlm/.test(path))).toEqual([]);
  });
});

const written = 'test/golden/types-in-yaml/contract.yaml';

/** Features by the target, the files that bring them, and a contract that needs each. */
const features: readonly (readonly [string, Target, files: RegExp, contract: string])[] = [
  ['HTTP GET and POST', 'client', /^http\/client$/, school],
  ['HTTP GET and POST', 'server', /^(http\/server|forms\/reader)$/, school],
  ['MTOM', 'client', /^(soap\/mtom|parts\/attachment)$/, written],
  ['MTOM', 'server', /^parts\/attachment$/, written],
  ['attachments', 'client', /^parts\/attachment$/, 'test/golden/mime-multipart/contract.wsdl'],
  ['attachments', 'server', /^parts\/attachment$/, 'test/golden/mime-multipart/contract.wsdl'],
  ['references', 'client', /^soap\/encoding$/, 'test/golden/rpc-encoded/contract.wsdl'],
  ['references', 'server', /^soap\/encoding$/, 'test/golden/rpc-encoded/contract.wsdl'],
  ['details of faults', 'client', /^soap\/details$/, 'test/golden/faults/contract.wsdl'],
  ['headers', 'client', /^soap\/details$/, 'test/golden/faults-and-headers/service.wsdl'],
  ['arrays of SOAP', 'client', /^soap\/array$/, 'test/golden/soapenc-array/contract.wsdl'],
  ['streams', 'client', /^records\//, written],
  ['streams', 'server', /^records\//, written],
  ['patterns', 'client', /^values\/pattern$/, 'test/fixtures/size/pattern.yaml'],
  ['numbers', 'client', /^types\/number$/, 'test/golden/built-in-types/contract.wsdl'],
];

describe.each(features)('%s of a %s', (_, target, files, contract) => {
  test('is there where it is used, and nowhere else', async () => {
    const used = await vendored(contract, ['types', target]);
    expect(used.filter((path) => files.test(path))).not.toEqual([]);
    const unused = await vendored(greeter, ['types', target]);
    expect(unused.filter((path) => files.test(path))).toEqual([]);
  });
});

test.each([
  ['client', ['writeRequest sendRequest', 'readResponse sendResponse', 'read invalidPhoneFault']],
  ['server', ['write invalidPhoneFault', 'readRequest sendRequest', 'writeResponse sendResponse']],
] as const)('functions of a %s are those it calls', async (target, expected) => {
  const files = await generated('test/golden/faults-and-headers/service.wsdl', ['types', target]);
  const texts = ['operations.ts', 'server.ts'].map(
    (name) => files.find(({ path }) => path === name)?.text ?? '',
  );
  const call = /(\w+): \(\w+\) =>\s+\w+\(\$descriptions\.((?:sendRe|invalidPhone)\w+)Message,/g;
  const functions = [...texts.join('').matchAll(call)].map(([, key, name]) => `${key} ${name}`);
  expect(functions).toEqual(expected);
});
