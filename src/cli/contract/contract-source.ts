import { dirname, join } from 'node:path';
import type { ImportSource } from '../../config/config.ts';
import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { Host, ImportLock, ReadOptions } from '../../read/host.ts';
import { lockFileName, parseImportLock } from '../../read/import-lock.ts';
import { isRemote } from '../../read/resolve-location.ts';
import type { WebAccess } from '../web/access.ts';
import type { Trust } from '../web/web-host.ts';
import { importMap } from './import-sources.ts';
import { nodeHost } from './node-host.ts';

/** Time limit of a download in milliseconds. */
const timeout = 30_000;

/** The source of a contract, with the host to read it. */
export interface ContractSource {
  /** Path as given, or URL without credentials. For an `.asmx` page, the URL of its WSDL. */
  readonly input: string;
  readonly host: Host;
  readonly read: ReadOptions;
  /**
   * Folder of the lock file: the contract's own, or the working directory for a contract from the
   * Web.
   */
  readonly lockFolder: string;
}

/** Settings for imports. */
export interface ImportSettings {
  /** How to sign in to servers. */
  readonly access: WebAccess;
  /** Whether a server may see that, instead of the contract's own. */
  readonly trusts?: ((url: URL) => Trust) | undefined;
  readonly allowHosts: readonly string[];
  /** The import map, what counts first in front. */
  readonly imports: readonly ImportSource[];
  /** Folder outside which no local document is read. */
  readonly confine?: string | undefined;
}

/**
 * Prepares reading a contract from a file or a URL, whose own host is allowed because the user
 * named it. Documents in the lock file beside the contract must be unchanged.
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
  const { confine, access, trusts } = where;
  const map = importMap(where.imports, where.allowHosts, { host: local, sink });
  const { imports, allowHosts } = map;
  if (isRemote(path)) {
    const { webSource } = await import('./download.ts');
    const { wsdl, host, read } = webSource(path, { allowHosts, imports, timeout, access, trusts });
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
  if (allowHosts.length === 0) {
    return { input: path, host: local, read: { confine, imports }, lockFolder };
  }
  const { createFetch } = await import('../web/web-host.ts');
  const lock = readImportLock(lockFolder, sink, local);
  const host = {
    ...local,
    fetch: createFetch({ timeout, access, trusts: onlyHost(where.allowHosts, trusts) }),
  };
  return { input: path, host, read: { allowHosts, confine, imports, lock }, lockFolder };
}

/**
 * Whether a server may see how the user signs in, for a contract that is a file: the one host that
 * is allowed.
 */
export function onlyHost(
  allowHosts: readonly string[],
  trusts: (url: URL) => Trust = () => true,
): (url: URL) => Trust {
  const hosts = new Set(allowHosts.map((one) => one.toLowerCase()));
  return (url) => hosts.size === 1 && hosts.has(url.host) && trusts(url);
}

/** The lock file of a folder; `undefined` if there is none or, reported, if it is malformed. */
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
