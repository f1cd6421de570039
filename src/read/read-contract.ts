import { createDiagnosticBag, type DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../diagnostics/source-file.ts';
import { namespaces } from '../model/common/namespaces.ts';
import type { Contract } from '../model/wsdl/definitions.ts';
import { isWebPage } from './document-kind.ts';
import { followLeads } from './entry/follow.ts';
import { discoveryLeads, pageLeads } from './entry/leads.ts';
import { isSchemaRoot, readSchemaContract } from './entry/read-schema-contract.ts';
import { Trail } from './entry/trail.ts';
import { fetchNeeded } from './fetch-imports.ts';
import { pageHelp, pageTitle } from './help/page-help.ts';
import type { Host, ReadOptions } from './host.ts';
import { ImportLoader, type Links } from './load-imports.ts';
import { isNcName } from './ncname.ts';
import type { RemoteFile, RemoteFiles } from './remote-files.ts';
import { isRemote } from './resolve-location.ts';
import { withoutExtension } from './text/without-extension.ts';
import { readWsdl } from './wsdl/read-wsdl.ts';
import { contractAttribute } from './wsdl/wsdl-reader.ts';
import { parseXmlTree, spanOf, type TreeElement } from './xml-tree.ts';
import { readYamlContract } from './yaml/read-yaml-contract.ts';

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
export interface LoadedContract {
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
  if (isWebPage(file.text)) {
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
