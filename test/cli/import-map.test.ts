import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { createFolder, type RunResult, type TestFolder } from './run-cli.ts';
import { shopWsdl, whatXsd } from './web/protected-server.ts';

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
    expect(await run('init', 'legacy/shop.wsdl', '--map', 'classpath:=legacy/res/')).toMatchObject({
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
