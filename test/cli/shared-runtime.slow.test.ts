import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createFolder, type RunResult, runCli, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const maths = `asmx: 1
name: Maths
namespace: urn:maths
services:
  MathsService: { operations: { Add: { parameters: { a: int, b: int }, returns: int } } }
`;
const dates = `asmx: 1
name: Dates
namespace: urn:dates
services:
  DatesService: { operations: { Next: { parameters: { day: date }, returns: date } } }
`;

interface Entry {
  readonly [key: string]: unknown;
}

const config = (...contracts: readonly Entry[]): string => JSON.stringify({ contracts }, null, 2);
const shared = { runtime: { shared: 'gen/runtime' } };
const mathsEntry = { input: 'maths.yaml', output: 'gen/maths', targets: ['client'], ...shared };
const datesEntry = { input: 'dates.yaml', output: 'gen/dates', targets: ['client'], ...shared };
const runtime = 'gen/runtime/';
const manifest = `${runtime}asmx-gen.manifest.json`;

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder({
    'package.json': '{}',
    'maths.yaml': maths,
    'dates.yaml': dates,
    'asmx-gen.config.json': config(mathsEntry, datesEntry),
  });
});
afterEach(() => folder.remove());

const run = (...args: string[]): Promise<RunResult> => runCli(args, { cwd: folder.path });
const generate = (...args: string[]): Promise<RunResult> => run('generate', ...args);
const runtimeFiles = (): readonly string[] =>
  folder.files().filter((path) => path.startsWith(runtime));

describe('a runtime that contracts share', () => {
  test('holds what they need, and is imported by relative paths', async () => {
    expect(await generate()).toMatchObject({ code: 0 });
    expect(folder.files().some((path) => path.startsWith('gen/maths/runtime'))).toBe(false);
    expect(folder.read('gen/maths/client.ts')).toContain("from '../runtime/index.js';");
    expect(folder.read('gen/dates/descriptions.ts')).toContain("from '../runtime/type.js';");
    expect(folder.read(`${runtime}type.ts`)).toMatch(/\bdate,[\s\S]*\bint\b/);
    expect(folder.read(`${runtime}index.ts`)).toMatch(/^\/\* eslint-disable \*\/\n\/\/ Code gen/);
    expect(runtimeFiles().some((path) => path.startsWith(`${runtime}server/`))).toBe(false);
    expect(folder.read(`${runtime}LICENSE`)).toContain('MIT License');
    expect(folder.read(`${runtime}.gitattributes`)).toContain('* linguist-generated -diff\n');
    expect(folder.read('gen/maths/.gitattributes')).toMatch(/\* linguist-generated\n$/);
    const { sharedBy, contract } = JSON.parse(folder.read(manifest));
    expect({ sharedBy, contract }).toEqual({ sharedBy: ['../dates', '../maths'] });
    const again = await generate();
    expect(again.stderr).toMatch(/^\d+ files: \d+ unchanged/);
    expect(await generate('--check')).toMatchObject({ code: 0, stdout: '' });
    expect(await generate('--force')).toMatchObject({ code: 0 });
    expect(await generate('--check')).toMatchObject({ code: 0, stdout: '' });
  });

  test('--check finds files that are missing or stale, --dry-run lists them', async () => {
    await generate();
    const before = folder.read(`${runtime}type.ts`);
    folder.write(`${runtime}type.ts`, `${before}// more\n`);
    const stale = await generate('--check');
    expect(stale).toMatchObject({ code: 1 });
    expect(stale.stdout).toContain('--- a/gen/runtime/type.ts');
    expect((await generate()).stderr).toContain("ASMX7001: 'gen/runtime/type.ts' was edited");
    expect((await generate('--dry-run', '--force')).stdout).toBe('update gen/runtime/type.ts\n');
    expect(await generate('--force')).toMatchObject({ code: 0 });
    expect(folder.read(`${runtime}type.ts`)).toBe(before);

    rmSync(join(folder.path, `${runtime}type.ts`));
    const missing = await generate('--check', '--reporter', 'json');
    expect(missing.code).toBe(1);
    expect(JSON.parse(missing.stdout).diagnostics).toMatchObject([
      { code: 'ASMX7003', message: "'gen/runtime/type.ts' is missing" },
    ]);
    expect(JSON.parse(missing.stdout).runtimes).toMatchObject([{ output: 'gen/runtime' }]);
    await generate();
    expect(folder.read(`${runtime}type.ts`)).toBe(before);
  });

  test('of one contract alone keeps what the others need', async () => {
    await generate();
    const files = runtimeFiles();
    folder.write('maths.yaml', maths.replaceAll('int', 'string'));
    expect(await generate('maths.yaml')).toMatchObject({ code: 0 });
    // numbers are in a file that dates need, too
    expect(runtimeFiles()).toEqual(files);
    expect(folder.read(`${runtime}type.ts`)).toMatch(/\bdate,/);
    expect(folder.read(`${runtime}type.ts`)).not.toMatch(/\bint\b/);
    expect(await generate('--check')).toMatchObject({ code: 0 });
  });

  test('drops what no contract needs any more', async () => {
    await generate();
    folder.write('asmx-gen.config.json', config(mathsEntry));
    // the folder is there, and imports the runtime
    const kept = await generate();
    expect(kept.stderr).toContain("no contract of the configuration makes 'gen/dates' any more");
    expect(folder.read(`${runtime}type.ts`)).toMatch(/\bdate,/);
    expect(await generate('--prune')).toMatchObject({ code: 0 });
    expect(folder.read(`${runtime}type.ts`)).not.toMatch(/\bdate,/);
    expect(JSON.parse(folder.read(manifest)).sharedBy).toEqual(['../maths']);
  });

  test('of a contract that has its own again is for the others alone; at last no one makes it', async () => {
    await generate();
    folder.write('asmx-gen.config.json', config(mathsEntry, { ...datesEntry, runtime: 'vendor' }));
    expect(await generate()).toMatchObject({ code: 0 });
    expect(JSON.parse(folder.read(manifest)).sharedBy).toEqual(['../maths']);
    expect(folder.files()).toContain('gen/dates/runtime/type.ts');
    expect(await generate('--check')).toMatchObject({ code: 0 });
    const own = { runtime: 'vendor' };
    folder.write(
      'asmx-gen.config.json',
      config({ ...mathsEntry, ...own }, { ...datesEntry, ...own }),
    );
    expect((await generate()).stderr).toContain("makes 'gen/runtime' any more");
    expect(await generate('--prune')).toMatchObject({ code: 0 });
    expect(runtimeFiles()).toEqual([]);
  });

  test('no longer lists a contract that leaves it by itself', async () => {
    await generate();
    folder.write('asmx-gen.config.json', config(mathsEntry, { ...datesEntry, runtime: 'vendor' }));
    const check = await generate('dates.yaml', '--check');
    expect(check).toMatchObject({ code: 1 });
    expect(check.stdout).toContain('--- a/gen/runtime/asmx-gen.manifest.json');
    expect(await generate('dates.yaml')).toMatchObject({ code: 0 });
    expect(JSON.parse(folder.read(manifest)).sharedBy).toEqual(['../maths']);
    expect(folder.read(`${runtime}type.ts`)).not.toMatch(/\bdate,/);
    expect(await generate('--check')).toMatchObject({ code: 0, stdout: '' });
    // the last one leaves the folder to --prune
    folder.write('asmx-gen.config.json', config({ ...mathsEntry, runtime: 'vendor' }));
    expect(await generate('maths.yaml')).toMatchObject({ code: 0 });
    expect(runtimeFiles()).toContain(manifest);
  });

  test('takes the extension of imports and the header', async () => {
    const how = { importExtension: 'ts', header: 'Copyright ACME' };
    folder.write('asmx-gen.config.json', config({ ...mathsEntry, ...how }));
    expect(await generate()).toMatchObject({ code: 0 });
    expect(folder.read('gen/maths/client.ts')).toContain("from '../runtime/index.ts';");
    const index = folder.read(`${runtime}index.ts`);
    expect(index).toMatch(/\. SPDX-License-Identifier: MIT\n\/\/ Copyright ACME\n/);
    expect(index).toMatch(/ from '\.\/[\w/-]+\.ts';/);
  });

  test.each([
    ['gen/maths', 'gen/maths'],
    ['gen/maths/runtime', 'gen/maths'],
    ['gen', 'gen/maths'],
  ])('%s overlaps an output, and is refused with its place', async (place, output) => {
    const entry = { ...mathsEntry, runtime: { shared: place } };
    folder.write('asmx-gen.config.json', config(entry, { ...datesEntry, runtime: 'vendor' }));
    const { code, stderr } = await generate();
    expect(code).toBe(2);
    expect(stderr).toMatch(/^asmx-gen\.config\.json:\d+:\d+ error ASMX5002: /);
    expect(stderr).toContain(`the shared runtime '${place}' and the output '${output}' overlap`);
    expect(folder.files()).not.toContain('gen/maths/client.ts');
  });

  test('is not written over a contract, nor a contract over it', async () => {
    await generate();
    const moved = { ...mathsEntry, output: 'gen/other' };
    folder.write(
      'asmx-gen.config.json',
      config({ ...moved, runtime: { shared: 'gen/maths' } }, datesEntry),
    );
    expect((await generate()).stderr).toContain(
      "ASMX7009: 'gen/maths' holds the code of contract 'Maths'",
    );
    folder.write(
      'asmx-gen.config.json',
      config({ ...mathsEntry, output: 'gen/runtime', runtime: 'vendor' }),
    );
    expect((await generate()).stderr).toContain(
      "ASMX7009: 'gen/runtime' holds a runtime that contracts share",
    );
  });
});

describe('verify with a shared runtime', () => {
  test('looks at the runtime from a contract, and at the runtime itself', async () => {
    await generate();
    const fine = await run('verify', 'gen/maths');
    expect(fine).toMatchObject({ code: 0 });
    expect(fine.stdout).toContain('  runtime    ../runtime, which is shared\n');
    const itself = await run('verify', 'gen/runtime');
    expect(itself).toMatchObject({ code: 0 });
    expect(itself.stdout).toContain('  shared by  ../dates\n  shared by  ../maths\n');

    folder.write(`${runtime}type.ts`, '// nothing\n');
    rmSync(join(folder.path, `${runtime}index.ts`));
    const broken = await run('verify', 'gen/maths', '--reporter', 'json');
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.stdout)).toMatchObject({
      ok: false,
      edited: [{ path: '../runtime/type.ts' }],
      missing: ['../runtime/index.ts'],
      stray: [],
    });
    expect(await run('verify', 'gen/runtime')).toMatchObject({ code: 1 });
    const github = await run('verify', 'gen/maths', '--reporter', 'github');
    expect(github.stdout).toContain('file=gen/runtime/type.ts');

    rmSync(join(folder.path, manifest));
    const gone = await run('verify', 'gen/maths');
    expect(gone).toMatchObject({ code: 1 });
    expect(gone.stdout).toContain('missing    ../runtime/asmx-gen.manifest.json');
  });

  test.each<readonly [why: string, change: (text: string) => string]>([
    ['made by asmx-gen 0.0.1', (text) => text.replace(/"tool": "[^"]*"/, '"tool": "0.0.1"')],
    ['not shared with this folder', (text) => text.replace('"../maths"', '"../others"')],
    ['without int', (text) => text.replace(/ *"type int",\n/, '')],
  ])('says that the runtime is %s', async (why, change) => {
    await generate();
    folder.write(manifest, change(folder.read(manifest)));
    const { code, stdout } = await run('verify', 'gen/maths');
    expect(code).toBe(1);
    expect(stdout).toContain(`\n  stale      ../runtime (is ${why})\n`);
    expect(stdout).toMatch(/\n(\d edited, )?a stale runtime, of \d+ files generated\n$/);
    const json = await run('verify', 'gen/maths', '--reporter', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: false,
      stale: [{ path: '../runtime', why }],
      // a runtime with other exports than its manifest says is not that of the release either
      edited:
        why === 'without int'
          ? [{ path: '../runtime/type.ts' }, { path: '../runtime/types.ts' }]
          : [],
    });
    const github = await run('verify', 'gen/maths', '--reporter', 'github');
    expect(github.stdout).toContain(`the runtime '../runtime' is ${why}`);
  });
});
