import { describe, expect, test } from '@jest/globals';
import { completeLimits } from '../../../src/runtime/server/limits.ts';
import type { ServerLimits } from '../../../src/runtime/server/options.ts';
import { AuthCode } from '../wire/descriptors.ts';
import { createServer } from '../wire/serve.ts';

const names = ['bodyBytes', 'elements', 'depth', 'attributes', 'time'] as const;
const serverWith = (limits: object) =>
  createServer([{ operation: AuthCode, handler: () => undefined }], { limits });

describe.each(names)('limits.%s', (name) => {
  test.each([Number.NaN, -1, Number.NEGATIVE_INFINITY, '5', '', null, true, {}, [], 5n])(
    'is not %p',
    (value) => {
      expect(() => serverWith({ [name]: value })).toThrow(RangeError);
      expect(() => serverWith({ [name]: value })).toThrow(`limits.${name} is `);
    },
  );

  test.each([undefined, 0, 1, 2.5, Number.MAX_VALUE, Number.POSITIVE_INFINITY])(
    'may be %p',
    (value) => {
      expect(() => serverWith({ [name]: value })).not.toThrow();
    },
  );
});

test.each<[string, ServerLimits | undefined, number, number]>([
  ['nothing: 100 s for the body alone', undefined, 100_000, 0],
  ['a time: for both', { time: 50 }, 50, 50],
  ['0: none', { time: 0 }, 0, 0],
  ['Infinity: none', { time: Number.POSITIVE_INFINITY }, 0, 0],
  ['more than timers can wait', { time: 1e12 }, 0x7fffffff, 0x7fffffff],
])('given %s', (_name, limits, bodyTime, time) => {
  expect(completeLimits(limits)).toMatchObject({ bodyTime, time });
});
