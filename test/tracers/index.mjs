// `npm run tracers`: the generated client and server under OpenTelemetry's HTTP instrumentation,
// Datadog's and Sentry's tracers (installed in peers/ when first needed). What is sent must be what
// is sent without them and the headers of the trace; a span must be there for each request, at both
// ends. Build first (`npm run build`).
import { deepEqual, equal, ok } from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findPeers } from '../bench/peers.mjs';
import { compileContract } from '../compile-contract.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const tracers = ['opentelemetry', 'datadog', 'sentry'];

/** Starts a program of this folder, under a tracer or none. */
function start(tracer, program, ...args) {
  const preload = pathToFileURL(join(here, `under-${tracer}.mjs`)).href;
  const execArgv = tracer === undefined ? [] : ['--import', preload];
  return fork(join(here, program), args, { execArgv });
}

/** The next message of a program. */
async function hear(child) {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the program ended with ${code}`);
  });
  ended.catch(() => undefined);
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return message;
}

/** Runs both programs. */
async function run(index, tracer) {
  const service = start(tracer, 'service.mjs', index);
  try {
    const { port } = await hear(service);
    const caller = start(tracer, 'caller.mjs', index, `http://127.0.0.1:${port}`);
    try {
      const called = await hear(caller);
      service.send('what has come?');
      return { called, served: await hear(service) };
    } finally {
      caller.kill();
    }
  } finally {
    service.kill();
  }
}

const results = [...Array.from({ length: 4 }, () => 'Hello ليلى'), [2, 3, 4], 1000, 'report 7'];

/** Names and values of a request, the port apart. */
const pairs = ({ headers }) =>
  headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name, name === 'Host' ? '' : headers[at + 1]]] : [],
  );

function compare(tracer, bare, { called, served }) {
  deepEqual(called.results, results);
  console.log(`${tracer}: calls succeed over every binding, streams too`);
  const { header } = called;
  for (const [at, head] of served.heads.entries()) {
    const sent = pairs(head);
    for (const [name, value] of pairs(bare[at])) {
      ok(
        sent.some((pair) => pair[0] === name && pair[1] === value),
        `${tracer}: request ${at} lacks ${name}: ${value}`,
      );
    }
    equal(sent.filter(([name]) => name.toLowerCase() === header).length, 1, JSON.stringify(sent));
  }
  console.log(`${tracer}: ${served.heads.length} requests have all their headers, and ${header}`);
  equal(called.spans.length, served.heads.length, 'a span of the client for each request');
  equal(served.spans.length, served.heads.length, 'a span of the server for each request');
  for (const span of served.spans) {
    const cause = called.spans.find(({ id }) => id === span.parent);
    ok(cause, `${tracer}: a span of the server without one of the client`);
    const { trace, method, status } = span;
    deepEqual({ trace, method, status }, { trace: cause.trace, method: cause.method, status: 200 });
  }
  console.log(`${tracer}: spans at both ends, one the parent of the other`);
}

/** Spans named by operations, one in that of HTTP or around it, at both ends. */
function compareOperations(tracer, { called, served }) {
  if (called.operations.length + served.operations.length === 0) return;
  const names = (spans) =>
    spans.map(({ name, attributes }) => `${name} ${attributes['rpc.system']}`);
  const expected = [
    ...['soap11', 'soap12', 'httpGet', 'httpPost'].map((binding) => `Edge.Greet ${binding}`),
    ...['Add', 'Add', 'Add', 'ListMarks', 'WriteReport'].map((name) => `Edge.${name} soap11`),
  ];
  deepEqual(names(called.operations).sort(), expected.sort());
  deepEqual(names(served.operations).sort(), expected.sort());
  for (const { id, trace, kind, isError } of called.operations) {
    const inside = called.spans.filter(({ parent }) => parent === id);
    deepEqual(
      { kind, isError, inside: inside.length },
      { kind: 'CLIENT', isError: false, inside: 1 },
    );
    equal(inside[0].trace, trace);
  }
  for (const { parent, kind, isError, attributes } of served.operations) {
    const around = served.spans.filter(({ id }) => id === parent);
    deepEqual(
      { kind, isError, around: around.length },
      { kind: 'SERVER', isError: false, around: 1 },
    );
    ok(attributes['asmx.handle_ms'] >= 0);
  }
  console.log(`${tracer}: spans named by operations, at both ends, beside those of HTTP`);
}

const peers = findPeers(join(here, 'peers/'));
if (peers === undefined) process.exit(0);
const folder = compileContract(join(here, '../edge/contract.yaml'));
try {
  const index = join(folder, 'generated/index.js');
  const { called, served } = await run(index, undefined);
  deepEqual(called.results, results);
  for (const tracer of tracers) {
    const seen = await run(index, tracer);
    compare(tracer, served.heads, seen);
    compareOperations(tracer, seen);
    equal(seen.called.operations.length > 0, tracer === 'opentelemetry');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
