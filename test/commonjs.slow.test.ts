import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createFolder, packageRoot, runCli, type TestFolder } from './cli/run-cli.ts';

jest.setTimeout(120_000);

/** Enough types, each with the one after it, that their descriptions take several files in a circle. */
const count = 400;
const fields = Array.from({ length: 20 }, (_, index) => `      field${index}: int?\n`).join('');
const types = Array.from(
  { length: count },
  (_, index) => `  Type${index}:\n    fields:\n${fields}      next: Type${(index + 1) % count}?\n`,
).join('');
const contract = `asmx: 1
name: Large
namespace: urn:large
types:
${types}services:
  Large:
    operations:
      Change: { parameters: { one: Type0 }, returns: Type0 }
`;

/** Prints the number of members of all types, and those without a type of their own. */
const program = `
const { readdirSync } = require('node:fs');
const load = (path) => require('./compiled/' + path);
const parts = readdirSync('compiled').filter((path) => /^descriptions-.*[.]js$/.test(path));
load(process.argv[2] === 'index' ? 'index.js' : parts[process.argv[2]]);
const types = parts.flatMap((path) =>
  Object.entries(load(path)).filter(([name]) => /^type\\d+Type$/.test(name)),
);
const members = types.flatMap(([, type]) => type.members);
const incomplete = members.filter(({ type }) => type === undefined);
console.log(JSON.stringify({ parts: parts.length, members: members.length, incomplete }));
`;

let folder: TestFolder;

beforeAll(async () => {
  folder = createFolder({ 'large.yaml': contract, 'check.cjs': program });
  const args = ['generate', 'large.yaml', '-o', 'large', '--targets', 'types,client,server'];
  expect(await runCli(args, { cwd: folder.path })).toMatchObject({ code: 0 });
  const compilerOptions = {
    ...{ module: 'commonjs', moduleResolution: 'bundler', target: 'es2022', noCheck: true },
    ...{ rootDir: 'large', outDir: 'compiled', types: [] },
  };
  const project = JSON.stringify({ compilerOptions, include: ['large'] });
  writeFileSync(join(folder.path, 'tsconfig.json'), project);
  const compiler = join(packageRoot, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler], { cwd: folder.path });
  writeFileSync(join(folder.path, 'compiled/package.json'), '{ "type": "commonjs" }');
});
afterAll(() => rmSync(folder.path, { recursive: true }));

test.each(['index', '0', '1', '2', '3'])(
  'descriptions are complete, whichever module of CommonJS is loaded first: %s',
  (first) => {
    const options = { cwd: folder.path, encoding: 'utf8' } as const;
    const found = JSON.parse(execFileSync(process.execPath, ['check.cjs', first], options));
    expect(found.parts).toBeGreaterThan(3);
    expect(found).toMatchObject({ members: 21 * count, incomplete: [] });
  },
);
