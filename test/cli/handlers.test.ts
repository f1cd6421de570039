import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { compileStrictly } from '../compile-strictly.ts';
import { runCli } from './in-process.ts';
import { createFolder, type RunResult, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const contract = (operations: string, name = 'Notes'): string => `asmx: 1
name: ${name}
namespace: urn:notes
services:
  NoteService:
    operations:
      ${operations}
  StatusPage:
    operations:
      Ping: {}
`;
const add = 'Add: { parameters: { text: string }, returns: int }';
const config =
  '{"contracts": [{"input": "notes.yaml", "targets": ["handlers"], "importExtension": "js"}]}';

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder({
    'package.json': '{"type":"module"}',
    'asmx-gen.config.json': config,
    'notes.yaml': contract(add),
  });
});
afterEach(() => folder.remove());

const generate = (...args: string[]): Promise<RunResult> =>
  runCli(['generate', ...args], { cwd: folder.path });

describe('target handlers', () => {
  test('writes a file for each service, which compiles', async () => {
    expect((await generate()).code).toBe(0);
    expect(folder.files().filter((path) => path.startsWith('handlers/'))).toEqual([
      'handlers/note-service.ts',
      'handlers/status-page.ts',
    ]);
    expect(folder.read('handlers/note-service.ts')).toContain("'../generated/notes/index.js'");
    expect(folder.read('generated/notes/asmx-gen.manifest.json')).not.toContain('handlers/');
    expect(compileStrictly(folder.path)).toBe('');
  });

  test('adds what is new and leaves the rest; --check and --dry-run say so first', async () => {
    await generate();
    const mine = folder
      .read('handlers/note-service.ts')
      .replace('add: notImplemented,', "add( {text} ) { return text.length } // '")
      .replaceAll('\n', '\r\n');
    folder.write('handlers/note-service.ts', mine);
    const stayed = await generate('--check');
    expect(stayed).toMatchObject({ code: 0, stdout: '' });
    folder.write('notes.yaml', contract(`${add}\n      Clear: {}`));
    const check = await generate('--check');
    expect(check.code).toBe(1);
    expect(check.stdout).toContain('+++ b/handlers/note-service.ts');
    expect(check.stdout).toContain('+  clear: notImplemented');
    expect((await generate('--dry-run')).stdout).toContain('update handlers/note-service.ts\n');
    expect(folder.read('handlers/note-service.ts')).toBe(mine);
    expect((await generate()).code).toBe(0);
    expect(folder.read('handlers/note-service.ts')).toBe(
      mine.replace("} // '\r\n", "}, // '\r\n  clear: notImplemented\r\n"),
    );
    expect((await generate('--check')).code).toBe(0);
  });

  test('never removes a file, and reports what is gone', async () => {
    await generate();
    folder.write('notes.yaml', contract('Append: { parameters: { text: string }, returns: int }'));
    const renamed = await generate();
    expect(renamed.code).toBe(0);
    expect(renamed.stderr).toMatch(/note-service\.ts:9:3 warning ASMX7006: .*'add'/);
    expect(folder.read('handlers/note-service.ts')).toContain('  add: notImplemented,\n  append:');
    folder.write('notes.yaml', contract(add).replace(/ {2}StatusPage[\s\S]*/, ''));
    await generate();
    expect(folder.files()).toContain('handlers/status-page.ts');
  });

  test('a file that cannot be parsed stops the run before anything is written', async () => {
    await generate();
    folder.write('handlers/note-service.ts', 'export const x = {\n  a: (,\n');
    folder.write('notes.yaml', contract(`${add}\n      Clear: {}`));
    const { code, stderr } = await generate();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /note-service\.ts:2:7 error ASMX7005: the file of handlers is malformed/,
    );
    expect(folder.read('generated/notes/server.ts')).not.toContain('Clear');
    writeFileSync(join(folder.path, 'handlers/note-service.ts'), Buffer.from([0x61, 0xff]));
    expect((await generate()).stderr).toContain('is not UTF-8');
    expect(readFileSync(join(folder.path, 'handlers/note-service.ts'))[1]).toBe(0xff);
  });

  test('the folder can be configured; links are followed', async () => {
    folder.write('asmx-gen.config.json', config.replace('}]', ', "handlers": "src/api"}]'));
    mkdirSync(join(folder.path, 'src/api'), { recursive: true });
    folder.write(
      'real.ts',
      "import type { NoteServiceHandlers as H } from './generated/notes/index.js';\nexport const h: H = {};\n",
    );
    symlinkSync(join(folder.path, 'real.ts'), join(folder.path, 'src/api/note-service.ts'));
    expect((await generate()).code).toBe(0);
    expect(folder.read('real.ts')).toContain('  add: notImplemented,\n');
    expect(folder.read('src/api/status-page.ts')).toContain("'../../generated/notes/index.js'");
  });

  test('two contracts do not share a file', async () => {
    folder.write('more.yaml', contract(add, 'More'));
    folder.write(
      'asmx-gen.config.json',
      '{"contracts": [{"input": "notes.yaml", "targets": ["handlers"]}, {"input": "more.yaml", "targets": ["handlers"]}]}',
    );
    const { code, stderr } = await generate();
    expect(code).toBe(2);
    expect(stderr).toContain('would both have handlers in handlers/note-service.ts');
    expect(folder.files()).not.toContain('handlers/note-service.ts');
    folder.write(
      'asmx-gen.config.json',
      '{"contracts": [{"input": "*.yaml", "targets": ["handlers"], "handlers": "handlers"}]}',
    );
    expect((await generate()).code).toBe(0);
    expect(folder.files()).toContain('handlers/more/note-service.ts');
  });
});
