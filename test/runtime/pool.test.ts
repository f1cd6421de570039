import { describe, expect, test } from '@jest/globals';
import { type PoolOutcome, type PoolProgress, pool } from '../../src/runtime/pool.ts';

async function all<T>(outcomes: AsyncIterable<PoolOutcome<T>>): Promise<readonly PoolOutcome<T>[]> {
  const found: PoolOutcome<T>[] = [];
  for await (const one of outcomes) found.push(one);
  return found;
}

/** Lets everything run that can. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('pool', () => {
  test('gives the outcome of each call, as calls end', async () => {
    let release = (): void => {};
    const first = new Promise<string>((resolve) => {
      release = () => resolve('first');
    });
    const calls = [
      () => first,
      () => 'second',
      () => Promise.reject(new Error('third')),
      () => {
        setImmediate(release);
        return 'fourth';
      },
    ];
    const outcomes = await all(pool(calls, { concurrency: 2 }));
    expect(outcomes.map(({ index }) => index)).toEqual([1, 2, 3, 0]);
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: 'second' },
      { status: 'rejected', reason: { message: 'third' } },
      { status: 'fulfilled', value: 'fourth' },
      { status: 'fulfilled', value: 'first' },
    ]);
  });

  test('asks for no more calls than can begin, and begins none while outcomes wait', async () => {
    let asked = 0;
    let running = 0;
    let most = 0;
    async function* calls() {
      for (;;) {
        asked += 1;
        yield async () => {
          running += 1;
          most = Math.max(most, running);
          await settle();
          running -= 1;
        };
      }
    }
    const outcomes = pool(calls(), { concurrency: 3 });
    for (let taken = 1; taken <= 20; taken += 1) {
      await outcomes.next();
      for (let turn = 0; turn < 10; turn += 1) await settle();
      expect(asked).toBeLessThanOrEqual(taken + 3);
    }
    await outcomes.return();
    expect(most).toBe(3);
    const before = asked;
    for (let turn = 0; turn < 10; turn += 1) await settle();
    expect(asked).toBe(before);
  });

  test('begins no call after its signal, and gives the outcomes of those that run', async () => {
    const stop = new AbortController();
    const calls = Array.from({ length: 10 }, (_, at) => async () => {
      if (at === 3) stop.abort();
      await settle();
      return at;
    });
    const outcomes = await all(pool(calls, { concurrency: 2, signal: stop.signal }));
    expect(outcomes.map(({ index }) => index).sort()).toEqual([0, 1, 2, 3]);
  });

  test('spreads calls over time, and a signal ends that, too', async () => {
    const stop = new AbortController();
    const begun: number[] = [];
    const calls = [0, 1, 2].map((at) => () => begun.push(at));
    const outcomes = pool(calls, { rate: 0.001, concurrency: 3, signal: stop.signal });
    expect(await outcomes.next()).toMatchObject({ value: { index: 0 } });
    for (let turn = 0; turn < 10; turn += 1) await settle();
    expect(begun).toEqual([0]);
    stop.abort();
    expect(await outcomes.next()).toEqual({ done: true, value: undefined });
    expect(begun).toEqual([0]);
    const fast = await all(pool(calls, { rate: 1_000_000 }));
    expect(fast).toHaveLength(3);
  });

  test('tells how far it is', async () => {
    const seen: PoolProgress[] = [];
    const calls = [() => 1, () => Promise.reject(new Error('no')), () => 3];
    await all(pool(calls, { concurrency: 1, onProgress: (one) => seen.push(one) }));
    expect(seen).toEqual([
      { done: 1, failed: 0, running: 0 },
      { done: 2, failed: 1, running: 0 },
      { done: 3, failed: 1, running: 0 },
    ]);
  });

  test('throws what its source or onProgress throws, after the outcomes before it', async () => {
    function* calls() {
      yield () => 1;
      throw new Error('no more lines');
    }
    const seen: unknown[] = [];
    const reading = async (): Promise<void> => {
      for await (const one of pool(calls(), { concurrency: 1 })) seen.push(one.index);
    };
    await expect(reading()).rejects.toThrow('no more lines');
    expect(seen).toEqual([0]);
    const onProgress = (): void => {
      throw new Error('no terminal');
    };
    await expect(all(pool([() => 1], { onProgress }))).rejects.toThrow('no terminal');
  });

  test('leaves its source when its reader leaves', async () => {
    let isOver = false;
    function* calls() {
      try {
        for (;;) yield () => 1;
      } finally {
        isOver = true;
      }
    }
    for await (const _ of pool(calls(), { concurrency: 2 })) break;
    expect(isOver).toBe(true);
  });

  describe('a source that has nothing yet', () => {
    async function* calls() {
      yield () => 1;
      await new Promise(() => {});
    }

    test('does not hold who leaves', async () => {
      const seen: unknown[] = [];
      for await (const { index } of pool(calls())) {
        seen.push(index);
        break;
      }
      expect(seen).toEqual([0]);
    });

    test('does not hold a pool after its signal, or after an error', async () => {
      const stop = new AbortController();
      const onProgress = (): void => stop.abort();
      const stopped = await all(pool(calls(), { signal: stop.signal, onProgress }));
      expect(stopped).toMatchObject([{ index: 0, value: 1 }]);
      const broken = (): void => {
        throw new Error('no terminal');
      };
      await expect(all(pool(calls(), { onProgress: broken }))).rejects.toThrow('no terminal');
    });

    test('may fail later', async () => {
      let fail = (): void => {};
      async function* failing() {
        yield () => 1;
        await new Promise((_, reject) => {
          fail = () => reject(new Error('late'));
        });
      }
      for await (const _ of pool(failing())) break;
      await settle();
      fail();
      await settle();
      expect(await all(pool([() => 2]))).toHaveLength(1);
    });
  });

  test.each([
    [{ concurrency: 0 }, '`concurrency` is 0; it is a whole number from 1 to 10,000.'],
    [{ concurrency: 1.5 }, '`concurrency` is 1.5'],
    [{ concurrency: 1e9 }, '`concurrency` is 1000000000'],
    [{ rate: 0 }, '`rate` is 0; it is a number above 0.'],
    [{ rate: Number.NaN }, '`rate` is NaN'],
  ])('refuses %j', async (options, message) => {
    await expect(all(pool([], options))).rejects.toThrow(message);
  });
});
