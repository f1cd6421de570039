import { Hono } from 'hono';
import { createConnector } from './connector.js';
import type { Queue } from './queue.js';
import { writeQwc } from './qwc.js';
import type { Settings } from './settings.js';

/** The application: the service, and the file that leads the Web Connector to it. */
export function createApp(settings: Settings, queue: Queue): Hono {
  const connector = createConnector(settings, queue);
  const qwc = writeQwc(settings);

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
