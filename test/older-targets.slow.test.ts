import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';

jest.setTimeout(180_000);

const root = join(import.meta.dirname, '..');
const generated = 'generated/student-information';
/** What contracts can make generated code import: the runtime as a whole, and the school's code. */
const all = [
  ...['index', 'codec', 'docs', 'soap-package', 'schema', 'testing'].map(
    (name) => `src/runtime/${name}.ts`,
  ),
  `${generated}/index.ts`,
  `${generated}/docs.ts`,
];

describe.each(['es2020', 'es2021', 'es2022'])('--target %s', (target) => {
  test('compiles with its own library and the types of Node', () => {
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--types',
      'node',
      '--target',
      target,
    ];
    const modules = ['--module', 'nodenext', '--allowImportingTsExtensions'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const run = spawnSync(process.execPath, [tsc, ...options, ...modules, ...all], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(run.stdout + run.stderr).toBe('');
  });
});
