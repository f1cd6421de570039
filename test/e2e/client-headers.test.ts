import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GeneratedFolder, generateText } from './generated-module.ts';

const contract = `
asmx: 1
name: Desk
namespace: urn:desk
baseUrl: http://test
bindings: [soap11, httpGet]
services:
  Phones:
    operations:
      Send: { headers: { Session: SessionHeader, Trace: guid }, bindings: [soap11] }
      Count: {}
  Numbers:
    operations:
      List: { headers: { Region: string }, bindings: [soap11] }
      Ping: { headers: { Reply: { out: true, type: string } }, bindings: [soap11] }
types:
  SessionHeader: { fields: { token: string } }
`;

type Method = (input: object, options?: object) => Promise<unknown>;
type Methods = Readonly<Record<string, Method>>;

const sent: string[] = [];
let generated: GeneratedFolder;
let create: (soapHeaders: unknown) => { readonly phones: Methods; readonly numbers: Methods };

beforeAll(async () => {
  generated = await generateText('desk.yaml', contract, ['types', 'client']);
  const module = await generated.load();
  create = (soapHeaders) => {
    const options = {
      soapHeaders,
      fetch: async (_url: string, { body }: RequestInit) => {
        sent.push(String(body));
        return new Response('', { status: 202 });
      },
    };
    const phones = (module.createPhonesClient as (given: object) => Methods)(options);
    const numbers = (module.createNumbersClient as (given: object) => Methods)(options);
    return { phones, numbers };
  };
});

afterAll(() => generated.remove());

/** What a call sends between the tags of `soap:Header`. */
async function headerOf(call: Promise<unknown>): Promise<string> {
  sent.length = 0;
  await call.catch(() => undefined);
  expect(sent).toHaveLength(1);
  return /<soap:Header>(.*)<\/soap:Header>/s.exec(sent[0] ?? '')?.[1] ?? '';
}

test('headers of a client go to the operations that have them', async () => {
  const { phones, numbers } = create({ Session: { token: 't' }, Region: 'north' });
  expect(await headerOf(phones.send?.({}) as Promise<unknown>)).toMatch(/^<Session .*<\/Session>$/);
  expect(await headerOf(phones.count?.({}) as Promise<unknown>)).toBe('');
  expect(await headerOf(numbers.list?.({}) as Promise<unknown>)).toMatch(/^<Region .*north/);
});

// Reply is a header of answers.
test.each(['Sesion', 'Reply', 'constructor'])('no operation has %s', async (name) => {
  const { phones, numbers } = create({ [name]: 'x' });
  for (const call of [phones.send, phones.count, numbers.list, numbers.ping]) {
    await expect(call?.({})).rejects.toMatchObject({
      code: 'encode',
      message: expect.stringContaining(`no SOAP header '${name}'`),
    });
  }
});
