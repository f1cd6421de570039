import { describe, expect, test } from '@jest/globals';
import { send, serve } from './school.ts';

/** What a handler got for a query, or why it was refused. */
async function got(operation: string, query: string, init: RequestInit = {}): Promise<unknown> {
  const inputs: unknown[] = [];
  const name = operation.charAt(0).toLowerCase() + operation.slice(1);
  const server = serve({ [name]: (input: unknown) => void inputs.push(input) });
  const path = `/Staff.asmx/${operation}${query}`;
  const { text } = await send(server, path, {}, { method: 'GET', ...init });
  if (inputs.length > 0) return inputs[0];
  return text.startsWith('{') ? (JSON.parse(text) as { Message: string }).Message : text;
}

describe('a call by GET, of an operation for which the configuration allows it', () => {
  test('is answered as one by POST', async () => {
    const server = serve({ tell: () => undefined });
    const { status, type, text } = await send(
      server,
      '/Staff.asmx/Tell?what=%22a%22',
      {},
      { method: 'GET' },
    );
    expect({ status, type, text }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      text: '{"d":null}',
    });
    expect((await send(server, '/Staff.asmx/Tell', { what: 'a' })).text).toBe('{"d":null}');
  });

  test.each([
    ['Tell', '?what=%22a+b%22', { what: 'a b' }],
    ['Tell', '?what="%c3%bc"&other=1&=2', { what: 'ü' }],
    ['Tell', "?what='a'", { what: 'a' }],
    ['Tell', '?what=', {}],
    ['Tell', '?what=null', {}],
    ['Matrix', '?rows=[[1,2],[]]', { rows: [[1, 2], []] }],
    ['Matrix', '?rows=[[1],[2]', expect.stringContaining('rows: ')],
    ['Save', '?person={"no":1,"name":"x"}', { person: { no: 1, name: 'x', mark: 'Excellent' } }],
    ['Tell', '', "Invalid web service call, missing value for parameter: 'what'."],
    ['Tell', '?What="a"', "Invalid web service call, missing value for parameter: 'what'."],
    ['Tell', '?what=a%20b', expect.stringContaining('Invalid JSON primitive: a')],
    ['Tell', '?what="a"&what="b"', expect.stringContaining('Invalid JSON primitive: ,"b".')],
    ['Matrix', '?rows=[1]&rows=[2]', expect.stringContaining('Invalid JSON primitive')],
  ])('%s%s', async (operation, query, expected) => {
    expect(await got(operation, query)).toEqual(expected);
  });

  test('must say that it is JSON, which pages of other sites may not', async () => {
    const refused = await got('Tell', '?what="a"', { headers: { 'content-type': 'text/plain' } });
    expect(refused).toEqual(expect.not.objectContaining({ what: 'a' }));
  });

  test('has no more parameters than a message may have elements', async () => {
    const server = serve({}, { limits: { elements: 10 } });
    const query = '?what=1'.padEnd(200, '&a=1');
    const { text } = await send(server, `/Staff.asmx/Tell${query}`, {}, { method: 'GET' });
    expect(text).toContain('The query has more than 10 values.');
  });
});

test('proxies call such operations by GET', async () => {
  const { text } = await send(serve({}), '/Staff.asmx/js', {}, { method: 'GET', headers: {} });
  expect(text).toContain('["Tell", ["what"], true]');
  expect(text).toContain('["Age", []]');
  const urls: unknown[] = [];
  const fetch = (url: string, { method, body }: RequestInit): Promise<Response> => {
    urls.push({ url, method, body });
    return Promise.resolve(new Response('{"d":1}'));
  };
  const page: Record<string, never> = {};
  new Function('globalThis', 'fetch', text)(page, fetch);
  const { Staff } = page as unknown as { Staff: { Tell(what: string): Promise<unknown> } };
  expect(await Staff.Tell('a&b')).toBe(1);
  expect(urls).toEqual([
    { url: '/Staff.asmx/Tell?what=%22a%26b%22', method: 'GET', body: undefined },
  ]);
});
