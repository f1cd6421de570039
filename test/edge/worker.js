// What a user deploys: the generated server as a module worker. `/called` calls it with the generated client, inside the same worker.
import { createEdgeClient, createEdgeServer, SoapFault } from './generated/index.js';

/** @param {number} id */
const mark = (id) => ({ id, points: id / 4, given: '2024-05-01T08:30:00', note: 'علامة' });

const handlers = {
  add: ({ a, b }) => a + b,
  async greet({ name }, { signal }) {
    if (name === 'nobody') throw new SoapFault({ code: 'Client', message: 'No one is there.' });
    if (name === 'slow') await new Promise((resolve) => setTimeout(resolve, 50));
    return signal.aborted ? 'too late' : `Hello ${name}`;
  },
  async *listMarks({ count }) {
    for (let id = 0; id < count; id++) yield mark(id);
  },
  writeReport: ({ id }, context) => context.write(`report ${id}`),
};

const server = createEdgeServer(handlers);
const hurried = createEdgeServer(handlers, { basePath: '/hurried', limits: { time: 300 } });

export const { fetch } = server;

export default {
  /** @param {Request} request */
  async fetch(request) {
    if (request.url.includes('/hurried/')) return hurried.fetch(request);
    if (!request.url.endsWith('/called')) return server.fetch(request);
    const client = createEdgeClient({
      baseUrl: 'http://edge.test',
      fetch: (url, init) => server.fetch(new Request(url, init)),
    });
    const marks = [];
    for await (const one of client.listMarks.stream({ count: 3 })) marks.push(one);
    return Response.json({ sum: await client.add({ a: 2, b: 40 }), marks });
  },
};
