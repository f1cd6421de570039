// Runs xmllint over many instances at once.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param instances texts
 * @returns for each the complaint, or `undefined` when it is valid; `failure` when the schema
 *   cannot be loaded
 */
export function validate(schema, folder, instances) {
  const complaints = instances.map(() => undefined);
  const batch = 400;
  for (let start = 0; start < Math.max(1, instances.length); start += batch) {
    const files = instances.slice(start, start + batch).map((text, index) => {
      const file = join(folder, `${start + index}.xml`);
      writeFileSync(file, text);
      return file;
    });
    const run = spawnSync(
      'xmllint',
      ['--noout', '--nonet', '--huge', '--schema', schema, ...files],
      {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        timeout: 300_000,
      },
    );
    if (run.error !== undefined) return { failure: `xmllint: ${run.error.message}`, complaints };
    if (/WXS schema .* failed to compile/.test(run.stderr))
      return { failure: firstError(run.stderr), complaints };
    const valid = new Set();
    const said = new Map();
    for (const line of run.stderr.split('\n')) {
      const verdict = /([0-9]+)\.xml validates$/.exec(line);
      if (verdict !== null) valid.add(Number(verdict[1]));
      const error = /([0-9]+)\.xml:\d+: (.*)$/.exec(line);
      if (error !== null && !said.has(Number(error[1]))) said.set(Number(error[1]), error[2]);
    }
    files.forEach((_, index) => {
      const number = start + index;
      if (!valid.has(number))
        complaints[number] =
          said.get(number) ?? `xmllint says nothing (status ${run.status} ${run.signal ?? ''})`;
    });
  }
  return { complaints };
}

function firstError(stderr) {
  const line = stderr.split('\n').find((one) => /error/.test(one)) ?? stderr.slice(0, 300);
  return line.replace(/^.*?(\w+\.xsd)/, '$1');
}
