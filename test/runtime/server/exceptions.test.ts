import { describe, expect, test } from '@jest/globals';
import { SoapFault } from '../../../src/runtime/operation/soap.ts';
import type { Server, ServerOptions } from '../../../src/runtime/server/options.ts';
import { GenerateReport } from '../wire/descriptors.ts';
import { envelope, form, soap11, soap12, text11, text12 } from '../wire/messages.ts';
import { createServer } from '../wire/serve.ts';

const secret = new Error('database is down', { cause: new Error('password=x') });
const pp = 'Server was unable to process request.';
const hidden = 'An error occurred on the server.';
const path = 'http://school.test/AuthCodeSending.asmx';
const report = (id = '1'): string =>
  `<GenerateReport xmlns="http://tempuri.org/"><studentId>${id}</studentId></GenerateReport>`;

type Binding = 'soap11' | 'soap12' | 'httpGet' | 'httpPost';
const bindings: readonly Binding[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** The text of a fault, or of an error over GET and POST. */
async function ask({ fetch }: Server, binding: Binding, id = '1'): Promise<string> {
  const fields = `studentId=${id}&studentClass=a`;
  const body = envelope(binding === 'soap12' ? soap12 : soap11, report(id));
  const action = { SOAPAction: '"http://tempuri.org/GenerateReport"' };
  const requests: Readonly<Record<Binding, readonly [url: string, init: object]>> = {
    soap11: [path, post(text11, body, action)],
    soap12: [path, post(text12, body)],
    httpGet: [`${path}/GenerateReport?${fields}`, {}],
    httpPost: [`${path}/GenerateReport`, post(form, fields)],
  };
  const answer = await fetch(...requests[binding]);
  const text = await (answer as unknown as Response).text();
  const [, fault] = /<(?:faultstring|soap:Text)[^>]*>([^<]*)</.exec(text) ?? [];
  return (fault ?? text.trimEnd()).replaceAll('&gt;', '>');
}

function post(type: string, body: string, headers: object = {}): object {
  return { method: 'POST', body, headers: { 'Content-Type': type, ...headers } };
}

const throwing = (error: unknown) => (): never => {
  throw error;
};

/** A server that fails in a way, and what it tells the application. */
function failing(
  error: unknown,
  options: ServerOptions = {},
): { readonly server: Server; readonly told: unknown[] } {
  const told: unknown[] = [];
  const server = createServer([{ operation: GenerateReport, handler: throwing(error) }], {
    ...options,
    onError: (one) => told.push(one),
  });
  return { server, told };
}

describe.each(bindings)('over %s', (binding) => {
  const isSoap = binding.startsWith('soap');
  const neutral = isSoap ? pp : hidden;

  test('what a handler, an interceptor or the context throws stays inside', async () => {
    const inner = failing(secret);
    expect(await ask(inner.server, binding)).toBe(neutral);
    const around = failing(secret, { interceptors: [throwing(secret)] });
    expect(await ask(around.server, binding)).toBe(neutral);
    const before = failing(secret, { context: throwing(secret) });
    expect(await ask(before.server, binding)).toBe(neutral);
    expect([inner.told, around.told, before.told]).toEqual([[secret], [secret], [secret]]);
  });

  test('so does why a result cannot be written', async () => {
    const told: unknown[] = [];
    const result = { toString: throwing(secret) };
    const server = createServer([{ operation: GenerateReport, handler: () => result }], {
      onError: (error) => told.push(error),
    });
    expect(await ask(server, binding)).toBe(neutral);
    expect(told).toMatchObject([{ message: expect.stringContaining('generating the XML') }]);
  });

  test('exceptionMessages sends it with its causes, and so does faultDetail', async () => {
    const chain = 'database is down ---> password=x';
    const { server } = failing(secret, { parity: { exceptionMessages: true } });
    expect(await ask(server, binding)).toBe(isSoap ? `${pp} ---> ${chain}` : chain);
    const detailed = await ask(failing(secret, { faultDetail: true }).server, binding);
    expect(detailed).toContain('Error: database is down');
    expect(detailed).toContain('exceptions.test');
  });

  test('suppressExceptions hides more: faults, and what could not be read', async () => {
    const parity = { suppressExceptions: true, exceptionMessages: true };
    const fault = new SoapFault({ code: 'Client', message: 'no such class' });
    expect(await ask(failing(fault).server, binding)).toBe('no such class');
    for (const error of [secret, fault]) {
      expect(await ask(failing(error, { parity, faultDetail: true }).server, binding)).toBe(hidden);
    }
    expect(await ask(failing(secret, { parity }).server, binding, 'x%00')).toBe(hidden);
  });

  test('a refused request says why, and onError is told', async () => {
    const { server, told } = failing(secret);
    const text = await ask(server, binding, 'x');
    expect(text).toContain(
      isSoap ? 'Server was unable to read request. ---> ' : 'Cannot convert x',
    );
    expect(told).toMatchObject([
      { name: 'RequestError', message: text, cause: { message: expect.any(String) } },
    ]);
  });

  test.each<[string, () => unknown]>([
    ['an error whose message throws', () => unreadable(new Error('x'))],
    [
      'a fault whose message throws',
      () => unreadable(new SoapFault({ code: 'Client', message: 'x' })),
    ],
    ['a fault whose message is a symbol', () => fakeFault(Symbol('x'))],
    ['a fault whose code is none', () => fakeFault('x', '\u0000')],
    ['a proxy', () => proxy()],
    ['an error with a proxy as cause', () => new Error('x', { cause: proxy() })],
    ['an error with a symbol as message', () => Object.assign(new Error('x'), { message: {} })],
  ])('%s is answered like any other exception', async (_name, create) => {
    const error = create();
    for (const parity of [{}, { exceptionMessages: true }, { controlCharacters: true }]) {
      for (const faultDetail of [false, true]) {
        const { server, told } = failing(error, { parity, faultDetail });
        const text = await ask(server, binding);
        expect(text).not.toContain('<html');
        expect(text).not.toContain('trapped');
        expect(text).not.toBe('');
        expect(told.length).toBeGreaterThanOrEqual(1 - Number(isFaultLike(error)));
      }
    }
  });
});

function unreadable(error: Error): Error {
  return Object.defineProperty(error, 'message', { get: throwing(new Error('trapped')) });
}

function fakeFault(message: unknown, code = 'Client'): Error {
  return Object.assign(new Error('x'), { name: 'SoapFault', code, message });
}

const isFaultLike = (error: unknown): boolean => {
  try {
    return (error as Error).name === 'SoapFault';
  } catch {
    return false;
  }
};

function proxy(): object {
  const trap = throwing(new Error('trapped'));
  return new Proxy({}, { get: trap, getPrototypeOf: trap, has: trap, ownKeys: trap });
}

describe('onError is told of', () => {
  const from = (told: unknown[]): readonly [unknown, unknown][] =>
    told.map((one) => [(one as Error).name, (one as Error).message]);
  const soapAction = { SOAPAction: '"http://tempuri.org/GenerateReport"' };

  test.each<[string, string, object, string]>([
    [
      'an unknown action',
      path,
      post(text11, envelope(soap11, report()), { SOAPAction: '"x"' }),
      'SOAPAction: x.',
    ],
    ['no action', path, post(text11, 'x', { SOAPAction: '' }), 'SOAPAction'],
    ['another content type', path, post('text/plain', 'x', soapAction), "'text/plain'"],
    ['malformed XML', path, post(text11, envelope(soap11, '<a>'), soapAction), 'does not match'],
    [
      'a header not understood',
      path,
      post(
        text11,
        envelope(soap11, report(), '<h xmlns="u:h" soap:mustUnderstand="1"/>'),
        soapAction,
      ),
      'not understood',
    ],
    [
      'the other version',
      path,
      post(text11, envelope('urn:none', report()), soapAction),
      'version mismatch',
    ],
    ['a body too long', path, post(text11, 'x'.repeat(3000), soapAction), 'Maximum request length'],
    ['an unknown method', `${path}/Nope`, {}, 'Nope Web Service method name'],
    ['another method', path, { method: 'PUT', body: '' }, 'Request format is unrecognized.'],
    ['a form of another type', `${path}/GenerateReport`, post('text/plain', ''), 'text/plain'],
  ])('%s', async (_name, url, init, message) => {
    const told: unknown[] = [];
    const server = createServer([{ operation: GenerateReport, handler: () => 'x' }], {
      limits: { bodyBytes: 2000 },
      onError: (error, context) => told.push(error, context),
    });
    const answer = await server.fetch(url, init);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(told).toHaveLength(2);
    const [[name, text] = []] = from(told.slice(0, 1));
    expect([name, text, told[1]]).toEqual([
      'RequestError',
      expect.stringContaining(message),
      undefined,
    ]);
  });

  test('nothing else: paths of nobody, and faults thrown on purpose', async () => {
    const { server, told } = failing(new SoapFault({ code: 'Client', message: 'no' }));
    expect((await server.fetch('http://school.test/other')).status).toBe(404);
    for (const binding of bindings) expect(await ask(server, binding)).toBe('no');
    expect(told).toEqual([]);
  });
});

describe('codes of faults that are not those of SOAP', () => {
  const answerTo = async (fault: SoapFault, options: ServerOptions = {}): Promise<string> => {
    const { server } = failing(fault, options);
    const answer = await server.fetch(path, post(text12, envelope(soap12, report())));
    return (await (answer as unknown as Response).text()).replace(
      /^.*<soap:Fault>|<soap:Reas.*$/gs,
      '',
    );
  };
  const coded = (value: string, ...subcodes: readonly string[]): string => {
    const inner = subcodes.reduceRight((rest, one) => {
      const [, namespace, local] = /^\{(.+)\}(.*)$/.exec(one) ?? [];
      const written = namespace ? ` xmlns:q0="${namespace}">q0:${local}` : `>${one}`;
      return `<soap:Subcode><soap:Value${written}</soap:Value>${rest}</soap:Subcode>`;
    }, '');
    return `<soap:Code><soap:Value>${value}</soap:Value>${inner}</soap:Code>`;
  };

  // SOAP 1.2 part 1, section 5.4.1.1: the Value of Code is one of five
  test.each([
    ['{urn:c}Quota', coded('soap:Receiver', '{urn:c}Quota')],
    ['{}102', coded('soap:Receiver', '102')],
    ['Quota', coded('soap:Receiver', 'Quota')],
    ['Client.Auth', coded('soap:Sender', 'Client.Auth')],
    ['Server.userException', coded('soap:Receiver', 'Server.userException')],
    ['Client', coded('soap:Sender')],
    ['Receiver', coded('soap:Receiver')],
    ['DataEncodingUnknown', coded('soap:DataEncodingUnknown')],
    ['{http://schemas.xmlsoap.org/soap/envelope/}Client', coded('soap:Sender')],
    ['{http://www.w3.org/2003/05/soap-envelope}Receiver', coded('soap:Receiver')],
  ])('%s', async (code, expected) => {
    expect(await answerTo(new SoapFault({ code, message: 'no more' }))).toBe(expected);
  });

  test('are around the subcodes', async () => {
    const subcodes = ['{urn:c}A', '{urn:c}B'];
    const own = new SoapFault({ code: '{urn:c}Quota', subcodes, message: 'no more' });
    expect(await answerTo(own)).toBe(coded('soap:Receiver', '{urn:c}Quota', ...subcodes));
    const plain = new SoapFault({ code: 'Client', subcodes, message: 'no more' });
    expect(await answerTo(plain)).toBe(coded('soap:Sender', ...subcodes));
  });

  test('are the Value, as on ASMX, if that is asked for', async () => {
    const own = new SoapFault({ code: '{urn:c}Quota', subcode: '{urn:c}A', message: 'no more' });
    expect(await answerTo(own, { parity: { faultCodes: true } })).toBe(
      coded('soap:Receiver', '{urn:c}A').replace(
        '<soap:Value>soap:Receiver',
        '<soap:Value xmlns:q0="urn:c">q0:Quota',
      ),
    );
  });
});
