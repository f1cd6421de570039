import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import { expectedRequest } from '../e2e/expected-bytes.ts';
import { awkwardInput, schoolOperations } from '../e2e/school-operations.ts';
import { shop } from './call-shop.ts';
import { runCli } from './in-process.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { createFolder, packageRoot, type TestFolder } from './run-cli.ts';

/** Values that some stacks write in odd ways. */
const club = `asmx: 1
name: Club
namespace: urn:club
bindings: [soap11]
services: { Club: { operations: { Get: { returns: Member } } } }
types:
  Colour: { values: [blau, grün] }
  Member: { fields: { name: string, colour: Colour }, attributes: { seen: boolean } }
`;

describe('call', () => {
  jest.setTimeout(60_000);

  const school = join(packageRoot, 'specs', 'student-information.yaml');

  let folder: TestFolder;
  beforeAll(() => {
    folder = createFolder({ 'my shop.yaml': shop, 'club.yaml': club });
  });
  afterAll(() => folder.remove());

  interface Request {
    readonly line: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }

  /** Takes a request apart by the rules of HTTP. */
  function parseRequest(text: string): Request {
    const end = text.indexOf('\r\n\r\n');
    const [line = '', ...fields] = text.slice(0, end).split('\r\n');
    const headers = fields.map((field) => {
      const at = field.indexOf(': ');
      return [field.slice(0, at).toLowerCase(), field.slice(at + 2)] as const;
    });
    return { line, headers: Object.fromEntries(headers), body: text.slice(end + 4) };
  }

  describe('call --dry-run prints the bytes the service document fixes', () => {
    const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;
    const spellings = {
      soap11: 'SOAP11',
      soap12: 'soap-12',
      httpGet: 'http-get',
      httpPost: 'HTTPPOST',
    };
    const cases = schoolOperations.flatMap((operation, index) =>
      bindings.map((binding) => ({ operation, binding, index })),
    );
    test.each(cases)(
      '$operation.operation over $binding',
      async ({ operation, binding, index }) => {
        const input = awkwardInput(operation, index);
        const { code, stdout, stderr } = await runCli([
          'call',
          school,
          `${operation.service}.${operation.operation}`,
          ...Object.entries(input).map(([name, value]) => `${name}=${value}`),
          '--binding',
          spellings[binding],
          '--dry-run',
        ]);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        const request = parseRequest(stdout);
        const want = expectedRequest(operation, binding, input, 'localhost:8080');
        expect({ line: request.line, body: request.body }).toEqual({
          line: want.line,
          body: want.body,
        });
        for (const [name, value] of Object.entries(want.headers)) {
          expect([name, request.headers[name]]).toEqual([name, value]);
        }
      },
    );
  });

  describe('call', () => {
    const call = (...args: string[]) =>
      runCli(['call', 'my shop.yaml', ...args], { cwd: folder.path });

    test('nested parameters, typed by the schema', async () => {
      const { code, stdout } = await call(
        'PlaceOrder',
        'order.id=9223372036854775807',
        'order.items[0].sku=5',
        'order.items[0].name=Stift & Co',
        'order.items[1].sku=-6',
        'order.mark=B',
        '--dry-run',
      );
      expect(code).toBe(0);
      expect(parseRequest(stdout).body).toContain(
        '<PlaceOrder xmlns="urn:shop"><order><id>9223372036854775807</id><items><Item><sku>5</sku><name>Stift &amp; Co</name></Item><Item><sku>-6</sku></Item></items><mark>B</mark></order></PlaceOrder>',
      );
    });

    test('--url, --header and the endpoint as URL', async () => {
      const base = await call(
        'Orders.Ping',
        '--url',
        'https://h/x/',
        '--header',
        'X-A: b c',
        '--dry-run',
      );
      expect(parseRequest(base.stdout)).toMatchObject({
        line: 'POST /x/Orders.asmx HTTP/1.1',
        headers: { host: 'h', 'x-a': 'b c' },
      });
      const whole = await call('Orders.Ping', '--url', 'http://h:1/y/Orders.asmx', '--dry-run');
      expect(parseRequest(whole.stdout).line).toBe('POST /y/Orders.asmx HTTP/1.1');
    });

    test.each([
      ['http://h/y/Orders.asmx?WSDL', '/y/Orders.asmx'],
      ['http://h/y/Renamed.asmx?wsdl', '/y/Renamed.asmx'],
      ['http://h/y/Orders.asmx?op=Ping', '/y/Orders.asmx'],
      ['http://h/y/Orders.asmx?key=1', '/y/Orders.asmx?key=1'],
      ['http://h/orders?wsdl', '/orders'],
      ['http://h/orders?key=1', '/orders?key=1'],
    ])('--url %s', async (url, target) => {
      const { stdout } = await call('Orders.Ping', '--url', url, '--dry-run');
      expect(parseRequest(stdout).line).toBe(`POST ${target} HTTP/1.1`);
    });

    test('--curl prints a command line that a shell takes apart as meant', async () => {
      const { code, stdout } = await call(
        'PlaceOrder',
        "note=it's $HOME `x`",
        '--json',
        '{"order":{"id":1,"items":[],"mark":"A"}}',
        '--curl',
      );
      expect(code).toBe(0);
      const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${stdout}`;
      const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0');
      expect(words).toContain('http://localhost:9/Orders.asmx');
      expect(words).toContain('SOAPAction: "urn:shop/PlaceOrder"');
      expect(words.find((word) => word.startsWith('<?xml'))).toContain(
        "<note>it's $HOME `x`</note>",
      );
    });

    const wrong: readonly [args: string[], want: RegExp][] = [
      [['Plce'], /no operation 'Plce'/],
      [['PlaceOrdr'], /no operation 'PlaceOrdr'\n {2}Did you mean 'PlaceOrder'\?/],
      [['Order.PlaceOrder'], /Did you mean 'Orders\.PlaceOrder'\?/],
      [
        ['Ping'],
        /several services have an operation 'Ping'\n {2}Name one of them: Orders\.Ping, Admin\.Ping\./,
      ],
      [
        ['Total', 'sinse=2024-01-01T00:00:00', 'limit=1'],
        /no parameter 'sinse'\n {2}Did you mean 'since'\?/,
      ],
      [
        ['Total', 'since=x', 'limit=many'],
        /'since': 'x' is not a dateTime\n.*'limit': 'many' is not a long \(/,
      ],
      [['Total', 'limit=1'], /parameter 'since' is missing \(dateTime\)/],
      [['Total', 'limit'], /'limit' has no value/],
      [
        ['Total', 'since=2024-01-01T00:00:00', 'limit=1', '--binding', 'carrier-pigeon'],
        /invalid value 'carrier-pigeon' for --binding/,
      ],
      [['PlaceOrder', 'order=5'], /'order' is an object \(Order\), not a text/],
      [['PlaceOrder', 'order.items[3].sku=5'], /leaves a gap/],
      [['PlaceOrder', 'order.mark=C', 'order.id=1'], /'order\.mark': 'C' is not one of A, B/],
      [['PlaceOrder', '--json', '[1]'], /\[1\]/],
      [['PlaceOrder', '--json', '{oops}'], /--json holds no JSON/],
      [['Orders.Ping', '--url', 'ftp://h'], /invalid value 'ftp:\/\/h' for --url/],
      [['Orders.Ping', '--header', 'no header'], /invalid value '…' for --header/],
    ];
    test.each(wrong)('%j ends with 2 and says why', async (args, want) => {
      const { code, stdout, stderr } = await call(...args, '--dry-run');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(want);
      expect(stderr).not.toMatch(/undefined|\n {4}at /);
    });

    test('a binding the operation does not have', async () => {
      const { code, stderr } = await call('PlaceOrder', '--binding', 'httpget', '--dry-run');
      expect(code).toBe(2);
      expect(stderr).toMatch(/'PlaceOrder' has no binding httpGet\n {2}It has soap11, soap12\./);
    });

    test('all problems with the parameters are told at once', async () => {
      const { stderr } = await call('Total', 'limit=x', 'lim=1', '--dry-run');
      expect(stderr.match(/^asmx-gen: /gm)).toHaveLength(3);
    });
  });

  describe('call against a service', () => {
    let server: LocalServer;
    let url: string;
    let answer: { status: number; type: string; body: string | Buffer };
    let location: string | undefined;
    let program: readonly [name: string, value: string] | undefined;
    beforeAll(async () => {
      server = await startLocalServer((request, response) => {
        request.resume().on('end', () => {
          if (location !== undefined) response.setHeader('Location', location);
          if (program !== undefined) response.setHeader(...program);
          response.writeHead(answer.status, { 'Content-Type': answer.type }).end(answer.body);
        });
      });
      url = server.origin;
    });
    afterAll(() => server.close());

    const envelope = (body: string): string =>
      `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`;
    const total = (...args: string[]) =>
      runCli(
        [
          'call',
          'my shop.yaml',
          'Total',
          'since=2024-01-01T00:00:00',
          'limit=1',
          '--url',
          url,
          ...args,
        ],
        { cwd: folder.path },
      );

    test('prints the result as JSON', async () => {
      const body = envelope(
        '<TotalResponse xmlns="urn:shop"><TotalResult>12.50</TotalResult></TotalResponse>',
      );
      answer = { status: 200, type: 'text/xml; charset=utf-8', body };
      expect(await total()).toEqual({ code: 0, stdout: '"12.50"\n', stderr: '' });
      expect(await total('--raw')).toEqual({ code: 0, stdout: body, stderr: '' });
    });

    test('a fault is told in words and ends with 1', async () => {
      const body = envelope(
        '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>No such day</faultstring><detail /></soap:Fault>',
      );
      answer = { status: 500, type: 'text/xml; charset=utf-8', body };
      const { code, stdout, stderr } = await total();
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe('fault Client: No such day\n');
      expect(await total('--raw')).toMatchObject({ code: 1, stdout: body });
    });

    test('an error status over HTTP GET shows the text and ends with 1', async () => {
      answer = {
        status: 500,
        type: 'text/plain; charset=utf-8',
        body: 'Missing parameter: since.\r\n',
      };
      const { code, stdout, stderr } = await total('--binding', 'httpGet');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(
        'asmx-gen: The server answered with status 500: Missing parameter: since.\n',
      );
    });

    const member = (content: string, seen = 'true'): string =>
      envelope(
        `<GetResponse xmlns="urn:club"><GetResult seen="${seen}">${content}</GetResult></GetResponse>`,
      );
    const nusoap = ['X-SOAP-Server', 'NuSOAP/0.9.5 (1.123)'] as const;
    const odd = '<name>a</name><colour>grün</colour>';

    test.each([
      [
        'UTF-8 under another name',
        nusoap,
        200,
        'text/xml; charset=ISO-8859-1',
        member(odd),
        "NuSOAP services label UTF-8 as ISO-8859-1, so letters beyond ASCII arrive as others: theirs: soap_defencoding = 'UTF-8', decode_utf8 = false; our client of their service: charset: 'utf-8'.",
      ],
      [
        'the same of another program',
        undefined,
        200,
        'text/xml; charset=ISO-8859-1',
        member(odd),
        undefined,
      ],
      [
        'the same program, right',
        nusoap,
        200,
        'text/xml; charset=utf-8',
        member('<name/>'),
        undefined,
      ],
      [
        'false as nothing',
        nusoap,
        200,
        'text/xml; charset=utf-8',
        member(odd, ''),
        'NuSOAP services write false as "", which no reader takes: give the text "false".',
      ],
      [
        'two references for one character',
        undefined,
        200,
        'text/xml; charset=utf-8',
        member('<name>&#xD83D;&#xDE00;</name><colour>blau</colour>'),
        'Axis 1.4 services write a character beyond U+FFFF as two references, which no XML parser takes: our client with lenient joins them.',
      ],
      [
        'an exception',
        ['X-Powered-By', 'PHP/8.2.36'] as const,
        500,
        'text/html; charset=UTF-8',
        '',
        'PHP services answer an exception that is no SoapFault with 500, text/html and nothing: catch the http-status error beside the declared fault.',
      ],
      ['a fault page of another program', undefined, 500, 'text/html', '', undefined],
    ] as const)(
      'a sure sign of the other program is told: %s',
      async (_name, header, status, type, body, words) => {
        answer = { status, type, body };
        program = header;
        const { stderr } = await runCli(['call', 'club.yaml', 'Get', '--url', url], {
          cwd: folder.path,
        });
        program = undefined;
        const told = stderr.split('\n').filter((line) => /^ {2}(NuSOAP|Axis|PHP) /.test(line));
        expect(told).toEqual(words === undefined ? [] : [`  ${words}`]);
      },
    );

    test('an HTML page with status 200 ends with 2', async () => {
      answer = { status: 200, type: 'text/html', body: '<html><body>Wel\x1b[2Jcome</body></html>' };
      expect(await total()).toEqual({
        code: 2,
        stdout: '',
        stderr:
          'asmx-gen: The answer is not a SOAP envelope. It is a web page (status 200, content type text/html). Is the URL that of the service, such as …/Service.asmx? It begins: <html><body>Wel\\u001b[2Jcome</body></html>\n  Look at the answer with --raw; the address may be that of something else.\n',
      });
      const body = `<html><body>${'<br>'.repeat(50)}Wel\x1b[2Jcome</body></html>`;
      answer = { ...answer, status: 404, body };
      const missing = await total();
      expect(missing).toMatchObject({ code: 1, stdout: '' });
      expect(missing.stderr).toMatch(
        /^asmx-gen: The server answered with status 404 Not Found\. It is a web page/,
      );
      expect(missing.stderr).toMatch(/\n {2}Wel\\u001b\[2Jcome\n$/);
    });

    test.each([
      ['Come back.\r\nLater.', ': Come back.\r\nLater.\n'],
      ['', ' Service Unavailable. The answer is empty (content type text/plain).\n'],
    ])('the text of an answer that is no message is told once: %p', async (body, told) => {
      answer = { status: 503, type: 'text/plain', body };
      expect(await total()).toEqual({
        code: 1,
        stdout: '',
        stderr: `asmx-gen: The server answered with status 503${told}`,
      });
    });

    test('an answer that does not fit ends with 2, with --lenient it is read and what is wrong told', async () => {
      answer = {
        status: 200,
        type: 'text/xml; charset=utf-8',
        body: envelope(
          '<TotalResponse xmlns="urn:shop"><TotalResult>much</TotalResult></TotalResponse>',
        ),
      };
      const strict = await total();
      expect(strict).toMatchObject({ code: 2, stdout: '' });
      expect(strict.stderr).toMatch(
        /^asmx-gen: [^\n]*: TotalResult: [^\n]*\n {2}[^\n]*--lenient\.\n$/,
      );
      const lenient = await total('--lenient');
      expect(lenient.code).toBe(0);
      expect(lenient.stderr).toMatch(/^let pass: TotalResult: [^\n]*\n$/);
    });

    test('bytes that are not in the charset end with 2, and --charset says what they are', async () => {
      const fault =
        '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>caf\xe9</faultstring></soap:Fault>';
      const body = Buffer.from(envelope(fault), 'latin1');
      answer = { status: 500, type: 'text/xml; charset=utf-8', body };
      const wrong = await total();
      expect(wrong).toMatchObject({ code: 2, stdout: '' });
      expect(wrong.stderr).toMatch(
        /The bytes are not utf-8[^\n]*\n {2}Say with --charset [^\n]*\n$/,
      );
      const told = await total('--charset', 'Latin1');
      expect(told).toMatchObject({ code: 1, stdout: '' });
      expect(told.stderr).toContain('café');
    });

    test('a redirect ends with 1 and says where it leads', async () => {
      answer = { status: 302, type: 'text/html', body: '<html>Object moved</html>' };
      location = 'https://sso.example.org/login';
      const { code, stdout, stderr } = await total();
      location = undefined;
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(
        "asmx-gen: The server answered with status 302, a redirect to https://sso.example.org/login. If that is the service's address, give it as endpoint, or set redirect to 'follow'.\n  --url sets another address.\n",
      );
    });

    test('user and password in --url are sent, and shown by nothing', async () => {
      const url = ['--url', 'http://user:word@127.0.0.1:9'];
      const shown = 'Authorization: Basic ***';
      const dry = await total(...url, '--dry-run');
      expect(dry.stdout).toContain(`Host: 127.0.0.1:9\r\n`);
      expect(dry.stdout).toContain(shown);
      const curl = await total(...url, '--curl');
      expect(curl.stdout).toContain("'http://127.0.0.1:9/");
      expect(curl.stdout).toContain(`-H '${shown}'`);
      const { code, stderr } = await total(...url);
      expect(code).toBe(2);
      expect(stderr).toContain('127.0.0.1:9');
      expect(stderr).not.toMatch(/user|word/);
    });

    test('a refused connection ends with 2 and says what to check', async () => {
      const { code, stdout, stderr } = await total('--url', 'http://127.0.0.1:9');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^asmx-gen: .*127\.0\.0\.1:9/);
      expect(stderr).toContain('--url');
      expect(stderr).not.toMatch(/\n {4}at /);
    });
  });
});

describe('call streams', () => {
  jest.setTimeout(60_000);

  const contract = `asmx: 1
name: Files
namespace: urn:files
services: { Files: { operations: { File: { returns: base64Binary } } } }
`;
  const entry = { input: 'files.yaml', targets: ['client'], streams: ['Files.File.FileResult'] };
  const envelope =
    '<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' +
    '<FileResponse xmlns="urn:files"><FileResult>QUJD</FileResult></FileResponse></e:Body></e:Envelope>';

  let folder: TestFolder;
  let server: LocalServer;
  beforeAll(async () => {
    folder = createFolder({
      'files.yaml': contract,
      'asmx-gen.config.json': JSON.stringify({ contracts: [entry] }),
    });
    server = await startLocalServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/xml' });
      response.end(envelope);
    });
  });
  afterAll(() => {
    server.close();
    folder.remove();
  });

  const run = (...args: string[]): ReturnType<typeof runCli> => runCli(args, { cwd: folder.path });

  test('call prints the bytes of what is a stream in generated code', async () => {
    const { stdout, stderr } = await run('call', 'files.yaml', 'File', '--url', server.origin);
    expect({ stdout: String(stdout), stderr }).toEqual({ stdout: '"QUJD"\n', stderr: '' });
  });

  test('in OpenAPI and for agents it is base64', async () => {
    const { stdout } = await run('convert', 'files.yaml', '--to', 'openapi');
    const { FileOutput } = JSON.parse(String(stdout)).components.schemas;
    expect(FileOutput).toMatchObject({ type: 'string', contentEncoding: 'base64' });
    const written = await run('mcp', 'files.yaml', '--only', 'File', '--write', 'tools.json');
    expect(written.code).toBe(0);
  });
});

describe('call written', () => {
  jest.setTimeout(60_000);

  const contract = `asmx: 1
name: Files
namespace: urn:files
services: { Files: { operations: { File: { returns: { written: binary } } } } }
`;
  const file = Buffer.from([0xef, 0xbb, 0xbf, 0x31]);
  const envelope =
    '<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' +
    '<FileResponse xmlns="urn:files" /></e:Body></e:Envelope>';

  let folder: TestFolder;
  let server: LocalServer;
  beforeAll(async () => {
    folder = createFolder({ 'files.yaml': contract });
    server = await startLocalServer((request, response) => {
      const isSoap = request.headers.soapaction !== undefined;
      response.writeHead(200, { 'Content-Type': isSoap ? 'text/xml' : 'application/octet-stream' });
      response.end(isSoap ? Buffer.concat([file, Buffer.from(envelope)]) : file);
    });
  });
  afterAll(() => {
    server.close();
    folder.remove();
  });

  test.each(['soap11', 'httpGet'])('call prints the bytes of a file, over %s', async (binding) => {
    const args = ['call', 'files.yaml', 'File', '--url', server.origin, '--binding', binding];
    const { code, stdout, stderr } = await runCli(args, { cwd: folder.path });
    expect({ code, stdout: Buffer.from(stdout), stderr }).toEqual({
      code: 0,
      stdout: file,
      stderr: '',
    });
  });
});

describe('leads', () => {
  const notes = readFileSync(join(packageRoot, 'specs', 'notes.wsdl'), 'utf8');
  const mono = readFileSync(
    join(packageRoot, 'test/fixtures/mono/GenerateStudentReport.html'),
    'utf8',
  );

  const disco = (...refs: readonly string[]): string => `<?xml version="1.0" encoding="utf-8"?>
<discovery xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://schemas.xmlsoap.org/disco/">
${refs
  .map(
    (ref) =>
      `  <contractRef ref="${ref}" docRef="x" xmlns="http://schemas.xmlsoap.org/disco/scl/" />`,
  )
  .join('\n')}
  <soap address="http://x/" xmlns:q1="urn:x" binding="q1:X" xmlns="http://schemas.xmlsoap.org/disco/soap/" />
</discovery>`;

  const page = (...links: readonly string[]): string =>
    `<!DOCTYPE html>\n<html><body>${links.map((one) => `<a href="${one}">x</a><br>`).join('')}`;

  /** What the server has, by path and query in lower case. */
  const documents = (origin: string): Readonly<Record<string, string>> => ({
    '/notes.asmx': mono,
    '/notes.asmx?page=wsdl&': mono,
    '/notes.asmx?page=op&tab=main&op=generatereport&bnd=x': mono,
    '/notes.asmx?key=1': page(),
    '/notes.asmx?wsdl': notes,
    '/notes.asmx?disco': disco(`${origin}/notes.asmx?wsdl`),
    '/inner/notes.asmx?disco': disco('http://inner.invalid/notes.asmx?wsdl'),
    '/inner/notes.asmx?wsdl': notes,
    '/sub/notes.disco': disco('../notes.asmx?wsdl'),
    '/all.disco': disco(`${origin}/notes.asmx?wsdl`, `${origin}/orders.asmx?wsdl`),
    '/site.disco': `<discovery xmlns="http://schemas.xmlsoap.org/disco/"><discoveryRef ref="sub/notes.disco"/></discovery>`,
    '/none.disco': disco(),
    '/self.disco': `<discovery xmlns="http://schemas.xmlsoap.org/disco/"><discoveryRef ref="/self.disco"/></discovery>`,
    '/other.disco': disco('http://other.invalid/notes.asmx?wsdl'),
    '/list': page('about', 'notes.asmx?op=X', 'notes.asmx?WSDL', '/notes.asmx?singleWsdl'),
    '/svc.svc': page(`${origin}/notes.svc?singleWsdl`),
    '/two': page('notes.asmx?WSDL', 'orders.asmx?WSDL'),
    '/alternate': `<html><head><link rel="alternate" type="text/xml" href="/notes.asmx?disco"/></head></html>`,
  });

  let server: LocalServer;
  let origin: string;
  beforeAll(async () => {
    server = await startLocalServer((request, response) => {
      const asked = (request.url ?? '').toLowerCase();
      if (asked === '/moved') response.writeHead(302, { location: '/sub/notes.disco' }).end();
      else {
        const found = documents(server.origin)[asked];
        response.writeHead(found === undefined ? 404 : 200).end(found);
      }
    });
    origin = server.origin;
  });
  afterAll(() => server.close());

  let folder: TestFolder;
  beforeEach(() => {
    folder = createFolder({ 'notes.wsdl': notes, 'site/notes.disco': disco('../notes.wsdl') });
  });
  afterEach(() => folder.remove());

  const run = (...args: readonly string[]) => runCli([...args], { cwd: folder.path });

  describe('a discovery document or a web page leads to its contract', () => {
    test.each([
      '/notes.asmx',
      '/notes.asmx?page=wsdl&',
      '/notes.asmx?page=op&tab=main&op=GenerateReport&bnd=x',
      '/notes.asmx?key=1',
      '/notes.asmx?disco',
      '/inner/notes.asmx?disco',
      '/sub/notes.disco',
      '/moved',
      '/site.disco',
      '/list',
      '/alternate',
    ])('%s', async (path) => {
      const { code, stdout, stderr } = await run('inspect', `${origin}${path}`);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('NoteService');
    });

    test('a file leads to a file', async () => {
      const inspected = await run('inspect', 'site/notes.disco');
      expect(inspected).toMatchObject({ code: 0, stderr: '' });
      expect(inspected.stdout).toContain('NoteService');
      const { code } = await run('generate', 'site/notes.disco', '-o', 'out');
      expect(code).toBe(0);
      expect(folder.read('out/client.ts')).toContain('NoteService');
      expect((await run('generate', 'site/notes.disco', '-o', 'out', '--check')).code).toBe(0);
    });

    test('init downloads the WSDL itself, and says where it is', async () => {
      const { code, stderr } = await run('init', `${origin}/notes.asmx?disco`);
      expect(stderr).toContain(
        `${origin}/notes.asmx?disco leads to the contract at ${origin}/notes.asmx?wsdl\n`,
      );
      expect(code).toBe(0);
      expect(folder.read('specs/notes.wsdl')).toBe(notes);
      const lock = JSON.parse(folder.read('specs/asmx-gen.lock.json'));
      expect(Object.keys(lock.imports)).toEqual([`${origin}/notes.asmx?wsdl`]);
      expect((await run('init', '--update')).stderr).toContain('nothing changed');
    });

    test('init copies a local one, and downloads what a local document leads to', async () => {
      const local = await run('init', 'site/notes.disco');
      expect(local.code).toBe(0);
      expect(folder.read('specs/notes.wsdl')).toBe(notes);
      folder.remove();
      folder = createFolder({ 'far.disco': disco(`${origin}/notes.asmx?wsdl`) });
      const refused = await run('init', 'far.disco');
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(`Run with --allow-host ${server.host}`);
      const allowed = await run('init', 'far.disco', '--allow-host', server.host);
      expect(allowed.code).toBe(0);
      expect(folder.read('specs/notes.wsdl')).toBe(notes);
    });
  });

  describe('what leads to no contract, or to several, is an error', () => {
    test.each([
      ['/all.disco', `Name one of them: ORIGIN/notes.asmx?wsdl, ORIGIN/orders.asmx?wsdl`],
      ['/two', `names 2 contracts`],
      ['/none.disco', 'is a discovery document that names no contract'],
      ['/self.disco', `leads to '/self.disco', which leads to no contract`],
      ['/other.disco', "host 'other.invalid' is not allowed"],
      ['/svc.svc', `leads to 'ORIGIN/svc.svc?WSDL', which cannot be read`],
    ])('%s', async (path, said) => {
      for (const command of ['check', 'init']) {
        const { code, stdout, stderr } = await run(command, `${origin}${path}`);
        expect(code).not.toBe(0);
        expect(stdout + stderr).toContain(said.replaceAll('ORIGIN', origin));
      }
    });
  });
});
