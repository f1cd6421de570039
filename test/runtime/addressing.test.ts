import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { createCaller } from '../../src/runtime/client/call.ts';
import type { ClientOptions } from '../../src/runtime/client/request.ts';
import { createDocumentation } from '../../src/runtime/docs.ts';
import { type AddressingOptions, SoapFault } from '../../src/runtime/operation/soap.ts';
import { streamRecords } from '../../src/runtime/records/client.ts';
import type { Context, ServerOptions } from '../../src/runtime/server/options.ts';
import { serverAddressing } from '../../src/runtime/soap/addressing-server.ts';
import { clientAddressing } from '../../src/runtime/soap/client.ts';
import { missing } from '../../src/runtime/types/message.ts';
import type { XmlReader } from '../../src/runtime/xml/reader.ts';
import {
  action,
  as12,
  asking,
  ns10,
  ns2004,
  reference,
  usual,
  wsa,
} from './addressing/messages.ts';
import { authCode } from './docs-sample.ts';
import { type Asked, both, path, school, soap } from './server/front.ts';
import { List } from './stream-operation.ts';
import { AuthCode, GenerateReport, Notify } from './wire/descriptors.ts';
import { createServer } from './wire/serve.ts';

describe('client', () => {
  const input = { code: '1', phone: '2' };
  const baseUrl = 'http://localhost:8080';
  const endpoint = `${baseUrl}/AuthCodeSending.asmx`;

  /** The headers of a request, in their order: `name=content`. */
  async function sent(
    addressing: ClientOptions['addressing'],
    operation: typeof AuthCode | typeof Notify = AuthCode,
    options: ClientOptions = {},
  ) {
    const caller = createCaller({ addressing, ...options }, { baseUrl });
    const { body, headers } = await caller.prepare(operation as typeof AuthCode, input);
    const xml = /<soap:Header>(.*)<\/soap:Header>/s.exec(String(body))?.[1];
    const list = [...(xml ?? '').matchAll(/<wsa:(\w+)(?: soap:[^>]*)?>(.*?)<\/wsa:\1>/g)];
    const [start = ''] = /<soap:Envelope[^>]*>/.exec(String(body)) ?? [];
    return { xml, headers, start, list: list.map(([, name, content]) => `${name}=${content}`) };
  }

  const fixed: AddressingOptions = { messageId: () => 'urn:1' };

  describe('the client option addressing', () => {
    test('sends Action, MessageID, To and ReplyTo over SOAP', async () => {
      const anonymous = `<wsa:Address>${ns10}/anonymous</wsa:Address>`;
      const expected = [
        `Action=${action}`,
        'MessageID=urn:1',
        `To=${endpoint}`,
        `ReplyTo=${anonymous}`,
      ];
      expect((await sent(fixed)).list).toEqual(expected);
      expect((await sent(fixed, AuthCode, { binding: 'soap12' })).list).toEqual(expected);
      expect((await sent(fixed, AuthCode, { binding: 'httpGet' })).xml).toBeUndefined();
      expect((await sent(undefined)).xml).toBeUndefined();
      expect((await sent(false)).xml).toBeUndefined();
    });

    test('declares the prefix once, at the envelope', async () => {
      const { start, xml } = await sent(fixed);
      expect(start).toMatch(new RegExp(` xmlns:wsa="${ns10}">$`));
      expect(xml).toMatch(/^<wsa:Action>[^<]*<\/wsa:Action><wsa:MessageID>urn:1<\/wsa:MessageID>/);
      expect(xml).not.toContain('xmlns:wsa');
      expect((await sent(undefined)).start).not.toContain('xmlns:wsa');
    });

    test('leaves what looks like a declaration in a value as it is', async () => {
      const text = ` xmlns:wsa="${ns10}"`;
      const parameter = { name: 'Id', namespace: 'urn:k', children: [text] };
      const { xml } = await sent({
        ...fixed,
        to: { address: text, referenceParameters: [parameter] },
      });
      expect(xml).toContain(`<wsa:To>${text}</wsa:To>`);
      expect(xml).toContain(`>${text}</Id>`);
    });

    test('gives each message an ID of its own', async () => {
      const ids = await Promise.all(
        Array.from({ length: 50 }, async () => (await sent(true)).list[1] ?? ''),
      );
      expect(new Set(ids).size).toBe(50);
      for (const id of ids) {
        expect(id).toMatch(
          /^MessageID=urn:uuid:[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-/,
        );
      }
    });

    test('takes to, from, replyTo, action, mustUnderstand and version', async () => {
      const parameter = { name: 'Id', namespace: 'urn:k', children: ['7'] };
      const { xml, list, headers } = await sent(
        clientAddressing({
          ...fixed,
          to: { address: 'urn:to', referenceParameters: [parameter] },
          from: 'urn:from',
          replyTo: { address: `${ns10}/anonymous`, referenceParameters: [parameter] },
          action: ({ name }) => `urn:${name}&`,
          mustUnderstand: true,
        }),
      );
      expect(list).toEqual([
        'Action=urn:AuthCode&amp;',
        'MessageID=urn:1',
        'To=urn:to',
        `ReplyTo=<wsa:Address>${ns10}/anonymous</wsa:Address>` +
          '<wsa:ReferenceParameters><Id xmlns="urn:k">7</Id></wsa:ReferenceParameters>',
        'From=<wsa:Address>urn:from</wsa:Address>',
      ]);
      expect(xml?.match(/soap:mustUnderstand="1"/g)).toHaveLength(5);
      expect(xml).toContain(
        `<Id xmlns="urn:k" xmlns:n0="${ns10}" n0:IsReferenceParameter="true">7<`,
      );
      expect(headers.SOAPAction).toBe('"urn:AuthCode&"');
      const old = await sent({ version: '2004/08' });
      expect(old.start).toContain(` xmlns:wsa="${ns2004}"`);
      expect(old.xml).toContain(`${ns2004}/role/anonymous`);
    });

    test('asks for no reply to a one-way message', async () => {
      expect((await sent(fixed, Notify)).list).toHaveLength(3);
    });

    test('moves the action with the namespace', async () => {
      const { list } = await sent(fixed, AuthCode, { namespace: 'urn:other/' });
      expect(list[0]).toBe('Action=urn:other/AuthCode');
    });
  });

  describe('the answer to a message with addressing', () => {
    const envelope = (headers: string, body = '<AuthCodeResponse xmlns="http://tempuri.org/" />') =>
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
      `<soap:Header>${headers}</soap:Header><soap:Body>${body}</soap:Body></soap:Envelope>`;
    const relates = (id: string, type = ''): string =>
      `<RelatesTo xmlns="${ns10}"${type}>${id}</RelatesTo>`;

    async function answered(
      text: string,
      addressing: ClientOptions['addressing'] = fixed,
    ): Promise<unknown> {
      const headers = { 'Content-Type': 'text/xml; charset=utf-8' };
      const fetch = async () => new Response(text, { headers });
      return createCaller({ addressing, fetch }, { baseUrl }).call(AuthCode, input);
    }

    test('has to refer to its request', async () => {
      await answered(envelope(relates(' urn:1 ')));
      await answered(envelope(relates('urn:0', ' RelationshipType="urn:x"') + relates('urn:1')));
      await expect(answered(envelope(relates('urn:2')))).rejects.toMatchObject({
        code: 'protocol',
        operation: 'AuthCodeSending.AuthCode',
        raw: { status: 200 },
        message: expect.stringContaining(
          "its RelatesTo is 'urn:2', and the request has MessageID 'urn:1'.",
        ),
      });
      await expect(answered(envelope(`<Action xmlns="${ns10}">a</Action>`))).rejects.toMatchObject({
        code: 'protocol',
        message: expect.stringContaining('has no RelatesTo'),
      });
    });

    test('of a service that knows nothing of it is accepted, unless it must understand', async () => {
      await answered(envelope(''));
      await answered(envelope(''), true);
      await expect(
        answered(envelope(''), { ...fixed, mustUnderstand: true }),
      ).rejects.toMatchObject({
        code: 'protocol',
      });
    });

    test('may be a fault about a message without ID', async () => {
      const fault =
        '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>x</faultstring></soap:Fault>';
      for (const headers of ['', relates(`${ns10}/unspecified`), relates('urn:1')]) {
        await expect(answered(envelope(headers, fault))).rejects.toBeInstanceOf(SoapFault);
      }
      await expect(answered(envelope(relates('urn:2'), fault))).rejects.toMatchObject({
        code: 'protocol',
      });
    });
  });

  describe('a call whose answer goes elsewhere', () => {
    const elsewhere = ['http://callback.invalid/x', `${ns10}/none`, { address: 'urn:me' }];
    const required = {
      ...AuthCode,
      soap: { ...AuthCode.soap, readResponse: (reader: XmlReader) => missing(reader, 'number') },
    } as unknown as typeof AuthCode;
    const empty =
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body/></soap:Envelope>';

    function answering(
      replyTo: AddressingOptions['replyTo'],
      body: string | null,
      status: number,
      options: ClientOptions = {},
    ) {
      const fetch = async () => new Response(body, { status });
      return createCaller({ addressing: { ...fixed, replyTo }, fetch, ...options }, { baseUrl });
    }

    test.each(elsewhere)('to %s: 202 ends it without a result', async (replyTo) => {
      for (const operation of [AuthCode, required]) {
        for (const [body, status] of [
          [null, 202],
          ['', 202],
          ['Accepted.', 202],
          [empty, 202],
          [null, 204],
        ] as const) {
          for (const binding of ['soap11', 'soap12'] as const) {
            const caller = answering(replyTo, body, status, { binding });
            expect(await caller.call(operation, input)).toBeUndefined();
            const raw = await caller.raw(operation, input);
            expect(raw).toMatchObject({ status, result: undefined });
          }
        }
      }
      const records = streamRecords(answering(replyTo, null, 202), List, { count: 1 });
      for await (const _ of records) throw new Error('There are no records.');
    });

    test.each(elsewhere)('to %s: other answers mean what they mean', async (replyTo) => {
      const fault = empty.replace(
        '<soap:Body/>',
        '<soap:Body><soap:Fault><faultcode>soap:Client</faultcode><faultstring>x</faultstring></soap:Fault></soap:Body>',
      );
      for (const status of [200, 202, 500]) {
        await expect(
          answering(replyTo, fault, status).call(required, input),
        ).rejects.toBeInstanceOf(SoapFault);
      }
      for (const [body, status, code] of [
        [null, 200, 'protocol'],
        ['OK', 200, 'protocol'],
        ['', 500, 'http-status'],
      ] as const) {
        await expect(answering(replyTo, body, status).call(required, input)).rejects.toMatchObject({
          code,
        });
      }
      // a service that knows nothing of it answers over the connection
      const answer = empty.replace('<soap:Body/>', '<soap:Body><AuthCodeResponse/></soap:Body>');
      expect(await answering(replyTo, answer, 200).call(AuthCode, input)).toBeUndefined();
    });

    test('not with an anonymous address, or without one', async () => {
      for (const replyTo of [undefined, `${ns10}/anonymous`, `${ns2004}/role/anonymous`]) {
        await expect(answering(replyTo, null, 202).call(required, input)).rejects.toMatchObject({
          code: 'protocol',
        });
      }
    });

    test('a server of ours answers none with 202', async () => {
      const addressing = { replyTo: `${ns10}/none` };
      const { fetch } = school({ addressing: serverAddressing() });
      const raw = await createCaller({ addressing, fetch }, { baseUrl }).raw(GenerateReport, {
        studentId: 1,
      });
      expect(raw).toMatchObject({ status: 202, result: undefined, written: '' });
    });
  });

  describe('client and server with addressing', () => {
    test.each(['soap11', 'soap12'] as const)('talk over %s', async (binding) => {
      for (const version of ['1.0', '2004/08'] as const) {
        const server = school({ addressing: serverAddressing({ required: true }) });
        const options = {
          binding,
          fetch: server.fetch,
          addressing: { version, mustUnderstand: true },
        };
        const { body } = await createCaller(options, { baseUrl }).raw(AuthCode, input);
        expect(new TextDecoder().decode(body)).toContain('RelatesTo');
        const plain = createCaller({ ...options, addressing: false }, { baseUrl });
        await expect(plain.call(AuthCode, input)).rejects.toMatchObject({
          name: 'SoapFault',
          ...(binding === 'soap12'
            ? { subcode: `{${ns10}}MessageAddressingHeaderRequired` }
            : { code: `{${ns10}}MessageAddressingHeaderRequired` }),
        });
      }
    });
  });
});

describe('published actions', () => {
  serverAddressing();

  /** What is in the port type that SOAP has, and in that of HTTP GET. */
  const inOutline = `<wsdl:definitions
 <wsdl:portType name="S"
  <wsdl:operation name="AuthCode"
   <wsdl:input message="tns:In"
   <wsdl:output message="tns:Out"
   <wsdl:fault name="Bad" message="tns:Bad"
  <wsdl:operation name="Other"
   <wsdl:input message="tns:In"
 <wsdl:portType name="G"
  <wsdl:operation name="AuthCode"
   <wsdl:input message="tns:In"
 <wsdl:binding name="GB" type="tns:G"
  <http:binding verb="GET"`;
  const original =
    "<definitions><portType name='S'><operation name='Over' ><input name = 'AuthCode' message='a:In' /><output xmlns:w='urn:w' w:Action=\"given\" message='a/b'></output><fault message=\"t:B\" name='Bad'></fault></operation></portType></definitions>";

  async function published(options: ServerOptions, docs: object): Promise<string> {
    const documentation = createDocumentation([{ ...authCode, ...docs }]);
    const served = [{ operation: AuthCode, handler: () => undefined }];
    const server = createServer(served, options, async () => ({ documentation }));
    const answer = await server.fetch(new Request('http://h/AuthCodeSending.asmx?wsdl'));
    return (await answer.text()).replaceAll('\r\n', '\n');
  }

  const actionOf = (action: string): string =>
    ` xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata" wsam:Action="${action}"`;
  const start = 'http://tempuri.org/AuthCodeSendingSoap/AuthCode';

  describe('the WSDL of a server with WS-Addressing', () => {
    test('has the actions of inputs, outputs and faults, as they are sent', async () => {
      const text = await published({ addressing: true }, { wsdl: inOutline });
      expect(text).toContain(
        `<wsdl:input message="tns:In"${actionOf('http://tempuri.org/AuthCode')} />
      <wsdl:output message="tns:Out"${actionOf(`${start}Response`)} />
      <wsdl:fault name="Bad" message="tns:Bad"${actionOf(`${start}/Fault/Bad`)} />`,
      );
      expect(text.match(/wsam:Action/g)).toHaveLength(3);
    });

    test('in the form of the contract, too, where it names none', async () => {
      const documents = [{ query: 'wsdl', text: original }];
      const text = await published({ addressing: true }, { wsdl: undefined, published: documents });
      expect(text).toBe(
        original
          .replace("'a:In' />", `'a:In'${actionOf('http://tempuri.org/AuthCode')} />`)
          .replace("name='Bad'>", `name='Bad'${actionOf(`${start}/Fault/Bad`)}>`),
      );
    });

    test.each([[{}], [{ addressing: false }]])('not with %j', async (options) => {
      expect(await published(options, { wsdl: inOutline })).not.toContain('wsam:Action');
    });
  });
});

describe('server', () => {
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
    return [...header.matchAll(/<wsa:(\w+)>([^<]*)<\/wsa:\1>/g)].map(
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
      expect(body).toMatch(new RegExp(`<soap:Envelope [^>]* xmlns:wsa="${ns2004}">`));
      expect(body).toContain('<wsa:RelatesTo>urn:1</wsa:RelatesTo>');
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
      expect((await ask(asking(must), {})).body).toContain(
        'SOAP header Action was not understood.',
      );
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

    test.each(['ReplyTo', 'FaultTo'])(
      'any other %s is a fault, before the handler',
      async (name) => {
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
      },
    );

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
      expect(body).toContain(
        `xmlns:q0="${ns2004}">q0:MessageInformationHeaderRequired</faultcode>`,
      );
    });
  });
});
