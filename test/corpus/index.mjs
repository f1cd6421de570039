// `npm run corpus -- DIR [--only TEXT] [--markdown FILE] [--json FILE] [--keep
// FOLDER]`: runs the built tool over a folder of WSDL documents (index.json: `documents` with `id`,
// `entry`, `classification.unresolved`) and shows what became of each. Exit code 1 when a sound
// document fails anywhere, or a defective one is taken without a word.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { expectationsOf } from './expectations.mjs';
import { generatedOperations, generatedProperties, untyped } from './inspect-output.mjs';
import { typeCheck } from './type-check.mjs';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    markdown: { type: 'string' },
    json: { type: 'string' },
    keep: { type: 'string' },
  },
});
const corpus = positionals[0];
if (corpus === undefined || !existsSync(join(corpus, 'index.json'))) {
  console.log(
    `skipped: no corpus at ${corpus ?? '(no folder given)'}; give a folder that holds index.json`,
  );
  process.exit(0);
}

const script = fileURLToPath(new URL('generate-one.mjs', import.meta.url));
const work = flags.keep ?? mkdtempSync(join(tmpdir(), 'corpus-'));
const { documents } = JSON.parse(readFileSync(join(corpus, 'index.json'), 'utf8'));

function generateOne(entry, out, mode) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const run = spawnSync(process.execPath, [script, entry, out, mode], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 120_000,
  });
  try {
    return JSON.parse(run.stdout.trim().split('\n').at(-1));
  } catch {
    return {
      generated: false,
      crashed: true,
      errors: [{ code: 'crash', message: run.stderr.slice(0, 600) }],
    };
  }
}

/** Everything about one document; `problems` says what is wrong with it. */
function examine(document) {
  const entry = resolve(corpus, document.id, document.entry);
  const out = join(work, document.id.replaceAll('/', '__'));
  const defective = document.classification?.unresolvedCount > 0;
  let result = generateOne(entry, out, 'strict');
  const row = { id: document.id, defective, problems: [] };
  if (!result.generated && !result.crashed && result.errors.length > 0 && defective) {
    row.refused = result.errors.every((error) => error.place !== undefined);
    if (!row.refused)
      row.problems.push(
        `refused without a place: ${result.errors.find((error) => !error.place).message}`,
      );
    row.reason = result.errors[0];
    result = generateOne(entry, out, 'lenient');
    row.lenient = true;
  }
  Object.assign(row, {
    seconds: result.seconds,
    megabytes: result.megabytes,
    loads: result.timings?.plan !== undefined,
    generates: result.generated,
    output: result.output,
    longest: result.longest,
  });
  if (!result.generated) {
    if (row.lenient && !result.crashed) return { ...row, reduced: 'nothing left' };
    row.problems.push(
      `${result.errors[0]?.code}: ${result.errors[0]?.message} ${JSON.stringify(result.errors[0]?.place ?? {})}`,
    );
    return row;
  }
  row.usable = result.longest <= 20_000;
  if (!row.usable) row.problems.push(`a file of ${result.longest} lines`);
  const complaints = typeCheck(out);
  row.typeChecks = complaints.length === 0;
  if (!row.typeChecks)
    row.problems.push(`${complaints.length} type errors: ${complaints.slice(0, 3).join(' | ')}`);
  const loose = untyped(out);
  row.typed = loose.length === 0;
  if (!row.typed) row.problems.push(`untyped: ${loose.slice(0, 3).join(' | ')}`);

  const expected = expectationsOf(entry);
  const counts = generatedOperations(out);
  // Overloads are told apart by the names of their inputs.
  row.uncarried = expected.operations.filter(({ carried }) => !carried).length;
  const missing = expected.operations
    .filter(({ carried }) => carried)
    .filter(
      ({ kind, name, input }) => !counts.has(`${kind} ${name}`) && !counts.has(`${kind} ${input}`),
    )
    .map(({ kind, name }) => `${kind} ${name}`);
  row.operations = `${expected.operations.length - missing.length}/${expected.operations.length}`;
  row.complete = missing.length === 0;
  if (!row.complete && !row.lenient)
    row.problems.push(`operations missing: ${missing.slice(0, 5).join(', ')}`);

  const { compared = 0, differences = [] } = result.names ?? {};
  row.names = `${compared - differences.length}/${compared}`;
  row.named = differences.length === 0;
  if (!row.named) row.problems.push(`names that differ: ${differences.slice(0, 3).join(' | ')}`);

  const properties = generatedProperties(out);
  let checked = 0;
  const wrong = expected.properties.filter(({ type, name, required }) => {
    const actual = properties.get(`${type.charAt(0).toUpperCase()}${type.slice(1)}.${name}`);
    if (actual === undefined) return false;
    checked++;
    return actual !== required;
  });
  row.required = `${checked - wrong.length}/${checked}`;
  row.requiredRight = wrong.length === 0;
  if (wrong.length > 0)
    row.problems.push(
      `requiredness: ${wrong
        .slice(0, 3)
        .map(({ type, name }) => `${type}.${name}`)
        .join(', ')}`,
    );
  return row;
}

const rows = [];
for (const document of documents) {
  if (flags.only !== undefined && !document.id.includes(flags.only)) continue;
  const row = examine(document);
  rows.push(row);
  if (row.problems.length > 0) console.log(`${row.id}\n  ${row.problems.join('\n  ')}`);
}

const sound = rows.filter((row) => !row.defective);
const defective = rows.filter((row) => row.defective);
const share = (list, test) => `${list.filter(test).length}/${list.length}`;
const summary = {
  'sound documents': sound.length,
  loads: share(sound, (row) => row.loads),
  generates: share(sound, (row) => row.generates),
  'type-checks': share(sound, (row) => row.typeChecks),
  'every operation of every binding': share(sound, (row) => row.complete),
  'nothing untyped': share(sound, (row) => row.typed),
  'required as the schema says': share(sound, (row) => row.requiredRight),
  'one name everywhere': share(sound, (row) => row.named),
  'operations an HTTP binding cannot carry': rows.reduce(
    (sum, row) => sum + (row.uncarried ?? 0),
    0,
  ),
  'no other file than client and server above 20,000 lines': share(sound, (row) => row.usable),
  'defective documents': defective.length,
  'refused at their place': share(defective, (row) => row.refused),
  'reduced when lenient': share(defective, (row) => row.generates || row.reduced !== undefined),
  'slowest (s)': Math.max(0, ...rows.map((row) => row.seconds ?? 0)).toFixed(2),
  'largest (MB)': Math.max(0, ...rows.map((row) => row.megabytes ?? 0)).toFixed(0),
};
console.table(summary);

if (flags.json !== undefined)
  writeFileSync(flags.json, `${JSON.stringify({ summary, rows }, null, 2)}\n`);
if (flags.markdown !== undefined) {
  const cell = (value) =>
    value === true ? 'yes' : value === false ? '**no**' : String(value ?? '');
  const columns = [
    'id',
    'loads',
    'generates',
    'typeChecks',
    'operations',
    'typed',
    'required',
    'seconds',
    'megabytes',
  ];
  const lines = rows.map((row) =>
    columns
      .map((name) => cell(typeof row[name] === 'number' ? row[name].toFixed(2) : row[name]))
      .join(' | '),
  );
  writeFileSync(
    flags.markdown,
    `| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|\n${lines.map((line) => `| ${line} |`).join('\n')}\n`,
  );
}
if (flags.keep === undefined) rmSync(work, { recursive: true, force: true });
const failing = rows.filter((row) => row.problems.length > 0);
console.log(`${rows.length - failing.length} passed, ${failing.length} failed`);
process.exit(failing.length > 0 ? 1 : 0);
