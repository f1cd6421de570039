// `npm run gateway:cpu`: what a small call costs in CPU time over SOAP, and as JSON through a
// gateway beside the same server. Both answer in one process in turn; the load comes from another.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { generate } from './generate.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
const { output } = await generate(here('../golden/gateway/contract.yaml'), folder);
const shop = await import(pathToFileURL(join(output, 'index.js')).href);
const server = shop.createOrdersServer({
  getOrder: async ({ orderId }) => ({ id: orderId, total: '12.50' }),
  listOrders: async () => [],
});
const envelope = (body) =>
  '<?xml version="1.0" encoding="utf-8"?>' +
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
  `<soap:Body>${body}</soap:Body></soap:Envelope>`;
const doors = {
  soap: {
    listener: server.listener,
    path: '/Orders.asmx',
    type: 'text/xml; charset=utf-8',
    body: envelope('<GetOrder xmlns="urn:shop"><orderId>5</orderId></GetOrder>'),
  },
  json: {
    listener: shop.createOrdersGateway(server).listener,
    path: '/Orders/GetOrder',
    type: 'application/json',
    body: '{"orderId":"5"}',
  },
};

/** CPU time of one call, in microseconds. */
async function measure({ listener, path, type, body }) {
  const http = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => http.once('listening', resolve));
  const url = `http://127.0.0.1:${http.address().port}${path}`;
  const request = { BENCH_BODY: body, BENCH_TYPE: type, BENCH_ACTION: 'urn:shop/GetOrder' };
  const load = async (seconds) => {
    const script = here('../bench/load-process.mjs');
    const options = { env: { ...process.env, ...request } };
    const { stdout } = await run(process.execPath, [script, '8', String(seconds), url], options);
    return Number.parseInt(stdout, 10);
  };
  await load(1);
  const before = process.cpuUsage();
  const calls = await load(3);
  const { user, system } = process.cpuUsage(before);
  http.close();
  return (user + system) / calls;
}

const median = (values) => values.sort((one, other) => one - other)[values.length >> 1];
const rounds = { soap: [], json: [] };
for (let round = 0; round < 5; round += 1) {
  for (const [door, figures] of Object.entries(rounds)) figures.push(await measure(doors[door]));
}
const soap = median(rounds.soap);
const json = median(rounds.json);
const ratio = (json / soap).toFixed(2);
console.log(`SOAP ${soap.toFixed(1)} µs, JSON ${json.toFixed(1)} µs of CPU for a call: ${ratio} ×`);
rmSync(folder, { recursive: true, force: true });
