import { expect, test } from '@jest/globals';
import { createCaller } from '../../src/runtime/client/call.ts';
import type { FetchFunction } from '../../src/runtime/platform/globals.ts';
import { serverAddressing } from '../../src/runtime/soap/addressing-server.ts';
import { clientAddressing } from '../../src/runtime/soap/client.ts';
import { signatureVerifier, signer } from '../../src/runtime/wss.ts';
import { school } from '../runtime/server/front.ts';
import { AuthCode } from '../runtime/wire/descriptors.ts';
import { input, keyOf, rules } from './messages.ts';

test('headers of WS-Addressing are signed, of requests and of answers', async () => {
  const elements = ['Addressing'];
  const reasons: unknown[] = [];
  const server = school({
    addressing: serverAddressing({ required: true }),
    security: [signatureVerifier({ ...rules, elements }), signer(keyOf('server'))],
    onAnswer: ({ reason }) => void reasons.push(reason),
  });
  const answers: string[] = [];
  let change = (xml: string): string => xml;
  const fetch: FetchFunction = async (url, init) => {
    const body = change(String(init.body));
    const { 'Content-Length': _, ...headers } = init.headers;
    const answer = await server.fetch(url, { ...init, headers, body });
    const text = await answer.text();
    answers.push(text);
    return new Response(text, {
      status: answer.status,
      headers: Object.fromEntries(answer.headers as never),
    }) as never;
  };
  const security = [signer(keyOf('client')), signatureVerifier({ ...rules, elements })];
  for (const binding of ['soap11', 'soap12'] as const) {
    const options = { addressing: clientAddressing({}), security, binding, fetch };
    const caller = createCaller({ baseUrl: 'http://test', ...options } as never, {});
    change = (xml) => xml;
    await caller.call(AuthCode, input);
    expect(answers.pop()?.match(/<ds:Reference /g)?.length).toBeGreaterThanOrEqual(4);
    expect(reasons.pop()).toBeUndefined();
    change = (xml) => xml.replace(/urn:uuid:[0-9a-f]{4}/, 'urn:uuid:0000');
    await expect(caller.call(AuthCode, input)).rejects.toThrow();
    expect(reasons.pop()).toBe('A signed element was changed.');
    const added = '<wsa:To xmlns:wsa="http://www.w3.org/2005/08/addressing">urn:x</wsa:To>';
    change = (xml) =>
      xml.replace(/<wsa:To.*?<\/wsa:To>/s, '').replace('</soap:Header>', `${added}$&`);
    await expect(caller.call(AuthCode, input)).rejects.toThrow();
    expect(reasons.pop()).toMatch(/not signed|There is no element/);
  }
});
