import { relative } from 'node:path';
import { isRemote } from '../../read/resolve-location.ts';

/**
 * A path for display: relative to the working directory unless it is far away, with `/`. A URL
 * stays unchanged.
 */
export function shownPath(absolute: string): string {
  if (isRemote(absolute)) return absolute;
  const near = relative(process.cwd(), absolute).replaceAll('\\', '/');
  return near.startsWith('../../') || near === '' ? absolute : near;
}

/** A path relative to the working directory, with `/`, even if it is far away. */
export function pathFromHere(path: string): string {
  return relative(process.cwd(), path).replaceAll('\\', '/');
}
