import { describe, expect, test } from '@jest/globals';
import { locationMatcher } from '../../../src/runtime/http/server.ts';

describe('parameters in a location', () => {
  test('are a form', () => {
    const match = locationMatcher('/o/A(from)B(to)/', ['from', 'to']);
    expect(match?.('/o/A1+2B3&4/', '')).toBe('from=1%2B2&to=3%264');
  });

  test.each(['/o/A1B2', '/o/A1/B2/', '/p/A1B2/', '/o/', ''])('do not fit %j', (path) => {
    expect(locationMatcher('/o/A(from)B(to)/', ['from', 'to'])?.(path, '')).toBeUndefined();
  });

  test.each(['/a%', '/a%(', '/a%25'])('side by side have no end, whatever is asked: %s', (path) => {
    expect(locationMatcher('/a%(x)(y)', ['x', 'y'])?.(path, '')).toBeUndefined();
  });

  test('an escape is no end of a value', () => {
    expect(locationMatcher('/(x)2(y)', ['x', 'y'])?.('/%22%2A2z', '')).toBe('x=%22%2A&y=z');
  });
});
