import { beforeAll, describe, expect, test } from '@jest/globals';
import { loadGenerated } from './load-contract.ts';

type Call = (input: object, options: { binding: string }) => Promise<unknown>;
interface Server {
  fetch(request: Request): Promise<Response>;
}

const answers: string[] = [];
let client: Record<string, Call>;

beforeAll(async () => {
  const { load } = await loadGenerated('test/fixtures/http/answers.wsdl');
  const handlers = {
    add({ number }: { number: number[] }) {
      const sum = number.reduce((one, other) => one + other);
      return sum === 0 ? undefined : sum < 0 ? null : sum;
    },
    divide({ number, by }: { number: number; by: number }) {
      return { quotient: Math.trunc(number / by), rest: number % by };
    },
    page({ number }: { number: number }, context: { write(text: string): void }) {
      context.write(`<page number="${number}"/>`);
    },
  };
  const create = await load('server.ts');
  const server = (create.createSumsServer as (handlers: object) => Server)(handlers);
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await server.fetch(new Request(url, init));
    answers.push(await answer.clone().text());
    return answer;
  };
  const make = (await load('client.ts')).createSumsClient as (options: object) => typeof client;
  client = make({ baseUrl: 'http://test', fetch });
});

describe.each(['soap11', 'httpPost'])('an XML answer over %s', (binding) => {
  test.each([
    ['a value', [1, 2], 3],
    ['nil', [-1], null],
    ['nothing', [0], undefined],
  ])('is %s', async (_, number, sum) => {
    expect(await client.add?.({ number }, { binding })).toBe(sum);
  });

  test('is an object', async () => {
    const input = { number: 7, by: 2 };
    expect(await client.divide?.(input, { binding })).toEqual({ quotient: 3, rest: 1 });
  });
});

test('the root of the answer over POST is the element that a Body has', async () => {
  await client.add?.({ number: [-1] }, { binding: 'httpPost' });
  expect(answers.at(-1)?.replace(/>\s+</g, '><')).toBe(
    '<?xml version="1.0" encoding="utf-8"?><addResponse xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="urn:sums"><return xsi:nil="true" /></addResponse>',
  );
});

test('XML whose root the contract does not declare is a text', async () => {
  expect(await client.page?.({ number: 3 }, { binding: 'httpGet' })).toBe('<page number="3"/>');
});
