import {
  createDiagnosticBag,
  type DiagnosticSink,
  type SourceFile,
  type Span,
} from '../diagnostics/diagnostic.ts';
import type { Contract, Definitions } from '../model/wsdl.ts';
import { namespaces } from '../model/xml.ts';
import { beginsAsWebPage, pageHelp } from './document-text.ts';
import { type Host, isRemote, type ReadOptions, withoutExtension } from './host.ts';
import {
  fetchNeeded,
  ImportLoader,
  type Links,
  type RemoteFile,
  type RemoteFiles,
} from './imports.ts';
import { createSyntaxLog, isNcName } from './syntax.ts';
import { isUpnpRoot, readUpnp } from './upnp.ts';
import { contractAttribute, readWsdl } from './wsdl.ts';
import {
  attributeValue,
  parseXmlTree,
  spanOf,
  type TreeElement,
  treeAttribute,
  valueSpan,
} from './xml-tree.ts';
import { readAnnotation } from './xsd/grammar.ts';
import { SchemaSet } from './xsd/schema-set.ts';
import { readYamlContract } from './yaml/contract.ts';

/** Most contracts that an error lists. */
const mostListed = 20;

/**
 * Goes on to the one document to which the end of a trail leads, which is no contract itself.
 *
 * @returns `undefined` if that must be fetched first, which is recorded, and, reported, if there is
 *   no such document or more than one
 */
function followLeads(
  trail: Trail,
  loader: ImportLoader,
  { what, locations, here }: Leads,
  sink: DiagnosticSink,
): 'elsewhere' | undefined {
  const path = trail.end;
  const [first, ...others] = locations;
  if (first === undefined) {
    const message = `'${path}' is ${what} that names no contract`;
    const help = 'Name a WSDL: the address of a service with ?WSDL at its end';
    sink.report({ code: 'ASMX1002', severity: 'error', message, help });
    return undefined;
  }
  const { text, span } = first;
  if (others.length > 0) {
    const listed = locations.slice(0, mostListed).map((one) => one.text);
    const more = locations.length - listed.length;
    const message = `'${path}' is ${what} that names ${locations.length} contracts`;
    const help = `Name one of them: ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    sink.report({ code: 'ASMX1002', severity: 'error', message, span, help });
    return undefined;
  }
  const given = loader.locate(path, text);
  const elsewhere = given?.kind === 'failure' && given.code === 'ASMX1031';
  const found = elsewhere && here !== undefined ? loader.locate(path, here) : given;
  if (found === undefined) return undefined;
  if (found.kind === 'failure') {
    const { code, reason, help } = found;
    const message = `'${path}' leads to '${text}', which cannot be read: ${reason}`;
    sink.report({ code, severity: 'error', message, span, help });
    return undefined;
  }
  if (trail.ends(found.path)) {
    const message = `'${path}' leads to '${text}', which leads to no contract`;
    const help = 'Name a WSDL: the address of a service with ?WSDL at its end';
    sink.report({ code: 'ASMX1002', severity: 'error', message, span, help });
    return undefined;
  }
  trail.add(found.path);
  return 'elsewhere';
}

/** A document that is no contract, but says where contracts are. */
interface Leads {
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
function discoveryLeads(root: TreeElement, url: string): Leads | undefined {
  if (root.local !== 'discovery' || root.namespace !== discovery) return undefined;
  const refs = (local: string, namespace: string): Leads['locations'] =>
    root.children.flatMap((one) => {
      if (one.local !== local || one.namespace !== namespace) return [];
      const ref = treeAttribute(one, 'ref');
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
function pageLeads(file: SourceFile, url: string, trail: Trail): Leads | undefined {
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

/** What a web page says about where contracts are, as written in it. */
interface PageLinks {
  /** Addresses of WSDLs, each service once. */
  readonly contracts: readonly string[];
  /** Addresses of discovery documents. */
  readonly discovery: readonly string[];
}

/**
 * Finds the links of a web page that lead to contracts: a help page of ASMX, of Mono or of WCF, or
 * a list of services. Takes time in proportion to the page.
 *
 * @param url of the page
 */
function pageLinks(html: string, url: string): PageLinks {
  const contracts = new Map<string, string>();
  const discovery = new Map<string, string>();
  for (const [, double, single, bare] of html.matchAll(
    /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  )) {
    const link = (double ?? single ?? bare ?? '').trim().replaceAll('&amp;', '&');
    if (!URL.canParse(link, url)) continue;
    const { href, origin, pathname, search } = new URL(link, url);
    const service = `${origin}${pathname}`.toLowerCase();
    const isContract = /^\?(?:single)?wsdl(?:$|&)/i.test(search) || /\.wsdl$/i.test(pathname);
    // `?wsdl` and `?singleWsdl` are the same service
    if (isContract && !contracts.has(service)) contracts.set(service, link);
    if (/^\?disco(?:$|&)/i.test(search) || /\.(?:vs)?disco$/i.test(pathname)) {
      discovery.set(href, link);
    }
  }
  return { contracts: [...contracts.values()], discovery: [...discovery.values()] };
}

/** Most documents on the way to a contract. */
const longest = 8;

/** The documents on the way to a contract, each of which leads to the next. */
class Trail {
  readonly #passed: string[];

  /** @param start path or URL that the user named */
  constructor(start: string) {
    this.#passed = [start];
  }

  /** The document that should be the contract. */
  get end(): string {
    return this.#passed.at(-1) ?? '';
  }

  /** Whether a document should not come next, because the way would be a circle or too long. */
  ends(next: string): boolean {
    return this.#passed.includes(next) || this.#passed.length >= longest;
  }

  add(next: string): void {
    this.#passed.push(next);
  }
}

/** Whether a document is an XML Schema of its own. */
function isSchemaRoot({ local, namespace }: TreeElement): boolean {
  return local === 'schema' && namespace === namespaces.xsd;
}

/**
 * Reads an XML Schema with everything it imports and includes, as a contract without services.
 *
 * @param root its `xs:schema`
 * @param loader loads the documents at locations
 * @param sink receives warnings about what is left out; defects are kept in `defects`, missing
 *   documents in `missing`
 */
function readSchemaContract(
  root: TreeElement,
  loader: ImportLoader,
  sink: DiagnosticSink,
): Definitions {
  const log = createSyntaxLog(sink);
  const schemas = new SchemaSet(loader, log);
  schemas.add(root);
  return {
    targetNamespace: attributeValue(root, 'targetNamespace')?.trim() ?? '',
    documentation: readAnnotation(root, log).documentation,
    schemas: schemas.finish(),
    messages: [],
    portTypes: [],
    bindings: [],
    services: [],
    defects: log.defects,
    missing: loader.missing.length === 0 ? undefined : loader.missing,
    span: spanOf(root),
  };
}

const nothingRemote: RemoteFiles = { known: new Map(), needed: new Set(), read: new Set() };

/**
 * Reads a contract from a local file, and the local files it imports. The content of the file
 * decides its notation, not its name.
 *
 * @param path for the host, and in diagnostics
 * @param sink receives problems of reading; defects that `linkContract` can report more precisely
 *   are kept in the contract
 * @returns `undefined`, reported, if the file does not exist or is not a contract
 */
export function readContract(
  path: string,
  host: Host,
  sink: DiagnosticSink,
  options: ReadOptions = {},
): Contract | undefined {
  const local = { ...options, allowHosts: [] };
  const trail = new Trail(path);
  for (;;) {
    const bag = createDiagnosticBag();
    const found = readWith(trail, new ImportLoader(host, local, nothingRemote, bag), bag);
    if (found === 'elsewhere') continue;
    for (const diagnostic of bag.diagnostics) sink.report(diagnostic);
    return found;
  }
}

/** A contract with the documents that were fetched for it. */
interface LoadedContract {
  readonly contract: Contract | undefined;
  /** Path or URL of the contract: where a discovery document or a web page led, if it is one. */
  readonly entry: string;
  /** Bytes of remote documents by URL. */
  readonly fetched: ReadonlyMap<string, Uint8Array>;
  /** Which document each location of a document led to. */
  readonly links: Links;
}

/**
 * Reads a contract like {@link readContract}. It may be remote or import remote documents if the
 * options allow their hosts. Each pass fetches the documents it needs, with all that they import,
 * until a pass needs no more: usually there are two.
 */
export async function loadContract(
  path: string,
  host: Host,
  sink: DiagnosticSink,
  options: ReadOptions = {},
): Promise<LoadedContract> {
  const known = new Map<string, RemoteFile>();
  const trail = new Trail(path);
  for (;;) {
    const bag = createDiagnosticBag();
    const needed = new Set<string>();
    const read = new Set<string>();
    const loader = new ImportLoader(host, options, { known, needed, read }, bag);
    const contract = readWith(trail, loader, bag);
    if (contract === 'elsewhere') continue;
    if (needed.size === 0) {
      for (const diagnostic of bag.diagnostics) sink.report(diagnostic);
      const fetched = [...known].flatMap(([url, { bytes }]) =>
        bytes !== undefined && read.has(url) ? [[url, bytes] as const] : [],
      );
      return { contract, entry: trail.end, fetched: new Map(fetched), links: loader.links };
    }
    await fetchNeeded(needed, host, options, known);
  }
}

/** Reads the document at the end of a trail; `elsewhere` if it leads to another. */
function readWith(
  trail: Trail,
  loader: ImportLoader,
  sink: DiagnosticSink,
): Contract | 'elsewhere' | undefined {
  const file = loader.entry(trail.end);
  if (file === undefined) return undefined;
  if (beginsAsWebPage(file.text)) {
    const leads = pageLeads(file, loader.placeOf(file), trail);
    if (leads !== undefined) return followLeads(trail, loader, leads, sink);
    if (isRemote(trail.end)) {
      reportPage(file, loader.placeOf(file), sink);
      return undefined;
    }
  }
  if (!looksLikeXml(file)) return readYamlContract(file, sink);
  const root = parseXmlTree(file, sink);
  if (root === undefined) return undefined;
  const leads = discoveryLeads(root, loader.placeOf(file));
  if (leads !== undefined) return followLeads(trail, loader, leads, sink);
  return readXml(root, file, loader, sink);
}

/** The title of a web page on one line, as far as it is short; empty without one. */
function pageTitle(page: string): string {
  const [, title = ''] = /<title[^<>]{0,200}>([^<]{0,200})/i.exec(page.slice(0, 65_536)) ?? [];
  return title.replace(/\s+/g, ' ').trim();
}

/** Reports a page that a server sends in place of a contract, such as one to sign in. */
function reportPage(file: SourceFile, url: string, sink: DiagnosticSink): void {
  const title = pageTitle(file.text);
  const page = `a web page${title === '' ? '' : ` titled '${title}'`}, not a contract`;
  const message =
    url === file.path ? `'${url}' is ${page}` : `'${file.path}' leads to '${url}', ${page}`;
  const span = { file, start: 0, end: 0 };
  sink.report({ code: 'ASMX1002', severity: 'error', message, span, help: pageHelp(url) });
}

/**
 * XML begins with `<`. A file with a name for XML that begins otherwise is broken XML rather than
 * YAML.
 */
function looksLikeXml(file: SourceFile): boolean {
  return /^\s*</.test(file.text) || /\.(wsdl|xml|xsd|asmx)$/i.test(file.path);
}

function readXml(
  root: TreeElement,
  file: SourceFile,
  loader: ImportLoader,
  sink: DiagnosticSink,
): Contract | undefined {
  if (isUpnpRoot(root)) {
    const found = readUpnp(root, loader, sink);
    return found && { ...found, files: loader.files };
  }
  const isSchema = isSchemaRoot(root);
  if (!isSchema && (root.local !== 'definitions' || root.namespace !== namespaces.wsdl)) {
    sink.report({
      code: 'ASMX1002',
      severity: 'error',
      message: `A contract begins with 'wsdl:definitions', not with '${root.local}'`,
      span: spanOf(root),
      help: helpFor(root, file.path),
    });
    return undefined;
  }
  loader.register(root);
  const definitions = (isSchema ? readSchemaContract : readWsdl)(root, loader, sink);
  return {
    name:
      definitions.name !== undefined && isNcName(definitions.name)
        ? definitions.name
        : nameOfFile(file.path),
    files: loader.files,
    definitions: [definitions],
    baseUrl: contractAttribute(root, 'baseUrl'),
    documentation: definitions.documentation,
    ...(isSchema ? { isSchema } : {}),
  };
}

function helpFor(root: TreeElement, path: string): string | undefined {
  const local = root.local.toLowerCase();
  if (local === 'html') return pageHelp(path);
  if (local === 'application' && /\bwadl\b/.test(root.namespace)) {
    return 'This is WADL, which describes REST services; asmx-gen reads WSDL';
  }
  if (local === 'envelope') return 'This is a SOAP message: name the WSDL of its service';
  if (local === 'schema') return `The namespace of XML Schema is '${namespaces.xsd}'`;
  if (local === 'description') return 'This is WSDL 2.0; only WSDL 1.1 is supported';
  if (local === 'definitions') return `The namespace of WSDL 1.1 is '${namespaces.wsdl}'`;
  return undefined;
}

/** The file name without folders and extension, as an NCName. */
function nameOfFile(path: string): string {
  const base = path.replace(/[?#].*$/, '').replace(/^.*[\\/]/, '');
  const name = withoutExtension(base).replace(/[^A-Za-z0-9_.-]+/g, '_');
  if (isNcName(name)) return name;
  return isNcName(`_${name}`) ? `_${name}` : 'Contract';
}
