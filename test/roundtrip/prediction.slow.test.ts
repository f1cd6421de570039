import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const built = existsSync(join(root, 'dist/generate.js'));

/** Contracts of the golden cases that generate something, and those checked in beside. */
function contracts(): readonly string[] {
  const golden = join(root, 'test/golden');
  const cases = readdirSync(golden).map((name) => join(golden, name));
  const generating = cases.filter((folder) => existsSync(join(folder, 'expected')));
  return [
    ...generating.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /^contract\.yaml$|\.wsdl$/.test(name))
        .map((name) => join(folder, name)),
    ),
    join(root, 'specs/student-information.yaml'),
    join(root, 'test/fixtures/foreign/orders.wsdl'),
    join(root, 'test/fixtures/yaml/everything.yaml'),
    join(root, 'test/fixtures/prediction/school.yaml'),
  ];
}

function run(...args: readonly string[]): readonly string[] {
  const child = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(child.stderr).toBe('');
  return child.stdout.trim().split('\n');
}

(built ? test : test.skip)(
  'the fast path and the general loop read every message alike, damaged ones too',
  () => {
    const all = contracts();
    expect(all.length).toBeGreaterThan(7);
    const lines = run('test/roundtrip/prediction.mjs', '2', ...all);
    expect(lines).toEqual([expect.stringMatching(/^[1-9]\d\d+ messages$/)]);
  },
  120_000,
);

(built ? test : test.skip)('objects of one type have one hidden class, however they came', () => {
  const script = 'test/roundtrip/hidden-class.mjs';
  const lines = run(
    '--allow-natives-syntax',
    script,
    join(root, 'test/fixtures/prediction/school.yaml'),
  );
  expect(lines).toEqual(['100 students, 1 hidden class']);
});

(built ? test : test.skip)('values of a large message do not keep the message in memory', () => {
  const contract = join(root, 'test/fixtures/prediction/school.yaml');
  const lines = run('--expose-gc', 'test/roundtrip/detached.mjs', contract);
  expect(lines).toEqual(['large, 20 kept, 0 MB stay']);
});
