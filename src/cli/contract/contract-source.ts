import { dirname, join } from 'node:path';
import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { Host, ImportLock, ReadOptions } from '../../read/host.ts';
import { lockFileName, parseImportLock } from '../../read/import-lock.ts';
import { isRemote } from '../../read/resolve-location.ts';
import { nodeHost } from './node-host.ts';

/** Milliseconds one download may take. */
const timeout = 30_000;

/** Where a contract comes from, and how it may be read. */
export interface ContractSource {
  /**
   * Path as given, or URL without credentials; that of an `.asmx` page has become that of its WSDL.
   */
  readonly input: string;
  readonly host: Host;
  readonly read: ReadOptions;
  /** Folder of the lock file: the contract's own, that of the run for a contract from the Web. */
  readonly lockFolder: string;
}

/** Where imports may lead. */
export interface ImportSettings {
  readonly allowHosts: readonly string[];
  /** Folder outside which no local document is read. */
  readonly confine?: string | undefined;
}

/**
 * Prepares the reading of a contract: from a file, or from a URL, whose own host is allowed since
 * the user named it. Documents that the lock file beside the contract names must be what they were.
 *
 * @param sink receives the defects of a lock file
 * @throws {CliError} for a URL that is not http or https
 */
export async function contractSource(
  path: string,
  where: ImportSettings,
  sink: DiagnosticSink,
  local: Host = nodeHost,
): Promise<ContractSource> {
  const { allowHosts, confine } = where;
  if (isRemote(path)) {
    const { webSource } = await import('./download.ts');
    const { wsdl, host, read } = webSource(path, allowHosts, timeout);
    const lockFolder = '.';
    const lock = readImportLock(lockFolder, sink, local);
    return {
      input: wsdl,
      host: { ...local, fetch: host.fetch },
      read: { ...read, confine, lock },
      lockFolder,
    };
  }
  const lockFolder = dirname(path);
  if (allowHosts.length === 0) return { input: path, host: local, read: { confine }, lockFolder };
  const { createFetch } = await import('./web-host.ts');
  const lock = readImportLock(lockFolder, sink, local);
  const host = { ...local, fetch: createFetch({ timeout }) };
  return { input: path, host, read: { allowHosts, confine, lock }, lockFolder };
}

/** The lock file of a folder; `undefined` where there is none, or, reported, where it is none. */
export function readImportLock(
  folder: string,
  sink: DiagnosticSink,
  host: Host = nodeHost,
): ImportLock | undefined {
  const path = join(folder, lockFileName).replaceAll('\\', '/');
  const bytes = host.readFile(path);
  if (bytes === undefined) return undefined;
  return parseImportLock({ path, text: new TextDecoder().decode(bytes) }, sink);
}
