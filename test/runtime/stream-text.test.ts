import { describe, expect, test } from '@jest/globals';
import { createTextStream } from '../../src/runtime/platform/byte-flow.ts';

const text = 'aä€😀\ufeffz\u0800\u{10ffff}';

describe('a text in pieces', () => {
  test('of UTF-8 is the same wherever it is cut', () => {
    const bytes = new TextEncoder().encode(text);
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second++) {
        const stream = createTextStream('UTF-8');
        const parts = [
          stream.decode(bytes.subarray(0, first)),
          stream.decode(bytes.subarray(first, second)),
          stream.decode(bytes.subarray(second)),
          stream.end(),
        ];
        expect(parts.join('')).toBe(text);
      }
    }
  });

  test('never ends inside a pair of surrogates', () => {
    const stream = createTextStream('utf-8');
    for (const byte of new TextEncoder().encode('😀😀')) {
      const part = stream.decode(Uint8Array.of(byte));
      expect(part === '' || part === '😀').toBe(true);
    }
  });

  test.each([
    ['a byte that starts nothing', [0x61, 0xff, 0x61]],
    ['an overlong form', [0xc0, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a character that breaks off', [0xe2, 0x82, 0x61]],
    ['a lone continuation', [0x80]],
  ])('%s is told and read as U+FFFD, whole or byte by byte', (_, bytes) => {
    const whole = createTextStream('utf-8');
    const text = whole.decode(Uint8Array.from(bytes));
    expect(whole.invalid).toBe(text.indexOf('\ufffd'));
    expect(whole.invalid).toBeGreaterThanOrEqual(0);
    const stream = createTextStream('utf-8');
    const parts = bytes.map((byte) => ({
      part: stream.decode(Uint8Array.of(byte)),
      invalid: stream.invalid,
    }));
    const last = { part: stream.end(), invalid: stream.invalid };
    const found = [...parts, last].filter(({ invalid }) => invalid >= 0);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]?.part[found[0].invalid]).toBe('\ufffd');
  });

  test('that ends inside a character ends with U+FFFD', () => {
    const stream = createTextStream('utf-8');
    expect(stream.decode(Uint8Array.of(0x61, 0xe2, 0x82))).toBe('a');
    expect(stream.invalid).toBe(-1);
    expect(stream.end()).toBe('\ufffd');
    expect(stream.invalid).toBe(0);
  });

  test('of US-ASCII or UTF-16 tells what is invalid', () => {
    const ascii = createTextStream('US-ASCII');
    ascii.decode(Uint8Array.of(0x3f));
    expect(ascii.invalid).toBe(-1);
    ascii.decode(Uint8Array.of(0x3f, 0xe4));
    expect(ascii.invalid).toBe(1);
    const wide = createTextStream('utf-16');
    expect(wide.decode(Uint8Array.of(0xfd, 0xff))).toBe('\ufffd');
    expect(wide.invalid).toBe(-1);
    wide.decode(Uint8Array.of(0x61, 0, 0x3d, 0xd8, 0x61, 0));
    expect(wide.invalid).toBe(1);
    wide.decode(Uint8Array.of(0x3d));
    wide.end();
    expect(wide.invalid).toBe(-1);
  });

  test.each([
    ['utf-16le', [0x61, 0, 0x3d, 0xd8, 0, 0xde], 'a😀'],
    ['utf-16be', [0, 0x61, 0xd8, 0x3d, 0xde, 0], 'a😀'],
    ['iso-8859-1', [0x61, 0xe4, 0x80], 'aä\u0080'],
    ['us-ascii', [0x61, 0xe4], 'a?'],
    ['windows-1252', [0x80], '€'],
    ['cp1252', [0x93, 0xe4, 0x81], '“ä\u0081'],
  ])('of %s', (encoding, bytes, expected) => {
    const stream = createTextStream(encoding);
    const parts = bytes.map((byte) => stream.decode(Uint8Array.of(byte)));
    expect(parts.join('') + stream.end()).toBe(expected);
  });
});
