// Checks one document in a process of its own: `node document.mjs ENTRY FOLDER RUNS SEED EMIT TYPES`.
// Prints one line of JSON.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { typeCheck } from '../corpus/type-check.mjs';
import { checkRoots } from './check-roots.mjs';
import { collectSchemas } from './extract-schemas.mjs';
import { loadRoots } from './load-roots.mjs';
import { mappedSettings } from './mapped-types.mjs';

const [, , entry, folder, runs, seed, emit, types] = process.argv;

async function run() {
  const settings = (model) => ({ emit, ...mappedSettings(types, model) });
  const { refused, roots, folders, paths, skipped } = await loadRoots(entry, folder, settings);
  if (roots === undefined) return { refused };
  const schemas = join(folder, 'schemas');
  mkdirSync(schemas, { recursive: true });
  const result = checkRoots(roots, collectSchemas(paths), schemas, Number(runs), Number(seed));
  const untyped = folders
    .flatMap((folder) => typeCheck(folder))
    .map((difference) => ({
      element: '',
      stage: 'type check',
      difference,
      constructs: [],
    }));
  return { ...result, failures: [...untyped, ...result.failures], skipped };
}

try {
  console.log(JSON.stringify(await run()));
} catch (error) {
  console.log(JSON.stringify({ crashed: error instanceof Error ? error.stack : String(error) }));
}
