// `npm run edge`: the generated `fetch` handler inside workerd, the runtime of an edge platform
// that has nothing of Node, through the package miniflare (installed in peers/ when first needed).
// Its answers must be those of the same handler on Node, byte for byte. Build first
// (`npm run build`).
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findPeers } from '../bench/peers.mjs';
import { compileContract } from '../compile-contract.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The worker and every module below it, the worker first. */
function modulesOf(folder) {
  const names = readdirSync(join(folder, 'generated'), { recursive: true });
  const paths = names.filter((name) => name.endsWith('.js')).map((name) => join('generated', name));
  return ['worker.js', ...paths].map((path) => ({
    type: 'ESModule',
    path: join(folder, path),
    contents: readFileSync(join(folder, path), 'utf8'),
  }));
}

const soap11 = (body) => ({
  method: 'POST',
  headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"http://tempuri.org/Add"' },
  body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`,
});
const soap12 = (body) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' },
  body: `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body>${body}</e:Body></e:Envelope>`,
});
const add = '<Add xmlns="http://tempuri.org/"><a>2</a><b>3</b></Add>';

/** Requests whose answers are compared, with what each must hold. */
const requests = [
  ['SOAP 1.1', '/Edge.asmx', soap11(add), 200, '<AddResult>5</AddResult>'],
  ['SOAP 1.2', '/Edge.asmx', soap12(add), 200, '<AddResult>5</AddResult>'],
  ['HTTP GET', '/Edge.asmx/Add?a=2&b=3', {}, 200, '>5</int>'],
  [
    'HTTP POST',
    '/Edge.asmx/Add',
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'a=2&b=3',
    },
    200,
    '>5</int>',
  ],
  ['what a handler writes', '/Edge.asmx/WriteReport?id=7', {}, 200, 'report 7'],
  ['WSDL', '/Edge.asmx?WSDL', {}, 200, '<wsdl:definitions'],
  ['help page', '/Edge.asmx', {}, 200, 'Adds two numbers.'],
  ['page of an operation', '/Edge.asmx?op=Add', {}, 200, 'SOAPAction'],
  ['malformed envelope', '/Edge.asmx', soap11('<Add'), 400, ''],
  [
    'wrong value in an envelope',
    '/Edge.asmx',
    soap11(add.replace('2', 'x')),
    500,
    '<faultcode>soap:Client</faultcode>',
  ],
  ['wrong value', '/Edge.asmx/Add?a=x&b=3', {}, 500, 'Cannot convert x to System.Int32'],
  ['declared refusal', '/Edge.asmx/Greet?name=nobody', {}, 500, 'No one is there.'],
  ['unknown path', '/Other.asmx', {}, 404, ''],
];

async function textOf(response) {
  const { status, headers } = response;
  return { status, type: headers.get('content-type'), body: await response.text() };
}

async function compareAnswers(send, server) {
  for (const [name, path, init, status, text] of requests) {
    const url = `http://edge.test${path}`;
    const there = await textOf(await send(url, init));
    const here = await textOf(await server(new Request(url, init)));
    deepEqual(there, here, name);
    equal(there.status, status, `${name}: ${there.body}`);
    ok(there.body.includes(text), `${name}: ${there.body}`);
    console.log(`the same on Node and workerd: ${name}`);
  }
}

async function callWithClient(send, { createEdgeClient, isFault }) {
  const client = createEdgeClient({ baseUrl: 'http://edge.test', fetch: send });
  for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost']) {
    equal(await client.add({ a: 40, b: 2 }, { binding }), 42);
    equal(await client.greet({ name: 'ليلى' }, { binding }), 'Hello ليلى');
    equal((await client.listMarks({ count: 3 }, { binding })).length, 3);
    console.log(`called from Node: ${binding}`);
  }
  await rejects(client.greet({ name: 'nobody' }), (error) => isFault(error));
  let records = 0;
  for await (const { id } of client.listMarks.stream({ count: 20_000 })) equal(id, records++);
  equal(records, 20_000);
  console.log('streamed from workerd: 20,000 records of a generator');
  // Slow and quick calls at once: answers must not change places.
  const names = Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? 'slow' : `n${index}`));
  const answers = await Promise.all(names.map((name) => client.greet({ name })));
  deepEqual(
    answers,
    names.map((name) => `Hello ${name}`),
  );
  console.log('forty calls at once');
}

async function stallBody(send) {
  const init = soap11(add);
  const { status } = await send('http://edge.test/hurried/Edge.asmx', init);
  equal(status, 200);
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('<e:Envelope')),
  });
  const stalled = { ...init, body, duplex: 'half' };
  equal((await send('http://edge.test/hurried/Edge.asmx', stalled)).status, 408);
  console.log('a body that stalls in workerd: answered when its time is over');
}

const peers = findPeers(join(here, 'peers/'));
if (peers === undefined) process.exit(0);
const { Miniflare } = await import(pathToFileURL(peers('miniflare')).href);
const folder = compileContract(join(here, 'contract.yaml'));
cpSync(join(here, 'worker.js'), join(folder, 'worker.js'));
const workerd = new Miniflare({
  modules: modulesOf(folder),
  modulesRoot: folder,
  compatibilityDate: '2024-09-01',
});
try {
  const load = (path) => import(pathToFileURL(join(folder, path)).href);
  const send = (url, init) => workerd.dispatchFetch(url, init);
  const { fetch: server } = await load('worker.js');
  await compareAnswers(send, server);
  await stallBody(send);
  await callWithClient(send, await load('generated/index.js'));
  const { sum, marks } = await (await send('http://edge.test/called')).json();
  deepEqual([sum, marks.map(({ id }) => id)], [42, [0, 1, 2]]);
  match(marks[0].given, /^2024-05-01T08:30:00/);
  console.log('called inside workerd: the generated client and server');
} finally {
  await workerd.dispose();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
