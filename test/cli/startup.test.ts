import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createFolder, runCli, type TestFolder } from './run-cli.ts';

const wsdl = readFileSync(
  new URL('../../generated/student-information/wsdl/AboutUs.wsdl', import.meta.url),
  'utf8',
);

describe('loads', () => {
  let folder: TestFolder;
  beforeEach(() => {
    folder = createFolder({
      'package.json': '{"name":"p","type":"module"}',
      'service.wsdl': wsdl,
      'asmx-gen.config.json': '{ "contracts": [{ "input": "service.wsdl", "output": "out" }] }\n',
    });
  });
  afterEach(() => folder.remove());

  /** The files of ours a run executes, and the packages, sorted. */
  async function loadedBy(...args: string[]): Promise<readonly string[]> {
    const coverage = join(folder.path, `coverage-${folder.files().length}`);
    const { code, stderr } = await runCli(args, {
      cwd: folder.path,
      env: { NODE_V8_COVERAGE: coverage },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
    const urls = readdirSync(coverage).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8')) as {
        result: readonly { readonly url: string }[];
      };
      return result.map(({ url }) => url);
    });
    const names = urls.flatMap((url) => {
      const found =
        /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ??
        /\/dist\/(.+?)(?:\.script)?\.c?js/.exec(url);
      return found?.[1] ?? [];
    });
    return [...new Set(names)].sort();
  }

  test('a file and what runs it for the help and the version, and no package', async () => {
    for (const args of [['--help'], ['--version'], ['generate', '--help']]) {
      expect(await loadedBy(...args)).toEqual(['bundle/main', 'bundle/start']);
    }
  }, 60_000);

  test('neither the pipeline nor a parser when nothing has changed, with a configuration in JSON', async () => {
    const first = await loadedBy('generate');
    const few = ['bundle/command', 'bundle/main', 'bundle/shared', 'bundle/start'];
    expect(first.filter((name) => name.startsWith('bundle/'))).toEqual(
      [...few, 'bundle/pipeline'].sort(),
    );
    expect(first).not.toContain('yaml');
    expect(await loadedBy('generate')).toEqual(few);
    expect(await loadedBy('generate', '--check')).toEqual(few);
  }, 60_000);

  test('code that was kept, which V8 takes', () => {
    // a copy of the package: others run the one at hand meanwhile
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const tool = join(folder.path, 'tool');
    for (const part of ['bin', 'dist/bundle', 'package.json', 'templates']) {
      cpSync(join(root, part), join(tool, part), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(tool, 'node_modules'), 'junction');
    const compiled = join(tool, 'dist', 'compiled');
    const generateTo = (out: string): readonly (readonly [string, number])[] => {
      const args = [join(tool, 'bin', 'asmx-gen.js'), 'generate', 'service.wsdl', '-o', out];
      const { status, stderr } = spawnSync(process.execPath, args, {
        cwd: folder.path,
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
      return readdirSync(compiled)
        .sort()
        .map((name) => [name, statSync(join(compiled, name)).mtimeMs]);
    };
    const kept = generateTo('one');
    expect(kept.map(([name]) => name.replace(/-.*/, ''))).toEqual([
      'command',
      'main',
      'pipeline',
      'shared',
    ]);
    // what V8 refuses is made again
    expect(generateTo('two')).toEqual(kept);
  }, 60_000);

  test('without V8 complaining of what it is told of its compiler', async () => {
    // it complains on stderr of what it does not know, and every version knows other things
    const { code, stderr } = await runCli(['check', 'service.wsdl', '--quiet'], {
      cwd: folder.path,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
