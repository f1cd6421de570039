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
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createScripts, type Scripts } from '../../src/start/scripts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'asmx-gen-scripts-'));
  mkdirSync(join(folder, 'bundle'));
});
afterEach(() => {
  delete process.env.NODE_DISABLE_COMPILE_CACHE;
  rmSync(folder, { recursive: true, force: true });
});

const times = 'exports.times = function times(one) { return one * 3; };';

function write(name: string, body: string, digest = 'first'): void {
  const text = `/* ${digest} */ (function (exports, require, load, filename) { ${body}\n})`;
  writeFileSync(join(folder, 'bundle', `${name}.script.cjs`), text);
}

/** Runs the script of a new process, as it were, and keeps its code. */
function run(body = times, digest = 'first'): number {
  write('times', body, digest);
  const scripts = createScripts(join(folder, 'bundle'));
  const { times: multiply } = scripts.load('times') as { times(one: number): number };
  const result = multiply(14);
  scripts.keep();
  return result;
}

const kept = (): readonly string[] => readdirSync(join(folder, 'compiled'));
const keptPath = (): string => join(folder, 'compiled', kept()[0] ?? '');

describe('scripts of the bundle', () => {
  let scripts: Scripts;
  beforeEach(() => {
    scripts = createScripts(join(folder, 'bundle'));
  });

  test('run once', () => {
    write('one', 'exports.made = {};');
    expect(scripts.load('one')).toBe(scripts.load('one'));
  });

  test('require one another, modules of Node and other files', () => {
    writeFileSync(join(folder, 'bundle', 'plain.cjs'), 'module.exports = __filename;');
    write('two', 'exports.two = 2;');
    write(
      'one',
      `const { two } = require('./two.script.cjs');
       const { sep } = require('node:path');
       Object.assign(exports, { two, sep, plain: require('./plain.cjs'), filename });`,
    );
    const path = join(folder, 'bundle', 'one.script.cjs');
    const { two, sep, plain, filename } = scripts.load('one') as Readonly<Record<string, unknown>>;
    expect({ two, sep, filename }).toEqual({ two: 2, sep: join('/'), filename: path });
    expect(basename(plain as string)).toBe('plain.cjs');
  });

  test('load modules', async () => {
    write('one', "exports.url = () => load('node:url');");
    const { url } = scripts.load('one') as { url(): Promise<unknown> };
    expect(await url()).toHaveProperty('pathToFileURL');
  });

  test('are compiled once, and again for another digest', () => {
    expect(run()).toBe(42);
    expect(kept()).toEqual([expect.stringMatching(/^times-first-v\d+\.\d+\.\d+-/)]);
    const { mtimeMs, ino } = statSync(keptPath());
    expect(run()).toBe(42);
    expect(statSync(keptPath())).toMatchObject({ mtimeMs, ino });
    // as long as the first, which is all V8 would look at
    expect(run(times.replace('* 3', '+ 3'), 'other')).toBe(17);
    expect(kept()).toHaveLength(2);
  });

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    ['changed', (bytes: Buffer) => bytes.fill(1, bytes.length - 8)],
    ['of another version', (bytes: Buffer) => bytes.fill(1)],
  ])('are compiled again when what was kept is %s', (_, damage) => {
    run();
    const whole = readFileSync(keptPath());
    writeFileSync(keptPath(), damage(Buffer.from(whole)));
    expect(run()).toBe(42);
    expect(readFileSync(keptPath()).length).toBe(whole.length);
  });

  test('run where nothing can be kept', () => {
    writeFileSync(join(folder, 'compiled'), 'a file');
    expect(run()).toBe(42);
    expect(readdirSync(folder).sort()).toEqual(['bundle', 'compiled']);
  });

  test('leave nothing behind where Node is told to keep nothing', () => {
    process.env.NODE_DISABLE_COMPILE_CACHE = '1';
    expect(run()).toBe(42);
    expect(readdirSync(folder)).toEqual(['bundle']);
  });
});
