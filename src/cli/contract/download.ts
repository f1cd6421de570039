import { createDiagnosticBag, type DiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { SourceFile } from '../../diagnostics/source-file.ts';
import { linkContract } from '../../model/link.ts';
import type { Contract } from '../../model/wsdl/definitions.ts';
import { decodeText } from '../../read/decode-text.ts';
import { fetchNeeded } from '../../read/fetch-imports.ts';
import { largestPage, readHelpHtml } from '../../read/help/help-html.ts';
import type { Host, ReadOptions } from '../../read/host.ts';
import { loadContract } from '../../read/read-contract.ts';
import { CliError } from '../terminal/cli-error.ts';
import { createFetch } from './web-host.ts';

/** The result of a download. */
export interface Download {
  /** Absent if it is not a valid contract. */
  readonly contract: Contract | undefined;
  /** Documents read, the entry first. */
  readonly documents: ReadonlyMap<string, Uint8Array>;
  readonly bag: DiagnosticBag;
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

/**
 * Reads a URL as typed by users. Credentials in it are only sent to its own origin, and never
 * written.
 *
 * @throws {CliError} if it is not http or https
 */
export function webSource(text: string, allowHosts: readonly string[], timeout: number): WebSource {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new CliError(`${text} is not an http or https URL`, 'Begin it with http:// or https://');
  }
  const url = new URL(text);
  const credentials = new Map<string, string>();
  if (url.username !== '' || url.password !== '') {
    credentials.set(url.origin, `${unescaped(url.username)}:${unescaped(url.password)}`);
  }
  url.username = '';
  url.password = '';
  url.hash = '';
  const asmx = /\.asmx$/i.test(url.pathname) && /^(\?op=.*)?$/i.test(url.search);
  const page = `${url.origin}${url.pathname}`;
  const hostWith = (limit: number | undefined): Host => ({
    readFile: () => undefined,
    fetch: createFetch({ timeout, credentials, limit }),
  });
  return {
    page,
    wsdl: asmx ? `${page}?WSDL` : url.href,
    asmx,
    host: hostWith(undefined),
    pageHost: hostWith(largestPage),
    read: { allowHosts: [url.host, ...allowHosts] },
  };
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

/** Downloads a contract with its imports, and links it. */
export async function downloadContract(source: WebSource): Promise<Download> {
  const bag = createDiagnosticBag();
  const { contract, fetched } = await loadContract(source.wsdl, source.host, bag, source.read);
  const model = contract && linkContract(contract, bag);
  const read = new Set(contract?.files.map((one) => one.path));
  const documents = new Map([...fetched].filter(([url]) => read.has(url)));
  return { contract: model === undefined || bag.failed ? undefined : contract, documents, bag };
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
    const known = new Map<string, Uint8Array | string>();
    await fetchNeeded(new Set([url]), pageHost, read, known);
    const found = known.get(url);
    if (found instanceof Uint8Array) return { path: url, text: decodeText(found).text };
    leftOut(url, found ?? 'it could not be fetched');
    return undefined;
  };
  const index = await fetchPage(page);
  if (index === undefined) return [];
  const { operations } = readHelpHtml(index.text);
  const pages: SourceFile[] = [];
  for (const name of operations.slice(0, mostOperations)) {
    const found = await fetchPage(`${page}?op=${encodeURIComponent(name)}`);
    if (found !== undefined) pages.push(found);
  }
  return pages;
}
