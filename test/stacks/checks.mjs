// How the checks of stacks with the product count.
import { textOf } from './dotnet/values.mjs';

/**
 * Judges lines of a program: `what⇥right`, or what was wrong.
 * @param least how many there must be
 */
export function judgeLines({ stdout, stderr }, least) {
  const lines = stdout.split('\n').filter((line) => line.includes('\t'));
  const failures = lines.filter((line) => !line.endsWith('\tright'));
  const counts = [lines.length - failures.length, Math.max(least, lines.length)];
  if (lines.length < least) failures.push(`${lines.length} of ${least}: ${stderr.slice(-800)}`);
  return { counts, failures };
}

/** Runs cases, functions by their names that throw if something is wrong. */
export async function judgeCases(cases) {
  const failures = [];
  for (const [name, run] of cases) {
    await run().catch((error) => failures.push(`${name}\t${error.message.slice(0, 400)}`));
  }
  return { counts: [cases.length - failures.length, cases.length], failures };
}

/** Counts comparisons by their subjects. */
export function tally() {
  const rows = {};
  return {
    rows,
    check(subject, what, actual, expected) {
      rows[subject] ??= { counts: [0, 0], failures: [] };
      const { counts, failures } = rows[subject];
      counts[1] += 1;
      const [found, wanted] = [actual, expected].map(textOf);
      if (found === wanted) counts[0] += 1;
      else failures.push(`${what}: ${found?.slice(0, 900)}, not ${wanted}`);
    },
  };
}
