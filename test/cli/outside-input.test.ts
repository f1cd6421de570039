import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const shop = (name: string): string =>
  `asmx: 1\nname: ${name}\nnamespace: http://shop.example/\nservices:\n  ${name}: { operations: { Find: { parameters: { tree: Tree }, returns: int } } }\ntypes: { Tree: { fields: { child: Tree? } } }\n`;

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder({ 'shop.yaml': shop('Shop'), 'other.yaml': shop('Other') });
});
afterEach(() => folder.remove());

const run = (...args: string[]) => runCli(args, { cwd: folder.path });

describe('no input is a bug of the tool', () => {
  const nested = (depth: number): string => `${'{"child":'.repeat(depth)}{}${'}'.repeat(depth)}`;

  test('credentials of a URL that are not escaped', async () => {
    const { code, stderr } = await run('init', 'http://user%ZZ:secret@host.invalid/');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'asmx-gen: the user name or password in the URL has a % that escapes nothing\n  Write a percent sign as %25.\n',
    });
  });

  test.each(['x', '__proto__', 'urn:x', 'http://'])(
    'a lock file with the entry %s',
    async (key) => {
      const hash = 'a'.repeat(64);
      folder.write(
        'specs/asmx-gen.lock.json',
        `{"asmx":1,"imports":{"${key}":{"sha256":"${hash}"},"http://host.invalid/a.wsdl":{"sha256":"${hash}","file":"a.wsdl","entry":true}}}`,
      );
      const { code, stderr } = await run('init', '--update');
      expect(code).toBe(2);
      expect(stderr).toContain('specs/asmx-gen.lock.json is not a lock file');
      expect(stderr).not.toContain('bug');
    },
  );

  test('JSON that is nested too deep', async () => {
    folder.write('deep.json', `{"tree":${nested(10_000)}}`);
    const { code, stderr } = await run(
      'call',
      'shop.yaml',
      'Find',
      '--json',
      'deep.json',
      '--dry-run',
    );
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'asmx-gen: deep.json holds no JSON: it is nested deeper than 500 levels\n  Give one JSON object.\n',
    });
  });

  test('a parameter of many steps', async () => {
    const { code, stderr } = await run('call', 'shop.yaml', 'Find', `tree${'[0]'.repeat(5000)}=1`);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'asmx-gen: a parameter name has more than 500 steps\n  No message is nested as deep: check the name.\n',
    );
  });

  test('a recording that is nested too deep', async () => {
    folder.write(
      'calls.jsonl',
      `{"recording":1}\n{"service":"Shop","operation":"Find","binding":"soap11","parameters":${'['.repeat(20_000)}${']'.repeat(20_000)}}\n`,
    );
    const { code, stderr } = await run('serve', 'shop.yaml', '--replay', 'calls.jsonl');
    expect(code).toBe(2);
    expect(stderr).toContain(
      'calls.jsonl:2: this line is not JSON: it is nested deeper than 500 levels',
    );
  });
});

describe('a configuration', () => {
  test('that is nested too deep is reported at its place', async () => {
    folder.write(
      'asmx-gen.config.json',
      `{"contracts":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    );
    const { code, stderr } = await run('generate');
    expect(code).toBe(2);
    expect(stderr).toContain(
      'asmx-gen.config.json:1:413 error ASMX5001: the nesting is deeper than 400 levels',
    );
  });

  test.each(['input', 'output'])('with the character U+0000 in %s is reported', async (key) => {
    const entry = { input: 'shop.yaml', output: 'out', [key]: 'a\0b' };
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts: [entry] }));
    const { code, stderr } = await run('generate');
    expect(code).toBe(2);
    expect(stderr).toContain(`error ASMX5002: '${key}' must be a text without U+0000`);
  });
});

test('diff shows no hints about its contracts', async () => {
  folder.write(
    'old.yaml',
    shop('Tags')
      .replace('tree: Tree', "ids: 'string[]'")
      .replace(/types.*/s, ''),
  );
  const { stderr } = await run('diff', 'old.yaml', 'old.yaml');
  expect(stderr).not.toContain('hint');
});

describe('an output inside another', () => {
  const configure = (...contracts: object[]): void => {
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
  };

  test.each([
    ['inner last', 'o', 'o/runtime'],
    ['inner first', 'o/wsdl', 'o'],
    ['in another spelling', './o/', 'x/../O/deep/er'],
    ['of the folder itself', '.', 'o'],
  ])('is refused in a configuration: %s', async (_, first, second) => {
    configure({ input: 'shop.yaml', output: first }, { input: 'other.yaml', output: second });
    const { code, stderr } = await run('generate');
    expect(code).toBe(2);
    expect(stderr).toContain('error ASMX5002: the output ');
    expect(stderr).toContain('inside');
    expect(folder.files()).not.toContain('o/client.ts');
  });

  test('is refused if it is the default folder', async () => {
    configure({ input: 'shop.yaml', output: 'generated' }, { input: 'other.yaml' });
    const { code, stderr } = await run('generate');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'asmx-gen: other.yaml would be written to generated/other, inside the output generated of shop.yaml\n  Give each an `output` of its own in the configuration, none inside another.\n',
    });
  });

  test('is none beside folders of several contracts', async () => {
    configure({ input: ['shop.yaml'], output: 'o' }, { input: 'other.yaml', output: 'o/other' });
    expect(await run('generate', '--dry-run')).toMatchObject({ code: 0 });
    configure({ input: 'shop.yaml', output: 'o' }, { input: 'other.yaml', output: 'o2' });
    expect(await run('generate', '--dry-run')).toMatchObject({ code: 0 });
  });
});

test.each(['CON', 'Nul', 'Aux', 'Com1', 'PRN', 'Lpt9'])(
  'the default folder of a contract %s is no device of Windows',
  async (name) => {
    folder.write('device.yaml', shop(name));
    const { stdout } = await run('generate', 'device.yaml', '--dry-run', '--targets', 'types');
    expect(stdout).toContain(`generated/_${name.toLowerCase()}/`);
    expect(stdout).not.toContain(`generated/${name.toLowerCase()}/`);
  },
);
