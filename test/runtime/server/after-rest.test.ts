import { expect, test } from '@jest/globals';
import type { BodyRest } from '../../../src/runtime/operation/descriptor.ts';
import { afterRest } from '../../../src/runtime/server/request.ts';

/** The rest of a body that gives two pieces, and what was done with it. */
function observed(fails: boolean): { readonly rest: BodyRest; readonly log: string[] } {
  const log: string[] = [];
  const pieces = ['a', 'b'];
  const source: BodyRest = {
    async next() {
      if (pieces.length === 0 && fails) throw new Error('lost');
      return pieces.shift();
    },
    cancel: (reason) => log.push(`cancel ${String(reason)}`),
  };
  return { rest: afterRest(source, () => void log.push('end')), log };
}

test('something is done once after the last piece', async () => {
  const { rest, log } = observed(false);
  expect([await rest.next(), await rest.next(), log.length]).toEqual(['a', 'b', 0]);
  expect([await rest.next(), await rest.next()]).toEqual([undefined, undefined]);
  expect(log).toEqual(['end']);
});

test('and if the rest is lost, or no one reads it', async () => {
  const lost = observed(true);
  await lost.rest.next();
  await lost.rest.next();
  await expect(lost.rest.next()).rejects.toThrow('lost');
  expect(lost.log).toEqual(['end']);
  const unread = observed(false);
  unread.rest.cancel('gone');
  unread.rest.cancel('gone');
  expect(unread.log).toEqual(['cancel gone', 'end', 'cancel gone']);
});
