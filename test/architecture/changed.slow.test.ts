import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../..');

/** `npm run test:changed` asks Jest the same about the files that git names. */
test('Jest finds the tests of a changed source file', () => {
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--listTests'];
  const related = ['--findRelatedTests', 'src/diagnostics/words.ts'];
  const found = execFileSync(process.execPath, [...jest, ...related], { cwd: root }).toString();
  expect(found).toContain('diagnostics/reporters.test.ts');
});
