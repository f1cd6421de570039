// `npm run corpus:evaluated -- DIR [--only TEXT]`: compares what `call` and `serve` evaluate with
// the generated code, for each WSDL below a folder. Exit code 1 when they differ.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { transformSync } from '@swc/core';
import { differences } from '../descriptions-alike.mjs';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
});
const [folder] = positionals;
const all = { recursive: true, encoding: 'utf8' };
const found = folder === undefined || !existsSync(folder) ? [] : readdirSync(folder, all);
const documents = found.filter((one) => /\.wsdl$/i.test(one) && one.includes(flags.only ?? ''));
if (documents.length === 0) {
  console.log(`skipped: no WSDL is below ${folder ?? 'the folder, of which none is given'}`);
  process.exit(0);
}
const dist = new URL('../../dist/', import.meta.url);
const [{ evaluateContract }, { generate }, { named }] = await Promise.all(
  ['evaluate.js', 'generate.js', 'print/node.js'].map((one) => import(new URL(one, dist).href)),
);

const work = mkdtempSync(join(tmpdir(), 'evaluated-'));
const runtime = join(work, 'node_modules/asmx-gen-runtime');
mkdirSync(runtime, { recursive: true });
writeFileSync(join(work, 'package.json'), '{ "type": "module" }');
const exported = '{ "type": "module", "exports": { ".": "./index.js", "./*": "./*.js" } }';
writeFileSync(join(runtime, 'package.json'), exported);
for (const name of ['index', 'type', 'schema']) {
  const { href } = new URL(`runtime/${name}.js`, dist);
  writeFileSync(join(runtime, `${name}.js`), `export * from '${href}';\n`);
}

const host = { readFile: (path) => (existsSync(path) ? readFileSync(path) : undefined) };
const options = {
  targets: ['types', 'client', 'server', 'schemas'],
  runtime: 'package',
  contractPath: 'contract.wsdl',
  importExtension: 'js',
  types: {},
  arrays: 'unwrap',
  renames: {},
  only: [],
};
const syntax = { parser: { syntax: 'typescript' }, target: 'es2023' };

/** The exports of a generated file, which is written with those that it imports. */
async function imported(files, out, name) {
  for (const { path, text } of files) {
    if (!/^(?:types|descriptions|operations)\b.*\.ts$/.test(path)) continue;
    const { code } = transformSync(text, {
      jsc: { ...syntax, transform: { verbatimModuleSyntax: true } },
      module: { type: 'es6' },
    });
    writeFileSync(join(out, path.replace(/ts$/, 'js')), code);
  }
  return import(pathToFileURL(join(out, name)).href);
}

const counts = { documents: documents.length, compared: 0, values: 0, failed: 0 };
for (const [index, path] of documents.sort().entries()) {
  const entry = resolve(folder, path);
  const out = join(work, `${index}`);
  mkdirSync(out);
  try {
    const { plan, files } = await generate({ input: entry, lenient: true, options }, host);
    if (plan === undefined || files.length === 0 || plan.operations.length === 0) continue;
    const sink = { report() {} };
    const code = await evaluateContract(plan.model, options, sink, async () => ({}));
    const seen = new Map();
    const problems = [];
    for (const from of ['descriptions', 'operations']) {
      for (const [name, one] of Object.entries(await imported(files, out, `${from}.js`))) {
        counts.values += 1;
        problems.push(...differences(one, code.evaluated(named(from, name)), name, seen));
      }
    }
    counts.compared += 1;
    if (problems.length === 0) continue;
    counts.failed += 1;
    console.log(`${path}\n  ${problems.slice(0, 5).join('\n  ')}`);
  } catch (error) {
    counts.failed += 1;
    console.log(`${path}\n  ${error.stack}`);
  }
}
rmSync(work, { recursive: true, force: true });
console.table(counts);
process.exit(counts.failed > 0 ? 1 : 0);
