import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Server } from '../../src/runtime/server/options.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

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
