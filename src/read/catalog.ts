import { fileURLToPath } from 'node:url';
import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { Host, ImportRule } from './host.ts';
import { isRemote, joinPath } from './resolve-location.ts';
import { decodeText } from './text/decode-text.ts';
import { attributeValue, parseXmlTree, spanOf, type TreeElement } from './xml-tree.ts';

const namespace = 'urn:oasis:names:tc:entity:xmlns:xml:catalog';
const xml = 'http://www.w3.org/XML/1998/namespace';
/** Catalogs that may lead to each other. */
const mostCatalogs = 100;

/** Entries (OASIS XML Catalogs 1.1, section 4): how they match, and their attributes. */
const entries: Readonly<Record<string, readonly [ImportRule['match'], string, string]>> = {
  system: ['exact', 'systemId', 'uri'],
  uri: ['exact', 'name', 'uri'],
  public: ['exact', 'publicId', 'uri'],
  rewriteSystem: ['prefix', 'systemIdStartString', 'rewritePrefix'],
  rewriteURI: ['prefix', 'uriStartString', 'rewritePrefix'],
  systemSuffix: ['suffix', 'systemIdSuffix', 'uri'],
  uriSuffix: ['suffix', 'uriSuffix', 'uri'],
};

/**
 * Reads an OASIS catalog, with those that it leads to. Locations of schemas are looked up as system
 * identifiers and as URIs, namespaces as public identifiers.
 *
 * @param sink receives a file that does not exist or is no catalog
 */
export function readCatalog(path: string, host: Host, sink: DiagnosticSink): readonly ImportRule[] {
  const rules: ImportRule[] = [];
  const waiting = [path];
  const seen = new Set<string>();
  for (const one of waiting) {
    if (seen.has(one) || seen.size >= mostCatalogs) continue;
    seen.add(one);
    const root = openCatalog(one, host, sink);
    if (root === undefined) continue;
    readEntries(root, one, (match, from, to) => {
      if (match === undefined) waiting.push(to);
      else rules.push({ match, from, to });
    });
  }
  return rules;
}

function openCatalog(path: string, host: Host, sink: DiagnosticSink): TreeElement | undefined {
  const bytes = isRemote(path) ? undefined : host.readFile(path);
  if (bytes === undefined) {
    const message = `The catalog '${path}' cannot be read: there is no such file`;
    sink.report({ code: 'ASMX1001', severity: 'error', message, help: 'check the path' });
    return undefined;
  }
  const root = parseXmlTree({ path, text: decodeText(bytes).text }, sink);
  if (root === undefined || (root.local === 'catalog' && root.namespace === namespace)) return root;
  sink.report({
    code: 'ASMX1002',
    severity: 'error',
    message: `A catalog begins with 'catalog' of namespace '${namespace}'`,
    span: spanOf(root),
  });
  return undefined;
}

type Add = (match: ImportRule['match'], from: string, to: string) => void;

/** Adds the entries of a catalog or a group; other catalogs without a match. */
function readEntries(parent: TreeElement, outer: string, add: Add): void {
  const base = resolveUri(outer, baseOf(parent));
  for (const child of parent.children) {
    if (child.namespace !== namespace) continue;
    if (child.local === 'group') readEntries(child, base, add);
    const own = resolveUri(base, baseOf(child));
    const [match, name, target] = entries[child.local] ?? [undefined, 'catalog', 'catalog'];
    const from = attributeValue(child, name);
    const to = attributeValue(child, target);
    if (from !== undefined && to !== undefined) add(match, from, resolveUri(own, to));
  }
}

/** `xml:base`; empty without it. */
function baseOf({ attributes }: TreeElement): string {
  const found = attributes.find((one) => one.local === 'base' && one.namespace === xml);
  return found?.value ?? '';
}

/** A reference relative to a file or a URL, which keeps a `/` at its end. */
function resolveUri(base: string, uri: string): string {
  if (uri === '') return base;
  if (/^file:/i.test(uri)) return fileURLToPath(uri).replaceAll('\\', '/');
  if (/^[a-z][a-z0-9+.-]+:/i.test(uri)) return uri;
  if (isRemote(base)) return new URL(uri, base).href;
  const path = uri.startsWith('/') ? uri : joinPath(base, uri);
  return uri.endsWith('/') && !path.endsWith('/') ? `${path}/` : path;
}
