import { readdirSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { SourceTextModule } from 'node:vm';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { explained, isPrivate } from '../../src/cli/contract/download.ts';
import { transpile } from '../../src/cli/serve/typescript-hooks.ts';
import { createProgress } from '../../src/cli/terminal/console.ts';
import { CliError, describeSystemError, reportFailure } from '../../src/cli/terminal/failure.ts';
import {
  createColours,
  jsonText,
  logText,
  pipedText,
  terminalText,
  wantsColours,
} from '../../src/cli/terminal/text.ts';
import { AsmxError } from '../../src/runtime/index.ts';
import { ChangedFolder } from '../../src/write/folder.ts';

describe('terminal', () => {
  describe('wantsColours', () => {
    const cases: readonly [Record<string, string>, boolean, boolean, boolean][] = [
      [{}, true, true, true],
      [{}, true, false, false],
      [{}, false, true, false],
      [{ NO_COLOR: '1' }, true, true, false],
      [{ NO_COLOR: '' }, true, true, true],
      [{ FORCE_COLOR: '1' }, true, false, true],
      [{ FORCE_COLOR: '' }, true, false, true],
      [{ FORCE_COLOR: '0' }, true, true, false],
      [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, true, false],
      [{ FORCE_COLOR: '1' }, false, true, false],
      [{ TERM: 'dumb' }, true, true, false],
    ];
    test.each(cases)('%j, wanted %s, terminal %s: %s', (environment, wanted, terminal, want) => {
      expect(wantsColours({ environment, enabled: wanted, terminal })).toBe(want);
    });

    test('colours leave the text alone when off', () => {
      expect(createColours(false).red('x')).toBe('x');
      expect(pipedText(createColours(true).red('x'))).toBe('\u001b[31mx\u001b[39m');
    });
  });

  describe('text for terminals and logs', () => {
    const { red } = createColours(true);

    test('has our own sequences, and escapes those that came from elsewhere', () => {
      expect(terminalText(`${red('a\u001b[31mb')}\u001b[2J`)).toBe(
        '\u001b[31ma\\u001b[31mb\u001b[39m\\u001b[2J',
      );
    });

    test.each([
      ['\u0000\u0007\u0008\u007f', '\\u0000\\u0007\\u0008\\u007f'],
      ['\u0085\u009b31m', '\\u0085\\u009b31m'],
      ['\u202a\u202e\u2066\u2069\u200f', '\\u202a\\u202e\\u2066\\u2069\\u200f'],
      ['a\tb\r\nc\n', 'a\tb\r\nc\n'],
      ['one\rtwo', 'one\\u000dtwo'],
      ['学校 é 😀 👩\u200d👧 العربية', '学校 é 😀 👩\u200d👧 العربية'],
    ])('escapes %j as %j', (text, shown) => {
      expect(terminalText(text)).toBe(shown);
      expect(logText(text)).toBe(shown);
      expect(pipedText(text)).toBe(text);
    });

    test.each([
      ['::error::x', ': :error::x'],
      ['a\n  ::stop-commands::x', 'a\n  : :stop-commands::x'],
      ['\u00a0::add-mask::x', '\u00a0: :add-mask::x'],
      ['a ##[error]b ##vso[task.complete]', 'a # #[error]b # #vso[task.complete]'],
      ['http://[::1]:8080 ## a', 'http://[::1]:8080 ## a'],
    ])('%j is no command for a workflow: %j', (text, shown) => {
      expect(logText(text)).toBe(shown);
    });
  });

  describe('createProgress', () => {
    test('is silent without a terminal', () => {
      const progress = createProgress(undefined);
      expect(() => {
        progress.step('working');
        progress.clear();
      }).not.toThrow();
    });

    test('shows one line on a terminal, cut to its width, and wipes it once', () => {
      const written: string[] = [];
      const stream = { columns: 12, write: (text: string) => written.push(text) };
      const progress = createProgress(stream);
      progress.step('reading a long name');
      progress.clear();
      progress.clear();
      expect(written).toEqual(['\r\u001b[2Kreading a …', '\r\u001b[2K']);
      progress.step('\u009bA\n');
      expect(written.at(-1)).toBe('\r\u001b[2K\\u009bA\\u0…');
    });

    test('shows no password of an address', () => {
      const written: string[] = [];
      const progress = createProgress({ write: (text: string) => written.push(text) });
      progress.step('reading https://joe:hunter2@h/Orders.asmx …');
      expect(written).toEqual(['\r\u001b[2Kreading https://h/Orders.asmx …']);
    });
  });
});

describe('json text', () => {
  describe('jsonText', () => {
    const cases: readonly [unknown, string][] = [
      [9223372036854775807n, '9223372036854775807'],
      [Number.POSITIVE_INFINITY, '"INF"'],
      [Number.NEGATIVE_INFINITY, '"-INF"'],
      [Number.NaN, '"NaN"'],
      [-0, '-0'],
      ['a"b', '"a\\"b"'],
      [null, 'null'],
      [undefined, 'null'],
      [new Uint8Array([1, 2, 3]), '"AQID"'],
      [new Date(0), '"1970-01-01T00:00:00.000Z"'],
      [[], '[]'],
      [{}, '{}'],
      [
        { a: undefined, b: [1, { c: true }] },
        '{\n  "b": [\n    1,\n    {\n      "c": true\n    }\n  ]\n}',
      ],
    ];
    test.each(cases)('%p', (value, text) => {
      expect(jsonText(value)).toBe(text);
    });
  });
});

describe('failures', () => {
  describe('describeSystemError', () => {
    test.each([
      ['ENOENT', 'x.yaml does not exist'],
      ['EACCES', 'no permission for x.yaml'],
      ['EISDIR', 'x.yaml is a folder, not a file'],
      ['ENOTDIR', 'a part of the path x.yaml is a file, not a folder'],
      ['EROFS', 'x.yaml is on a read-only file system'],
      ['ENOSPC', 'the disk is full'],
      ['EDQUOT', 'the disk quota is used up'],
      ['EFBIG', 'x.yaml would be larger than the system allows'],
      ['EBUSY', 'x.yaml is in use'],
      ['ETXTBSY', 'x.yaml is in use'],
      ['EEXIST', 'x.yaml exists already'],
      ['ENOTEMPTY', 'x.yaml is not empty'],
    ])('%s', (code, message) => {
      const error = Object.assign(new Error(code), { code, path: 'x.yaml' });
      expect(describeSystemError(error)).toMatchObject({ message, exitCode: 2 });
      expect(describeSystemError(error)?.help).toMatch(/\.$/);
    });

    test('quotes the system for any other', () => {
      const known = { code: 'EIO', errno: -5, syscall: 'write' };
      const error = Object.assign(new Error('EIO: i/o error, write'), known);
      expect(describeSystemError(error)?.message).toBe(
        'the system refused to write the file: i/o error',
      );
    });

    test('says what came in the way of a run', () => {
      const { message, help } = describeSystemError(new ChangedFolder("'a' is a file")) ?? {};
      expect([message, help]).toEqual([
        "'a' is a file",
        'It came while the command ran. Run it again.',
      ]);
    });

    test('knows no others', () => {
      expect(describeSystemError(new TypeError('x'))).toBeUndefined();
      expect(describeSystemError('x')).toBeUndefined();
    });
  });

  describe('reportFailure', () => {
    let written = '';
    const say = (text: string): void => {
      written += text;
    };
    beforeEach(() => {
      written = '';
    });

    test('says what happened and what to do', () => {
      expect(reportFailure(new CliError('no such thing', 'Make one.', 1), false, say)).toBe(1);
      expect(written).toBe('asmx-gen: no such thing\n  Make one.\n');
    });

    test('names the file of a system error without its stack', () => {
      let caught: unknown;
      try {
        readFileSync('/nowhere/at/all');
      } catch (error) {
        caught = error;
      }
      expect(reportFailure(caught, false, say)).toBe(2);
      expect(written).toBe('asmx-gen: /nowhere/at/all does not exist\n  Check the path.\n');
    });

    test('shows the stack of an internal error with --verbose only', () => {
      expect(reportFailure(new TypeError('x is not a function'), false, say)).toBe(2);
      expect(written).toMatch(/^asmx-gen: internal error: x is not a function\n/);
      expect(written).toContain('--verbose');
      expect(written).not.toMatch(/\n {4}at /);
      reportFailure(new TypeError('x is not a function'), true, say);
      expect(written).toMatch(/\n {4}at /);
    });
  });
});

describe('transpile', () => {
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
});

describe('explain failure', () => {
  /** An error of the transport. */
  function failure(code: string, message: string, more: object = {}): Error {
    const cause = Object.assign(new Error(message), { code, ...more });
    return Object.assign(new AsmxError('transport', 'No answer'), { cause });
  }

  const refused = (port: number) =>
    failure('ECONNREFUSED', `connect ECONNREFUSED 10.0.0.1:${port}`, { port });

  test.each([
    ['http://shop.test/', refused(80), "'shop.test' refuses the connection"],
    ['https://shop.test/', refused(443), "'shop.test' refuses the connection"],
    ['http://shop.test:81/', refused(81), "'shop.test:81' refuses the connection"],
    [
      'http://shop.test:81/',
      refused(3128),
      'the proxy refuses the connection: connect ECONNREFUSED 10.0.0.1:3128',
    ],
  ])('who refuses a connection to %s', (url, error, message) => {
    expect(explained(error, new URL(url), 1)).toEqual({ message });
  });

  test('a server that does not speak TLS', () => {
    const error = failure(
      'EPROTO',
      'write EPROTO 40FD:error:0A00010B:SSL routines:tls_validate_record_header:wrong version ' +
        'number:../deps/openssl/openssl/ssl/record/methods/tlsany_meth.c:77:\n',
    );
    expect(explained(error, new URL('https://shop.test:8080/a.wsdl'), 1)).toEqual({
      message: "'shop.test:8080' does not speak TLS",
      help: 'Try the address with http:',
    });
  });
});

describe('private addresses', () => {
  describe('isPrivate', () => {
    test.each([
      '127.0.0.1',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '::1',
      '::',
      'fd00::1',
      'fe80::1',
      '::ffff:10.0.0.1',
      '::ffff:7f00:1',
      'no address',
    ])('%s is', (address) => {
      expect(isPrivate(address)).toBe(true);
    });

    test.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
      '%s is not',
      (address) => {
        expect(isPrivate(address)).toBe(false);
      },
    );
  });
});

describe('strip types', () => {
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
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap((path) => refused(path) ?? [])).toEqual([]);
  });
});
