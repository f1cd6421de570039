import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { declare } from '../../../src/format/javascript.ts';
import { createFolder } from '../../cli/run-cli.ts';
import { compileStrictly } from '../../compile-strictly.ts';

const runtime = join(import.meta.dirname, '../../../src/runtime');
const folder = createFolder({});
afterAll(() => folder.remove());

test('the declarations of the vendored runtime compile', () => {
  for (const path of readdirSync(runtime, { recursive: true }).map(String)) {
    // signatures are for Node alone and never vendored; `dist` is the package
    if (!/(?<!\.d)\.ts$/.test(path) || /^(?:signatures|dist)\b|^wss\.ts$/.test(path)) continue;
    // as in a generated folder, which has scripts
    const text = readFileSync(join(runtime, path), 'utf8').replace(/\.ts';$/gm, ".js';");
    const declared = declare(text);
    if ('message' in declared) throw new Error(`${path}: ${declared.message}`);
    folder.write(path.replace(/\.ts$/, '.d.ts'), declared.text);
  }
  const options = { declaration: false, isolatedDeclarations: false, skipLibCheck: false };
  expect(compileStrictly(folder.path, { options, include: ['**/*.d.ts'] })).toBe('');
});
