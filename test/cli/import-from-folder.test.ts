import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { importFromFolder } from '../../src/cli/run/import-from-folder.ts';

// Yarn keeps packages in archives, into which the file system follows no link.
test('generated code finds the runtime without a link to the package', async () => {
  const text =
    "import { AsmxError } from 'asmx-gen/runtime';\nimport { XmlReader } from 'asmx-gen/runtime/codec';\n" +
    'export const found = [typeof AsmxError, typeof XmlReader];\nexport const place = import.meta.url;\n';
  const { load } = importFromFolder([{ path: 'codecs.ts', text }]);
  const { found, place } = await load('codecs.ts');
  expect(found).toEqual(['function', 'function']);
  const runtime = fileURLToPath(new URL('node_modules/asmx-gen', String(place)));
  expect(lstatSync(runtime).isSymbolicLink()).toBe(false);
  expect(readFileSync(join(runtime, 'runtime/codec.js'), 'utf8')).toMatch(/^export \* from "file:/);
});
