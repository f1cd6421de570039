// `npm run corpus:schemas -- DIR [--only TEXT] [--types]`: generates each plain XML Schema below a
// folder, and writes and reads samples of each global element with the code; --types compiles it,
// too. Exit code 1 when a schema is refused without a place, or a sample does not come back.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { typeCheck } from './type-check.mjs';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, types: { type: 'boolean' } },
});
const [folder] = positionals;
const all = { recursive: true, encoding: 'utf8' };
const found = folder === undefined || !existsSync(folder) ? [] : readdirSync(folder, all);
const schemas = found.filter((one) => /\.xsd$/i.test(one) && one.includes(flags.only ?? '')).sort();
if (schemas.length === 0) {
  console.log(`skipped: no XML Schema is below ${folder ?? 'the folder, of which none is given'}`);
  process.exit(0);
}
const root = fileURLToPath(new URL('../..', import.meta.url));
const { generate } = await import('../../dist/generate.js');
const { sampleOf, schema } = await import('asmx-gen-runtime/schema');

const work = mkdtempSync(join(tmpdir(), 'schemas-'));
mkdirSync(join(work, 'node_modules'));
symlinkSync(join(root, 'src/runtime'), join(work, 'node_modules/asmx-gen-runtime'));
writeFileSync(join(work, 'package.json'), '{ "type": "module" }');

const host = {
  readFile(path) {
    return existsSync(path) ? readFileSync(path) : undefined;
  },
};

async function generated(entry, out, emit) {
  const options = {
    targets: ['types', 'schemas'],
    runtime: 'package',
    contractPath: relative(out, entry),
    importExtension: 'js',
    types: {},
    arrays: 'unwrap',
    renames: {},
    only: [],
    emit,
  };
  const result = await generate({ input: entry, lenient: false, options }, host);
  for (const file of result.files) {
    mkdirSync(dirname(join(out, file.path)), { recursive: true });
    writeFileSync(join(out, file.path), file.text);
  }
  return result;
}

/** Samples of an element that do not come back as they were. */
function wrongSamples({ name, message, read, write }) {
  return [0, 1, 2].flatMap((seed) => {
    try {
      const sample = sampleOf(schema(name, message), { seed });
      const text = write(sample);
      const back = read(text);
      if (isDeepStrictEqual(back, sample) || write(back) === text) return [];
      return [`${name}: sample ${seed} comes back as ${write(back).slice(0, 300)}`];
    } catch (error) {
      return [`${name}: sample ${seed}: ${error.message.slice(0, 300)}`];
    }
  });
}

/** The functions of each global element. */
async function elementsOf(out) {
  const path = join(out, 'elements.js');
  if (!existsSync(path)) return [];
  // the schemas of types, to which those of elements refer, are made when schemas.js is loaded
  const [elements, descriptions] = await Promise.all(
    ['elements.js', 'descriptions.js', 'schemas.js'].map(
      (name) => import(pathToFileURL(join(out, name)).href),
    ),
  );
  const reads = readFileSync(path, 'utf8').matchAll(
    /function read(\S+)\(xml\) \{\s+return fromDocument\(\s*\$descriptions\.([\w$]+),\s*xml\b/g,
  );
  return [...reads].map(([, name, message]) => ({
    name,
    message: descriptions[message],
    read: elements[`read${name}`],
    write: elements[`write${name}`],
  }));
}

const counts = { schemas: schemas.length, refused: 0, elements: 0, samples: 0, failed: 0 };
for (const [index, path] of schemas.entries()) {
  const entry = resolve(folder, path);
  const out = join(work, `${index}`);
  const problems = [];
  try {
    const { files, diagnostics } = await generated(entry, join(out, 'js'), 'js');
    if (files.length === 0) {
      counts.refused += 1;
      const [error] = diagnostics.filter((one) => one.severity === 'error');
      if (error?.span === undefined) problems.push(`refused without a place: ${error?.message}`);
    }
    const elements = files.length === 0 ? [] : await elementsOf(join(out, 'js'));
    counts.elements += elements.length;
    counts.samples += elements.length * 3;
    problems.push(...elements.flatMap(wrongSamples));
    if (flags.types && files.length > 0) {
      await generated(entry, join(out, 'ts'), undefined);
      problems.push(...typeCheck(join(out, 'ts')));
    }
  } catch (error) {
    problems.push(error.stack);
  }
  if (problems.length > 0) counts.failed += 1;
  if (problems.length > 0) console.log(`${path}\n  ${problems.slice(0, 5).join('\n  ')}`);
}
rmSync(work, { recursive: true, force: true });
console.table(counts);
process.exit(counts.failed > 0 ? 1 : 0);
