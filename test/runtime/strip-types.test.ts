import { readdirSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { SourceTextModule } from 'node:vm';
import { expect, test } from '@jest/globals';

/**
 * Node's own way to run TypeScript: types become blanks, and what is left must be JavaScript. It is
 * not there on Node 20.
 */
const strip: unknown = Reflect.get(module, 'stripTypeScriptTypes');
const runtime = join(import.meta.dirname, '../../src/runtime');

function refused(path: string): string | undefined {
  if (typeof strip !== 'function') return undefined;
  try {
    new SourceTextModule(String(strip(readFileSync(join(runtime, path), 'utf8'))));
    return undefined;
  } catch (error) {
    return `${path}: ${error}`;
  }
}

const there = typeof strip === 'function' ? test : test.skip;

// a method called `declare` that is private keeps its `private`: Node 22.18 to 24.21 and later
there('Node runs each file of the vendored runtime as it is', () => {
  const files = readdirSync(runtime, { recursive: true })
    .map(String)
    .filter((path) => /(?<!\.d)\.ts$/.test(path));
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((path) => refused(path) ?? [])).toEqual([]);
});
