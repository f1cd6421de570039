import { describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { packageRoot } from './run-cli.ts';

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
    [`serve ${school} --fault AuthCode=Odd`, '--fault', 'Choose from Client, Server'],
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
