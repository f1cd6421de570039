import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
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
import { createFolder, type RunResult, type TestFolder } from './run-cli.ts';

describe('diff', () => {
  jest.setTimeout(60_000);

  const shop = (operations: string, types = ''): string => `asmx: 1
name: Shop
namespace: urn:shop
baseUrl: http://localhost:9
services:
  Orders:
    operations:
${operations}
types:
  Item: { fields: { sku: int } }
${types}`;

  const files = {
    'old.yaml': shop(
      '      Put: { parameters: { item: Item, mark: Mark } }\n      Gone: { parameters: { x: int } }',
      '  Mark: { values: [A, B] }\n',
    ),
    'new.yaml': shop(
      '      Put: { documentation: Puts it., parameters: { item: Item, mark: Mark, note: string? } }\n      Fresh: {}',
      '  Mark: { values: [A, C] }\n',
    ),
    'text.yaml': shop(
      '      Put: { documentation: "Puts | *it* @all.", parameters: { item: Item, mark: Mark } }\n      Gone: { parameters: { x: int } }',
      '  Mark: { values: [A, B] }\n',
    ),
    'optional.yaml': shop(
      '      Put: { parameters: { item: Item, mark: Mark, note_type: string? } }\n      Gone: { parameters: { x: int } }',
      '  Mark: { values: [A, B] }\n',
    ),
    'broken.yaml': shop('      Put: { parameters: { item: Itme } }'),
  };

  let folder: TestFolder;
  beforeAll(() => {
    folder = createFolder(files);
  });
  afterAll(() => folder.remove());

  const diff = (...args: string[]): Promise<RunResult> =>
    runCli(['diff', ...args], { cwd: folder.path });

  describe('diff', () => {
    test('prints the changes in groups, with lines of both files for those that break', async () => {
      expect(await diff('old.yaml', 'new.yaml')).toEqual({
        code: 1,
        stderr: '',
        stdout: `breaks callers (2)

  Orders.Gone removed  [all]
    old old.yaml:9:7
     > 9 |       Gone: { parameters: { x: int } }
         |       ^^^^
    new new.yaml:6:3
     > 6 |   Orders:
         |   ^^^^^^

  value 'B' removed from Mark  [soap11 soap12]
    in Orders.Put
    old old.yaml:12:3
     > 12 |   Mark: { values: [A, B] }
          |   ^^^^
    new new.yaml:12:3
     > 12 |   Mark: { values: [A, C] }
          |   ^^^^

breaks servers (2)

  Orders.Fresh added  [all]
    old old.yaml:6:3
     > 6 |   Orders:
         |   ^^^^^^
    new new.yaml:9:7
     > 9 |       Fresh: {}
         |       ^^^^^

  value 'C' added to Mark  [soap11 soap12]
    in Orders.Put
    old old.yaml:12:3
     > 12 |   Mark: { values: [A, B] }
          |   ^^^^
    new new.yaml:12:3
     > 12 |   Mark: { values: [A, C] }
          |   ^^^^

compatible (1)
  optional parameter 'note' added to the request of Orders.Put  [soap11 soap12]
    old.yaml:8:7 → new.yaml:8:77

documentation (1)
  documentation added to Orders.Put  [soap11 soap12]
    old.yaml:8:7 → new.yaml:8:7

2 changes break callers, 2 changes break servers, 1 compatible change, 1 documentation change
version step: major
! not all take new elements: axis, gsoap, jax-ws, pysimplesoap, soap-wsdl; --for axis shows where
`,
      });
    });

    test('no change: 0', async () => {
      expect(await diff('old.yaml', 'old.yaml')).toEqual({
        code: 0,
        stderr: '',
        stdout: 'no changes\n',
      });
    });

    test('nothing that breaks: 0, with the step', async () => {
      const optional = await diff('old.yaml', 'optional.yaml');
      expect(optional.code).toBe(0);
      expect(optional.stdout).toMatch(
        /\n1 compatible change\nversion step: minor\n! not all take new elements: .*\n$/,
      );
      const text = await diff('old.yaml', 'text.yaml');
      expect(text.code).toBe(0);
      expect(text.stdout).toMatch(/\n1 documentation change\nversion step: patch\n$/);
    });

    test('tells the steps of callers and servers where they differ', async () => {
      folder.write(
        'more.yaml',
        files['old.yaml'].replace('operations:', 'operations:\n      New: {}'),
      );
      const { code, stdout } = await diff('old.yaml', 'more.yaml');
      expect(code).toBe(1);
      expect(stdout).toContain(
        '\n1 change breaks servers\nversion step: major (for callers alone: minor, for servers alone: major)\n',
      );
    });

    test('YAML against the WSDL of the same service: no change', async () => {
      const made = await runCli(['generate', 'old.yaml', '-o', 'out', '--targets', 'types,wsdl'], {
        cwd: folder.path,
      });
      expect(made.code).toBe(0);
      const { code, stdout } = await diff('old.yaml', 'out/wsdl/Orders.wsdl');
      expect({ code, stdout }).toEqual({ code: 0, stdout: 'no changes\n' });
    });

    test('--markdown', async () => {
      const { code, stdout, stderr } = await diff('old.yaml', 'optional.yaml', '--markdown');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toBe(`## Contract changes: old.yaml → optional.yaml

1 compatible change. Version step: **minor**. Not all take new elements: axis, gsoap, jax-ws, pysimplesoap, soap-wsdl; --for axis shows where.

### compatible (1)

| change | bindings | operations | old | new |
|---|---|---|---|---|
| optional parameter 'note\\_type' added to the request of Orders.Put | soap11, soap12 |  | old.yaml:8:7 | optional.yaml:8:52 |
`);
    });

    test('--reporter json', async () => {
      const { code, stdout, stderr } = await diff('old.yaml', 'new.yaml', '--reporter', 'json');
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      const document = JSON.parse(stdout);
      expect(document).toMatchObject({
        version: 1,
        old: 'old.yaml',
        new: 'new.yaml',
        breaks: { callers: true, servers: true },
        step: 'major',
        callersStep: 'major',
        serversStep: 'major',
        counts: { 'breaks callers': 2, 'breaks servers': 2, compatible: 1, documentation: 1 },
        diagnostics: [],
      });
      expect(document.changes).toHaveLength(6);
      expect(document.changes[1]).toEqual({
        classes: ['breaks callers'],
        kind: 'enumeration-value-removed',
        bindings: ['soap11', 'soap12'],
        subject: 'Mark',
        message: "value 'B' removed from Mark",
        operations: ['Orders.Put'],
        old: { file: 'old.yaml', line: 12, column: 3, endLine: 12, endColumn: 7 },
        new: { file: 'new.yaml', line: 12, column: 3, endLine: 12, endColumn: 7 },
      });
      expect(document.changes[0]).toMatchObject({ kind: 'operation-removed', bindings: ['all'] });
    });

    test('--reporter github writes what breaks, at the lines of the new contract', async () => {
      const { code, stdout } = await diff('old.yaml', 'new.yaml', '--reporter', 'github');
      expect(code).toBe(1);
      expect(stdout.split('\n')).toEqual([
        '::error file=new.yaml,line=6,col=3,title=ASMX8001::breaks callers [all]: Orders.Gone removed',
        '::error file=new.yaml,line=9,col=7,title=ASMX8002::breaks servers [all]: Orders.Fresh added',
        "::error file=new.yaml,line=12,col=3,title=ASMX8001::breaks callers [soap11 soap12]: value 'B' removed from Mark",
        "::error file=new.yaml,line=12,col=3,title=ASMX8002::breaks servers [soap11 soap12]: value 'C' added to Mark",
        '',
      ]);
    });

    test('colours where they are wanted', async () => {
      const { stdout } = await runCli(['diff', 'old.yaml', 'new.yaml'], {
        cwd: folder.path,
        env: { FORCE_COLOR: '1' },
      });
      expect(stdout).toContain('\u001b[31mbreaks callers\u001b[39m');
    });
  });

  test('--breaking-only lists what breaks, and counts everything', async () => {
    const text = await diff('old.yaml', 'new.yaml', '--breaking-only');
    expect(text.code).toBe(1);
    expect(text.stdout).not.toContain('compatible (1)');
    expect(text.stdout).not.toContain('Puts it.');
    expect(text.stdout).toContain('breaks servers (2)');
    expect(text.stdout).toContain('1 compatible change, 1 documentation change');
    const json = await diff('old.yaml', 'new.yaml', '--breaking-only', '--reporter', 'json');
    const document = JSON.parse(json.stdout);
    expect(document.counts).toMatchObject({ compatible: 1, documentation: 1 });
    expect(document.changes).toHaveLength(4);
    const markdown = await diff('old.yaml', 'new.yaml', '--breaking-only', '--markdown');
    expect(markdown.stdout).not.toContain('### compatible');
    const harmless = await diff('old.yaml', 'optional.yaml', '--breaking-only');
    expect(harmless).toEqual({
      code: 0,
      stdout: `1 compatible change\nversion step: minor\n! not all take new elements: axis, gsoap, jax-ws, pysimplesoap, soap-wsdl; --for axis shows where\n`,
      stderr: '',
    });
  });

  describe('changes that the configuration accepts', () => {
    const accept = (...ignore: readonly unknown[]): void => {
      const config = { contracts: [{ input: 'old.yaml' }], diff: { ignore } };
      folder.write('asmx-gen.config.json', JSON.stringify(config, undefined, 2));
    };
    const gone = {
      code: 'operation-removed',
      path: 'Orders.Gone',
      reason: 'nobody calls it',
      until: '2999-12-31',
    };
    const values = { path: 'Mark', reason: 'agreed with the shop' };
    const fresh = { code: 'operation-added', reason: 'servers go first' };
    afterAll(() => rmSync(`${folder.path}/asmx-gen.config.json`));

    test('are listed with their reason and count for nothing', async () => {
      accept(gone, { ...values, code: 'enumeration-value-removed' }, fresh);
      const { code, stdout, stderr } = await diff('old.yaml', 'new.yaml');
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      expect(stdout).toContain("value 'C' added to Mark");
      expect(stdout).toContain(`ignored (3)
  Orders.Gone removed  [all]
    old.yaml:9:7 → new.yaml:6:3
    reason: nobody calls it (until 2999-12-31)
  value 'B' removed from Mark  [soap11 soap12]
    in Orders.Put
    old.yaml:12:3 → new.yaml:12:3
    reason: agreed with the shop
`);
      expect(stdout).toMatch(
        /1 change breaks servers, 1 compatible change, 1 documentation change, 3 ignored\n/,
      );
    });

    test('do not break anything', async () => {
      accept(gone, { ...values, code: 'enumeration-value-removed' }, fresh, {
        ...values,
        code: 'enumeration-value-added',
        path: 'M*',
      });
      const { code, stdout } = await diff('old.yaml', 'new.yaml', '--reporter', 'json');
      expect(code).toBe(0);
      const document = JSON.parse(stdout);
      expect(document).toMatchObject({
        breaks: { callers: false, servers: false },
        step: 'minor',
        counts: { 'breaks callers': 0, 'breaks servers': 0 },
        diagnostics: [],
      });
      expect(document.ignored).toHaveLength(4);
      expect(document.ignored[0]).toMatchObject({
        classes: ['breaks callers'],
        kind: 'operation-removed',
        subject: 'Orders.Gone',
        reason: 'nobody calls it',
        until: '2999-12-31',
      });
      const quiet = await diff('old.yaml', 'new.yaml', '--breaking-only');
      expect(quiet.stdout).toContain('ignored (4)');
    });

    test('in Markdown and as annotations', async () => {
      accept(gone);
      const markdown = await diff('old.yaml', 'new.yaml', '--markdown');
      expect(markdown.stdout).toContain(`### ignored (1)

| change | bindings | operations | old | new | reason |
|---|---|---|---|---|---|
| Orders.Gone removed | all |  | old.yaml:9:7 | new.yaml:6:3 | nobody calls it (until 2999-12-31) |
`);
      const github = await diff('old.yaml', 'new.yaml', '--reporter', 'github');
      expect(github.stdout).toContain(
        '::notice file=new.yaml,line=6,col=3,title=ASMX8001::ignored, breaks callers [all]: Orders.Gone removed%0Ahelp: nobody calls it (until 2999-12-31)\n',
      );
    });

    test('until a day: then they count again, and the entry is told', async () => {
      accept({ ...gone, until: '2020-02-29' }, { ...fresh, code: 'service-added' });
      const { code, stdout, stderr } = await diff('old.yaml', 'new.yaml');
      expect(code).toBe(1);
      expect(stdout).toContain('Orders.Gone removed');
      expect(stdout).not.toContain('ignored');
      expect(stderr).toContain(
        "asmx-gen.config.json:9:7 warning ASMX8003: this entry of 'diff.ignore' ended on 2020-02-29: its changes count again",
      );
      expect(stderr).toContain(
        "asmx-gen.config.json:15:7 warning ASMX8003: this entry of 'diff.ignore' matches no change",
      );
      const github = await diff('old.yaml', 'new.yaml', '--reporter', 'github');
      expect(github.stdout).toContain('::warning file=asmx-gen.config.json,line=9,col=7,');
      const json = await diff('old.yaml', 'new.yaml', '--reporter', 'json');
      expect(JSON.parse(json.stdout).diagnostics).toMatchObject([
        { code: 'ASMX8003', severity: 'warning', line: 9 },
        { code: 'ASMX8003', severity: 'warning', line: 15 },
      ]);
    });

    test('an entry without effect is told if nothing changed, too', async () => {
      accept({ ...gone, until: '2020-02-29' });
      const { code, stderr } = await diff('old.yaml', 'old.yaml');
      expect(code).toBe(0);
      expect(stderr).toContain("this entry of 'diff.ignore' ended on 2020-02-29");
    });

    test.each([
      [{ ...gone, code: 'operation-gone' }, 'must be one of contract-renamed'],
      [
        { ...gone, until: '2026-02-30' },
        "'until' must be a day, such as 2026-12-31, not '2026-02-30'",
      ],
      [{ ...gone, reason: undefined }, "key 'reason' is missing in an entry of 'ignore'"],
      [{ ...gone, kind: 'x' }, "unknown key 'kind' in an entry of 'ignore'"],
    ])('a wrong entry is an error: %j', async (entry, message) => {
      accept(entry);
      const { code, stdout, stderr } = await diff('old.yaml', 'new.yaml');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(message);
    });
  });

  describe('what clients lose in silence', () => {
    const school = (fields: string): string => `asmx: 1
name: School
namespace: urn:school
services: { School: { operations: { Get: { returns: Student } } } }
types: { Student: { fields: { ${fields} } } }
`;
    const classes = 'classes with Order= (dotnet-svcutil, Visual Studio)';
    beforeAll(() => {
      folder.write('s1.yaml', school('id: int, name: string, note: string?'));
      folder.write('s2.yaml', school('id: int, nick: string?, name: string, note: string?'));
      folder.write('s3.yaml', school('name: string, id: int, note: string?'));
    });
    const readers = (list: unknown): void => {
      const config = { contracts: [{ input: 's1.yaml' }], diff: { readers: list } };
      folder.write('asmx-gen.config.json', JSON.stringify(config));
    };
    afterEach(() => rmSync(`${folder.path}/asmx-gen.config.json`, { force: true }));

    test('is one line of the change, and needs a major version', async () => {
      expect(await diff('s1.yaml', 's2.yaml')).toEqual({
        code: 0,
        stderr: '',
        stdout: `compatible (1)
  optional field 'nick' added to Student  [all]
    in School.Get
    s1.yaml:5:10 → s2.yaml:5:40
    ! wcf: ${classes} lose name, note in silence; put it last in the type

1 compatible change, 1 with hazards
version step: major (for callers alone: major, for servers alone: minor)
! not all take new elements: axis, gsoap, jax-ws, pysimplesoap, soap-wsdl, suds, xml-compile, zeep; --for axis shows where
`,
      });
      const quiet = await diff('s1.yaml', 's2.yaml', '--breaking-only');
      expect(quiet.stdout).toContain('! wcf: ');
      const markdown = await diff('s1.yaml', 's2.yaml', '--markdown');
      expect(markdown.stdout).toContain(
        "'nick' added to Student<br>! wcf: classes with Order= (dotnet-svcutil, Visual Studio) lose",
      );
    });

    test('as JSON and as an annotation', async () => {
      const json = await diff('s1.yaml', 's2.yaml', '--reporter', 'json');
      expect(JSON.parse(json.stdout)).toMatchObject({
        breaks: { callers: false, servers: false },
        step: 'major',
        changes: [
          {
            classes: ['compatible'],
            hazards: [{ stack: 'wcf', readers: classes, effect: 'loses', what: ['name', 'note'] }],
          },
        ],
      });
      const github = await diff('s1.yaml', 's2.yaml', '--reporter', 'github');
      expect(github.stdout).toMatch(
        /^::warning file=s2\.yaml,line=5,col=40,title=ASMX8004::optional field 'nick' added to Student%0Ahelp: wcf: /,
      );
    });

    test('breaks those that --for or the configuration names', async () => {
      const named = await diff('s1.yaml', 's2.yaml', '--for', 'zeep,wcf');
      expect(named.code).toBe(1);
      const github = await diff('s1.yaml', 's2.yaml', '--for', 'wcf', '--reporter', 'github');
      expect(github.stdout).toMatch(/^::error file=s2\.yaml,[^:]*title=ASMX8004::/);
      const others = await diff('s1.yaml', 's2.yaml', '--for', 'asmx');
      expect(others.code).toBe(0);
      expect(others.stdout).not.toContain('!');
      expect(others.stdout).toContain('version step: minor');
      readers(['wcf']);
      expect((await diff('s1.yaml', 's2.yaml')).code).toBe(1);
      expect((await diff('s1.yaml', 's2.yaml', '--exit-zero')).code).toBe(0);
      readers(['postman']);
      expect((await diff('s1.yaml', 's2.yaml')).stdout).not.toContain('!');
      expect((await diff('s1.yaml', 's2.yaml', '--for', 'wcf')).code).toBe(1);
    });

    test('stacks that are not known are errors', async () => {
      const { code, stderr } = await diff('s1.yaml', 's2.yaml', '--for', 'wfc');
      expect(code).toBe(2);
      expect(stderr).toContain("invalid value 'wfc' for --for\n  Did you mean 'wcf'?");
      readers(['wfc']);
      expect((await diff('s1.yaml', 's2.yaml')).stderr).toContain("did you mean 'wcf'?");
      readers([]);
      expect((await diff('s1.yaml', 's2.yaml')).stderr).toContain("'readers' is empty");
    });

    test('another order: the help says who reads it, and who loses what', async () => {
      const { code, stdout } = await diff('s1.yaml', 's3.yaml');
      expect(code).toBe(1);
      expect(
        stdout,
      ).toContain(`    help: asmx-gen, ASMX and .NET classes without Order= read any order; clients of WCF lose what comes late, without an error; others insist on the order of their contract
    ! wcf: ${classes} lose id, note in silence; keep the order of the old contract
`);
    });
  });

  describe('contracts that cannot be compared end with 2', () => {
    test('absent: both are told at once', async () => {
      const { code, stdout, stderr } = await diff('a.yaml', 'b.yaml');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('a.yaml');
      expect(stderr).toContain('b.yaml');
    });

    test('with errors, at their places', async () => {
      const { code, stdout, stderr } = await diff('old.yaml', 'broken.yaml');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^broken\.yaml:8:\d+ error ASMX\d+: .*'?Itme'?/);
    });

    test('with errors, as JSON', async () => {
      const { code, stdout } = await diff('old.yaml', 'broken.yaml', '--reporter', 'json');
      expect(code).toBe(2);
      expect(JSON.parse(stdout).diagnostics[0]).toMatchObject({ file: 'broken.yaml', line: 8 });
    });

    test('with options that exclude each other', async () => {
      expect(await diff('old.yaml', 'new.yaml', '--markdown', '--reporter', 'json')).toEqual({
        code: 2,
        stdout: '',
        stderr:
          'asmx-gen: --markdown and --reporter json exclude each other\n  Leave one of them out.\n',
      });
    });
  });
});

describe('diff against', () => {
  jest.setTimeout(60_000);

  const xsd = (type: string): string =>
    `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop">
  <s:simpleType name="What"><s:restriction base="s:${type}"/></s:simpleType>
</s:schema>
`;

  /** A WSDL whose only type is in `types.xsd`. */
  const wsdl = `<definitions name="Shop"
  xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:shop" targetNamespace="urn:shop">
  <types><s:schema targetNamespace="urn:shop" elementFormDefault="qualified">
    <s:include schemaLocation="types.xsd"/>
    <s:element name="Ask"><s:complexType><s:sequence>
      <s:element name="what" type="t:What"/>
    </s:sequence></s:complexType></s:element>
  </s:schema></types>
  <message name="AskIn"><part name="parameters" element="t:Ask"/></message>
  <portType name="P"><operation name="Ask"><input message="t:AskIn"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><soap:operation soapAction="urn:shop/Ask"/><input><soap:body use="literal"/></input></operation>
  </binding>
  <service name="Shop"><port name="P" binding="t:B"><soap:address location="http://localhost/Shop.asmx"/></port></service>
</definitions>
`;

  const notes = (returns: string): string => `asmx: 1
name: Notes
namespace: urn:notes
services:
  NoteService:
    operations:
      Add: { parameters: { text: string }, returns: ${returns} }
`;

  let folder: TestFolder;
  beforeEach(() => {
    folder = createFolder({
      'app/asmx-gen.config.json': JSON.stringify({
        contracts: [{ input: 'specs/shop.wsdl' }, { input: 'specs/*.yaml' }],
      }),
      'app/specs/shop.wsdl': wsdl,
      'app/specs/types.xsd': xsd('int'),
      'app/specs/notes.yaml': notes('int'),
    });
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'old');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  });
  afterEach(() => folder.remove());

  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder.path });
  const diff = (...args: string[]) => runCli(['diff', ...args], { cwd: `${folder.path}/app` });

  describe('diff --against', () => {
    test('without changes', async () => {
      expect(await diff('--against', 'origin/main')).toEqual({
        code: 0,
        stdout: 'specs/shop.wsdl\nno changes\n\nspecs/notes.yaml\nno changes\n',
        stderr: '',
      });
    });

    test('compares every contract with its imports, and names new ones', async () => {
      folder.write('app/specs/types.xsd', xsd('dateTime'));
      folder.write('app/specs/more.yaml', notes('int').replace('Notes', 'More'));
      const { code, stdout } = await diff('--against', 'origin/main');
      expect(code).toBe(1);
      expect(stdout).toMatch(/^specs\/shop\.wsdl\nbreaks callers/);
      expect(stdout).toContain('specs/notes.yaml\nno changes\n');
      expect(stdout).toContain('specs/more.yaml\nnew: origin/main has none\n');
      expect((await diff('--against', 'origin/main', '--exit-zero')).code).toBe(0);
    });

    test('compares plain schemas', async () => {
      const order = (type: string): string =>
        `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o">
  <s:element name="Order" type="s:${type}"/>
</s:schema>
`;
      folder.write('app/specs/order.xsd', order('int'));
      git('add', '.');
      git(
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@example.org',
        'commit',
        '--quiet',
        '-m',
        'order',
      );
      const same = await diff('--against', 'HEAD', 'specs/order.xsd');
      expect(same).toEqual({ code: 0, stdout: 'specs/order.xsd\nno changes\n', stderr: '' });
      folder.write('app/specs/order.xsd', order('date'));
      const { code, stdout } = await diff('--against', 'HEAD', 'specs/order.xsd');
      expect(code).toBe(1);
      expect(stdout).toMatch(/^specs\/order\.xsd\nbreaks callers/);
      expect(stdout).toContain('Order');
    });

    test('compares only those named', async () => {
      folder.write('app/specs/types.xsd', xsd('dateTime'));
      const { code, stdout } = await diff('--against', 'HEAD', 'specs/notes.yaml');
      expect({ code, stdout }).toEqual({ code: 0, stdout: 'specs/notes.yaml\nno changes\n' });
    });

    test('compares any number of contracts', async () => {
      folder.write('app/specs/more.yaml', notes('int').replace('Notes', 'More'));
      const paths = ['specs/notes.yaml', 'specs/shop.wsdl', 'specs/more.yaml'];
      const { code, stdout, stderr } = await diff('--against', 'HEAD', ...paths);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      for (const path of paths) expect(stdout).toContain(`${path}\n`);
      expect(await diff(...paths)).toMatchObject({ code: 2, stdout: '' });
      expect((await diff(...paths)).stderr).toContain("too many arguments for 'diff'");
    });

    test('accepts what the configuration lists, and says what matches no contract', async () => {
      folder.write('app/specs/types.xsd', xsd('dateTime'));
      const ignore = [
        { code: 'type-changed', reason: 'as agreed' },
        { code: 'operation-removed', reason: 'gone' },
      ];
      const contracts = [{ input: 'specs/shop.wsdl' }, { input: 'specs/*.yaml' }];
      folder.write('app/asmx-gen.config.json', JSON.stringify({ contracts, diff: { ignore } }));
      const { code, stdout, stderr } = await diff('--against', 'HEAD');
      expect({ code }).toEqual({ code: 0 });
      expect(stdout).toMatch(/^specs\/shop\.wsdl\nignored \(1\)[\s\S]*reason: as agreed\n/);
      expect(stderr.match(/ASMX8003/g)).toHaveLength(1);
      const json = await diff('--against', 'HEAD', '--reporter', 'json');
      expect(JSON.parse(json.stdout)).toMatchObject({
        contracts: [{ ignored: [{ reason: 'as agreed' }] }, { ignored: [] }],
        diagnostics: [{ code: 'ASMX8003' }],
      });
      const named = await diff('--against', 'HEAD', 'specs/notes.yaml');
      expect(named.stderr).toBe('');
    });

    test('the advice names --lenient where it would help', async () => {
      const bad = wsdl
        .replace(
          '<message ',
          '<message name="Bad"><part name="p" element="t:Nothing"/></message>$&',
        )
        .replace('</portType>', '<operation name="Bad"><input message="t:Bad"/></operation>$&')
        .replace(
          '</binding>',
          '<operation name="Bad"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation>$&',
        );
      const advice = '--lenient would leave out 1 operation and go on with the other one';
      folder.write('app/bad.wsdl', bad.replace('"types.xsd"', '"specs/types.xsd"'));
      const two = await diff('specs/shop.wsdl', 'bad.wsdl');
      expect(two.code).toBe(2);
      expect(two.stderr).toContain(advice);
      expect((await diff('specs/shop.wsdl', 'bad.wsdl', '--lenient')).code).toBe(0);
      folder.write('app/specs/shop.wsdl', bad);
      const { code, stderr } = await diff('--against', 'HEAD');
      expect(code).toBe(2);
      expect(stderr).toContain(advice);
    });

    test('for a pull request, for programs and as annotations', async () => {
      folder.write('app/specs/notes.yaml', notes('string'));
      folder.write('app/specs/more.yaml', notes('int').replace('Notes', 'More'));
      const markdown = await diff('--against', 'origin/main', '--markdown');
      expect(markdown.stdout).toContain(
        '## Contract changes: origin/main:specs/notes.yaml → specs/notes.yaml',
      );
      expect(markdown.stdout).toContain('## New contract: specs/more.yaml');
      const json = JSON.parse(
        (await diff('--against', 'origin/main', '--reporter', 'json')).stdout,
      );
      expect(json).toMatchObject({
        against: 'origin/main',
        added: ['specs/more.yaml'],
        contracts: [{ new: 'specs/shop.wsdl' }, { new: 'specs/notes.yaml' }],
      });
      const github = await diff('--against', 'origin/main', '--reporter', 'github');
      expect(github.stdout).toMatch(/^::error file=specs\/notes\.yaml,/);
    });

    test.each(['nowhere', '--upload-pack=x', 'HEAD~9'])('no revision %s', async (revision) => {
      const { code, stderr } = await diff(`--against=${revision}`);
      expect(code).toBe(2);
      expect(stderr).toContain(`git has no revision '${revision}'`);
    });

    test('errors of either side end with 2', async () => {
      folder.write('app/specs/notes.yaml', notes('Nothing'));
      expect((await diff('--against', 'HEAD', '--exit-zero')).code).toBe(2);
    });
  });

  test('diff --exit-zero of two files', async () => {
    folder.write('app/new.yaml', notes('string'));
    expect((await diff('specs/notes.yaml', 'new.yaml')).code).toBe(1);
    expect((await diff('specs/notes.yaml', 'new.yaml', '--exit-zero')).code).toBe(0);
  });
});
