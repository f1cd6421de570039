// The generated server on node:http, in a process of its own: says its port, and on request what it
// has seen.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const { createEdgeServer } = await import(pathToFileURL(process.argv[2]).href);
const heads = [];
const { listener } = createEdgeServer({
  add: ({ a, b }) => a + b,
  greet: ({ name }) => `Hello ${name}`,
  *listMarks({ count }) {
    for (let id = 0; id < count; id++) yield { id, points: 1, given: '2024-05-01T08:30:00' };
  },
  writeReport: ({ id }, context) => context.write(`report ${id}`),
});
const server = createServer((request, response) => {
  heads.push({ method: request.method, headers: request.rawHeaders });
  listener(request, response);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => {
  const { spans, operations } = globalThis.tracer ?? {};
  process.send({ heads, spans: spans?.() ?? [], operations: operations?.() ?? [] });
});
