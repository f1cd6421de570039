import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type * as Generated from '../../generated/student-information/index.js';
import type { Server } from '../../src/runtime/server/options.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';
import { loadGenerated } from './load-contract.ts';
import { loadOnWebPlatform, type WebModule } from './web-platform.ts';

describe('address query', () => {
  const folders: GeneratedFolder[] = [];
  afterAll(() => {
    for (const folder of folders) folder.remove();
  });

  type Find = (input: { id: number }, options?: object) => Promise<string>;
  type Create<Made> = (first: object, second?: object) => Made;

  async function load(text: string): Promise<Readonly<Record<string, unknown>>> {
    const folder = await generateText('depot.wsdl', text);
    folders.push(folder);
    expect(folder.diagnostics).toEqual([]);
    return folder.load();
  }

  const read = (name: string): string => readFileSync(`test/cli/cases/files/${name}.wsdl`, 'utf8');

  /** The same contract with HTTP GET and POST beside SOAP. */
  function withHttp(text: string): string {
    const http = 'http://schemas.xmlsoap.org/wsdl/http/';
    const mime = 'http://schemas.xmlsoap.org/wsdl/mime/';
    const bound = (verb: string, input: string): string =>
      `<wsdl:binding name="${verb}" type="t:HttpPort"><h:binding xmlns:h="${http}" verb="${verb}"/>` +
      `<wsdl:operation name="Find"><h:operation xmlns:h="${http}" location="/Find"/><wsdl:input>` +
      `${input}</wsdl:input><wsdl:output><m:mimeXml xmlns:m="${mime}" part="Body"/></wsdl:output>` +
      '</wsdl:operation></wsdl:binding>';
    return text
      .replace(
        '<xs:element name="name" type="xs:string"/>',
        '<xs:element name="FindResult" type="xs:string"/>',
      )
      .replace(
        '<wsdl:portType',
        '<wsdl:message name="HttpIn"><wsdl:part name="id" type="xs:string"/></wsdl:message>' +
          '<wsdl:message name="HttpOut"><wsdl:part name="Body" element="t:name"/></wsdl:message>' +
          '<wsdl:portType name="HttpPort"><wsdl:operation name="Find">' +
          '<wsdl:input message="t:HttpIn"/><wsdl:output message="t:HttpOut"/>' +
          '</wsdl:operation></wsdl:portType><wsdl:portType',
      )
      .replace('</xs:schema>', '<xs:element name="name" type="xs:string"/></xs:schema>')
      .replace(
        '<wsdl:service',
        bound('GET', `<h:urlEncoded xmlns:h="${http}"/>`) +
          bound('POST', `<m:content xmlns:m="${mime}" type="application/x-www-form-urlencoded"/>`) +
          '<wsdl:service',
      )
      .replace(/<soap:address location="([^"]*)"\/><\/wsdl:port>/g, (whole, at: string) =>
        ['GET', 'POST']
          .map(
            (verb) =>
              `<wsdl:port name="${verb}" binding="t:${verb}">` +
              `<h:address xmlns:h="${http}" location="${at}"/></wsdl:port>`,
          )
          .reduce((all, one) => all + one, whole),
      );
  }

  describe('an address with a query', () => {
    let createClient: Create<{ find: Find }>;
    let createServer: Create<Server>;
    beforeAll(async () => {
      const module = await load(withHttp(read('incident')));
      createClient = module.createDepotClient as typeof createClient;
      createServer = module.createDepotServer as typeof createServer;
    });

    test.each([
      ['soap11', 'http://data.test/v1/incident.do?SOAP'],
      ['httpGet', 'http://data.test/v1/incident.do/Find?SOAP&id=7'],
      ['httpPost', 'http://data.test/v1/incident.do/Find?SOAP'],
    ])('is called over %s as it stands', async (binding, expected) => {
      const server = createServer(
        { find: ({ id }: { id: number }) => `number ${id}` },
        { basePath: '/v1' },
      );
      const asked: string[] = [];
      const fetch = (url: string, init: object): Promise<unknown> => {
        asked.push(url);
        return server.fetch(url, init);
      };
      const client = createClient({ baseUrl: 'http://data.test/v1', fetch });
      expect(await client.find({ id: 7 }, { binding })).toBe('number 7');
      expect(asked).toEqual([expected]);
    });

    test('is found without its query, too, because no other service is there', async () => {
      const server = createServer({ find: () => 'found' });
      for (const query of ['', '?', '?SOAP', '?soap', '?other=1']) {
        const fetch = (_: string, init: object): Promise<unknown> =>
          server.fetch(`http://data.test/incident.do${query}`, init);
        expect(await createClient({ fetch }).find({ id: 1 })).toBe('found');
      }
    });

    test('has pages and a WSDL whose links keep the query', async () => {
      const server = createServer({ find: () => '' });
      const get = async (target: string): Promise<string> =>
        (await server.fetch(new Request(`http://data.test${target}`))).text();
      for (const target of ['/incident.do?SOAP', '/incident.do']) {
        const page = await get(target);
        expect(page).toContain('href="/incident.do?SOAP&amp;op=Find"');
        expect(page).toContain('href="/incident.do?SOAP&amp;WSDL"');
        expect(page).toContain('href="/incident.do?SOAP&amp;disco"');
      }
      for (const target of [
        '/incident.do?SOAP&WSDL',
        '/incident.do?wsdl',
        '/incident.do?WSDL&SOAP',
      ]) {
        expect(await get(target)).toContain('location="http://data.test/incident.do?SOAP"');
      }
      const operation = await get('/incident.do?SOAP&op=Find');
      expect(operation).toContain('POST /incident.do?SOAP HTTP/1.1');
      expect(operation).toContain('GET /incident.do/Find?SOAP&amp;<span class="key">id</span>');
      const discovery = await get('/incident.do?SOAP&disco');
      expect(discovery).toContain('ref="http://data.test/incident.do?SOAP&amp;wsdl"');
    });
  });

  test('an address that is itself that of a WSDL has pages and WSDL', async () => {
    const module = await load(read('incident').replace('?SOAP', '?wsdl'));
    const server = (module.createDepotServer as Create<Server>)({ find: () => '' });
    const get = async (query: string): Promise<string> =>
      (await server.fetch(new Request(`http://data.test/incident.do${query}`))).text();
    expect(await get('?wsdl')).toContain('location="http://data.test/incident.do?wsdl"');
    expect(await get('?wsdl&op=Find')).toContain('POST /incident.do?wsdl HTTP/1.1');
    expect(await get('')).toContain('href="/incident.do?wsdl&amp;op=Find"');
  });

  describe('two services whose addresses differ in the query alone', () => {
    let module: Readonly<Record<string, unknown>>;
    let server: Server;
    beforeAll(async () => {
      module = await load(withHttp(read('servlet')));
      const create = module.createSampleServer as Create<Server>;
      server = create({
        north: { find: ({ id }: { id: number }) => `north ${id}` },
        south: { find: ({ id }: { id: number }) => `south ${id}` },
      });
    });

    test.each(['soap11', 'httpGet', 'httpPost'])('are told apart over %s', async (binding) => {
      const options = { baseUrl: 'http://data.test', fetch: server.fetch };
      const north = (module.createNorthClient as Create<{ find: Find }>)(options);
      const south = (module.createSouthClient as Create<{ find: Find }>)(options);
      expect(await north.find({ id: 1 }, { binding })).toBe('north 1');
      expect(await south.find({ id: 2 }, { binding })).toBe('south 2');
    });

    test('have their own WSDLs and pages, whatever the order of the parameters', async () => {
      const get = (query: string): Promise<Response> =>
        server.fetch(new Request(`http://data.test/messageservlet${query}`)) as Promise<Response>;
      const wsdl = await get('?wsdl&interface=South&senderService=A');
      expect(await wsdl.text()).toContain(
        'location="http://data.test/MessageServlet?senderService=A&amp;interface=South"',
      );
      const page = await get('?senderService=%41&interface=North');
      expect(await page.text()).toContain('<h1>North</h1>');
      expect((await get('?senderService=A')).status).toBe(404);
      expect((await get('')).status).toBe(404);
    });

    test('are both on the list of services', async () => {
      const page = await server.fetch(new Request('http://data.test/'));
      const text = await page.text();
      expect(text).toContain('href="/MessageServlet?senderService=A&amp;interface=North"');
      expect(text).toContain('href="/MessageServlet?senderService=A&amp;interface=South&amp;WSDL"');
    });
  });
});

describe('http answers', () => {
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
});

describe('http contents', () => {
  /**
   * Operations that are in the path, and answers that are no XML, as WSDL 1.1 sections 4.6 and 5.3
   * have them.
   */
  const operations = {
    Buy: {
      location: '/buy/(sku)/times/(count)',
      parts: ['sku', 'count'],
      input: '<h:urlReplacement/>',
      output: '<m:content part="Body" type="text/plain"/>',
    },
    Find: {
      location: 'find/A(text)B?max=(max)&amp;exact=(exact)',
      parts: ['text', 'max', 'exact'],
      input: '<h:urlReplacement/>',
      output: '<m:mimeXml part="Body"/>',
    },
    Picture: {
      location: '/Picture',
      parts: ['id'],
      input: '<h:urlEncoded/>',
      output: '<m:content part="Body" type="image/png"/>',
    },
    Report: {
      location: '/Report',
      parts: ['id'],
      input: '<h:urlEncoded/>',
      output: '<m:content part="Body" type="application/json"/>',
    },
    Anything: {
      location: '/Anything',
      parts: [],
      input: '<h:urlEncoded/>',
      output: '<m:content part="Body" type="*/*"/>',
    },
  } as const;

  function document(): string {
    const messages: string[] = [];
    const abstract: string[] = [];
    const get: string[] = [];
    const post: string[] = [];
    for (const [name, { location, parts, input, output }] of Object.entries(operations)) {
      const given = parts.map((part) => `<part name="${part}" type="xs:string"/>`).join('');
      const answer = output.includes('mimeXml') ? 'element="t:string"' : 'type="xs:string"';
      messages.push(
        `<message name="${name}In">${given}</message><message name="${name}Out"><part name="Body" ${answer}/></message>`,
      );
      abstract.push(
        `<operation name="${name}"><input message="t:${name}In"/><output message="t:${name}Out"/></operation>`,
      );
      const bound = (content: string): string =>
        `<operation name="${name}"><h:operation location="${location}"/><input>${content}</input><output>${output}</output></operation>`;
      get.push(bound(input));
      const form = '<m:content type="application/x-www-form-urlencoded"/>';
      post.push(bound(input === '<h:urlEncoded/>' ? form : input));
    }
    const port = (verb: string, bound: readonly string[]): string =>
      `<binding name="Shop${verb}" type="t:Shop"><h:binding verb="${verb}"/>${bound.join('')}</binding>`;
    return `<definitions name="Shop" targetNamespace="urn:shop" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop">
<types><xs:schema targetNamespace="urn:shop"><xs:element name="string" type="xs:string"/></xs:schema></types>
${messages.join('\n')}
<portType name="Shop">${abstract.join('')}</portType>
${port('GET', get)}${port('POST', post)}
<service name="Shop"><port name="ShopHttpGet" binding="t:ShopGET"><h:address location="http://localhost/shop"/></port><port name="ShopHttpPost" binding="t:ShopPOST"><h:address location="http://localhost/shop"/></port></service></definitions>`;
  }

  interface Raw {
    readonly headers: Readonly<Record<string, string>>;
  }
  type Method = ((input?: object, options?: object) => Promise<unknown>) & {
    readonly raw: (input?: object, options?: object) => Promise<Raw>;
  };

  let folder: GeneratedFolder;
  let client: Readonly<Record<string, Method>>;
  let server: Server;
  const bindings = ['httpGet', 'httpPost'] as const;
  const bytes = new Uint8Array([0x89, 0x50, 0, 0xff, 0xfe]);
  const asked: string[] = [];

  beforeAll(async () => {
    folder = await generateText('shop.wsdl', document());
    const module = await folder.load();
    const createServer = module.createShopServer as (handlers: object) => Server;
    const createClient = module.createShopClient as (options: object) => typeof client;
    server = createServer({
      buy: ({ sku, count }: { sku: string; count: string }) => `${count} × ${sku}`,
      find: (input: object) => JSON.stringify(input),
      picture: () => bytes,
      report: () => ({ a: 1 }),
      anything: () => bytes,
    });
    client = createClient({
      baseUrl: 'http://shop.test',
      fetch: (url: string, init: { method: string }) => {
        asked.push(`${init.method} ${url}`);
        return server.fetch(url, init);
      },
    });
  });
  afterAll(() => folder.remove());

  describe.each(bindings)('%s', (binding) => {
    test.each([
      ['a', '2'],
      ['a/b ü', '0'],
      ['a+b&c=d%', '(1)'],
      ["x'?#;", '...'],
    ])('parameters are in the path: %s, %s', async (sku, count) => {
      expect(await client.buy?.({ sku, count }, { binding })).toBe(`${count} × ${sku}`);
    });

    test.each(['.', '..'])('%s is no value for a path', async (count) => {
      await expect(client.buy?.({ sku: 'a', count }, { binding })).rejects.toMatchObject({
        code: 'encode',
        message: expect.stringContaining("'.' and '..' cannot stand alone in a path"),
      });
    });

    test('parameters are in path and query', async () => {
      const input = { text: 'A&B c', max: '5+1', exact: '/' };
      asked.length = 0;
      expect(await client.find?.(input, { binding })).toBe(JSON.stringify(input));
      const method = binding === 'httpGet' ? 'GET' : 'POST';
      expect(asked).toEqual([
        `${method} http://shop.test/shop/find/AA%26B%20cB?max=5%2B1&exact=%2F`,
      ]);
    });

    test('bytes come as they are, with their type', async () => {
      expect(await client.picture?.({ id: '1' }, { binding })).toEqual(bytes);
      const raw = await client.picture?.raw({ id: '1' }, { binding });
      expect(raw?.headers['content-type']).toBe('image/png');
      expect(await client.anything?.({}, { binding })).toEqual(bytes);
      expect(await client.report?.({ id: '1' }, { binding })).toEqual({ a: 1 });
    });

    test('text says its charset', async () => {
      const raw = await client.buy?.raw({ sku: 'é', count: '1' }, { binding });
      expect(raw?.headers['content-type']).toBe('text/plain; charset=utf-8');
    });
  });

  test('types of results', () => {
    const served = folder.text('server.ts');
    expect(served).toMatch(/buy[^;]*string/s);
    expect(served).toMatch(/picture[^;]*Uint8Array/s);
    const described = folder.text('server.ts');
    expect(described).toContain("contentType: 'image/png'");
    expect(described).not.toContain('*/*');
  });

  test.each([
    ['/shop/buy/a/times/', 200],
    ['/shop/buy/a/times', 500],
    ['/shop/buy/a/b/times/2', 500],
    ['/shop/buy/a/times/2/3', 500],
    ['/shop/buy/(sku)/times/(count)', 200],
    ['/shop/find/AxB', 500],
    ['/shop/find/AxB?max=1&exact=2', 200],
  ])('GET %s is %i', async (path, status) => {
    const answer = await server.fetch(`http://shop.test${path}`);
    expect(answer.status).toBe(status);
    if (status === 500)
      expect(await answer.text()).toContain('Web Service method name is not valid.');
  });

  test('the help page shows the content type', async () => {
    const answer = await server.fetch('http://shop.test/shop?op=Picture');
    expect(await answer.text()).toContain('Content-Type: image/png');
  });
});

describe('http documents', () => {
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
    const make = (await load('client.ts')).createParcelsClient as (
      options: object,
    ) => typeof client;
    client = make({ baseUrl: 'http://test', fetch });
  });

  const post = async (
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    type = 'text/xml',
  ): Promise<Response> =>
    server.fetch(
      new Request(`http://test${path}`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': type },
      }),
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
});

describe('optional parameters', () => {
  type Input = Readonly<Record<string, unknown>>;
  type Call = (input: Input, options: { readonly binding: string }) => Promise<unknown>;
  interface Lamps {
    readonly client: Readonly<Record<'switch' | 'alone' | 'strict', Call>>;
    /** What the handlers were given, the last one last. */
    readonly inputs: Input[];
    /** Query or form of each request. */
    readonly sent: string[];
    readonly fetch: (url: string) => Promise<Response>;
  }

  /** Client and server of one contract, in one process. */
  async function connect(path: string): Promise<Lamps> {
    const { load } = await loadGenerated(path);
    const inputs: Input[] = [];
    const sent: string[] = [];
    const handler = (input: Input): string => {
      inputs.push(input);
      return '';
    };
    const create = (await load('server.ts')).createLampsServer as (handlers: object) => {
      fetch(request: Request): Promise<Response>;
    };
    const server = create({ switch: handler, alone: handler, strict: handler });
    const make = (await load('client.ts')).createLampsClient as (
      options: object,
    ) => Lamps['client'];
    const client = make({
      baseUrl: 'http://lamps.test',
      fetch: async (url: string, init: RequestInit) => {
        const { search } = new URL(url);
        sent.push(search === '' ? String(init.body ?? '') : search.slice(1));
        return server.fetch(new Request(url, init));
      },
    });
    return { client, inputs, sent, fetch: (url) => server.fetch(new Request(url)) };
  }

  const whole = {
    on: false,
    level: 0,
    mood: 'Dim',
    until: '2024-05-01T08:30:00',
    note: '',
    scenes: ['a', ''],
    rooms: [1, 2],
    key: Uint8Array.of(0, 255),
  };
  const names = Object.keys(whole);
  const given = (input: Input | undefined): Input =>
    Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => value !== undefined));

  describe.each(['httpGet', 'httpPost'])(
    'optional parameters of a YAML contract over %s',
    (binding) => {
      let lamps: Lamps;
      beforeAll(async () => {
        lamps = await connect('test/fixtures/http/optional.yaml');
      });

      test('that are all there are read as they were sent', async () => {
        await lamps.client.switch(whole, { binding });
        expect(lamps.inputs.at(-1)).toEqual(whole);
      });

      test('that are all absent leave nothing', async () => {
        await lamps.client.switch({}, { binding });
        expect(lamps.sent.at(-1)).toBe('');
        expect(given(lamps.inputs.at(-1))).toEqual({});
      });

      test.each(names)('may be there alone: %s', async (name) => {
        const input = { [name]: whole[name as keyof typeof whole] };
        await lamps.client.switch(input, { binding });
        expect(lamps.sent.at(-1)).toMatch(new RegExp(`^${name}=`));
        expect(given(lamps.inputs.at(-1))).toEqual(input);
      });

      test.each(names)('may be absent alone: %s', async (name) => {
        const { [name as keyof typeof whole]: _absent, ...input } = whole;
        await lamps.client.switch(input, { binding });
        expect(lamps.sent.at(-1)).not.toContain(`${name}=`);
        expect(given(lamps.inputs.at(-1))).toEqual(input);
      });

      test('of an operation that SOAP does not have', async () => {
        await lamps.client.alone({ name: 'n' }, { binding });
        expect(lamps.sent.at(-1)).toBe('name=n');
        expect(given(lamps.inputs.at(-1))).toEqual({ name: 'n' });
        await lamps.client.alone({ room: 2 }, { binding });
        expect(given(lamps.inputs.at(-1))).toEqual({ room: 2 });
      });

      test('leave those that are required as they were', async () => {
        await expect(lamps.client.strict({ name: 'n' }, { binding })).rejects.toMatchObject({
          code: 'encode',
          path: 'room',
        });
        const answer = await lamps.fetch('http://lamps.test/Lamps.asmx/Strict?room=1');
        expect([answer.status, await answer.text()]).toEqual([500, 'Missing parameter: name.\r\n']);
      });

      test('that a form sends empty are absent where they are no texts', async () => {
        const query = 'on=&level=&mood=&until=&note=';
        const answer = await lamps.fetch(`http://lamps.test/Lamps.asmx/Switch?${query}`);
        expect(answer.status).toBe(200);
        expect(given(lamps.inputs.at(-1))).toEqual({ note: '' });
      });
    },
  );

  describe.each(['httpGet', 'httpPost'])('optional parameters of ASMX over %s', (binding) => {
    let lamps: Lamps;
    beforeAll(async () => {
      lamps = await connect('test/fixtures/http/optional.wsdl');
    });

    test('that are all there are read as they were sent', async () => {
      await lamps.client.switch(whole, { binding });
      expect(lamps.inputs.at(-1)).toEqual(whole);
    });

    test('that are texts are sent empty', async () => {
      const { note: _absent, ...input } = whole;
      await lamps.client.switch(input, { binding });
      expect(lamps.inputs.at(-1)).toEqual({ ...input, note: '' });
    });

    test.each(['on', 'level', 'mood', 'until'])(
      'that are no texts are an error that names them: %s',
      async (name) => {
        const { [name as keyof typeof whole]: _absent, ...input } = whole;
        await expect(lamps.client.switch(input, { binding })).rejects.toMatchObject({
          code: 'encode',
          path: name,
          message: expect.stringContaining(
            'Expected a value, got undefined: GET and POST need every parameter, and only a string can be empty.',
          ),
        });
      },
    );

    test.each(['scenes', 'rooms', 'key'])(
      'that are lists are sent like empty ones: %s',
      async (name) => {
        const { [name as keyof typeof whole]: _absent, ...input } = whole;
        await expect(lamps.client.switch(input, { binding })).rejects.toMatchObject({
          code: 'http-status',
        });
        expect(lamps.sent.at(-1)).not.toContain(`${name}=`);
      },
    );
  });
});

describe('port paths', () => {
  /** As Axis2 and WCF write it: each port of a service is at a path of its own. */
  const paths = { soap11: '/data', soap12: '/data/ws', httpGet: '/data.http', httpPost: '/data' };
  type BindingName = keyof typeof paths;

  function soapBinding(name: string): string {
    return `<binding name="${name}" type="t:P"><${name}:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><${name}:operation soapAction="urn:data/Get"/><input><${name}:body use="literal"/></input><output><${name}:body use="literal"/></output></operation></binding>`;
  }

  function httpBinding(verb: string, input: string): string {
    return `<binding name="${verb}" type="t:H"><http:binding verb="${verb}"/><operation name="Get"><http:operation location="/Get"/><input>${input}</input><output><mime:mimeXml part="Body"/></output></operation></binding>`;
  }

  function port(binding: string, prefix: string, path: string): string {
    return `<port name="${binding}Port" binding="t:${binding}"><${prefix}:address location="http://example.com/app${path}"/></port>`;
  }

  const contract = `<definitions name="Data" targetNamespace="urn:data" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:data" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<types><xs:schema targetNamespace="urn:data" elementFormDefault="qualified">
<xs:element name="Get"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="GetResponse"><xs:complexType><xs:sequence><xs:element name="GetResult" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="string" type="xs:string"/>
</xs:schema></types>
<message name="In"><part name="parameters" element="t:Get"/></message><message name="Out"><part name="parameters" element="t:GetResponse"/></message>
<message name="HttpIn"><part name="id" type="xs:string"/></message><message name="HttpOut"><part name="Body" element="t:string"/></message>
<portType name="P"><operation name="Get"><input message="t:In"/><output message="t:Out"/></operation></portType>
<portType name="H"><operation name="Get"><input message="t:HttpIn"/><output message="t:HttpOut"/></operation></portType>
${soapBinding('soap')}${soapBinding('soap12')}
${httpBinding('GET', '<http:urlEncoded/>')}${httpBinding('POST', '<mime:content type="application/x-www-form-urlencoded"/>')}
<service name="Data">
${port('soap', 'soap', `${paths.soap11}`)}${port('soap12', 'soap12', paths.soap12)}
${port('GET', 'http', paths.httpGet)}${port('POST', 'http', paths.httpPost)}
</service></definitions>`;

  type Get = (input: { id: number }, options?: object) => Promise<string>;

  let folder: GeneratedFolder;
  let createServer: (handlers: object, options?: object) => Server;
  let createClient: (options: object) => { get: Get };

  beforeAll(async () => {
    folder = await generateText('data.wsdl', contract, [
      'types',
      'client',
      'server',
      'docs',
      'wsdl',
    ]);
    const module = await folder.load();
    createServer = module.createDataServer as typeof createServer;
    createClient = module.createDataClient as typeof createClient;
  });
  afterAll(() => folder.remove());

  test('the contract has no warning, the operation says which bindings are elsewhere', () => {
    expect(folder.diagnostics).toEqual([]);
    const text = folder.text('operations.ts');
    expect(text).toContain("path: '/app/data',");
    expect(text).toContain("paths: { soap12: '/app/data/ws', httpGet: '/app/data.http' },");
  });

  test('files for other tools have the address of each port', () => {
    const addresses = [...folder.text('wsdl/Data.wsdl').matchAll(/location="(http[^"]*)"/g)];
    expect(addresses.map(([, address]) => address)).toEqual(
      Object.values(paths).map((path) => `http://example.com/app${path}`),
    );
  });

  test.each(Object.entries(paths))(
    'a call over %s goes to %s and is answered',
    async (name, path) => {
      const binding = name as BindingName;
      const server = createServer({ get: ({ id }: { id: number }) => `number ${id}` });
      const asked: string[] = [];
      const fetch = (url: string, init: object): Promise<unknown> => {
        asked.push(new URL(url).pathname);
        return server.fetch(url, init);
      };
      const client = createClient({ baseUrl: 'http://data.test', fetch });
      expect(await client.get({ id: 7 }, { binding })).toBe('number 7');
      expect(asked).toEqual([`/app${path}${binding.startsWith('http') ? '/Get' : ''}`]);
      // an endpoint is the whole address of every binding
      const whole = createClient({ endpoint: 'http://data.test/app/data', fetch });
      expect(await whole.get({ id: 8 }, { binding })).toBe('number 8');
    },
  );

  test('a server has pages and its WSDL at each of the paths, also below a base path', async () => {
    const server = createServer({ get: () => '' }, { basePath: '/v1' });
    for (const path of new Set(Object.values(paths))) {
      const answer = await server.fetch(new Request(`http://data.test/v1/app${path}?WSDL`));
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('location="http://data.test/v1/app/data"');
    }
    const page = await server.fetch(new Request('http://data.test/v1/app/data/ws'));
    expect(await page.text()).toContain('href="/v1/app/data?op=Get"');
    const missing = await server.fetch(new Request('http://data.test/v1/app/other'));
    expect(missing.status).toBe(404);
  });
});

describe('web platform', () => {
  const file = new URL('../../generated/student-information/index.ts', import.meta.url);
  const base = 'http://edge.test/AuthCodeSending.asmx';
  const envelope = (namespace: string): string =>
    `<e:Envelope xmlns:e="${namespace}"><e:Body><AuthCode xmlns="http://tempuri.org/">` +
    '<code>12</code><phone>0599</phone></AuthCode></e:Body></e:Envelope>';

  const requests: readonly (readonly [string, () => Request])[] = [
    [
      'SOAP 1.1',
      () =>
        new Request(base, {
          method: 'POST',
          headers: {
            'Content-Type': 'text/xml; charset=utf-8',
            SOAPAction: '"http://tempuri.org/AuthCode"',
          },
          body: envelope('http://schemas.xmlsoap.org/soap/envelope/'),
        }),
    ],
    [
      'SOAP 1.2',
      () =>
        new Request(base, {
          method: 'POST',
          headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' },
          body: envelope('http://www.w3.org/2003/05/soap-envelope'),
        }),
    ],
    ['HTTP GET', () => new Request(`${base}/AuthCode?code=12&phone=0599`)],
    [
      'HTTP POST',
      () =>
        new Request(`${base}/AuthCode`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: 'code=12&phone=0599',
        }),
    ],
    ['WSDL', () => new Request(`${base}?WSDL`)],
    ['help page', () => new Request(base)],
    ['wrong path', () => new Request('http://edge.test/None.asmx')],
  ];

  type Create = typeof Generated.createAuthCodeSendingServer;
  const generated = ({ namespace }: WebModule): typeof Generated => namespace as typeof Generated;
  const creatorOf = (module: WebModule): Create => generated(module).createAuthCodeSendingServer;

  /** Status, content type and body of an answer. */
  async function answerOf(
    server: ReturnType<Create>,
    request: Request,
  ): Promise<readonly unknown[]> {
    const { status, headers, body } = await server.fetch(request).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      body: await response.text(),
    }));
    return [status, headers.get('content-type'), body];
  }

  describe('generated code without anything of Node', () => {
    let web: WebModule;

    beforeAll(async () => {
      web = await loadOnWebPlatform(file);
    });

    test('imports files beside it and nothing else, also where it loads on demand', async () => {
      const server = creatorOf(web)({ authCode: () => {} });
      expect(web.imports.some((line) => line.endsWith('./docs.js'))).toBe(false);
      await server.fetch(new Request(`${base}?WSDL`));
      expect(web.imports.some((line) => line.endsWith('./docs.js'))).toBe(true);
      expect(web.imports.length).toBeGreaterThan(50);
      expect(web.imports.filter((line) => !/: \.{1,2}\//.test(line))).toEqual([]);
    });

    test('calls itself with the generated client', async () => {
      const calls: string[] = [];
      const server = creatorOf(web)({
        authCode: ({ code }, { binding }) => void calls.push(`${binding} ${code}`),
      });
      const createClient = generated(web).createAuthCodeSendingClient;
      const client = createClient({
        baseUrl: 'http://edge.test',
        fetch: (url, init) => server.fetch(new Request(url, init)),
      });
      const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;
      for (const binding of bindings) await client.authCode({ code: 'é', phone: '1' }, { binding });
      expect(calls).toEqual(bindings.map((binding) => `${binding} é`));
    });

    test.each(requests)(
      'a server that has served others answers like a new one: %s',
      async (_, request) => {
        const used = creatorOf(web)({ authCode: (_input, context) => context.write('sent') });
        for (let round = 0; round < 20; round++)
          for (const [, other] of requests) await answerOf(used, other());
        const fresh = creatorOf(await loadOnWebPlatform(file))({
          authCode: (_input, context) => context.write('sent'),
        });
        expect(await answerOf(used, request())).toEqual(await answerOf(fresh, request()));
      },
    );

    test('two servers of one module keep apart, whatever the order their answers come in', async () => {
      const waiting: (() => void)[] = [];
      const serverOf = (name: string): ReturnType<Create> =>
        creatorOf(web)({
          async authCode({ code }, context) {
            await new Promise<void>((resolve) => waiting.push(resolve));
            context.write(`${name} ${code}`);
          },
        });
      const servers = [serverOf('one'), serverOf('two')] as const;
      const answers = Array.from({ length: 20 }, (_, index) =>
        answerOf(
          servers[index % 2 === 0 ? 0 : 1],
          new Request(`${base}/AuthCode?code=${index}&phone=1`),
        ),
      );
      while (waiting.length < 20) await new Promise((resolve) => setTimeout(resolve, 1));
      for (const resume of waiting.reverse()) resume();
      const bodies = (await Promise.all(answers)).map(([, , body]) => body);
      expect(bodies).toEqual(
        Array.from({ length: 20 }, (_, index) => `${index % 2 === 0 ? 'one' : 'two'} ${index}`),
      );
    });
  });
});

describe('written', () => {
  const contract = `asmx: 1
name: Reports
namespace: urn:reports
services:
  Reports:
    operations:
      Data: { returns: { written: json } }
      Page: { returns: { written: text } }
      File: { returns: { written: binary } }
`;

  type Method = (input: object, options: { readonly binding: string }) => Promise<unknown>;
  type Client = Readonly<Record<'data' | 'page' | 'file', Method>>;

  describe.each(['soap11', 'soap12', 'httpGet', 'httpPost'])(
    'what is written, over %s',
    (binding) => {
      const data = { marks: [1, null, 'ü'] };
      const file = Uint8Array.of(0, 60, 255);
      let generated: GeneratedFolder;
      let client: Client;
      beforeAll(async () => {
        generated = await generateText('reports.yaml', contract);
        const module = (await generated.load()) as {
          createReportsServer(handlers: object): { readonly fetch: unknown };
          createReportsClient(options: object): Client;
        };
        const handlers = { data: () => data, page: () => '<p>ü</p>', file: () => file };
        const { fetch } = module.createReportsServer(handlers);
        client = module.createReportsClient({ baseUrl: 'http://reports.test', fetch });
      });
      afterAll(() => generated.remove());

      test('is the result of the client', async () => {
        expect(await client.data({}, { binding })).toEqual(data);
        expect(await client.page({}, { binding })).toBe('<p>ü</p>');
        expect(Uint8Array.from((await client.file({}, { binding })) as Uint8Array)).toEqual(file);
      });
    },
  );
});
