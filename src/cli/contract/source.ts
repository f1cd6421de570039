import { dirname, join } from 'node:path';
import type { ImportSource } from '../../config/settings.ts';
import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import {
  type Host,
  type ImportLock,
  type ImportRule,
  isRemote,
  type ReadOptions,
} from '../../read/host.ts';
import { lockFileName, parseImportLock, readCatalog } from '../../read/import-rules.ts';
import { wrongValue } from '../terminal/arguments.ts';
import { nodeHost } from '../terminal/files.ts';
import type { ServerTrust } from './download.ts';
import type { WebAccess } from './web-access.ts';

/** Time limit of a download in milliseconds. */
const timeout = 30_000;

/** The source of a contract, with the host to read it. */
interface ContractSource {
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
  readonly trusts?: ((url: URL) => ServerTrust) | undefined;
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
  const { createFetch } = await import('./download.ts');
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
  trusts: (url: URL) => ServerTrust = () => true,
): (url: URL) => ServerTrust {
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

/**
 * Reads `--map`: `FROM=TO`, or the path of a catalog. An address may have a `=` of its own.
 *
 * @throws {CliError} one side of the `=` is empty
 */
export function readMap(text: string): ImportSource {
  if (!text.includes('=')) return { catalog: text };
  const url = /^(.*?)=(https?:\/\/.*)$/i.exec(text);
  const at = url?.[1] === undefined ? text.lastIndexOf('=') : url[1].length;
  const [from, to] = [text.slice(0, at), text.slice(at + 1)];
  if (from !== '' && to !== '') return { from, to };
  throw wrongValue('--map', text, 'Write --map FROM=TO, or --map CATALOG.');
}

/** An import map, and the hosts that may be asked with it. */
interface ImportMap {
  readonly imports: readonly ImportRule[];
  readonly allowHosts: readonly string[];
}

/** The import map of a run, and the hosts that it allows besides given ones. */
export function importMap(
  sources: readonly ImportSource[],
  allowHosts: readonly string[],
  { host, sink }: { readonly host: Host; readonly sink: DiagnosticSink },
): ImportMap {
  const imports = sources.flatMap((one) =>
    'catalog' in one ? readCatalog(one.catalog, host, sink) : [one],
  );
  // whoever names a host allows it
  const hosts = imports.flatMap(({ to }) =>
    isRemote(to) && URL.canParse(to) ? [new URL(to).host] : [],
  );
  return { imports, allowHosts: [...allowHosts, ...hosts] };
}
