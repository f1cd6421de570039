import {
  createDiagnosticBag,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticSink,
  type SourceFile,
  type Span,
} from '../diagnostics/diagnostic.ts';
import type { MissingDocument } from '../model/wsdl.ts';
import { namespaces } from '../model/xml.ts';
import {
  createOpenDocuments,
  decodeDocument,
  type OpenDocuments,
  otherThanContract,
} from './document-text.ts';
import {
  defaultReadLimits,
  FetchError,
  type FetchedFile,
  type Host,
  type ImportRule,
  type ImportTarget,
  isRemote,
  type ReadLimits,
  type ReadOptions,
  resolveLocation,
  UnreadableFile,
} from './host.ts';
import { hashOf } from './import-rules.ts';
import {
  attributeValue,
  foreignKind,
  parseXmlTree,
  spanOf,
  type TreeElement,
  treeAttribute,
  valueSpan,
} from './xml-tree.ts';

/** Why a document is not available. */
interface Failure {
  readonly kind: 'failure';
  readonly code: DiagnosticCode;
  /** A clause, such as `there is no file 'a.xsd'`. */
  readonly reason: string;
  readonly help?: string | undefined;
  /** The URL that the location means, if it is one. */
  readonly url?: string | undefined;
  /** An error even if nothing of the document is needed. */
  readonly severe?: boolean | undefined;
}

/** A document that is available. */
interface Located {
  readonly kind: 'located';
  /** Path or URL. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** If the path is a guess instead of the location itself: the warning, and what to do. */
  readonly guess?: { readonly message: string; readonly help: string } | undefined;
}

/** The context for locating documents. */
interface Locator {
  readonly options: ReadOptions;
  readonly remote: RemoteFiles;
  readonly local: LocalFiles;
}

/**
 * Finds the document at a location: the file or the allowed URL itself, otherwise a file whose name
 * differs only in letter case, otherwise a file of that name in the folder of the document.
 *
 * @param base path or URL of the document with the location
 * @param guessing whether to look in the document's folder; not if there is a substitute
 * @returns `undefined` for a remote document that must be fetched first, which is recorded
 */
function locateImport(
  locator: Locator,
  base: string,
  location: string,
  guessing: boolean,
): Located | Failure | undefined {
  const { local } = locator;
  const direct = resolveLocation(baseOf(base, locator.remote), location);
  const mapped = mappedTo(locator.options, location, direct);
  if (mapped !== undefined) return locateMapped(locator, location, mapped);
  if (direct.kind === 'remote' && isAllowed(locator, direct.url)) {
    return locateRemote(locator, direct.url);
  }
  const found = direct.kind === 'local' ? local.find(direct.path) : undefined;
  if (found !== undefined) return fromLocal(found);
  const lettered = direct.kind === 'local' ? local.findByLetters(direct.path) : undefined;
  const alike = lettered === undefined ? undefined : local.find(lettered);
  if (alike?.kind === 'read') {
    return guessed(
      alike,
      `Import '${location}' is read from '${alike.path}', which differs in letter case`,
      letterHelp,
    );
  }
  const near = guessing ? beside(local, base, location) : undefined;
  if (near !== undefined) {
    return guessed(
      near,
      `Import '${location}' is read from '${near.path}', which lies beside the document`,
      besideHelp,
    );
  }
  return notFound(direct, location);
}

/** The document to which the import map leads. */
function locateMapped(
  locator: Locator,
  location: string,
  target: string,
): Located | Failure | undefined {
  if (isRemote(target)) {
    const { href } = new URL(target);
    return isAllowed(locator, href)
      ? locateRemote(locator, href)
      : notFound({ kind: 'remote', url: href }, location);
  }
  const folder = target.replace(/[^/]*$/, '');
  // `Service.svc?xsd=xsd0` becomes a file such as `xsd0.xsd`
  for (const path of [target, ...namesIn(location).map((name) => folder + name)]) {
    const found = locator.local.find(path);
    if (found !== undefined) return fromLocal(found);
  }
  return {
    kind: 'failure',
    code: 'ASMX1030',
    reason: `the import map leads to '${target}', and there is no such file`,
    help: 'Check `imports` in the configuration, and --map',
  };
}

const letterHelp = 'Write the name as the file has it: most systems tell the two apart';
const besideHelp = 'Write the relative path, so that everybody reads the same';

type ReadFile = Extract<LocalFile, { kind: 'read' }>;

function guessed({ path, bytes }: ReadFile, message: string, help: string): Located {
  return { kind: 'located', path, bytes, guess: { message, help } };
}

function notFound(direct: ImportTarget, location: string): Failure {
  if (direct.kind === 'local') {
    return { kind: 'failure', code: 'ASMX1030', reason: `there is no file '${direct.path}'` };
  }
  if (direct.kind === 'refused') {
    return { kind: 'failure', code: 'ASMX1030', reason: direct.reason };
  }
  const host = hostOf(direct.url);
  return {
    kind: 'failure',
    code: 'ASMX1031',
    reason: `host '${host}' is not allowed`,
    help: `Run with --allow-host ${host}, or add ${importLine(location)} to the configuration`,
    url: direct.url,
  };
}

function fromLocal(file: LocalFile): Located | Failure {
  if (file.kind === 'read') return { kind: 'located', path: file.path, bytes: file.bytes };
  if (file.kind === 'outside') {
    return {
      kind: 'failure',
      code: 'ASMX1034',
      reason: `it lies outside '${file.folder}'`,
      help: 'Put the document into the folder, or allow a larger one with --confine',
      severe: true,
    };
  }
  const { message, tooLarge } = file.error;
  return {
    kind: 'failure',
    code: tooLarge ? 'ASMX1032' : 'ASMX1030',
    reason: message,
    severe: tooLarge,
  };
}

/**
 * Finds the entry of a contract, which the user named and may be anywhere.
 *
 * @returns as {@link locateImport}
 */
function locateEntry(locator: Locator, path: string): Located | Failure | undefined {
  if (isRemote(path)) {
    const host = hostOf(path);
    if (isAllowed(locator, path)) return locateRemote(locator, path);
    return { kind: 'failure', code: 'ASMX1030', reason: `host '${host}' is not allowed` };
  }
  const found = locator.local.findEntry(path);
  if (found !== undefined) return fromLocal(found);
  return { kind: 'failure', code: 'ASMX1030', reason: 'there is no such file' };
}

/** Bytes of a remote document from an allowed host, if it has been fetched. */
function locateRemote({ remote }: Locator, url: string): Located | Failure | undefined {
  const known = remote.known.get(url);
  if (known === undefined) {
    remote.needed.add(url);
    return undefined;
  }
  if (known.bytes === undefined) {
    return { kind: 'failure', code: 'ASMX1030', reason: known.reason, help: known.help, url };
  }
  remote.read.add(url);
  return { kind: 'located', path: url, bytes: known.bytes };
}

/** Whether documents of the host of a URL may be fetched. */
function isAllowed({ options }: Pick<Locator, 'options'>, url: string): boolean {
  return isAllowedHost(options, hostOf(url));
}

function hostOf(url: string): string {
  return new URL(url).host.toLowerCase();
}

/**
 * A file in the folder of a local document, with the name at the end of a location: copies of
 * contracts keep the original addresses.
 */
function beside(local: LocalFiles, base: string, location: string): ReadFile | undefined {
  if (isRemote(base)) return undefined;
  const folder = base.replaceAll('\\', '/').replace(/[^/]*$/, '');
  for (const name of namesIn(location)) {
    const found = local.find(folder + name);
    if (found?.kind === 'read') return found;
  }
  return undefined;
}

/**
 * Possible file names of a document, from the end of its address: `types.xsd`, or `xsd0.xsd` for
 * `Service.svc?xsd=xsd0`.
 */
function namesIn(location: string): readonly string[] {
  const [path = '', query = ''] = location.replace(/#.*$/, '').split('?', 2);
  const asked = /(?:^|&)(xsd|wsdl)=([\w.-]+)/i.exec(query);
  if (asked !== null) {
    const [, kind = '', name = ''] = asked;
    return [`${name}.${kind.toLowerCase()}`, name];
  }
  const name = path.replaceAll('\\', '/').replace(/^.*[/:]/, '');
  if (name === '' || name === '.' || name === '..') return [];
  // `Service.asmx?wsdl` is saved as `Service.wsdl`
  return /^wsdl$/i.test(query) ? [name.replace(/\.\w+$/, '.wsdl'), name] : [name];
}

/** A local file that exists. */
type LocalFile =
  | { readonly kind: 'read'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'unreadable'; readonly path: string; readonly error: UnreadableFile }
  | { readonly kind: 'outside'; readonly path: string; readonly folder: string };

/**
 * Maximum number of paths, differing in letter case, that are followed at once. Steps such as
 * `a/../a` multiply them.
 */
const mostAlike = 16;

/** The local files of one contract, read through a host. */
export class LocalFiles {
  readonly #host: Host;
  readonly #limits: ReadLimits;
  /** Folder outside which no file is read: as given, and with symbolic links resolved. */
  readonly #confine: { readonly given: string; readonly real: string } | undefined;
  readonly #files = new Map<string, LocalFile | undefined>();
  readonly #folders = new Map<string, ReadonlyMap<string, readonly string[]>>();

  constructor(host: Host, limits: ReadLimits, confine: string | undefined) {
    this.#host = host;
    this.#limits = limits;
    this.#confine =
      confine === undefined ? undefined : { given: confine, real: this.#realPath(confine) };
  }

  /**
   * The file that a user named. It may be outside the folder that imports are confined to, unless
   * its path leads into the folder and a symbolic link out of it.
   */
  findEntry(path: string): LocalFile | undefined {
    const other = decodedPath(path);
    return this.#read(path, true) ?? (other === path ? undefined : this.#read(other, true));
  }

  /**
   * A file by its path, or by its path with escapes such as `%20` decoded; `undefined` if there is
   * none.
   */
  find(path: string): LocalFile | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    const other = decodedPath(path);
    const found = this.#read(path) ?? (other === path ? undefined : this.#read(other));
    this.#files.set(path, found);
    return found;
  }

  /**
   * Path of the one file whose path differs only in letter case, which documents from Windows often
   * get wrong. `undefined` if there is none, or more than one.
   */
  findByLetters(path: string): string | undefined {
    let found: readonly string[] = [''];
    const steps = decodedPath(path).split('/');
    for (const [index, step] of steps.entries()) {
      if (found.length > mostAlike) return undefined;
      const end = index === steps.length - 1 ? '' : '/';
      found =
        step === '' || step === '.' || step === '..'
          ? found.map((before) => `${before}${step}/`)
          : found.flatMap((before) =>
              (this.#namesIn(before).get(step.toLowerCase()) ?? []).map(
                (name) => `${before}${name}${end}`,
              ),
            );
    }
    const [one, ...more] = found;
    return more.length > 0 ? undefined : one;
  }

  #realPath(path: string): string {
    return this.#host.realPath?.(path) ?? withoutDots(path);
  }

  #read(path: string, named = false): LocalFile | undefined {
    if (this.#confine !== undefined && !this.#isInside(path)) {
      const leadsOut = foldersOf(path).some((one) => this.#isInside(one));
      if (!named || leadsOut) return { kind: 'outside', path, folder: this.#confine.given };
    }
    try {
      const bytes = this.#host.readFile(path, this.#limits.fileBytes);
      return bytes === undefined ? undefined : { kind: 'read', path, bytes };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return { kind: 'unreadable', path, error };
    }
  }

  #isInside(path: string): boolean {
    return isInside(this.#realPath(path), this.#confine?.real ?? '');
  }

  /** Names in a folder by their lower-case form. */
  #namesIn(path: string): ReadonlyMap<string, readonly string[]> {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const names = new Map<string, string[]>();
    for (const name of this.#host.listFolder?.(path) ?? []) {
      const lower = name.toLowerCase();
      const alike = names.get(lower);
      if (alike === undefined) names.set(lower, [name]);
      else alike.push(name);
    }
    this.#folders.set(path, names);
    return names;
  }
}

/** A path with escapes such as `%20` decoded, unless they are malformed. */
export function decodedPath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether a path is a folder or inside it. */
function isInside(path: string, folder: string): boolean {
  const [inner, outer] = [path, folder].map((one) => one.replaceAll('\\', '/'));
  if (inner === undefined || outer === undefined) return false;
  if (outer === '') return !/^(?:\/|\.\.(?:\/|$))/.test(inner);
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** The folders along a path. A file in one of them is in it by name, whatever symbolic links do. */
function foldersOf(path: string): readonly string[] {
  const steps = withoutDots(path).split('/');
  const absolute = steps[0] === '';
  const up = absolute
    ? 1
    : Math.max(
        0,
        steps.findIndex((step) => step !== '..'),
      );
  const folders: string[] = [];
  for (let count = up; count < steps.length; count += 1) {
    folders.push(steps.slice(0, count).join('/') || (absolute ? '/' : '.'));
  }
  return folders;
}

/** A path with `.` and `..` resolved as far as possible. */
function withoutDots(path: string): string {
  const steps: string[] = [];
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '.' || (step === '' && steps.length > 0)) continue;
    const last = steps[steps.length - 1];
    if (step === '..' && last !== undefined && last !== '..' && last !== '') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}

/** A remote document, or why there is none. */
export type RemoteFile =
  | {
      readonly bytes: Uint8Array;
      /** Where it is, after redirects: what its own locations are relative to. */
      readonly url: string;
    }
  | {
      readonly bytes?: undefined;
      /** A clause. */
      readonly reason: string;
      readonly help?: string | undefined;
    };

/** Remote documents fetched so far, and those still needed. */
export interface RemoteFiles {
  /** Documents by the URL that was requested. */
  readonly known: ReadonlyMap<string, RemoteFile>;
  readonly needed: Set<string>;
  /** Documents that imports referred to. */
  readonly read: Set<string>;
}

/** What the locations in a document are relative to: its path, or where redirects led. */
function baseOf(path: string, { known }: Pick<RemoteFiles, 'known'>): string {
  const found = known.get(path);
  return found?.bytes === undefined ? path : found.url;
}

/** Whether documents of a host, in lower case, may be fetched. */
function isAllowedHost({ allowHosts }: ReadOptions, host: string): boolean {
  return allowHosts?.some((one) => one.toLowerCase() === host) === true;
}

/**
 * URLs on allowed hosts that a remote document, requested by its URL, imports or includes. None if
 * the document has changed since it was locked, is too large, or is neither WSDL nor XML Schema;
 * that is reported when it is read.
 */
function linkedFrom(
  url: string,
  { bytes, url: base }: { readonly bytes: Uint8Array; readonly url: string },
  options: ReadOptions,
): readonly string[] {
  if (bytes.length > (options.limits?.fileBytes ?? defaultReadLimits.fileBytes)) return [];
  const locked = options.lock?.imports.get(url);
  if (locked !== undefined && locked !== hashOf(bytes)) return [];
  const { text, error } = decodeDocument(bytes);
  if (error !== undefined || foreignKind(bytes, text) !== undefined) return [];
  const root = parseXmlTree({ path: url, text }, createDiagnosticBag());
  return root === undefined ? [] : linksIn(root).flatMap((one) => allowedUrl(base, one, options));
}

function allowedUrl(base: string, location: string, options: ReadOptions): readonly string[] {
  const found = location === '' ? undefined : resolveLocation(base, location);
  const mapped = found && mappedTo(options, location, found);
  if (mapped !== undefined) return isRemote(mapped) ? [new URL(mapped).href] : [];
  if (found?.kind !== 'remote') return [];
  return isAllowedHost(options, new URL(found.url).host.toLowerCase()) ? [found.url] : [];
}

/** Locations in a WSDL, in the schemas inside it, or in a schema. */
function linksIn(root: TreeElement): readonly string[] {
  if (root.namespace === namespaces.xsd) return schemaLinks(root);
  return root.children.flatMap((child) => {
    if (child.namespace !== namespaces.wsdl) return [];
    if (child.local === 'import') return locationOf(child, 'location');
    return child.local === 'types' ? child.children.flatMap(schemaLinks) : [];
  });
}

function schemaLinks(schema: TreeElement): readonly string[] {
  if (schema.namespace !== namespaces.xsd || schema.local !== 'schema') return [];
  return schema.children.flatMap((child) =>
    child.namespace === namespaces.xsd && /^(import|include|redefine)$/.test(child.local)
      ? locationOf(child, 'schemaLocation')
      : [],
  );
}

function locationOf(element: TreeElement, attribute: string): readonly string[] {
  return [attributeValue(element, attribute)?.trim() ?? ''];
}

/**
 * Where the import map says a location is. A rule for the whole location goes before the longest
 * prefix, and that before the longest suffix; of equal ones, the first counts.
 */
function mapLocation({ imports = [] }: ReadOptions, location: string): string | undefined {
  let best: ImportRule | undefined;
  for (const rule of imports) {
    if (fits(rule, location) && (best === undefined || isCloser(rule, best))) best = rule;
  }
  if (best === undefined) return undefined;
  const isPrefix = (best.match ?? 'prefix') === 'prefix';
  return isPrefix ? best.to + location.slice(best.from.length) : best.to;
}

/** Where the import map says a location is, as it is written or as the URL that it means. */
function mappedTo(
  options: ReadOptions,
  location: string,
  direct: ImportTarget,
): string | undefined {
  const mapped = mapLocation(options, location);
  return mapped ?? (direct.kind === 'remote' ? mapLocation(options, direct.url) : undefined);
}

/** Whether a rule names exactly this text. */
function isMapped({ imports = [] }: ReadOptions, text: string): boolean {
  return imports.some(({ from, match }) => from === text && match !== 'suffix');
}

function fits({ from, match = 'prefix' }: ImportRule, location: string): boolean {
  if (match === 'exact') return location === from;
  return match === 'prefix' ? location.startsWith(from) : location.endsWith(from);
}

const ranks = { exact: 2, prefix: 1, suffix: 0 } as const;

function isCloser(rule: ImportRule, best: ImportRule): boolean {
  const [rank, other] = [rule, best].map(({ match = 'prefix' }) => ranks[match]);
  if (rank !== other) return (rank ?? 0) > (other ?? 0);
  return rule.from.length > best.from.length;
}

/** What to add to the configuration for a location that cannot be followed. */
function importLine(location: string): string {
  const from = prefixOf(location);
  const to = from === location ? `FOLDER/${location.replace(/^.*[\\/]/, '')}` : 'FOLDER/';
  return `"imports": { ${JSON.stringify(from)}: ${JSON.stringify(to)} }`;
}

/** The part that locations of the same origin share: a scheme, or all but the file's name. */
function prefixOf(location: string): string {
  const scheme = /^[a-z][a-z0-9+.-]+:(?!\/)/i.exec(location)?.[0];
  if (scheme !== undefined) return scheme;
  return /^(?:[a-z][a-z0-9+.-]+:\/\/)?[^?#]*[\\/]/i.exec(location)?.[0] ?? location;
}

/** An attribute with the location of a document. */
export interface ImportLink {
  readonly element: TreeElement;
  readonly attribute: 'location' | 'schemaLocation' | 'namespace';
  /** Namespace whose names the document should declare. */
  readonly namespace: string;
  /** Whether there is a substitute, so that an unreadable document is not reported. */
  readonly substitute?: boolean | undefined;
  /**
   * Whether it leads from a device to the description of a service. Copies of both lie side by
   * side, whatever the path on the device, so that finding it there is no guess.
   */
  readonly toService?: boolean | undefined;
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
    if (found.guess !== undefined && link.toService !== true) {
      this.#sink.report({ code: 'ASMX1030', severity: 'warning', ...found.guess, span });
    }
    const depth = (this.#depths.get(base) ?? 0) + 1;
    let tree = this.#trees.get(found.path);
    if (tree === undefined) {
      if (depth > this.#limits.depth) {
        this.#documents.refuse(`Imports are nested deeper than ${this.#limits.depth}`, span);
        tree = '';
      } else tree = this.#read(found, span, link.toService);
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
  #read({ path, bytes }: Located, span: Span, toService = false): TreeElement | string {
    if (!this.#lockHolds(path, bytes, span)) return '';
    const decoded = this.#documents.decode(path, bytes, span);
    if (decoded === undefined) return '';
    const foreign = toService ? undefined : foreignKind(bytes, decoded.text);
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
  const found = treeAttribute(element, attribute);
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

const mostRedirects = 5;

/**
 * Fetches documents into `known`, by the URLs requested, and all documents on allowed hosts that
 * they import, so that a chain of imports is not read again for each of them.
 */
export async function fetchNeeded(
  needed: ReadonlySet<string>,
  host: Host,
  options: ReadOptions,
  known: Map<string, RemoteFile>,
): Promise<void> {
  const limits = { ...defaultReadLimits, ...options.limits };
  let open = [...needed];
  for (let depth = 0; open.length > 0 && depth < limits.depth; depth += 1) {
    const next = new Set<string>();
    for (const url of open) {
      const tooMany = known.size >= limits.files;
      const found = tooMany ? { reason: 'there are too many' } : await fetchOne(url, host, options);
      known.set(url, found);
      if (found.bytes === undefined) continue;
      for (const one of linkedFrom(url, found, options)) if (!known.has(one)) next.add(one);
    }
    open = known.size >= limits.files ? [] : [...next];
  }
}

async function fetchOne(first: string, host: Host, options: ReadOptions): Promise<RemoteFile> {
  if (host.fetch === undefined) return { reason: 'there is no way to fetch it' };
  let url = first;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    try {
      const answer = await host.fetch(url);
      const { status, location } = answer;
      if (status < 300 || status >= 400 || location === undefined) return remoteFile(url, answer);
      const next = redirected(url, location, options);
      if (typeof next !== 'string') return next;
      url = next;
    } catch (error) {
      const help = error instanceof FetchError ? error.help : undefined;
      return { reason: error instanceof Error ? error.message : 'it could not be fetched', help };
    }
  }
  return { reason: `it was redirected more than ${mostRedirects} times` };
}

/** Characters of `WWW-Authenticate` that an error shows. */
const mostAsked = 200;

function remoteFile(url: string, { status, body, ...answer }: FetchedFile): RemoteFile {
  if (status === 200) return { bytes: body, url };
  const { authenticate = '', help } = answer;
  // a challenge of NTLM says nothing to people
  const asked = authenticate
    .replace(/\b(NTLM|Negotiate)\s+[\w+/]{16,}=*/gi, '$1')
    .slice(0, mostAsked);
  const schemes = asked === '' ? '' : ` (WWW-Authenticate: ${asked})`;
  return { reason: `the server answered with status ${status}${schemes}`, help };
}

/**
 * The target of a redirect: on an allowed host, and never from https to http. Credentials in a URL
 * are only sent to its host.
 *
 * @returns why it is not followed, if it is not
 */
function redirected(from: string, location: string, options: ReadOptions): string | RemoteFile {
  const source = new URL(from);
  const target = new URL(location, source);
  const host = target.host.toLowerCase();
  if (
    !/^https?:$/.test(target.protocol) ||
    (source.protocol === 'https:' && target.protocol === 'http:')
  ) {
    return { reason: `it was redirected to '${target.protocol}'` };
  }
  if (!isAllowedHost(options, host)) {
    const reason = `it was redirected to host '${host}', which is not allowed`;
    return { reason, help: `Run with --allow-host ${host}` };
  }
  if (host !== source.host.toLowerCase()) {
    target.username = '';
    target.password = '';
  }
  target.hash = '';
  return target.href;
}
