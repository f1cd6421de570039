import { setImmediate as eventsAreOver } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sendTogether, type TextMessage } from '../../src/runtime/platform/globals.ts';

describe('texts that are sent together', () => {
  let done: string[];
  let now: number;
  beforeEach(() => {
    done = [];
    now = 1000;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await eventsAreOver();
  });

  function message(name: string, more: Partial<TextMessage> = {}): TextMessage {
    return {
      write: (text, encoding) => done.push(`${name} ${text} ${encoding}`),
      end: () => done.push(`${name} ended`),
      destroy: () => done.push(`${name} destroyed`),
      ...more,
    };
  }

  test('go out after the events at hand but for the first, and are ended after all of them', async () => {
    sendTogether?.(message('a'), 'one', 'latin1');
    sendTogether?.(message('b'), 'zwölf', 'utf8');
    sendTogether?.(message('c'), 'three', 'latin1');
    expect(done).toEqual(['a one latin1']);
    await eventsAreOver();
    expect(done.slice(0, 2)).toEqual(['a one latin1', 'a ended']);
    expect(done.slice(2)).toEqual(['b zwölf utf8', 'c three latin1', 'b ended', 'c ended']);
  });

  test('begin anew with the next events', async () => {
    sendTogether?.(message('a'), 'one', 'latin1');
    sendTogether?.(message('b'), 'two', 'latin1');
    await eventsAreOver();
    sendTogether?.(message('c'), 'three', 'latin1');
    expect(done.slice(4)).toEqual(['c three latin1']);
    await eventsAreOver();
  });

  test('wait for no work that takes longer than a millisecond', async () => {
    sendTogether?.(message('a'), 'one', 'latin1');
    sendTogether?.(message('b'), 'two', 'latin1');
    now += 1;
    sendTogether?.(message('c'), 'three', 'latin1');
    expect(done).toEqual(['a one latin1']);
    now += 1;
    sendTogether?.(message('d'), 'four', 'latin1');
    expect(done.slice(1)).toEqual(['b two latin1', 'c three latin1', 'd four latin1']);
    sendTogether?.(message('e'), 'five', 'latin1');
    await eventsAreOver();
    expect(done.slice(4).filter((line) => line.startsWith('e'))).toEqual([
      'e five latin1',
      'e ended',
    ]);
  });

  test('are only ended where there is nothing left to send', async () => {
    sendTogether?.(message('a'), '', 'latin1');
    await eventsAreOver();
    expect(done).toEqual(['a ended']);
  });

  test('leave alone what was ended or destroyed meanwhile', async () => {
    sendTogether?.(message('first'), '', 'latin1');
    const ended = message('a');
    const gone = message('b');
    sendTogether?.(ended, 'one', 'latin1');
    sendTogether?.(gone, 'two', 'latin1');
    sendTogether?.(message('c'), 'three', 'latin1');
    Object.assign(ended, { writableEnded: true });
    Object.assign(gone, { destroyed: true });
    await eventsAreOver();
    expect(done).toEqual(['first ended', 'c three latin1', 'c ended']);
  });

  test('that cannot be sent end their connection, and no other', async () => {
    const fail = (): never => {
      throw new Error('no');
    };
    sendTogether?.(message('a', { write: fail }), 'one', 'latin1');
    sendTogether?.(message('b', { write: fail }), 'two', 'latin1');
    sendTogether?.(message('c'), 'three', 'latin1');
    await eventsAreOver();
    expect(done).toEqual(['a destroyed', 'b destroyed', 'c three latin1', 'c ended']);
  });
});
