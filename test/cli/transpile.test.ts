import { describe, expect, test } from '@jest/globals';
import { transpile } from '../../src/cli/run/transpile.ts';

describe('transpile', () => {
  test('drops types and type-only imports', () => {
    const text =
      "import type { A } from './a.js';\nimport { type B, c } from './b.js';\nexport const x: A = c as B;\n";
    const script = transpile(text, 'x.ts');
    expect(script).not.toMatch(/\btype\b|a\.js|: A/);
    expect(script).toMatch(/import \{\s*c\s*\} from '\.\/b\.js'/);
    expect(script).toContain('export const x');
  });

  test('takes enums, which are more than types', () => {
    expect(transpile('export enum Colour { Red }\n', 'x.ts')).toContain('Colour');
  });

  test('tells where a syntax error is', () => {
    expect(() => transpile('const a = ;\n', 'x.ts')).toThrow('x.ts:1:11');
  });
});
