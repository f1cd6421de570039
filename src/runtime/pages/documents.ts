import { addQuery, decodeQuery, encodeQueryValue, queryParameters } from '../forms/query.ts';
import type { DocumentAnswer, Documentation, DocumentRequest } from '../server/documents.ts';
import { splitTarget } from '../server/request.ts';
import { descriptionMarkup, encodeMarkup, type Html, html, pageAnswer } from './html.ts';
import {
  expandOutline,
  type Location,
  linkAddress,
  type OperationDocs,
  operationPage,
  type PublishedDocument,
  readOrigin,
  type ServiceDocs,
} from './operation-page.ts';

/**
 * Answers requests for WSDL, discovery and help pages of the given services. Paths match exactly,
 * otherwise in any letter case, as on IIS.
 */
export function createDocumentation(services: readonly ServiceDocs[]): Documentation {
  const exact = new Map(services.map((one) => [one.path, one]));
  const folded = new Map(services.map((one) => [one.path.toLowerCase(), one]));
  return {
    answer(request) {
      const { path, origin, pages, wsdl } = request;
      const location = readOrigin(origin);
      const service = exact.get(path) ?? folded.get(path.toLowerCase());
      if (service !== undefined) return serviceAnswer(service, request, location);
      return pages && (path === '/' || path === '')
        ? rootPage(services, location, wsdl)
        : undefined;
    },
  };
}

/**
 * A raw query without the parameters in the query of the service's address. If nothing is left, it
 * is the whole query, since an address such as `/Service?wsdl` may itself ask for a document.
 */
function besideAddress(query: string, address: string): string {
  const own = new Set(queryParameters(address));
  const others = query.split('&').filter((one) => !own.delete(decodeQuery(one)));
  return others.join('&') || query;
}

function serviceAnswer(
  service: ServiceDocs,
  request: DocumentRequest,
  location: Location,
): DocumentAnswer | undefined {
  const { query, pages, wsdl } = request;
  const asked = readDocumentQuery(besideAddress(query, splitTarget(service.path).query));
  if (wsdl) {
    const document = discoveryAnswer(service, asked, location, request);
    if (document !== undefined) return document;
  }
  if (!pages) return undefined;
  return asked.kind === 'operation'
    ? operationPage(service, asked.name, location, request)
    : indexPage(service, location, wsdl);
}

function discoveryAnswer(
  service: ServiceDocs,
  asked: DocumentQuery,
  { base }: Location,
  request: DocumentRequest,
): DocumentAnswer | undefined {
  const url = base + service.path;
  const published = (query: string): DocumentAnswer | undefined => {
    const document = service.published?.find((one) => one.query === query);
    return document && xmlAnswer(publishedText(document, { base, url }, request));
  };
  // those of DataSets have names, others numbers
  const publishedSchema = (name: string): DocumentAnswer =>
    published(`xsd=${name}`) ?? published(`schema=${name}`) ?? textAnswer('Schema not found.');
  switch (asked.kind) {
    case 'wsdl':
      return published('wsdl') ?? xmlAnswer(wsdlDocument(service, url, request));
    case 'singleWsdl':
      // One published document has no imports.
      return service.wsdl === undefined
        ? published('wsdl')
        : xmlAnswer(wsdlDocument(service, url, request));
    case 'disco':
      return xmlAnswer(discoveryDocument(service, url));
    case 'wsdlPart':
      return (
        published(`wsdl=${asked.name}`) ?? textAnswer('XML Web service description was not found.')
      );
    case 'schemaPart':
      return publishedSchema(asked.name);
    case 'xsdPart':
      // ASMX does not know this query, so that it shows the help page.
      return service.published && publishedSchema(asked.name);
    default:
      return undefined;
  }
}

function xmlAnswer(body: string): DocumentAnswer {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/xml; charset=utf-8',
      'Cache-Control': 'private, max-age=0',
    },
    body,
  };
}

/** The answer to a request for a part that there is not. */
function textAnswer(message: string): DocumentAnswer {
  return {
    status: 500,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private' },
    body: `${message}\r\n`,
  };
}

/** The document that a query string requests. */
type DocumentQuery =
  | { readonly kind: 'wsdl' }
  | { readonly kind: 'singleWsdl' }
  | { readonly kind: 'disco' }
  | { readonly kind: 'wsdlPart' | 'schemaPart' | 'xsdPart'; readonly name: string }
  | { readonly kind: 'operation'; readonly name: string }
  | { readonly kind: 'index' };

const parts = [
  ['schema', 'schemaPart'],
  ['wsdl', 'wsdlPart'],
  ['xsd', 'xsdPart'],
] as const;

/**
 * Reads a raw query string like ASMX's discovery handler: `wsdl` and `disco` as a bare key in any
 * letter case, once; `schema=` and `wsdl=` with any value, schema first; then `op=`. Anything else
 * requests the help page. Other than for ASMX, an empty value is none, because frameworks such as
 * Next.js add the `=`, and `singleWsdl` and `xsd=` request documents, as for WCF.
 */
export function readDocumentQuery(query: string): DocumentQuery {
  const bare: string[] = [];
  const named = new Map<string, string>();
  for (const pair of query === '' ? [] : query.split('&')) {
    const equals = pair.indexOf('=');
    const name = decodeQuery(equals < 0 ? pair : pair.slice(0, equals)).toLowerCase();
    const value = equals < 0 ? '' : decodeQuery(pair.slice(equals + 1));
    if (equals < 0 || (value === '' && isDocument(name))) {
      bare.push(name);
      continue;
    }
    const earlier = named.get(name);
    named.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  for (const [key, kind] of parts) {
    const name = named.get(key);
    if (name !== undefined) return { kind, name };
  }
  const only = bare.join(',');
  if (only === 'singlewsdl') return { kind: 'singleWsdl' };
  if (only === 'wsdl' || only === 'disco') return { kind: only };
  const name = named.get('op');
  return name === undefined ? { kind: 'index' } : { kind: 'operation', name };
}

function isDocument(name: string): boolean {
  return name === 'wsdl' || name === 'disco' || name === 'singlewsdl';
}

/** Addresses in a published document. */
interface PublishedAddresses {
  /** Scheme, host, port and prefix before the paths of services. */
  readonly base: string;
  /** That of the service, at which the other documents are. */
  readonly url: string;
}

/**
 * The text of a published document with the addresses of a request.
 *
 * @param access who may call over HTTP GET and POST; ASMX omits their ports unless everyone may
 */
function publishedText(
  { text }: PublishedDocument,
  { base, url }: PublishedAddresses,
  {
    httpGet = 'everybody',
    httpPost,
    actions,
  }: Pick<DocumentRequest, 'httpGet' | 'httpPost' | 'actions'>,
): string {
  const off = { G: httpGet !== 'everybody', P: httpPost !== 'everybody' };
  const kept = (only: string): boolean => (only !== 'P' && !off.G) || (only !== 'G' && !off.P);
  const [first = '', ...limited] = text.split('\x03');
  const whole = limited.map((part) => {
    const end = part.indexOf('\x04');
    return (kept(part.charAt(0)) ? part.slice(1, end) : '') + part.slice(end + 1);
  });
  const [before = '', ...located] = (first + whole.join('')).split('\x02');
  const linked = located.map((part) =>
    part.replace(/^\w+(?:=\w+)?/, (query) => encodeMarkup(addQuery(url, query))),
  );
  const addressed = (before + linked.join('')).split('\x01').join(encodeMarkup(base));
  return actions === undefined ? addressed : withActions(addressed, actions);
}

/** Address of an operation's page, below the service's. */
function operationLink(path: string, operation: OperationDocs): string {
  return addQuery(path, `op=${encodeQueryValue(operation.name)}`);
}

function signature({ signature: text }: OperationDocs): Html | undefined {
  return text === undefined ? undefined : html`<code class="soft">${text}</code>`;
}

/** Operations sorted by name, by code unit. */
function sortedOperations({ operations }: ServiceDocs): readonly OperationDocs[] {
  return [...operations].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Up to this many operations need no filter. */
const most = 20;

/**
 * A field that filters the list by its text. The script shows it on long pages.
 *
 * @param count operations on the page
 */
function filterField(count: number): Html | undefined {
  if (count <= most) return undefined;
  return html`<div class="filter" id="filter-part" hidden>
<label for="filter">Filter</label>
<input type="search" id="filter" autocomplete="off" spellcheck="false" aria-controls="entries">
<span class="soft" id="filter-count" role="status"></span>
</div>`;
}

/**
 * Script of the filter, for browsers. An entry with links of its own is shown with all of them if
 * it matches itself, otherwise with those that match. The hash below is that of exactly this text.
 */
export const filterScript: string = `
'use strict';
(() => {
  const at = (id) => document.getElementById(id);
  const field = at('filter');
  const count = at('filter-count');
  const entries = Array.from(at('entries').children, (entry) => {
    const links = Array.from(entry.querySelectorAll('.links > li'));
    const own = Array.from(entry.children).filter((one) => !one.matches('.links'));
    return { entry, links, text: own.map((one) => one.textContent).join(' ').toLowerCase() };
  });

  function filter() {
    const query = field.value.trim().toLowerCase();
    let shown = 0;
    let all = 0;
    for (const { entry, links, text } of entries) {
      const found = text.includes(query);
      for (const link of links) {
        link.hidden = !found && !link.textContent.toLowerCase().includes(query);
      }
      entry.hidden = !found && links.every((link) => link.hidden);
      all += links.length || 1;
      shown += links.filter((link) => !link.hidden).length || (entry.hidden ? 0 : 1);
    }
    count.textContent = query === '' ? '' : shown + ' of ' + all;
  }

  field.addEventListener('input', filter);
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    field.value = '';
    filter();
  });
  at('filter-part').hidden = false;
  filter();
})();
`;

/** Help page of a service: its description and operations. */
function indexPage(service: ServiceDocs, location: Location, wsdl: boolean): DocumentAnswer {
  const path = linkAddress(location.prefix + service.path);
  const description = wsdl
    ? html`For a formal definition, please review the \
<a href="${addQuery(path, 'WSDL')}">Service Description</a>.`
    : undefined;
  const filter = filterField(service.operations.length);
  return pageAnswer({
    title: `${service.name} Web Service`,
    crumbs: [{ title: 'Services', href: `${location.prefix}/` }, { title: service.name }],
    discovery: wsdl ? addQuery(path, 'disco') : undefined,
    script: filter && filterScript,
    content: html`<h1>${service.name}</h1>
${descriptionMarkup(service.description)}
<p>The following operations are supported.  ${description}</p>
${filter}
<ul class="entries" id="entries">
${sortedOperations(service).map(
  (one) => html`<li><a class="entry" href="${operationLink(path, one)}">${one.name}</a>\
${signature(one)}
${descriptionMarkup(one.description)}</li>
`,
)}</ul>
${service.namespace === 'http://tempuri.org/' && temporaryNamespace}`,
  });
}

/** List of all services, at the root. */
export function rootPage(
  services: readonly ServiceDocs[],
  location: Location,
  wsdl: boolean,
): DocumentAnswer {
  const filter = filterField(services.reduce((sum, one) => sum + one.operations.length, 0));
  return pageAnswer({
    title: 'Web Services',
    crumbs: [{ title: 'Services' }],
    script: filter && filterScript,
    content: html`<h1>Web Services</h1>
<p>${services.length} ${services.length === 1 ? 'service is' : 'services are'} available at \
<code>${location.base}</code>.</p>
${filter}
<ul class="entries" id="entries">
${services.map((one) => serviceEntry(one, location, wsdl))}</ul>`,
  });
}

function serviceEntry(service: ServiceDocs, location: Location, wsdl: boolean): Html {
  const path = linkAddress(location.prefix + service.path);
  return html`<li><a class="entry" href="${path}">${service.name}</a>
${descriptionMarkup(service.description)}
<ul class="links" aria-label="Operations of ${service.name}">${sortedOperations(service).map(
    (one) => html`<li><a href="${operationLink(path, one)}">${one.name}</a>${signature(one)}</li>`,
  )}${
    wsdl &&
    html`<li><a href="${addQuery(path, 'WSDL')}" aria-label="WSDL of ${service.name}">WSDL</a></li>`
  }</ul></li>
`;
}

/** ASMX's note about its own default namespace. */
const temporaryNamespace: Html = html`<aside class="note" aria-labelledby="namespace">
<p id="namespace"><strong>This web service is using http://tempuri.org/ as its default \
namespace.</strong></p>
<p>Recommendation: Change the default namespace before the XML Web service is made public.</p>
<details><summary>Why, and how</summary>
<p>Clients tell services apart by their XML namespace, so a published service needs one that \
no one else uses. http://tempuri.org/ is meant for
services under development. A good namespace starts with a domain name you control; it need not \
lead to a page on the Web.
Changing it changes every message: clients have to be updated with it.</p>
<h3>Contract (YAML)</h3>
<pre tabindex="0">namespace: http://example.com/webservices/</pre>
<h3>C#</h3>
<pre tabindex="0">[WebService(Namespace="http://example.com/webservices/")]
public class MyWebService {
    // implementation
}</pre>
<h3>Visual Basic</h3>
<pre tabindex="0">&lt;WebService(Namespace:="http://example.com/webservices/")&gt; Public Class \
MyWebService
    ' implementation
End Class</pre>
<h3>C++</h3>
<pre tabindex="0">[WebService(Namespace="http://example.com/webservices/")]
public ref class MyWebService {
    // implementation
};</pre>
</details>
</aside>`;

/** Who may call over HTTP GET and POST, and actions of WS-Addressing. */
type HttpAccesses = Pick<DocumentRequest, 'httpGet' | 'httpPost' | 'actions'>;

const lineEnd = '\r\n';
/** Namespace of discovery documents, and prefix of the namespaces of their entries. */
const disco = 'http://schemas.xmlsoap.org/disco/';

/**
 * The WSDL of a service with its requested address.
 *
 * @param access who may call over HTTP GET and POST; ASMX omits their ports unless everyone may
 */
function wsdlDocument(service: ServiceDocs, url: string, access: HttpAccesses): string {
  const whole = expandOutline(service.wsdl ?? '').split('\n');
  const { httpGet = 'everybody', httpPost } = access;
  const verbs = [
    ...(httpGet === 'everybody' ? [] : ['GET']),
    ...(httpPost === 'everybody' ? [] : ['POST']),
  ];
  const lines = verbs.length === 0 ? whole : withoutVerbs(whole, verbs);
  const text = lines.join(lineEnd).replace(/\0/g, encodeMarkup(url));
  return access.actions === undefined ? text : withActions(text, access.actions);
}

/** The discovery document of a service. */
function discoveryDocument(service: ServiceDocs, url: string): string {
  const address = encodeMarkup(url);
  const wsdl = encodeMarkup(addQuery(url, 'wsdl'));
  const entries = service.soapBindings.map((binding, at) => {
    const prefix = `q${at + 1}`;
    const [, namespace = service.namespace, name = binding] = /^{(.*)}(.*)$/.exec(binding) ?? [];
    return (
      `  <soap address="${address}" xmlns:${prefix}="${encodeMarkup(namespace)}" ` +
      `binding="${prefix}:${encodeMarkup(name)}" xmlns="${disco}soap/" />`
    );
  });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<discovery xmlns:xsd="http://www.w3.org/2001/XMLSchema" ' +
      `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="${disco}">`,
    `  <contractRef ref="${wsdl}" docRef="${address}" xmlns="${disco}scl/" />`,
    ...entries,
    '</discovery>',
  ].join(lineEnd);
}

/** An element directly below `wsdl:definitions`, or further in, with its lines. */
interface Block {
  /** Local name. */
  readonly kind: string;
  readonly lines: readonly string[];
}

/**
 * A WSDL without its HTTP GET or POST bindings, and without their port types, messages and ports.
 * ASMX shows it if a binding is off or only for clients on the same machine. Parts that other
 * bindings use stay.
 *
 * @param lines the lines of a WSDL
 * @param verbs `GET`, `POST` or both
 */
function withoutVerbs(lines: readonly string[], verbs: readonly string[]): readonly string[] {
  const blocks = blocksOf(lines, '  ');
  const marks = verbs.map((verb) => `<http:binding verb="${verb}" />`);
  const isDropped = ({ kind, lines }: Block): boolean =>
    kind === 'binding' && lines.some((line) => marks.includes(line.trim()));
  const names = (kind: string, attribute: string, of: (block: Block) => boolean): Set<string> =>
    new Set(
      blocks.filter((one) => one.kind === kind && of(one)).flatMap((one) => values(one, attribute)),
    );
  const bindings = names('binding', 'name', isDropped);
  const portTypes = names('binding', 'type', isDropped);
  for (const name of names('binding', 'type', (one) => !isDropped(one))) portTypes.delete(name);
  const isGone = (block: Block): boolean => portTypes.has(ownName(block));
  const messages = names('portType', 'message', isGone);
  for (const name of names('portType', 'message', (one) => !isGone(one))) messages.delete(name);
  const dropped: Readonly<Record<string, ReadonlySet<string>>> = {
    binding: bindings,
    portType: portTypes,
    message: messages,
  };
  return blocks.flatMap((block) => {
    if (dropped[block.kind]?.has(ownName(block))) return [];
    if (block.kind !== 'service') return block.lines;
    return blocksOf(block.lines, '    ')
      .filter(
        (one) =>
          !(one.kind === 'port' && values(one, 'binding').some((name) => bindings.has(name))),
      )
      .flatMap((one) => one.lines);
  });
}

/** The elements at one indentation. Lines around them are blocks without a kind. */
function blocksOf(lines: readonly string[], margin: string): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const kind = line.startsWith(`${margin}<wsdl:`)
      ? (/^\w+/.exec(line.slice(margin.length + 6))?.[0] ?? '')
      : '';
    const closing = `${margin}</wsdl:${kind}>`;
    const isOpen = kind !== '' && !line.endsWith('/>') && !line.endsWith(`</wsdl:${kind}>`);
    const end = isOpen ? lines.indexOf(closing, at) : at;
    const last = end < 0 ? at : end;
    blocks.push({ kind, lines: lines.slice(at, last + 1) });
    at = last;
  }
  return blocks;
}

function ownName({ lines }: Block): string {
  return / name="([^"]*)"/.exec(lines[0] ?? '')?.[1] ?? '';
}

/**
 * Values of an attribute in a block, without their prefixes: on its first line, or for messages on
 * those of its operations.
 */
function values({ lines }: Block, attribute: string): readonly string[] {
  const searched = attribute === 'message' ? lines : lines.slice(0, 1);
  return searched.flatMap((line) => {
    const value = line.trimStart().startsWith('<wsdl:')
      ? new RegExp(` ${attribute}="(?:[^":]*:)?([^"]*)"`).exec(line)?.[1]
      : undefined;
    return value === undefined ? [] : [value];
  });
}

/** Actions of the operations that are served with WS-Addressing, by name. */
type Actions = NonNullable<DocumentRequest['actions']>;

/** Namespace of `wsam:Action` (WS-Addressing 1.0 Metadata, section 4.4.1). */
const metadata = 'http://www.w3.org/2007/05/addressing/metadata';

/**
 * A WSDL with `wsam:Action` on each input, output and fault that has none, by which WCF finds the
 * types of faults.
 */
function withActions(wsdl: string, actions: Actions): string {
  if (actions.size === 0) return wsdl;
  const http = new Set<string>();
  for (const [, , head = '', body = ''] of wsdl.matchAll(elements('binding'))) {
    if (/<[\w.-]+:binding\s[^>]*\bverb\s*=/.test(body)) http.add(valueIn(head, 'type') ?? '');
  }
  return wsdl.replace(elements('portType'), (portType: string, _prefix, head: string) =>
    http.has(valueIn(head, 'name') ?? '')
      ? portType
      : portType.replace(elements('operation'), (operation: string, _inner, start: string) =>
          operationWith(operation, valueIn(start, 'name') ?? '', actions),
        ),
  );
}

function operationWith(text: string, name: string, actions: Actions): string {
  const input = /<(?:[\w.-]+:)?input\b([^>]*)>/.exec(text)?.[1] ?? '';
  // overloads have names of their own
  const found = actions.get(valueIn(input, 'name') ?? name) ?? actions.get(name);
  if (found === undefined) return text;
  return text.replace(
    /<((?:[\w.-]+:)?(input|output|fault)\b(?:[^>/]|\/(?!>))*?)(\s*\/?>)/g,
    (whole: string, tag: string, kind: 'input' | 'output' | 'fault', end: string) => {
      if (/:Action\s*=/.test(tag)) return whole;
      const action = kind === 'fault' ? found.fault(valueIn(tag, 'name') ?? '') : found[kind];
      return `<${tag} xmlns:wsam="${metadata}" wsam:Action="${encodeMarkup(action)}"${end}`;
    },
  );
}

/** Elements with content, by local name: their prefix, attributes and content. */
function elements(name: string): RegExp {
  return new RegExp(`<((?:[\\w.-]+:)?)${name}\\b([^>]*)>([\\s\\S]*?)</\\1${name}>`, 'g');
}

/** The local name in an attribute. */
function valueIn(attributes: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["'](?:[^"':]*:)?([^"']*)["']`).exec(attributes)?.[1];
}
