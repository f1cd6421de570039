import { serve } from '@hono/node-server';
import { createApp } from './app.js';
import { listCustomers } from './list-customers.js';
import { Queue } from './queue.js';
import { readSettings } from './settings.js';

const settings = readSettings(process.env);
const queue = new Queue();
queue.add(
  listCustomers((customers) => {
    for (const { FullName, Balance = '0.00' } of customers) console.log(FullName, Balance);
  }),
);

serve({ fetch: createApp(settings, queue).fetch, port: Number(process.env.PORT ?? 8080) }, () =>
  console.log(`Add ${settings.publicUrl}/connector.qwc to the Web Connector`),
);
