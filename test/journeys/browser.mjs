// Results of a service as JSON for a browser.
import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asJavaScript } from './journey.mjs';

const contract = `asmx: 1
name: Orders
namespace: urn:orders
baseUrl: http://orders.test
services:
  Orders:
    operations:
      GetOrder: { parameters: { id: long }, returns: Order }
types:
  Order: { fields: { id: long, total: decimal, weight: double, label: base64Binary } }
`;

/** @param {import('./journey.mjs').Journey} journey */
export async function browser(journey) {
  journey.write('orders.yaml', contract);
  await journey.step('init --types json writes the choice into the configuration', async () => {
    await journey.must(
      'init',
      'orders.yaml',
      '--types',
      'json',
      '--targets',
      'types,client,server',
    );
    const config = readFileSync(join(journey.folder, 'asmx-gen.config.json'), 'utf8');
    equal(JSON.parse(config).contracts[0].types, 'json', config);
  });
  const { createOrdersClient, createOrdersServer } = await journey.step(
    'generate as JavaScript',
    async () => {
      await journey.must('generate', ...asJavaScript);
      return journey.load('generated/orders/index.js');
    },
  );
  const service = createOrdersServer(
    { getOrder: ({ id }) => ({ id, total: 12.5, weight: Number.NaN, label: 'AQID' }) },
    { cors: { origins: ['https://app.example'] } },
  );
  const legacy = await journey.listen(service.listener);
  const orders = createOrdersClient({ baseUrl: legacy.origin });
  const site = await journey.listen(async (request, response) => {
    const id = Number(new URL(request.url, 'http://site').searchParams.get('id'));
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(await orders.getOrder({ id })));
  });
  await journey.step('an endpoint passes the result on as it is', async () => {
    const answer = await fetch(`${site.origin}/order?id=5`);
    deepEqual(await answer.json(), { id: 5, total: 12.5, weight: null, label: 'AQID' });
  });
  await journey.step('a number that JSON cannot hold exactly is an error of the call', async () => {
    const tooLarge = async (...request) => {
      const answer = await service.fetch(...request);
      const text = await answer.text();
      return new Response(text.replace('<id>5<', '<id>9007199254740993<'), answer);
    };
    const client = createOrdersClient({ baseUrl: 'http://orders.test', fetch: tooLarge });
    await rejects(client.getOrder({ id: 5 }), ({ code, message }) => {
      match(message, /9007199254740993/);
      return code === 'decode';
    });
  });
  await journey.step('a page of an allowed origin may ask the service itself', async () => {
    const ask = (origin) =>
      fetch(`${legacy.origin}/Orders.asmx`, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type,soapaction',
        },
      });
    const allowed = (answer) => answer.headers.get('access-control-allow-origin');
    equal(allowed(await ask('https://app.example')), 'https://app.example');
    equal(allowed(await ask('https://other.example')), null);
  });
}
