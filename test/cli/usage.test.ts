import { describe, expect, jest, test } from '@jest/globals';
import { runCli } from './run-cli.ts';

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
    ['generate --dry-rnu', /unknown option '--dry-rnu'\n\(Did you mean --dry-run\?\)/],
    ['check --reporter xml', /Allowed choices are text, json, github/],
    ['call', /missing required argument 'contract'/],
    ['call x.yaml', /missing required argument 'operation'/],
    ['inspect', /missing required argument 'contract'/],
    ['inspect a b c', /too many arguments/],
    ['diff a.yaml', /missing required argument 'new'/],
    ['diff a b --markdwon', /Did you mean --markdown\?/],
    ['verify', /missing required argument 'dir'/],
    ['serve x.yaml --port 99999', /A port is a number from 0 to 65535/],
    ['serve x.yaml --port', /argument missing/],
    ['call x.yaml Op --timeout soon', /whole number of milliseconds/],
  ];
  test.each(cases)('%s', async (args, want) => {
    const { code, stdout, stderr } = await runCli(args.split(' '));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(want);
    expect(stderr).toMatch(/^asmx-gen: /);
    expect(stderr).toMatch(/Run asmx-gen .*--help/);
  });
});
