import { posix, relative, resolve } from 'node:path';
import { withoutDevice } from '../../plan/views/file-names.ts';
import type { LockedCopy } from '../../read/host.ts';
import { hashOf } from '../../read/import-lock.ts';
import { isRemote } from '../../read/resolve-location.ts';
import { withoutExtension } from '../../read/text/without-extension.ts';
import type { Download } from '../contract/download.ts';
import { type PlannedFile, specsFolder } from './planned-files.ts';
import { rewriteLocations } from './rewrite-locations.ts';

/** A downloaded document, and the path of its copy. */
export interface LaidOut extends PlannedFile {
  readonly url: string;
  /** SHA-256 of the document as downloaded. */
  readonly sha256: string;
  readonly copy: LockedCopy;
}

/**
 * Lays out downloaded documents below `specs/`: the entry as `<name>.wsdl` or `.xsd`, its imports
 * in the folder `<name>`, with their locations changed to those of copies.
 *
 * @param entry URL of the contract among them; none if the contract is a local file
 */
export function layOut(
  { documents, links }: Pick<Download, 'documents' | 'links'>,
  name: string,
  entry: string | undefined,
): readonly LaidOut[] {
  const places = placesOf(documents, name, entry);
  return [...documents].map(([url, bytes]) => {
    const file = places.get(url) ?? '';
    const data = rewriteLocations(url, bytes, (location) => {
      const target = links.get(url)?.get(location);
      if (target === undefined) return undefined;
      const place = places.get(target) ?? outsideSpecs(target);
      return place === undefined ? target : posix.relative(posix.dirname(file), place);
    });
    const copy: LockedCopy = { file, sha256: hashOf(data), entry: url === entry };
    return { path: `${specsFolder}/${file}`, data, url, sha256: hashOf(bytes), copy };
  });
}

/** Path of a local document, from the folder of contracts; `undefined` for a URL. */
function outsideSpecs(target: string): string | undefined {
  if (isRemote(target)) return undefined;
  return relative(resolve(specsFolder), resolve(target)).replaceAll('\\', '/');
}

/** Paths of the copies of documents, from the folder of contracts. */
export function placesOf(
  documents: ReadonlyMap<string, Uint8Array>,
  name: string,
  entry: string | undefined,
): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const taken = new Set<string>();
  for (const [url, bytes] of documents) {
    const extension = extensionOf(bytes);
    if (url === entry) {
      places.set(url, `${name}.${extension}`);
      continue;
    }
    const stem = stemOf(url);
    let free = stem;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${stem}-${count}`;
    taken.add(free.toLowerCase());
    places.set(url, `${name}/${free}.${extension}`);
  }
  return places;
}

/** The extension for a document, by its root element. */
function extensionOf(bytes: Uint8Array): 'xsd' | 'wsdl' {
  const start = Buffer.from(bytes.subarray(0, 10_000)).toString('latin1');
  const [, root] = /<(?:\w+:)?([A-Za-z]\w*)/.exec(start.replace(/<!--[\s\S]*?-->/g, '')) ?? [];
  return root === 'schema' ? 'xsd' : 'wsdl';
}

/**
 * A file name for a URL, with letters, digits, `_`, `-` and dots, which every file system accepts.
 */
export function stemOf(url: string): string {
  const { pathname, search } = new URL(url);
  const last = pathname.split('/').findLast((one) => one !== '') ?? '';
  const stem = withoutExtension(last);
  const query = search.replace(/^\?(wsdl|singleWsdl)$/i, '');
  const name = `${stem}${query}`.replace(/%[0-9A-F]{2}|[^A-Za-z0-9_.-]+/gi, '-');
  const plain = name.replace(/^[-.]+|[-.]+$/g, '').slice(0, 100);
  if (plain === '') return 'service';
  return withoutDevice(plain);
}
