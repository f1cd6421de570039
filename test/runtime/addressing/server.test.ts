import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { SoapFault } from '../../../src/runtime/operation/soap.ts';
import type { Context, ServerOptions } from '../../../src/runtime/server/options.ts';
import { serverAddressing } from '../../../src/runtime/soap/addressing-server.ts';
import { type Asked, both, path, school, soap } from '../server/front.ts';
import { Notify } from '../wire/descriptors.ts';
import { createServer } from '../wire/serve.ts';
import { action, as12, asking, ns10, ns2004, reference, usual, wsa } from './messages.ts';

interface Seen {
  readonly status: number;
  readonly body: string;
  /** Calls of the handler. */
  readonly calls: number;
}

/** What a server answers, which is the same over a connection and with `fetch`. */
async function ask(
  asked: Required<Asked>,
  options: ServerOptions = { addressing: true },
  handler: (input: unknown, context: never) => unknown = () => undefined,
): Promise<Seen> {
  const seen: Seen[] = [];
  let calls = 0;
  const server = school(options, (input, context) => {
    calls += 1;
    return handler(input, context);
  });
  await both(server, async (send) => {
    calls = 0;
    const { status, body } = await send(`POST ${path}`, asked);
    seen.push({ status, body, calls });
  });
  expect(seen[0]).toEqual(seen[1]);
  return seen[0] as Seen;
}

/** The headers of an answer, as `name=text`. */
function headersOf(body: string): readonly string[] {
  const header = /<soap:Header>(.*)<\/soap:Header>/s.exec(body)?.[1] ?? '';
  return [...header.matchAll(/<wsa:(\w+) xmlns:wsa="[^"]*">([^<]*)<\/wsa:\1>/g)].map(
    ([, name, text]) => `${name}=${text}`,
  );
}

const fails = (): never => {
  throw new SoapFault({ code: 'Client', message: 'no' });
};

describe('a server with addressing', () => {
  test('answers with Action and RelatesTo', async () => {
    for (const asked of [asking(usual), as12(asking(usual)), asking(usual, '""')]) {
      const { status, body } = await ask(asked);
      expect(status).toBe(200);
      expect(headersOf(body)).toEqual([
        'Action=http://tempuri.org/AuthCodeSendingSoap/AuthCodeResponse',
        'RelatesTo=urn:1',
        `To=${ns10}/anonymous`,
      ]);
    }
  });

  test('answers in the version of the request', async () => {
    const headers = wsa('Action', action, ns2004) + wsa('MessageID', 'urn:1', ns2004);
    const anonymous = `${ns2004}/role/anonymous`;
    const { body } = await ask(asking(headers + reference('ReplyTo', anonymous, '', ns2004)));
    expect(body).toContain(`<wsa:RelatesTo xmlns:wsa="${ns2004}">urn:1</wsa:RelatesTo>`);
    expect(body).not.toContain(ns10);
  });

  test('understands its headers, and leaves them readable', async () => {
    const must = usual.replaceAll(' xmlns:a', ' soap:mustUnderstand="1" xmlns:a');
    const names: string[] = [];
    const { status } = await ask(asking(must), undefined, (_input, context: Context) =>
      names.push(...context.unknownHeaders.map(({ name }) => name)),
    );
    expect(status).toBe(200);
    expect(names).toEqual(['Action', 'MessageID', 'Action', 'MessageID']);
    expect((await ask(asking(must), {})).body).toContain('SOAP header Action was not understood.');
    expect((await ask(asking(must), { addressing: false })).status).toBe(500);
  });

  test('answers requests without these headers as ever, unless they are required', async () => {
    const { status, body } = await ask(soap());
    expect([status, headersOf(body)]).toEqual([200, []]);
    const addressing = serverAddressing({ required: true });
    const refused = await ask(soap(), { addressing });
    expect(refused.calls).toBe(0);
    expect(refused.body).toContain('q0:MessageAddressingHeaderRequired');
    expect(headersOf(refused.body)).toContain(`Action=${ns10}/fault`);
  });

  test('repeats the reference parameters of ReplyTo and FaultTo', async () => {
    const parameters = (name: string): string =>
      `<a:ReferenceParameters><k:${name} xmlns:k="urn:k">1</k:${name}></a:ReferenceParameters>`;
    const headers =
      usual +
      reference('ReplyTo', `${ns10}/anonymous`, parameters('Reply')) +
      reference('FaultTo', `${ns10}/anonymous`, parameters('Fault'));
    const { body } = await ask(asking(headers));
    expect(body).toMatch(/<Reply [^>]*:IsReferenceParameter="true"[^>]*>1<\/Reply>/);
    expect(body).not.toContain('Fault');
    const failed = await ask(asking(headers), undefined, fails);
    expect(failed.body).toMatch(/<Fault [^>]*:IsReferenceParameter="true"[^>]*>1<\/Fault>/);
  });

  test('escapes what it repeats', async () => {
    const { body } = await ask(asking(wsa('Action', action) + wsa('MessageID', '&lt;&amp;')));
    expect(body).toContain('>&lt;&amp;</wsa:RelatesTo>');
  });

  test('answers faults with the action of faults', async () => {
    const { status, body } = await ask(asking(usual), undefined, fails);
    expect(status).toBe(500);
    expect(headersOf(body)).toEqual([
      `Action=${ns10}/soap/fault`,
      'RelatesTo=urn:1',
      `To=${ns10}/anonymous`,
    ]);
    const broken = await ask({
      ...asking(usual),
      body: asking(usual).body.replace('<code>', '<c '),
    });
    expect(broken.status).toBe(400);
  });
});

describe('the addresses of a request', () => {
  const none = `${ns10}/none`;

  test.each([
    ['the result of ReplyTo none', reference('ReplyTo', none), false],
    ['a fault of ReplyTo none', reference('ReplyTo', none), true],
    ['a fault of FaultTo none', reference('FaultTo', none), true],
  ])('%s goes to no one', async (_, header, isFault) => {
    const { status, body, calls } = await ask(
      asking(usual + header),
      undefined,
      isFault ? fails : undefined,
    );
    expect([status, body, calls]).toEqual([202, '', 1]);
  });

  test('a fault of ReplyTo none and FaultTo anonymous is answered', async () => {
    const headers = reference('ReplyTo', none) + reference('FaultTo', `${ns10}/anonymous`);
    expect((await ask(asking(usual + headers), undefined, fails)).status).toBe(500);
  });

  test.each(['ReplyTo', 'FaultTo'])('any other %s is a fault, before the handler', async (name) => {
    const headers = usual + reference(name, 'http://127.0.0.1:1/reply');
    const { status, body, calls } = await ask(as12(asking(headers)));
    expect([status, calls]).toEqual([500, 0]);
    expect(body).toContain('q0:InvalidAddressingHeader');
    expect(body).toContain('q0:OnlyAnonymousAddressSupported');
    expect(body).toContain(`wsa:${name}</wsa:ProblemHeaderQName>`);
    expect(headersOf(body)).toEqual([
      `Action=${ns10}/fault`,
      'RelatesTo=urn:1',
      `To=${ns10}/anonymous`,
    ]);
  });

  test('of a one-way request do not matter', async () => {
    const server = createServer([{ operation: Notify, handler: () => undefined }], {
      addressing: true,
    });
    const { headers, body } = asking(
      wsa('Action', 'http://tempuri.org/Notify') + reference('ReplyTo', 'http://127.0.0.1:1/'),
      '"http://tempuri.org/Notify"',
    );
    const url = 'http://school.test/Push.asmx';
    const answer = await server.fetch(
      new Request(url, { method: 'POST', headers, body: body.replaceAll('AuthCode', 'Notify') }),
    );
    expect(answer.status).toBe(202);
  });
});

test('no address of a message is connected to, by any header of either version', async () => {
  let connections = 0;
  const trap = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(trap, 'listening');
  const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/reply`;
  const names = ['ReplyTo', 'FaultTo', 'From', 'RecipientEndpoint'];
  for (const version of [ns10, ns2004]) {
    const own = wsa('Action', action, version) + wsa('MessageID', url, version);
    for (const headers of [
      ...names.map((name) => own + reference(name, url, '', version)),
      own + wsa('To', url, version) + wsa('RelatesTo', url, version),
      own + reference('ReplyTo', `${ns10}/none`, `<Metadata>${url}</Metadata>`, version),
    ]) {
      for (const asked of [asking(headers), as12(asking(headers))]) {
        await ask(asked);
        await ask(asked, undefined, fails);
        await ask(asked, {});
      }
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => trap.close(resolve));
  expect(connections).toBe(0);
});

describe('headers that are wrong', () => {
  const message = wsa('MessageID', 'urn:1');

  test.each([
    ['no Action', message, 'MessageAddressingHeaderRequired', 'wsa:Action'],
    ['no MessageID', wsa('Action', action), 'MessageAddressingHeaderRequired', 'wsa:MessageID'],
    ['two Actions', usual + wsa('Action', action), 'InvalidCardinality', 'wsa:Action'],
    ['two MessageIDs', usual + message, 'InvalidCardinality', 'wsa:MessageID'],
    ['two To', usual + wsa('To', 'a') + wsa('To', 'a'), 'InvalidCardinality', 'wsa:To'],
    ['no Address', usual + wsa('ReplyTo', ''), 'MissingAddressInEPR', 'wsa:ReplyTo'],
    ['an unknown Action', wsa('Action', 'urn:x') + message, 'ActionNotSupported', 'urn:x'],
  ])('%s', async (_, headers, code, detail) => {
    const subcode = code.startsWith('I') || code.startsWith('Missing');
    const outer = subcode ? 'InvalidAddressingHeader' : code;
    const { status, body, calls } = await ask(as12(asking(headers)));
    expect([status, calls]).toEqual([500, 0]);
    expect(body).toContain('<soap:Value>soap:Sender</soap:Value>');
    expect(body).toContain(`q0:${code}</soap:Value>`);
    expect(body).toContain(`q0:${outer}</soap:Value>`);
    expect(/<soap:Detail>(.*)<\/soap:Detail>/.exec(body)?.[1]).toContain(detail);
    expect(headersOf(body)).toContain(`Action=${ns10}/fault`);
    const old = await ask(asking(headers));
    expect(old.body).toContain(`>q0:${outer}</faultcode>`);
    expect(/<wsa:FaultDetail[^>]*>(.*)<\/wsa:FaultDetail>/.exec(old.body)?.[1]).toContain(detail);
    expect(old.body).not.toContain('<detail');
  });

  test('SOAPAction and Action that differ', async () => {
    const { body } = await ask(asking(usual, '"http://tempuri.org/Other"'));
    expect(body).toContain('>q0:InvalidAddressingHeader</faultcode>');
    expect(headersOf(body)).toContain('RelatesTo=urn:1');
    const unknown = await ask(asking(wsa('Action', 'urn:x') + message, '"urn:x"'));
    expect(unknown.body).toContain('>q0:ActionNotSupported</faultcode>');
  });

  test('the older version has its own codes', async () => {
    const { body } = await ask(asking(wsa('MessageID', 'urn:1', ns2004)));
    expect(body).toContain(`xmlns:q0="${ns2004}">q0:MessageInformationHeaderRequired</faultcode>`);
  });
});
