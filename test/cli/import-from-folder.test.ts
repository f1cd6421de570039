import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { importFromFolder } from '../../src/cli/run/import-files.ts';

// Yarn keeps packages in archives, into which the file system follows no link.
test('generated code finds the runtime without a link to the package', async () => {
  const text =
    "import { AsmxError } from 'asmx-gen-runtime';\nimport { element } from 'asmx-gen-runtime/type';\n" +
    'export const found = [typeof AsmxError, typeof element];\nexport const place = import.meta.url;\n';
  const { load } = importFromFolder([{ path: 'descriptions.ts', text }]);
  const { found, place } = await load('descriptions.ts');
  expect(found).toEqual(['function', 'function']);
  const runtime = fileURLToPath(new URL('node_modules/asmx-gen-runtime', String(place)));
  expect(lstatSync(runtime).isSymbolicLink()).toBe(false);
  expect(readFileSync(join(runtime, 'type.js'), 'utf8')).toMatch(/^export \* from "file:/);
});
