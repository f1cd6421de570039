import { describe, expect, test } from '@jest/globals';
import { planFileNames } from '../../src/plan/file-names.ts';
import { planRuntimeFiles } from '../../src/plan/runtime-files.ts';

const js = { importExtension: 'js' } as const;

describe('the vendored runtime', () => {
  const files = planRuntimeFiles(['index', 'codec', 'docs'], js, '// header\n\n');
  const paths = files.map((file) => file.path);

  test('is closed: every import leads to a file of it', () => {
    for (const { path, text } of files) {
      for (const match of text.matchAll(/(?:from|import\() ?'([^']+)'/g)) {
        expect(match[1]).toMatch(/^\.\/[\w-]+\.js$/);
        expect({ path, holds: paths.includes(`runtime/${match[1]?.slice(2, -3)}.ts`) }).toEqual({
          path,
          holds: true,
        });
      }
    }
  });

  test('begins with the header, and is sorted', () => {
    expect(files.every((file) => file.text.startsWith('// header\n\n'))).toBe(true);
    expect([...paths].sort()).toEqual(paths);
  });

  test('leaves out the help pages where there is no documentation', () => {
    const without = planRuntimeFiles(['index', 'codec'], js, '');
    expect(paths).toContain('runtime/docs.ts');
    expect(without.map((file) => file.path)).not.toContain('runtime/docs.ts');
    expect(without.length).toBeLessThan(files.length);
  });

  test('takes the endings the project wants', () => {
    const [bare] = planRuntimeFiles(['index'], { importExtension: 'none' }, '').slice(-1);
    const index = planRuntimeFiles(['index'], { importExtension: 'none' }, '').find(
      (file) => file.path === 'runtime/index.ts',
    );
    expect(bare).toBeDefined();
    expect(index?.text).toContain("from './caller';");
  });
});

describe('file names of services', () => {
  test('that differ by letter case only, or are devices, are changed', () => {
    expect([...planFileNames(['Note', 'NOTE', 'con', 'Aux.x'])]).toEqual([
      ['Note', 'Note'],
      ['NOTE', 'NOTE_'],
      ['con', '_con'],
      ['Aux.x', '_Aux.x'],
    ]);
  });
});
