// The contract of the requests, generated and loaded: a server whose operations give back what they take, and clients.
import { importGenerated } from '../../dist/cli/generated-module.js';
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

const echo = ({ value }) => value;
const handlers = {
  values: echo,
  choices: echo,
  turns: echo,
  branches: echo,
  rows: echo,
  keep: echo,
  shapes: echo,
  mix: echo,
  join: ({ root }) => root,
  attach: ({ value }) => value,
  find: ({ text }) => text,
};

/** @returns `server`, and `client(options)` */
export async function loadGrowthSite() {
  const bytes = new TextEncoder().encode(requestContract);
  const { diagnostics, files } = await generate(
    { input: 'growth.wsdl', options },
    { readFile: () => bytes },
  );
  if (diagnostics.length > 0) throw new Error(diagnostics[0].message);
  const { load } = await importGenerated(files);
  const { createGrowthClient, createGrowthServer } = await load('index.ts');
  return { server: createGrowthServer(handlers), client: createGrowthClient };
}
