import { createDiagnosticBag, type DiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { SourceFile } from '../../diagnostics/source-file.ts';
import { type LenientOutlook, lenientOutlook, linkContract } from '../../model/link.ts';
import type { Contract } from '../../model/wsdl/definitions.ts';
import { fetchNeeded } from '../../read/fetch-imports.ts';
import { largestPage, readHelpHtml } from '../../read/help/help-html.ts';
import type { Host, ImportRule, ReadOptions } from '../../read/host.ts';
import type { Links } from '../../read/load-imports.ts';
import { loadContract } from '../../read/read-contract.ts';
import type { RemoteFile } from '../../read/remote-files.ts';
import { decodeText } from '../../read/text/decode-text.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { WebAccess } from '../web/access.ts';
import { createFetch, type Trust } from '../web/web-host.ts';
import { nodeHost } from './node-host.ts';

/** The result of a download. */
export interface Download {
  /** Absent if it is not a valid contract. */
  readonly contract: Contract | undefined;
  /** URL of the contract, to which a discovery document or a web page may have led. */
  readonly entry: string;
  /** Documents read, the entry first. */
  readonly documents: ReadonlyMap<string, Uint8Array>;
  /** Which document each location of a document led to. */
  readonly links: Links;
  readonly bag: DiagnosticBag;
  /** What `--lenient` would do, if it would pass a contract with errors. */
  readonly outlook: LenientOutlook | undefined;
}

/** A service on the Web. */
export interface WebSource {
  /** Address without credentials, fragment and query. */
  readonly page: string;
  /** URL of the WSDL. */
  readonly wsdl: string;
  /** Whether it is an `.asmx` page instead of the address of a document. */
  readonly asmx: boolean;
  readonly host: Host;
  /** The host for help pages, which are smaller than contracts. */
  readonly pageHost: Host;
  readonly read: ReadOptions;
}

/** How the documents of a contract are fetched. */
export interface WebSettings {
  /** Hosts allowed besides the URL's own. */
  readonly allowHosts: readonly string[];
  /** The import map. */
  readonly imports: readonly ImportRule[];
  /** Time limit of a download in milliseconds. */
  readonly timeout: number;
  readonly access: WebAccess;
  /** Whether the server of the contract may see it, instead of always. */
  readonly trusts?: ((url: URL) => Trust) | undefined;
}

/**
 * Reads a URL as typed by users. Credentials, also those in it, are only sent to its own origin,
 * and never written.
 *
 * @throws {CliError} if it is not http or https
 */
export function webSource(text: string, settings: WebSettings): WebSource {
  const { allowHosts, imports, timeout, access, trusts = () => true } = settings;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new CliError(`${text} is not an http or https URL`, 'Begin it with http:// or https://');
  }
  const url = new URL(text);
  const user = access.user ?? userIn(url);
  url.username = '';
  url.password = '';
  url.hash = '';
  const asmx = /\.asmx$/i.test(url.pathname) && /^(\?((op|page|tab)=.*)?)?$/i.test(url.search);
  const page = `${url.origin}${url.pathname}`;
  const hostWith = (limit: number | undefined): Host => ({
    // the import map may lead to files
    ...nodeHost,
    fetch: createFetch({
      timeout,
      limit,
      access: { ...access, user },
      trusts: (one) => one.origin === url.origin && trusts(one),
    }),
  });
  return {
    page,
    wsdl: asmx ? `${page}?WSDL` : url.href,
    asmx,
    host: hostWith(undefined),
    pageHost: hostWith(largestPage),
    read: { allowHosts: [url.host, ...allowHosts], imports },
  };
}

function userIn({ username, password }: URL): WebAccess['user'] {
  if (username === '' && password === '') return undefined;
  return { username: unescaped(username), password: unescaped(password) };
}

/** User name or password of an address. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new CliError(
      'the user name or password in the URL has a % that escapes nothing',
      'Write a percent sign as %25.',
    );
  }
}

/**
 * Downloads a contract with its imports, and links it.
 *
 * @param lenient leaves out operations with defects
 */
export async function downloadContract(source: WebSource, lenient = false): Promise<Download> {
  const bag = createDiagnosticBag();
  const loaded = await loadContract(source.wsdl, source.host, bag, source.read);
  const { contract, entry, fetched, links } = loaded;
  const { isSound, outlook } = linkRead(contract, bag, lenient);
  const read = new Set(contract?.files.map((one) => one.path));
  const documents = new Map([...fetched].filter(([url]) => read.has(url)));
  return { contract: isSound ? contract : undefined, entry, documents, links, bag, outlook };
}

/** Links a contract, if it could be read. If it has defects, says what `--lenient` would do. */
export function linkRead(
  contract: Contract | undefined,
  bag: DiagnosticBag,
  lenient = false,
): { readonly isSound: boolean; readonly outlook: LenientOutlook | undefined } {
  const isRead = contract !== undefined && !bag.failed;
  const model = contract && linkContract(contract, bag, { lenient });
  const isSound = model !== undefined && !bag.failed;
  const outlook = isRead && !isSound && !lenient ? lenientOutlook(contract) : undefined;
  return { isSound, outlook };
}

/** Maximum number of operations whose pages are fetched. */
const mostOperations = 500;

/**
 * Downloads the help pages of a service: its index, and the page of each operation linked there.
 *
 * @param leftOut receives a page that cannot be read, and why
 */
export async function downloadPages(
  { page, pageHost, read }: WebSource,
  leftOut: (page: string, reason: string) => void,
): Promise<readonly SourceFile[]> {
  const fetchPage = async (url: string): Promise<SourceFile | undefined> => {
    const known = new Map<string, RemoteFile>();
    await fetchNeeded(new Set([url]), pageHost, read, known);
    const found = known.get(url) ?? { reason: 'it could not be fetched' };
    if (found.bytes !== undefined) return { path: url, text: decodeText(found.bytes).text };
    leftOut(url, found.reason);
    return undefined;
  };
  const index = await fetchPage(page);
  if (index === undefined) return [];
  const { operations } = readHelpHtml(index.text);
  const pages: SourceFile[] = [];
  for (const query of operations.slice(0, mostOperations)) {
    const found = await fetchPage(`${page}?${query}`);
    if (found !== undefined) pages.push(found);
  }
  return pages;
}
