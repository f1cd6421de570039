/** Names that Windows reserves for devices, with or without an extension. */
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;
/** Characters that some file system refuses in a name, including control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const refusedCharacter = /[\u0000-\u001f<>:"|?*\\]/;

/** Length of a name: file systems allow 255 bytes, some of which are for temporary names. */
const longestName = 230;

/**
 * Why a relative path must not be written or removed inside an output folder; `undefined` if it
 * may: it must stay inside, and be a valid file name on every system.
 */
export function pathProblem(path: string): string | undefined {
  if (path === '' || path.startsWith('/')) return 'is not relative';
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.' || segment === '..') return 'leaves the output folder';
    if (refusedCharacter.test(segment)) return 'holds a character some systems refuse';
    if (/[. ]$/.test(segment)) return 'ends in a point or space, which Windows drops';
    if (segment.length > longestName) return 'has a name longer than some systems allow';
    if (deviceName.test(segment)) return 'is the name of a device on Windows';
  }
  return undefined;
}

/** Pairs of paths that are the same file if letter case does not matter. */
export function caseClashes(paths: readonly string[]): readonly (readonly [string, string])[] {
  const seen = new Map<string, string>();
  const clashes: (readonly [string, string])[] = [];
  for (const path of paths) {
    const key = path.normalize('NFC').toLowerCase();
    const other = seen.get(key);
    if (other === undefined) seen.set(key, path);
    else clashes.push([other, path]);
  }
  return clashes;
}
