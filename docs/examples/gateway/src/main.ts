import { createServer } from 'node:http';
import { createOrdersClient } from '../generated/orders/index.js';
import { createGateway } from './gateway.js';
import { createStandIn } from './stand-in.js';

const { PORT = '8080', SHOP_URL, SHOP_KEY } = process.env;
if (!SHOP_KEY) throw new Error('Set SHOP_KEY to the key of those who may place orders.');

/** The old service at SHOP_URL, or what stands in for it. */
const orders = createOrdersClient(
  SHOP_URL === undefined ? { fetch: createStandIn().fetch } : { baseUrl: SHOP_URL },
);
createServer(createGateway(orders, SHOP_KEY).listener).listen(Number(PORT), 'localhost', () =>
  console.log(`http://localhost:${PORT}/openapi.json`),
);
