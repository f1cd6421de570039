// Checks one document in a process of its own: `node document.mjs ENTRY FOLDER RUNS SEED`. Prints one line of JSON.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDiagnosticBag } from '../../dist/diagnostics/diagnostic.js';
import { linkContract } from '../../dist/model/link.js';
import { loadContract } from '../../dist/read/read-contract.js';
import { checkRoots } from './check-roots.mjs';
import { collectSchemas } from './extract-schemas.mjs';
import { loadCodecs } from './load-codecs.mjs';
import { elementModel, planRoots } from './roots.mjs';

const [, , entry, folder, runs, seed] = process.argv;

const paths = new Set();
const host = {
  readFile(path) {
    try {
      const bytes = readFileSync(path);
      paths.add(path);
      return bytes;
    } catch {
      return undefined;
    }
  },
};

const bag = createDiagnosticBag();
const firstError = () => bag.diagnostics.find((one) => one.severity === 'error')?.message;

async function run() {
  const { contract } = await loadContract(entry, host, bag);
  const model = contract === undefined ? undefined : linkContract(contract, bag, {});
  if (model === undefined || bag.failed) return { refused: firstError() };
  const roots = [];
  const skipped = [];
  const add = async (name, part, relabel) => {
    const planned = planRoots(part, bag);
    if (planned === undefined) throw new Error(`not planned: ${firstError()}`);
    const codecs = await loadCodecs(part, join(folder, name), bag);
    if (codecs === undefined) throw new Error(`not generated: ${firstError()}`);
    planned.roots.forEach((root, index) => {
      roots.push({ ...root, ...relabel?.(root, index), codecs });
    });
  };
  if (
    model.services.some((service) => service.interfaces.some((one) => one.operations.length > 0))
  ) {
    await add('messages', model);
  } else skipped.push('no operation');
  const rest = elementModel(model);
  if (rest !== undefined) {
    await add('elements', rest.model, (_, index) => ({
      label: `element ${rest.elements[index].name.localName}`,
      kind: 'element',
    }));
  }
  mkdirSync(join(folder, 'schemas'), { recursive: true });
  const result = checkRoots(
    roots,
    collectSchemas(paths),
    join(folder, 'schemas'),
    Number(runs),
    Number(seed),
  );
  return { ...result, skipped };
}

try {
  console.log(JSON.stringify(await run()));
} catch (error) {
  console.log(JSON.stringify({ crashed: error instanceof Error ? error.stack : String(error) }));
}
