import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
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
import { runCli } from './in-process.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { createFolder, type RunResult, type TestFolder } from './run-cli.ts';
import { startServing } from './serving.ts';
import { shopWsdl, whatXsd } from './web/protected-server.ts';

describe('import map', () => {
  jest.setTimeout(60_000);

  let folder: TestFolder;
  beforeEach(() => {
    folder = createFolder({});
  });
  afterEach(() => folder.remove());

  const run = (...args: string[]): Promise<RunResult> => runCli(args, { cwd: folder.path });
  const address = 'http://localhost/Shop.asmx';

  /** A configuration with an import map for all contracts, and one for its only contract. */
  function configure(all: unknown, own?: unknown): void {
    const contracts = [{ input: 'specs/shop.wsdl', output: 'out', imports: own }];
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts, imports: all }));
  }

  describe('the import map', () => {
    test.each([
      ['classpath:common/what.xsd', { 'classpath:': 'src/main/resources/' }],
      [
        'classpath:common/what.xsd',
        { 'classpath:common/what.xsd': 'src/main/resources/common/what.xsd' },
      ],
      [
        'classpath:what.xsd',
        { 'classpath:': 'wrong/', 'classpath:what': 'src/main/resources/common/what' },
      ],
      [
        'http://intranet:8080/x/what.xsd',
        { 'http://intranet:8080/x/': 'src/main/resources/common/' },
      ],
      [
        'http://intranet:8080/S.svc?xsd=what',
        { 'http://intranet:8080/': 'src/main/resources/common/' },
      ],
      ['file:///c:/dev/what.xsd', { 'file:///c:/dev/': 'src\\main\\resources\\common\\' }],
      ['../../gone/what.xsd', { '../../gone/': 'src/main/resources/common/' }],
    ])('leads %s by %j, for all contracts, for one, and on the command line', async (...row) => {
      const [location, map] = row;
      folder.write('specs/shop.wsdl', shopWsdl(location, address));
      folder.write('src/main/resources/common/what.xsd', whatXsd);
      configure(map);
      expect(await run('check')).toMatchObject({ code: 0 });
      configure({ [location]: 'nowhere.xsd' }, undefined);
      const options = Object.entries(map).flatMap(([from, to]) => [
        '--map',
        `${from}=${to.replaceAll('\\', '/')}`,
      ]);
      // what is longest counts, wherever it is, and of equal ones the command line
      const shorter = !Object.keys(map).includes(location);
      expect((await run('check', ...options)).code).toBe(shorter ? 1 : 0);
      configure(undefined, map);
      expect(await run('generate')).toMatchObject({ code: 0 });
      expect(await run('generate', '--check')).toMatchObject({ code: 0 });
      expect(await run('inspect', 'specs/shop.wsdl')).toMatchObject({ code: 0 });
      folder.remove();
      folder = createFolder({});
      folder.write('specs/shop.wsdl', shopWsdl(location, address));
      folder.write('src/main/resources/common/what.xsd', whatXsd);
      const file = 'specs/shop.wsdl';
      for (const command of [
        ['check', file],
        ['diff', file, file],
        ['convert', file, '--to', 'yaml'],
      ]) {
        expect(await run(...command, ...options)).toMatchObject({ code: 0 });
      }
    });

    test('of a contract goes before that of all', async () => {
      folder.write('specs/shop.wsdl', shopWsdl('classpath:what.xsd', address));
      folder.write('xsd/what.xsd', whatXsd);
      configure({ 'classpath:': 'nowhere/' }, { 'classpath:': 'xsd/' });
      expect(await run('check')).toMatchObject({ code: 0 });
    });

    test('is relative to the configuration, not to where the command runs', async () => {
      folder.write('specs/shop.wsdl', shopWsdl('classpath:what.xsd', address));
      folder.write('xsd/what.xsd', whatXsd);
      folder.write('deep/er/x', '');
      configure({ 'classpath:': 'xsd/' });
      const result = await runCli(['check'], { cwd: `${folder.path}/deep/er` });
      expect(result).toMatchObject({ code: 0 });
    });

    test.each([
      ['classpath:a/b.xsd', '"imports": { "classpath:": "FOLDER/" }'],
      ['http://intranet:8080/x/b.xsd', '"imports": { "http://intranet:8080/x/": "FOLDER/" }'],
      ['http://intranet:8080/S?xsd=1', '"imports": { "http://intranet:8080/": "FOLDER/" }'],
      ['../x/b.xsd', '"imports": { "../x/": "FOLDER/" }'],
      ['b.xsd', '"imports": { "b.xsd": "FOLDER/b.xsd" }'],
    ])('the error about %s shows the line to add', async (location, line) => {
      folder.write('specs/shop.wsdl', shopWsdl(location, address));
      const { code, stderr } = await run('check', 'specs/shop.wsdl');
      expect(code).toBe(1);
      expect(stderr).toContain(line);
    });

    test('that leads to no file says so', async () => {
      folder.write('specs/shop.wsdl', shopWsdl('classpath:what.xsd', address));
      const { code, stderr } = await run('check', 'specs/shop.wsdl', '--map', 'classpath:=xsd/');
      expect(code).toBe(1);
      expect(stderr).toContain("the import map leads to 'xsd/what.xsd', and there is no such file");
    });

    test('init copies what it leads to, and copies lead to each other', async () => {
      folder.write('legacy/shop.wsdl', shopWsdl('classpath:common/what.xsd', address));
      folder.write('legacy/res/common/what.xsd', whatXsd);
      expect(
        await run('init', 'legacy/shop.wsdl', '--map', 'classpath:=legacy/res/'),
      ).toMatchObject({
        code: 0,
      });
      expect(folder.read('specs/shop.wsdl')).toContain('schemaLocation="res/common/what.xsd"');
      expect(await run('check')).toMatchObject({ code: 0 });
    });

    test.each([['=x'], ['a=']])('--map %s is refused', async (value) => {
      expect(await run('check', 'a.wsdl', '--map', value)).toMatchObject({ code: 2 });
    });
  });

  describe('the import map leads to a server', () => {
    let server: LocalServer;
    beforeEach(async () => {
      server = await startLocalServer((request, response) => {
        if (request.url === '/mirror/what.xsd') response.end(whatXsd);
        else if (request.url === '/shop.wsdl')
          response.end(shopWsdl('http://gone/what.xsd', address));
        else response.writeHead(404).end();
      });
    });
    afterEach(() => server.close());

    test('whose host it allows', async () => {
      folder.write('shop.wsdl', shopWsdl('http://gone/what.xsd', address));
      const map = ['--map', `http://gone/=${server.origin}/mirror/`];
      expect(await run('check', 'shop.wsdl', ...map)).toMatchObject({ code: 0 });
      expect(await run('check', `${server.origin}/shop.wsdl`, ...map)).toMatchObject({ code: 0 });
    });

    test('or from a server to files', async () => {
      folder.write('xsd/what.xsd', whatXsd);
      const map = ['--map', 'http://gone/=xsd/'];
      expect(await run('init', `${server.origin}/shop.wsdl`, ...map)).toMatchObject({ code: 0 });
      expect(folder.read('specs/shop.wsdl')).toContain('schemaLocation="../xsd/what.xsd"');
      expect(await run('check')).toMatchObject({ code: 0 });
    });
  });

  describe('an OASIS catalog', () => {
    const catalog = (entries: string): string => `<?xml version="1.0"?>
<!DOCTYPE catalog PUBLIC "-//OASIS//DTD Entity Resolution XML Catalog V1.0//EN"
  "http://www.oasis-open.org/committees/entity/release/1.0/catalog.dtd">
<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">${entries}</catalog>`;

    test.each([
      ['<system systemId="http://gone/what.xsd" uri="../xsd/what.xsd"/>'],
      ['<uri name="http://gone/what.xsd" uri="../xsd/what.xsd"/>'],
      ['<rewriteSystem systemIdStartString="http://gone/" rewritePrefix="../xsd/"/>'],
      ['<rewriteURI uriStartString="http://gone/" rewritePrefix="../xsd/"/>'],
      ['<uriSuffix uriSuffix="/what.xsd" uri="../xsd/what.xsd"/>'],
      ['<group xml:base="../xsd/"><uri name="http://gone/what.xsd" uri="what.xsd"/></group>'],
      ['<nextCatalog catalog="more.xml"/>'],
    ])('%s', async (entry) => {
      folder.write('specs/shop.wsdl', shopWsdl('http://gone/what.xsd', address));
      folder.write('xsd/what.xsd', whatXsd);
      folder.write('cat/catalog.xml', catalog(entry));
      const more = '<uri name="http://gone/what.xsd" uri="../xsd/what.xsd"/>';
      folder.write('cat/more.xml', catalog(more));
      const check = ['check', 'specs/shop.wsdl', '--map', 'cat/catalog.xml'];
      expect(await run(...check)).toMatchObject({ code: 0 });
      configure('cat/catalog.xml');
      expect(await run('check')).toMatchObject({ code: 0 });
      configure(undefined, 'cat/catalog.xml');
      expect(await run('generate', '--dry-run')).toMatchObject({ code: 0 });
    });

    test('says where the schema of a namespace is', async () => {
      const wsdl = shopWsdl('a.xsd', address)
        .replace('<s:include schemaLocation="a.xsd"/>', '<s:import namespace="urn:what"/>')
        .replace('xmlns:t="urn:shop"', 'xmlns:t="urn:shop" xmlns:w="urn:what"')
        .replace('type="t:What"', 'type="w:What"');
      folder.write('shop.wsdl', wsdl);
      folder.write('what.xsd', whatXsd.replace('urn:shop', 'urn:what'));
      folder.write('catalog.xml', catalog('<public publicId="urn:what" uri="what.xsd"/>'));
      expect((await run('check', 'shop.wsdl')).code).toBe(1);
      expect(await run('check', 'shop.wsdl', '--map', 'catalog.xml')).toMatchObject({ code: 0 });
    });

    test.each([
      ['gone.xml', "The catalog 'gone.xml' cannot be read"],
      ['shop.wsdl', "A catalog begins with 'catalog'"],
    ])('that is %s is an error', async (path, said) => {
      folder.write('shop.wsdl', shopWsdl('a.xsd', address));
      for (const command of ['check', 'init']) {
        const { code, stderr } = await run(command, 'shop.wsdl', '--map', path);
        expect(code).not.toBe(0);
        expect(stderr).toContain(said);
      }
    });
  });
});

describe('local imports', () => {
  jest.setTimeout(120_000);

  const contract = (location: string, name = 'S'): string => `<definitions name="${name}"
  xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" xmlns:x="urn:x" targetNamespace="urn:t">
  <types><s:schema targetNamespace="urn:t">
    ${location === '' ? '' : `<s:import namespace="urn:x" schemaLocation="${location}"/>`}
    <s:element name="In"><s:complexType><s:sequence>
      <s:element name="a" type="${location === '' ? 's:int' : 'x:X'}"/>
    </s:sequence></s:complexType></s:element>
  </s:schema></types>
  <message name="In"><part name="parameters" element="t:In"/></message>
  <portType name="P"><operation name="Op"><input message="t:In"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Op"><soap:operation soapAction="a"/><input><soap:body use="literal"/></input></operation></binding>
  <service name="${name}"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>
`;
  const types = `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:x">
  <s:simpleType name="X"><s:restriction base="s:int"/></s:simpleType></s:schema>
`;

  let folder: TestFolder;
  beforeEach(() => {
    folder = createFolder();
  });
  afterEach(() => folder.remove());

  const run = (...args: readonly string[]): Promise<RunResult> =>
    runCli(args, { cwd: folder.path });

  describe('an import that leads to a file of another kind', () => {
    test.each(['text', 'json', 'github'])('is not quoted by reporter %s', async (reporter) => {
      folder.write('.env', 'PASSWORD=topsecret\n<x\n');
      folder.write('svc/a.wsdl', contract('../.env'));
      const { code, stdout, stderr } = await run(
        ...['check', 'svc/a.wsdl', '--reporter', reporter, '--verbose'],
      );
      expect(code).toBe(1);
      expect(stdout + stderr).toContain(
        "Import '../.env' cannot be followed: it leads to a text file",
      );
      expect(stdout + stderr).not.toMatch(/topsecret|PASSWORD/);
    });

    test('is not copied by init, and leaves no hash in a manifest', async () => {
      folder.write('.env', 'PASSWORD=topsecret\n');
      folder.write('svc/a.wsdl', contract('../.env').replace('x:X', 's:int'));
      expect((await run('init', 'svc/a.wsdl', '--no-config')).code).toBe(0);
      expect(
        folder.files().filter((one) => one.startsWith('specs') && one.endsWith('.env')),
      ).toEqual([]);
      expect((await run('generate', 'svc/a.wsdl', '-o', 'out')).code).toBe(0);
      const { inputs } = JSON.parse(folder.read('out/asmx-gen.manifest.json')) as {
        inputs: Readonly<Record<string, string>>;
      };
      expect(inputs['../.env']).toBe('');
      expect(inputs['../svc/a.wsdl']).toMatch(/^[0-9a-f]{64}$/);
    });
  });

  describe('an import of what is no file to read', () => {
    test.each([
      ['.', 'it is a folder'],
      ['..', 'it is a folder'],
      ['#', 'it names no file'],
      ['pipe', 'it is not a regular file'],
      ['zero', 'it is not a regular file'],
      ['circle', 'it is a circle of symbolic links'],
      ['a'.repeat(300), 'its name is longer than the system allows'],
      [`${'a/'.repeat(2499)}ab`, 'its name is longer than the system allows'],
      ['%00', 'its name has a character that no file name can have'],
    ])('number %# is a diagnostic', async (location, reason) => {
      spawnSync('mkfifo', [join(folder.path, 'pipe')]);
      symlinkSync('/dev/zero', join(folder.path, 'zero'));
      symlinkSync('circle', join(folder.path, 'circle'));
      folder.write('a.wsdl', contract(location));
      const { code, stdout } = await run('check', 'a.wsdl', '--reporter', 'json');
      expect(code).toBe(1);
      expect(stdout).toContain(`cannot be followed: ${reason}`);
    });
  });

  describe('--confine', () => {
    beforeEach(() => {
      folder.write('common/types.xsd', types);
      folder.write('svc/a.wsdl', contract('../common/types.xsd'));
    });

    test.each([
      ['check'],
      ['inspect'],
      ['generate', '-o', 'out'],
      ['convert', '--to', 'yaml'],
      ['call', 'Op', '--dry-run'],
      ['serve', '--port', '0'],
      ['init'],
    ])('refuses what lies outside in %s', async (command, ...rest) => {
      const { code, stdout, stderr } = await run(
        command,
        'svc/a.wsdl',
        ...rest,
        '--confine',
        'svc',
      );
      expect(code).toBe(1);
      expect(stdout + stderr).toContain(
        "error ASMX1034: Import '../common/types.xsd' cannot be followed",
      );
    });

    test('refuses it in diff, too', async () => {
      const { code, stderr } = await run('diff', 'svc/a.wsdl', 'svc/a.wsdl', '--confine', 'svc');
      expect(code).toBe(2);
      expect(stderr).toContain('ASMX1034');
    });

    test('allows what lies inside, and without it anything goes', async () => {
      expect((await run('check', 'svc/a.wsdl', '--confine', '.')).code).toBe(0);
      expect((await run('check', 'svc/a.wsdl')).code).toBe(0);
    });

    test('resolves symbolic links', async () => {
      symlinkSync('../common/types.xsd', join(folder.path, 'svc/link.xsd'));
      folder.write('svc/b.wsdl', contract('link.xsd'));
      expect((await run('check', 'svc/b.wsdl')).code).toBe(0);
      const refused = await run('check', 'svc/b.wsdl', '--confine', 'svc');
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain("it lies outside 'svc'");
    });

    test('is in the configuration, relative to it, and is heard by an unchanged folder', async () => {
      const config = (confine: object): string =>
        JSON.stringify({ contracts: [{ input: 'svc/a.wsdl', output: 'out', ...confine }] });
      folder.write('asmx-gen.config.json', config({}));
      expect((await run('generate')).code).toBe(0);
      folder.write('asmx-gen.config.json', config({ confine: 'svc' }));
      const { code, stderr } = await runCli(['generate'], { cwd: join(folder.path, 'svc') });
      expect(code).toBe(1);
      expect(stderr).toContain('ASMX1034');
    });
  });

  test('names of 300 characters give file names that every system takes', async () => {
    const name = 'N'.repeat(300);
    folder.write('a.wsdl', contract('', name));
    const { code, stderr } = await run(
      'generate',
      'a.wsdl',
      '--targets',
      'types,client,server,wsdl,docs,handlers',
    );
    expect({ code, stderr: stderr.replace(/^.*files.*$/m, '').trim() }).toEqual({
      code: 0,
      stderr: '',
    });
  });
});

describe('remote imports', () => {
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
      else if (request.url === '/moved.xsd')
        response.writeHead(302, { location: '/what.xsd' }).end();
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
      expect(await run('check', 'specs/shop.wsdl', '--allow-host', host)).toMatchObject({
        code: 0,
      });
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
      expect(Object.keys(lock.imports)).toEqual(
        [`${origin}/shop.wsdl`, `${origin}/what.xsd`].sort(),
      );
    });
  });

  test('the configuration can allow hosts too', async () => {
    const contracts = [{ input: 'specs/shop.wsdl', output: 'out', allowHosts: [host] }];
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
    expect(await run('generate')).toMatchObject({ code: 0 });
    expect(await run('check')).toMatchObject({ code: 0 });
    expect(await run('generate', '--check')).toMatchObject({ code: 0 });
  });
});

describe('outside input', () => {
  jest.setTimeout(60_000);

  const shop = (name: string): string =>
    `asmx: 1\nname: ${name}\nnamespace: http://shop.example/\nservices:\n  ${name}: { operations: { Find: { parameters: { tree: Tree }, returns: int } } }\ntypes: { Tree: { fields: { child: Tree? } } }\n`;

  let folder: TestFolder;
  beforeEach(() => {
    folder = createFolder({ 'shop.yaml': shop('Shop'), 'other.yaml': shop('Other') });
  });
  afterEach(() => folder.remove());

  const run = (...args: string[]) => runCli(args, { cwd: folder.path });

  describe('no input is a bug of the tool', () => {
    const nested = (depth: number): string => `${'{"child":'.repeat(depth)}{}${'}'.repeat(depth)}`;

    test('credentials of a URL that are not escaped', async () => {
      const { code, stderr } = await run('init', 'http://user%ZZ:secret@host.invalid/');
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr:
          'asmx-gen: the user name or password in the URL has a % that escapes nothing\n  Write a percent sign as %25.\n',
      });
    });

    test.each(['x', '__proto__', 'urn:x', 'http://'])(
      'a lock file with the entry %s',
      async (key) => {
        const hash = 'a'.repeat(64);
        folder.write(
          'specs/asmx-gen.lock.json',
          `{"asmx":1,"imports":{"${key}":{"sha256":"${hash}"},"http://host.invalid/a.wsdl":{"sha256":"${hash}","file":"a.wsdl","entry":true}}}`,
        );
        const { code, stderr } = await run('init', '--update');
        expect(code).toBe(2);
        expect(stderr).toContain('specs/asmx-gen.lock.json is not a lock file');
        expect(stderr).not.toContain('bug');
      },
    );

    test('JSON that is nested too deep', async () => {
      folder.write('deep.json', `{"tree":${nested(10_000)}}`);
      const { code, stderr } = await run(
        'call',
        'shop.yaml',
        'Find',
        '--json',
        'deep.json',
        '--dry-run',
      );
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr:
          'asmx-gen: deep.json holds no JSON: it is nested deeper than 500 levels\n  Give one JSON object.\n',
      });
    });

    test('a parameter of many steps', async () => {
      const { code, stderr } = await run(
        'call',
        'shop.yaml',
        'Find',
        `tree${'[0]'.repeat(5000)}=1`,
      );
      expect(code).toBe(2);
      expect(stderr).toBe(
        'asmx-gen: a parameter name has more than 500 steps\n  No message is nested as deep: check the name.\n',
      );
    });

    test('a recording that is nested too deep', async () => {
      folder.write(
        'calls.jsonl',
        `{"recording":1}\n{"service":"Shop","operation":"Find","binding":"soap11","parameters":${'['.repeat(20_000)}${']'.repeat(20_000)}}\n`,
      );
      const { code, stderr } = await run('serve', 'shop.yaml', '--replay', 'calls.jsonl');
      expect(code).toBe(2);
      expect(stderr).toContain(
        'calls.jsonl:2: this line is not JSON: it is nested deeper than 500 levels',
      );
    });
  });

  describe('a configuration', () => {
    test('that is nested too deep is reported at its place', async () => {
      folder.write(
        'asmx-gen.config.json',
        `{"contracts":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      );
      const { code, stderr } = await run('generate');
      expect(code).toBe(2);
      expect(stderr).toContain(
        'asmx-gen.config.json:1:413 error ASMX5001: the nesting is deeper than 400 levels',
      );
    });

    test.each(['input', 'output'])('with the character U+0000 in %s is reported', async (key) => {
      const entry = { input: 'shop.yaml', output: 'out', [key]: 'a\0b' };
      folder.write('asmx-gen.config.json', JSON.stringify({ contracts: [entry] }));
      const { code, stderr } = await run('generate');
      expect(code).toBe(2);
      expect(stderr).toContain(`error ASMX5002: '${key}' must be a text without U+0000`);
    });
  });

  test('diff shows no hints about its contracts', async () => {
    folder.write(
      'old.yaml',
      shop('Tags')
        .replace('tree: Tree', "ids: 'string[]'")
        .replace(/types.*/s, ''),
    );
    const { stderr } = await run('diff', 'old.yaml', 'old.yaml');
    expect(stderr).not.toContain('hint');
  });

  describe('an output inside another', () => {
    const configure = (...contracts: object[]): void => {
      folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
    };

    test.each([
      ['inner last', 'o', 'o/runtime'],
      ['inner first', 'o/wsdl', 'o'],
      ['in another spelling', './o/', 'x/../O/deep/er'],
      ['of the folder itself', '.', 'o'],
    ])('is refused in a configuration: %s', async (_, first, second) => {
      configure({ input: 'shop.yaml', output: first }, { input: 'other.yaml', output: second });
      const { code, stderr } = await run('generate');
      expect(code).toBe(2);
      expect(stderr).toContain('error ASMX5002: the output ');
      expect(stderr).toContain('inside');
      expect(folder.files()).not.toContain('o/client.ts');
    });

    test('is refused if it is the default folder', async () => {
      configure({ input: 'shop.yaml', output: 'generated' }, { input: 'other.yaml' });
      const { code, stderr } = await run('generate');
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr:
          'asmx-gen: other.yaml would be written to generated/other, inside the output generated of shop.yaml\n  Give each an `output` of its own in the configuration, none inside another.\n',
      });
    });

    test('is none beside folders of several contracts', async () => {
      configure({ input: ['shop.yaml'], output: 'o' }, { input: 'other.yaml', output: 'o/other' });
      expect(await run('generate', '--dry-run')).toMatchObject({ code: 0 });
      configure({ input: 'shop.yaml', output: 'o' }, { input: 'other.yaml', output: 'o2' });
      expect(await run('generate', '--dry-run')).toMatchObject({ code: 0 });
    });
  });

  test.each(['CON', 'Nul', 'Aux', 'Com1', 'PRN', 'Lpt9'])(
    'the default folder of a contract %s is no device of Windows',
    async (name) => {
      folder.write('device.yaml', shop(name));
      const { stdout } = await run('generate', 'device.yaml', '--dry-run', '--targets', 'types');
      expect(stdout).toContain(`generated/_${name.toLowerCase()}/`);
      expect(stdout).not.toContain(`generated/${name.toLowerCase()}/`);
    },
  );
});
