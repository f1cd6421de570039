/**
 * How many random cases a test tries: all of them in `npm run test:all`, a fifth in `npm test`.
 * `jest.all.config.js` sets `allRuns`.
 */
export function runs(count: number): number {
  const { allRuns } = globalThis as { readonly allRuns?: boolean };
  return allRuns === true ? count : Math.ceil(count / 5);
}
