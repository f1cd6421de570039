import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../diagnostics/source-file.ts';
import { decodeText } from './decode-text.ts';
import { defaultReadLimits, type Host, type ReadLimits, type ReadOptions } from './host.ts';
import { hashOf } from './import-lock.ts';
import { findByLetters } from './letter-case.ts';
import { isRemote, type Location, resolveLocation } from './resolve-location.ts';
import { attributeOf, parseXmlTree, spanOf, type TreeElement, valueSpan } from './xml-tree.ts';

/** Remote documents fetched so far, and those found to be needed. */
export interface RemoteFiles {
  /** Bytes by URL; a text says why there are none. */
  readonly known: ReadonlyMap<string, Uint8Array | string>;
  readonly wanted: Set<string>;
}

/** Why a remote document may not or could not be had, and the host to allow if that would help. */
interface Refusal {
  readonly reason: string;
  readonly host?: string | undefined;
}

/** Gives the documents behind imports, each read once. */
export interface ImportLoader {
  /** Every file read, the entry first. */
  readonly files: readonly SourceFile[];
  /** Reads the entry; `undefined` (reported) when it cannot be read. */
  entry(path: string): SourceFile | undefined;
  /** Registers the tree of the entry, which imports may lead back to. */
  register(root: TreeElement): void;
  /**
   * The root of the document an attribute leads to. One that cannot be had is reported as a warning, for its names may not be
   * needed; those that are will be found missing.
   *
   * @param quiet whether to say nothing, since there is a substitute
   */
  load(element: TreeElement, attribute: string, quiet?: boolean): TreeElement | undefined;
  /** Reports that what an attribute leads to is of no use. */
  refuse(element: TreeElement, attribute: string, what: string): void;
}

/** Names a document may have as a file, by the end of its address: `types.xsd`, or `xsd0.xsd` for `Service.svc?xsd=xsd0`. */
function namesIn(location: string): readonly string[] {
  const [path = '', query = ''] = location.replace(/#.*$/, '').split('?', 2);
  const asked = /(?:^|&)(xsd|wsdl)=([\w.-]+)/i.exec(query);
  if (asked !== null) {
    const [, kind = '', name = ''] = asked;
    return [`${name}.${kind.toLowerCase()}`, name];
  }
  const name = path.replaceAll('\\', '/').replace(/^.*\//, '');
  return name === '' || name === '.' || name === '..' ? [] : [name];
}

/** Creates a loader that reports to `sink`. */
export function createImportLoader(
  host: Host,
  options: ReadOptions,
  remote: RemoteFiles,
  sink: DiagnosticSink,
): ImportLoader {
  const limits: ReadLimits = { ...defaultReadLimits, ...options.limits };
  const files: SourceFile[] = [];
  const trees = new Map<string, TreeElement | undefined>();
  const depths = new Map<string, number>();
  let total = 0;

  const tooMuch = (message: string, span: Span | undefined): undefined => {
    sink.report({ code: 'ASMX1032', severity: 'error', message, span });
    return undefined;
  };

  /** Decodes a file within the limits. */
  const open = (
    path: string,
    bytes: Uint8Array,
    from: Span | undefined,
  ): SourceFile | undefined => {
    if (bytes.length > limits.fileBytes) {
      return tooMuch(`'${path}' is larger than ${limits.fileBytes} bytes`, from);
    }
    total += bytes.length;
    if (total > limits.totalBytes) {
      return tooMuch(`The documents are larger than ${limits.totalBytes} bytes together`, from);
    }
    if (files.length >= limits.files) {
      return tooMuch(`There are more than ${limits.files} documents`, from);
    }
    const { text, error, warning } = decodeText(bytes);
    const file: SourceFile = { path, text };
    files.push(file);
    const message = error ?? warning;
    if (message !== undefined) {
      const bad = Math.max(0, text.indexOf('\ufffd'));
      sink.report({
        code: 'ASMX1003',
        severity: error === undefined ? 'warning' : 'error',
        message,
        span: { file, start: bad, end: Math.min(text.length, bad + 1) },
        help: 'Save the file in the encoding it declares',
      });
    }
    return error === undefined ? file : undefined;
  };

  /** Bytes of a remote document, if it may be had and has been. */
  const fetched = (url: string): Uint8Array | Refusal | undefined => {
    const host = new URL(url).host.toLowerCase();
    const allowed = options.allowHosts?.some((one) => one.toLowerCase() === host) === true;
    if (!allowed) return { reason: `host '${host}' is not allowed`, host };
    const known = remote.known.get(url);
    if (known === undefined) {
      remote.wanted.add(url);
      return undefined;
    }
    return typeof known === 'string' ? { reason: known } : known;
  };

  const lockHolds = (url: string, bytes: Uint8Array, span: Span | undefined): boolean => {
    const expected = options.lock?.imports.get(url);
    if (expected === undefined || expected === hashOf(bytes)) return true;
    sink.report({
      code: 'ASMX1033',
      severity: 'error',
      message: `'${url}' is not what it was when it was locked`,
      span,
      help: 'If the change is wanted, remove its entry from the lock file',
    });
    return false;
  };

  const read = (path: string): Uint8Array | undefined => {
    const bytes = host.readFile(path);
    if (bytes !== undefined || !path.includes('%')) return bytes;
    try {
      return host.readFile(decodeURIComponent(path));
    } catch {
      return undefined;
    }
  };

  /** Whether what a location leads to is there, or may be fetched. */
  const canBeHad = (location: Location): boolean => {
    if (location.kind === 'local')
      return trees.has(location.path) || read(location.path) !== undefined;
    if (location.kind === 'refused') return false;
    const host = new URL(location.url).host.toLowerCase();
    return options.allowHosts?.some((one) => one.toLowerCase() === host) === true;
  };

  /** A file of the name that a location ends in, in the folder of a local document: copies of contracts keep their addresses. */
  const beside = (base: string, location: string): string | undefined => {
    if (isRemote(base)) return undefined;
    const folder = base.replaceAll('\\', '/').replace(/[^/]*$/, '');
    return namesIn(location)
      .map((name) => folder + name)
      .find((path) => trees.has(path) || read(path) !== undefined);
  };

  return {
    files,
    entry(path) {
      depths.set(path, 0);
      const bytes = isRemote(path) ? fetched(path) : read(path);
      if (bytes instanceof Uint8Array) {
        return isRemote(path) && !lockHolds(path, bytes, undefined)
          ? undefined
          : open(path, bytes, undefined);
      }
      if (bytes === undefined && remote.wanted.size > 0) return undefined;
      const reason = bytes === undefined ? 'there is no such file' : bytes.reason;
      sink.report({
        code: 'ASMX1001',
        severity: 'error',
        message: `'${path}' cannot be read: ${reason}`,
        help: isRemote(path) ? 'check the address, and that it can be reached' : 'check the path',
      });
      return undefined;
    },
    register(root) {
      trees.set(root.file.path, root);
    },
    load(element, attribute, quiet = false) {
      const found = attributeOf(element, attribute);
      const location = found?.value.trim() ?? '';
      if (found === undefined || location === '') return undefined;
      const span = valueSpan(element, found);
      const warn = (reason: string, code: 'ASMX1030' | 'ASMX1031' = 'ASMX1030', help?: string) => {
        if (quiet) return undefined;
        const message = `Import '${location}' cannot be followed: ${reason}`;
        sink.report({ code, severity: 'warning', message, span, help });
        return undefined;
      };
      const direct = resolveLocation(element.file.path, location);
      const lettered =
        direct.kind === 'local' && !canBeHad(direct) ? findByLetters(host, direct.path) : undefined;
      if (lettered !== undefined) {
        sink.report({
          code: 'ASMX1030',
          severity: 'warning',
          message: `Import '${location}' is read from '${lettered}', which differs in letter case`,
          span,
          help: 'Write the name as the file has it: most systems tell the two apart',
        });
      }
      const near =
        lettered ?? (quiet || canBeHad(direct) ? undefined : beside(element.file.path, location));
      if (near !== undefined && lettered === undefined) {
        sink.report({
          code: 'ASMX1030',
          severity: 'warning',
          message: `Import '${location}' is read from '${near}', which lies beside the document`,
          span,
          help: 'Write the relative path, so that everybody reads the same',
        });
      }
      const target: Location = near === undefined ? direct : { kind: 'local', path: near };
      if (target.kind === 'refused') return warn(target.reason);
      const path = target.kind === 'local' ? target.path : target.url;
      if (trees.has(path)) return trees.get(path);
      const depth = (depths.get(element.file.path) ?? 0) + 1;
      if (depth > limits.depth) {
        return tooMuch(`Imports are nested deeper than ${limits.depth}`, span);
      }
      let bytes: Uint8Array | undefined;
      if (target.kind === 'local') {
        bytes = read(path);
        if (bytes === undefined) return warn(`there is no file '${path}'`);
      } else {
        const answer = fetched(path);
        if (answer === undefined) return undefined;
        if (!(answer instanceof Uint8Array)) {
          if (answer.host === undefined) return warn(answer.reason);
          return warn(answer.reason, 'ASMX1031', `Run with --allow-host ${answer.host}`);
        }
        if (!lockHolds(path, answer, span)) return undefined;
        bytes = answer;
      }
      depths.set(path, depth);
      const file = open(path, bytes, span);
      const tree = file === undefined ? undefined : parseXmlTree(file, sink);
      trees.set(path, tree);
      return tree;
    },
    refuse(element, attribute, what) {
      const found = attributeOf(element, attribute);
      sink.report({
        code: 'ASMX1030',
        severity: 'warning',
        message: `Import '${found?.value.trim() ?? ''}' leads to a document that is ${what}`,
        span: found === undefined ? spanOf(element) : valueSpan(element, found),
      });
    },
  };
}
