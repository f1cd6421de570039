// Plans a contract with the built tool.
import { readFileSync } from 'node:fs';
import { linkContract } from '../dist/model/link.js';
import { planContract } from '../dist/plan/contract.js';
import { loadContract } from '../dist/read/contract.js';

const host = { readFile: (path) => readFileSync(path) };
const sink = { report: () => undefined };

/** The plan of a contract that has no errors. */
export async function planOf(input, options) {
  const { contract } = await loadContract(input, host, sink);
  return planContract(linkContract(contract, sink, {}), options, sink);
}
