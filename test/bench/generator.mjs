// The generator on real documents: the ten largest of a collection, beside wsdl-tsclient on the
// same ones.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';
import { report, summarize } from './measure.mjs';
import { findPeers, peerCommand } from './peers.mjs';

const bin = resolve(fileURLToPath(new URL('../../bin/asmx-gen.js', import.meta.url)));

/** Bytes of all files below a folder. */
function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** The largest sound documents, copied, since one run changes them. */
export function largest(corpus, work, count = 10) {
  const { documents } = JSON.parse(readFileSync(join(corpus, 'index.json'), 'utf8'));
  return documents
    .filter(({ classification }) => !(classification?.unresolvedCount > 0))
    .map(({ id, entry }) => ({ id, entry, size: sizeOf(join(corpus, id)) }))
    .sort((a, b) => b.size - a.size)
    .slice(0, count)
    .map(({ id, entry, size }, index) => {
      const folder = join(work, `${index}`);
      cpSync(join(corpus, id), folder, { recursive: true });
      return {
        name: id.split('/').at(-1),
        input: join(folder, entry),
        folder,
        size,
      };
    });
}

/** Another address: a change that reaches a few of the generated files. */
function change(input, round) {
  const text = readFileSync(input, 'utf8');
  const changed = text.replace(
    /(:address\s+location=")[^"]*/,
    `$1http://localhost/changed/${round}`,
  );
  writeFileSync(input, changed === text ? `${text}\n<!-- ${round} -->` : changed);
}

/**
 * One round of one document: each way of running the generator, then the peer. Each round has
 * folders of its own, and nothing is removed before the last one: for minutes ext4 steps over each
 * inode that became free when it looks for one for a new file, so that after the removal of some
 * thousand files each new one takes a millisecond in place of a tenth.
 */
function visit({ input, folder }, round, peer, earlier) {
  const out = join(folder, `out-${round}`);
  // beside the document, as the peer: there is no configuration to be read
  const run = (program, target, ...more) =>
    runChild([program, 'generate', input, '-o', target, '--quiet', ...more], folder);
  const generateTo = (target, ...more) => run(bin, target, ...more);
  const generate = (...more) => generateTo(out, ...more);
  const cold = generate();
  const unchanged = generate();
  const check = generate('--check');
  change(input, round);
  const changed = generate();
  const client = generateTo(`${out}-client`, '--targets', 'client');
  const samples = { cold, unchanged, check, changed, client };
  if (earlier !== undefined) {
    const old = join(resolve(earlier.folder), 'bin', 'asmx-gen.js');
    samples.earlier = {
      cold: run(old, `${out}-earlier`),
      client: run(old, `${out}-earlier-client`, '--targets', 'client'),
    };
  }
  if (peer === undefined) return samples;
  const theirs = `${out}-peer`;
  // without the option it gives up on documents that use a name more than 64 times
  const options = ['--quiet', '--maxRecursiveDefinitionName', '1000000'];
  const used = runChild([peer, input, '-o', theirs, ...options], folder);
  const wrote = existsSync(theirs) && readdirSync(theirs).length > 0;
  return { ...samples, peer: { ...used, passed: used.passed && wrote } };
}

const ways = [
  ['cold', 'Generate'],
  ['unchanged', 'Generate again, nothing changed'],
  ['check', '--check, nothing changed'],
  ['changed', 'Generate again, the contract changed'],
  ['client', 'Generate types and client alone, all that wsdl-tsclient does'],
];

function rowsOf(samples, way, { name: commit } = {}) {
  const rows = [
    summarize(
      'asmx-gen',
      samples.map((one) => one[way]),
    ),
  ];
  const before = samples.map(({ earlier }) => earlier?.[way]).filter((one) => one !== undefined);
  if (before.length > 0) rows.push(summarize(commit, before));
  const theirs = samples.map(({ peer }) => peer).filter((one) => one !== undefined);
  if (theirs.length === 0) return rows;
  const name = 'wsdl-tsclient';
  const gaveUp = theirs.some(({ passed }) => !passed);
  return [...rows, gaveUp ? { name, problem: 'gives up' } : summarize(name, theirs)];
}

/** All documents as one: what the ten take in a round. */
function totals(documents, way, earlier) {
  const both = documents.filter(({ samples }) =>
    samples.every(({ peer }) => peer === undefined || peer.passed),
  );
  const rounds = both[0]?.samples.map((_, round) => {
    const add = (figuresOf) =>
      both
        .map(({ samples }) => figuresOf(samples[round]))
        .filter((one) => one !== undefined)
        .reduce(
          (sum, { wall, cpu, rss }) => ({
            wall: sum.wall + wall,
            cpu: sum.cpu + cpu,
            rss: Math.max(sum.rss, rss),
            passed: true,
          }),
          { wall: 0, cpu: 0, rss: 0, passed: true },
        );
    const { peer, earlier: before } = both[0].samples[round];
    return {
      [way]: add((one) => one[way]),
      ...(before?.[way] && { earlier: { [way]: add((one) => one.earlier[way]) } }),
      ...(peer && { peer: add((one) => one.peer) }),
    };
  });
  return { count: both.length, rows: rowsOf(rounds ?? [], way, earlier) };
}

/**
 * Times the generator on the ten largest sound documents of a collection, as whole processes: cold,
 * unchanged, `--check`, changed; wsdl-tsclient, which knows only cold, in the same rounds.
 * @param options `corpus`: a folder with index.json, as `npm run corpus` takes it; `earlier`:
 *   another build to run beside, as `{ name, folder }`
 */
export function benchGenerator(_school, { corpus, earlier, rounds = 3 } = {}) {
  if (corpus === undefined || !existsSync(join(corpus, 'index.json'))) {
    console.log(`\nskipped: generator, no documents at ${corpus ?? '(no --corpus DIR given)'}`);
    return [];
  }
  const peer = findPeers() === undefined ? undefined : peerCommand('wsdl-tsclient');
  const work = mkdtempSync(join(tmpdir(), 'bench-generator-'));
  mkdirSync(work, { recursive: true });
  try {
    const documents = largest(corpus, work).map((one) => ({ ...one, samples: [] }));
    for (let round = 0; round < rounds; round++) {
      for (const one of documents) {
        const sample = visit(one, round, peer, earlier);
        const failed = Object.entries(sample).find(
          ([way, { passed }]) => way !== 'peer' && way !== 'earlier' && !passed,
        );
        if (failed !== undefined) throw new Error(`${one.name}, ${failed[0]}: ${failed[1].stderr}`);
        one.samples.push(sample);
      }
    }
    const shared = { unit: 'ms', by: 'cpu', yardstick: 'wsdl-tsclient' };
    return [
      ...ways.map(([way, title]) => {
        const all = totals(documents, way, earlier);
        const id = `generator/${way}`;
        return report({ id, title: `${title}: ${all.count} documents`, ...shared, rows: all.rows });
      }),
      ...documents.map(({ name, size, samples }) =>
        report({
          id: `generator/${name}`,
          title: `Generate ${name} (${Math.round(size / 1024)} KB)`,
          ...shared,
          rows: rowsOf(samples, 'cold', earlier),
        }),
      ),
      ...documents.map(({ name, samples }) =>
        report({
          id: `generator/${name}-client`,
          title: `Generate types and client of ${name}`,
          ...shared,
          rows: rowsOf(samples, 'client', earlier),
        }),
      ),
      ...documents.map(({ name, samples }) =>
        report({
          id: `generator/${name}-unchanged`,
          title: `Generate ${name} again, nothing changed`,
          ...shared,
          rows: rowsOf(samples, 'unchanged'),
        }),
      ),
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
