import { FormReader } from '../../form/reader.ts';
import { isServed } from '../../server/audience.ts';
import type { ServerProtocol } from '../../server/protocol.ts';
import { fromWire } from '../../text/header.ts';
import { createHttpEndpoint, type HttpMethod } from './handle.ts';

const method: HttpMethod = {
  binding: 'httpGet',
  takesBody: false,
  source: 'Request.QueryString',
  takes: (incoming, suffix, _table, { httpGet }) =>
    incoming.method === 'GET' && suffix.length > 1 && isServed(httpGet, incoming),
  open: ({ query }) => new FormReader(fromWire(query)),
};

/** HTTP GET: parameters in the query. */
export const httpGetServer: ServerProtocol = {
  binding: 'httpGet',
  createEndpoint: (service, settings) => createHttpEndpoint(service, settings, method),
};
