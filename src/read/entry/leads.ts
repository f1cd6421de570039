import type { SourceFile, Span } from '../../diagnostics/source-file.ts';
import { isRemote } from '../resolve-location.ts';
import { attributeOf, type TreeElement, valueSpan } from '../xml-tree.ts';
import { pageLinks } from './page-links.ts';
import type { Trail } from './trail.ts';

/** A document that is no contract, but says where contracts are. */
export interface Leads {
  /** What it is, for messages. */
  readonly what: string;
  /** The locations, as written. */
  readonly locations: readonly { readonly text: string; readonly span: Span }[];
  /** The same contract on the server of the document, which may be known there by another name. */
  readonly here?: string | undefined;
}

const discovery = 'http://schemas.xmlsoap.org/disco/';
const contracts = 'http://schemas.xmlsoap.org/disco/scl/';

/**
 * Where a discovery document (`.disco`, `?disco`) says that contracts are: its `contractRef`
 * elements, otherwise its `discoveryRef` elements. `undefined` for another document.
 *
 * @param url of the document, after redirects, or its path
 */
export function discoveryLeads(root: TreeElement, url: string): Leads | undefined {
  if (root.local !== 'discovery' || root.namespace !== discovery) return undefined;
  const refs = (local: string, namespace: string): Leads['locations'] =>
    root.children.flatMap((one) => {
      if (one.local !== local || one.namespace !== namespace) return [];
      const ref = attributeOf(one, 'ref');
      return ref === undefined ? [] : { text: ref.value.trim(), span: valueSpan(one, ref) };
    });
  const found = refs('contractRef', contracts);
  const others = found.length > 0 ? found : refs('discoveryRef', discovery);
  // behind a proxy, ASMX writes the name of a host that callers do not know
  const [, page] = /^(https?:[^?]*\.asmx)\?disco$/i.exec(url) ?? [];
  const here = page === undefined ? undefined : `${page}?WSDL`;
  return { what: 'a discovery document', locations: distinct(others), here };
}

/**
 * Where a web page says that contracts are: `?WSDL` of the `.asmx` page that it is, otherwise its
 * links. `undefined` if nowhere.
 *
 * @param url of the page, after redirects
 * @param trail the documents that led to it, which are not visited again
 */
export function pageLeads(file: SourceFile, url: string, trail: Trail): Leads | undefined {
  if (!isRemote(url)) return undefined;
  const span = { file, start: 0, end: 0 };
  const { origin, pathname, search } = new URL(url);
  const isHelp = /\.(?:asmx|svc)$/i.test(pathname) && !/[?&](?:single)?wsdl(?:=|&|$)/i.test(search);
  const found = pageLinks(file.text, url);
  const links = found.contracts.length > 0 ? found.contracts : found.discovery;
  const texts = (isHelp ? [`${origin}${pathname}?WSDL`] : links).filter(
    (one) => !trail.ends(new URL(one, url).href),
  );
  if (texts.length === 0) return undefined;
  return { what: 'a web page', locations: texts.map((text) => ({ text, span })) };
}

function distinct(locations: Leads['locations']): Leads['locations'] {
  const seen = new Set<string>();
  return locations.filter(({ text }) => !seen.has(text) && seen.add(text));
}
