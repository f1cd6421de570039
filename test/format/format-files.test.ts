import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { formatFiles } from '../../src/format/files.ts';
import {
  createMemoryCache,
  formatWithPrettier,
  hasOverLongCode,
} from '../../src/format/prettier.ts';

const file = (text: string, path = 'a.ts') => ({ path, text, copied: false });
const own = { format: 'own', customised: false } as const;
const long = `export const a = f(${'abcdefghij, '.repeat(10)}z);\n`;

describe('formatting', () => {
  test('leaves text in our style alone', async () => {
    const bag = createDiagnosticBag();
    const text = "export const a = 'x';\n";
    expect(await formatFiles([file(text)], own, bag)).toEqual([{ path: 'a.ts', text }]);
    expect(bag.diagnostics).toEqual([]);
  });

  test('breaks a line that is too long', async () => {
    const [done] = await formatFiles([file(long)], own, createDiagnosticBag());
    expect(done?.text.split('\n').every((line) => line.length <= 100)).toBe(true);
  });

  test('leaves long lines of large outputs', async () => {
    const text = long.repeat(6000);
    const [done] = await formatFiles([file(text)], own, createDiagnosticBag());
    expect(done?.text).toBe(text);
  });

  test('refuses a statement we never emit, whoever wrote the template', async () => {
    const bag = createDiagnosticBag();
    const text = 'export const a = 1;\nevil();\n';
    expect(await formatFiles([file(text)], own, bag)).toEqual([]);
    expect(await formatFiles([file(text)], { ...own, customised: true }, bag)).toEqual([]);
    expect(bag.diagnostics.map((one) => one.code)).toEqual(['ASMX9002', 'ASMX9002']);
    expect(bag.diagnostics[0]?.span?.start).toBe(text.indexOf('evil'));
  });

  test('parses what a template of the user made', async () => {
    const bag = createDiagnosticBag();
    const text = 'export const a = b c;\n';
    await formatFiles([file(text)], { ...own, customised: true }, bag);
    expect(bag.diagnostics.map((one) => one.code)).toEqual(['ASMX9002']);
  });

  test('takes over the runtime and other notations as they are', async () => {
    const files = [
      { path: 'runtime/a.ts', text: 'export class A {}\n', copied: true },
      file('<a/>', 'wsdl/A.wsdl'),
    ];
    const done = await formatFiles(files, own, createDiagnosticBag());
    expect(done.map((one) => one.text)).toEqual(['export class A {}\n', '<a/>']);
  });

  test("follows the project's style when asked to", async () => {
    const directory = mkdtempSync(join(tmpdir(), 'asmx-gen-'));
    writeFileSync(join(directory, '.prettierrc.json'), '{"semi":false,"tabWidth":4}');
    const options = { format: 'project', directory, customised: false } as const;
    const text = 'export const a = {\n  b: 1,\n};\n';
    const [done] = await formatFiles([file(text)], options, createDiagnosticBag());
    rmSync(directory, { recursive: true });
    expect(done?.text).toBe('export const a = {\n    b: 1,\n}\n');
  });

  test('asks prettier once for the same text', async () => {
    const cache = createMemoryCache();
    let kept = 0;
    const counting = {
      get: cache.get,
      set: (key: string, text: string) => {
        kept++;
        cache.set(key, text);
      },
    };
    const first = await formatWithPrettier(long, undefined, counting);
    expect(await formatWithPrettier(long, undefined, counting)).toBe(first);
    expect(kept).toBe(1);
  });
});

describe('over-long code', () => {
  const filler = 'x'.repeat(100);
  test.each([
    `export const ${filler} = 1;`,
    `/** doc */ const a = '${filler}';`.replace('/** doc */ ', ''),
    `  return f('${filler}');`,
  ])('is %j', (line) => expect(hasOverLongCode(`${line}\n`)).toBe(true));

  test.each([
    `// ${filler}`,
    `/** ${filler} */`,
    `/**\n * ${filler}\n */`,
    `  '${filler}',`,
    `  return \`${filler}\`;`,
    `import { a } from './${filler}.js';`,
    'short',
  ])('is not %j', (line) => expect(hasOverLongCode(`${line}\n`)).toBe(false));

  test('is no line of a template literal, but is one after it', () => {
    const inside = `    wsdl: \`\\\n<a b="${'c '.repeat(80)}"\n${'d '.repeat(80)}\\\`\nlast\`,\n`;
    expect(hasOverLongCode(inside)).toBe(false);
    expect(hasOverLongCode(`${inside}call(${'argument, '.repeat(20)});\n`)).toBe(true);
  });
});
