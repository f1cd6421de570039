// Candidates are interleaved: every round visits every one of them, so that a drift of the machine's speed hits all alike. Medians are
// quoted, and CPU time beside wall time; where the two disagree, believe CPU.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
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

/**
 * Times functions against each other.
 * @param candidates `{ name, run }` each
 * @param options rounds counted, warm-up rounds before them, milliseconds for each candidate in a round
 * @returns for each candidate the median CPU and wall time of one run, in microseconds
 */
export function interleave(candidates, { rounds = 7, warmUp = 2, slot = 100 } = {}) {
  const results = candidates.map(({ name, run }) => ({
    name,
    run,
    count: calibrate(run, slot),
    cpu: [],
    wall: [],
  }));
  for (let round = -warmUp; round < rounds; round++) {
    for (const result of results) {
      const cpu = process.cpuUsage();
      const start = performance.now();
      for (let i = 0; i < result.count; i++) result.run();
      const wall = performance.now() - start;
      const { user, system } = process.cpuUsage(cpu);
      if (round < 0) continue;
      result.wall.push((wall * 1000) / result.count);
      result.cpu.push((user + system) / result.count);
    }
  }
  return results.map(({ name, cpu, wall }) => ({
    name,
    cpu: median(cpu),
    wall: median(wall),
    spread: Math.max(...cpu) / Math.min(...cpu),
  }));
}

/** Three significant digits. */
export const short = (value) => Number(value.toPrecision(3));

/** Prints rows as a table and gives them back with their ratios to the row named `yardstick`. */
export function report(title, rows, yardstick) {
  const base = rows.find(({ name }) => name === yardstick) ?? rows[0];
  console.log(`\n${title}`);
  const full = rows.map((row) => ({ ...row, ratio: base.cpu / row.cpu }));
  console.table(
    full.map(({ name, cpu, wall, ratio, spread, perSecond }) => ({
      name,
      'CPU µs': short(cpu),
      ...(wall === undefined ? {} : { 'wall µs': short(wall) }),
      ...(perSecond === undefined ? {} : { 'per second': Math.round(perSecond) }),
      [`× ${base.name}`]: short(ratio),
      spread: short(spread),
    })),
  );
  return { title, yardstick: base.name, rows: full };
}
