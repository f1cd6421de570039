import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { generate } from '../src/generate.ts';
import type { PlanOptions, Target } from '../src/plan/result/plan.ts';

const root = resolve(import.meta.dirname, '..');
const greeter = 'test/fixtures/size/greeter.yaml';
const school = 'specs/student-information.yaml';

/**
 * Files of the runtime in the vendored folder of a contract, from its folder on, without extension.
 */
async function vendored(input: string, targets: readonly Target[]): Promise<readonly string[]> {
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
    expect(files.length).toBeLessThanOrEqual(83);
  });

  test('of a server has nothing of clients but what both need', async () => {
    const files = await vendored(greeter, ['types', 'server']);
    expect(files.filter((path) => /^(ntlm|stream|pages)\//.test(path))).toEqual([]);
  });
});

/** Features by the files that bring them, and a contract that needs each. */
const features: readonly (readonly [feature: string, files: RegExp, contract: string])[] = [
  ['SOAP 1.2', /^soap\/client\/soap12$/, school],
  ['HTTP GET and POST', /^http\/client\//, school],
  ['attachments', /^mime\/multipart/, 'test/golden/mime-multipart/contract.wsdl'],
  ['references', /^soap\/encoding\/inline-references$/, 'test/golden/rpc-encoded/contract.wsdl'],
  ['arrays of SOAP', /^codec\/array$/, 'test/golden/soapenc-array/contract.wsdl'],
  ['streams', /^stream\//, 'test/golden/types-in-yaml/contract.yaml'],
  [
    'results written straight to the response',
    /^client\/written-result$/,
    'test/golden/types-in-yaml/contract.yaml',
  ],
  ['patterns', /^pattern\//, 'test/fixtures/size/pattern.yaml'],
  ['big integers', /^xsd\/unbounded-integer$/, 'test/golden/built-in-types/contract.wsdl'],
];

describe.each(features)('%s', (_, files, contract) => {
  test('is there where it is used, and nowhere else', async () => {
    const targets = ['types', 'client'] as const;
    const used = await vendored(contract, targets);
    expect(used.filter((path) => files.test(path))).not.toEqual([]);
    const unused = await vendored(greeter, targets);
    expect(unused.filter((path) => files.test(path))).toEqual([]);
  });
});
