import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a folder for this run alone (mode 0700) that is removed when the process ends, also when
 * a signal ends it.
 */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'asmx-gen-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    if (process.listenerCount(signal) === 0) process.on(signal, () => process.exit(code));
  }
  return folder;
}
