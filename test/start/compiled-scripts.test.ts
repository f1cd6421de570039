import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { keepCompiled, runScript } from '../../src/start/compiled-scripts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'asmx-gen-scripts-'));
  mkdirSync(join(folder, 'bundle'));
});
afterEach(() => {
  delete process.env.NODE_DISABLE_COMPILE_CACHE;
  keepCompiled();
  rmSync(folder, { recursive: true, force: true });
});

const text = '(function ({ by }) { function times(one) { return one * by; } return { times }; })';

function run(script = text, digest = 'first'): number {
  const path = join(folder, 'bundle', 'times.cjs');
  writeFileSync(path, script);
  const { times } = runScript<{ by: number }, { times(one: number): number }>(
    pathToFileURL(path),
    digest,
    { by: 3 },
  );
  return times(14);
}

const kept = (): readonly string[] => readdirSync(join(folder, 'compiled'));
const keptPath = (): string => join(folder, 'compiled', kept()[0] ?? '');

describe('scripts of the bundle', () => {
  test('get their imports and give their exports', () => {
    expect(run()).toBe(42);
  });

  test('are compiled once, and again for another digest', () => {
    run();
    keepCompiled();
    expect(kept()).toEqual([expect.stringMatching(/^times\.cjs-first-v\d+\.\d+\.\d+-/)]);
    const { mtimeMs, ino } = statSync(keptPath());
    expect(run()).toBe(42);
    keepCompiled();
    expect(statSync(keptPath())).toMatchObject({ mtimeMs, ino });
    // as long as the first, which is all V8 would look at
    expect(run(text.replace('one * by', 'one + by'), 'second')).toBe(17);
    keepCompiled();
    expect(kept()).toHaveLength(2);
  });

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['empty', () => Buffer.alloc(0)],
    ['changed', (bytes: Buffer) => bytes.fill(1, bytes.length - 8)],
  ])('are compiled again when what was kept is %s', (_, damage) => {
    run();
    keepCompiled();
    const whole = readFileSync(keptPath());
    writeFileSync(keptPath(), damage(Buffer.from(whole)));
    expect(run()).toBe(42);
    keepCompiled();
    expect(readFileSync(keptPath()).length).toBe(whole.length);
  });

  test('run where nothing can be kept', () => {
    writeFileSync(join(folder, 'compiled'), 'a file');
    expect(run()).toBe(42);
    expect(keepCompiled).not.toThrow();
    expect(readdirSync(folder).sort()).toEqual(['bundle', 'compiled']);
  });

  test('leave nothing behind where Node is told to keep nothing', () => {
    process.env.NODE_DISABLE_COMPILE_CACHE = '1';
    expect(run()).toBe(42);
    keepCompiled();
    expect(readdirSync(folder)).toEqual(['bundle']);
  });
});
