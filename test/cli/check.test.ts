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
import { caseNames, checkCase } from './cases.ts';
import { runCli } from './in-process.ts';
import { createFolder, packageRoot, type RunResult, type TestFolder } from './run-cli.ts';

describe('check', () => {
  jest.setTimeout(60_000);

  const school = readFileSync(join(packageRoot, 'specs/student-information.yaml'), 'utf8');

  let folder: TestFolder;
  beforeEach(() => {
    folder = createFolder({ 'school.yaml': school });
  });
  afterEach(() => folder.remove());

  /** `check` with the severities given in a configuration. */
  function check(lint?: Readonly<Record<string, string>>): Promise<RunResult> {
    const config = {
      contracts: [{ input: 'school.yaml', ...(lint === undefined ? {} : { lint }) }],
    };
    folder.write('asmx-gen.config.json', JSON.stringify(config));
    return runCli(['check'], { cwd: folder.path });
  }

  const codes = ({ stderr }: RunResult): readonly string[] =>
    [...stderr.matchAll(/(?:error|warning|hint) ASMX\d{4}/g)].map(([text]) => text);

  describe('check', () => {
    test('explains the capitalisations of the school service and nothing else, and is content', async () => {
      const result = await check();
      expect(result).toMatchObject({ code: 0, stdout: '' });
      expect(codes(result)).toEqual(['warning ASMX6001', 'warning ASMX6001']);
      expect(result.stderr).toMatch(/14 services, 18 operations: 2 warnings \(/);
    });

    test.each([
      [{ ASMX6001: 'hint' }, 0, ['hint ASMX6001', 'hint ASMX6001']],
      [{ ASMX6001: 'warning' }, 0, ['warning ASMX6001', 'warning ASMX6001']],
      [{ ASMX6001: 'error' }, 1, ['error ASMX6001', 'error ASMX6001']],
      [{ ASMX6001: 'off' }, 0, []],
      [{ ASMX6001: 'off', ASMX6013: 'error' }, 1, Array(14).fill('error ASMX6013')],
    ] as const)('with %j exits %d', async (lint, code, found) => {
      const result = await check(lint);
      expect(result.code).toBe(code);
      expect(codes(result)).toEqual(found);
    });

    test('refuses severities and rules that do not exist', async () => {
      const severity = await check({ ASMX6001: 'loud' });
      expect(severity.code).toBe(2);
      expect(severity.stderr).toMatch(/asmx-gen\.config\.json:1:\d+ error ASMX5002/);
      expect(severity.stderr).toContain('must be one of off, hint, warning, error');
      const rule = await check({ ASMX6999: 'off' });
      expect(rule.code).toBe(2);
      expect(codes(rule)).toEqual(['error ASMX5002']);
      expect(rule.stderr).toContain("'ASMX6999'");
    });

    test('says nothing but errors with --quiet', async () => {
      const { code, stdout, stderr } = await runCli(['check', 'school.yaml', '--quiet'], {
        cwd: folder.path,
      });
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    });
  });
});

describe('bad contracts', () => {
  jest.setTimeout(60_000);

  const head = 'asmx: 1\nname: Bad\nnamespace: urn:bad\nservices:\n';

  /** Contracts that are wrong, the code they get, and the line and column. */
  const cases: readonly [name: string, text: string, code: string, place: string][] = [
    ['broken YAML', `${head}  S: { operations: { A: {}\n`, 'ASMX1010', ''],
    [
      'an unknown key',
      `${head}  S:\n    operations:\n      A: { paramters: {} }\n`,
      'ASMX1011',
      '7:12',
    ],
    [
      'an unknown type',
      `${head}  S:\n    operations:\n      A: { parameters: { x: Studnet } }\n`,
      'ASMX2001',
      '7:29',
    ],
    [
      'a duplicate name',
      `${head}  S:\n    operations:\n      A: {}\n      A: {}\n`,
      'ASMX2002',
      '8:7',
    ],
    [
      'a name that is no NCName',
      `${head}  S:\n    operations:\n      "A b": {}\n`,
      'ASMX3001',
      '7:7',
    ],
    ['no services', 'asmx: 1\nname: Bad\nnamespace: urn:bad\n', 'ASMX1012', ''],
    [
      'a malformed type expression',
      `${head}  S:\n    operations:\n      A: { parameters: { x: "int[" } }\n`,
      'ASMX1014',
      '7:33',
    ],
    ['a file that is no contract', 'hello: world\n', 'ASMX1', ''],
  ];

  let folder: TestFolder;
  beforeEach(() => {
    folder = createFolder();
  });
  afterEach(() => folder.remove());

  describe('a contract with an error is told with its place, a frame and a fix; nothing is written', () => {
    test.each(cases)('%s', async (_name, text, code, place) => {
      folder.write('bad contract.yaml', text);
      for (const args of [
        ['generate', 'bad contract.yaml', '-o', 'out'],
        ['check', 'bad contract.yaml'],
      ]) {
        const result = await runCli(args, { cwd: folder.path });
        expect({ code: result.code, stdout: result.stdout }).toEqual({ code: 1, stdout: '' });
        expect(result.stderr).toContain(`bad contract.yaml:${place}`);
        expect(result.stderr).toMatch(new RegExp(`error ${code}`));
        expect(result.stderr).toMatch(/\n > ?\d+ \| |\n {2,}> ?\d+ \| |> +\d+ \|/);
        expect(result.stderr).not.toMatch(/undefined|\n {4}at /);
      }
      expect(folder.files()).toEqual(['bad contract.yaml']);
    });

    test('all errors of a run at once, of several contracts', async () => {
      folder.write(
        'a.yaml',
        `${head}  S:\n    operations:\n      A: { paramters: {}, parameters: { x: Nope } }\n`,
      );
      folder.write('b.yaml', `${head}  S:\n    operations:\n      "1": {}\n`);
      const { code, stderr } = await runCli(['generate', 'a.yaml', 'b.yaml'], { cwd: folder.path });
      expect(code).toBe(1);
      expect(stderr).toMatch(/a\.yaml:\d+:\d+ error ASMX1011/);
      expect(stderr).toMatch(/a\.yaml:\d+:\d+ error ASMX2001/);
      expect(stderr).toMatch(/b\.yaml:\d+:\d+ error ASMX3001/);
      expect(folder.files()).toEqual(['a.yaml', 'b.yaml']);
    });

    test('--reporter json is one document on stdout', async () => {
      folder.write('a.yaml', `${head}  S:\n    operations:\n      A: { paramters: {} }\n`);
      for (const command of ['check', 'generate', 'inspect']) {
        const { code, stdout, stderr } = await runCli([command, 'a.yaml', '--reporter', 'json'], {
          cwd: folder.path,
        });
        expect(code).toBe(1);
        expect(stderr).not.toContain('ASMX');
        expect(JSON.parse(stdout)).toMatchObject({
          version: 1,
          diagnostics: [
            {
              file: 'a.yaml',
              line: 7,
              column: 12,
              severity: 'error',
              code: 'ASMX1011',
              message: expect.any(String),
            },
          ],
        });
      }
    });

    test('--reporter github writes workflow commands', async () => {
      folder.write('a.yaml', `${head}  S:\n    operations:\n      A: { paramters: {} }\n`);
      const { code, stdout } = await runCli(['check', 'a.yaml', '--reporter', 'github'], {
        cwd: folder.path,
      });
      expect(code).toBe(1);
      expect(stdout).toMatch(/^::error file=a\.yaml,line=7,col=12,title=ASMX1011::/);
    });
  });

  describe('what cannot be read ends with 2', () => {
    const missing: readonly [args: string[], want: RegExp][] = [
      [['generate', 'absent.yaml'], /absent\.yaml.*no such file/],
      [['check', 'absent.yaml'], /absent\.yaml.*no such file/],
      [['inspect', 'absent.yaml'], /absent\.yaml.*no such file/],
      [['call', 'absent.yaml', 'Op'], /absent\.yaml.*no such file/],
      [['serve', 'absent.yaml'], /absent\.yaml.*no such file/],
      [['check', '.'], /is a folder/],
      [['generate'], /no contract is named and there is no configuration/],
      [['check'], /no contract is named and there is no configuration/],
      [['generate', '--config', 'absent.json'], /configuration absent\.json does not exist/],
    ];
    test.each(missing)('%j', async (args, want) => {
      const { code, stdout, stderr } = await runCli(args, { cwd: folder.path });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(want);
      expect(stderr).not.toMatch(/undefined|\n {4}at /);
    });

    test.each([
      ['asmx-gen.config.json', '{ "contracts": [ }', /asmx-gen\.config\.json:1:\d+ error ASMX5001/],
      ['asmx-gen.config.json', '{ "contract": [] }', /asmx-gen\.config\.json:1:\d+ error ASMX5002/],
      [
        'asmx-gen.config.yaml',
        'contracts:\n  - input: a.yaml\n    runtim: vendor\n',
        /asmx-gen\.config\.yaml:3:5 error ASMX5002.*[\s\S]*did you mean 'runtime'/,
      ],
      ['asmx-gen.config.mjs', 'export default {\n', /asmx-gen\.config\.mjs.*cannot be loaded/],
    ])('the configuration %s holding %j', async (name, text, want) => {
      folder.write('package.json', '{}');
      folder.write(name, text);
      const { code, stdout, stderr } = await runCli(['generate'], { cwd: folder.path });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(want);
    });
  });
});

describe('lint levels', () => {
  jest.setTimeout(60_000);

  /** A WSDL with three warnings ASMX3015, and one of another code. */
  const wsdl = `<definitions name="Shop"
  xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:shop" targetNamespace="urn:shop">
  <types><s:schema targetNamespace="urn:shop" elementFormDefault="qualified">
    <s:element name="Ask"><s:complexType><s:sequence>
      <s:element name="a" type="t:A"/><s:element name="b" type="t:B"/><s:element name="c" type="t:C"/>
    </s:sequence></s:complexType></s:element>
${['A', 'B', 'C']
  .map(
    (name) => `    <s:complexType name="${name}"><s:sequence>
      <s:element name="x" type="s:int" minOccurs="0"/><s:element name="x" type="s:int"/>
    </s:sequence></s:complexType>`,
  )
  .join('\n')}
    <s:simpleType name="D"><s:restriction base="s:int"><s:minInclusive value="x"/></s:restriction></s:simpleType>
  </s:schema></types>
  <message name="AskIn"><part name="parameters" element="t:Ask"/></message>
  <portType name="P"><operation name="Ask"><input message="t:AskIn"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><soap:operation soapAction="urn:shop/Ask"/><input><soap:body use="literal"/></input></operation>
  </binding>
  <service name="Shop"><port name="P" binding="t:B"><soap:address location="http://localhost/Shop.asmx"/></port></service>
</definitions>
`;

  let folder: TestFolder;
  beforeEach(() => {
    folder = createFolder({ 'shop.wsdl': wsdl, 'other.wsdl': wsdl });
  });
  afterEach(() => folder.remove());

  const run = (...args: string[]) => runCli(args, { cwd: folder.path });

  /** Codes of the warnings and errors of a run, in their order. */
  async function codes(...args: string[]): Promise<readonly string[]> {
    const { stdout } = await run(...args, '--reporter', 'json');
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: readonly Record<string, string>[];
    };
    return diagnostics
      .filter(({ severity }) => severity !== 'hint')
      .map(({ file, code, severity }) => `${file} ${severity} ${code}`);
  }

  describe('warnings of a contract', () => {
    const commands = [
      ['generate', 'shop.wsdl', '--dry-run'],
      ['inspect', 'shop.wsdl'],
      ['call', 'shop.wsdl', 'Ask', '--dry-run', '--json', '{"a":{"x":1},"b":{"x":1},"c":{"x":1}}'],
      ['convert', 'shop.wsdl', '--to', 'wsdl'],
    ];

    test.each(commands)('%s shows one line for each code', async (...args) => {
      const { stderr } = await run(...args);
      const warnings = stderr.split('\n').filter((line) => line.includes('warning'));
      expect(warnings).toEqual([
        expect.stringMatching(/^shop\.wsdl:\d+:\d+ warning ASMX3015: .+ \(3 of this code\)$/),
        expect.stringMatching(/^shop\.wsdl:\d+:\d+ warning ASMX30\d\d: .*x/),
      ]);
      expect(stderr).toContain('asmx-gen check shows them in full');
      expect(stderr).not.toContain('│');
      expect((await run(...args, '--quiet')).stderr).not.toContain('warning');
    });

    test('check, --verbose and JSON have all of them', async () => {
      for (const args of [
        ['check', 'shop.wsdl'],
        ['inspect', 'shop.wsdl', '--verbose'],
      ]) {
        const { stderr } = await run(...args);
        expect(stderr.match(/warning ASMX3015/g)).toHaveLength(3);
      }
      expect(await codes('generate', 'shop.wsdl', '--dry-run')).toHaveLength(4);
    });

    test('workflow commands are one for each code, too', async () => {
      const { stdout } = await run('generate', 'shop.wsdl', '--dry-run', '--reporter', 'github');
      expect(stdout.match(/^::warning /gm)).toHaveLength(2);
      expect(stdout).toContain('(3 of this code)');
    });
  });

  describe('lint', () => {
    const config = (lint: object | undefined, own: object | undefined) =>
      folder.write(
        'asmx-gen.config.json',
        JSON.stringify({
          lint,
          contracts: [
            { input: 'shop.wsdl', output: 'shop', lint: own },
            { input: 'other.wsdl', output: 'other' },
          ],
        }),
      );
    const rest = (file: string) =>
      expect.stringMatching(new RegExp(`^${file} warning (?!ASMX3015)`));

    test('silences a code for all contracts, or for one', async () => {
      config({ ASMX3015: 'off' }, undefined);
      for (const command of [['check'], ['generate', '--dry-run']]) {
        expect(await codes(...command)).toEqual([rest('shop.wsdl'), rest('other.wsdl')]);
      }
      config(undefined, { ASMX3015: 'off' });
      for (const command of [['check'], ['generate', '--dry-run']]) {
        expect(await codes(...command)).toHaveLength(5);
      }
      expect((await run('inspect', 'shop.wsdl')).stderr).not.toContain('ASMX3015');
      expect((await run('inspect', 'other.wsdl')).stderr).toContain('ASMX3015');
    });

    test('of a contract goes before that for all', async () => {
      config({ ASMX3015: 'off' }, { ASMX3015: 'warning' });
      expect(await codes('check')).toHaveLength(5);
    });

    test('makes an error of a warning', async () => {
      await run('generate', 'shop.wsdl', '--targets', 'types', '--runtime', 'package');
      config({ ASMX3015: 'error' }, undefined);
      for (const command of ['check', 'generate', 'inspect shop.wsdl', 'generate shop.wsdl']) {
        expect((await run(...command.split(' '))).code).toBe(1);
      }
    });

    test('cannot silence an error', async () => {
      folder.write('shop.wsdl', wsdl.replace('type="t:A"', 'type="t:Z"'));
      config({ ASMX2001: 'off' }, undefined);
      expect((await run('check')).code).toBe(1);
      config({ ASMX1001: 'off' }, undefined);
      const { code, stderr } = await run('check');
      expect(code).toBe(2);
      expect(stderr).toContain("'ASMX1001' is not a lint rule");
    });
  });
});

describe('lenient', () => {
  jest.setTimeout(60_000);

  /** `Ask` is sound; `Tell` uses a type that is not there. */
  const wsdl = `<definitions name="Shop"
  xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:shop" targetNamespace="urn:shop">
  <types><s:schema targetNamespace="urn:shop" elementFormDefault="qualified">
    <s:element name="Ask"><s:complexType/></s:element>
    <s:element name="Tell"><s:complexType><s:sequence>
      <s:element name="what" type="t:Waht"/>
    </s:sequence></s:complexType></s:element>
  </s:schema></types>
  <message name="AskIn"><part name="parameters" element="t:Ask"/></message>
  <message name="TellIn"><part name="parameters" element="t:Tell"/></message>
  <portType name="P">
    <operation name="Ask"><input message="t:AskIn"/></operation>
    <operation name="Tell"><input message="t:TellIn"/></operation>
  </portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><soap:operation soapAction="urn:shop/Ask"/><input><soap:body use="literal"/></input></operation>
    <operation name="Tell"><soap:operation soapAction="urn:shop/Tell"/><input><soap:body use="literal"/></input></operation>
  </binding>
  <service name="Shop"><port name="P" binding="t:B"><soap:address location="http://localhost/Shop.asmx"/></port></service>
</definitions>
`;

  let folder: TestFolder;
  beforeAll(() => {
    folder = createFolder({ 'shop.wsdl': wsdl });
  });
  afterAll(() => folder.remove());

  const run = (...args: string[]) => runCli(args, { cwd: folder.path });

  describe('a contract with a defect', () => {
    test.each([
      ['check', 'shop.wsdl'],
      ['inspect', 'shop.wsdl'],
      ['generate', 'shop.wsdl', '-o', 'out'],
      ['call', 'shop.wsdl', 'Ask', '--dry-run'],
    ])('%s refuses it at its place', async (...args) => {
      const strict = await run(...args);
      expect(strict.code).toBe(1);
      expect(strict.stdout).toBe('');
      expect(strict.stderr).toContain(
        "shop.wsdl:7:36 error ASMX2001: Type 'Waht' is not declared in namespace 'urn:shop'",
      );
      expect(strict.stderr).toMatch(
        /\n--lenient would leave out 1 operation and go on with the other one\n$/,
      );
      expect(folder.files()).toEqual(['shop.wsdl']);
    });

    test.each([
      ['check', 'shop.wsdl'],
      ['inspect', 'shop.wsdl'],
      ['generate', 'shop.wsdl', '--dry-run'],
      ['call', 'shop.wsdl', 'Ask', '--dry-run'],
    ])('%s --lenient leaves the operation out, says so, and goes on', async (...args) => {
      const lenient = await run(...args, '--lenient');
      expect(lenient.code).toBe(0);
      expect(lenient.stderr).toContain(
        "shop.wsdl:14:5 warning ASMX2001: Operation 'Shop.Tell' is left out: type 'Waht' is not declared in namespace 'urn:shop'",
      );
      expect(lenient.stderr).toContain('shop.wsdl:7:36 the defect');
    });

    test('the summaries count what is left out, and programs get the advice', async () => {
      for (const args of [['check'], ['generate', '--dry-run']]) {
        const { stderr } = await run(...args, 'shop.wsdl', '--lenient');
        expect(stderr).toContain('1 service, 1 operation (1 left out)');
      }
      const { stdout } = await run('generate', 'shop.wsdl', '--reporter', 'json');
      expect(JSON.parse(stdout).advice).toContain('--lenient would leave out 1 operation');
    });

    test('with nothing left is an error', async () => {
      const nothing = wsdl.replace(
        '<s:element name="Ask"><s:complexType/>',
        '<s:element name="Ask" type="t:X">',
      );
      folder.write('nothing.wsdl', nothing);
      const strict = await run('generate', 'nothing.wsdl');
      expect(strict.code).toBe(1);
      expect(strict.stderr).not.toContain('--lenient');
      const { code, stderr } = await run('generate', 'nothing.wsdl', '--lenient');
      expect(code).toBe(1);
      expect(stderr).toContain("Contract 'Shop' has no operation that is without defects");
      expect(folder.files()).toEqual(['nothing.wsdl', 'shop.wsdl']);
    });

    test('the rest is generated whole', async () => {
      expect(await run('generate', 'shop.wsdl', '-o', 'out', '--lenient')).toMatchObject({
        code: 0,
      });
      const client = folder.read('out/client.ts');
      expect(client).toContain('readonly ask:');
      expect(client).not.toContain('tell');
      // what was left out is part of what makes an unchanged folder unchanged
      expect(await run('generate', 'shop.wsdl', '-o', 'out', '--check')).toMatchObject({ code: 1 });
      const contracts = [{ input: 'shop.wsdl', output: 'out', lenient: true }];
      folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
      expect(await run('generate', '--check')).toMatchObject({ code: 0 });
    });
  });

  describe('a contract with a defect of one binding', () => {
    const binding = (kind: 'GET' | 'POST'): string =>
      `<portType name="${kind}"><operation name="Ask"><input message="t:Ask${kind}In"/><output message="t:Ask${kind}Out"/></operation></portType>
  <binding name="${kind}" type="t:${kind}"><h:binding xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" verb="${kind}"/>
    <operation name="Ask"><h:operation xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" location="/Ask"/><input/><output/></operation></binding>`;
    const port = (kind: string): string =>
      `<port name="${kind}" binding="t:${kind}"><h:address xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" location="http://localhost/Shop.asmx"/></port>`;
    const sound = wsdl
      .replace('t:Waht', 's:string')
      .replace(/<operation name="Tell">.*<\/operation>\n/g, '');

    test.each([
      ['HTTP POST', ['POST']],
      ['HTTP GET', ['GET']],
      ['HTTP GET, HTTP POST', ['GET', 'POST']],
    ] as const)('keeps its operations over the others: %s', async (words, kinds) => {
      const text = sound
        .replace('<service', `${kinds.map(binding).join('\n')}\n  <service`)
        .replace('</service>', `${kinds.map(port).join('')}</service>`);
      const own = createFolder({ 'shop.wsdl': text });
      const inOwn = (...args: string[]) => runCli(args, { cwd: own.path });
      const strict = await inOwn('check', 'shop.wsdl');
      expect(strict.code).toBe(1);
      expect(strict.stderr).toContain('--lenient would');
      const lenient = await inOwn('inspect', 'shop.wsdl', '--lenient');
      expect(lenient.code).toBe(0);
      expect(lenient.stderr).toContain(
        `Operation 'Shop.Ask' is left out over ${words}: message 'Ask${kinds[0]}In' is not declared`,
      );
      expect(lenient.stdout).toContain('Ask');
      const call = await inOwn('call', 'shop.wsdl', 'Ask', '--dry-run', '--lenient');
      expect(call.stdout).toContain('SOAPAction: "urn:shop/Ask"');
      const over = await inOwn(
        'call',
        'shop.wsdl',
        'Ask',
        '--dry-run',
        '--lenient',
        '--binding',
        kinds[0] === 'GET' ? 'httpGet' : 'httpPost',
      );
      expect(over.code).not.toBe(0);
      own.remove();
    });
  });
});

describe('operation names', () => {
  jest.setTimeout(60_000);

  /**
   * Operations whose messages are called otherwise, as ASMX does with `MessageName`: one alone, and
   * two overloads.
   */
  function contract(): string {
    const names = [
      ['PayAch', 'PayACH'],
      ['Ask', 'Ask'],
      ['Ask', 'AskById'],
    ];
    const each = (text: (name: string, message: string) => string): string =>
      names.map(([name = '', message = '']) => text(name, message)).join('\n');
    return `<w:definitions name="Pay" targetNamespace="urn:p" xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:p" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<w:types><xs:schema targetNamespace="urn:p" elementFormDefault="qualified">${each(
      (_, message) =>
        `<xs:element name="${message}"><xs:complexType><xs:sequence><xs:element name="code" type="xs:int"/></xs:sequence></xs:complexType></xs:element><xs:element name="${message}Response"><xs:complexType/></xs:element>`,
    )}</xs:schema></w:types>
${each((_, message) => `<w:message name="${message}In"><w:part name="parameters" element="t:${message}"/></w:message><w:message name="${message}Out"><w:part name="parameters" element="t:${message}Response"/></w:message>`)}
<w:portType name="P">${each((name, message) => `<w:operation name="${name}"><w:input name="${message}" message="t:${message}In"/><w:output name="${message}" message="t:${message}Out"/></w:operation>`)}</w:portType>
<w:binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each((name, message) => `<w:operation name="${name}"><s:operation soapAction="urn:p/${message}"/><w:input name="${message}"><s:body use="literal"/></w:input><w:output name="${message}"><s:body use="literal"/></w:output></w:operation>`)}</w:binding>
<w:service name="Pay"><w:port name="P" binding="t:B"><s:address location="http://localhost/pay.asmx"/></w:port></w:service></w:definitions>`;
  }

  let folder: TestFolder;
  beforeAll(() => {
    folder = createFolder({ 'pay.wsdl': contract() });
  });
  afterAll(() => folder.remove());

  const run = (...args: string[]) => runCli(args, { cwd: folder.path });

  describe('operations are known by the names of their methods', () => {
    test('to inspect', async () => {
      const { stdout } = await run('inspect', 'pay.wsdl');
      expect([...stdout.matchAll(/─ (\w+)\(/g)].map(([, name]) => name)).toEqual([
        'PayAch',
        'Ask',
        'AskById',
      ]);
    });

    test.each([
      ['PayAch', 'PayACH'],
      ['PayACH', 'PayACH'],
      ['Ask', 'Ask'],
      ['AskById', 'AskById'],
      ['Pay.AskById', 'AskById'],
    ])('to call %s', async (name, element) => {
      const { code, stdout } = await run('call', 'pay.wsdl', name, 'code=7', '--dry-run');
      expect(code).toBe(0);
      expect(stdout).toContain(`<${element} xmlns="urn:p"><code>7</code></${element}>`);
    });

    test.each([
      ['ach', "Did you mean 'PayAch'?"],
      ['k', 'Did you mean one of Ask, AskById?'],
      ['Zebra', 'It has PayAch, Ask, AskById.'],
    ])('and of %s those that contain it are offered', async (name, help) => {
      const { code, stderr } = await run('call', 'pay.wsdl', name, 'code=7', '--dry-run');
      expect(code).toBe(2);
      expect(stderr).toBe(`asmx-gen: the contract has no operation '${name}'\n  ${help}\n`);
    });

    test('to OpenAPI', async () => {
      const { stdout } = await run('convert', 'pay.wsdl', '--to', 'openapi', '--wire', 'xml');
      const content = JSON.parse(stdout).paths['/pay.asmx'].post.requestBody.content['text/xml'];
      expect(Object.keys(content.examples)).toEqual(['PayAch', 'Ask', 'AskById']);
    });
  });
});

describe('cases', () => {
  jest.setTimeout(120_000);

  /** Cases that need the built program: `cases.slow.test.ts` runs them, and all others once more. */
  const needProgram: Readonly<Record<string, string>> = {
    'call/json': 'stdin',
    'call/wrong-json': 'stdin',
    'call/nobody-answers': 'errors of Node are no errors of the sandbox of jest',
    'generate/config-without-module': 'jest has other words for a module that is missing',
    'serve/wrong-handlers': 'jest does not let programs register hooks of modules',
  };

  describe('command lines', () => {
    test.each(caseNames.filter((name) => needProgram[name] === undefined))('%s', (name) =>
      checkCase(name, runCli),
    );

    test('that need the built program exist', () => {
      expect(caseNames).toEqual(expect.arrayContaining(Object.keys(needProgram)));
    });
  });
});

describe('usage', () => {
  jest.setTimeout(60_000);

  const commands = ['generate', 'check', 'inspect', 'diff', 'call', 'serve', 'verify'];

  describe('help', () => {
    test('a bare command prints it and ends with 0', async () => {
      const bare = await runCli([]);
      expect(bare).toMatchObject({ code: 0, stderr: '' });
      expect(bare.stdout).toMatch(/^Usage: asmx-gen <command> \[options\]\n/);
      for (const command of commands) expect(bare.stdout).toContain(`  ${command} `);
      expect(await runCli(['--help'])).toEqual(bare);
    });

    test.each(commands)(
      '%s has a help text with examples, for the command and on its own',
      async (command) => {
        const help = await runCli([command, '--help']);
        expect(help).toMatchObject({ code: 0, stderr: '' });
        expect(help.stdout).toMatch(new RegExp(`^Usage: asmx-gen ${command} `));
        expect(help.stdout).toMatch(/\nExamples:\n {2}# .+\n {2}asmx-gen /);
        expect(help.stdout).toContain('--no-color');
        expect(await runCli(['help', command])).toEqual(help);
      },
    );

    test('--version prints the version alone', async () => {
      expect(await runCli(['--version'])).toMatchObject({ code: 0, stderr: '' });
      expect((await runCli(['-V'])).stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
    });
  });

  describe('wrong usage ends with 2, says what is wrong on stderr, and suggests', () => {
    const cases: readonly [args: string, want: RegExp][] = [
      ['generat', /unknown command 'generat'\n\(Did you mean generate\?\)/],
      ['generat --help', /unknown command 'generat'\n\(Did you mean generate\?\)/],
      ['--reporter json generat -h', /unknown command 'generat'/],
      ['help generat', /unknown command 'generat'/],
      ['generate --dry-rnu', /unknown option '--dry-rnu'\n\(Did you mean --dry-run\?\)/],
      ['call', /missing required argument 'contract'/],
      ['call x.yaml', /missing required argument 'operation'/],
      ['inspect', /missing required argument 'contract'/],
      ['inspect a b c', /too many arguments/],
      ['diff a.yaml', /missing required argument 'new'/],
      ['diff a b --markdwon', /Did you mean --markdown\?/],
      ['verify', /missing required argument 'dir'/],
      ['serve x.yaml --port', /argument missing/],
    ];
    test.each(cases)('%s', async (args, want) => {
      const { code, stdout, stderr } = await runCli(args.split(' '));
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(want);
      expect(stderr).toMatch(/^asmx-gen: /);
      expect(stderr).toMatch(/Run asmx-gen .*--help/);
    });
  });

  describe('a value an option cannot have is told in one form', () => {
    const school = 'specs/student-information.yaml';
    const cases: readonly [args: string, option: string, help: string][] = [
      ['check --reporter xml', '--reporter', 'Choose from text, json, github.'],
      ['generate x.yaml --out=', '--out', 'Give a value, or leave the option out.'],
      ['generate x.yaml --only=', '--only', 'Give a value, or leave the option out.'],
      ['serve x.yaml --host=', '--host', 'Give a value, or leave the option out.'],
      ['generate --targets clinet', '--targets', "Did you mean 'client'?"],
      ['generate --runtime borrow', '--runtime', 'Choose from vendor, package.'],
      ['convert a.wsdl --to json', '--to', 'Choose from wsdl, yaml, openapi, http, bruno'],
      ['completion tcsh', '<shell>', 'Choose from bash, zsh, fish.'],
      ['serve x.yaml --port 99999', '--port', 'Give a number from 0 to 65535.'],
      ['call x.yaml Op --charset utf-9', '--charset', 'Name a charset, such as windows-1252.'],
      ['call x.yaml Op --timeout soon', '--timeout', 'Give a whole number of milliseconds from 1.'],
      ['init --name 1', '--name', 'A name begins with a letter'],
      [`call ${school} AuthCode --binding soap13`, '--binding', "Did you mean 'soap1"],
      [`call ${school} AuthCode --url here`, '--url', 'Give an http or https URL'],
      [`call ${school} AuthCode --header Name`, '--header', "Write --header 'Name: value'."],
      [`serve ${school} --latency soon`, '--latency', 'Give milliseconds'],
      [`serve ${school} --fault 503`, '--fault', 'Name the operation'],
      [`serve ${school} --fault AuthCode=200`, '--fault', 'Give an HTTP status from 400 to 599.'],
      [`serve ${school} --fault AuthCode=Odd`, '--fault', 'Choose from reset, cut, slow'],
      [`serve ${school} --upstream here`, '--upstream', 'Give an http or https URL'],
    ];
    test.each(cases)('%s', async (args, option, help) => {
      const { code, stdout, stderr } = await runCli(args.split(' '), { cwd: packageRoot });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      const [message = '', instruction = '', ...more] = stderr.split('\n');
      expect(message).toMatch(/^asmx-gen: invalid value '[^']*' for \S+$/);
      expect(message.endsWith(` for ${option}`)).toBe(true);
      expect(instruction.startsWith(`  ${help}`)).toBe(true);
      expect(more).toEqual(['']);
    });
  });
});
