import { describe, expect, test } from '@jest/globals';
import { createCaller } from '../../../src/runtime/client/call.ts';
import type { ClientOptions } from '../../../src/runtime/client/request.ts';
import { type AddressingOptions, SoapFault } from '../../../src/runtime/operation/soap.ts';
import { streamRecords } from '../../../src/runtime/records/client.ts';
import { serverAddressing } from '../../../src/runtime/soap/addressing-server.ts';
import { clientAddressing } from '../../../src/runtime/soap/client.ts';
import { missing } from '../../../src/runtime/types/message.ts';
import type { XmlReader } from '../../../src/runtime/xml/reader.ts';
import { school } from '../server/front.ts';
import { List } from '../stream-operation.ts';
import { AuthCode, GenerateReport, Notify } from '../wire/descriptors.ts';
import { action, ns10, ns2004 } from './messages.ts';

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
  const list = [...(xml ?? '').matchAll(/<wsa:(\w+) xmlns:wsa="[^"]*"[^>]*>(.*?)<\/wsa:\1>/g)];
  return { xml, headers, list: list.map(([, name, content]) => `${name}=${content}`) };
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

  test('gives each message an ID of its own', async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, async () => (await sent(true)).list[1] ?? ''),
    );
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) {
      expect(id).toMatch(/^MessageID=urn:uuid:[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-/);
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
    expect(xml).toContain(`<Id xmlns="urn:k" xmlns:n0="${ns10}" n0:IsReferenceParameter="true">7<`);
    expect(headers.SOAPAction).toBe('"urn:AuthCode&"');
    const old = await sent({ version: '2004/08' });
    expect(old.xml).toContain(`xmlns:wsa="${ns2004}"`);
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
    await expect(answered(envelope(''), { ...fixed, mustUnderstand: true })).rejects.toMatchObject({
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
      await expect(answering(replyTo, fault, status).call(required, input)).rejects.toBeInstanceOf(
        SoapFault,
      );
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
