import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { generate } from '../../src/generate.ts';
import { compileFiles, type OutputFile } from './support/compiled.ts';
import { planOptions } from './support/contract.ts';

const goldens = resolve(import.meta.dirname, '../golden');

/** Generates the contract of a golden; nothing for one that is refused. */
async function generateGolden(name: string): Promise<readonly OutputFile[]> {
  const folder = join(goldens, name);
  const entry = readdirSync(folder).find((path) => /^contract\.(wsdl|yaml)$/.test(path));
  if (entry === undefined) return [];
  const { files } = await generate(
    { input: entry, options: { ...planOptions, runtime: 'package' } },
    {
      readFile: (path) =>
        existsSync(join(folder, path)) ? readFileSync(join(folder, path)) : undefined,
    },
  );
  return files;
}

/**
 * A program with the examples of `client.ts`, each in a function that gets its variables from the
 * input.
 */
function examplesOf(client: string): string {
  const interfaces = [...client.matchAll(/^export interface (\S+)[^{]*\{\n([\s\S]*?)^\}/gm)];
  const functions = interfaces.flatMap(([, type = '', body = '']) =>
    [...body.matchAll(/@example\n([\s\S]*?)\*\/\n {2}readonly ([\w$]+):/g)].map(
      ([, comment = '', method = ''], index) => {
        const lines = comment.split('\n').map((line) => line.replace(/^ *\* ?/, '').trim());
        const code = lines.filter((line) => line !== '').join('\n  ');
        const [, names] = /\(\{ (.*) \}\)/.exec(code) ?? [];
        const given = names === undefined ? '' : `const { ${names} } = input;\n  `;
        const uses = /\binput\b/.test(given + code);
        // what a nillable input may be beside an object has no properties
        const value = `Exclude<Parameters<${type}['${method}']>[0], null | { readonly $nil: true }>`;
        const input = uses ? `, input: ${value}` : '';
        return `export async function ${method}${type}${index}(client: ${type}${input}): Promise<void> {\n  ${given}${code}\n}\n`;
      },
    ),
  );
  if (functions.length === 0) return '';
  const types = interfaces
    .map(([, name]) => name)
    .filter((name) => functions.join('').includes(`client: ${name}`));
  return `import type { ${types.join(', ')} } from './client.js';\ndeclare const console: { log(value: unknown): void };\nif (false as boolean) console.log('');\n${functions.join('')}`;
}

test('only results that are their records are shown as streams', async () => {
  const contract = `asmx: 1
name: Orders
namespace: urn:orders
services:
  Orders:
    operations:
      GetOrder: { parameters: { id: int }, returns: Order }
      GetLines: { parameters: { id: int }, returns: 'Line[]' }
types:
  Order: { fields: { id: int, lines: 'Line[]' } }
  Line: { fields: { sku: string } }
`;
  const { files } = await generate(
    { input: 'orders.yaml', options: { ...planOptions, targets: ['types', 'client', 'gateway'] } },
    { readFile: () => new TextEncoder().encode(contract) },
  );
  const text = (path: string): string => files.find((file) => file.path === path)?.text ?? '';
  expect(text('client.ts').match(/client\.\w+\.stream/g)).toEqual(['client.getLines.stream']);
  expect(text('doors.ts').match(/streams: true/g)).toHaveLength(1);
});

test('examples of generated methods compile', async () => {
  const files: OutputFile[] = [];
  let count = 0;
  for (const name of readdirSync(goldens)) {
    const generated = await generateGolden(name);
    const client = generated.find(({ path }) => path === 'client.ts')?.text;
    if (client === undefined) continue;
    const text = examplesOf(client);
    count += text.split('export async function').length - 1;
    for (const file of [...generated, { path: 'examples.ts', text }]) {
      files.push({ ...file, path: `${name}/${file.path}` });
    }
  }
  expect(count).toBeGreaterThan(50);
  expect(compileFiles(files)).toBe('');
}, 120_000);
