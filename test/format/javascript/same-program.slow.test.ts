import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ts } from 'ts-morph';
import { parse } from '../../../src/format/javascript/parse.ts';
import { stripTypes } from '../../../src/format/javascript/strip-types.ts';

const root = join(import.meta.dirname, '../../..');
const folders = ['src/runtime', 'generated', 'test/golden'].map((folder) => join(root, folder));

/** A script as the compiler prints it, without comments, line ends and needless parentheses. */
function plain(script: string): string {
  const { outputText } = ts.transpileModule(script, {
    fileName: 'a.ts',
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ESNext,
      verbatimModuleSyntax: true,
      removeComments: true,
    },
  });
  return outputText
    .replace(/^export \{\};$/m, '')
    .replace(/\((\w+)\)/g, '$1')
    .replace(/,(?=\s*[)\]}])/g, '')
    .replace(/\s+/g, '');
}

test.each(folders)('%s is the same program as the compiler makes of it', (folder) => {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, String(path)));
  for (const path of paths.filter((one) => one.endsWith('.ts') && !one.endsWith('.d.ts'))) {
    const text = readFileSync(path, 'utf8');
    expect([path, plain(stripTypes(parse('a.ts', text)))]).toEqual([path, plain(text)]);
  }
});
