import { afterEach, describe, expect, test } from '@jest/globals';
import {
  formatXsdBase64Binary,
  formatXsdHexBinary,
  parseXsdBase64Binary,
  parseXsdHexBinary,
} from '../../src/runtime/values/text.ts';
import { EncodeError } from '../../src/runtime/xml/writer.ts';
import { readError } from './read-events.ts';

const samples = [0, 1, 2, 3, 4, 5, 255, 256, 9000].map((length) =>
  Uint8Array.from({ length }, (_, index) => (index * 167 + length) & 255),
);
const { Buffer: nodeBuffer } = globalThis;
const view = globalThis as { Buffer?: typeof nodeBuffer };

afterEach(() => {
  view.Buffer = nodeBuffer;
});

describe.each([
  ['with Buffer', true],
  ['without', false],
])('%s', (_, withBuffer) => {
  const prepare = (): void => {
    if (!withBuffer) delete view.Buffer;
  };

  test('long base64 is checked as short one is', () => {
    const long = nodeBuffer
      .from(samples.at(-1) ?? [])
      .toString('base64')
      .repeat(3);
    prepare();
    expect(parseXsdBase64Binary(long)).toHaveLength(27_000);
    expect(parseXsdBase64Binary(`${long.slice(0, 500)}\r\n ${long.slice(500)}`)).toHaveLength(
      27_000,
    );
    expect(parseXsdBase64Binary(`${long}AA==`)).toHaveLength(27_001);
    expect(parseXsdBase64Binary(`${long}AAA=`)).toHaveLength(27_002);
    for (const bad of [
      'AB==',
      'AAB=',
      'AA==AAAA',
      '-AAA',
      '_AAA',
      '\u0141AAA',
      'é===',
      'AAA',
      '====',
    ]) {
      expect(() => parseXsdBase64Binary(`${long}${bad}`)).toThrow('is not a valid Base64');
      expect(() => parseXsdBase64Binary(`${bad}${long}`)).toThrow('is not a valid Base64');
    }
  });

  test('bytes are written and read', () => {
    const expected = samples.map((bytes) => [
      nodeBuffer.from(bytes).toString('base64'),
      nodeBuffer.from(bytes).toString('hex').toUpperCase(),
    ]);
    prepare();
    for (const [index, bytes] of samples.entries()) {
      const [base64 = '', hex = ''] = expected[index] ?? [];
      expect(formatXsdBase64Binary(bytes)).toBe(base64);
      expect(formatXsdHexBinary(bytes)).toBe(hex);
      expect([...parseXsdBase64Binary(base64)]).toEqual([...bytes]);
      expect([...parseXsdHexBinary(hex)]).toEqual([...bytes]);
      expect([...parseXsdHexBinary(hex.toLowerCase())]).toEqual([...bytes]);
    }
  });

  test('many bytes are written as few are', () => {
    for (const length of [24_575, 24_576, 24_577, 60_001, 786_432, 786_433]) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 167 + length) & 255);
      const expected = nodeBuffer.from(bytes).toString('base64');
      prepare();
      expect(formatXsdBase64Binary(bytes) === expected).toBe(true);
    }
  });

  test('spaces may be anywhere', () => {
    prepare();
    expect([...parseXsdBase64Binary(' AA\r\nEC /v8 = ')]).toEqual([0, 1, 2, 254, 255]);
    expect([...parseXsdBase64Binary('\n')]).toEqual([]);
    expect([...parseXsdHexBinary(' 00\nFf ')]).toEqual([0, 255]);
  });

  test('what is neither is malformed, as for .NET', () => {
    prepare();
    const bad = [
      'A',
      'AA',
      'AAA',
      'AAAAA',
      'AA=A',
      '====',
      '=AAA',
      'A===',
      'AB==',
      'AAB=',
      'AAAA=',
      'AA-_',
      'AA*A',
      'AAAé',
      'AAAŁ',
      'AA==AAAA',
      'AAA==',
    ];
    for (const text of bad) {
      expect([text, readError(() => parseXsdBase64Binary(text))]).toEqual([
        text,
        expect.objectContaining({ kind: 'malformed' }),
      ]);
    }
    for (const text of ['0', '000', '0g', 'é0', '0x00', 'ŁŁ']) {
      expect([text, readError(() => parseXsdHexBinary(text))]).toEqual([
        text,
        expect.objectContaining({ kind: 'malformed' }),
      ]);
    }
  });

  test('only bytes are written', () => {
    prepare();
    for (const value of ['AAAA', [1, 2], new Uint16Array(1), new ArrayBuffer(1), null, undefined]) {
      expect(() => formatXsdBase64Binary(value as unknown as Uint8Array)).toThrow(EncodeError);
      expect(() => formatXsdHexBinary(value as unknown as Uint8Array)).toThrow(EncodeError);
    }
  });

  test('a part of a larger buffer is written alone', () => {
    prepare();
    const part = new Uint8Array(Uint8Array.from([9, 0, 1, 255, 9]).buffer, 1, 3);
    expect(formatXsdBase64Binary(part)).toBe('AAH/');
    expect(formatXsdHexBinary(part)).toBe('0001FF');
  });
});

test('what is read shares its memory with nothing else', () => {
  const first = parseXsdBase64Binary('AAEC');
  expect(first.buffer.byteLength).toBe(3);
  expect(Object.getPrototypeOf(first)).not.toBe(nodeBuffer.prototype);
});

test('messages show only the beginning', () => {
  expect(readError(() => parseXsdBase64Binary('!'.repeat(1000)))).toMatchObject({
    message: `'${'!'.repeat(40)}...' is not a valid Base64 text sequence.`,
  });
});
