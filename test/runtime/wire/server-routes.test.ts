import { describe, expect, jest, test } from '@jest/globals';
import type { AnyOperation } from '../../../src/runtime/operation/descriptor.ts';
import { buildRoutes, type ServiceTable } from '../../../src/runtime/server/dispatch.ts';
import { AuthCode, GenerateReport } from './descriptors.ts';
import { request, start } from './exchange.ts';
import { envelope, soap11 } from './messages.ts';
import { createServer } from './serve.ts';

const at = (path: string): AnyOperation => ({ ...AuthCode, path }) as unknown as AnyOperation;
const finder = (...paths: readonly string[]): ServiceTable['find'] =>
  buildRoutes(
    paths.map((path) => ({ operation: at(path), server: [], codec: {}, handler: () => undefined })),
    {},
  ).find;

describe('paths', () => {
  test.each([
    ['/Svc.asmx', '/Svc.asmx', ''],
    ['/Svc.asmx', '/svc.ASMX', ''],
    ['/Svc.asmx', '/Svc.asmx/Op', '/Op'],
    ['/Svc.asmx', '/Svc.asmx/', '/'],
    ['/', '/', ''],
    ['/api/', '/api/', ''],
    ['/api/', '/api/Op', '/Op'],
    ['/a%20b', '/a%20b', ''],
  ])('a service at %s is asked at %s', (own, asked, suffix) => {
    expect(finder(own)(asked)).toMatchObject({ service: { path: own }, suffix });
  });

  test('of two services, one with a slash at its end, each is found at its own', () => {
    const find = finder('/api', '/api/');
    expect(find('/api')?.service.path).toBe('/api');
    expect(find('/api/')).toMatchObject({ service: { path: '/api/' }, suffix: '' });
  });

  test('no one is asked elsewhere', () => {
    expect(finder('/Svc.asmx')('/Other.asmx')).toBeUndefined();
    expect(finder('/api/')('/api')).toBeUndefined();
  });

  test('the deepest service of a path is asked', () => {
    const find = finder('/a', '/a/b', '/a/b/c.asmx');
    expect(find('/a/b/x')).toMatchObject({ service: { path: '/a/b' }, suffix: '/x' });
    expect(find('/a/b/c.asmx/Op')?.service.path).toBe('/a/b/c.asmx');
    expect(find('/a/bc/x')).toMatchObject({ service: { path: '/a' }, suffix: '/bc/x' });
  });
});

describe('what a path costs', () => {
  /** Characters that are copied while a path is looked for: the same on every machine. */
  function charactersCopied(find: ServiceTable['find'], path: string): number {
    let characters = 0;
    const spies = (['slice', 'toLowerCase'] as const).map((name) => {
      const original = String.prototype[name] as (...values: number[]) => string;
      return jest.spyOn(String.prototype, name).mockImplementation(function (
        this: string,
        ...values: unknown[]
      ) {
        const copy = original.apply(this, values as number[]);
        characters += copy.length;
        return copy;
      });
    });
    try {
      find(path);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    return characters;
  }

  test.each([
    ['of a service', '/Svc.asmx'],
    ['that is no one’s', '/Other.asmx'],
    ['with escapes', '/Svc%2Easmx'],
    ['of nothing else', ''],
  ])('eight times the slashes after a path %s are no more than eight times the work', (_, head) => {
    const find = finder('/Svc.asmx', '/deeper/Svc.asmx', '/api/');
    const few = charactersCopied(find, head + '/'.repeat(1000));
    const many = charactersCopied(find, head + '/'.repeat(8000));
    expect(many).toBeLessThan(few * 9 + 100);
  });
});

test.each(['', 'urn:shared'])(
  'operations that share the action "%s" are told apart by the body',
  async (action) => {
    const shared = <T extends { soap?: object | undefined }>(operation: T): T => ({
      ...operation,
      path: '/Shared.asmx',
      soap: { ...operation.soap, action },
    });
    const called: string[] = [];
    const { server, port } = await start(
      createServer([
        { operation: shared(AuthCode), handler: () => void called.push('AuthCode') },
        {
          operation: shared(GenerateReport),
          handler: () => {
            called.push('GenerateReport');
            return 'x';
          },
        },
      ] as unknown as Parameters<typeof createServer>[0]).listener,
    );
    try {
      const head = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${action}"` };
      const send = (body: string): Promise<{ status: number | undefined }> =>
        request(port, 'POST /Shared.asmx', head, envelope(soap11, body));
      const report =
        '<GenerateReport xmlns="http://tempuri.org/"><studentId>1</studentId><studentClass>c</studentClass></GenerateReport>';
      const code =
        '<AuthCode xmlns="http://tempuri.org/"><code>1</code><phone>2</phone></AuthCode>';
      expect((await send(report)).status).toBe(200);
      expect((await send(code)).status).toBe(200);
      expect((await send('<Other xmlns="http://tempuri.org/" />')).status).toBe(500);
      expect(called).toEqual(['GenerateReport', 'AuthCode']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);
