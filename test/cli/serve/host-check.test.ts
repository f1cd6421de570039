import { describe, expect, test } from '@jest/globals';
import { createHostCheck } from '../../../src/cli/serve/run.ts';
import { readHostName } from '../../../src/cli/terminal/arguments.ts';

describe('a server on a loopback address', () => {
  const isKnown = createHostCheck('127.0.0.1', '127.0.0.1', ['School.Test']);

  test.each([
    'localhost',
    'localhost:8080',
    'LOCALHOST:8080',
    'localhost.:8080',
    'school.localhost',
    '127.0.0.1:8080',
    '127.8.9.10',
    '[::1]:8080',
    'school.test:443',
    'SCHOOL.TEST',
  ])('is asked for as %s', (host) => {
    expect(isKnown(host)).toBe(true);
  });

  test.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.1.evil.example',
    '127.evil.example',
    'a.school.test',
    '10.0.0.1',
    '[::2]',
    '[::1',
    'localhost:8080@evil.example',
    'localhost, evil.example',
    ' ',
    '',
  ])('is not asked for as %j', (host) => {
    expect(isKnown(host)).toBe(false);
  });

  test('is asked without a name by clients of HTTP/1.0, which no browser is', () => {
    expect(isKnown(undefined)).toBe(true);
  });

  test('is asked for by the name it was told to listen on', () => {
    expect(createHostCheck('127.0.1.1', 'workstation', [])('workstation:8080')).toBe(true);
  });

  test.each(['::1', '::ffff:127.0.0.1'])('is one at %s, too', (address) => {
    const check = createHostCheck(address, address, []);
    expect([check('[::1]:80'), check('evil.example')]).toEqual([true, false]);
  });
});

test.each(['0.0.0.0', '::', '192.168.1.5'])('a server on %s is meant for others', (address) => {
  expect(createHostCheck(address, address, [])('evil.example')).toBe(true);
});

test.each(['http://school.test', 'school.test:80', 'a b', '*', '', 'school.test/x'])(
  'the name %j is none',
  (name) => {
    expect(() => readHostName(name, undefined)).toThrow(
      `invalid value '${name}' for --accept-host`,
    );
  },
);
