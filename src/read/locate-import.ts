import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { ReadOptions } from './host.ts';
import { importLine, mappedTo } from './import-map.ts';
import { isAllowedHost } from './linked-documents.ts';
import type { LocalFile, LocalFiles } from './local-files.ts';
import { baseOf, type RemoteFiles } from './remote-files.ts';
import { isRemote, type Location, resolveLocation } from './resolve-location.ts';

/** Why a document is not available. */
export interface Failure {
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
export interface Located {
  readonly kind: 'located';
  /** Path or URL. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** If the path is a guess instead of the location itself: the warning, and what to do. */
  readonly guess?: { readonly message: string; readonly help: string } | undefined;
}

/** The context for locating documents. */
export interface Locator {
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
export function locateImport(
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

function notFound(direct: Location, location: string): Failure {
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
export function locateEntry(locator: Locator, path: string): Located | Failure | undefined {
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
