import { describe, expect, test } from '@jest/globals';
import { HttpError } from '../../../src/runtime/index.ts';
import type { Context, ServerOptions } from '../../../src/runtime/server/options.ts';
import { both, path, school, soap } from './front.ts';

const origin = 'https://app.example';
const preflight = {
  Origin: origin,
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'content-type,soapaction',
};

describe('cors', () => {
  test('answers preflights, without asking context', async () => {
    const context = (): never => {
      throw new HttpError(401);
    };
    await both(school({ cors: { origins: [origin] }, context }), async (ask) => {
      const { status, headers, body } = await ask(`OPTIONS ${path}`, { headers: preflight });
      expect([status, body]).toEqual([204, '']);
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers': 'content-type,soapaction',
        vary: 'Origin, Access-Control-Request-Headers',
      });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    });
  });

  test('lets allowed origins read every answer', async () => {
    const cors: ServerOptions['cors'] = { origins: ['HTTPS://APP.example'], credentials: true };
    await both(school({ cors }), async (ask) => {
      for (const [line, asked] of [
        [`POST ${path}`, soap()],
        [`POST ${path}`, { ...soap(), body: '<a' }],
        [`GET ${path}?WSDL`, {}],
        ['GET /nope', {}],
      ] as const) {
        const headers = { ...('headers' in asked ? asked.headers : {}), Origin: origin };
        const answer = await ask(line, { ...asked, headers });
        expect(answer.headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-allow-credentials': 'true',
          vary: 'Origin',
        });
      }
    });
  });

  test('no others', async () => {
    await both(school({ cors: { origins: [origin] } }), async (ask) => {
      for (const other of ['https://evil.example', 'null', `${origin}.evil.example`]) {
        const one = await ask(`POST ${path}`, {
          ...soap(),
          headers: { ...soap().headers, Origin: other },
        });
        expect(one.headers).not.toHaveProperty('access-control-allow-origin');
        const two = await ask(`OPTIONS ${path}`, { headers: { ...preflight, Origin: other } });
        expect([two.status, two.headers['access-control-allow-origin']]).toEqual([204, undefined]);
      }
    });
  });

  test('all, and the headers that a handler sets', async () => {
    const handler = (_input: unknown, context: Context): void => context.header('X-Count', '7');
    await both(school({ cors: { origins: '*' } }, handler), async (ask) => {
      const { headers } = await ask(`GET ${path}/AuthCode?code=1&phone=2`);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-expose-headers']).toBe('X-Count');
      expect(headers).not.toHaveProperty('vary');
    });
  });

  test('a Vary of a handler is one more', async () => {
    const handler = (_input: unknown, context: Context): void => context.header('Vary', 'Cookie');
    await both(school({ cors: { origins: [origin] } }, handler), async (ask) => {
      const request = { headers: { Origin: origin } };
      const { headers } = await ask(`GET ${path}/AuthCode?code=1&phone=2`, request);
      expect(headers.vary).toContain('Origin');
    });
  });

  test('leaves OPTIONS alone that is no preflight, and everything without the option', async () => {
    await both(school({ cors: { origins: '*' } }), async (ask) => {
      expect((await ask(`OPTIONS ${path}`)).status).toBe(405);
    });
    await both(school({}), async (ask) => {
      const answer = await ask(`OPTIONS ${path}`, { headers: preflight });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([
        405,
        undefined,
      ]);
    });
  });

  test.each(['https://app.example', undefined, {}])('refuses %p in place of a list', (origins) => {
    expect(() => school({ cors: { origins: origins as never } })).toThrow(
      "cors: origins is '*' or a list, such as ['https://app.example']",
    );
  });

  test('refuses what browsers refuse', () => {
    expect(() => school({ cors: { origins: '*', credentials: true } })).toThrow(
      "cors: browsers send no credentials to '*'",
    );
    for (const wrong of ['https://app.example/', 'app.example', 'https://*.example', '']) {
      expect(() => school({ cors: { origins: [wrong] } })).toThrow(`cors: '${wrong}' is no origin`);
    }
  });
});
