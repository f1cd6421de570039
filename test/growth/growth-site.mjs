// The contract of the requests, generated: a server whose operations give back what they take, and
// clients.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { transpile } from '../../dist/cli/serve/typescript-hooks.js';
import { generate } from '../../dist/generate.js';
import { requestContract } from './request-contract.mjs';

const options = {
  targets: ['types', 'client', 'server'],
  runtime: 'package',
  contractPath: 'growth.wsdl',
  importExtension: 'js',
  types: {},
  arrays: 'unwrap',
  renames: {},
  only: [],
};

/** Writes the generated code into an empty folder, ready to be loaded by any process. */
export async function writeGrowthSite(folder) {
  const bytes = new TextEncoder().encode(requestContract);
  const { diagnostics, files } = await generate(
    { input: 'growth.wsdl', options },
    { readFile: () => bytes },
  );
  if (diagnostics.length > 0) throw new Error(diagnostics[0].message);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(
    resolve(import.meta.dirname, '../../src/runtime'),
    join(folder, 'node_modules/asmx-gen-runtime'),
  );
  for (const { path, text } of files) {
    if (!path.endsWith('.ts')) continue;
    const target = join(folder, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, transpile(text, path));
  }
}
