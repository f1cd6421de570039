// Replays the recorded requests of the reference site against the generated server, byte for byte
// over a socket, and the recorded answers against the generated client. usage: npm run replay --
// FOLDER-OF-THE-RECORDINGS [name-prefix] [--verbose] [--emit ts|js]
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replayAnswers } from './answers.mjs';
import { compareAnswers } from './compare.mjs';
import { rules } from './deviations.mjs';
import { exchange, parseAnswer, parseRequest } from './http-message.mjs';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    verbose: { type: 'boolean', default: false },
    emit: { type: 'string', default: 'ts' },
  },
});
const [folder = '../shared/oracle', prefix = ''] = positionals;
const { verbose, emit } = flags;
const recordings = join(folder, 'mono');
if (!existsSync(recordings)) {
  console.log(`replay: skipped, there are no recordings in ${recordings}`);
  process.exit(0);
}
if (!existsSync(new URL('../../dist/generate.js', import.meta.url))) {
  console.error('replay: the tool is not built; run `npm run build` first');
  process.exit(2);
}
const { startSite } = await import('./site.mjs');

/** Habits of ASMX that are off by default, and limits the recordings go beyond. */
const settings = {
  parity: {
    asciiDefault: true,
    controlCharacters: true,
    exceptionMessages: true,
    faultCodes: true,
    queryLimit: true,
  },
  limits: { depth: 4096 },
};

/** Compares one answer with the recording, then with what the rules make of it. */
function judge(one) {
  const documents = one.name.startsWith('doc');
  const first = compareAnswers(one.recorded, one.answer, documents);
  if (first.fields.length === 0) return { ...first, used: [], left: [] };
  const used = [];
  let expected = one.recorded;
  for (const rule of rules) {
    const rewritten = rule.rewrite(one, expected);
    const same = compareAnswers(expected, rewritten, documents).fields.length === 0;
    if (!same) used.push(rule);
    expected = rewritten;
  }
  let { fields: left } = compareAnswers(expected, one.answer, documents);
  if (left.includes('body')) {
    const judged = rules.find(
      (rule) => rule.sameBody?.(one, one.answer.body.toString('utf8')) === true,
    );
    if (judged !== undefined) {
      left = left.filter((field) => field !== 'body');
      if (!used.includes(judged)) used.push(judged);
    }
  }
  return { ...first, used, left, expected };
}

const show = (body) => JSON.stringify(body.toString('utf8').slice(-400));

/** Prints what is left unexplained of one answer. */
function complain({ name, answer }, { left, expected }) {
  console.log(`unexplained: ${name}: ${left.join(', ')}`);
  for (const field of left) {
    if (field === 'body')
      console.log(`  expected ${show(expected.body)}\n  answered ${show(answer.body)}`);
    else if (field === 'status')
      console.log(`  expected ${expected.status}, answered ${answer.status}`);
    else if (field === 'reason')
      console.log(`  expected '${expected.reason}', answered '${answer.reason}'`);
    else
      console.log(
        `  ${field}: expected '${expected.headers[field]}', answered '${answer.headers[field]}'`,
      );
  }
}

const names = readdirSync(recordings)
  .filter((file) => file.endsWith('.request') && file.startsWith(prefix))
  .map((file) => file.slice(0, -'.request'.length))
  .sort();
const site = await startSite(settings, emit);
const groups = new Map();
const deviations = new Map(rules.map((rule) => [rule, []]));
let unexplained = 0;
process.on('exit', () => site.stop());
for (const name of names) {
  const bytes = readFileSync(join(recordings, `${name}.request`));
  const recorded = parseAnswer(readFileSync(join(recordings, `${name}.response`)));
  const answer = await exchange(site.port, bytes);
  const one = { name, request: parseRequest(bytes), recorded, answer };
  const judged = judge(one);
  const key = name.split('.')[0];
  const group = groups.get(key) ?? { total: 0, equal: 0, exact: 0, explained: 0 };
  groups.set(key, group);
  group.total += 1;
  if (judged.exact) group.exact += 1;
  if (judged.fields.length === 0) group.equal += 1;
  else if (judged.left.length === 0) group.explained += 1;
  for (const rule of judged.used) deviations.get(rule).push(name);
  if (judged.left.length > 0) {
    unexplained += 1;
    complain(one, judged);
  }
}

console.log('Requests of the recordings against the generated server');
console.log(
  '(switched on for this: US-ASCII for text/xml without a charset, references to control characters, the limit of query strings, 4096 levels of elements)\n',
);
console.log(
  'group        requests   equal   with a listed deviation   unexplained   body equal to the byte',
);
const sum = { total: 0, equal: 0, exact: 0, explained: 0 };
for (const [key, group] of [...groups, ['all', sum]]) {
  if (group !== sum) for (const field of Object.keys(sum)) sum[field] += group[field];
  const { total, equal, explained, exact } = group;
  console.log(
    `${key.padEnd(12)}${String(total).padStart(9)}${String(equal).padStart(8)}${String(explained).padStart(26)}` +
      `${String(total - equal - explained).padStart(14)}${String(exact).padStart(25)}`,
  );
}
console.log('\nDeviations');
for (const [rule, cases] of deviations) {
  if (cases.length === 0) {
    if (prefix === '') console.log(`- ${rule.id}: no longer needed`);
    continue;
  }
  const shown =
    verbose || cases.length <= 8
      ? cases
      : [...cases.slice(0, 8), `… (${cases.length - 8} more, --verbose)`];
  console.log(`- ${rule.id} (${cases.length}): ${rule.reason}\n    ${shown.join(' ')}`);
}

const { passed, failed } =
  prefix === ''
    ? await replayAnswers(recordings, site.modules, site.runtime)
    : { passed: 0, failed: 0 };
console.log(`${names.length - unexplained + passed} passed, ${unexplained + failed} failed`);
process.exit(unexplained + failed === 0 ? 0 : 1);
