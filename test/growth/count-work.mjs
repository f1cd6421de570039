// node count-work.mjs OPERATIONS: generates a synthetic contract and prints how often each block of our code ran, as JSON. Counts are the
// same on every machine, busy or not, which times are not.
import { Session } from 'node:inspector/promises';
import { generate } from '../../dist/generate.js';
import { syntheticContract } from '../bench/synthetic-contract.mjs';

const bytes = new TextEncoder().encode(syntheticContract(Number(process.argv[2])));
const options = {
  targets: ['types', 'client', 'server', 'wsdl', 'docs', 'handlers'],
  runtime: 'vendor',
  contractPath: 'growth.wsdl',
  importExtension: 'js',
  types: {},
  arrays: 'unwrap',
  renames: {},
  only: [],
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const { diagnostics, files } = await generate(
  { input: 'growth.wsdl', options },
  { readFile: () => bytes },
);
if (diagnostics.length > 0) throw new Error(diagnostics[0].message);
const { result } = await session.post('Profiler.takePreciseCoverage');

const blocks = {};
for (const { url, functions } of result) {
  const [, file] = /\/dist\/(.*)$/.exec(url) ?? [];
  if (file === undefined) continue;
  for (const { functionName, ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges) {
      blocks[`${file} ${functionName} ${startOffset}-${endOffset}`] = count;
    }
  }
}
const characters = files.reduce((sum, { text }) => sum + text.length, 0);
console.log(JSON.stringify({ blocks, characters }));
