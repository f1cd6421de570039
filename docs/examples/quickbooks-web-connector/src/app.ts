import { Hono } from 'hono';
import { createConnector } from './connector.js';
import type { Queue } from './queue.js';
import { writeQwc } from './qwc.js';
import type { Settings } from './settings.js';

/** The GUIDs of this application: make your own with `crypto.randomUUID()`, and never change them. */
const ids = {
  ownerId: '57f3b9b6-86f1-4fcc-b1ee-566de1813d20',
  fileId: '90a44fb5-33d9-4815-ac85-bc87a7e7d1eb',
};

/** The application: the service, and the file that leads the Web Connector to it. */
export function createApp(settings: Settings, queue: Queue): Hono {
  const connector = createConnector(settings, queue);
  const qwc = writeQwc({
    ...ids,
    name: 'Customer list',
    description: 'Copies the customers of QuickBooks.',
    username: settings.username,
    url: `${settings.publicUrl}/QBWebConnectorSvc.asmx`,
    support: `${settings.publicUrl}/`,
    minutes: 60,
  });

  const app = new Hono();
  app.get('/', (context) => context.text(`Waiting for QuickBooks: ${queue.length}\n`));
  app.get('/connector.qwc', (context) =>
    context.body(qwc, 200, {
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': 'attachment; filename="connector.qwc"',
    }),
  );
  app.all('/QBWebConnectorSvc.asmx/*', (context) => connector.fetch(context.req.raw));
  return app;
}
