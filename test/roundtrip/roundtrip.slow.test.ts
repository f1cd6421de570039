import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const possible =
  spawnSync('xmllint', ['--version']).error === undefined && existsSync(`${root}dist/generate.js`);

/** The document holds every construct of the schema model, built-in type and facet. */
(possible ? test : test.skip).each([
  ['ts', 'default'],
  ['js', 'default'],
  ['ts', 'brands'],
  ['ts', 'temporal'],
  ['ts', 'own'],
])(
  'with emit %s and types %s, values of every construct go to XML, past xmllint, and back',
  (emit, types) => {
    const given = ['--runs', '4', '--emit', emit, '--types', types];
    const args = ['test/roundtrip/run.mjs', 'test/fixtures/roundtrip', ...given];
    const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    const lines = run.stdout.trim().split('\n');
    expect(lines.at(-1)).toMatch(/^\d+ passed, 0 failed$/);
    const apart = [...run.stdout.matchAll(/^ {2}\w+ \(\d+\): (.*)$/gm)].map(([, why]) => why);
    const zones = ['time', 'date'].map(
      (one) => `no valid value: Temporal has no ${one} with a zone`,
    );
    expect(apart).toEqual(types === 'temporal' ? zones : []);
    for (const construct of ['recursion', 'substitution', 'xsi:type', 'any strict', 'union']) {
      expect(lines.find((line) => line.startsWith(`${construct} `))).toMatch(/ [1-9]\d* +0$/);
    }
  },
  120_000,
);
