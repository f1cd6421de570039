import { Agent, request as httpRequest } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Notify } from '../wire/descriptors.ts';
import { start } from '../wire/exchange.ts';
import { createServer } from '../wire/serve.ts';
import { both, path, school, soap } from './front.ts';

const get = `${path}/AuthCode?code=1&phone=2`;

let stop = (): void => undefined;
afterEach(() => stop());

/** A server whose handler waits until it is let go, over connections that are kept. */
async function waiting(options: Parameters<typeof school>[0] = {}) {
  let go = (): void => undefined;
  let started = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const server = school(options, async () => {
    started();
    await gate;
  });
  const { server: http, port } = await start(server.listener);
  const agent = new Agent({ keepAlive: true });
  stop = () => {
    agent.destroy();
    http.closeAllConnections();
    http.close();
  };
  const ask = (target: string) =>
    new Promise<{
      status: number | undefined;
      connection: string | undefined;
      retry: string | undefined;
    }>((resolve, reject) => {
      const sent = httpRequest({ port, host: '127.0.0.1', path: target, agent }, (answer) => {
        const { statusCode: status, headers } = answer;
        answer.resume();
        answer.on('end', () =>
          resolve({ status, connection: headers.connection, retry: headers['retry-after'] }),
        );
      });
      sent.on('error', reject);
      sent.end();
    });
  return { server, http, port, ask, go, running };
}

const connections = (http: Awaited<ReturnType<typeof waiting>>['http']): Promise<number> =>
  new Promise((resolve) => http.getConnections((_error, count) => resolve(count)));

describe('close', () => {
  test('answers what runs, refuses what comes, and ends idle connections', async () => {
    const { server, http, ask, go, running } = await waiting({ health: '/health' });
    expect((await ask(`${path}?WSDL`)).status).toBe(200);
    expect((await ask('/health')).status).toBe(200);
    const first = ask(get);
    await running;
    let isClosed = false;
    const closed = server.close().then(() => {
      isClosed = true;
    });
    expect(await ask(get)).toEqual({ status: 503, connection: 'close', retry: '1' });
    expect((await ask('/health')).status).toBe(503);
    expect(isClosed).toBe(false);
    go();
    expect(await first).toMatchObject({ status: 200, connection: 'close' });
    await closed;
    await server.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await connections(http)).toBe(0);
    expect((await server.fetch(`http://school.test${get}`)).status).toBe(503);
  });

  test('cuts off what runs after a time', async () => {
    const { server, ask, running } = await waiting();
    const first = ask(get).catch((error: Error) => error);
    await running;
    await server.close({ timeout: 10 });
    expect(await first).toHaveProperty('code', 'ECONNRESET');
  });

  test('waits for fetch, too, and is done at once if nothing runs', async () => {
    await school({}).close();
    const { server, go, running } = await waiting();
    const answer = server.fetch(`http://school.test${get}`);
    await running;
    const order: string[] = [];
    const closed = server.close().then(() => order.push('closed'));
    go();
    await answer.then(({ status }) => order.push(String(status)));
    await closed;
    expect(order).toEqual(['200', 'closed']);
  });

  test('does not wait for clients that are gone, nor for other paths of a framework', async () => {
    const { server, port } = await waiting();
    const { connect } = await import('node:net');
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    server.listener(
      { method: 'GET', url: '/', headers: {}, on: () => undefined },
      {} as never,
      () => undefined,
    );
    await server.close();
  });

  test('waits for what one-way operations still do', async () => {
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    let isDone = false;
    const handler = async (): Promise<void> => {
      await gate;
      isDone = true;
    };
    const server = createServer([{ operation: Notify, handler }]);
    const { headers, body } = soap();
    const answer = await server.fetch('http://school.test/Push.asmx', {
      method: 'POST',
      headers: { ...headers, SOAPAction: `"${Notify.soap?.action}"` },
      body: body.replaceAll('AuthCode', 'Notify'),
    });
    expect(answer.status).toBe(202);
    const closed = server.close().then(() => isDone);
    go();
    expect(await closed).toBe(true);
  });

  test('refuses a time that is none', async () => {
    for (const timeout of [-1, Number.NaN, '5', '', null, true, {}, [], 5n]) {
      const closed = school({}).close({ timeout: timeout as number });
      await expect(closed).rejects.toThrow(RangeError);
      await expect(closed).rejects.toThrow('timeout is ');
    }
  });
});

describe('maxConcurrent', () => {
  test('refuses more requests at a time, but not health', async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const options = { maxConcurrent: 1, health: '/health', onError };
    const { ask, go, running } = await waiting(options);
    const first = ask(get);
    await running;
    expect(await ask(get)).toMatchObject({ status: 503, retry: '1' });
    expect((await ask('/health')).status).toBe(200);
    expect(errors).toEqual([expect.objectContaining({ message: 'The server is busy.' })]);
    go();
    expect((await first).status).toBe(200);
    expect((await ask(get)).status).toBe(200);
  });

  test('counts each request once, however it ends', async () => {
    const handler = (): never => {
      throw new Error('no');
    };
    const limits = { bodyBytes: 512 };
    await both(school({ maxConcurrent: 1, limits }, handler), async (ask) => {
      for (let at = 0; at < 3; at++) {
        const statuses = [
          await ask(`POST ${path}`, soap()),
          await ask(`POST ${path}`, { ...soap(), body: '<a' }),
          await ask(`POST ${path}`, { ...soap(), body: 'x'.repeat(600) }),
          await ask(`HEAD ${path}?WSDL`),
          await ask('GET /nope'),
        ].map(({ status }) => status);
        expect(statuses).toEqual([500, 400, 500, 200, 404]);
      }
    });
  });

  test.each([0, -1, Number.NaN, '2' as never])('refuses %p', (maxConcurrent) => {
    expect(() => school({ maxConcurrent })).toThrow(RangeError);
  });
});

describe('health', () => {
  test('is answered before anything else', async () => {
    await both(
      school({ health: '/health', context: () => Promise.reject(new Error('no')) }),
      async (ask) => {
        const { status, body, headers } = await ask('GET /health');
        expect([status, body, headers['cache-control']]).toEqual([200, 'OK', 'no-store']);
        expect((await ask('HEAD /health')).status).toBe(200);
        expect((await ask('POST /health')).status).toBe(404);
      },
    );
  });

  test('is a path', () => {
    for (const health of ['health', '', '/health?now', '/he alth', '/health#x']) {
      expect(() => school({ health })).toThrow("health is a path, such as '/health'");
    }
  });

  test.each([
    [path, {}],
    [path.toLowerCase(), {}],
    [`/soap${path}`, { basePath: '/soap' }],
    [`${path}/AuthCode`, {}],
  ])('is no path of a service: %s', (health, options) => {
    expect(() => school({ ...options, health })).toThrow(
      `health is '${health}', which is the path of a service or an operation; give another, ` +
        "such as '/health'.",
    );
  });

  test('may be below a service, and elsewhere', () => {
    expect(() => school({ health: `${path}/health` })).not.toThrow();
    expect(() => school({ health: path, basePath: '/soap' })).not.toThrow();
  });
});
