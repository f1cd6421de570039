import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createFolderCache } from '../../src/cli/generate/job.ts';
import { type FolderVerdict, verifyFolder } from '../../src/cli/verify.ts';
import { unifiedDiff } from '../../src/write/diff.ts';
import {
  caseClashes,
  compareFiles,
  isCurrent,
  type OutputFile,
  outputStamp,
  readManifest,
  writeChanges,
} from '../../src/write/files.ts';
import {
  contentHash,
  manifestName,
  manifestText,
  parseManifest,
  pathProblem,
} from '../../src/write/folder.ts';
import { runs } from '../runs.ts';

describe('diff', () => {
  /** Applies a unified diff the way `patch` does, strictly. */
  function applyDiff(before: string, diff: string): string {
    const source = before.split('\n');
    const result: string[] = [];
    let position = 0;
    for (const line of diff.split('\n').slice(2, -1)) {
      const header = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@$/.exec(line);
      if (header !== null) {
        const start = Number(header[1]) - (header[2] === '0' ? 0 : 1);
        while (position < start) result.push(source[position++] ?? '');
      } else if (line.startsWith('+')) result.push(line.slice(1));
      else {
        expect(source[position]).toBe(line.slice(1));
        if (line.startsWith(' ')) result.push(line.slice(1));
        position++;
      }
    }
    return [...result, ...source.slice(position)].join('\n');
  }

  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 25 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''));

  describe('unified diff', () => {
    test('of equal texts is empty', () => {
      expect(unifiedDiff('a.ts', 'x\n', 'x\n')).toBe('');
    });

    test('of one changed line shows three lines around it', () => {
      const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
      expect(unifiedDiff('a.ts', before, before.replace('5', 'five'))).toBe(
        '--- a/a.ts\n+++ b/a.ts\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
      );
    });

    test('joins neighbouring changes and keeps distant ones apart', () => {
      const lines = Array.from({ length: 30 }, (_, index) => `line ${index}\n`);
      const before = lines.join('');
      const after = before
        .replace('line 3\n', '')
        .replace('line 8\n', 'eight\n')
        .replace('line 28\n', '');
      expect(unifiedDiff('a', before, after).match(/@@ .*/g)).toEqual([
        '@@ -1,12 +1,11 @@',
        '@@ -26,5 +25,4 @@',
      ]);
    });

    test('of a new and of a removed file names /dev/null', () => {
      expect(unifiedDiff('a', undefined, 'x\n')).toBe(
        '--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n',
      );
      expect(unifiedDiff('a', 'x\n', undefined)).toBe(
        '--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n',
      );
    });

    test('marks a missing last line end', () => {
      expect(unifiedDiff('a', 'x', 'x\n')).toContain('-x\n\\ No newline at end of file\n+x\n');
    });

    test('applied to the one text gives the other', () => {
      fc.assert(
        fc.property(text, text, (before, after) => {
          if (before === after) return;
          expect(applyDiff(before, unifiedDiff('a', before, after))).toBe(after);
        }),
        { numRuns: runs(500) },
      );
    });

    test('keeps what is equal between thousands of changed lines', () => {
      const many = (mark: string): string =>
        Array.from({ length: 20_000 }, (_, at) => `${at % 3 === 0 ? mark : ''}${at}\n`).join('');
      const diff = unifiedDiff('a', many('a'), many('b'));
      expect(diff.match(/^ /gm)).toHaveLength(13_333);
      expect(applyDiff(many('a'), diff)).toBe(many('b'));
    });

    test('of texts without a line in common stays quick', () => {
      const many = (mark: string): string =>
        Array.from({ length: 20_000 }, (_, index) => `${mark}${index}\n`).join('');
      const lines = unifiedDiff('a', many('a'), many('b')).split('\n');
      expect(lines.length).toBe(40_004);
    });
  });
});

describe('format cache', () => {
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
});

describe('verify folder', () => {
  const texts = { 'a.ts': 'a\nb\n', 'b.ts': 'b\n', 'runtime/c.ts': 'c\n' };

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'asmx verify é-'));
    mkdirSync(join(folder, 'runtime'));
    for (const [path, text] of Object.entries(texts)) put(path, text);
    writeManifest(Object.keys(texts));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function put(path: string, text: string): void {
    writeFileSync(join(folder, path), text);
  }

  function writeManifest(paths: readonly string[]): void {
    const known: Readonly<Record<string, string>> = texts;
    const files = paths.map((path) => [path, contentHash(known[path] ?? '')] as const);
    const stamp = { tool: '1.2.3', options: 'o', inputs: { '../a.wsdl': 'h' } };
    put(manifestName, manifestText({ format: 1, ...stamp, files: Object.fromEntries(files) }));
  }

  function verdict(): Omit<FolderVerdict, 'manifest'> {
    const found = verifyFolder(folder);
    if (found.manifest === undefined) throw new Error(found.problem ?? 'no manifest');
    const { edited, stale, missing, stray, lineEnds } = found;
    return { edited, stale, missing, stray, lineEnds };
  }

  const good = { edited: [], stale: [], missing: [], stray: [], lineEnds: [] };

  describe('a folder is verified against its own manifest', () => {
    test('as it was written', () => {
      expect(verdict()).toEqual(good);
      expect(verifyFolder(folder).manifest).toMatchObject({
        tool: '1.2.3',
        inputs: { '../a.wsdl': 'h' },
      });
    });

    test('edited, missing and stray files are named', () => {
      put('a.ts', 'mine\n');
      rmSync(join(folder, 'b.ts'));
      put('runtime/d.ts', 'd\n');
      put('.notes', '');
      expect(verdict()).toEqual({
        ...good,
        edited: [{ path: 'a.ts', why: 'edited' }],
        missing: ['b.ts'],
        stray: ['.notes', 'runtime/d.ts'],
      });
    });

    test('a folder that holds nothing of ours is named once, an empty one not at all', () => {
      mkdirSync(join(folder, 'node_modules', 'x'), { recursive: true });
      expect(verdict()).toEqual(good);
      put('node_modules/x/one.js', '');
      put('node_modules/x/two.js', '');
      expect(verdict().stray).toEqual(['node_modules/']);
    });

    test('CR LF line ends are told apart from edits', () => {
      put('a.ts', 'a\r\nb\r\n');
      expect(verdict()).toEqual({ ...good, lineEnds: ['a.ts'] });
      put('a.ts', 'a\r\nc\r\n');
      expect(verdict().edited).toEqual([{ path: 'a.ts', why: 'edited' }]);
    });

    test('symbolic links are not followed, neither of files nor of folders', () => {
      rmSync(join(folder, 'a.ts'));
      symlinkSync('b.ts', join(folder, 'a.ts'));
      rmSync(join(folder, 'runtime'), { recursive: true });
      symlinkSync(tmpdir(), join(folder, 'runtime'));
      symlinkSync('nowhere', join(folder, 'dangling'));
      expect(verdict()).toEqual({
        ...good,
        edited: [
          { path: 'a.ts', why: 'a symbolic link' },
          { path: 'runtime', why: 'a symbolic link' },
        ],
        stray: ['dangling'],
      });
    });

    test('a folder in place of a file', () => {
      rmSync(join(folder, 'a.ts'));
      mkdirSync(join(folder, 'a.ts'));
      put('a.ts/x', '');
      expect(verdict()).toEqual({ ...good, edited: [{ path: 'a.ts', why: 'a folder' }] });
    });
  });

  describe('a manifest that cannot be used', () => {
    const problem = (text: string): unknown => {
      put(manifestName, text);
      return verifyFolder(folder);
    };

    test('is absent', () => {
      rmSync(join(folder, manifestName));
      expect(verifyFolder(folder)).toEqual({ manifest: undefined, problem: undefined });
    });

    test.each([
      ['{', 'is not JSON'],
      ['[]', 'lacks what a manifest says'],
      [
        '{"format":1,"tool":"1","options":"","inputs":{},"files":{"a":1}}',
        'lacks what a manifest says',
      ],
      ['{"format":2}', 'is of format 2, which this version does not know'],
      [
        '{"format":1,"tool":"1","options":"","inputs":{},"files":{"../x":"h"}}',
        "lists '../x', which leaves the output folder",
      ],
    ])('%s', (text, what) => {
      expect(problem(text)).toEqual({ manifest: undefined, problem: what });
    });

    test('is a link', () => {
      rmSync(join(folder, manifestName));
      symlinkSync('elsewhere', join(folder, manifestName));
      expect(verifyFolder(folder)).toEqual({ manifest: undefined, problem: 'is a symbolic link' });
    });
  });
});

describe('write files', () => {
  let base: string;
  let folder: string;

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'asmx-gen-'));
    folder = join(base, 'out');
  });

  afterEach(() => rmSync(base, { recursive: true, force: true }));

  const stamp = { tool: '1.0.0', options: 'o', inputs: {} };

  function write(texts: Readonly<Record<string, string>>, force?: boolean) {
    return writeChanges(compare(texts, force));
  }

  function compare(texts: Readonly<Record<string, string>>, force?: boolean) {
    return compareFiles(folder, files(texts), { stamp, force });
  }

  function files(texts: Readonly<Record<string, string>>): readonly OutputFile[] {
    return Object.entries(texts).map(([path, text]) => ({ path, text }));
  }

  function codes(texts: Readonly<Record<string, string>>, force?: boolean): readonly string[] {
    return compare(texts, force).diagnostics.map((one) => one.code);
  }

  function content(path: string): string {
    return readFileSync(join(folder, path), 'utf8');
  }

  describe('writing a folder', () => {
    test('creates files, folders and the manifest, and leaves nothing else', () => {
      const report = write({ 'b.ts': 'b\n', 'runtime/a.ts': 'a\n' });
      expect(report.created).toEqual(['b.ts', 'runtime/a.ts', manifestName]);
      expect(readdirSync(folder).sort()).toEqual([manifestName, 'b.ts', 'runtime']);
      expect(readdirSync(join(folder, 'runtime'))).toEqual(['a.ts']);
      expect(readManifest(folder)?.files).toEqual({
        'b.ts': contentHash('b\n'),
        'runtime/a.ts': contentHash('a\n'),
      });
    });

    test('touches only what changed', () => {
      write({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
      const before = statSync(join(folder, 'a.ts')).mtimeMs;
      const report = write({ 'a.ts': 'a\n', 'b.ts': 'B\n' });
      expect(report).toEqual({
        created: [],
        updated: ['b.ts', manifestName],
        unchanged: ['a.ts'],
        removed: [],
      });
      expect(statSync(join(folder, 'a.ts')).mtimeMs).toBe(before);
      expect(content('b.ts')).toBe('B\n');
    });

    test('again with the same files changes nothing', () => {
      write({ 'a.ts': 'a\n' });
      expect(write({ 'a.ts': 'a\n' }).unchanged).toEqual(['a.ts', manifestName]);
    });

    test('removes what is no longer generated, and folders left empty, but nothing of others', () => {
      write({ 'a.ts': 'a\n', 'wsdl/A.wsdl': 'w\n', 'runtime/x.ts': 'x\n' });
      writeFileSync(join(folder, 'mine.ts'), 'mine\n');
      writeFileSync(join(folder, 'runtime', 'notes.md'), 'notes\n');
      expect(write({ 'a.ts': 'a\n' }).removed).toEqual(['runtime/x.ts', 'wsdl/A.wsdl']);
      expect(readdirSync(folder).sort()).toEqual(
        ['a.ts', manifestName, 'mine.ts', 'runtime'].sort(),
      );
      expect(readdirSync(join(folder, 'runtime'))).toEqual(['notes.md']);
    });

    test('refuses a file edited by hand unless forced', () => {
      write({ 'a.ts': 'one\ntwo\nthree\n' });
      writeFileSync(join(folder, 'a.ts'), 'one\nmine\nthree\n');
      const { diagnostics } = compare({ 'a.ts': 'one\ntwo\nthree\n' });
      expect(diagnostics.map((one) => one.code)).toEqual(['ASMX7001']);
      const span = diagnostics[0]?.span;
      expect(span?.file.text.slice(span.start, span.end)).toBe('mine');
      expect(() => write({ 'a.ts': 'one\ntwo\nthree\n' })).toThrow('edited by hand');
      expect(content('a.ts')).toContain('mine');
      write({ 'a.ts': 'one\ntwo\nthree\n' }, true);
      expect(content('a.ts')).toBe('one\ntwo\nthree\n');
    });

    test('takes a file that reads as wanted whoever wrote it', () => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'a.ts'), 'a\n');
      expect(write({ 'a.ts': 'a\n' }).unchanged).toEqual(['a.ts']);
    });

    test('refuses a foreign file in the way', () => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'index.ts'), 'mine\n');
      expect(codes({ 'index.ts': 'x\n' })).toEqual(['ASMX7002']);
      expect(codes({ 'index.ts': 'x\n' }, true)).toEqual([]);
    });

    test('never removes a file edited by hand, not even forced', () => {
      write({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
      writeFileSync(join(folder, 'b.ts'), 'mine\n');
      expect(codes({ 'a.ts': 'a\n' })).toEqual(['ASMX7001']);
      expect(write({ 'a.ts': 'a\n' }, true).removed).toEqual([]);
      expect(content('b.ts')).toBe('mine\n');
      expect(readManifest(folder)?.files['b.ts']).toBeUndefined();
    });

    test('takes converted line ends for the same text', () => {
      write({ 'a.ts': 'a\nb\n' });
      writeFileSync(join(folder, 'a.ts'), 'a\r\nb\r\n');
      expect(compare({ 'a.ts': 'a\nb\n' }).changes).toEqual([]);
      expect(codes({ 'a.ts': 'a\nc\n' })).toEqual([]);
    });

    test('a manifest that a formatter laid out otherwise is as generated', () => {
      write({ 'a.ts': 'a\n' });
      const text = JSON.stringify(JSON.parse(content(manifestName)), null, '\t');
      writeFileSync(join(folder, manifestName), text);
      expect(compare({ 'a.ts': 'a\n' })).toMatchObject({ changes: [], diagnostics: [] });
      expect(write({ 'a.ts': 'b\n' }).updated).toEqual(['a.ts', manifestName]);
    });

    test('refuses a malformed manifest unless forced', () => {
      write({ 'a.ts': 'a\n' });
      writeFileSync(join(folder, manifestName), '{"format":2}');
      expect(codes({ 'a.ts': 'a\n' })).toEqual(['ASMX7002']);
      expect(codes({ 'a.ts': 'a\n' }, true)).toEqual([]);
    });

    test('leaves the folder as it was when a file cannot be written', () => {
      write({ 'a.ts': 'a\n' });
      const comparison = compare({ 'a.ts': 'A\n', 'b/c.ts': 'c\n' });
      writeFileSync(join(folder, 'b'), 'in the way\n');
      expect(() => writeChanges(comparison)).toThrow();
      expect(content('a.ts')).toBe('a\n');
      expect(readdirSync(folder).sort()).toEqual([manifestName, 'a.ts', 'b'].sort());
    });

    test('leaves nothing of a new folder when a file cannot be written', () => {
      const before = readdirSync(base);
      // each name is short enough, the whole path is not
      const path = `${'long/'.repeat(1000)}b.ts`;
      expect(() => write({ 'a.ts': 'a\n', [path]: 'b\n' })).toThrow('ENAMETOOLONG');
      expect(readdirSync(base)).toEqual(before);
    });

    test('writes what is no ASCII, whole', () => {
      const text = `${'größer 😀 '.repeat(10_000)}\n`;
      write({ 'a.ts': text });
      expect(content('a.ts')).toBe(text);
    });
  });

  describe('nothing leaves the folder', () => {
    test.each([
      '../x.ts',
      'a/../../x.ts',
      '/etc/x',
      './x.ts',
      'a//b.ts',
      'a\\b.ts',
      'C:x.ts',
      'con',
      'wsdl/NUL.wsdl',
      'a/com1.ts',
      'x. ',
      'x.',
      'a\u0000b',
      '',
    ])('%j is refused', (path) => {
      expect(pathProblem(path)).toBeDefined();
      expect(codes({ [path]: 'x\n' })).toEqual(['ASMX7004']);
      expect(existsSync(folder)).toBe(false);
    });

    test.each(['a.ts', 'runtime/soap11.ts', 'wsdl/Console.wsdl', 'wsdl/Größe.wsdl', 'com.ts'])(
      '%j is fine',
      (path) => expect(pathProblem(path)).toBeUndefined(),
    );

    test('two files that differ by letter case only are refused', () => {
      expect(caseClashes(['wsdl/A.wsdl', 'wsdl/a.wsdl'])).toEqual([['wsdl/A.wsdl', 'wsdl/a.wsdl']]);
      expect(codes({ 'A.ts': 'x\n', 'a.ts': 'x\n' })).toEqual(['ASMX7004']);
    });

    test('a linked subfolder or file is refused, forced or not', () => {
      const outside = join(base, 'outside');
      mkdirSync(outside);
      writeFileSync(join(outside, 'x.ts'), 'theirs\n');
      mkdirSync(folder);
      symlinkSync(outside, join(folder, 'runtime'));
      symlinkSync(join(outside, 'x.ts'), join(folder, 'a.ts'));
      expect(codes({ 'runtime/x.ts': 'x\n', 'a.ts': 'x\n' }, true)).toEqual([
        'ASMX7002',
        'ASMX7002',
      ]);
      expect(readFileSync(join(outside, 'x.ts'), 'utf8')).toBe('theirs\n');
    });

    test('a link put in the way between comparing and writing is refused', () => {
      const outside = join(base, 'outside');
      mkdirSync(outside);
      mkdirSync(folder);
      const comparison = compare({ 'runtime/x.ts': 'x\n' });
      symlinkSync(outside, join(folder, 'runtime'));
      expect(() => writeChanges(comparison)).toThrow('symbolic link');
      expect(readdirSync(outside)).toEqual([]);
    });

    test('a manifest that names files outside removes none of them', () => {
      write({ 'a.ts': 'a\n' });
      const victim = join(base, 'victim');
      writeFileSync(victim, 'v\n');
      const manifest = JSON.parse(content(manifestName));
      manifest.files['../victim'] = contentHash('v\n');
      writeFileSync(join(folder, manifestName), JSON.stringify(manifest));
      write({ 'a.ts': 'a\n' });
      expect(existsSync(victim)).toBe(true);
    });
  });

  describe('manifest', () => {
    test('keeps its bytes whatever the order of files', () => {
      write({ 'b.ts': 'b\n', 'a.ts': 'a\n' });
      const text = content(manifestName);
      write({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
      expect(content(manifestName)).toBe(text);
    });

    test.each(['', '[]', '{}', '{"format":1}', 'null', '{"format":1,"tool":1}'])(
      '%j is none',
      (text) => expect(parseManifest(text)).toBeUndefined(),
    );

    test('tells from hashes whether a folder is current', () => {
      const input = join(base, 'specs', 'a.yaml');
      const run = { tool: '1', options: 'x' };
      const inputs = [{ path: input, sha256: 'in' }];
      const hashInput = (path: string) => (path === input ? 'in' : undefined);
      const options = { stamp: outputStamp(folder, { ...run, inputs }) };
      writeChanges(compareFiles(folder, files({ 'a.ts': 'a\n' }), options));
      expect(readManifest(folder)?.inputs).toEqual({ '../specs/a.yaml': 'in' });
      expect(isCurrent(folder, run, hashInput)).toBe(true);
      expect(isCurrent(folder, { ...run, tool: '2' }, hashInput)).toBe(false);
      expect(isCurrent(folder, { ...run, options: 'y' }, hashInput)).toBe(false);
      expect(isCurrent(folder, run, () => 'other')).toBe(false);
      expect(isCurrent(folder, run, () => undefined)).toBe(false);
      writeFileSync(join(folder, 'a.ts'), 'b\n');
      expect(isCurrent(folder, run, hashInput)).toBe(false);
    });

    test('never takes a folder made from remote documents for current', () => {
      const run = { tool: '1', options: 'x' };
      const inputs = [{ path: 'https://example.org/a.wsdl', sha256: 'in' }];
      const options = { stamp: outputStamp(folder, { ...run, inputs }) };
      writeChanges(compareFiles(folder, [], options));
      expect(isCurrent(folder, run, () => 'in')).toBe(false);
    });
  });

  describe('.gitattributes', () => {
    const ours = '.gitattributes';
    const mine = '* eol=crlf\n';
    const texts = { 'a.ts': 'a\n', 'runtime/b.ts': 'b\n' };
    const put = (text: string): void => writeFileSync(join(folder, ours), text);
    const withAttributes = (
      given: Readonly<Record<string, string>> = texts,
      more: { readonly force?: boolean; readonly sharedBy?: readonly string[] } = {},
    ) => {
      const { force, sharedBy } = more;
      const own = { stamp: { ...stamp, sharedBy }, force, gitattributes: true };
      return compareFiles(folder, files(given), own);
    };
    const attribute = (name: string, path: string): string => {
      const args = ['check-attr', name, '--', path];
      return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
    };

    test('says that all is generated, and that nobody reads the runtime', () => {
      expect(writeChanges(withAttributes()).created).toContain(ours);
      expect(Object.keys(readManifest(folder)?.files ?? {})).toContain(ours);
      execFileSync('git', ['init', '-q'], { cwd: folder });
      const generated = 'linguist-generated: set';
      for (const path of ['a.ts', 'wsdl/a.wsdl', manifestName, 'runtime/xml/b.ts']) {
        expect(attribute('linguist-generated', path)).toBe(`${path}: ${generated}`);
      }
      expect(attribute('diff', 'a.ts')).toBe('a.ts: diff: unspecified');
      expect(attribute('diff', 'runtime/b.ts')).toBe('runtime/b.ts: diff: unset');
      expect(attribute('diff', 'runtime/xml/b.ts')).toBe('runtime/xml/b.ts: diff: unset');
    });

    test('speaks of no runtime where there is none, and of nothing else where several share it', () => {
      writeChanges(withAttributes({ 'a.ts': 'a\n' }));
      expect(content(ours)).not.toContain('diff');
      writeChanges(withAttributes({ 'a.ts': 'a\n', 'xml/b.ts': 'b\n' }, { sharedBy: ['../x'] }));
      execFileSync('git', ['init', '-q'], { cwd: folder });
      expect(attribute('diff', 'a.ts')).toBe('a.ts: diff: unset');
      expect(attribute('diff', 'xml/b.ts')).toBe('xml/b.ts: diff: unset');
    });

    test("the user's own is never overwritten, not even with force", () => {
      mkdirSync(folder);
      put(mine);
      for (const force of [false, true]) {
        const comparison = withAttributes(texts, { force });
        expect(comparison.diagnostics).toEqual([]);
        writeChanges(comparison);
        expect(content(ours)).toBe(mine);
        expect(Object.keys(readManifest(folder)?.files ?? {})).not.toContain(ours);
      }
      rmSync(join(folder, ours));
      symlinkSync('elsewhere', join(folder, ours));
      expect(withAttributes().diagnostics).toEqual([]);
    });

    test('ours is an output like others: an edit is found, and it goes when nobody wants it', () => {
      writeChanges(withAttributes());
      put(mine);
      expect(withAttributes().diagnostics.map((one) => one.code)).toEqual(['ASMX7001']);
      writeChanges(withAttributes(texts, { force: true }));
      expect(content(ours)).not.toBe(mine);
      expect(write(texts).removed).toEqual([ours]);
    });

    test('one that was edited stays when nobody wants ours any more: it is theirs now', () => {
      writeChanges(withAttributes());
      put(mine);
      expect(codes(texts)).toEqual([]);
      write(texts);
      expect(content(ours)).toBe(mine);
      expect(Object.keys(readManifest(folder)?.files ?? {})).not.toContain(ours);
    });

    test('a folder without it is not current once there is no other', () => {
      mkdirSync(folder);
      put(mine);
      writeChanges(withAttributes());
      const current = (): boolean =>
        isCurrent(folder, { ...stamp, gitattributes: true }, () => undefined);
      expect(current()).toBe(true);
      rmSync(join(folder, ours));
      expect(current()).toBe(false);
      writeChanges(withAttributes());
      expect(current()).toBe(true);
    });
  });
});
