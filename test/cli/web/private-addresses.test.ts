import { describe, expect, test } from '@jest/globals';
import { isPrivate } from '../../../src/cli/contract/download.ts';

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
