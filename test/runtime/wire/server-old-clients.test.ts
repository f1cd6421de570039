import { afterEach, describe, expect, test } from '@jest/globals';
import type { BindingName } from '../../../src/runtime/operation/descriptor.ts';
import type { ServerOptions } from '../../../src/runtime/server/options.ts';
import { AuthCode, GenerateReport } from './descriptors.ts';
import { request, start } from './exchange.ts';
import { authCode, envelope, fault11, soap11, soap12, text11, text12 } from './messages.ts';
import { createServer } from './serve.ts';
import { noAction } from './soap-rows.ts';

let close = (): void => undefined;
let called: string[] = [];
afterEach(() => {
  close();
  called = [];
});

interface Setup {
  readonly action: (name: string) => string;
  readonly bindings?: readonly BindingName[];
  readonly options?: ServerOptions;
}

/** Sends requests to two operations of one service. */
async function serving({ action, bindings = ['soap11'], options = {} }: Setup) {
  const changed = <T extends typeof AuthCode | typeof GenerateReport>(operation: T) => ({
    ...operation,
    bindings,
    soap: { ...operation.soap, action: action(operation.name) },
  });
  const note = (name: string) => () => {
    called.push(name);
    return 'x';
  };
  const routes = [
    { operation: changed(AuthCode), handler: note('AuthCode') },
    { operation: changed(GenerateReport), handler: note('GenerateReport') },
  ];
  const { server, port } = await start(createServer(routes as never, options).listener);
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return (body: string | Uint8Array, headers: Readonly<Record<string, string>>) =>
    request(port, 'POST /AuthCodeSending.asmx', headers, body);
}

const body11 = envelope(soap11, authCode());
const report = envelope(
  soap11,
  '<GenerateReport xmlns="http://tempuri.org/"><studentId>1</studentId></GenerateReport>',
);
const type11 = { 'Content-Type': text11 };
const own = (name: string): string => `http://tempuri.org/${name}`;

describe('a request without SOAPAction', () => {
  test.each<[string, Setup]>([
    ['routed by element', { action: own, options: { routeByElement: ['AuthCodeSending'] } }],
    [
      'routed by element at a path',
      { action: own, options: { routeByElement: ['/AuthCodeSending.asmx'] } },
    ],
    ['whose operations have no action', { action: () => '' }],
    [
      'whose operations have no action, routed by element',
      { action: () => '', options: { routeByElement: ['AuthCodeSending'] } },
    ],
    ['over both versions', { action: own, bindings: ['soap11', 'soap12'] }],
  ])('reaches the operation of a service %s', async (_, setup) => {
    const ask = await serving(setup);
    expect((await ask(body11, type11)).status).toBe(200);
    expect((await ask(report, type11)).status).toBe(200);
    expect(called).toEqual(['AuthCode', 'GenerateReport']);
  });

  test('reaches the only operation without an action', async () => {
    const ask = await serving({ action: (name) => (name === 'AuthCode' ? '' : own(name)) });
    expect((await ask(body11, type11)).status).toBe(200);
    expect(called).toEqual(['AuthCode']);
  });

  test('is refused as by ASMX where actions tell the operations apart', async () => {
    const ask = await serving({ action: own });
    expect((await ask(body11, type11)).body).toBe(fault11('Client', noAction));
    expect(called).toEqual([]);
  });

  test('with an element that no operation has is refused', async () => {
    const options = { routeByElement: ['AuthCodeSending'] };
    const ask = await serving({ action: own, options });
    const unknown = envelope(soap11, '<Other xmlns="urn:o"/>');
    expect((await ask(unknown, type11)).body).toBe(
      fault11('Client', "The request element &lt;Other xmlns='urn:o'&gt; was not recognized."),
    );
  });
});

describe('an action beyond ASCII', () => {
  const action = (name: string): string => `urn:größe/${name}`;
  const bytes = (text: string, encoding: 'latin1' | 'utf8'): string =>
    Buffer.from(text, encoding).toString('latin1');

  test.each(['latin1', 'utf8'] as const)('is read in %s', async (encoding) => {
    const ask = await serving({ action });
    const answer = await ask(body11, {
      ...type11,
      SOAPAction: bytes('"urn:größe/AuthCode"', encoding),
    });
    expect([answer.status, called]).toEqual([200, ['AuthCode']]);
  });

  test.each(['latin1', 'utf8'] as const)('is read in %s in a content type', async (encoding) => {
    const ask = await serving({ action, bindings: ['soap12'] });
    const answer = await ask(envelope(soap12, '<Other xmlns="urn:o"/>'), {
      'Content-Type': bytes(`${text12}; action="urn:größe/AuthCode"`, encoding),
    });
    expect([answer.status, called]).toEqual([200, ['AuthCode']]);
  });
});

describe('a NUL at the end of a body, as C programs send it', () => {
  const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');

  test.each<[string, string | Uint8Array, string]>([
    ['in UTF-8', `${body11}\0`, text11],
    ['after a line end', `${body11}\r\n\0`, text11],
    // XmlTextReader ends at the first one after the root
    ['and another one', `${body11}\0\0`, text11],
    ['and the rest of a buffer', `${body11}\0 `, text11],
    ['in UTF-16', utf16(`${body11}\0`), 'text/xml; charset=utf-16'],
  ])('is skipped %s', async (_, body, type) => {
    const ask = await serving({ action: own });
    const answer = await ask(body, { 'Content-Type': type, SOAPAction: `"${own('AuthCode')}"` });
    expect([answer.status, called]).toEqual([200, ['AuthCode']]);
  });

  test.each([`\0${body11}`, body11.replace('>1<', '>\0<')])(
    'is refused anywhere else, as by ASMX',
    async (body) => {
      const ask = await serving({ action: own });
      const answer = await ask(body, { ...type11, SOAPAction: `"${own('AuthCode')}"` });
      expect([answer.status, answer.body, called]).toEqual([400, '', []]);
    },
  );
});
