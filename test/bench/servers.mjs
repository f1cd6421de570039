// Servers under load: CPU each spends on a request.
import { load, startServer } from './load.mjs';
import { report, summarize } from './measure.mjs';
import { authCodeRequestXml, getStudentsRequestXml } from './school-data.mjs';

const kinds = ['node:http', 'asmx-gen', 'node-soap'];
const messages = [
  { name: 'AuthCode', body: authCodeRequestXml },
  { name: 'GetStudents', body: getStudentsRequestXml },
];

/** Compares the generated server with bare node:http and with node-soap, in one run. */
export async function benchServers(school, { rounds = 5, milliseconds = 600 } = {}) {
  const servers = [];
  for (const kind of kinds) servers.push(await startServer(kind, school));
  try {
    const reports = [];
    for (const { name, body } of messages) {
      for (const connections of [1, 32]) {
        const samples = new Map(kinds.map((kind) => [kind, []]));
        for (let round = -1; round < rounds; round++) {
          for (const server of servers) {
            const sample = await load(server, body, name, connections, milliseconds);
            if (round >= 0) samples.get(server.kind).push(sample);
          }
        }
        reports.push(
          report({
            id: `servers/${name}-${connections}`,
            title: `Serve ${name}, ${connections} connections`,
            yardstick: 'node-soap',
            rows: kinds.map((kind) => summarize(kind, samples.get(kind))),
          }),
        );
      }
    }
    return reports;
  } finally {
    for (const server of servers) server.stop();
  }
}
