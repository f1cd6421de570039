import { beforeAll, describe, expect, test } from '@jest/globals';
import { loadGenerated } from './load-contract.ts';

type Call = (input: object) => Promise<unknown>;
type Handler = (input: object, context: { write(data: string | Uint8Array): void }) => unknown;
interface Server {
  fetch(request: Request): Promise<Response>;
}

const gif = Uint8Array.of(0x47, 0x49, 0x46, 0, 255);
const received: object[] = [];
const requests: { method: string; url: string; type: string | null; body: string }[] = [];
let server: Server;
let client: Record<string, Call>;

beforeAll(async () => {
  const { load } = await loadGenerated('test/fixtures/http/documents.wsdl');
  const handlers: Record<string, Handler> = {
    track(input) {
      received.push(input);
      return { step: ['Lisbon', 'a & b'] };
    },
    label(input, context) {
      received.push(input);
      context.write('LABEL <1>');
    },
    route(input) {
      received.push(input);
      return { step: [] };
    },
    image(_input, context) {
      context.write(gif);
    },
  };
  const create = await load('server.ts');
  server = (create.createParcelsServer as (handlers: object) => Server)(handlers);
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    const body = await request.clone().text();
    const { method, headers } = request;
    requests.push({ method, url, type: headers.get('content-type'), body });
    return server.fetch(request);
  };
  const make = (await load('client.ts')).createParcelsClient as (options: object) => typeof client;
  client = make({ baseUrl: 'http://test', fetch });
});

const post = async (
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  type = 'text/xml',
): Promise<Response> =>
  server.fetch(
    new Request(`http://test${path}`, { method: 'POST', body, headers: { 'Content-Type': type } }),
  );

describe('an HTTP POST binding whose request is a document', () => {
  test('sends the element of its part and reads it again', async () => {
    const input = { number: ['1', '<2>'], depth: 3 };
    expect(await client.track?.(input)).toEqual({ step: ['Lisbon', 'a & b'] });
    expect(received.at(-1)).toEqual(input);
    expect(requests.at(-1)).toEqual({
      method: 'POST',
      url: 'http://test/parcels/track',
      type: 'text/xml; charset=utf-8',
      body: '<?xml version="1.0" encoding="utf-8"?><track xmlns="urn:parcels" depth="3"><number>1</number><number>&lt;2&gt;</number></track>',
    });
  });

  test('takes it with prefixes, comments and in another encoding', async () => {
    const text = `<?xml version="1.0" encoding="utf-16"?><!-- x --><p:track xmlns:p="urn:parcels"><p:number>é</p:number></p:track>`;
    const answer = await post('/parcels/track', Buffer.from(`\ufeff${text}`, 'utf16le'));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<step>Lisbon</step>');
    expect(received.at(-1)).toEqual({ number: ['é'] });
  });

  test.each([
    ['malformed', '<track'],
    ['another element', '<other xmlns="urn:parcels"/>'],
    ['nothing', ''],
    ['more than one root', '<track xmlns="urn:parcels"><number>1</number></track><x/>'],
    ['a DOCTYPE', '<!DOCTYPE track><track xmlns="urn:parcels"><number>1</number></track>'],
    ['a wrong value', '<track xmlns="urn:parcels" depth="x"><number>1</number></track>'],
  ])('answers %s with an error, and does not call the handler', async (_what, body) => {
    const before = received.length;
    const answer = await post('/parcels/track', body);
    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(received).toHaveLength(before);
  });

  test('mime:content of an XML type is the same, and text is an answer of its own', async () => {
    expect(await client.label?.({ code: 'x' })).toBe('LABEL <1>');
    expect(received.at(-1)).toEqual({ code: 'x' });
    expect(requests.at(-1)?.body).toContain('<code xmlns="urn:parcels">x</code>');
  });
});

describe('an HTTP GET binding', () => {
  test('replaces parameters in the location, and the server finds them there', async () => {
    expect(await client.route?.({ from: 'a b/+&=%é', to: 7 })).toEqual({});
    expect(received.at(-1)).toEqual({ from: 'a b/+&=%é', to: 7 });
    expect(requests.at(-1)?.url).toMatch(/^http:\/\/test\/parcels\/route\/Aa%20b%2F/);
    const plain = await server.fetch(new Request('http://test/parcels/route/Ax+yB12/'));
    expect(plain.status).toBe(200);
    expect(received.at(-1)).toEqual({ from: 'x+y', to: 12 });
  });

  test.each(['/route/Ax/', '/route/AxB1', '/route/AxB1/2/', '/route/Bx/'])(
    'knows no operation at %s',
    async (path) => {
      const answer = await server.fetch(new Request(`http://test/parcels${path}`));
      expect(answer.status).toBe(500);
      expect(await answer.text()).toContain('method name is not valid');
    },
  );

  test('gives a picture as bytes', async () => {
    expect(await client.image?.({ from: 'x', to: 1 })).toEqual(gif);
  });
});
