import { describe, expect, test } from '@jest/globals';
import type { Context, ServerOptions } from '../../../src/runtime/server/options.ts';
import type { XmlElement } from '../../../src/runtime/xml/writer.ts';
import { type Asked, both, path, school, soap } from './front.ts';

const tenant = '<t:Tenant xmlns:t="urn:t" soap:mustUnderstand="1"><t:Id>7</t:Id></t:Tenant>';
const trace = '<Trace xmlns="urn:u">x</Trace>';
const soap12 = 'http://www.w3.org/2003/05/soap-envelope';

/** A request with these headers. */
function withHeaders(headers: string): Required<Asked> {
  const { headers: http, body } = soap();
  return {
    headers: http,
    body: body.replace('<soap:Body>', `<soap:Header>${headers}</soap:Header>$&`),
  };
}

function as12({ body }: Required<Asked>): Required<Asked> {
  return {
    headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' },
    body: body.replace('http://schemas.xmlsoap.org/soap/envelope/', soap12),
  };
}

/** What handlers and `onError` of a server see of a request. */
async function seen(asked: Required<Asked>, options: ServerOptions = {}) {
  const headers: (readonly XmlElement[])[] = [];
  const bodies: string[] = [];
  const told: string[] = [];
  const onError = (error: unknown): void => void told.push((error as Error).message);
  const server = school({ onError, ...options }, (_input, context: Context) => {
    headers.push(context.unknownHeaders);
  });
  await both(server, async (ask) => {
    const answer = await ask(`POST ${path}`, asked);
    bodies.push(`${answer.status} ${answer.body}`);
  });
  expect(bodies[0]).toBe(bodies[1]);
  return { headers, answer: bodies[0] ?? '', told };
}

describe('headers that the contract does not declare', () => {
  test('are readable as elements, in their order', async () => {
    const { headers, answer } = await seen(withHeaders(trace + trace.replace('>x<', '>y<')));
    expect(answer).toMatch(/^200 /);
    expect(headers).toHaveLength(2);
    expect(headers[0]).toMatchObject([
      { name: 'Trace', namespace: 'urn:u', children: ['x'] },
      { name: 'Trace', namespace: 'urn:u', children: ['y'] },
    ]);
  });

  test('are none in a message without any, and over HTTP', async () => {
    expect((await seen(soap())).headers).toEqual([[], []]);
    const lists: unknown[] = [];
    const server = school({}, (_input, { unknownHeaders }: Context) => lists.push(unknownHeaders));
    await both(server, async (ask) => void (await ask(`GET ${path}/AuthCode?code=1&phone=2`)));
    expect(lists).toEqual([[], []]);
  });

  test('for another actor or role are left out, whatever they demand', async () => {
    const other = (role: string): string => tenant.replace('soap:must', `${role} soap:must`);
    for (const asked of [
      withHeaders(other('soap:actor="urn:other"') + trace),
      as12(withHeaders(other(`soap:role="${soap12}/role/none"`) + trace)),
      as12(withHeaders(other('soap:role="urn:other"') + trace)),
    ]) {
      const { headers, answer } = await seen(asked);
      expect(answer).toMatch(/^200 /);
      expect(headers.map((list) => list.map(({ name }) => name))).toEqual([['Trace'], ['Trace']]);
    }
  });

  test('for the next node or the last one are ours', async () => {
    const to = (role: string): string => tenant.replace('soap:must', `${role} soap:must`);
    const actor = 'http://schemas.xmlsoap.org/soap/actor/next';
    for (const asked of [
      withHeaders(to(`soap:actor="${actor}"`)),
      withHeaders(to('soap:actor=""')),
      as12(withHeaders(to(`soap:role="${soap12}/role/next"`))),
      as12(withHeaders(to(`soap:role="${soap12}/role/ultimateReceiver"`))),
      as12(withHeaders(to('soap:role=""').replace('="1"', '="true"'))),
    ]) {
      expect((await seen(asked)).answer).toMatch(/^500 .*MustUnderstand/s);
      const { headers } = await seen(asked, { interceptors: [understandsTenant] });
      expect(headers).toMatchObject([[{ name: 'Tenant' }], [{ name: 'Tenant' }]]);
    }
  });
});

const understandsTenant = (
  call: { readonly context: Context<unknown> },
  next: () => unknown,
): unknown => {
  const { unknownHeaders, understood } = call.context;
  for (const one of unknownHeaders) if (one.name === 'Tenant') understood(one);
  return next();
};

describe('a header that must be understood', () => {
  const refused = 'SOAP header Tenant was not understood.';
  const understands = understandsTenant;
  const passes = (_call: unknown, next: () => unknown): unknown => next();

  test('is understood by an interceptor', async () => {
    for (const asked of [withHeaders(tenant), as12(withHeaders(tenant))]) {
      const { headers, answer, told } = await seen(asked, { interceptors: [passes, understands] });
      expect([answer.slice(0, 4), headers.length, told]).toEqual(['200 ', 2, []]);
    }
  });

  test.each<[string, ServerOptions]>([
    ['nobody', {}],
    ['no interceptor', { interceptors: [passes] }],
    ['no interceptor, of several headers,', { interceptors: [understands] }],
    ['nobody, where errors are hidden,', { parity: { suppressExceptions: true } }],
    [
      'no interceptor, where errors are hidden,',
      { parity: { suppressExceptions: true }, interceptors: [passes] },
    ],
  ])('and %s understands: a fault before the handler runs', async (who, options) => {
    const more = who.includes('several') ? tenant.replaceAll('Tenant', 'Other') : '';
    const message = more === '' ? refused : refused.replace('Tenant', 'Other');
    const one = await seen(withHeaders(tenant + more), options);
    expect(one.answer).toMatch(/^500 /);
    expect(one.answer).toContain(
      `<soap:Fault><faultcode>soap:MustUnderstand</faultcode><faultstring>${message}</faultstring></soap:Fault>`,
    );
    expect([one.headers, one.told]).toEqual([[], [message, message]]);
    const two = await seen(as12(withHeaders(tenant + more)), options);
    expect(two.answer).toContain('<soap:Value>soap:MustUnderstand</soap:Value>');
    expect(two.answer).not.toContain('Detail');
    expect(two.headers).toEqual([]);
  });

  test('is understood by an interceptor that waits, and by one around another', async () => {
    const waits = async (
      call: { readonly context: Context<unknown> },
      next: () => unknown,
    ): Promise<unknown> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return understandsTenant(call, next);
    };
    for (const interceptors of [
      [waits, passes],
      [passes, waits],
    ]) {
      const { headers, answer } = await seen(withHeaders(tenant), { interceptors });
      expect([answer.slice(0, 4), headers.length]).toEqual(['200 ', 2]);
    }
  });

  test('is understood too late after the handler was called, which does not run', async () => {
    const late = async (
      call: { readonly context: Context<unknown> },
      next: () => unknown,
    ): Promise<unknown> => {
      const result = await next();
      understandsTenant(call, () => undefined);
      return result;
    };
    const floating = (
      { context }: { readonly context: Context<unknown> },
      next: () => unknown,
    ): unknown => {
      setTimeout(() => context.unknownHeaders.forEach(context.understood), 1);
      return next();
    };
    for (const interceptor of [late, floating]) {
      const { headers, answer } = await seen(withHeaders(tenant), { interceptors: [interceptor] });
      expect(answer).toContain(refused);
      expect(headers).toEqual([]);
    }
  });

  test('is not understood by a word on something else', async () => {
    const wrong = ({ context }: { readonly context: Context<unknown> }): void =>
      context.understood({ name: 'Tenant', namespace: 'urn:t' });
    const { told } = await seen(withHeaders(tenant), { interceptors: [wrong] });
    expect(told[0]).toBe('understood takes an element of unknownHeaders.');
  });
});
