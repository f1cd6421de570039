import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { createFolder, packageRoot, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

const init = (...args: string[]) => runCli(['init', ...args], { cwd: folder.path });

/** A WSDL whose only type comes from `location`. */
const wsdl = (location: string, address = 'http://localhost/Shop.asmx'): string =>
  `<?xml version="1.0" encoding="iso-8859-1"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
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
  <service name="Shop"><port name="P" binding="t:B"><soap:address location="${address}"/></port></service>
</definitions>
`;

const xsd = (content: string): string =>
  `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" targetNamespace="urn:shop">${content}</s:schema>`;
const what = '<s:simpleType name="What"><s:restriction base="s:string"/></s:simpleType>';

/** The same with a second operation, whose type is declared nowhere. */
const broken = (location = 'types.xsd'): string =>
  wsdl(location)
    .replace('<s:element name="AskResponse">', '<s:element name="Break" type="t:Gone"/>$&')
    .replace(
      '<message name="Out">',
      '<message name="Bad"><part name="parameters" element="t:Break"/></message>$&',
    )
    .replace(
      '</portType>',
      '<operation name="Break"><input message="t:Bad"/><output message="t:Out"/></operation>$&',
    )
    .replace(
      '</binding>',
      '<operation name="Break"><soap:operation soapAction="urn:shop/Break"/>$&',
    )
    .replace(
      'urn:shop/Break"/></binding>',
      'urn:shop/Break"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>',
    );
const advice = '--lenient would leave out 1 operation and go on with the other one';

describe('what a service is wanted for', () => {
  const question = 'Do you call this service, serve it, or both? [call/serve/both] (call) \n';
  const targets = (): unknown => {
    const { contracts } = JSON.parse(folder.read('asmx-gen.config.json')) as {
      contracts: readonly [{ targets?: unknown }];
    };
    return contracts[0].targets;
  };
  const answer = (input: string, ...args: string[]) => {
    folder.write('old/shop.wsdl', wsdl('types.xsd'));
    folder.write('old/types.xsd', xsd(what));
    return runCli(['init', 'old/shop.wsdl', ...args], { cwd: folder.path, input });
  };

  test.each<[string, unknown]>([
    ['', ['types', 'client']],
    ['call', ['types', 'client']],
    [' S ', ['types', 'server', 'wsdl', 'docs']],
    ['both', undefined],
  ])('is asked at a terminal: %j', async (input, expected) => {
    const run = await answer(input);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr.startsWith(question)).toBe(true);
    expect(targets()).toEqual(expected);
  });

  test('is asked again after another word', async () => {
    const { stderr } = await answer('what?\nc');
    expect(stderr).toContain(`${question}Answer call, serve or both.\n${question}`);
    expect(targets()).toEqual(['types', 'client']);
  });

  test('generates the client alone', async () => {
    await answer('call');
    expect((await runCli(['generate'], { cwd: folder.path })).code).toBe(0);
    const files = folder.files().filter((one) => /^generated\/shop\/[^/]+$/.test(one));
    expect(files.map((one) => one.slice('generated/shop/'.length))).toEqual([
      'asmx-gen.manifest.json',
      'client.ts',
      'descriptions.ts',
      'index.ts',
      'operations.ts',
      'types.ts',
    ]);
  });

  test.each([
    ['--targets answers it', ['--targets', 'types,server'], ['types', 'server']],
    ['--quiet does not ask', ['--quiet'], undefined],
  ] as const)('%s', async (_, args, expected) => {
    const run = await answer('call', ...args);
    expect(run.code).toBe(0);
    expect(run.stderr).not.toContain(question);
    expect(targets()).toEqual(expected);
  });

  test('no one is asked who writes no configuration, or begins with nothing', async () => {
    expect((await answer('call', '--no-config')).stderr).not.toContain(question);
    const run = await runCli(['init', '--name', 'Mine'], { cwd: folder.path, input: 'call' });
    expect(run.stderr).not.toContain(question);
    expect(targets()).toBeUndefined();
  });

  test('a target that is none is refused', async () => {
    const { code, stderr } = await init('--targets', 'types,klient');
    expect(code).toBe(2);
    expect(stderr).toContain("invalid value 'klient' for --targets\n  Did you mean 'client'?");
  });
});

describe('init from nothing', () => {
  test('writes a contract that works and a configuration, and asks nothing', async () => {
    const run = await init('--name', 'Hello');
    expect(run).toEqual({
      code: 0,
      stdout: '',
      stderr: `wrote specs/hello.yaml
wrote asmx-gen.config.json
Next: npx asmx-gen generate, or npx asmx-gen serve to try the service
`,
    });
    const text = folder.read('specs/hello.yaml');
    expect(text).toMatch(
      /^# yaml-language-server: \$schema=https:\S+asmx-contract\.schema\.json\n/,
    );
    expect(JSON.parse(folder.read('asmx-gen.config.json'))).toEqual({
      $schema: 'https://unpkg.com/asmx-gen/specs/asmx-gen.config.schema.json',
      contracts: [{ input: 'specs/hello.yaml', output: 'generated/hello' }],
    });
    const generated = await runCli(['generate'], { cwd: folder.path });
    expect({ code: generated.code, stderr: generated.stderr }).toMatchObject({ code: 0 });
    expect(folder.files()).toContain('generated/hello/client.ts');
  });

  test('is called after the folder, as far as that can be a name', async () => {
    const { code } = await init();
    expect(code).toBe(0);
    const [file] = folder.files().filter((one) => one.startsWith('specs/'));
    expect(file).toMatch(/^specs\/asmx[a-z0-9-]*\.yaml$/);
    expect((await runCli(['check'], { cwd: folder.path })).code).toBe(0);
  });

  test('overwrites nothing: lists what is in the way', async () => {
    folder.write('specs/hello.yaml', 'mine');
    folder.write('asmx-gen.config.mjs', 'export default {}');
    const run = await init('--name', 'Hello');
    expect(run).toEqual({
      code: 1,
      stdout: '',
      stderr: `asmx-gen: nothing was written, because these files exist already:
  specs/hello.yaml
Move them away, or choose another name with --name.
`,
    });
    expect(folder.files()).toEqual(['asmx-gen.config.mjs', 'specs/hello.yaml']);
    expect(folder.read('specs/hello.yaml')).toBe('mine');
  });

  test('--no-config leaves the configuration as it is', async () => {
    folder.write('asmx-gen.config.json', '{}');
    expect((await init('--name', 'Hello', '--no-config')).code).toBe(0);
    expect(folder.files()).toEqual(['asmx-gen.config.json', 'specs/hello.yaml']);
  });

  test('a file where a folder is needed is in the way too', async () => {
    folder.write('specs', 'a file');
    const { code, stderr } = await init('--name', 'Hello');
    expect(code).toBe(1);
    expect(stderr).toContain('\n  specs\n');
    expect(folder.files()).toEqual(['specs']);
  });

  test('names the schemas of an installed package', async () => {
    folder.write('node_modules/asmx-gen/specs/asmx-contract.schema.json', '{}');
    folder.write('node_modules/asmx-gen/specs/asmx-gen.config.schema.json', '{}');
    await init('--name', 'Hello');
    expect(folder.read('specs/hello.yaml')).toContain(
      '$schema=../node_modules/asmx-gen/specs/asmx-contract.schema.json',
    );
    expect(folder.read('asmx-gen.config.json')).toContain(
      '"./node_modules/asmx-gen/specs/asmx-gen.config.schema.json"',
    );
  });

  test.each([
    [['--name', 'two words'], "invalid value 'two words' for --name"],
    [['nowhere.wsdl'], 'nowhere.wsdl does not exist'],
    [['ftp://host/x.wsdl'], 'is not an http or https URL'],
    [['--update'], 'there is no specs/asmx-gen.lock.json'],
    [['http://'], 'is not an http or https URL'],
  ])('%j cannot run', async (args, said) => {
    const { code, stdout, stderr } = await init(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(said);
    expect(folder.files()).toEqual([]);
  });
});

describe('init from a file', () => {
  test('copies a WSDL and what it imports, in their folders', async () => {
    folder.write('legacy/wsdl/shop.wsdl', wsdl('../my types/a.xsd'));
    folder.write('legacy/my types/a.xsd', xsd('<s:include schemaLocation="more/b.xsd"/>'));
    folder.write('legacy/my types/more/b.xsd', xsd(what));
    const run = await init('legacy/wsdl/shop.wsdl');
    expect(run.code).toBe(0);
    expect(folder.files().filter((one) => !one.startsWith('legacy/'))).toEqual([
      'asmx-gen.config.json',
      'specs/my types/a.xsd',
      'specs/my types/more/b.xsd',
      'specs/wsdl/shop.wsdl',
    ]);
    expect(folder.read('specs/wsdl/shop.wsdl')).toBe(folder.read('legacy/wsdl/shop.wsdl'));
    expect(JSON.parse(folder.read('asmx-gen.config.json')).contracts).toEqual([
      { input: 'specs/wsdl/shop.wsdl', output: 'generated/shop' },
    ]);
    expect((await runCli(['check'], { cwd: folder.path })).code).toBe(0);
  });

  test('leaves a contract that is under specs already where it is', async () => {
    folder.write('specs/shop.wsdl', wsdl('a.xsd'));
    folder.write('specs/a.xsd', xsd(what));
    const run = await init('specs/shop.wsdl');
    expect(run.code).toBe(0);
    expect(folder.files()).toEqual(['asmx-gen.config.json', 'specs/a.xsd', 'specs/shop.wsdl']);
  });

  test('a name ends before .wsdl.xml', async () => {
    folder.write('Shop.wsdl.xml', wsdl('a.xsd'));
    folder.write('a.xsd', xsd(what));
    expect((await init('Shop.wsdl.xml')).code).toBe(0);
    expect(JSON.parse(folder.read('asmx-gen.config.json')).contracts).toEqual([
      { input: 'specs/Shop.wsdl.xml', output: 'generated/shop' },
    ]);
  });

  test('writes nothing for a WSDL with errors', async () => {
    folder.write('shop.wsdl', wsdl('missing.xsd'));
    const { code, stderr } = await init('shop.wsdl');
    expect(code).toBe(1);
    expect(stderr).toContain("Import 'missing.xsd' cannot be followed");
    expect(folder.files()).toEqual(['shop.wsdl']);
  });

  test('--lenient passes defects, which init says, and stands in the configuration', async () => {
    folder.write('old/shop.wsdl', broken());
    folder.write('old/types.xsd', xsd(what));
    const refused = await init('old/shop.wsdl', '--targets', 'types');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(advice)]);
    folder.write('asmx-gen.config.yaml', 'contracts: []\n');
    const passed = await init('old/shop.wsdl', '--targets', 'types', '--lenient');
    expect([passed.code, passed.stderr]).toEqual([0, expect.stringContaining('warning')]);
    expect(folder.read('asmx-gen.config.yaml')).toContain('lenient: true');
    expect((await runCli(['generate'], { cwd: folder.path })).code).toBe(0);
  });

  test('takes the school contract as it is', async () => {
    const school = join(packageRoot, 'specs', 'student-information.yaml');
    expect((await init(school)).code).toBe(0);
    expect(folder.read('specs/student-information.yaml')).toBe(readFileSync(school, 'utf8'));
  });
});

describe('init from a URL', () => {
  let server: LocalServer;
  let origin: string;
  let asked: IncomingMessage[];
  let answers: Map<string, string | ((request: IncomingMessage, response: ServerResponse) => void)>;

  beforeEach(async () => {
    asked = [];
    answers = new Map();
    server = await startLocalServer((request, response) => {
      asked.push(request);
      const answer = answers.get(request.url ?? '');
      if (answer === undefined) response.writeHead(404).end();
      else if (typeof answer === 'string') response.end(answer);
      else answer(request, response);
    });
    origin = server.origin;
  });
  afterEach(() => server.close());

  test('adds ?WSDL to an .asmx page, follows imports and locks them', async () => {
    answers.set('/app/Shop.asmx?WSDL', wsdl('Shop.asmx?schema=one'));
    answers.set('/app/Shop.asmx?schema=one', xsd('<s:include schemaLocation="/types/b.xsd"/>'));
    answers.set('/types/b.xsd', xsd(what));
    const run = await init(`${origin}/app/Shop.asmx`);
    expect(run).toEqual({
      code: 0,
      stdout: '',
      stderr: `wrote specs/Shop.wsdl
wrote specs/Shop/Shop-schema-one.xsd
wrote specs/Shop/b.xsd
wrote specs/asmx-gen.lock.json
wrote asmx-gen.config.json
Next: npx asmx-gen generate, or npx asmx-gen serve to try the service
`,
    });
    expect(folder.read('specs/Shop.wsdl')).toBe(
      wsdl('Shop/Shop-schema-one.xsd').replace('iso-8859-1', 'utf-8'),
    );
    expect(folder.read('specs/Shop/Shop-schema-one.xsd')).toBe(
      xsd('<s:include schemaLocation="b.xsd"/>'),
    );
    const lock = JSON.parse(folder.read('specs/asmx-gen.lock.json'));
    expect(Object.keys(lock.imports)).toEqual([
      `${origin}/app/Shop.asmx?WSDL`,
      `${origin}/app/Shop.asmx?schema=one`,
      `${origin}/types/b.xsd`,
    ]);
    expect(lock.imports[`${origin}/types/b.xsd`]).toEqual({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      file: 'Shop/b.xsd',
    });
    expect(JSON.parse(folder.read('asmx-gen.config.json')).contracts).toEqual([
      { input: 'specs/Shop.wsdl', output: 'generated/shop', baseUrl: `${origin}/app` },
    ]);
    expect((await runCli(['check'], { cwd: folder.path })).code).toBe(0);
    const again = await init(`${origin}/app/Shop.asmx`);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('  specs/Shop.wsdl\n');
    expect(again.stderr).toMatch(
      /\nTo download them again, run asmx-gen init --update; for another .* --name\.\n$/,
    );
  });

  test('--lenient passes defects of a service, also when it is downloaded again', async () => {
    answers.set('/app/Shop.asmx?WSDL', broken('Shop.asmx?schema=one'));
    answers.set('/app/Shop.asmx?schema=one', xsd(what));
    const refused = await init(`${origin}/app/Shop.asmx`);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(advice)]);
    expect((await init(`${origin}/app/Shop.asmx`, '--lenient')).code).toBe(0);
    expect(JSON.parse(folder.read('asmx-gen.config.json')).contracts[0].lenient).toBe(true);
    const again = await init('--update');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(advice)]);
    expect((await init('--update', '--lenient')).code).toBe(0);
  });

  test('a name ends before .wsdl.xml, in an address, too', async () => {
    answers.set('/app/Shop.wsdl.xml', wsdl(`${origin}/b.xsd`));
    answers.set('/b.xsd', xsd(what));
    expect((await init(`${origin}/app/Shop.wsdl.xml`)).code).toBe(0);
    expect(JSON.parse(folder.read('asmx-gen.config.json')).contracts).toMatchObject([
      { input: 'specs/Shop.wsdl', output: 'generated/shop' },
    ]);
  });

  test('other hosts are asked only where they are allowed', async () => {
    const other = origin.replace('127.0.0.1', 'localhost');
    answers.set('/Shop.asmx?WSDL', wsdl(`${other}/b.xsd`));
    answers.set('/b.xsd', xsd(what));
    const refused = await init(`${origin}/Shop.asmx`);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`--allow-host ${new URL(other).host}`);
    expect(folder.files()).toEqual([]);
    expect(asked.map((one) => one.url)).toEqual(['/Shop.asmx?WSDL']);
    const allowed = await init(`${origin}/Shop.asmx`, '--allow-host', new URL(other).host);
    expect(allowed.code).toBe(0);
    expect(folder.files()).toContain('specs/Shop/b.xsd');
  });

  test('a redirect to another host is not followed', async () => {
    answers.set('/Shop.asmx?WSDL', (_request, response) => {
      response.writeHead(302, { Location: 'http://localhost:9/x' }).end();
    });
    const { code, stderr } = await init(`${origin}/Shop.asmx`);
    expect(code).toBe(2);
    expect(stderr).toContain("redirected to host 'localhost:9', which is not allowed");
  });

  test('credentials go to their own origin alone and are written nowhere', async () => {
    const other = origin.replace('127.0.0.1', 'localhost');
    answers.set('/Shop.asmx?WSDL', wsdl(`${other}/b.xsd`));
    answers.set('/b.xsd', xsd(what));
    const url = `${origin.replace('//', '//me:secret%21@')}/Shop.asmx`;
    const { code, stderr } = await init(url, '--allow-host', new URL(other).host);
    expect(code).toBe(0);
    expect(asked.map((one) => one.headers.authorization)).toEqual([
      `Basic ${Buffer.from('me:secret!').toString('base64')}`,
      undefined,
    ]);
    const all = folder
      .files()
      .map((one) => folder.read(one))
      .join('\n');
    expect(`${all}${stderr}`).not.toMatch(/secret|me:/);
  });

  test('a slow server is given up', async () => {
    answers.set('/Shop.asmx?WSDL', () => {});
    answers.set('/Shop.asmx', () => {});
    const { code, stderr } = await init(`${origin}/Shop.asmx`, '--timeout', '200');
    expect(code).toBe(2);
    expect(stderr).toContain('there was no answer within 200 ms');
    expect(folder.files()).toEqual([]);
  });

  test('a document that is too large is given up', async () => {
    answers.set('/Shop.asmx?WSDL', (_request, response) => {
      response.write(Buffer.alloc(33_554_433, ' '));
      response.end();
    });
    const { code, stderr } = await init(`${origin}/Shop.asmx`);
    expect(code).toBe(2);
    expect(stderr).toContain('it is larger than 33554432 bytes');
  });

  test('no one at home', async () => {
    server.close();
    const { code, stderr } = await init(`${origin}/Shop.asmx`);
    expect(code).toBe(2);
    expect(stderr).toContain('refuses the connection');
  });

  test('--update shows what changed, replaces it and keeps what was before', async () => {
    answers.set('/Shop.asmx?WSDL', wsdl('a.xsd'));
    answers.set('/a.xsd', xsd('<s:include schemaLocation="b.xsd"/>'));
    answers.set('/b.xsd', xsd(what));
    await init(`${origin}/Shop.asmx`);
    expect(await init('--update')).toEqual({
      code: 0,
      stdout: '',
      stderr: '3 documents downloaded: nothing changed\n',
    });
    answers.set('/a.xsd', xsd(what));
    answers.delete('/b.xsd');
    const run = await init('--update');
    expect(run.code).toBe(0);
    expect(run.stderr).toContain(`  changed  specs/Shop/a.xsd  (${origin}/a.xsd)\n`);
    expect(run.stderr).toContain(`  gone     specs/Shop/b.xsd  (${origin}/b.xsd)\n`);
    const [, before = ''] = /asmx-gen diff "(.+)" specs\/Shop\.wsdl/.exec(run.stderr) ?? [];
    expect(readFileSync(before, 'utf8')).toBe(folder.read('specs/Shop.wsdl'));
    expect(readFileSync(join(before, '..', 'Shop', 'b.xsd'), 'utf8')).toBe(xsd(what));
    expect(folder.read('specs/Shop/a.xsd')).toBe(xsd(what));
    expect(folder.files()).not.toContain('specs/Shop/b.xsd');
    expect(folder.read('specs/asmx-gen.lock.json')).not.toContain('b.xsd');
    expect((await init('--update')).stderr).toBe('2 documents downloaded: nothing changed\n');
  });

  test('--update leaves copies that were edited by hand', async () => {
    answers.set('/Shop.asmx?WSDL', wsdl('a.xsd'));
    answers.set('/a.xsd', xsd(what));
    await init(`${origin}/Shop.asmx`);
    const mine = `${folder.read('specs/Shop/a.xsd')}<!-- mine -->`;
    folder.write('specs/Shop/a.xsd', mine);
    answers.set('/a.xsd', xsd(`${what}<s:element name="new"/>`));
    const { code, stderr } = await init('--update');
    expect(code).toBe(1);
    expect(stderr).toContain('edited by hand:\n  specs/Shop/a.xsd\n');
    expect(folder.read('specs/Shop/a.xsd')).toBe(mine);
  });

  test('a lock file that leads elsewhere is refused', async () => {
    const sha256 = '0'.repeat(64);
    const imports = { [`${origin}/x`]: { sha256, file: '../../x.wsdl', entry: true } };
    folder.write('specs/asmx-gen.lock.json', JSON.stringify({ asmx: 1, imports }));
    const { code, stderr } = await init('--update');
    expect(code).toBe(2);
    expect(stderr).toContain("names the file '../../x.wsdl', which leaves the output folder");
    expect(asked).toEqual([]);
  });
});

describe('--agents', () => {
  const line = /^- SOAP, WSDL and \.asmx services: read `node_modules\/asmx-gen\/SKILL\.md` .*$/gm;
  const lines = () => folder.read('AGENTS.md').match(line);

  test('writes AGENTS.md beside the contract, once', async () => {
    const first = await runCli(['init', '--name', 'Library', '--agents'], { cwd: folder.path });
    expect(first.code).toBe(0);
    expect(first.stderr).toContain('wrote AGENTS.md');
    expect(folder.read('specs/library.yaml')).toContain('Library');
    expect(folder.read('AGENTS.md')).toMatch(/generate`\.\n$/);
    const again = await runCli(['init', '--agents'], { cwd: folder.path });
    expect(again.code).toBe(0);
    expect(again.stderr).toBe('AGENTS.md leads to node_modules/asmx-gen/SKILL.md already\n');
    expect(lines()).toHaveLength(1);
  });

  test.each(['# Rules\n\n- Be brief.\n', '# Rules\r\n\r\n- Be brief.', '\ufeffBe brief.'])(
    'adds the line to what is there: %j',
    async (text) => {
      folder.write('asmx-gen.config.json', '{ "contracts": [{ "input": "a.yaml" }] }');
      folder.write('agents.md', text);
      for (const _ of [1, 2]) {
        const { code } = await runCli(['init', '--agents'], { cwd: folder.path });
        expect(code).toBe(0);
      }
      const after = folder.read('agents.md');
      expect(after.startsWith(text)).toBe(true);
      expect(after.match(/SKILL\.md/g)).toHaveLength(1);
      expect(after.includes('\r\n')).toBe(text.includes('\r\n'));
      expect(folder.files()).toEqual(['agents.md', 'asmx-gen.config.json']);
    },
  );

  test('is not written without it', async () => {
    await runCli(['init'], { cwd: folder.path });
    expect(folder.files()).not.toContain('AGENTS.md');
  });
});
