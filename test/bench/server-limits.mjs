// `node test/bench/server-limits.mjs`: what parts of an answer of 100 records cost at least, each in
// a server of node:http that does only that: sending bytes, writing JSON, joining pieces of text.
// CPU time of a request over 32 connections, and peak memory after them.
import { load, startServer } from './load.mjs';
import { report, summarize } from './measure.mjs';
import { prepareSchool } from './prepare.mjs';

const kinds = [
  'node:http',
  'node:http and JSON.stringify',
  'node:http and pieces',
  'asmx-gen',
  'SoapCore',
];
const rounds = 7;
const school = await prepareSchool();
const servers = [];
try {
  for (const kind of kinds) {
    const server = await startServer(kind, school);
    if (server !== undefined) servers.push({ ...server, samples: [] });
  }
  for (const server of servers) await load(server, 'GetStudents', 32, { seconds: 6 });
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) {
      const { cpu } = await load(server, 'GetStudents', 32, { seconds: 2 });
      server.samples.push({ cpu, rss: server.memory() });
    }
  }
  report({
    id: 'servers/limits',
    title: 'Serve GetStudents over 32 connections',
    ratio: 'cost',
    yardstick: 'asmx-gen',
    rows: servers.map(({ kind, samples }) => summarize(kind, samples)),
  });
} finally {
  for (const { stop } of servers) stop();
  school.remove();
}
process.exit(0);
