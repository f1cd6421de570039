import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { serve, values } from '../runtime/script/school.ts';
import { executablePath, isInstalled, launch } from './chromium.ts';

const suite = isInstalled ? describe : describe.skip;
const ajax = readFileSync(new URL('microsoft-ajax.js', import.meta.url), 'utf8');

jest.setTimeout(60_000);

suite(`proxies of scripts in a browser (skipped where ${executablePath} is missing)`, () => {
  let browser: Browser;
  let server: Server;
  let base = '';
  const inputs: unknown[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    const { listener } = serve({
      save: (input: { person: object }) => {
        inputs.push(input);
        return input.person;
      },
      outs: () => {
        throw new TypeError('No values.');
      },
      getValues: () => values,
      tell: () => new Promise(() => undefined),
      age: () => 7,
      echo: (input: unknown) => {
        inputs.push(input);
        return '/Date(0)/ "\\/Date(1)\\/"';
      },
      all: () => [{ no: 1, mark: 'Poor', name: '</script><script>alert(1)</script>' }],
    });
    const handle = listener as (request: unknown, answer: unknown) => void;
    server = createServer((request, answer) => {
      const [path = ''] = request.url?.split('?') ?? [];
      if (path !== '/page' && path !== '/ajax') return handle(request, answer);
      const script = path === '/ajax' ? `<script>${ajax}</script>` : '';
      answer.setHeader('Content-Type', 'text/html');
      answer.end(
        `<!DOCTYPE html>${script}<script src="/staff.asmx/js${request.url?.includes('debug') ? 'debug' : ''}"></script>`,
      );
      return undefined;
    });
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    expect(complaints).toEqual([]);
  });

  async function open<T>(path: string, script: string): Promise<T> {
    const page: Page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(base + path);
    const found = (await page.evaluate(script)) as T;
    await page.close();
    return found;
  }

  test.each(['/page', '/page?debug'])('answer a call with a promise: %s', async (path) => {
    const result = await open(
      path,
      `Staff.Save(new Person({ name: 'x', mark: Mark.Good, friends: [] }))`,
    );
    expect(result).toMatchObject({ __type: 'Person', name: 'x', mark: 1, friends: [] });
    expect(inputs.pop()).toMatchObject({ person: { name: 'x', mark: 'Good' } });
  });

  test('call back, as those of ASMX do', async () => {
    const script = (ok: string, failed: string) =>
      `new Promise((resolve) => { const tell = (...given) => resolve(given.map((one) =>
        one && one.get_message
          ? [one.get_message(), one.get_statusCode(), one.get_exceptionType(), one.get_timedOut()]
          : one));
        ${ok}; ${failed}; })`;
    expect(await open('/page', script("Staff.Age(tell, null, 'mine')", ''))).toEqual([
      7,
      'mine',
      'Age',
    ]);
    const failing = script('Staff.set_defaultFailedCallback(tell)', 'Staff.Outs(null)');
    expect(await open('/page', failing)).toEqual([
      ['No values.', 500, 'TypeError', false],
      null,
      'Outs',
    ]);
    const late = script('Staff.set_timeout(50)', "Staff.Tell('a', null, tell)");
    expect(await open('/page', late)).toEqual([[expect.any(String), -1, '', true], null, 'Tell']);
  });

  test('take and give dates', async () => {
    const values = `{ count: 1, big: 2, price: 3, weight: 4, isNew: true, born: new Date(0) }`;
    const names = ['count', 'big', 'price', 'weight', 'isNew', 'note', 'born', 'day', 'id'];
    const rest = `[null, Mark.Poor, Days.Mon | Days.Wed, [1, 2]]`;
    const text = await open(
      '/page',
      `{ const given = ${values};
         Staff.Echo(...${JSON.stringify(names)}.map((name) => given[name]), ...${rest}); }`,
    );
    const { born } = await open<{ born: Date }>('/page', 'Staff.GetValues()');
    expect(born).toEqual(new Date(1_714_550_400_500));
    expect(text).toBe('/Date(0)/ "\\/Date(1)\\/"');
    expect(inputs.pop()).toMatchObject({
      born: '1970-01-01T00:00:00.000Z',
      mark: 'Poor',
      days: ['Mon', 'Wed'],
      data: new Uint8Array([1, 2]),
    });
  });

  test('have instances of their own, and take another path', async () => {
    const found = await open(
      '/page',
      `{ const own = new Staff(); own.set_path('/STAFF.asmx');
         Promise.all([own.Age(), own.get_path(), Staff.get_path()]); }`,
    );
    expect(found).toEqual([7, '/STAFF.asmx', `${base}/staff.asmx`]);
  });

  test('are proxies of MicrosoftAjax where that is on the page', async () => {
    const found = await open(
      '/ajax',
      `new Promise((resolve) => {
        const request = Staff.Save(new Person({ mark: Mark.Poor }), (...given) =>
          resolve([request, Staff.base === Sys.Net.WebServiceProxy, Mark.flags, invoked, ...given]),
          null, 'mine');
      })`,
    );
    expect(found).toEqual([
      'a WebRequest',
      true,
      true,
      // by GET, as the configuration of the school says
      [`${base}/staff.asmx`, 'Save', true],
      expect.objectContaining({ __type: 'Person', mark: 2 }),
      'mine',
      'Save',
    ]);
  });
});
