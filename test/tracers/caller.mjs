// Calls the service with the generated client, in a process that imports node:http nowhere else.
import { pathToFileURL } from 'node:url';

const [, , index, baseUrl] = process.argv;
const { createEdgeClient } = await import(pathToFileURL(index).href);
const client = createEdgeClient({ baseUrl, headers: { 'X-Tenant': 'school', 'X-Empty': '' } });

async function call() {
  const results = [];
  for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost']) {
    results.push(await client.greet({ name: 'ليلى' }, { binding }));
  }
  results.push(await Promise.all([1, 2, 3].map((a) => client.add({ a, b: 1 }))));
  let records = 0;
  for await (const _ of client.listMarks.stream({ count: 1000 })) records++;
  results.push(records, (await client.writeReport.raw({ id: 7 })).written);
  return results;
}

const results = await (globalThis.tracer?.run(call) ?? call());
// Tracers end the span of an answer after its last byte.
await new Promise((resolve) => setTimeout(resolve, 100));
const { header, spans, operations } = globalThis.tracer ?? {};
process.send({ results, header, spans: spans?.() ?? [], operations: operations?.() ?? [] });
