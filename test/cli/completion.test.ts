import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { bin, createFolder, packageRoot, type TestFolder } from './run-cli.ts';

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
