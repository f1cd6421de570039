import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readHostName } from '../../src/cli/commands.ts';
import { createHostCheck } from '../../src/cli/serve/listening.ts';
import {
  openRecording,
  readRecording,
  recordedText,
  redactCall,
  replayInterceptor,
} from '../../src/cli/serve/recording.ts';
import type { ServerCall } from '../../src/runtime/index.ts';
import { fromRecorded, toRecorded } from '../../src/runtime/shadow/recording.ts';

describe('host check', () => {
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
});

describe('nil input', () => {
  test('a call whose input is nil is recorded and answered as such', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'asmx-gen-nil-'));
    try {
      const path = join(folder, 'calls.jsonl');
      const recording = openRecording(path, 'nil.wsdl');
      const call = { service: 'Nil', operation: 'Find', binding: 'soap11' } as const;
      recording.add({ ...call, parameters: {}, answer: { result: 'empty' } });
      recording.add({ ...call, parameters: null, answer: { result: null } });
      const calls = readRecording(path);
      expect(calls.map(({ parameters }) => parameters)).toEqual([{}, null]);
      const replay = replayInterceptor(calls, path);
      const ask = (input: unknown) =>
        replay(
          {
            operation: { service: 'Nil', name: 'Find' },
            context: { binding: 'soap11' },
            input,
          } as never,
          () => Promise.resolve(),
        );
      expect(await ask(null)).toBe(null);
      expect(await ask({})).toBe('empty');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('redact', () => {
  const call = {
    service: 'S',
    operation: 'Op',
    binding: 'soap11',
    parameters: { user: { password: 'hunter2', name: 'Bo' }, pin: 1234n },
    answer: {},
  } as const;

  const redact = (
    answer: object,
    names = ['PASSWORD', 'pin'],
    substitutes: ReadonlyMap<string, string> = new Map(),
  ) => redactCall({ ...call, answer }, names, substitutes);

  describe('redactCall', () => {
    test('takes named parameters out whatever their type, at any depth and in any letter case', () => {
      expect(redact({}).parameters).toEqual({
        user: { password: '[redacted]', name: 'Bo' },
        pin: '[redacted]',
      });
    });

    test('keeps the types of results, with samples where a type does not take every text', () => {
      const result = { password: 'x', pin: 5n, inner: [{ Password: ['a', 'b'] }], other: 'Bo' };
      expect(redact({ result }).answer.result).toEqual({
        password: '[redacted]',
        pin: 0n,
        inner: [{ Password: ['[redacted]', '[redacted]'] }],
        other: 'Bo',
      });
      const kinds = new Map([['password', 'praise']]);
      expect(redact({ result: { password: 'x' } }, ['password'], kinds).answer.result).toEqual({
        password: 'praise',
      });
    });

    test('leaves what tells of which type a value is, and that it is nil', () => {
      const password = [
        { $type: 'Long', text: 'x' },
        { $nil: true, reason: 'x' },
      ];
      expect(redact({ result: { password } }).answer.result).toEqual({
        password: [
          { $type: 'Long', text: '[redacted]' },
          { $nil: true, reason: '[redacted]' },
        ],
      });
    });

    test('finds what the request held in every other text of the answer', () => {
      const fault = { message: 'hunter2 is wrong for 1234', detail: { text: 'not hunter2!' } };
      expect(redact({ fault }).answer.fault).toEqual({
        message: '[redacted] is wrong for [redacted]',
        detail: { text: 'not [redacted]!' },
      });
      expect(redact({ result: 'Bo, hunter2' }).answer.result).toBe('Bo, [redacted]');
    });

    test.each([
      [
        '{"Password": {"a": "b"}, "x": "hunter2"}',
        '{"Password":{"a":"[redacted]"},"x":"[redacted]"}',
      ],
      ['<r><m:pin a="1">99</m:pin></r>', '<r><m:pin a="1">[redacted]</m:pin></r>'],
      ['password=abc&x=1', 'password=[redacted]&x=1'],
      ["password: 'a b' end", "password: '[redacted]' end"],
    ])('what the service wrote itself: %s', (written, want) => {
      expect(redact({ written }).answer.written).toBe(want);
    });

    test('drops bytes that hold a redacted value, and finds names of elements that are as data', () => {
      const bytes = new TextEncoder().encode('a hunter2 b');
      expect(redact({ written: bytes }).answer.written).toEqual(new Uint8Array());
      const result = { name: 'pin', namespace: '', children: ['77'] };
      expect(redact({ result }).answer.result).toEqual({ ...result, children: ['[redacted]'] });
    });

    test('changes nothing without names', () => {
      expect(redactCall(call, [], new Map())).toBe(call);
    });
  });

  describe('recorded values', () => {
    test.each([
      [9_007_199_254_740_993n],
      [new Uint8Array([1, 2, 255])],
      [new Date('2024-01-15T08:30:00Z')],
      [Number.NaN],
      [Number.NEGATIVE_INFINITY],
      [-0],
      [null],
      [{ a: [1, 'x', { b: true }], $value: 'text' }],
    ])('%p comes back as it was', (value) => {
      expect(fromRecorded(JSON.parse(JSON.stringify(toRecorded(value))))).toEqual(value);
    });

    test('keys are sorted and absent properties left out', () => {
      expect(JSON.stringify(toRecorded({ b: 1, a: undefined, c: { z: 1, y: 2 } }))).toBe(
        '{"b":1,"c":{"y":2,"z":1}}',
      );
    });
  });

  describe('a call that was recorded with redacted names finds its answer at replay', () => {
    const any = { name: 'pin', namespace: 'urn:a', attributes: [], children: ['1234'] };
    test.each<[string, unknown]>([
      ['without the parameter', { user: undefined, pin: undefined }],
      ['without any', {}],
      ['without input', undefined],
      [
        'with it at depth, once there and once not',
        { list: [{ pin: 'abcd', a: 1 }, { pin: undefined }] },
      ],
      ['nil', { pin: null, user: null }],
      ['as number, boolean, bigint', { pin: 5, password: true, other: 12n }],
      ['as bytes and date', { pin: new Uint8Array([1, 2]), password: new Date(0), a: new Date(5) }],
      ['as list and empty list', { pin: [], password: ['x', 'y'], items: [1, Number.NaN] }],
      ['as object', { pin: { $type: 'A', $nil: true, code: 'zzzz' } }],
      ['repeated in another text', { pin: 'secret', note: 'pin=secret; <pin>secret</pin>' }],
      ['as an element of a wildcard', { $any: [any] }],
      ['as an element without content', { $any: [{ ...any, children: [] }] }],
      ['in letters of another case', { PIN: 'x', Pin: undefined }],
    ])('%s', (_, parameters) => {
      const folder = mkdtempSync(join(tmpdir(), 'recording-'));
      try {
        const path = join(folder, 'calls.jsonl');
        const answer = { result: { id: 7, note: 'noted' } };
        const kept = redactCall({ ...call, parameters, answer }, ['pin', 'password'], new Map());
        writeFileSync(path, recordedText('S', [kept]));
        const replay = replayInterceptor(readRecording(path), path);
        const asked = {
          operation: { service: 'S', name: 'Op' },
          context: { binding: 'soap11' },
          input: parameters,
        } as unknown as ServerCall;
        expect(replay(asked, () => undefined as never)).toEqual(answer.result);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  });

  describe('calls of a recording', () => {
    const op = { service: 'S', operation: 'Op', binding: 'soap11' } as const;
    const ask = (replay: ReturnType<typeof replayInterceptor>, input: object): unknown =>
      replay(
        {
          operation: { service: 'S', name: 'Op' },
          context: { binding: 'soap11' },
          input,
        } as unknown as ServerCall,
        () => undefined as never,
      );

    test('answer in their order, whole and redacted ones, then the last repeatedly', () => {
      const parameters = [
        { a: 1, b: 'x' },
        { a: 1, b: '[redacted]' },
        { a: 1, b: 'x' },
        { a: '[redacted]', b: 'x' },
        { a: 1, b: 'pre[redacted]' },
      ];
      const calls = parameters.map((one, at) => ({
        ...op,
        parameters: one,
        answer: { result: at },
      }));
      const replay = replayInterceptor(calls, 'r.jsonl');
      const all = Array.from({ length: 5 }, () => ask(replay, { b: 'x', a: 1 }));
      expect(all).toEqual([0, 1, 2, 3, 3]);
      expect(ask(replay, { a: 1, b: 'prefix' })).toBe(4);
      expect(() => ask(replay, { a: 1 })).toThrow('with these parameters');
      expect(() => ask(replay, { a: 2, b: 'y' })).toThrow('with these parameters');
    });

    test('are found by their parameters, however many there are', () => {
      const calls = Array.from({ length: 20_000 }, (_, at) => ({
        ...op,
        parameters: { id: at, pin: '[redacted]' },
        answer: { result: at },
      }));
      const replay = replayInterceptor(calls, 'r.jsonl');
      for (const id of calls.keys()) expect(ask(replay, { id, pin: 'p' })).toBe(id);
    });
  });
});
