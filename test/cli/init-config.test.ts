import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { loadConfig } from '../../src/config/load.ts';
import { readDataText } from '../../src/diagnostics/data.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { runCli } from './in-process.ts';
import { startLocalServer } from './local-server.ts';
import { createFolder, type TestFolder } from './run-cli.ts';

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
