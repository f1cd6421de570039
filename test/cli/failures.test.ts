import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { CliError, describeSystemError, reportFailure } from '../../src/cli/terminal/failure.ts';
import { ChangedFolder } from '../../src/write/folder.ts';

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
