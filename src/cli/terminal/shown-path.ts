import { relative } from 'node:path';
import { isRemote } from '../../read/resolve-location.ts';

/**
 * A path as people see it: relative to the working directory unless it lies far from it, with `/`.
 * A URL stays as it is.
 */
export function shownPath(absolute: string): string {
  if (isRemote(absolute)) return absolute;
  const near = relative(process.cwd(), absolute).replaceAll('\\', '/');
  return near.startsWith('../../') || near === '' ? absolute : near;
}

/** A path relative to the working directory, with `/`, however far it lies. */
export function pathFromHere(path: string): string {
  return relative(process.cwd(), path).replaceAll('\\', '/');
}
