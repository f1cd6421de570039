// node count-work.mjs OPERATIONS: generates a synthetic contract and prints how often each block of
// our code ran, as JSON.
import { generate } from '../../dist/generate.js';
import { syntheticContract } from '../bench/synthetic-contract.mjs';
import { builtFile, countBlocks } from './blocks.mjs';

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

const takeBlocks = await countBlocks(builtFile);
const { diagnostics, files } = await generate(
  { input: 'growth.wsdl', options },
  { readFile: () => bytes },
);
if (diagnostics.length > 0) throw new Error(diagnostics[0].message);
const blocks = await takeBlocks();
const characters = files.reduce((sum, { text }) => sum + text.length, 0);
console.log(JSON.stringify({ blocks, characters }));
