// Servers under load: CPU each spends on a request.
import { deepEqual, equal } from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasProc } from './cores.mjs';
import { load, loadGenerator, startServer } from './load.mjs';
import { report, summarize } from './measure.mjs';
import { findPeers } from './peers.mjs';
import { authCodeInput, authCodeResult, getStudentsInput, students } from './school-data.mjs';

const operations = ['AuthCode', 'GetStudents', 'PutStudents'];

/** Nothing is timed before it is right. */
async function checkAnswers({ createSchoolClient }, { kind, port }) {
  const client = createSchoolClient({ baseUrl: `http://127.0.0.1:${port}` });
  equal(await client.authCode(authCodeInput), authCodeResult, kind);
  deepEqual(await client.getStudents(getStudentsInput), students(100), kind);
  equal(await client.putStudents({ students: students(100) }), 100, kind);
}

/**
 * Compares the generated server with bare node:http, node-soap, strong-soap, gSOAP and SoapCore on
 * Kestrel, in one run.
 */
export async function benchServers(school, { rounds = 5, seconds = 1 } = {}) {
  if (!hasProc) {
    console.log('skipped: servers (CPU time of other processes is read from /proc)');
    return [];
  }
  const kinds = ['node:http', 'asmx-gen', 'node-soap', 'gSOAP (C)', 'SoapCore'];
  if (findPeers()) kinds.push('strong-soap');
  const generated = await import(pathToFileURL(join(school.js, 'index.js')).href);
  const servers = [];
  try {
    for (const kind of kinds) {
      const server = await startServer(kind, school);
      if (server === undefined) continue;
      servers.push(server);
      await checkAnswers(generated, server);
      // its compiler replaces what is called often, in steps
      if (kind === 'SoapCore')
        for (const operation of operations) await load(server, operation, 32, { seconds: 6 });
    }
    const reports = [];
    for (const operation of operations) {
      for (const connections of [1, 32]) {
        const samples = new Map(servers.map((server) => [server, []]));
        for (let round = -1; round < rounds; round++) {
          for (const server of servers) {
            const { perSecond, cpu } = await load(server, operation, connections, { seconds });
            if (round >= 0) samples.get(server).push({ perSecond, cpu });
          }
        }
        reports.push(
          report({
            id: `servers/${operation}-${connections}`,
            title: `Serve ${operation} over ${connections} connection${connections === 1 ? '' : 's'} (load: ${loadGenerator})`,
            yardstick: 'node-soap',
            rows: servers.map((server) => summarize(server.kind, samples.get(server))),
          }),
        );
      }
    }
    // no process gives back what this load made it take
    reports.push(
      report({
        id: 'servers/memory',
        title: 'Peak memory after all of them',
        by: 'rss',
        ratio: 'cost',
        yardstick: 'node:http',
        rows: servers.map((server) => ({ name: server.kind, rss: server.memory() })),
      }),
    );
    return reports;
  } finally {
    for (const server of servers) server.stop();
  }
}
