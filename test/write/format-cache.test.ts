import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createFolderCache } from '../../src/cli/generate/job.ts';

let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'asmx-gen-'));
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('the cache of formatted texts', () => {
  const key = 'a'.repeat(64);

  test('gives back what was put in, to another process too', () => {
    createFolderCache(join(base, 'cache')).set(key, 'text\n');
    expect(createFolderCache(join(base, 'cache')).get(key)).toBe('text\n');
    expect(readdirSync(join(base, 'cache'))).toEqual([key]);
  });

  test('has nothing where nothing was put', () => {
    expect(createFolderCache(join(base, 'cache')).get(key)).toBeUndefined();
  });

  test('reads and writes nothing but its own names', () => {
    writeFileSync(join(base, 'secret'), 'x');
    const cache = createFolderCache(join(base, 'cache'));
    cache.set('../escaped', 'x');
    expect(cache.get('../secret')).toBeUndefined();
    expect(readdirSync(base)).toEqual(['secret']);
  });

  test('goes without where it may not write', () => {
    writeFileSync(join(base, 'file'), '');
    const cache = createFolderCache(join(base, 'file', 'cache'));
    expect(() => cache.set(key, 'x')).not.toThrow();
    expect(cache.get(key)).toBeUndefined();
  });
});
