import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generate } from '../../src/generate.ts';
import { syntheticContract } from '../bench/synthetic-contract.mjs';
import { compileStrictly } from '../compile-strictly.ts';
import { sampleOptions } from './sample-plan.ts';

// so many that the compiler refuses a list of objects of as many types (TS2590)
const operations = 1750;
const texts = new Map<string, string>();
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'asmx-gen-large-'));
  const bytes = new TextEncoder().encode(syntheticContract(operations));
  const { files, diagnostics } = await generate(
    {
      input: 'growth.wsdl',
      options: { ...sampleOptions, targets: [...sampleOptions.targets, 'schemas'] },
    },
    { readFile: (path) => (path === 'growth.wsdl' ? bytes : undefined) },
  );
  expect(diagnostics).toEqual([]);
  for (const { path, text } of files) {
    texts.set(path, text);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Names that a file exports by itself. */
function exportsOf(path: string): readonly string[] {
  const found = (texts.get(path) ?? '').matchAll(
    /^export (?:interface|function|const|type) ([\w$]+)/gm,
  );
  return [...found].map(([, name = '']) => name);
}

function partsOf(name: string): readonly string[] {
  return [...texts.keys()].filter((path) => path.startsWith(`${name}-`));
}

describe('a contract of very many operations', () => {
  test('gives no file above 20,000 lines but that of the client and that of the server', () => {
    const code = [...texts].filter(([path]) => /^(?!client\.ts|server\.ts).*\.ts$/.test(path));
    const longest = Math.max(...code.map(([, text]) => text.split('\n').length));
    expect(longest).toBeLessThan(20_000);
    for (const name of ['types', 'descriptions', 'operations', 'schemas']) {
      expect(partsOf(name).length).toBeGreaterThan(1);
    }
  });

  test('has every descriptor in one part, and all of them in operations.ts', () => {
    const descriptors = partsOf('operations').flatMap(exportsOf);
    expect(descriptors.length).toBe(operations);
    expect(new Set(descriptors).size).toBe(operations);
    const passedOn = [
      ...(texts.get('operations.ts') ?? '').matchAll(/^export \* from '\.\/(.*)\.js';$/gm),
    ];
    expect(passedOn.map(([, name]) => `${name}.ts`)).toEqual(partsOf('operations'));
  });

  test('exports from client.ts and server.ts what a small one does', () => {
    expect(exportsOf('client.ts')).toEqual(['GrowthClient', 'createGrowthClient']);
    expect(exportsOf('server.ts')).toEqual(['GrowthHandlers', 'createGrowthServer']);
  });

  test('type-checks, and its parts make whole clients and servers', () => {
    writeFileSync(
      join(folder, 'usage.ts'),
      `import { createGrowthClient, createGrowthServer, type GrowthHandlers, Change7Record } from './index.js';
export async function use(handlers: GrowthHandlers): Promise<number | undefined> {
  const server = createGrowthServer(handlers);
  const client = createGrowthClient({ baseUrl: 'http://test', fetch: server.fetch });
  const records = await client.change999Record({ id: 1 }, { binding: 'soap11' });
  // @ts-expect-error: there is no such operation
  client.change1750Record;
  return records?.[0]?.Id;
}
export const action: string | undefined = Change7Record.soap?.action;
// @ts-expect-error: handlers of all parts are wanted
export const none: GrowthHandlers = {};
`,
    );
    const options = { module: 'esnext', moduleResolution: 'bundler' };
    expect(compileStrictly(folder, { options })).toBe('');
  }, 120_000);
});
