import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../..');

/** Texts of the TypeScript and JavaScript below a folder, by path below the root. */
function textsOf(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
    .filter((path) => /\.(ts|js|mjs)$/.test(path) && !/\/(node_modules|golden|dist)\//.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

const sources = textsOf('src');
const users = [...sources, ...textsOf('test'), ...textsOf('bin')];

/** `path name` of what files import of others; `path *` where that may be anything. */
const imported = new Set(
  users.flatMap(([path, text]) => {
    const targetOf = (specifier: string): string =>
      relative(root, resolve(root, dirname(path), specifier))
        .replaceAll('\\', '/')
        .replace(/^dist\//, 'src/')
        .replace(/\.js$/, '.ts');
    const lists = text.matchAll(/\{([^{}]*)\}\s*from\s*'(\.[^']+)'/g);
    const wholes = text.matchAll(/(?:\* as \w+ from|\* from|import\()\s*'(\.[^']+)'/g);
    return [
      ...[...lists].flatMap(([, list = '', specifier = '']) =>
        list.split(',').map((name) => {
          const [plain = ''] = name
            .trim()
            .replace(/^type /, '')
            .split(' as ');
          return `${targetOf(specifier)} ${plain}`;
        }),
      ),
      ...[...wholes].map(([, specifier = '']) => `${targetOf(specifier)} *`),
    ];
  }),
);

test('exported functions and values are imported by another file', () => {
  const unused = [...sources].flatMap(([path, text]) => {
    if (/^src\/(?:runtime\/)?[\w-]+\.ts$/.test(path) || imported.has(`${path} *`)) return [];
    return [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) ([\w$]+)/gm)]
      .map(([, name = '']) => `${path} ${name}`)
      .filter((one) => !imported.has(one));
  });
  expect(unused).toEqual([]);
});
