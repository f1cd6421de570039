import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { ImportLock } from '../../read/host.ts';
import { formatImportLock, lockFileName, parseImportLock } from '../../read/import-lock.ts';
import { pathProblem } from '../../write/safe-path.ts';
import { nodeHost } from '../contract/node-host.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { LaidOut } from './layout.ts';
import { type PlannedFile, specsFolder } from './planned-files.ts';

/** The lock file beside the contracts. */
export const lockPath: string = `${specsFolder}/${lockFileName}`;

/**
 * The lock of this project; `undefined` if there is none.
 *
 * @throws {CliError} if the file is malformed
 */
export function readLock(): ImportLock | undefined {
  const bytes = nodeHost.readFile(lockPath);
  if (bytes === undefined) return undefined;
  const bag = createDiagnosticBag();
  const lock = parseImportLock({ path: lockPath, text: new TextDecoder().decode(bytes) }, bag);
  if (lock === undefined) {
    throw new CliError(`${lockPath} is not a lock file`, bag.diagnostics[0]?.help);
  }
  for (const { file } of lock.copies?.values() ?? []) {
    const problem = pathProblem(file);
    if (problem === undefined) continue;
    throw new CliError(`${lockPath} names the file '${file}', which ${problem}`, 'Restore it.');
  }
  return lock;
}

/** The lock file with added documents, and without those in `gone`. */
export function lockFile(
  before: ImportLock | undefined,
  documents: readonly LaidOut[],
  gone: ReadonlySet<string> = new Set(),
): PlannedFile {
  const kept = <T>(map: ReadonlyMap<string, T> | undefined): readonly (readonly [string, T])[] =>
    [...(map ?? [])].filter(([url]) => !gone.has(url));
  const lock: ImportLock = {
    imports: new Map([
      ...kept(before?.imports),
      ...documents.map((one) => [one.url, one.sha256] as const),
    ]),
    copies: new Map([
      ...kept(before?.copies),
      ...documents.map((one) => [one.url, one.copy] as const),
    ]),
  };
  return { path: lockPath, data: formatImportLock(lock), grows: true };
}
