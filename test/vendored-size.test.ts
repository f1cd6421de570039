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
    expect(files.length).toBeLessThanOrEqual(13);
  });

  test('of a client of one operation is small', async () => {
    const files = await generated(greeter, ['types', 'client']);
    const runtime = files.filter(({ path }) => /^runtime\/.*\.ts$/.test(path));
    // These may only shrink.
    expect(runtime.length).toBeLessThanOrEqual(10);
    const lines = runtime.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
    expect(lines).toBeLessThanOrEqual(12_220);
  });

  test('of a client loads the words about failed connections when one fails', async () => {
    const all = (await generated(greeter, ['types', 'client'])).map(({ text }) => text).join('');
    const imports = all.match(/.*['/]connection-errors\.js'.*/g) ?? [];
    const values = imports.filter((line) => !/typeof import\(/.test(line));
    expect(values).toEqual(["    words = await import('./connection-errors.js');"]);
  });

  test.each([
    [greeter, 10],
    [school, 13],
  ])('of a server of %s has nothing of clients and help pages', async (contract, most) => {
    const files = await vendored(contract, ['types', 'server']);
    expect(files.filter((path) => /^(?:client|pages|docs|shadow)$/.test(path))).toEqual([]);
    // It may only shrink.
    expect(files.length).toBeLessThanOrEqual(most);
  });

  test('of a server with help pages has these, and nothing of clients', async () => {
    const files = await vendored(greeter, ['types', 'server', 'docs']);
    expect(files).toEqual(expect.arrayContaining(['docs', 'pages']));
    expect(files.filter((path) => /client|records/.test(path))).toEqual([]);
  });
});

const written = 'test/golden/types-in-yaml/contract.yaml';

/** Features by the target, a declaration that each has, and a contract that needs it. */
const features: readonly (readonly [string, Target, declaration: string, contract: string])[] = [
  ['HTTP GET and POST', 'client', 'function readHttpAnswer', school],
  ['HTTP GET and POST', 'server', 'class FormReader', school],
  ['MTOM', 'client', 'function writeXop', written],
  ['MTOM', 'server', 'function writeXop', written],
  ['attachments', 'client', 'const multipart:', 'test/golden/mime-multipart/contract.wsdl'],
  ['attachments', 'server', 'const multipart:', 'test/golden/mime-multipart/contract.wsdl'],
  ['references', 'client', 'function inlineReferences', 'test/golden/rpc-encoded/contract.wsdl'],
  ['references', 'server', 'function inlineReferences', 'test/golden/rpc-encoded/contract.wsdl'],
  ['details of faults', 'client', 'const readFaultDetail:', 'test/golden/faults/contract.wsdl'],
  ['headers', 'client', 'const readHeaders:', 'test/golden/faults-and-headers/service.wsdl'],
  ['arrays of SOAP', 'client', 'function soapArray', 'test/golden/soapenc-array/contract.wsdl'],
  ['streams', 'client', 'function streamRecords', written],
  ['streams', 'server', 'const recordSender:', written],
  ['patterns', 'client', 'function linearPattern', 'test/fixtures/size/pattern.yaml'],
  ['numbers', 'client', 'const int:', 'test/golden/built-in-types/contract.wsdl'],
];

describe.each(features)('%s of a %s', (_, target, declaration, contract) => {
  test('is there where it is used, and nowhere else', async () => {
    const textOf = async (input: string): Promise<string> =>
      (await generated(input, ['types', target])).map(({ text }) => text).join('');
    expect(await textOf(contract)).toContain(declaration);
    expect(await textOf(greeter)).not.toContain(declaration);
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
