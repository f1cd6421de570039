import type { Diagnostic, DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../diagnostics/source-file.ts';
import type { MissingDocument } from '../model/wsdl/definitions.ts';
import { foreignKind } from './document-kind.ts';
import { defaultReadLimits, type Host, type ReadLimits, type ReadOptions } from './host.ts';
import { hashOf } from './import-lock.ts';
import { createLocalFiles } from './local-files.ts';
import {
  type Failure,
  type Located,
  type Locator,
  locateEntry,
  locateImport,
} from './locate-import.ts';
import { createOpenDocuments } from './open-documents.ts';
import type { RemoteFiles } from './remote-files.ts';
import { isRemote } from './resolve-location.ts';
import { attributeOf, parseXmlTree, spanOf, type TreeElement, valueSpan } from './xml-tree.ts';

/** An attribute of an element that leads to a document. */
export interface ImportLink {
  readonly element: TreeElement;
  readonly attribute: 'location' | 'schemaLocation';
  /** Namespace whose names the document should declare. */
  readonly namespace: string;
  /** Whether there is a substitute, so that a document that cannot be had is no news. */
  readonly substitute?: boolean | undefined;
}

/** Gives the documents that imports lead to, each read once. */
export interface ImportLoader {
  /** Every file read, the entry first. */
  readonly files: readonly SourceFile[];
  /**
   * Documents that could not be had. Their names may not be needed: whoever looks for them reports
   * it.
   */
  readonly missing: readonly MissingDocument[];
  /** Reads the entry; `undefined` (reported) when it cannot be read. */
  entry(path: string): SourceFile | undefined;
  /** Registers the tree of the entry, which imports may lead back to. */
  register(root: TreeElement): void;
  /** The root of the document an attribute leads to: WSDL or XML Schema. */
  load(link: ImportLink): TreeElement | undefined;
  /** Notes that what an attribute leads to is of no use. */
  refuse(link: ImportLink, what: string): void;
}

/** Creates a loader that reports to `sink`. */
export function createImportLoader(
  host: Host,
  options: ReadOptions,
  remote: RemoteFiles,
  sink: DiagnosticSink,
): ImportLoader {
  const limits: ReadLimits = { ...defaultReadLimits, ...options.limits };
  const documents = createOpenDocuments(limits, sink);
  const local = createLocalFiles(host, limits, options.confine);
  const locator: Locator = { options, remote, local };
  const missing: MissingDocument[] = [];
  const trees = new Map<string, TreeElement | string>();
  const depths = new Map<string, number>();

  const lockHolds = (url: string, bytes: Uint8Array, span: Span | undefined): boolean => {
    const expected = options.lock?.imports.get(url);
    if (!isRemote(url) || expected === undefined || expected === hashOf(bytes)) return true;
    sink.report({
      code: 'ASMX1033',
      severity: 'error',
      message: `'${url}' is not what it was when it was locked`,
      span,
      help: 'If the change is wanted, remove its entry from the lock file',
    });
    return false;
  };

  /**
   * The tree of a document that was found, or why there is none; what is reported already is an
   * empty text.
   */
  const read = ({ path, bytes }: Located, span: Span): TreeElement | string => {
    if (!lockHolds(path, bytes, span)) return '';
    const decoded = documents.decode(path, bytes, span);
    if (decoded === undefined) return '';
    const foreign = foreignKind(bytes, decoded.text);
    if (foreign !== undefined) return `it leads to ${foreign}, neither WSDL nor XML Schema`;
    const file = documents.open(path, decoded);
    return (file && parseXmlTree(file, sink)) ?? '';
  };

  const fail = (link: ImportLink, failure: Omit<Failure, 'kind'>, reported = false): undefined => {
    if (link.substitute === true) return undefined;
    const { code, reason, help, severe } = failure;
    const { span, location } = placeOf(link);
    const message = `Import '${location}' cannot be followed: ${reason}`;
    const severity = reported ? 'reported' : severe === true ? 'error' : 'warning';
    missing.push({
      namespace: link.namespace,
      diagnostic: { code, message, span, help },
      severity,
    });
    return undefined;
  };

  return {
    files: documents.files,
    missing,
    entry(path) {
      depths.set(path, 0);
      const found = locateEntry(locator, path);
      if (found === undefined) return undefined;
      if (found.kind === 'failure') {
        sink.report(entryFailure(path, found));
        return undefined;
      }
      if (!lockHolds(path, found.bytes, undefined)) return undefined;
      const decoded = documents.decode(path, found.bytes, undefined);
      return decoded && documents.open(path, decoded);
    },
    register(root) {
      trees.set(root.file.path, root);
    },
    load(link) {
      const { element } = link;
      const { location, span } = placeOf(link);
      if (location === '') return undefined;
      const base = element.file.path;
      const found = locateImport(locator, base, location, link.substitute !== true);
      if (found === undefined) return undefined;
      if (found.kind === 'failure') return fail(link, found);
      const { path, guess } = found;
      if (guess !== undefined) {
        sink.report({ code: 'ASMX1030', severity: 'warning', ...guess, span });
      }
      const depth = (depths.get(base) ?? 0) + 1;
      let tree = trees.get(path);
      if (tree === undefined) {
        if (depth > limits.depth) {
          documents.refuse(`Imports are nested deeper than ${limits.depth}`, span);
          tree = '';
        } else tree = read(found, span);
        depths.set(path, depth);
        trees.set(path, tree);
      }
      if (typeof tree !== 'string') return tree;
      const reason = tree === '' ? 'it cannot be read' : tree;
      return fail(link, { code: 'ASMX1030', reason }, tree === '');
    },
    refuse(link, what) {
      fail(link, { code: 'ASMX1030', reason: `it leads to ${what}` });
    },
  };
}

/** What an import names, and where. */
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
