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
import { runCli } from './in-process.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { createFolder, type RunResult, type TestFolder } from './run-cli.ts';
import { startServing } from './serving.ts';

jest.setTimeout(60_000);

/** A schema of the server's; CR LF, since what is locked are the bytes. */
const schema = (type: string): string =>
  `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop">\r
  <s:simpleType name="What"><s:restriction base="s:${type}"/></s:simpleType>\r
</s:schema>\r
`;

const wsdl = (location: string): string => `<definitions name="Shop"
  xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:shop" targetNamespace="urn:shop">
  <types><s:schema targetNamespace="urn:shop" elementFormDefault="qualified">
    <s:include schemaLocation="${location}"/>
    <s:element name="Ask"><s:complexType><s:sequence>
      <s:element name="what" type="t:What"/>
    </s:sequence></s:complexType></s:element>
    <s:element name="AskResponse"><s:complexType/></s:element>
  </s:schema></types>
  <message name="In"><part name="parameters" element="t:Ask"/></message>
  <message name="Out"><part name="parameters" element="t:AskResponse"/></message>
  <portType name="P"><operation name="Ask"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><soap:operation soapAction="urn:shop/Ask"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Shop"><port name="P" binding="t:B"><soap:address location="http://localhost/Shop.asmx"/></port></service>
</definitions>
`;

let server: LocalServer;
let other: LocalServer;
let origin = '';
let host = '';
let type = 'string';
let asked: string[] = [];

beforeAll(async () => {
  other = await startLocalServer((_request, response) => response.end(schema('string')));
  server = await startLocalServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/what.xsd') response.end(schema(type));
    else if (request.url === '/shop.wsdl') response.end(wsdl('what.xsd'));
    else if (request.url === '/moved.xsd') response.writeHead(302, { location: '/what.xsd' }).end();
    else if (request.url === '/away.xsd') {
      response.writeHead(302, { location: `http://${other.host}/what.xsd` }).end();
    } else if (request.url === '/endless.xsd') {
      response.write('<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema">');
      const timer = setInterval(() => response.write(' '.repeat(4_000_000)), 1);
      response.on('close', () => clearInterval(timer));
    } else response.writeHead(404).end();
  });
  ({ host, origin } = server);
});
afterAll(() => {
  server.close();
  other.close();
});

let folder: TestFolder;
beforeEach(() => {
  type = 'string';
  asked = [];
  folder = createFolder({ 'specs/shop.wsdl': wsdl(`${origin}/what.xsd`) });
});
afterEach(() => folder.remove());

const run = (...args: string[]): Promise<RunResult> => runCli(args, { cwd: folder.path });
const lockPath = 'specs/asmx-gen.lock.json';

describe('imports from the Web', () => {
  test.each([
    ['check', 'specs/shop.wsdl'],
    ['inspect', 'specs/shop.wsdl'],
    ['convert', 'specs/shop.wsdl', '--to', 'openapi'],
    ['diff', 'specs/shop.wsdl', 'specs/shop.wsdl'],
    ['call', 'specs/shop.wsdl', 'Ask', 'what=tea', '--dry-run'],
    ['generate', 'specs/shop.wsdl', '--dry-run'],
  ])('%s follows them from hosts that are allowed, and from no other', async (...args) => {
    const refused = await run(...args);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain(`specs/shop.wsdl:5:32`);
    expect(refused.stderr).toContain(`Run with --allow-host ${host}`);
    expect(asked).toEqual([]);
    const allowed = await run(...args, '--allow-host', host);
    expect({ code: allowed.code, stderr: allowed.stderr }).toMatchObject({ code: 0 });
    expect(new Set(asked)).toEqual(new Set(['/what.xsd']));
  });

  test('serve follows them from hosts that are allowed, and from no other', async () => {
    const refused = await run('serve', 'specs/shop.wsdl', '--port', '0');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`Run with --allow-host ${host}`);
    expect(asked).toEqual([]);
    const serving = await startServing(folder.path, 'specs/shop.wsdl', '--allow-host', host);
    const page = await fetch(`${serving.url}/Shop.asmx?op=Ask`);
    expect({ status: page.status, text: await page.text() }).toMatchObject({
      status: 200,
      text: expect.stringContaining('what'),
    });
    expect(new Set(asked)).toEqual(new Set(['/what.xsd']));
    expect(await serving.stop()).toBe(0);
  });

  test('a redirect within the host is followed, one to another host is not', async () => {
    folder.write('specs/shop.wsdl', wsdl(`${origin}/moved.xsd`));
    expect(await run('check', 'specs/shop.wsdl', '--allow-host', host)).toMatchObject({ code: 0 });
    folder.write('specs/shop.wsdl', wsdl(`${origin}/away.xsd`));
    const away = await run('check', 'specs/shop.wsdl', '--allow-host', host);
    expect(away.code).toBe(1);
    expect(away.stderr).toMatch(/redirected to host '127\.0\.0\.1:\d+', which is not allowed/);
  });

  test('a document without end is cut off at the limit', async () => {
    folder.write('specs/shop.wsdl', wsdl(`${origin}/endless.xsd`));
    const endless = await run('check', 'specs/shop.wsdl', '--allow-host', host);
    expect(endless.code).toBe(1);
    expect(endless.stderr).toContain('it is larger than 33554432 bytes');
  });

  test('one that is not there is told with the place that asks for it', async () => {
    folder.write('specs/shop.wsdl', wsdl(`${origin}/none.xsd`));
    const none = await run('check', 'specs/shop.wsdl', '--allow-host', host);
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('the server answered with status 404');
  });
});

describe('the lock file', () => {
  const generate = (...more: string[]): Promise<RunResult> =>
    run('generate', 'specs/shop.wsdl', '-o', 'out', '--allow-host', host, ...more);

  test('generate records what it fetched, once, and nothing with --dry-run', async () => {
    expect(await generate('--dry-run')).toMatchObject({ code: 0 });
    expect(folder.files()).not.toContain(lockPath);
    const first = await generate();
    expect(first.code).toBe(0);
    expect(first.stderr).toContain(`recorded in ${lockPath} what was fetched`);
    const lock = JSON.parse(folder.read(lockPath)) as { imports: Record<string, unknown> };
    expect(Object.keys(lock.imports)).toEqual([`${origin}/what.xsd`]);
    const again = await generate('--check');
    expect(again.code).toBe(0);
  });

  test('--check wants it to be there', async () => {
    await generate();
    const text = folder.read(lockPath);
    folder.write(lockPath, '{"asmx":1,"imports":{}}');
    const drift = await generate('--check');
    expect(drift.code).toBe(1);
    expect(drift.stdout).toContain(lockPath);
    folder.write(lockPath, text);
  });

  test('a document that changed is an error in every command, until its entry is removed', async () => {
    await generate();
    type = 'int';
    for (const args of [
      ['check', 'specs/shop.wsdl'],
      ['inspect', 'specs/shop.wsdl'],
      ['generate', 'specs/shop.wsdl', '-o', 'out'],
    ]) {
      const changed = await run(...args, '--allow-host', host);
      expect(changed.code).toBe(1);
      expect(changed.stderr).toContain('is not what it was when it was locked');
    }
    expect(folder.read('out/types.ts')).toContain('string');
    folder.write(lockPath, '{"asmx":1,"imports":{}}');
    expect(await generate()).toMatchObject({ code: 0 });
  });

  test('a broken one is an error, not an empty one', async () => {
    folder.write(lockPath, '{');
    const broken = await run('check', 'specs/shop.wsdl', '--allow-host', host);
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain('is not a lock file');
  });
});

describe('a contract named by its URL', () => {
  test('may import from its own host', async () => {
    const run1 = await run('inspect', `${origin}/shop.wsdl`);
    expect(run1.code).toBe(0);
    expect(run1.stdout).toContain('Ask');
  });

  test('is generated, with its address for a name and nothing of its credentials', async () => {
    const url = `http://me:secret@${host}/shop.wsdl`;
    expect(await run('generate', url, '-o', 'out')).toMatchObject({ code: 0 });
    const texts = folder.files().map((file) => folder.read(file));
    expect(texts.join('')).not.toContain('secret');
    expect(folder.read('out/types.ts')).toContain(`${origin}/shop.wsdl`);
    const lock = JSON.parse(folder.read('asmx-gen.lock.json')) as { imports: object };
    expect(Object.keys(lock.imports)).toEqual([`${origin}/shop.wsdl`, `${origin}/what.xsd`].sort());
  });
});

test('the configuration can allow hosts too', async () => {
  const contracts = [{ input: 'specs/shop.wsdl', output: 'out', allowHosts: [host] }];
  folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
  expect(await run('generate')).toMatchObject({ code: 0 });
  expect(await run('check')).toMatchObject({ code: 0 });
  expect(await run('generate', '--check')).toMatchObject({ code: 0 });
});
