import {
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
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
import { Ajv } from 'ajv';
import { expandInputs } from '../../src/cli/contract/jobs.ts';
import { findConfig, type LoadedConfig, loadConfig, readSoundJson } from '../../src/config/load.ts';
import { pathGlob, readConfig } from '../../src/config/reader.ts';
import { defaultSettings, defineConfig, mergeSettings } from '../../src/config/settings.ts';
import { complainAtSpan, readDataText } from '../../src/diagnostics/data.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { reportText } from '../../src/diagnostics/report.ts';

describe('config schema', () => {
  const root = new URL('../../', import.meta.url);
  const schema = JSON.parse(
    readFileSync(new URL('specs/asmx-gen.config.schema.json', root), 'utf8'),
  );
  const validate = new Ajv({ strict: true, allErrors: true }).compile(schema);

  const money = { import: './money.js', type: 'Money', parse: 'parseMoney', format: 'formatMoney' };

  function reads(text: string): boolean {
    const bag = createDiagnosticBag();
    const data = readDataText({ path: 'x.json', text }, bag);
    if (data !== undefined) readConfig(data, complainAtSpan(bag));
    return !bag.failed;
  }

  describe('asmx-gen.config.schema.json', () => {
    const table: readonly (readonly [unknown, boolean])[] = [
      [{ contracts: [{ input: 'a.wsdl' }] }, true],
      [{ contracts: [{ input: ['a', 'b'], only: ['x'], lint: { ASMX6001: 'off' } }] }, true],
      [{ contracts: [{ input: 'a', imports: { 'classpath:': 'x/' } }], imports: 'c.xml' }, true],
      [{ contracts: [{ input: 'a', imports: 'c.xml' }], imports: { 'http://h/': 'x/' } }, true],
      [{ contracts: [{ input: 'a', imports: ['c.xml'] }] }, false],
      [{ contracts: [{ input: 'a', imports: { 'classpath:': '' } }] }, false],
      [{ contracts: [{ input: 'a', imports: { '': 'x/' } }] }, false],
      [{ contracts: [{ input: 'a' }], imports: '' }, false],
      [{ contracts: [{ input: 'a', targets: ['+schemas', '+mcp'] }] }, true],
      [{ contracts: [{ input: 'a', targets: ['types', '+schemas'] }] }, false],
      [{ contracts: [{ input: 'a', targets: ['+schema'] }] }, false],
      [
        { contracts: [{ input: 'a' }], diff: { ignore: [{ code: 'type-added', reason: 'x' }] } },
        true,
      ],
      [{ contracts: [{ input: 'a' }], diff: { ignore: [{ code: 'type-added' }] } }, false],
      [{ contracts: [{ input: 'a' }], diff: { ignore: [{ code: 'x', reason: 'x' }] } }, false],
      [{ contracts: [{ input: 'a' }], diff: { accept: [] } }, false],
      [{ contracts: [] }, false],
      [{}, false],
      [{ contracts: [{ input: '' }] }, false],
      [{ contracts: [{ input: 'a', out: 'b' }] }, false],
      [{ contracts: [{ input: 'a', baseUrl: 'ftp://x' }] }, false],
      [{ contracts: [{ input: 'a', baseUrl: 'https://h/Orders.asmx?WSDL' }] }, true],
      [{ contracts: [{ input: 'a', baseUrl: 'https://h/Orders.asmx?op=Ping' }] }, true],
      [{ contracts: [{ input: 'a', baseUrl: 'https://h/?key=1' }] }, false],
      [{ contracts: [{ input: 'a', types: { date: 'Date' } }] }, false],
      [{ contracts: [{ input: 'a', types: 'json' }] }, true],
      [{ contracts: [{ input: 'a', routes: { 'A.B': 'GET /b/{c}' } }] }, true],
      [{ contracts: [{ input: 'a', routes: { 'A.B': 'TRACE /b' } }] }, false],
      [{ contracts: [{ input: 'a', routes: { 'A.B': 'GET b' } }] }, false],
      [{ contracts: [{ input: 'a', mcp: { texts: { Get: 'Finds it.' } } }] }, true],
      [{ contracts: [{ input: 'a', mcp: {} }] }, true],
      [{ contracts: [{ input: 'a', mcp: { texts: { Get: ' ' } } }] }, false],
      [{ contracts: [{ input: 'a', mcp: { texts: ['Get'] } }] }, false],
      [{ contracts: [{ input: 'a', mcp: { text: {} } }] }, false],
      [{ contracts: [{ input: 'a', scriptServices: true }] }, true],
      [{ contracts: [{ input: 'a', scriptServices: ['Orders'] }] }, true],
      [{ contracts: [{ input: 'a', scriptServices: 'Orders' }] }, false],
      [{ contracts: [{ input: 'a', scriptGets: ['Orders.Get'] }] }, true],
      [{ contracts: [{ input: 'a', scriptGets: [''] }] }, false],
      [{ contracts: [{ input: 'a', scriptGets: true }] }, false],
      [{ contracts: [{ input: 'a', scriptServices: false }] }, false],
      [{ contracts: [{ input: 'a', scriptServices: [''] }] }, false],
      [{ contracts: [{ input: 'a', types: 'jsn' }] }, false],
      [{ contracts: [{ input: 'a', types: { base64Binary: 'string', hexBinary: money } }] }, true],
      [{ contracts: [{ input: 'a', types: { Amount: money, decimal: money } }] }, true],
      [
        { contracts: [{ input: 'a', types: { Amount: { ...money, import: '@x/money/eur' } } }] },
        true,
      ],
      [
        {
          contracts: [{ input: 'a', types: { Amount: { ...money, import: '../../lib/a-b.ts' } } }],
        },
        true,
      ],
      [
        { contracts: [{ input: 'a', types: { Amount: { ...money, import: '/etc/money.js' } } }] },
        false,
      ],
      [
        { contracts: [{ input: 'a', types: { Amount: { ...money, import: './a/../b.js' } } }] },
        false,
      ],
      [
        { contracts: [{ input: 'a', types: { Amount: { ...money, import: "./a');b('" } } }] },
        false,
      ],
      [
        {
          contracts: [
            { input: 'a', types: { Amount: { ...money, import: 'data:text/javascript,' } } },
          ],
        },
        false,
      ],
      [{ contracts: [{ input: 'a', types: { Amount: { ...money, type: 'A.B' } } }] }, false],
      [{ contracts: [{ input: 'a', types: { Amount: { ...money, parse: 'parse()' } } }] }, false],
      [{ contracts: [{ input: 'a', types: { Amount: { ...money, format: undefined } } }] }, false],
      [{ contracts: [{ input: 'a', types: { Amount: { ...money, check: 'x' } } }] }, false],
      [{ contracts: [{ input: 'a', types: { Amount: 'Money' } }] }, false],
      [{ contracts: [{ input: 'a', types: { QName: money } }] }, false],
      [{ contracts: [{ input: 'a', types: { ENTITY: money } }] }, false],
      [{ contracts: [{ input: 'a', lint: { ASMX1001: 'off' } }] }, false],
      [{ lint: { ASMX4001: 'off' }, contracts: [{ input: 'a' }] }, false],
      [{ lint: { ASMX3015: 'off' }, contracts: [{ input: 'a' }] }, true],
      [{ contracts: [{ input: 'a', lint: { ASMX1022: 'hint' } }] }, true],
      [{ contracts: [{ input: 'a', header: '' }] }, false],
      [{ contracts: [{ input: 'a', gitattributes: false }] }, true],
      [{ contracts: [{ input: 'a', gitattributes: 'no' }] }, false],
      [{ contracts: [{ input: 'a', targets: [] }] }, false],
      [{ contracts: [{ input: 'a', runtime: { shared: 'generated/runtime' } }] }, true],
      [{ contracts: [{ input: 'a', runtime: { shared: '../[runtime]' } }] }, true],
      [{ contracts: [{ input: 'a', runtime: { shared: '' } }] }, false],
      [{ contracts: [{ input: 'a', runtime: { shared: "it's" } }] }, false],
      [{ contracts: [{ input: 'a', runtime: { shared: 'a?b' } }] }, false],
      [{ contracts: [{ input: 'a', runtime: { shared: ['a'] } }] }, false],
      [{ contracts: [{ input: 'a', runtime: { shared: 'a', folder: 'b' } }] }, false],
      [{ contracts: [{ input: 'a', runtime: {} }] }, false],
      [{ contracts: [{ input: 'a', runtime: 'shared' }] }, false],
      [{ contracts: [{ input: 'a', runtime: ['vendor'] }] }, false],
    ];
    test.each(table)('agrees with the reader on %j', (value, sound) => {
      expect(validate(value)).toBe(sound);
      expect(reads(JSON.stringify(value))).toBe(sound);
    });

    test('accepts the configuration of this project', () => {
      const text = readFileSync(new URL('asmx-gen.config.json', root), 'utf8');
      expect(validate(JSON.parse(text))).toBe(true);
      expect(reads(text)).toBe(true);
    });
  });
});

describe('expand inputs', () => {
  let folder = '';
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'asmx-gen-inputs-')));
    const files = [
      'specs/b.wsdl',
      'specs/a.wsdl',
      'specs/Z.wsdl',
      'specs/deep/c.yaml',
      'x [1].wsdl',
    ];
    for (const name of [...files, 'node_modules/p/n.wsdl', '.hidden/h.wsdl']) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), '');
    }
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  describe('expandInputs', () => {
    const table: readonly (readonly [readonly string[], readonly string[]])[] = [
      [['specs/a.wsdl'], ['specs/a.wsdl']],
      [['missing.wsdl'], ['missing.wsdl']],
      [['specs/*.wsdl'], ['specs/Z.wsdl', 'specs/a.wsdl', 'specs/b.wsdl']],
      [
        ['./specs/**/*.{yaml,wsdl}', '!specs/Z.wsdl'],
        ['specs/a.wsdl', 'specs/b.wsdl', 'specs/deep/c.yaml'],
      ],
      [['**/*.wsdl'], ['specs/Z.wsdl', 'specs/a.wsdl', 'specs/b.wsdl', 'x [1].wsdl']],
      [
        ['specs/b.wsdl', 'specs/?.wsdl'],
        ['specs/b.wsdl', 'specs/Z.wsdl', 'specs/a.wsdl'],
      ],
      [['x [1].wsdl'], ['x [1].wsdl']],
    ];
    test.each(table)('%j', (patterns, wanted) => {
      const bag = createDiagnosticBag();
      const found = expandInputs(patterns, folder, bag);
      expect(found.map((path) => relative(folder, path))).toEqual(wanted);
      expect(bag.diagnostics).toEqual([]);
    });

    test('reports a glob that matches nothing', () => {
      const bag = createDiagnosticBag();
      expect(expandInputs(['nowhere/*.wsdl'], folder, bag)).toEqual([]);
      expect(bag.diagnostics.map((one) => [one.code, one.message])).toEqual([
        ['ASMX5002', `'nowhere/*.wsdl' matches no file in ${folder}`],
      ]);
    });
  });

  describe('pathGlob', () => {
    const table: readonly (readonly [string, string, boolean])[] = [
      ['*.wsdl', 'a.wsdl', true],
      ['*.wsdl', 'a/b.wsdl', false],
      ['*.wsdl', 'aXwsdl', false],
      ['**/x', 'x', true],
      ['**/x', 'a/b/x', true],
      ['a/**', 'a/b/c', true],
      ['a-{b,c}.y', 'a-c.y', true],
      ['a-{b,c}.y', 'a-d.y', false],
      ['a{b', 'a{b', true],
      ['(a|b)', '(a|b)', true],
      ['****x', `${'a'.repeat(50_000)}y`, false],
    ];
    test.each(table)('%s on %.20s: %s', (pattern, path, wanted) => {
      expect(pathGlob(pattern).test(path)).toBe(wanted);
    });
  });
});

describe('load config', () => {
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'asmx-gen config ü ')));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function write(name: string, text: string): string {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  async function load(
    name: string,
    text?: string,
  ): Promise<{ config: LoadedConfig | undefined; report: string }> {
    if (text !== undefined) write(name, text);
    const bag = createDiagnosticBag();
    const config = await loadConfig(name, bag, folder);
    return { config, report: reportText(bag.diagnostics) };
  }

  describe('findConfig', () => {
    test('prefers mjs, js, ts, json, yaml, yml in that order', () => {
      const names = ['yml', 'yaml', 'json', 'ts', 'js', 'mjs'].map(
        (one) => `asmx-gen.config.${one}`,
      );
      for (const name of names) {
        const path = write(name, '');
        expect(findConfig(folder)).toBe(path);
      }
    });

    test('looks upward as far as the first package.json', () => {
      const path = write('asmx-gen.config.json', '');
      write('a/b/c.txt', '');
      expect(findConfig(join(folder, 'a/b'))).toBe(path);
      write('a/package.json', '{}');
      expect(findConfig(join(folder, 'a/b'))).toBeUndefined();
      expect(findConfig(join(folder, 'a'))).toBeUndefined();
      write('package.json', '{}');
      expect(findConfig(folder)).toBe(path);
    });

    test('takes no folder for a file', () => {
      write('asmx-gen.config.mjs/x', '');
      const path = write('asmx-gen.config.json', '');
      expect(findConfig(folder)).toBe(path);
    });
  });

  const full = {
    $schema: './x.json',
    contracts: [
      {
        input: ['specs/*.wsdl', '!specs/old.wsdl'],
        output: 'out',
        targets: ['soap', 'types'],
        runtime: 'package',
        baseUrl: 'https://example.com:8443/school',
        namespace: 'urn:x',
        naming: { 'A.Op': 'doIt' },
        types: { dateTime: 'Date', long: 'number' },
        arrays: 'keep',
        enums: 'const',
        brands: true,
        dataSets: { 'A.Op': { Table: 'Row' }, 'A.Other': 'set.xsd' },
        streams: ['A.Op.data'],
        only: 'Get*',
        routes: { 'A.Op': 'GET /op/{id}' },
        mcp: { texts: { 'A.Op': 'Does it.' } },
        scriptServices: ['A'],
        scriptGets: ['A.Op'],
        templates: 'tpl',
        emit: 'ts',
        importExtension: 'ts',
        header: 'Copyright',
        gitattributes: false,
        format: 'project',
        allowHosts: 'example.com',
        imports: { 'classpath:': 'src\\resources\\' },
        lenient: true,
        patterns: 'dotnet',
        lint: { ASMX6001: 'off' },
      },
      { input: 'a.yaml' },
    ],
    diff: {
      ignore: [
        { code: 'field-removed', path: 'Order.*', reason: 'never sent', until: '2026-12-31' },
        { code: 'type-renamed', reason: 'only in code' },
      ],
    },
  };

  describe('loadConfig', () => {
    const settings = [
      {
        ...full.contracts[0],
        folderEach: true,
        targets: ['types', 'soap'],
        only: ['Get*'],
        allowHosts: ['example.com'],
        imports: [{ from: 'classpath:', to: 'src/resources/' }],
        dataSets: {
          'A.Op': { rowTypes: { Table: 'Row' }, schemas: [] },
          'A.Other': { rowTypes: {}, schemas: ['set.xsd'] },
        },
        diff: full.diff,
      },
      { ...defaultSettings, input: ['a.yaml'], diff: full.diff },
    ];
    const texts: readonly (readonly [string, string])[] = [
      ['asmx-gen.config.json', JSON.stringify(full)],
      ['asmx-gen.config.yaml', `# comment\n${JSON.stringify(full)}`],
      ['asmx-gen.config.mjs', `export default ${JSON.stringify(full)}`],
    ];
    test.each(texts)('reads every key of %s', async (name, text) => {
      const { config, report } = await load(name, text);
      expect(report).toBe('');
      expect(config?.path).toBe(join(folder, name));
      expect(config?.directory).toBe(folder);
      expect(config?.contracts).toEqual(settings);
    });

    describe('of another user', () => {
      const other = 54321;
      /** Whose it is can be changed by root alone; for others, it is this process that is another. */
      function belongsToOther(name: string): void {
        if (process.getuid?.() === 0) lchownSync(join(folder, name), other, other);
        else jest.spyOn(process, 'getuid').mockReturnValue(other);
      }
      afterEach(() => {
        jest.restoreAllMocks();
      });

      const code = `export default ${JSON.stringify(full)}`;
      const posix = process.getuid === undefined ? test.skip : test;
      posix.each(['mjs', 'js', 'ts'])('is refused if it is code: %s', async (extension) => {
        const name = `asmx-gen.config.${extension}`;
        write(name, `globalThis.ranConfig = true; ${code}`);
        belongsToOther(name);
        const { config, report } = await load(name);
        expect(config).toBeUndefined();
        expect(report).toMatch(
          /ASMX5001: .* cannot be loaded: it is code of another user \(number \d+\)/,
        );
        expect(report).toContain('chown');
        expect(report).toContain('asmx-gen.config.json');
        expect(globalThis).not.toHaveProperty('ranConfig');
      });

      posix('is refused if it is a link of theirs to code of yours', async () => {
        write('mine.mjs', code);
        symlinkSync('mine.mjs', join(folder, 'asmx-gen.config.mjs'));
        belongsToOther('asmx-gen.config.mjs');
        expect((await load('asmx-gen.config.mjs')).report).toContain('code of another user');
      });

      posix('is read if it is JSON', async () => {
        write('asmx-gen.config.json', JSON.stringify(full));
        belongsToOther('asmx-gen.config.json');
        expect((await load('asmx-gen.config.json')).config?.contracts).toEqual(settings);
      });
    });

    const bad: readonly (readonly [string, string, readonly string[]])[] = [
      [
        'asmx-gen.config.json',
        '{\n  "contracts": [\n    { "inptu": "a.wsdl", "targets": ["clients"], "runtime": true }\n  ]\n}\n',
        [
          "asmx-gen.config.json:3:7 error ASMX5002: unknown key 'inptu' in an entry of 'contracts'",
          '   2 |   "contracts": [',
          ' > 3 |     { "inptu": "a.wsdl", "targets": ["clients"], "runtime": true }',
          '     |       ^^^^^^^',
          "   help: did you mean 'input'?",
          '',
          "asmx-gen.config.json:3:7 error ASMX5002: key 'input' is missing in an entry of 'contracts'",
          '   2 |   "contracts": [',
          ' > 3 |     { "inptu": "a.wsdl", "targets": ["clients"], "runtime": true }',
          '     |       ^^^^^^^',
          "   help: for example contracts: [{ input: 'specs/service.wsdl' }]",
          '',
          "asmx-gen.config.json:3:38 error ASMX5002: a target must be one of types, client, server, wsdl, docs, handlers, soap, schemas, gateway, mcp, not the text 'clients'",
          '   2 |   "contracts": [',
          ' > 3 |     { "inptu": "a.wsdl", "targets": ["clients"], "runtime": true }',
          '     |                                      ^^^^^^^^^',
          "   help: did you mean 'client'?",
          '',
          "asmx-gen.config.json:3:61 error ASMX5002: 'runtime' must be vendor, package or a map with the key 'shared', not the boolean true",
          '   2 |   "contracts": [',
          ' > 3 |     { "inptu": "a.wsdl", "targets": ["clients"], "runtime": true }',
          '     |                                                             ^^^^',
          "   help: for example runtime: { shared: 'generated/runtime' }",
          '',
        ],
      ],
      [
        'asmx-gen.config.mjs',
        'export default { contracts: [{ input: [], naming: { "A.Op": "do it" }, types: { long: "Long" } }] }',
        [
          "error ASMX5002: asmx-gen.config.mjs: contracts[0].input: 'input' is empty",
          '',
          `error ASMX5002: asmx-gen.config.mjs: contracts[0].naming["A.Op"]: 'do it' is not an identifier`,
          '   help: use letters, digits, _ and $; begin with none of the digits',
          '',
          "error ASMX5002: asmx-gen.config.mjs: contracts[0].types.long: 'long' in 'types' must be one of bigint, number, string, not the text 'Long'",
          '',
        ],
      ],
      [
        'asmx-gen.config.yaml',
        'contracts:\n  - input: a.wsdl\n    output: gen/\n  - input: b.wsdl\n    output: ./gen\n',
        [
          "asmx-gen.config.yaml:5:13 error ASMX5002: two entries write to './gen'",
          '   4 |   - input: b.wsdl',
          ' > 5 |     output: ./gen',
          '     |             ^^^^^',
          '   help: give each its own output folder',
          '   asmx-gen.config.yaml:3:13 the other one',
          ' > 3 |     output: gen/',
          '     |             ^^^^',
          '',
        ],
      ],
      [
        'asmx-gen.config.yaml',
        'contracts:\n  - { input: a.wsdl, runtime: { shared: gen/rt } }\n' +
          '  - { input: b.wsdl, importExtension: ts, runtime: { shared: ./gen/rt/ } }\n' +
          '  - { input: c.wsdl, runtime: { shared: "a#b" } }\n',
        [
          "asmx-gen.config.yaml:3:52 error ASMX5002: entries that share './gen/rt/' differ in 'importExtension'",
          '   2 |   - { input: a.wsdl, runtime: { shared: gen/rt } }',
          ' > 3 |   - { input: b.wsdl, importExtension: ts, runtime: { shared: ./gen/rt/ } }',
          '     |                                                    ^^^^^^^^^^^^^^^^^^^^^',
          "   help: give them the same 'importExtension', or another shared folder",
          '   asmx-gen.config.yaml:2:31 the other one',
          ' > 2 |   - { input: a.wsdl, runtime: { shared: gen/rt } }',
          '     |                               ^^^^^^^^^^^^^^^^^^',
          '',
          "asmx-gen.config.yaml:4:41 error ASMX5002: 'shared' in 'runtime' has a character that imports cannot have",
          '   3 |   - { input: b.wsdl, importExtension: ts, runtime: { shared: ./gen/rt/ } }',
          ' > 4 |   - { input: c.wsdl, runtime: { shared: "a#b" } }',
          '     |                                         ^^^^^',
          "   help: for example runtime: { shared: 'generated/runtime' }",
          '',
        ],
      ],
      [
        'asmx-gen.config.json',
        '{ "contracts": [ }',
        ['asmx-gen.config.json:1:18 error ASMX5001: '],
      ],
      [
        'asmx-gen.config.mjs',
        'export const config = 1',
        [
          'error ASMX5001: asmx-gen.config.mjs cannot be loaded: it has no default export',
          '   help: write export default defineConfig({ … })',
          '',
        ],
      ],
      [
        'asmx-gen.config.mjs',
        'export default {};\nthrow new Error("no such thing.\\nsecond line")',
        [
          'asmx-gen.config.mjs:2:7 error ASMX5001: asmx-gen.config.mjs cannot be loaded: no such thing',
          '   1 | export default {};',
          ' > 2 | throw new Error("no such thing.\\nsecond line")',
          '     |       ^',
          '',
        ],
      ],
      [
        'asmx-gen.config.mjs',
        'export default () => 1',
        [
          'error ASMX5002: asmx-gen.config.mjs: the configuration must be a map, not a function or other object',
          '',
        ],
      ],
      [
        'asmx-gen.config.toml',
        '',
        ['error ASMX5001: asmx-gen.config.toml cannot be loaded: its kind is not known'],
      ],
    ];
    test.each(bad)('reports what is wrong with %s %#', async (name, text, lines) => {
      const { config, report } = await load(name, text);
      expect(config).toBeUndefined();
      const wanted = lines.join('\n');
      expect(lines.at(-1) === '' ? report : report.slice(0, wanted.length)).toBe(wanted);
    });

    test('says how to do without a Node that runs TypeScript', async () => {
      const { config, report } = await load(
        'asmx-gen.config.ts',
        'export default { contracts: [] }',
      );
      const features: Readonly<Record<string, unknown>> = { ...process.features };
      if (features.typescript) return;
      expect(config).toBeUndefined();
      expect(report).toBe(
        `error ASMX5001: asmx-gen.config.ts cannot be loaded: Node ${process.versions.node} cannot load TypeScript\n` +
          '   help: rename it to asmx-gen.config.mjs, or run Node 22.18 or later\n',
      );
    });

    test('reports a file that is not there, is a folder, or is not UTF-8', async () => {
      const bag = createDiagnosticBag();
      mkdirSync(join(folder, 'd.json'));
      writeFileSync(join(folder, 'l.json'), Buffer.from([0x22, 0xe9, 0x22]));
      expect(await loadConfig('none.json', bag, folder)).toBeUndefined();
      expect(await loadConfig('d.json', bag, folder)).toBeUndefined();
      expect(await loadConfig('l.json', bag, folder)).toBeUndefined();
      expect(await loadConfig('none.mjs', bag, folder)).toBeUndefined();
      expect(bag.diagnostics.map((one) => one.message)).toEqual([
        'none.json cannot be loaded: there is no such file',
        'd.json cannot be loaded: it is a folder',
        'l.json cannot be loaded: it is not UTF-8',
        'none.mjs cannot be loaded: there is no such file',
      ]);
    });

    test('names the lint rules there are', async () => {
      const { report } = await load(
        'asmx-gen.config.json',
        '{ "contracts": [{ "input": "a", "lint": { "ASMX1001": "off", "ASMX6001": "loud" } }] }',
      );
      expect(report).toContain("error ASMX5002: 'ASMX1001' is not a lint rule");
      expect(report).toMatch(/help: rules are ASMX6001/);
      expect(report).toContain(
        "the severity of ASMX6001 must be one of off, hint, warning, error, not the text 'loud'",
      );
    });

    test('survives a value that holds itself', async () => {
      const { report } = await load(
        'asmx-gen.config.mjs',
        'const c = { contracts: [] }; c.contracts.push(c); export default c;',
      );
      expect(report).toContain("contracts[0].contracts: unknown key 'contracts' in an entry");
    });
  });

  describe('mergeSettings', () => {
    test('puts given flags over settings', () => {
      const merged = mergeSettings(
        { ...defaultSettings, output: 'a', runtime: 'package' },
        { output: 'b', runtime: undefined, only: ['X'] },
      );
      expect(merged).toEqual({ ...defaultSettings, output: 'b', runtime: 'package', only: ['X'] });
    });
  });

  describe('defineConfig', () => {
    test('answers what it is given', () => {
      const config = { contracts: [{ input: 'a.wsdl' }] };
      expect(defineConfig(config)).toBe(config);
    });
  });
});

describe('sound json', () => {
  /** The same by way of the YAML parser; `undefined` when it finds something wrong. */
  function readAsYaml(text: string): unknown {
    const bag = createDiagnosticBag();
    const root = readDataText({ path: 'x.json', text }, bag);
    const settings = root && readConfig(root, complainAtSpan(bag));
    return bag.diagnostics.length > 0 ? undefined : settings;
  }

  const everything = {
    $schema: './node_modules/asmx-gen/specs/asmx-gen.config.schema.json',
    contracts: [
      {
        input: ['specs/*.wsdl', 'ein "Wort"\\ mit\nZeilen'],
        output: 'generated',
        targets: ['types', 'handlers'],
        runtime: 'package',
        baseUrl: 'http://localhost:8080',
        namespace: 'urn:ü [] {} , : # & * ! | > % @',
        naming: { 'Get[]': 'get', ['__proto__']: 'x', '2': 'two', '': 'empty', null: 'nothing' },
        types: { dateTime: 'string', decimal: 'string' },
        arrays: 'keep',
        enums: 'const',
        only: ['Get*'],
        templates: 'templates',
        handlers: 'src/handlers',
        importExtension: 'none',
        header: '- yes',
        gitattributes: false,
        format: 'project',
        allowHosts: ['example.org'],
        lenient: true,
        patterns: 'dotnet',
        lint: { ASMX6001: 'off' },
      },
      { input: 'b.yaml' },
    ],
  };

  describe('a JSON configuration that is sound', () => {
    test.each([
      ['on one line', JSON.stringify(everything)],
      ['indented', `\n${JSON.stringify(everything, null, 2)}\n`],
      [
        'with tabs and line ends of Windows',
        JSON.stringify(everything, null, '\t').replaceAll('\n', '\r\n'),
      ],
    ])('means what it means as YAML: %s', (_, text) => {
      const settings = readSoundJson(text);
      expect(settings).toBeDefined();
      expect(settings).toEqual(readAsYaml(text));
    });
  });

  describe('is left to the YAML parser', () => {
    const contracts = '"contracts":[{"input":"a.wsdl"}]';
    test.each([
      ['YAML', 'contracts: [{ input: a.wsdl }]'],
      ['YAML between braces', '{ contracts: [{ input: a.wsdl }] }'],
      ['nothing', ''],
      ['malformed JSON', `{${contracts}`],
      ['a comment', `{${contracts}} # so`],
      ['a key that appears twice', `{${contracts},${contracts}}`],
      ['a key that appears twice further in', '{"contracts":[{"input":"a","input":"b"}]}'],
      [
        'keys that JavaScript orders anew',
        '{"contracts":[{"input":"a","naming":{"b":"b","1":"c"}}]}',
      ],
      ['a merge key', '{"contracts":[{"input":"a","naming":{"<<":"b"}}]}'],
      ['an escape no one needs', '{"contracts":[{"input":"\\u0061"}]}'],
      ['an unknown key', `{${contracts},"x":1}`],
      ['a value of the wrong kind', '{"contracts":[{"input":1.50}]}'],
      [
        'two entries with one output',
        '{"contracts":[{"input":"a","output":"o"},{"input":"b","output":"o"}]}',
      ],
      ['no map', '[1]'],
    ])('%s', (_, text) => {
      expect(readSoundJson(text)).toBeUndefined();
    });
  });
});
