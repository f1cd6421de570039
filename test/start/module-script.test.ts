import { Script } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { parseAst } from 'rollup/parseAst';
import { type ModuleScript, moduleScript, type SyntaxNode } from '../../src/start/module-script.ts';

function scriptOf(code: string): ModuleScript {
  const { body } = parseAst(code) as unknown as { readonly body: readonly SyntaxNode[] };
  const options = { fileName: 'part.cjs', digest: () => 'digest', runner: './runner.js' };
  return moduleScript(code, body, options);
}

/** Runs a script with what it imports. */
function run(script: string, imports: object): Readonly<Record<string, unknown>> {
  return new Script(script).runInThisContext()({ $url: 'file:///a.js', ...imports });
}

const code = `import { join as path, sep } from 'node:path';
import * as all from './all.js';
const where = import.meta.url;
// “import('x')” and import.meta.url in a comment, and export { nothing }
const words = ['import(1)', \`€ \${sep} 😀\`, /[ä-ü😀]/u.test('ö')];
function load(name) { return import('./' + name); }
const joined = path('a', all.b);
export { joined, load, words as w, where as default, joined as again };
`;

describe('a module as a script', () => {
  test('does what the module does', () => {
    const { script } = scriptOf(code);
    const given = run(script, {
      path: (one: string, other: string) => `${one}/${other}`,
      sep: '/',
      all: { b: 'b' },
      $load: (specifier: string) => `loaded ${specifier}`,
    });
    expect(Object.keys(given)).toEqual(['joined', 'load', 'words', 'where']);
    expect(given).toMatchObject({ joined: 'a/b', where: 'file:///a.js' });
    expect([...(given.words as Iterable<unknown>)]).toEqual(['import(1)', '€ / 😀', true]);
    expect((given.load as (name: string) => string)('x.js')).toBe('loaded ./x.js');
  });

  test('is ASCII and strict', () => {
    const { script } = scriptOf(code);
    expect(script).toMatch(/^[\0-\x7f]*$/);
    expect(() => run(scriptOf('const a = undeclared = 1; export { a };').script, {})).toThrow(
      'undeclared',
    );
  });

  test('leaves a module with the same imports and exports', () => {
    expect(scriptOf(code).module).toBe(`import { runScript } from './runner.js';
import { join as path, sep } from 'node:path';
import * as all from './all.js';
const $$script = runScript(new URL('./part.cjs', import.meta.url), 'digest', {
  $url: import.meta.url,
  $load: (specifier) => import(specifier),
  path,
  sep,
  all,
});
const $joined = $$script.joined;
const $load = $$script.load;
const $w = $$script.words;
const $default = $$script.where;
const $again = $$script.joined;
export { $joined as joined, $load as load, $w as w, $default as default, $again as again };
`);
  });

  test('is not made of exports that are no list', () => {
    expect(() => scriptOf('export const a = 1;')).toThrow('export const a = 1;');
    expect(() => scriptOf("export * from './a.js';")).toThrow("export * from './a.js';");
  });
});
