import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ensureBuilt } from '../cli/built.ts';
import { packageRoot } from '../cli/run-cli.ts';
import { answerShapes } from './answer-shapes.mjs';
import { requestShapes } from './request-shapes.mjs';

/** What one message took. */
interface Work {
  /** The status of the answer, or what became of the call. */
  readonly outcome: number | string;
  /** Blocks of code run. */
  readonly blocks: number;
  /** Characters and items that methods of the engine looked at. */
  readonly scanned: number;
}

/** A message, and one with eight times the content. */
interface Growth {
  /** Characters of the small one. */
  readonly length: number;
  readonly small: Work;
  readonly large: Work;
}

type Found = Readonly<Record<'requests' | 'answers', Readonly<Record<string, Growth>>>>;

let found: Found;

beforeAll(() => {
  ensureBuilt(packageRoot);
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'count-requests.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
    maxBuffer: 1 << 26,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  found = JSON.parse(run.stdout) as Found;
}, 240_000);

/**
 * Nine times the work for eight times the content. What takes less work than to look at each
 * character may begin to take that.
 */
function expectProportion({ length, small, large }: Growth): void {
  expect(large.blocks).toBeLessThan(9 * Math.max(small.blocks, length));
  expect(large.scanned).toBeLessThan(9 * Math.max(small.scanned, length));
}

describe('a server takes nine times the work at most for a request of eight times', () => {
  test.each(Object.entries(requestShapes))('%s', (name, { status }) => {
    const growth = found.requests[name] as Growth;
    for (const { outcome } of [growth.small, growth.large]) {
      if (status === undefined) expect([400, 500]).toContain(outcome);
      else expect(outcome).toBe(status);
    }
    expectProportion(growth);
  });
});

describe('a client takes nine times the work at most for an answer of eight times', () => {
  test.each(Object.entries(answerShapes))('%s', (name, { outcome }) => {
    const growth = found.answers[name] as Growth;
    expect([growth.small.outcome, growth.large.outcome]).toEqual([outcome, outcome]);
    expectProportion(growth);
  });
});
