import { fileURLToPath } from 'node:url';
import type { DiagnosticSink, SourceFile } from '../diagnostics/diagnostic.ts';
import { decodeDocument } from './document-text.ts';
import {
  type Host,
  type ImportLock,
  type ImportRule,
  isRemote,
  joinPath,
  type LockedCopy,
} from './host.ts';
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
  const root = parseXmlTree({ path, text: decodeDocument(bytes).text }, sink);
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

/** Usual name of the lock file, beside the contracts. */
export const lockFileName = 'asmx-gen.lock.json';

/** SHA-256 of a document in lower-case hexadecimal. */
export function hashOf(bytes: Uint8Array): string {
  // loaded on demand, because that takes a quarter of Node's own start
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Reads a lock file: `{ "asmx": 1, "imports": { "<url>": { "sha256": "<hex>" } } }`, with `file`,
 * `copy` and `entry` if there is a local copy.
 *
 * @returns `undefined`, reported as ASMX1033, if it does not have that form: continuing without
 *   it would hide a change
 */
export function parseImportLock(file: SourceFile, sink: DiagnosticSink): ImportLock | undefined {
  const imports = new Map<string, string>();
  const copies = new Map<string, LockedCopy>();
  try {
    const value: unknown = JSON.parse(file.text);
    if (!isRecord(value) || value.asmx !== 1 || !isRecord(value.imports)) throw new Error();
    for (const [url, entry] of Object.entries(value.imports)) {
      if (!isRemote(url) || !URL.canParse(url)) throw new Error();
      const hash = isRecord(entry) ? entry.sha256 : undefined;
      if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw new Error();
      imports.set(url, hash);
      const copy = isRecord(entry) ? copyOf(entry, hash) : undefined;
      if (copy !== undefined) copies.set(url, copy);
    }
    return { imports, copies };
  } catch {
    sink.report({
      code: 'ASMX1033',
      severity: 'error',
      message: `'${file.path}' is not a lock file`,
      // its content, whatever it is, is not quoted
      span: { file: { ...file, text: '' }, start: 0, end: 0 },
      help: 'Restore it, or remove it to have it written anew',
    });
    return undefined;
  }
}

/** Text of a lock file. Entries are sorted by URL, so that equal locks have equal bytes. */
export function formatImportLock(lock: ImportLock): string {
  const entries = [...lock.imports].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const imports = Object.fromEntries(
    entries.map(([url, sha256]) => {
      const copy = lock.copies?.get(url);
      if (copy === undefined) return [url, { sha256 }];
      const { file, entry } = copy;
      const own = copy.sha256 === sha256 ? {} : { copy: copy.sha256 };
      return [url, { sha256, file, ...own, ...(entry ? { entry } : {}) }];
    }),
  );
  return `${JSON.stringify({ asmx: 1, imports }, undefined, 2)}\n`;
}

/** `file`, with the hash of the copy if it differs from that of the document. */
function copyOf(entry: Readonly<Record<string, unknown>>, sha256: string): LockedCopy | undefined {
  const { file, copy = sha256, entry: contract = false } = entry;
  if (file === undefined) return undefined;
  if (typeof file !== 'string' || typeof copy !== 'string' || typeof contract !== 'boolean') {
    throw new Error();
  }
  return { file, sha256: copy, entry: contract };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A file that was read, and the SHA-256 of its bytes in hexadecimal. */
export interface InputHash {
  /** Path for the host, or a URL. */
  readonly path: string;
  /** Empty for a file that was imported but is not a document of the contract. */
  readonly sha256: string;
}

/**
 * SHA-256 of a contract's bytes. CR LF counts as LF: both mean the same in XML and YAML, and git
 * may have converted them.
 */
export function hashInput(bytes: Uint8Array): string {
  // loaded on demand, because that takes a quarter of Node's own start
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  if (!bytes.includes(0x0d)) return hash.update(bytes).digest('hex');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return hash.update(text.replace(/\r\n/g, '\n'), 'latin1').digest('hex');
}
