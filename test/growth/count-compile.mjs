// What the compiler does with the code of contracts that grow: prints JSON. What it creates and the
// calls of its functions are counted, which is the same on every machine. Arguments name the kinds of
// contract, all by default.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript-5';
import { compiledContract } from './compiled-contract.mjs';

const bin = resolve(import.meta.dirname, '../../bin/asmx-gen.js');
const options = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
};

/** Calls of functions of the compiler since the last time it was asked. */
async function takeCalls(session) {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.endsWith('typescript.js'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges[0]?.count ?? 0))
    .reduce((sum, count) => sum + count, 0);
}

/** What is done for all but the runtime, which is checked before. */
async function countOne(folder, session) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
  const program = ts.createProgram(
    names.map((name) => join(folder, name)),
    options,
  );
  const isCounted = ({ fileName }) =>
    /\/(types|descriptions|operations|client|server)[^/]*\.ts$/.test(fileName);
  const files = program.getSourceFiles();
  const check = (some) => some.flatMap((file) => program.getSemanticDiagnostics(file));
  const errors = check(files.filter((file) => /\/runtime\//.test(file.fileName)));
  const before = [program.getInstantiationCount(), program.getTypeCount()];
  await takeCalls(session);
  errors.push(...check(files.filter(isCounted)));
  const calls = await takeCalls(session);
  const instantiations = program.getInstantiationCount() - before[0];
  const types = program.getTypeCount() - before[1];
  return { errors: errors.length, instantiations, types, calls };
}

const all = [
  'sequence',
  'choice',
  'repeatedChoice',
  'derivedTypes',
  'choices',
  'wideChoices',
  'optionalPairs',
  'steps',
  'operations',
];
const given = process.argv.slice(2);
const kinds = given.length > 0 ? given : all;
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const work = mkdtempSync(join(tmpdir(), 'count-compile-'));
try {
  const found = {};
  for (const kind of kinds) {
    found[kind] = {};
    for (const count of [30, 60, 120]) {
      const name = `${kind}-${count}`;
      writeFileSync(join(work, `${name}.wsdl`), compiledContract(kind, count));
      const out = [
        '-o',
        join(work, name),
        '--targets',
        kind === 'operations' ? 'client,server' : 'client',
        '--quiet',
      ];
      execFileSync(process.execPath, [bin, 'generate', join(work, `${name}.wsdl`), ...out]);
      found[kind][count] = await countOne(join(work, name), session);
    }
  }
  console.log(JSON.stringify(found));
} finally {
  rmSync(work, { recursive: true, force: true });
}
