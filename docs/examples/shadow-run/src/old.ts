import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPricingServer } from '../generated/pricing/index.js';

const prices = new Map([
  ['tea', 4.5],
  ['coffee', 7.25],
  ['sugar', 1.125],
]);

/** Stands in for the old service, on a port of its own. */
export async function startOld(): Promise<{ readonly server: Server; readonly url: string }> {
  const service = createPricingServer({
    quote({ article, count }) {
      const amount = Math.round((prices.get(article) ?? 0) * count * 100) / 100;
      return { amount: String(amount), currency: 'EUR' };
    },
    getRate: ({ customer }) => (customer < 100 ? '2.5' : '0'),
  });
  const server = createServer(service.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
