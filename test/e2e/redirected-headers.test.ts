import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type GeneratedFolder, generateText } from './generated-module.ts';

interface Client {
  readonly buy: (input: { what: string }, options?: object) => Promise<unknown>;
}

let folder: GeneratedFolder;
let createClient: (options: object) => Client;

beforeAll(async () => {
  const text = readFileSync('test/cli/cases/files/body-shop.wsdl', 'utf8');
  folder = await generateText('body-shop.wsdl', text, ['types', 'client']);
  createClient = (await folder.load()).createShopClient as typeof createClient;
});
afterAll(() => folder.remove());

test.each([
  ['a declared SOAP header', { soapHeaders: { Auth: { Password: 'SECRET' } } }, 1],
  ['an extra one', { extraSoapHeaders: '<Auth>SECRET</Auth>' }, 1],
  ['none', {}, 2],
])(
  'a call with %s, whose namespace has the word Body, is redirected or not',
  async (_, own, calls) => {
    const asked: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      asked.push(url);
      const headers = { Location: 'http://other.test/' };
      return new Response(null, asked.length === 1 ? { status: 307, headers } : { status: 500 });
    };
    const client = createClient({ redirect: 'follow', fetch });
    await expect(client.buy({ what: 'it' }, own)).rejects.toThrow(
      calls === 1 ? 'another origin' : 'status 500',
    );
    expect(asked).toHaveLength(calls);
  },
);
