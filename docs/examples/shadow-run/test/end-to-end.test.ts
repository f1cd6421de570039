import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createPricingClient, createShadow } from '../generated/pricing/index.js';
import { createNext } from '../src/next.js';
import { startOld } from '../src/old.js';
import { Report } from '../src/report.js';
import { readShares } from '../src/shares.js';

const servers: Server[] = [];
let upstream: string;

before(async () => {
  const { server, url } = await startOld();
  servers.push(server);
  upstream = url;
});
after(() => {
  for (const server of servers) server.close();
});

/** Runs the script `verify` against an address; returns its exit code. */
function verify(url: string): Promise<number> {
  return new Promise((resolve) => {
    execFile('npm', ['run', '--silent', 'verify', '--', '--url', url], (error) =>
      resolve(error === null ? 0 : Number(error.code)),
    );
  });
}

test('callers get the old answers, and the report what differs', async () => {
  const report = new Report('differences.jsonl');
  const shadow = createShadow(createNext(), { upstream, compare: report.add });
  const client = createPricingClient({ baseUrl: 'http://shadow', fetch: shadow.fetch });
  assert.equal((await client.quote({ article: 'tea', count: 2 })).amount, '9');
  assert.equal(await client.getRate({ customer: 7 }), '2.5');
  assert.equal((await client.quote({ article: 'sugar', count: 1 })).amount, '1.13');
  const three = await client.quote({ article: 'sugar', count: 3 }, { binding: 'soap12' });
  assert.equal(three.amount, '3.38');
  await shadow.close();
  assert.equal(String(report), '    1  Pricing.Quote: result.amount');
});

test('calls that differed are sent again, to the old service and to the new', async () => {
  const server = createServer(createNext().listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  assert.equal(await verify(upstream), 0);
  assert.equal(await verify(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), 1);
});

test('operations move over one by one', async () => {
  const share = readShares('Pricing.GetRate=1, Pricing.Quote=0');
  const shadow = createShadow(createNext(), { upstream, share });
  const client = createPricingClient({ baseUrl: 'http://shadow', fetch: shadow.fetch });
  assert.equal(await client.getRate({ customer: 7 }), '2.50');
  assert.equal((await client.quote({ article: 'sugar', count: 1 })).amount, '1.13');
  await shadow.close();
  assert.equal(readShares('0.25'), 0.25);
  for (const wrong of ['', '2', 'Pricing.Quote=half'])
    assert.throws(() => readShares(wrong), /no share/);
});
