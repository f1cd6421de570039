import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { bin, createFolder, runCli, type TestFolder } from './run-cli.ts';

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

  test("none of Node's streams where the help goes to a file, a pipe or nowhere", () => {
    const hook = join(folder.path, 'hook.cjs');
    const list = join(folder.path, 'loaded.txt');
    writeFileSync(
      hook,
      `process.on('exit', () => {
        require('fs').writeFileSync(${JSON.stringify(list)}, process.moduleLoadList.join('\\n'));
      });`,
    );
    const file = openSync(join(folder.path, 'help.txt'), 'w');
    for (const stdout of [file, 'pipe', 'ignore'] as const) {
      spawnSync(process.execPath, ['--require', hook, bin, '--help'], {
        stdio: ['ignore', stdout, 'ignore'],
      });
      const loaded = readFileSync(list, 'utf8').split('\n');
      expect(loaded).toContain('NativeModule vm');
      expect(loaded).not.toContain('NativeModule stream');
    }
    closeSync(file);
    expect(readFileSync(join(folder.path, 'help.txt'), 'utf8')).toContain('Usage: asmx-gen');
  });

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

  /** A copy of the package: others run the one at hand meanwhile. */
  function copyTool(): string {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const tool = join(folder.path, 'tool');
    for (const part of ['bin', 'dist/bundle', 'package.json', 'templates']) {
      cpSync(join(root, part), join(tool, part), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(tool, 'node_modules'), 'junction');
    return tool;
  }

  function runTool(tool: string, ...args: string[]): string {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(tool, 'bin', 'asmx-gen.js'), ...args],
      { cwd: folder.path, encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
    return stderr;
  }

  test('code that was kept, which V8 takes', () => {
    const tool = copyTool();
    const compiled = join(tool, 'dist', 'compiled');
    const generateTo = (out: string): readonly (readonly [string, number])[] => {
      runTool(tool, 'generate', 'service.wsdl', '-o', out);
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

  test('the pipeline again in a checkout that was built since', () => {
    const tool = copyTool();
    // what tells a checkout from a package
    mkdirSync(join(tool, 'src', 'write'), { recursive: true });
    const pipeline = join(tool, 'dist', 'bundle', 'pipeline.script.cjs');
    const run = (): string => runTool(tool, 'generate', 'service.wsdl', '-o', 'out', '--verbose');
    expect(run()).toContain('created');
    expect(run()).not.toContain('plan ');
    const changed = readFileSync(pipeline, 'utf8').replace(
      'Code generated by asmx-gen. DO NOT EDIT.',
      'Code generated by asmx-gen anew. DO NOT EDIT.',
    );
    writeFileSync(pipeline, changed.replace(/^\/\* \w+/, '/* another'));
    // the build writes them all
    const command = join(tool, 'dist', 'bundle', 'command.script.cjs');
    writeFileSync(command, readFileSync(command));
    expect(run()).toContain('updated');
  }, 60_000);

  test('without V8 complaining of what it is told of its compiler', async () => {
    // it complains on stderr of what it does not know, and every version knows other things
    const { code, stderr } = await runCli(['check', 'service.wsdl', '--quiet'], {
      cwd: folder.path,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
