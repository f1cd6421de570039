import type { Diagnostic, DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../diagnostics/source-file.ts';
import type { MissingDocument } from '../model/wsdl/definitions.ts';
import { foreignKind, otherThanContract } from './document-kind.ts';
import { defaultReadLimits, type Host, type ReadLimits, type ReadOptions } from './host.ts';
import { hashOf } from './import-lock.ts';
import { importLine, isMapped } from './import-map.ts';
import { LocalFiles } from './local-files.ts';
import {
  type Failure,
  type Located,
  type Locator,
  locateEntry,
  locateImport,
} from './locate-import.ts';
import { createOpenDocuments, type OpenDocuments } from './open-documents.ts';
import { baseOf, type RemoteFiles } from './remote-files.ts';
import { isRemote } from './resolve-location.ts';
import { attributeOf, parseXmlTree, spanOf, type TreeElement, valueSpan } from './xml-tree.ts';

/** An attribute with the location of a document. */
export interface ImportLink {
  readonly element: TreeElement;
  readonly attribute: 'location' | 'schemaLocation' | 'namespace';
  /** Namespace whose names the document should declare. */
  readonly namespace: string;
  /** Whether there is a substitute, so that an unreadable document is not reported. */
  readonly substitute?: boolean | undefined;
}

/** A location that was followed. */
export interface FollowedLink extends Pick<ImportLink, 'element' | 'attribute'> {
  /** The document there; `undefined` if it cannot be read. */
  readonly target: SourceFile | undefined;
}

/** Paths or URLs of documents, by those of the document that refers to them and by the location. */
export type Links = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Loads the documents of imports, each once. */
export class ImportLoader {
  readonly followed: FollowedLink[] = [];
  /** Documents that are not available. If their names are needed, they are reported then. */
  readonly missing: MissingDocument[] = [];
  /** The documents that imports lead to, even if those cannot be fetched. */
  readonly links: Map<string, Map<string, string>> = new Map();
  readonly #sink: DiagnosticSink;
  readonly #limits: ReadLimits;
  readonly #documents: OpenDocuments;
  readonly #locator: Locator;
  /** Roots by path, or the reason why there is none; empty text if that is already reported. */
  readonly #trees = new Map<string, TreeElement | string>();
  /** Length of the import chain from the entry to a document. */
  readonly #depths = new Map<string, number>();

  constructor(host: Host, options: ReadOptions, remote: RemoteFiles, sink: DiagnosticSink) {
    this.#sink = sink;
    this.#limits = { ...defaultReadLimits, ...options.limits };
    this.#documents = createOpenDocuments(this.#limits, sink);
    const local = new LocalFiles(host, this.#limits, options.confine);
    this.#locator = { options, remote, local };
  }

  /** Every file read so far, the entry first. */
  get files(): readonly SourceFile[] {
    return this.#documents.files;
  }

  /** Reads the entry; `undefined`, reported, if it cannot be read. */
  entry(path: string): SourceFile | undefined {
    this.#depths.set(path, 0);
    const found = locateEntry(this.#locator, path);
    if (found === undefined) return undefined;
    if (found.kind === 'failure') {
      this.#sink.report(entryFailure(path, found));
      return undefined;
    }
    if (!this.#lockHolds(path, found.bytes, undefined)) return undefined;
    const decoded = this.#documents.decode(path, found.bytes, undefined);
    const other = decoded && otherThanContract(found.bytes, decoded.text);
    if (decoded === undefined || other === undefined) {
      return decoded && this.#documents.open(path, decoded);
    }
    const { what, help } = other;
    const message = `'${path}' is ${what}, not a contract`;
    this.#sink.report({ code: 'ASMX1002', severity: 'error', message, help });
    return undefined;
  }

  /** Registers the tree of the entry, which imports may refer to. */
  register(root: TreeElement): void {
    this.#trees.set(root.file.path, root);
  }

  /**
   * Finds the document to which a document leads that is no contract; `undefined` if it must be
   * fetched first, which is recorded.
   */
  locate(base: string, location: string): Located | Failure | undefined {
    return locateImport(this.#locator, base, location, true);
  }

  /** Where a document is, after redirects. */
  placeOf({ path }: SourceFile): string {
    return baseOf(path, this.#locator.remote);
  }

  /** The root of the document at a location: WSDL or XML Schema. */
  load(link: ImportLink): TreeElement | undefined {
    const root = this.#rootAt(link);
    const { element, attribute } = link;
    // a namespace is no location that could be written anew
    if (attribute !== 'namespace') {
      this.followed.push({ element, attribute, target: root?.file });
    }
    return root;
  }

  #rootAt(link: ImportLink): TreeElement | undefined {
    const { location, span } = placeOf(link);
    if (location === '') return undefined;
    const base = link.element.file.path;
    const found = locateImport(this.#locator, base, location, link.substitute !== true);
    if (found === undefined) return undefined;
    this.#note(base, location, found.kind === 'failure' ? found.url : found.path);
    if (found.kind === 'failure') return this.#fail(link, found);
    if (found.guess !== undefined) {
      this.#sink.report({ code: 'ASMX1030', severity: 'warning', ...found.guess, span });
    }
    const depth = (this.#depths.get(base) ?? 0) + 1;
    let tree = this.#trees.get(found.path);
    if (tree === undefined) {
      if (depth > this.#limits.depth) {
        this.#documents.refuse(`Imports are nested deeper than ${this.#limits.depth}`, span);
        tree = '';
      } else tree = this.#read(found, span);
      this.#depths.set(found.path, depth);
      this.#trees.set(found.path, tree);
    }
    if (typeof tree !== 'string') return tree;
    const reason = tree === '' ? 'it cannot be read' : tree;
    return this.#fail(link, { code: 'ASMX1030', reason }, tree === '');
  }

  /** Whether the import map says where the schema of a namespace is. */
  maps(namespace: string): boolean {
    return isMapped(this.#locator.options, namespace);
  }

  /** Reports that a document cannot be used. */
  refuse(link: ImportLink, what: string): void {
    this.#fail(link, { code: 'ASMX1030', reason: `it leads to ${what}` });
  }

  #note(base: string, location: string, target: string | undefined): void {
    const links = this.links.get(base) ?? new Map<string, string>();
    if (target !== undefined) this.links.set(base, links.set(location, target));
  }

  #lockHolds(url: string, bytes: Uint8Array, span: Span | undefined): boolean {
    const expected = this.#locator.options.lock?.imports.get(url);
    if (!isRemote(url) || expected === undefined || expected === hashOf(bytes)) return true;
    this.#sink.report({
      code: 'ASMX1033',
      severity: 'error',
      message: `'${url}' is not what it was when it was locked`,
      span,
      help: 'If the change is wanted, remove its entry from the lock file',
    });
    return false;
  }

  /** The tree of a document, or the reason why there is none. */
  #read({ path, bytes }: Located, span: Span): TreeElement | string {
    if (!this.#lockHolds(path, bytes, span)) return '';
    const decoded = this.#documents.decode(path, bytes, span);
    if (decoded === undefined) return '';
    const foreign = foreignKind(bytes, decoded.text);
    if (foreign !== undefined) return `it leads to ${foreign}, neither WSDL nor XML Schema`;
    const file = this.#documents.open(path, decoded);
    return (file && parseXmlTree(file, this.#sink)) ?? '';
  }

  #fail(link: ImportLink, failure: Omit<Failure, 'kind'>, reported = false): undefined {
    if (link.substitute === true) return undefined;
    const { code, reason, severe } = failure;
    const { span, location } = placeOf(link);
    const help = failure.help ?? (reported ? undefined : importHelp(location));
    const message = `Import '${location}' cannot be followed: ${reason}`;
    const severity = reported ? 'reported' : severe === true ? 'error' : 'warning';
    const diagnostic = { code, message, span, help };
    this.missing.push({ namespace: link.namespace, diagnostic, severity });
    return undefined;
  }
}

function importHelp(location: string): string {
  const line = importLine(location);
  return `Correct the location, put the document there, or add ${line} to the configuration`;
}

/** The location in an import, and its span. */
function placeOf({ element, attribute }: ImportLink): { location: string; span: Span } {
  const found = attributeOf(element, attribute);
  if (found === undefined) return { location: '', span: spanOf(element) };
  return { location: found.value.trim(), span: valueSpan(element, found) };
}

function entryFailure(path: string, { code, reason, help }: Failure): Diagnostic {
  const local = reason === 'there is no such file' ? 'check the path' : 'name a file';
  return {
    code: code === 'ASMX1030' ? 'ASMX1001' : code,
    severity: 'error',
    message: `'${path}' cannot be read: ${reason}`,
    help: help ?? (isRemote(path) ? 'check the address, and that it can be reached' : local),
  };
}
