// `npm run bench -- --gate`: the figures of a run against the bars.
import { bars, judge } from './bars.mjs';
import { short } from './measure.mjs';

/**
 * Prints each bar as reached, not reached, or not measured.
 * @param runs what `readResults` gives
 * @param wanted names of the benches whose bars count; none: all
 * @returns whether all were reached; what was not measured is not reached
 */
export function printGate(runs, wanted) {
  const isWanted = (id) => wanted.length === 0 || wanted.includes(id.split('/')[0]);
  const reports = Object.values(runs).flatMap((run) => run.reports);
  const judged = judge(
    bars.filter(({ report }) => isWanted(report)),
    reports.filter(({ id }) => isWanted(id)),
  );
  console.log('\nBars');
  console.table(
    judged.map(({ says, value, least, most, reached, floor, atBest }) => ({
      bar: says,
      wanted: least === undefined ? `at most ${most}` : `at least ${least} ×`,
      measured: value === undefined ? 'could not be measured' : short(value),
      result: reached ? 'reached' : value === undefined ? 'NOT MEASURED' : 'NOT REACHED',
      ...(atBest === undefined ? {} : { 'for comparison': `${short(atBest)} (${floor})` }),
    })),
  );
  return judged.every(({ reached }) => reached);
}
