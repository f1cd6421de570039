import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { loadConfig } from '../../src/config/load.ts';
import { readDataText } from '../../src/diagnostics/data.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { runCli } from './in-process.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { createFolder, packageRoot, startCli, type TestFolder } from './run-cli.ts';

// after the mocks of `in-process.ts`, or the terminal would be loaded before them
const { addEntry } = await import('../../src/cli/init/files.ts');

jest.setTimeout(60_000);

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

const cli = (...args: string[]) => runCli(args, { cwd: folder.path });

/** A contract of one operation. */
const notes = `asmx: 1
name: Notes
namespace: urn:notes
services:
  NoteService:
    operations:
      Add: { parameters: { text: string }, returns: int }
`;

/** Adds a contract, and gives the configuration. */
async function added(name: string, text: string, ...args: string[]): Promise<string> {
  folder.write(name, text);
  folder.write('new/notes.yaml', notes);
  const run = await cli('init', 'new/notes.yaml', ...args);
  expect(run).toMatchObject({ code: 0, stdout: '' });
  expect(run.stderr).toContain(`added specs/notes.yaml to ${name}\n`);
  const bag = createDiagnosticBag();
  await loadConfig(name, bag, folder.path);
  expect(bag.diagnostics).toEqual([]);
  return folder.read(name);
}

describe('a configuration in JSON', () => {
  const name = 'asmx-gen.config.json';

  test('gets one entry more, laid out like the last', async () => {
    const before = `{
\t"$schema": "./schema.json",
\t"contracts": [
\t\t{ "input": "a.yaml",   "output": "src/a" },
\t\t{ "input": "b.yaml", "output": "src/b" }
\t]
}
`;
    expect(await added(name, before, '--targets', 'types,client')).toBe(
      before.replace(
        '"src/b" }\n',
        '"src/b" },\n\t\t{ "input": "specs/notes.yaml", "output": "generated/notes", "targets": ["types", "client"] }\n',
      ),
    );
  });

  test('with a key on each line', async () => {
    const before = '{\r\n    "contracts": [{\r\n        "input": "a.yaml"\r\n    }]\r\n}\r\n';
    expect(await added(name, before)).toBe(
      before.replace(
        '    }]',
        '    }, {\r\n        "input": "specs/notes.yaml",\r\n        "output": "generated/notes"\r\n    }]',
      ),
    );
  });

  test.each([
    [
      '{"contracts":[{"input":"a.yaml"}]}',
      ',{"input":"specs/notes.yaml","output":"generated/notes"}',
    ],
    ['{ "contracts": [] }', '{ "input": "specs/notes.yaml", "output": "generated/notes" }'],
    [
      '{\n  "contracts": []\n}',
      '\n    {\n      "input": "specs/notes.yaml",\n      "output": "generated/notes"\n    }\n  ',
    ],
    [
      '{\n  "contracts": [\n    { "input": "a.yaml" }, # why\n  ]\n}',
      '\n    { "input": "specs/notes.yaml", "output": "generated/notes" },',
    ],
    [
      '{\n  "contracts": [\n    { "input": "a.yaml" } # why\n  ]\n}',
      '\n    { "input": "specs/notes.yaml", "output": "generated/notes" }',
    ],
  ])('on one line, empty, and with what YAML allows: %j', async (before, entry) => {
    const after = await added(name, before);
    expect(after).toContain(entry);
    expect(after.replace(entry, '').replace('}, # why', '} # why')).toBe(
      before.replace('}, # why', '} # why'),
    );
  });

  test('a comment of JavaScript is an error that says so', async () => {
    folder.write('new/notes.yaml', notes);
    const text =
      '{\n  // our services at http://server/\n  "contracts": [{ "input": "http://a/b?wsdl" }]\n}\n';
    folder.write(name, text);
    for (const args of [['init', 'new/notes.yaml'], ['generate']]) {
      const { code, stderr } = await cli(...args);
      expect(code).toBe(2);
      expect(stderr).toContain(`${name}:2:3`);
      expect(stderr).toContain('JSON has no comments');
      expect(stderr).not.toContain('unknown key');
    }
    expect(folder.read(name)).toBe(text);
    expect(folder.files()).toEqual([name, 'new/notes.yaml']);
  });

  test('with an error is reported before anything is written', async () => {
    folder.write('new/notes.yaml', notes);
    folder.write(name, '{ "contracts": [{ "imput": "a.yaml" }] }');
    const { code, stderr } = await cli('init', 'new/notes.yaml');
    expect(code).toBe(2);
    expect(stderr).toContain("unknown key 'imput'");
    expect(folder.files()).toEqual([name, 'new/notes.yaml']);
  });

  test('with an error after its contracts is reported where that is in the file', async () => {
    folder.write('new/notes.yaml', notes);
    for (const contracts of ['[\n    { "input": "a.yaml" }\n  ]', '[]']) {
      const text = `{\n  "contracts": ${contracts},\n  "target": []\n}\n`;
      folder.write(name, text);
      const { code, stderr } = await cli('init', 'new/notes.yaml');
      expect(code).toBe(2);
      const line = text.slice(0, text.indexOf('"target"')).split('\n').length;
      expect(stderr).toContain(`${name}:${line}:3 error`);
      expect(stderr).toContain(` > ${line} |   "target": []`);
    }
  });

  test('in a folder above is the one', async () => {
    folder.write(name, '{ "contracts": [{ "input": "a.yaml" }] }');
    folder.write('sub/new/notes.yaml', notes);
    const { code, stderr } = await runCli(['init', 'new/notes.yaml'], {
      cwd: `${folder.path}/sub`,
    });
    expect(code).toBe(0);
    expect(stderr).toContain(`added sub/specs/notes.yaml to ../${name}`);
    expect(folder.files()).toEqual([name, 'sub/new/notes.yaml', 'sub/specs/notes.yaml']);
  });

  test.each(['specs/notes.yaml', 'specs/*.yaml', './specs/notes.yaml'])(
    'that includes the contract stays: %s',
    async (input) => {
      const text = JSON.stringify({ contracts: [{ input }] });
      folder.write(name, text);
      folder.write('new/notes.yaml', notes);
      const { code, stderr } = await cli('init', 'new/notes.yaml');
      expect(code).toBe(0);
      expect(stderr).toContain(`${name} includes specs/notes.yaml already\n`);
      expect(folder.read(name)).toBe(text);
    },
  );

  test('a folder of its own for each entry', async () => {
    const before = { contracts: [{ input: 'a.yaml', output: './generated/notes/' }] };
    const after = await added(name, JSON.stringify(before));
    expect(JSON.parse(after).contracts[1].output).toBe('generated/notes-2');
  });
});

describe('a configuration in YAML', () => {
  const name = 'asmx-gen.config.yaml';

  test('keeps its comments', async () => {
    const before = `# What we call
contracts:
    # the old ones
    -   input: a.yaml # as they gave it
        lint:
            ASMX6001: off # they will not change it
        # only: Get*

    # the last one
    -   input: b.yaml
        targets: [types]
        # brands: true

# the end
`;
    expect(await added(name, before, '--targets', 'types,client')).toBe(
      before.replace(
        '# brands: true\n',
        `# brands: true
    -   input: specs/notes.yaml
        output: generated/notes
        targets: [types, client]
`,
      ),
    );
  });

  test.each([
    ['contracts: [{input: a.yaml}]\n', ', {input: specs/notes.yaml, output: generated/notes}'],
    ['contracts: [ {input: a.yaml} ]\n', ', {input: specs/notes.yaml, output: generated/notes}'],
    ['contracts: [{input: a.yaml},]\n', ' {input: specs/notes.yaml, output: generated/notes},'],
    ['contracts: []\n', '{ input: specs/notes.yaml, output: generated/notes }'],
    [
      'contracts: [{ "input": a.yaml }]\n',
      ', { "input": "specs/notes.yaml", "output": "generated/notes" }',
    ],
    [
      'contracts: [{ input: "a.yaml" }]\n',
      ', { input: specs/notes.yaml, output: generated/notes }',
    ],
    [
      'contracts: [{\n  input: a.yaml }]\n# end\n',
      ', { input: specs/notes.yaml, output: generated/notes }',
    ],
    [
      'contracts: [{input: a.yaml}, # why\n]\n',
      '\n  {input: specs/notes.yaml, output: generated/notes},',
    ],
    ['contracts: [\n]\n', '\n  {\n    input: specs/notes.yaml,\n    output: generated/notes\n  }'],
    [
      'contracts: [\n  {\n    input: a.yaml\n  }\n]\n',
      ',\n  {\n    input: specs/notes.yaml,\n    output: generated/notes\n  }',
    ],
    ['contracts:\n- input: a.yaml', '\n- input: specs/notes.yaml\n  output: generated/notes\n'],
    ['contracts: [{ input: a.yaml }]\n', ', { input: specs/notes.yaml, output: generated/notes }'],
    [
      `contracts: [\n  { input: a.yaml }\n  ${'#'.repeat(60)}\n]\n`,
      ',\n  { input: specs/notes.yaml, output: generated/notes }',
    ],
    [
      'contracts:\n  - input: [a.yaml]\n    header: |\n      one\n\n      two\nx: 1\n',
      '  - input: specs/notes.yaml\n    output: generated/notes\n',
    ],
  ])('in each style: %j', (text, entry) => {
    const contract = { input: 'specs/notes.yaml', output: 'generated/notes' };
    const after = addEntry({ path: name, text }, contract);
    expect(after).toContain(entry);
    expect(after?.replace(entry, '')).toBe(text);
    const complaints: unknown[] = [];
    const sink = { report: (one: unknown): void => void complaints.push(one) };
    readDataText({ path: name, text: after ?? '' }, sink);
    expect(complaints).toEqual([]);
  });

  test('has no space left in brackets that were empty', () => {
    const contract = { input: 'a.yaml' };
    expect(addEntry({ path: name, text: 'contracts: [ ]\n' }, contract)).toBe(
      'contracts: [{ input: a.yaml }]\n',
    );
  });
});

test.each(['mjs', 'js', 'ts'])(
  'a configuration in %s is not edited: the lines are shown',
  async (kind) => {
    const name = `asmx-gen.config.${kind}`;
    const text = "export default { contracts: [{ input: 'a.yaml', output: 'generated/a' }] };\n";
    folder.write(name, text);
    folder.write('package.json', '{ "type": "module" }');
    folder.write('new/notes.yaml', notes);
    const { code, stdout, stderr } = await cli(
      'init',
      'new/notes.yaml',
      '--targets',
      'types,client',
    );
    if (kind === 'ts' && code === 2) return expect(stderr).toContain('cannot load TypeScript');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain(`wrote specs/notes.yaml
Add these lines to 'contracts' in ${name}:
    {
      input: 'specs/notes.yaml',
      output: 'generated/notes',
      targets: ['types', 'client'],
    },
`);
    expect(folder.read(name)).toBe(text);
  },
);

describe('what init knows', () => {
  const settings = async (...args: string[]): Promise<Record<string, unknown>> => {
    folder.write('new/notes.yaml', notes);
    expect((await cli('init', ...(args.length > 0 ? args : ['new/notes.yaml']))).code).toBe(0);
    const { contracts } = JSON.parse(folder.read('asmx-gen.config.json'));
    return contracts[0];
  };

  test.each([undefined, {}, { module: 'nodenext', rewriteRelativeImportExtensions: true }])(
    'nothing of importExtension, which each generate decides, for compilerOptions %j',
    async (compilerOptions) => {
      folder.write('package.json', '{ "type": "module" }');
      if (compilerOptions !== undefined) {
        folder.write('tsconfig.json', JSON.stringify({ compilerOptions }));
      }
      expect(await settings()).toEqual({ input: 'specs/notes.yaml', output: 'generated/notes' });
    },
  );

  test.each<[Record<string, string>, string | undefined]>([
    [{ 'eslint.config.mjs': '', 'package.json': '{}' }, 'eslint.config.mjs'],
    [{ 'package.json': '{ "devDependencies": { "eslint": "9" } }' }, 'eslint.config.js'],
    [{ 'package.json': '{}' }, undefined],
  ])('the line for ESLint, with %j', async (files, config) => {
    for (const [name, text] of Object.entries(files)) folder.write(name, text);
    folder.write('new/notes.yaml', notes);
    const { stderr } = await cli('init', 'new/notes.yaml');
    const line = `for ESLint, add to ${config}: { ignores: ['generated/notes/**'] },\n`;
    if (config === undefined) expect(stderr).not.toContain('ESLint');
    else expect(stderr).toContain(line);
  });

  test('generate then needs no flag, and --check agrees', async () => {
    folder.write('package.json', '{ "type": "module" }');
    folder.write('tsconfig.json', '{ "compilerOptions": { "module": "nodenext" } }');
    await settings();
    const run = await cli('generate');
    expect(run.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(await cli('generate', '--check')).toMatchObject({ code: 0, stdout: '' });
  });

  const wsdl = async (...addresses: string[]): Promise<string> => {
    folder.write('n.yaml', notes.replace('asmx: 1', 'asmx: 1\nbaseUrl: http://inside:81'));
    const { stdout } = await cli('convert', 'n.yaml', '--to', 'wsdl');
    expect(stdout).toContain('http://inside:81/NoteService.asmx');
    return addresses.reduce(
      (text, one) => text.replace('http://inside:81/NoteService.asmx', one),
      stdout,
    );
  };
  const all = (address: string): readonly string[] => [address, address, address, address];

  test.each<[string, readonly string[], string | undefined]>([
    ['/NoteService.asmx', [], ''],
    ['/old/app/NoteService.asmx?WSDL', [], '/old/app'],
    ['/static/notes.wsdl', [], undefined],
    ['/Notes?singleWsdl', [], ''],
    ['/NoteService.asmx', all('ORIGIN/NoteService.asmx'), undefined],
    ['/NoteService.asmx', ['http://a/NoteService.asmx', 'https://b/NoteService.asmx'], undefined],
  ])('baseUrl of a WSDL at %s with the addresses %j', async (path, addresses, expected) => {
    let text = '';
    const server = await startLocalServer((_request, response) => response.end(text));
    try {
      const { origin } = server;
      text = await wsdl(...addresses.map((one) => one.replace('ORIGIN', origin)));
      const { baseUrl } = await settings(`${origin}${path}`);
      expect(baseUrl).toBe(expected === undefined ? undefined : `${origin}${expected}`);
    } finally {
      server.close();
    }
  });
});

describe('init', () => {
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
        '.gitattributes',
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
    let answers: Map<
      string,
      string | ((request: IncomingMessage, response: ServerResponse) => void)
    >;

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

    test('a UPnP device: its services lie beside it, and the address stays known', async () => {
      const device = (location: string): string =>
        `<root xmlns="urn:schemas-upnp-org:device-1-0"><device><deviceType>urn:schemas-upnp-org:device:Lamp:1</deviceType><serviceList><service><serviceType>urn:schemas-upnp-org:service:Dimming:1</serviceType><SCPDURL> ${location}
</SCPDURL><controlURL>/control</controlURL></service></serviceList></device></root>`;
      const service = `<scpd xmlns="urn:schemas-upnp-org:service-1-0"><actionList><action><name>Off</name></action></actionList></scpd>`;
      answers.set('/desc.xml', device('/upnp/Dimming.xml'));
      answers.set('/upnp/Dimming.xml', service);
      const run = await init(`${origin}/desc.xml`);
      expect(run).toEqual({
        code: 0,
        stdout: '',
        stderr: `wrote specs/desc.xml
wrote specs/desc/Dimming.xml
wrote specs/asmx-gen.lock.json
wrote asmx-gen.config.json
Next: npx asmx-gen generate, or npx asmx-gen serve to try the service
`,
      });
      expect(folder.read('specs/desc.xml')).toBe(device('desc/Dimming.xml'));
      expect(JSON.parse(folder.read('asmx-gen.config.json')).contracts).toEqual([
        { input: 'specs/desc.xml', output: 'generated/desc', baseUrl: origin },
      ]);
      expect(await runCli(['check'], { cwd: folder.path })).toMatchObject({ code: 0 });
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
    const line =
      /^- SOAP, WSDL and \.asmx services: read `node_modules\/asmx-gen\/SKILL\.md` .*$/gm;
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
});

describe('init pages', () => {
  jest.setTimeout(60_000);

  const pages = join(packageRoot, 'test', 'fixtures', 'help');
  const page = (operation: string): string =>
    readFileSync(join(pages, `school.op.${operation}.html`), 'utf8');

  let folder: TestFolder | undefined;
  let server: LocalServer | undefined;
  afterEach(() => {
    folder?.remove();
    server?.close();
    folder = server = undefined;
  });

  const contract = `# yaml-language-server: $schema=https://unpkg.com/asmx-gen/specs/asmx-contract.schema.json
# Written from the sample requests of help pages. What samples cannot tell:
# - whether a parameter may be absent: all are required here; in results, what is a class, an array or a text in .NET is optional
# - facets such as lengths and patterns, nullable numbers, and names of classes other than items of arrays
# - the order of operations in the WSDL: here it is that of the pages
asmx: 1
name: School
namespace: http://school.example.org/
baseUrl: http://school.example.org
bindings: [soap11, soap12, httpGet, httpPost]
allParameters: true

services:
  School:
    path: /school/School.asmx
    operations:
      # Only GET and POST are shown, which say string of every parameter: numbers and dates have to be told by hand
      # The sample answer is empty: if the operation writes its answer itself, say returns: { written: json }, text or binary
      AuthCode:
        parameters:
          code: string
          phone: string
          tags: string[]
        bindings: [httpGet, httpPost]
      GetBest:
        returns: Winner?
        bindings: [soap11, httpPost]
        soapAction: urn:best
      GetStudents:
        documentation: Lists the students & marks of a class.
        parameters:
          classId: int
          since: dateTime
          subjects: string[]
        returns:
          GetStudentsResult: Student[]?
          total: long
        headers: { Session: { in: true, type: Session } }

types:
  Winner:
    fields:
      Name: string?
      Points: decimal
  Mark: { values: [A, B, C] }
  Student:
    fields:
      Name: string?
      Mark: Mark
      # the sample does not show the type
      Best: any?
    attributes: { 'no': int }
  Session:
    fields:
      Key: string?
`;

  describe('init from help pages', () => {
    test('writes a contract from a folder of saved pages in the published layout', async () => {
      folder = createFolder();
      const { code, stdout, stderr } = await runCli(['init', pages], { cwd: folder.path });
      expect({ code, stdout, stderr }).toEqual({
        code: 0,
        stdout: '',
        stderr: `found 1 service with 3 operations in 3 pages
wrote specs/school.yaml
wrote asmx-gen.config.json
Next: npx asmx-gen generate, or npx asmx-gen serve to try the service
`,
      });
      expect(folder.read('specs/school.yaml')).toBe(contract);
      expect(JSON.parse(folder.read('asmx-gen.config.json'))).toEqual({
        $schema: 'https://unpkg.com/asmx-gen/specs/asmx-gen.config.schema.json',
        contracts: [{ input: 'specs/school.yaml', output: 'generated/school' }],
      });
      expect((await runCli(['check'], { cwd: folder.path })).code).toBe(0);
    });

    test('reads the pages of a server whose WSDL is switched off', async () => {
      const asked: string[] = [];
      server = await startLocalServer((request, response) => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        asked.push(request.url ?? '');
        const operation = url.searchParams.get('op');
        if (/wsdl/i.test(url.search)) {
          response.writeHead(500, { 'Content-Type': 'text/html' }).end('<html>no</html>');
        } else if (operation !== null) response.end(page(operation));
        else {
          const links = ['AuthCode', 'GetBest', 'GetStudents'].map(
            (name) => `<li><a href="School.asmx?op=${name}">${name}</a></li>`,
          );
          response.end(`<html><body><ul>${links.join('')}</ul></body></html>`);
        }
      });
      const { origin } = server;
      folder = createFolder();
      const run = await runCli(['init', `${origin}/school/School.asmx`], { cwd: folder.path });
      expect(run.code).toBe(0);
      expect(run.stderr).toContain('its help pages are read instead');
      expect(folder.read('specs/school.yaml')).toBe(
        contract.replace('baseUrl: http://school.example.org', `baseUrl: ${origin}`),
      );
      expect(asked).toEqual([
        '/school/School.asmx?WSDL',
        '/school/School.asmx',
        '/school/School.asmx?op=AuthCode',
        '/school/School.asmx?op=GetBest',
        '/school/School.asmx?op=GetStudents',
      ]);
    });

    test('reads the pages of Mono, saved or from a server whose WSDL is switched off', async () => {
      const saved = join(packageRoot, 'test', 'fixtures', 'mono');
      folder = createFolder();
      const fromFolder = await runCli(['init', saved], { cwd: folder.path });
      expect(fromFolder.code).toBe(0);
      const text = folder.read('specs/generate-student-report.yaml');
      expect(text.slice(text.indexOf('asmx: 1'))).toBe(`asmx: 1
name: GenerateStudentReport
namespace: http://tempuri.org/
bindings: [soap11, httpGet, httpPost]
allParameters: true

services:
  GenerateStudentReport:
    operations:
      GenerateReport:
        parameters: { studentId: int, studentClass: string }
        returns: string?
`);
      folder.remove();
      folder = createFolder();
      const asked: string[] = [];
      server = await startLocalServer((request, response) => {
        const url = request.url ?? '';
        asked.push(url);
        const name = /tab=msg/.test(url) ? 'GenerateReport.msg.html' : 'GenerateStudentReport.html';
        if (/wsdl$/i.test(url)) response.writeHead(500).end('no');
        else response.end(readFileSync(join(saved, name)));
      });
      const address = `${server.origin}/GenerateStudentReport.asmx`;
      const fromServer = await runCli(['init', address], { cwd: folder.path });
      expect(fromServer.code).toBe(0);
      expect(folder.read('specs/generate-student-report.yaml')).toContain(
        `baseUrl: ${server.origin}\n`,
      );
      expect(asked).toEqual([
        '/GenerateStudentReport.asmx?WSDL',
        '/GenerateStudentReport.asmx',
        '/GenerateStudentReport.asmx?page=op&tab=msg&op=GenerateReport&bnd=GenerateStudentReportSoap',
      ]);
    });

    test('understands the pages of servers this tool generates', async () => {
      folder = createFolder();
      const school = join(packageRoot, 'specs', 'student-information.yaml');
      const child = startCli(['serve', school, '--port', '0']);
      try {
        const origin = await new Promise<string>((resolve) => {
          let text = '';
          const look = (chunk: Buffer): void => {
            text += chunk.toString();
            const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
            if (found !== undefined) resolve(found);
          };
          child.stdout?.on('data', look);
          child.stderr?.on('data', look);
        });
        for (const name of ['GenerateReport', 'GetAboutUs']) {
          const service = name === 'GetAboutUs' ? 'AboutUs' : 'GenerateStudentReport';
          const answer = await fetch(`${origin}/${service}.asmx?op=${name}`);
          folder.write(`pages/${name}.html`, await answer.text());
        }
      } finally {
        child.kill('SIGKILL');
      }
      const { code } = await runCli(['init', 'pages', '--name', 'Saved'], { cwd: folder.path });
      expect(code).toBe(0);
      const text = folder.read('specs/saved.yaml');
      expect(text).toContain('name: Saved\n');
      expect(text).toContain(`      GenerateReport:
        documentation: Generates a student report.
        parameters: { studentId: int, studentClass: string }
`);
      expect(text).toContain(`  AboutUs:
    operations:
      # The sample answer is empty: if the operation writes its answer itself, say returns: { written: json }, text or binary
      GetAboutUs:
        documentation: Fetches an about text.
`);
      expect(text).not.toContain('path:');
    });

    test('leaves out what the notation cannot say, with a warning', async () => {
      folder = createFolder({
        'pages/a.html': page('GetBest'),
        'pages/b.html': page('GetStudents').replaceAll(
          '&lt;GetStudents xmlns',
          '&lt;GetStudents soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" xmlns',
        ),
      });
      const { code, stderr } = await runCli(['init', 'pages'], { cwd: folder.path });
      expect(code).toBe(0);
      expect(stderr).toContain(
        "Operation 'GetStudents' is left out: its messages are encoded (rpc)",
      );
      expect(folder.read('specs/school.yaml')).not.toContain('GetStudents');
    });

    test('pages without samples are an error that says what to save', async () => {
      folder = createFolder({ 'pages/index.html': '<html><body>hello</body></html>' });
      const { code, stderr } = await runCli(['init', 'pages'], { cwd: folder.path });
      expect(code).toBe(2);
      expect(stderr).toBe(`asmx-gen: no sample request was found in 1 page
  Save the pages of the operations: the addresses that end in ?op=…
`);
      expect(folder.files()).toEqual(['pages/index.html']);
    });

    test('a folder without pages is an error that names a contract in it', async () => {
      folder = createFolder({ 'pages/notes.txt': '', 'specs/b.xsd': '', 'specs/a.wsdl.xml': '' });
      const { code, stderr } = await runCli(['init', 'pages'], { cwd: folder.path });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `asmx-gen: no help pages are in pages
  Save the pages that end in ?op=… as HTML into it.
`,
      });
      const named = await runCli(['init', 'pages', 'specs'], { cwd: folder.path });
      expect(named.stderr).toBe(`asmx-gen: no help pages are in pages, specs
  Name a contract: asmx-gen init specs/a.wsdl.xml
`);
    });

    test('hostile pages do no harm', async () => {
      const pre = (text: string): string => `<pre>${text.replaceAll('<', '&lt;')}</pre>`;
      const envelope = (body: string): string =>
        pre(`POST /X.asmx HTTP/1.1
Content-Type: text/xml

<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`);
      folder = createFolder({
        'pages/a.html': envelope(
          '<Go xmlns="urn:x"><__proto__>string</__proto__><constructor>int</constructor></Go>',
        ),
        'pages/b.html': envelope('<Bad xmlns="urn:x"><a>'),
        'pages/c.html': pre('<!DOCTYPE x [<!ENTITY e "e">]><x>&e;</x>'),
        'pages/d.html': `<pre>POST /X.asmx/${'%'} HTTP/1.1\n\n</pre>${'<pre>'.repeat(1000)}`,
      });
      const { code } = await runCli(['init', 'pages'], { cwd: folder.path });
      expect(code).toBe(0);
      expect(folder.read('specs/x.yaml')).toContain(
        'parameters: { __proto__: string, constructor: int }',
      );
    });
  });
});
