// Counts the work of each shape in two sizes, as test/growth does, and prints what takes more than
// its share.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../growth/count-requests.mjs', import.meta.url));

/**
 * @param only words in the names of the shapes that are counted
 * @returns those that take more than nine times the work for eight times the content
 */
export function checkGrowth(only = '') {
  const run = spawnSync(process.execPath, [program, only], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  const problems = [];
  let highest = 0;
  let shapes = 0;
  for (const [kind, found] of Object.entries(JSON.parse(run.stdout))) {
    for (const [name, { length, small, large }] of Object.entries(found)) {
      shapes += 1;
      for (const what of ['blocks', 'scanned']) {
        const ratio = large[what] / Math.max(small[what], length);
        highest = Math.max(highest, ratio);
        if (ratio >= 9)
          problems.push(`${kind}: ${ratio.toFixed(1)} times the work (${what}) for ${name}`);
      }
    }
  }
  console.log(
    `${shapes} shapes, eight times the content: ${highest.toFixed(1)} times the work at most`,
  );
  return problems;
}
