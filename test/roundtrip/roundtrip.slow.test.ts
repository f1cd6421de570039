import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const possible =
  spawnSync('xmllint', ['--version']).error === undefined && existsSync(`${root}dist/generate.js`);

/** The document holds every construct of the schema model, built-in type and facet. */
(possible ? test : test.skip).each(['ts', 'js'])(
  'with emit %s, values of every construct go from TypeScript to XML, past xmllint, and back',
  (emit) => {
    const args = [
      'test/roundtrip/run.mjs',
      'test/fixtures/roundtrip',
      '--runs',
      '4',
      '--emit',
      emit,
    ];
    const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    const lines = run.stdout.trim().split('\n');
    expect(lines.at(-1)).toMatch(/^\d+ passed, 0 failed$/);
    expect(run.stdout).not.toContain('apart');
    for (const construct of ['recursion', 'substitution', 'xsi:type', 'any strict', 'union']) {
      expect(lines.find((line) => line.startsWith(`${construct} `))).toMatch(/ [1-9]\d* +0$/);
    }
  },
  120_000,
);
