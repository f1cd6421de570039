import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Conversation, golden, overStdio, versions } from './connect.ts';
import { generateBesideSdk } from './shop.ts';

const folder = await generateBesideSdk('test/fixtures/gateway/shop.yaml');
const program = join(folder, 'program.js');
writeFileSync(
  program,
  `import { createOrdersMcp, createOrdersServer, fault, GetOrder } from './index.js';

const getOrder = ({ orderId }) => {
  if (orderId > 100n) throw fault(GetOrder, 'Missing', { orderId }, 'There is no such order.');
  return { id: orderId, total: '12.50' };
};
const server = createOrdersServer({
  getOrder,
  putOrder: ({ order }) => order.id,
  *listOrders() {},
  ping: () => undefined,
});
await createOrdersMcp(server, { only: ['GetOrder', 'Ping'], read: 'GetOrder' }).stdio();
`,
);

test.each(versions)(
  'says over stdio what is recorded (%s)',
  async (version, mode) => {
    const said: Conversation = [];
    const client = await overStdio({ args: [program] }, mode, said);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    await client.listTools();
    for (const orderId of ['5', '404', 'x']) {
      await client.callTool({ name: 'GetOrder', arguments: { orderId } });
    }
    await client.callTool({ name: 'Ping' });
    // the program ends with its stdin
    await client.close();
    const { expected, actual } = golden(`stdio-${version}`, said);
    expect(actual).toBe(expected);
  },
  60_000,
);
