import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { compileContract } from '../compile-contract.mjs';
import { createClient } from '../fixtures/sessions/redis-client.mjs';

const here = fileURLToPath(new URL('../fixtures/sessions/', import.meta.url));
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const skipped = 'skipped: redis-server is not installed (apt-get install redis-server)';
if (!hasRedis) console.log(skipped);

interface Basket {
  put(input: { readonly item: number }): Promise<number>;
  list(): Promise<readonly number[]>;
  leave(): Promise<void>;
}

interface Generated {
  createBasketClient(options: object): Basket;
  cookieJar(): object;
}

const children: ChildProcess[] = [];
let folder = '';
let data = '';
let redisPort = 0;
let generated: Generated;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  return port;
}

/** Starts a server of its own process. Returns its address. */
async function startService(): Promise<{ readonly baseUrl: string; readonly child: ChildProcess }> {
  const index = join(folder, 'generated/index.js');
  const child = fork(join(here, 'service.mjs'), [index, String(redisPort)]);
  children.push(child);
  const [{ port }] = (await once(child, 'message')) as [{ readonly port: number }];
  return { baseUrl: `http://127.0.0.1:${port}`, child };
}

beforeAll(async () => {
  if (!hasRedis) return;
  folder = compileContract(join(here, 'basket.yaml'));
  data = mkdtempSync(join(tmpdir(), 'redis-'));
  redisPort = await freePort();
  const options = ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', data];
  const redis = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(redis);
  for await (const text of redis.stdout) if (String(text).includes('Ready to accept')) break;
  redis.stdout.resume();
  generated = (await import(pathToFileURL(join(folder, 'generated/index.js')).href)) as Generated;
  // generates code, which takes longer beside other tests
}, 60_000);

afterAll(() => {
  for (const child of children) child.kill();
  for (const one of [folder, data]) if (one !== '') rmSync(one, { recursive: true, force: true });
});

(hasRedis ? describe : describe.skip)('sessions in Redis', () => {
  test('of several processes behind one address lose nothing', async () => {
    const services = [await startService(), await startService()];
    const cookies = generated.cookieJar();
    const baskets = services.map(({ baseUrl }) =>
      generated.createBasketClient({ baseUrl, cookies }),
    );
    const basketAt = (at: number): Basket => baskets[at % baskets.length] as Basket;
    await basketAt(0).put({ item: 0 });
    const wanted = Array.from({ length: 100 }, (_, item) => item);
    const counts = await Promise.all(wanted.slice(1).map((item) => basketAt(item).put({ item })));
    expect([1, ...counts].sort((a, b) => a - b)).toEqual(wanted.map((item) => item + 1));
    const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b);
    for (const basket of baskets) expect(sorted(await basket.list())).toEqual(wanted);

    // a process that ends takes nothing with it
    services[0]?.child.kill();
    const { baseUrl } = await startService();
    const again = generated.createBasketClient({ baseUrl, cookies });
    expect(await again.list()).toHaveLength(100);
    const stranger = generated.createBasketClient({ baseUrl, cookies: generated.cookieJar() });
    expect(await stranger.list()).toEqual([]);

    const client = createClient(redisPort);
    const key = await client.keys('session:*');
    expect(key).toMatch(/^session:[a-z0-5]{24}$/);
    expect(await client.ttl(key)).toBeGreaterThan(590);
    await again.leave();
    expect(await client.keys('session:*')).toBe('');
    expect(await again.list()).toEqual([]);
    client.close();
  });
});
