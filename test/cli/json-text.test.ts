import { describe, expect, test } from '@jest/globals';
import { jsonText } from '../../src/cli/terminal/text.ts';

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
