import { describe, expect, test } from '@jest/globals';
import { createServer } from '../../../src/runtime/server/node.ts';
import type { ServerOptions } from '../../../src/runtime/server/options.ts';
import { AuthCode } from '../wire/descriptors.ts';
import { createServer as createWithout } from '../wire/serve.ts';
import { path } from './front.ts';

test.each([
  [undefined, false],
  ['*/*', false],
  ['text/xml', false],
  ['text/html,application/xhtml+xml;q=0.9', true],
])('the page of a path of nobody, for Accept %s, has a style: %s', async (accept, styled) => {
  const headers = accept === undefined ? {} : { accept };
  const answer = await createServer([]).fetch('http://h/none', { headers });
  const text = await answer.text();
  expect(answer.status).toBe(404);
  expect(text).toContain('<h2><i>The resource cannot be found.</i></h2>');
  expect(text.includes('<style>')).toBe(styled);
  expect(text.includes('name="viewport"')).toBe(styled);
  // otherwise browsers ask for one, and note in the console that there is none
  expect(text.includes('<link rel="icon" href="data:,">')).toBe(styled);
});

describe('a server without the target docs', () => {
  const school = (options: ServerOptions = {}) =>
    createWithout([{ operation: AuthCode, handler: () => undefined }], options);

  test.each(['', '?WSDL', '?wsdl=a', '?disco', '?schema=a', '?op=AuthCode', '?help'])(
    'names it in place of a document: %j',
    async (query) => {
      const answer = await school().fetch(`http://h${path}${query}`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('generated without the target &#39;docs&#39;');
    },
  );

  test('answers as ASMX without its Documentation protocol if both are off', async () => {
    const answer = await school({ pages: false, wsdl: false }).fetch(`http://h${path}?WSDL`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain('Request format is unrecognized.');
  });

  test('still answers its operations, and refuses other requests as before', async () => {
    const { fetch } = school();
    expect((await fetch(`http://h${path}/AuthCode?code=1&phone=2`)).status).toBe(200);
    expect((await fetch(`http://h${path}/Nope`)).status).toBe(500);
    expect((await fetch(`http://h${path}`, { method: 'PUT' })).status).toBe(405);
  });
});

test('browsers get a link to the list of services, where there is one for them', async () => {
  const documents = () => ({
    isDocument: true,
    takesBody: false,
    takes: () => true,
    answer: async () => ({ status: 200, headers: [], body: 'list' }),
    failed: () => ({ status: 500, headers: [], body: '' }),
    tooLarge: () => ({ status: 500, headers: [], body: '' }),
  });
  const pageOf = async (options: object, accept = 'text/html'): Promise<string> => {
    const server = createServer([], options, documents as never);
    const answer = await server.fetch('http://h/none', { headers: { accept } });
    expect(answer.status).toBe(404);
    return answer.text();
  };
  expect(await pageOf({})).toContain('<a href="http://h/">All services</a>');
  expect(await pageOf({ basePath: '/legacy' })).toContain('<a href="http://h/legacy/">');
  const publicUrl = 'https://a.example/shop';
  expect(await pageOf({ publicUrl })).toContain('<a href="https://a.example/shop/">');
  expect(await pageOf({}, '*/*')).not.toContain('<a ');
  expect(await pageOf({ pages: false })).not.toContain('<a ');
  const bare = await createServer([]).fetch('http://h/none', { headers: { accept: 'text/html' } });
  expect(await bare.text()).not.toContain('<a ');
});
