/** The target of an import. */
export type Location =
  | { readonly kind: 'local'; readonly path: string }
  | { readonly kind: 'remote'; readonly url: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** Whether a path names a remote document. */
export function isRemote(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/**
 * Resolves the location of an import relative to its document. Local documents refer to others only
 * by relative paths, remote ones only over http(s).
 */
export function resolveLocation(base: string, location: string): Location {
  if (/^[a-z][a-z0-9+.-]+:/i.test(location) || isRemote(base)) {
    let url: URL;
    try {
      url = isRemote(base) ? new URL(location, base) : new URL(location);
    } catch {
      return { kind: 'refused', reason: 'it is not a URL' };
    }
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      return { kind: 'refused', reason: 'only http and https can be followed' };
    }
    url.hash = '';
    return { kind: 'remote', url: url.href };
  }
  const path = location.replaceAll('\\', '/').replace(/#.*$/, '');
  if (path === '') return { kind: 'refused', reason: 'it names no file' };
  if (path.startsWith('/')) return { kind: 'refused', reason: 'local imports must be relative' };
  return { kind: 'local', path: joinPath(base, path) || '.' };
}

/** A relative path from the folder of another file, with `.` and `..` resolved. */
export function joinPath(base: string, path: string): string {
  const normal = base.replaceAll('\\', '/');
  const steps = normal.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    const last = steps[steps.length - 1];
    if (step === '.' || step === '') continue;
    if (step !== '..' || last === undefined || last === '..') steps.push(step);
    else if (last !== '') steps.pop();
  }
  return steps.join('/');
}
