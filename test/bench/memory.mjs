// What an answer of 100 MB costs the process that reads it, and one that writes it, and what a
// stream of 500 MB costs beside receiving it and JSON.parse: peak resident memory and time. Each candidate runs in a process of its own, since the peak of a process never
// falls again.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { report, summarize } from './measure.mjs';
import { getStudentsResponseXml, students } from './school-data.mjs';

const script = fileURLToPath(new URL('memory-process.mjs', import.meta.url));

/** An answer of `count` records, sent as fast as it is taken: the same thousand over and over. */
export function startLargeAnswer(count) {
  const block = students(1000);
  const text = getStudentsResponseXml(block);
  const from = text.indexOf('<Student>');
  const to = text.lastIndexOf('</Student>') + 10;
  const records = Buffer.from(text.slice(from, to));
  const head = Buffer.from(text.slice(0, from));
  const tail = Buffer.from(text.slice(to));
  const blocks = Math.ceil(count / 1000);
  const length = head.length + tail.length + records.length * blocks;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, {
      'Content-Type': 'text/xml; charset=utf-8',
      'Content-Length': length,
    });
    response.write(head);
    let sent = 0;
    const more = () => {
      while (sent < blocks) {
        sent++;
        if (!response.write(records)) return;
      }
      response.off('drain', more);
      response.end(tail);
    };
    response.on('drain', more);
    more();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ server, length, count: blocks * 1000 }));
  });
}

/** Runs one candidate to its end. */
export function runReader(mode, port, school, count, bytes) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [
      '--max-old-space-size=8000',
      script,
      mode,
      String(port),
      school.js,
      school.wsdl,
      String(count),
      String(bytes),
    ]);
    let out = '';
    let problem = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (problem += chunk));
    child.on('close', () => {
      try {
        resolve({ name: mode, ...JSON.parse(out) });
      } catch {
        resolve({ name: mode, problem: problem.slice(0, 200) || 'no answer' });
      }
    });
  });
}

const readers = ['node:http, bytes only', 'asmx-gen .stream()', 'asmx-gen', 'node-soap'];
const writer = 'asmx-gen server, records of a generator';
const streams = [
  'node:http, bytes only',
  'node:http and JSON.parse',
  'node:http and the codec',
  'asmx-gen .stream()',
];

/** Runs candidates in turn on an answer of so many records. */
async function compare(school, modes, records, rounds) {
  const { server, length, count } = await startLargeAnswer(records);
  const { port } = server.address();
  const samples = new Map();
  const problems = new Map();
  try {
    for (let round = 0; round < rounds; round++) {
      for (const mode of modes) {
        // it takes as long as all others together
        if (round > 0 && mode === 'node-soap') continue;
        const each = length / count;
        const { name, problem, ...sample } = await runReader(mode, port, school, count, each);
        samples.set(name, [...(samples.get(name) ?? []), sample]);
        if (problem !== undefined) problems.set(name, problem);
      }
    }
  } finally {
    server.close();
  }
  const rows = [...samples].map(([name, list]) => ({
    ...summarize(name, list),
    ...(problems.has(name) ? { problem: problems.get(name) } : {}),
  }));
  return { rows, size: `${(length / 1e6).toFixed(1)} MB, ${count} records` };
}

/**
 * Reads one answer of about 100 MB with each candidate, and writes one with the generated server;
 * then reads one of 500 MB record by record.
 */
export async function benchMemory(school, { rounds = 5, records = 250_000 } = {}) {
  const answer = await compare(school, [...readers, writer], records, rounds);
  const stream = await compare(school, streams, records * 5.08, rounds);
  return [
    report({
      id: 'memory/answer',
      title: `An answer of ${answer.size}`,
      unit: 's',
      rows: answer.rows,
      by: 'rss',
      yardstick: 'node-soap',
    }),
    report({
      id: 'memory/stream',
      title: `A stream of ${stream.size}`,
      unit: 's',
      rows: stream.rows,
      ratio: 'cost',
      yardstick: 'node:http and JSON.parse',
    }),
  ];
}
