import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { bin, createFolder, packageRoot, startCli, type TestFolder } from './run-cli.ts';

describe('inspect', () => {
  jest.setTimeout(60_000);

  const school = join(packageRoot, 'specs', 'student-information.yaml');

  const shop = `asmx: 1
name: Shop
namespace: urn:shop
baseUrl: http://localhost:9
services:
  Orders:
    operations:
      PlaceOrder:
        documentation: Places an order.
        parameters: { order: Order, note: string?, tags: 'string[]' }
        returns: Receipt
      Totals: { returns: { sum: decimal, count: long } }
      Ping: {}
types:
  Order: { fields: { id: long, items: 'Item*', parent: Order?, alt: 'string | null' } }
  Item: { fields: { sku: int } }
  Receipt: { fields: { number: string } }
`;

  let folder: TestFolder;
  beforeAll(() => {
    folder = createFolder({ 'shop.yaml': shop });
  });
  afterAll(() => folder.remove());

  const inspect = (...args: string[]) =>
    runCli(['inspect', 'shop.yaml', ...args], { cwd: folder.path });

  describe('inspect', () => {
    test('prints a tree with signatures', async () => {
      expect(await inspect()).toEqual({
        code: 0,
        stderr: '',
        stdout: `Shop
  namespace  urn:shop
  base URL   http://localhost:9
  contract   shop.yaml

Orders  /Orders.asmx  soap11 soap12 httpGet httpPost
├─ PlaceOrder(order: Order, note: string?, tags: string[]): Receipt  soap11 soap12
├─ Totals(): { sum: decimal, count: long }  soap11 soap12
└─ Ping(): void
`,
      });
    });

    test('prints one operation in full', async () => {
      expect(await inspect('Orders.PlaceOrder')).toEqual({
        code: 0,
        stderr: '',
        stdout: `Orders.PlaceOrder(order: Order, note: string?, tags: string[]): Receipt
  Places an order.

  address     http://localhost:9/Orders.asmx
  bindings    soap11, soap12
  SOAPAction  "urn:shop/PlaceOrder"
  style       document/literal
  defined     shop.yaml:8:7

  input
    order  Order
    note   string?
    tags   string[]

  output
    PlaceOrderResult  Receipt
`,
      });
    });

    test('--json prints the linked model', async () => {
      const { code, stdout, stderr } = await inspect('--json');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const model = JSON.parse(stdout);
      expect(model).toMatchObject({ format: 1, name: 'Shop', namespace: 'urn:shop' });
      const [service] = model.services;
      expect(service).toMatchObject({ name: 'Orders', path: '/Orders.asmx' });
      expect(service.interfaces[0].operations.map((one: { name: string }) => one.name)).toEqual([
        'PlaceOrder',
        'Totals',
        'Ping',
      ]);
      const order = model.types.find((one: { name: string }) => one.name === '{urn:shop}Order');
      expect(order.content.particles).toEqual([
        expect.objectContaining({
          name: '{urn:shop}id',
          type: '{http://www.w3.org/2001/XMLSchema}long',
          min: 1,
          max: 1,
        }),
        expect.objectContaining({
          name: '{urn:shop}items',
          type: '{urn:shop}Item',
          min: 0,
          unbounded: true,
        }),
        expect.objectContaining({
          name: '{urn:shop}parent',
          type: '{urn:shop}Order',
          min: 0,
          max: 1,
        }),
        expect.objectContaining({ name: '{urn:shop}alt', nillable: true }),
      ]);
    });

    test('--json of one operation', async () => {
      const { stdout } = await inspect('Ping', '--json');
      expect(JSON.parse(stdout)).toMatchObject({ service: 'Orders', name: 'Ping', oneWay: false });
    });

    test('shows all eighteen operations of the school service', async () => {
      const { stdout } = await runCli(['inspect', school]);
      expect(stdout.match(/^[├└]─ /gm)).toHaveLength(18);
      expect(stdout).toContain('GenerateReport(studentId: int, studentClass: string): void');
    });

    test('an unknown operation ends with 2 and a suggestion', async () => {
      const { code, stderr } = await inspect('PlaceOrdr');
      expect(code).toBe(2);
      expect(stderr).toContain("Did you mean 'PlaceOrder'?");
    });

    test('FORCE_COLOR colours it, NO_COLOR and --no-color win', async () => {
      const run = (args: string[], env: Record<string, string>) =>
        runCli(['inspect', 'shop.yaml', ...args], { cwd: folder.path, env });
      expect((await run([], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[1mShop');
      expect((await run([], { FORCE_COLOR: '1', NO_COLOR: '1' })).stdout).not.toContain('\u001b');
      expect((await run(['--no-color'], { FORCE_COLOR: '1' })).stdout).not.toContain('\u001b');
    });

    test('--verbose shows no password of an address', async () => {
      const args = ['inspect', 'http://joe:hunter2@localhost:9/a.asmx', '--verbose'];
      const { stderr } = await runCli(args, { cwd: folder.path });
      expect(stderr).toContain('read http://localhost:9/a.asmx in ');
      expect(stderr).not.toContain('hunter2');
    });

    test('a reader that goes away early is no error', async () => {
      const child = startCli(['inspect', school, '--json']);
      let stderr = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        stderr += chunk.toString();
      });
      child.stdout?.destroy();
      const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    });
  });
});

describe('inspect policy', () => {
  const contract = join(packageRoot, 'test/golden/policy/contract.wsdl');

  test('inspect says what the policies of a contract demand', async () => {
    const { stdout } = await runCli(['inspect', contract]);
    expect(stdout).toContain('│  demands TLS: an https address (soap12)');
    expect(stdout).toContain(
      '│  demands a client certificate (soap12)  security: clientCertificate({ cert, key })',
    );
    expect(stdout).toContain(
      '│  demands encrypted Body (soap11)  security: encrypter({ cert, elements })',
    );
  });

  test('inspect --policies prints it as a file for call --security', async () => {
    const { code, stdout } = await runCli(['inspect', contract, '--policies']);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        '# Vault over soap11',
        'encrypter:',
        '  cert: service.pem',
        '  encryption: "aes256-cbc"',
        'signatureVerifier:',
        '  trust: service.pem',
        '  sha1: true',
        '  timestamp: false',
        '',
        '# Vault over soap12',
        '# clientCertificate:',
        '#   cert: tls.pem',
        '#   key: tls.key',
        '# usernameToken:',
        '#   username: env:SERVICE_USER',
        '#   password: env:SERVICE_PASSWORD',
        '#   type: "digest"',
        '#   timestamp: 300',
        '',
      ].join('\n'),
    );
    const school = join(packageRoot, 'specs', 'student-information.yaml');
    const none = await runCli(['inspect', school, '--policies']);
    expect(none.stdout).toBe(
      '# the policies of the contract ask for no tokens, signatures or encryption\n',
    );
  });

  test('inspect --json, too, with the actions of WS-Addressing', async () => {
    const { stdout } = await runCli(['inspect', contract, '--json']);
    const [service] = (JSON.parse(stdout) as { services: readonly Record<string, unknown>[] })
      .services;
    expect(service).toMatchObject({
      demands: expect.arrayContaining([
        { text: 'MTOM', option: 'mtom: true', choice: true, bindings: ['soap12'] },
      ]),
      interfaces: [
        {
          operations: [
            {
              soap11: {
                actions: {
                  input: 'urn:vault/Open',
                  output: 'urn:vault:VaultSoap:OpenResponse',
                },
              },
            },
          ],
        },
      ],
    });
  });

  test('convert keeps actions of WS-Addressing, and says which policies are lost', async () => {
    const action = 'Action="urn:vault/open-it"';
    const text = readFileSync(contract, 'utf8').replace(
      '<wsdl:input message="tns:OpenIn" />',
      `<wsdl:input message="tns:OpenIn" wsam:${action} />`,
    );
    const folder = mkdtempSync(join(tmpdir(), 'policy-'));
    const path = join(folder, 'vault.wsdl');
    writeFileSync(path, text);
    const { stdout, stderr } = await runCli(['convert', path, '--to', 'wsdl', '--bundle']);
    expect(stdout).toMatch(/<wsdl:input [^>]*wsam:Action="urn:vault\/open-it"/);
    expect(stderr).toContain(
      'warning ASMX3007: What is written says nothing of a policy that demands',
    );
    rmSync(folder, { recursive: true });
  });

  test('inspect says what algorithms a suite has', async () => {
    const text = readFileSync(contract, 'utf8').replace(
      '<sp:AsymmetricBinding><wsp:Policy />',
      '<sp:AsymmetricBinding><wsp:Policy><sp:AlgorithmSuite><wsp:Policy><sp:Basic256Sha256 />' +
        '</wsp:Policy></sp:AlgorithmSuite></wsp:Policy>',
    );
    const folder = mkdtempSync(join(tmpdir(), 'policy-'));
    const path = join(folder, 'vault.wsdl');
    writeFileSync(path, text);
    const { stdout } = await runCli(['inspect', path]);
    expect(stdout).toContain(
      'the algorithms of Basic256Sha256: signatures of RSA-SHA1, digests of SHA-256, AES-256',
    );
    expect(stdout).toContain("signature: 'rsa-sha1', digest: 'sha256'");
    rmSync(folder, { recursive: true });
  });
});

describe('completion', () => {
  jest.setTimeout(60_000);

  const contract = `asmx: 1
name: Notes
namespace: urn:notes
services:
  NoteService:
    operations:
      AddNote: { parameters: { studentId: int, text: string }, returns: int }
      GetNotes: { parameters: { studentId: int }, returns: string }
  Admin:
    operations:
      GetNotes: {}
`;

  let folder: TestFolder;
  beforeAll(() => {
    folder = createFolder({
      'notes.yaml': contract,
      'readme.txt': '',
      'asmx-gen.config.json': '{"contracts":[]}',
      'my specs/school one.yaml': contract,
      'scripts/asmx-gen': '',
    });
    const script = join(folder.path, 'scripts', 'asmx-gen');
    writeFileSync(script, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
    chmodSync(script, 0o755);
  });
  afterAll(() => folder.remove());

  /** What the hidden command gives for words, descriptions left out. */
  async function words(...list: string[]): Promise<readonly string[]> {
    const result = await runCli(['complete-words', '--', ...list], { cwd: folder.path });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    return result.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t')[0] ?? '');
  }

  describe('candidates', () => {
    const cases: readonly [line: readonly string[], want: readonly string[]][] = [
      [['ver'], ['verify']],
      [['--rep'], ['--reporter']],
      [
        ['--reporter', ''],
        ['text', 'json', 'github'],
      ],
      [
        ['--quiet', 'co'],
        ['convert', 'completion'],
      ],
      [
        ['help', 'in'],
        ['init', 'inspect'],
      ],
      [
        ['completion', ''],
        ['bash', 'zsh', 'fish'],
      ],
      [['generate', '--ch'], ['--check']],
      [['generate', '--check', '--ch'], []],
      [['generate', '--targets', 'types,c'], ['types,client']],
      [
        ['generate', '--config', ''],
        ['my specs/', 'scripts/', 'asmx-gen.config.json'],
      ],
      [['generate', '-o', 'm'], ['my specs/']],
      [
        ['inspect', ''],
        ['my specs/', 'notes.yaml', 'scripts/'],
      ],
      [['inspect', 'my specs/s'], ['my specs/school one.yaml']],
      [['inspect', 'my\\ specs/s'], ['my specs/school one.yaml']],
      [['inspect', 'notes.yaml', 'Add'], ['AddNote']],
      [['inspect', 'notes.yaml', 'AddNote', ''], []],
      [
        ['convert', 'notes.yaml', '--to', ''],
        ['wsdl', 'yaml', 'openapi', 'http', 'bruno', 'postman', 'markdown'],
      ],
      [
        ['convert', 'notes.yaml', '--service', ''],
        ['NoteService', 'Admin'],
      ],
      [['call', 'notes.yaml', 'Get'], []],
      [
        ['call', 'notes.yaml', ''],
        ['AddNote', 'NoteService.GetNotes', 'Admin.GetNotes'],
      ],
      [
        ['call', 'notes.yaml', '--url', 'http://x', 'AddNote', ''],
        ['studentId=', 'text='],
      ],
      [['call', 'notes.yaml', 'AddNote', 'studentId=1', ''], ['text=']],
      [
        ['call', 'notes.yaml', 'AddNote', '--binding=soap'],
        ['--binding=soap11', '--binding=soap12'],
      ],
      [['serve', 'notes.yaml', '--fault', 'Add'], ['AddNote=']],
      [['call', 'absent.yaml', ''], []],
      [['call', 'readme.txt', ''], []],
      [['nonsense', ''], []],
      [['diff', 'notes.yaml', 'notes.yaml', ''], []],
      [
        ['diff', '--against', 'HEAD', 'notes.yaml', 'notes.yaml', ''],
        ['my specs/', 'notes.yaml', 'scripts/'],
      ],
      [['diff', '--for', 'asmx,wc'], ['asmx,wcf']],
    ];
    test.each(cases)('%j', async (line, want) => {
      const found = await words(...line);
      expect([...found].sort()).toEqual([...want].sort());
    });
  });

  test('no description holds what a terminal would obey', async () => {
    const cwd = join(packageRoot, 'test/fixtures/terminal');
    const asked = ['complete-words', '--', 'convert', 'paint.wsdl', '--service', ''];
    const { stdout } = await runCli(asked, { cwd });
    expect(stdout).toBe('Paint\t/\\u009b31mEVIL\\u202e\\u2066\\u0085\n');
  });

  test('no candidate is a file whose name a terminal would obey, or two', async () => {
    const names = ['odd/l\nine.wsdl', 'odd/\u001b[31mred.wsdl', 'odd/plain.wsdl'];
    const odd = createFolder(Object.fromEntries(names.map((name) => [name, contract])));
    const { stdout } = await runCli(['complete-words', '--', 'check', 'odd/'], { cwd: odd.path });
    odd.remove();
    expect(stdout.split('\n').filter((one) => one !== '')).toEqual(['odd/plain.wsdl\tfile']);
  });

  test('the hidden command is not in the help', async () => {
    const help = await runCli(['--help']);
    expect(help.stdout).toContain('completion');
    expect(help.stdout).not.toContain('complete-words');
  });

  /** Whether a shell is installed; its tests are skipped where it is not. */
  const has = (shell: string): boolean => spawnSync(shell, ['-c', ':']).status === 0;
  const onlyWith = (shell: string) => (has(shell) ? test : test.skip);

  async function shell(name: string, args: readonly string[], program: string): Promise<string> {
    const { stdout } = await runCli(['completion', name]);
    folder.write('completion', stdout);
    const path = `${join(folder.path, 'scripts')}${delimiter}${process.env.PATH ?? ''}`;
    const env = { ...process.env, PATH: path, LC_ALL: 'C.UTF-8' };
    const result = spawnSync(name, [...args, '-c', program], { cwd: folder.path, env });
    expect(String(result.stderr)).toBe('');
    return String(result.stdout);
  }

  /** Asks a function of bash as readline does: a line, split at spaces and word breaks. */
  const asked = (line: string, list: readonly string[]): string =>
    `COMP_LINE='${line}' COMP_POINT=${line.length} COMP_CWORD=${list.length - 1}
COMP_WORDS=(${list.map((word) => `'${word}'`).join(' ')})
_asmx_gen 2>/dev/null; printf '%s|' "\${COMPREPLY[@]}"; echo`;

  describe('in a shell', () => {
    onlyWith('bash')(
      'bash completes commands, options, values, contracts and operations',
      async () => {
        const program = [
          'source ./completion',
          asked('asmx-gen ver', ['asmx-gen', 'ver']),
          asked('asmx-gen inspect notes.yaml Add', ['asmx-gen', 'inspect', 'notes.yaml', 'Add']),
          asked('asmx-gen --reporter=g', ['asmx-gen', '--reporter', '=', 'g']),
          asked('asmx-gen --reporter=', ['asmx-gen', '--reporter', '=']),
          asked('asmx-gen call notes.yaml AddNote text= s', [
            ...['asmx-gen', 'call', 'notes.yaml', 'AddNote', 'text', '=', 's'],
          ]),
          asked('asmx-gen inspect my\\ specs/', ['asmx-gen', 'inspect', 'my\\ specs/']),
          asked('asmx-gen diff notes.yaml ', ['asmx-gen', 'diff', 'notes.yaml', '']),
          'complete -p asmx-gen',
        ].join('\n');
        const lines = (await shell('bash', ['--norc'], program)).trimEnd().split('\n');
        expect(lines).toEqual([
          'verify|',
          'AddNote|',
          'github|',
          'text|json|github|',
          '|',
          'my specs/school one.yaml|',
          'my specs/|notes.yaml|scripts/|',
          'complete -F _asmx_gen asmx-gen',
        ]);
      },
    );

    onlyWith('fish')(
      'fish completes commands, options, values, contracts and operations',
      async () => {
        const program = `source ./completion
complete -C 'asmx-gen ver'
complete -C 'asmx-gen --reporter '
complete -C 'asmx-gen inspect notes.yaml Add'
complete -C 'asmx-gen call notes.yaml AddNote st'`;
        const out = await shell('fish', ['--no-config'], program);
        expect(out.trimEnd().split('\n')).toEqual([
          'verify\tcompare a vendored folder with its manifest',
          ...['github', 'json', 'text'],
          'AddNote\tAddNote(studentId: int, text: string): int',
          'studentId=\tint',
        ]);
      },
    );

    onlyWith('zsh')('zsh asks for candidates with the words up to the cursor', async () => {
      const program = `compdef() { print "compdef $*" }
compadd() { print -r -- "compadd $*"; [[ "$*" == *closed* ]] && print -rl -- $closed $texts; [[ "$*" == *open* ]] && print -rl -- $open; return 0 }
source ./completion
words=(asmx-gen inspect notes.yaml Add) CURRENT=4; _asmx_gen
words=(asmx-gen inspect my\\\\\\ specs/) CURRENT=3; _asmx_gen
words=(asmx-gen inspect m) CURRENT=3; _asmx_gen
words=(asmx-gen completion '') CURRENT=3; _asmx_gen`;
      const out = await shell('zsh', ['-f'], program);
      expect(out.trimEnd().split('\n')).toEqual([
        'compdef _asmx_gen asmx-gen',
        'compadd -l -d texts -a closed',
        ...['AddNote', 'AddNote  -- AddNote(studentId: int, text: string): int'],
        'compadd -l -d texts -a closed',
        ...['my specs/school one.yaml', 'my specs/school one.yaml  -- file'],
        ...['compadd -S  -a open', 'my specs/'],
        'compadd -l -d texts -a closed',
        ...['bash', 'zsh', 'fish', 'bash', 'zsh', 'fish'],
      ]);
    });
  });
});
