// Generates one document in a process of its own, so that time and memory are its own:
// `node generate-one.mjs ENTRY OUT [lenient]`. Prints one line of JSON.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { generate } from '../../dist/generate.js';
import { peakMemory } from '../bench/peak-memory.cjs';

const [, , entry, out, mode] = process.argv;
const host = {
  readFile(path) {
    try {
      return readFileSync(path);
    } catch {
      return undefined;
    }
  },
};
const start = performance.now();
const result = await generate(
  {
    input: entry,
    lenient: mode === 'lenient',
    options: {
      targets: ['types', 'client', 'server', 'wsdl', 'docs'],
      runtime: 'package',
      contractPath: relative(out, entry).replaceAll('\\', '/'),
      importExtension: 'js',
      types: {},
      arrays: 'unwrap',
      renames: {},
      only: [],
    },
  },
  host,
);
for (const file of result.files) {
  mkdirSync(dirname(join(out, file.path)), { recursive: true });
  writeFileSync(join(out, file.path), file.text);
}
const seconds = (performance.now() - start) / 1000;
const { positionAt } = await import('../../dist/diagnostics/diagnostic.js');
const megabytes = peakMemory();

/** Read once more, as time and memory above are those of generating alone. */
async function names() {
  const { readContract } = await import('../../dist/read/contract.js');
  const { linkContract } = await import('../../dist/model/link.js');
  const { differingNames } = await import('./property-names.mjs');
  const silent = { report() {} };
  const contract = readContract(entry, host, silent);
  const model = contract && linkContract(contract, silent);
  return model && differingNames(model);
}
console.log(
  JSON.stringify({
    generated: result.files.length > 0,
    errors: result.diagnostics
      .filter((one) => one.severity === 'error')
      .map((one) => ({
        code: one.code,
        message: one.message,
        place: one.span && {
          file: one.span.file.path,
          ...positionAt(one.span.file, one.span.start),
        },
      })),
    warnings: result.diagnostics.filter((one) => one.severity === 'warning').length,
    seconds,
    megabytes,
    names: mode === 'strict' && result.files.length > 0 ? await names() : undefined,
    timings: result.timings,
    output: result.files.reduce((sum, file) => sum + file.text.length, 0),
    longest: Math.max(
      0,
      ...result.files
        // clients and servers of very many operations stay in one file
        .filter(({ path }) => path.endsWith('.ts') && path !== 'client.ts' && path !== 'server.ts')
        .map((file) => file.text.split('\n').length),
    ),
  }),
);
