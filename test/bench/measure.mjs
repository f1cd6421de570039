// Candidates are interleaved: every round visits every one of them, so that a drift of the
// machine's speed hits all alike. Medians are quoted, and CPU time beside wall time; where the two
// disagree, believe CPU.

/**
 * What one candidate needs for one operation, or for one whole run.
 * @typedef {object} Row
 * @property {string} name the candidate
 * @property {number} [wall] median wall time, in the unit of the report
 * @property {number} [cpu] median CPU time, in the unit of the report
 * @property {number} [perSecond] operations per second
 * @property {number} [rss] peak resident memory, in MB
 * @property {number} [spread] the largest sample divided by the smallest
 * @property {string} [problem] why there is no figure
 */

/**
 * Candidates measured against each other in one run.
 * @typedef {object} Report
 * @property {string} id `bench/case`, by which the bars, the chart and the documents find it
 * @property {string} title what was measured, with its size
 * @property {'µs' | 'ms' | 's'} unit of the times
 * @property {'cpu' | 'wall' | 'rss'} by the figure that candidates are compared by
 * @property {string} yardstick the candidate the others are compared with
 * @property {'gain' | 'cost'} ratio `gain`: the yardstick's figure divided by the candidate's;
 *   `cost`: the other way round
 * @property {readonly Row[]} rows
 */

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * One row from the samples of its rounds.
 * @param name the candidate
 * @param samples one for each round, each with any of `wall`, `cpu`, `perSecond` and `rss`
 * @returns medians, of `rss` the largest, and the spread of `cpu` or else `wall`
 */
export function summarize(name, samples) {
  const row = { name };
  for (const key of ['wall', 'cpu', 'perSecond']) {
    const values = samples.map((sample) => sample[key]).filter((value) => value !== undefined);
    if (values.length > 0) row[key] = median(values);
  }
  const memory = samples.map(({ rss }) => rss).filter((value) => value !== undefined);
  if (memory.length > 0) row.rss = Math.max(...memory);
  const spread = samples.map(({ cpu, wall }) => cpu ?? wall).filter((value) => value !== undefined);
  if (spread.length > 1) row.spread = Math.max(...spread) / Math.min(...spread);
  return row;
}

/** Runs `run` often enough to fill about `slot` milliseconds. */
function calibrate(run, slot) {
  for (let count = 1; ; ) {
    const start = performance.now();
    for (let i = 0; i < count; i++) run();
    const took = performance.now() - start;
    if (took > slot / 2) return Math.max(1, Math.round((count * slot) / took));
    count = Math.max(
      count + 1,
      Math.min(count * 10, Math.ceil((count * slot) / Math.max(took, 0.01))),
    );
  }
}

/** One slot of a function that is run `count` times in it. */
const timed = (run, count) => () => {
  const cpu = process.cpuUsage();
  const start = performance.now();
  for (let i = 0; i < count; i++) run();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { wall: (wall * 1000) / count, cpu: (user + system) / count };
};

/**
 * Times functions against each other.
 * @param candidates `{ name, run }` each; or, of what runs in another process, `{ name, sample }`:
 *   one slot, giving µs for one run
 * @param options rounds counted, warm-up rounds before them, milliseconds for each candidate in a
 *   round
 * @returns a row for each candidate, in microseconds for one run
 */
export function interleave(candidates, { rounds = 21, warmUp = 4, slot = 40 } = {}) {
  const results = candidates.map(({ name, run, sample }) => ({
    name,
    sample: sample ?? timed(run, calibrate(run, slot)),
    samples: [],
  }));
  for (let round = -warmUp; round < rounds; round++) {
    for (const { sample, samples } of results) {
      const { wall, cpu } = sample();
      if (round >= 0) samples.push({ wall, cpu });
    }
  }
  return results.map(({ name, samples }) => summarize(name, samples));
}

/** Three significant digits. */
export const short = (value) => Number(value.toPrecision(3));

/**
 * How a row compares with the yardstick of its report.
 * @param report a `Report`
 * @param name the candidate
 * @param by the figure compared; the report's own by default
 * @returns undefined where either figure is missing
 */
export function ratioOf(report, name, by = report.by) {
  const figure = (candidate) => report.rows.find((row) => row.name === candidate)?.[by];
  const base = figure(report.yardstick);
  const own = figure(name);
  if (base === undefined || own === undefined) return undefined;
  return report.ratio === 'gain' ? base / own : own / base;
}

/**
 * Prints a report as a table: every benchmark prints through this.
 * @param report a `Report`; `unit` is µs, `by` is cpu and `ratio` is gain unless given
 * @returns the whole report
 */
export function report({ unit = 'µs', by = 'cpu', ratio = 'gain', ...rest }) {
  const full = { unit, by, ratio, ...rest };
  const columns = [
    [`CPU ${unit}`, (row) => row.cpu],
    [`wall ${unit}`, (row) => row.wall],
    ['per second', (row) => row.perSecond],
    ['peak RSS MB', (row) => row.rss],
    [
      ratio === 'gain' ? `× less than ${full.yardstick}` : `× ${full.yardstick}`,
      (row) => ratioOf(full, row.name),
    ],
    ['spread', (row) => row.spread],
  ].filter(([, figure]) => full.rows.some((row) => figure(row) !== undefined));
  console.log(`\n${full.title}`);
  console.table(
    full.rows.map((row) => ({
      name: row.name,
      ...Object.fromEntries(
        columns.map(([title, figure]) => {
          const value = figure(row);
          return [
            title,
            value === undefined ? '' : value >= 1000 ? Math.round(value) : short(value),
          ];
        }),
      ),
      ...(row.problem === undefined ? {} : { problem: row.problem }),
    })),
  );
  return full;
}

/**
 * Prints figures that are no candidates of one another.
 * @param report `id`, `title`, the heads of its columns, and lines of a name and texts
 * @returns a report whose lines stand in the documents as they are
 */
export function tableReport({ id, title, head, lines }) {
  console.log(`\n${title}`);
  console.table(
    lines.map(([name, ...cells]) => ({
      name,
      ...Object.fromEntries(cells.map((cell, index) => [head[index], cell])),
    })),
  );
  return { id, title, head, lines, rows: [] };
}
