import { rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type RunResult, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const contract = (name: string, operation = 'Echo'): string => `asmx: 1
name: ${name}
namespace: urn:${name}
services:
  ${name}Service:
    operations:
      ${operation}: { parameters: { text: string }, returns: string }
`;

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder({
    'package.json': '{}',
    'specs/maths.yaml': contract('Maths'),
    'specs/notes.yaml': contract('Notes'),
  });
});
afterEach(() => folder.remove());

const generate = (...args: string[]): Promise<RunResult> =>
  runCli(['generate', '--verbose', ...args], { cwd: folder.path });

/** Contracts that were not read again. */
const current = ({ stderr }: RunResult): readonly string[] =>
  [...stderr.matchAll(/^(.*): current by its hashes$/gm)].map(([, path = '']) => path);

/** Puts the time of every file back, and tells later which were written since. */
function watchWrites(): () => readonly string[] {
  const past = new Date('2020-01-01');
  for (const file of folder.files()) utimesSync(join(folder.path, file), past, past);
  return () =>
    folder.files().filter((file) => statSync(join(folder.path, file)).mtimeMs !== past.getTime());
}

describe('a contract that is as it was is told from hashes', () => {
  test.each<readonly [string, ...string[]]>([
    ['with an output folder', 'specs/maths.yaml', '-o', 'out'],
    ['without one', 'specs/maths.yaml'],
    ['with handlers', 'specs/maths.yaml', '--targets', 'client,handlers'],
  ])('%s', async (_, ...args) => {
    expect(current(await generate(...args))).toEqual([]);
    const written = watchWrites();
    expect(current(await generate(...args))).toEqual(['specs/maths.yaml']);
    expect(current(await generate(...args, '--check'))).toEqual(['specs/maths.yaml']);
    expect(written()).toEqual([]);
  });

  test('of several, with and without an output folder', async () => {
    const both = ['specs/maths.yaml', 'specs/notes.yaml'];
    for (const args of [both, [...both, '-o', 'out']]) {
      await generate(...args);
      expect(current(await generate(...args))).toEqual(both);
    }
  });

  test('with a configuration of several contracts, one of which has handlers', async () => {
    folder.write(
      'asmx-gen.config.json',
      JSON.stringify({
        contracts: [
          { input: 'specs/maths.yaml', output: 'maths', targets: ['server', 'handlers'] },
          { input: 'specs/n*.yaml', output: 'all' },
        ],
      }),
    );
    await generate();
    expect(current(await generate())).toEqual(['specs/maths.yaml', 'specs/notes.yaml']);
    const check = await generate('--check');
    expect(check.code).toBe(0);
    expect(current(check)).toEqual(['specs/maths.yaml', 'specs/notes.yaml']);
  });
});

test('inputs and outputs are declared alike before, and told from hashes, after', async () => {
  const list = async (): Promise<unknown> => {
    const args = ['generate', 'specs/maths.yaml', '--dry-run', '--reporter', 'json'];
    const { stdout } = await runCli(args, { cwd: folder.path });
    return JSON.parse(stdout).contracts;
  };
  const before = await list();
  expect(before).toEqual([
    {
      contract: 'specs/maths.yaml',
      output: 'generated/maths',
      inputs: [{ path: 'specs/maths.yaml', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      outputs: expect.arrayContaining(['generated/maths/client.ts']),
    },
  ]);
  await generate('specs/maths.yaml');
  const files = folder.files().filter((path) => path.startsWith('generated/'));
  expect(before).toMatchObject([{ outputs: files }]);
  expect(await list()).toEqual(before);
});

test('a configuration is an input of what it names', async () => {
  folder.write('asmx-gen.config.json', '{ "contracts": [{ "input": "specs/maths.yaml" }] }');
  const { stdout } = await runCli(['generate', '--dry-run', '--reporter', 'json'], {
    cwd: folder.path,
  });
  expect(JSON.parse(stdout).contracts).toMatchObject([
    { inputs: [{ path: 'specs/maths.yaml' }, { path: 'asmx-gen.config.json' }] },
  ]);
});

describe('what changed is generated again, and nothing else', () => {
  const both = ['specs/maths.yaml', 'specs/notes.yaml'];

  test('of several contracts the one that changed, of its files those that differ', async () => {
    await generate(...both);
    const written = watchWrites();
    folder.write('specs/notes.yaml', contract('Notes', 'Repeat'));
    expect(current(await generate(...both))).toEqual(['specs/maths.yaml']);
    expect(written().filter((path) => path.startsWith('generated/maths'))).toEqual([]);
    const changed = written().filter((path) => path.startsWith('generated/notes'));
    expect(changed).toContain('generated/notes/operations.ts');
    expect(changed.filter((path) => path.includes('/runtime/'))).toEqual([]);
  });

  test('a contract with another name goes to another folder', async () => {
    await generate('specs/maths.yaml');
    folder.write('specs/maths.yaml', contract('Sums'));
    expect(current(await generate('specs/maths.yaml'))).toEqual([]);
    expect(folder.files()).toContain('generated/sums/client.ts');
  });

  test('a folder that was moved is not taken for the one asked for', async () => {
    await generate('specs/maths.yaml', '-o', 'generated/other');
    expect(current(await generate('specs/maths.yaml'))).toEqual([]);
    expect(folder.files()).toContain('generated/maths/client.ts');
  });

  test('other options', async () => {
    await generate('specs/maths.yaml');
    expect(current(await generate('specs/maths.yaml', '--targets', 'client'))).toEqual([]);
  });

  test('handlers that lack a stub, or are gone', async () => {
    const args = ['specs/maths.yaml', '--targets', 'server,handlers'];
    await generate(...args);
    const file = 'handlers/maths-service.ts';
    const complete = folder.read(file);
    folder.write(file, complete.replace('  echo: notImplemented,\n', ''));
    expect(current(await generate(...args))).toEqual([]);
    expect(folder.read(file)).toContain('echo');
    rmSync(join(folder.path, file));
    await generate(...args);
    expect(folder.files()).toContain(file);
  });

  test('a manifest that says nonsense of handlers', async () => {
    const args = ['specs/maths.yaml', '--targets', 'server,handlers'];
    await generate(...args);
    const manifest = 'generated/maths/asmx-gen.manifest.json';
    const text = folder.read(manifest);
    for (const path of ['../../../outside.ts', 'gone.ts']) {
      folder.write(manifest, text.replaceAll('maths-service.ts', path));
      expect(current(await generate(...args, '--check'))).toEqual([]);
    }
  });
});
