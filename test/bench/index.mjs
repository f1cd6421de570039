// `npm run bench -- [NAME…] [--corpus DIR] [--gate] [--write-docs] [--saved]`: all benches by
// default. Build first (`npm run build`). --corpus: a collection of WSDL documents for the
// generator, the compiler and the commands; --gate compares with the bars and exits 1 where one is missed; --write-docs rewrites
// docs/performance.md, its chart and the README's lines; --saved takes the figures of the last runs
// (results/latest.json) instead of measuring; --earlier COMMIT=DIR runs another build of the tool beside this one
// (generator, startup); --rounds sets how often everything is run.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchClients } from './clients.mjs';
import { benchCluster } from './cluster.mjs';
import { benchCodecs } from './codecs.mjs';
import { benchCompile } from './compile.mjs';
import { writeDocuments } from './documents.mjs';
import { printGate } from './gate.mjs';
import { benchGenerator } from './generator.mjs';
import { benchGrowth } from './growth.mjs';
import { benchLargest } from './largest.mjs';
import { benchMemory } from './memory.mjs';
import { prepareSchool } from './prepare.mjs';
import { readResults, saveReports } from './results.mjs';
import { benchServers } from './servers.mjs';
import { benchStartup } from './startup.mjs';
import { benchWatch } from './watch.mjs';

/**
 * Each takes what `prepareSchool` gave and the options of the command line, prints its tables, and
 * gives its reports (or a promise of them).
 */
const benches = {
  codecs: benchCodecs,
  servers: benchServers,
  clients: benchClients,
  cluster: benchCluster,
  memory: benchMemory,
  startup: benchStartup,
  generator: benchGenerator,
  compile: benchCompile,
  growth: benchGrowth,
  largest: benchLargest,
  watch: benchWatch,
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'string' },
    earlier: { type: 'string' },
    rounds: { type: 'string' },
    gate: { type: 'boolean' },
    saved: { type: 'boolean' },
    'write-docs': { type: 'boolean' },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
const wanted = positionals.length > 0 ? positionals : Object.keys(benches);
const [earlierName, earlierFolder] = values.earlier?.split('=') ?? [];
const earlier =
  earlierFolder === undefined ? undefined : { name: earlierName, folder: earlierFolder };
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);

// With it each process of Node reads a file of certificates when it starts, which on a busy machine
// takes longer than all else a start does.
delete process.env.NODE_EXTRA_CA_CERTS;

/** Gives what this run measured: the bars are not judged by figures of another one. */
async function measure() {
  // Small calls suffer most when others use the caches: their ratios fall by nearly half.
  const [busy] = loadavg();
  if (busy > 1) console.log(`other work is going on (load ${busy.toFixed(1)}): measure again`);
  const school = await prepareSchool();
  const runs = {};
  try {
    for (const name of wanted) {
      const reports = await benches[name](school, { corpus: values.corpus, earlier, rounds });
      // What was skipped leaves the figures of its last run in the file.
      if (reports.length > 0) saveReports(name, reports);
      runs[name] = { reports };
    }
  } finally {
    school.remove();
  }
  return runs;
}

const runs = values.saved ? readResults().runs : await measure();
if (values['write-docs']) writeDocuments(readResults().runs);
const passed = !values.gate || printGate(runs, positionals);
process.exit(passed ? 0 : 1);
