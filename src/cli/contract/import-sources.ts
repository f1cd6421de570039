import { isAbsolute, resolve } from 'node:path';
import type { ImportSource } from '../../config/config.ts';
import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { readCatalog } from '../../read/catalog.ts';
import type { Host, ImportRule } from '../../read/host.ts';
import { isRemote } from '../../read/resolve-location.ts';
import { wrongValue } from '../program/option-values.ts';
import { shownPath } from '../terminal/shown-path.ts';

/**
 * Reads `--map`: `FROM=TO`, or the path of a catalog. An address may have a `=` of its own.
 *
 * @throws {CliError} one side of the `=` is empty
 */
export function readMap(text: string): ImportSource {
  if (!text.includes('=')) return { catalog: text };
  const url = /^(.*?)=(https?:\/\/.*)$/i.exec(text);
  const at = url?.[1] === undefined ? text.lastIndexOf('=') : url[1].length;
  const [from, to] = [text.slice(0, at), text.slice(at + 1)];
  if (from !== '' && to !== '') return { from, to };
  throw wrongValue('--map', text, 'Write --map FROM=TO, or --map CATALOG.');
}

/** A part of an import map with paths from here, instead of from a folder. */
export function importsIn(folder: string, source: ImportSource): ImportSource {
  const here = (path: string): string => {
    if (isRemote(path) || isAbsolute(path)) return path;
    const shown = shownPath(resolve(folder, path));
    return path.endsWith('/') ? `${shown}/` : shown;
  };
  if ('catalog' in source) return { catalog: here(source.catalog) };
  return { from: source.from, to: here(source.to) };
}

/** An import map, and the hosts that may be asked with it. */
export interface ImportMap {
  readonly imports: readonly ImportRule[];
  readonly allowHosts: readonly string[];
}

/** The import map of a run, and the hosts that it allows besides given ones. */
export function importMap(
  sources: readonly ImportSource[],
  allowHosts: readonly string[],
  { host, sink }: { readonly host: Host; readonly sink: DiagnosticSink },
): ImportMap {
  const imports = sources.flatMap((one) =>
    'catalog' in one ? readCatalog(one.catalog, host, sink) : [one],
  );
  // whoever names a host allows it
  const hosts = imports.flatMap(({ to }) =>
    isRemote(to) && URL.canParse(to) ? [new URL(to).host] : [],
  );
  return { imports, allowHosts: [...allowHosts, ...hosts] };
}
