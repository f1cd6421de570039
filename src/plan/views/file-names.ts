import { shortHash } from '../../names/names.ts';

/**
 * Bytes of a name in UTF-8 from which on it is cut: file systems take 255, of which endings and
 * temporary names need some.
 */
const longestName = 120;

/**
 * A name that is too long for a file, cut, with letters that depend on all of it; any other as it
 * is.
 */
export function shortFileName(name: string): string {
  if (name.length * 3 <= longestName) return name;
  const encoder = new TextEncoder();
  if (encoder.encode(name).length <= longestName) return name;
  const { read } = encoder.encodeInto(name, new Uint8Array(longestName - 20));
  return `${name.slice(0, read)}-${shortHash(name).toLowerCase()}`;
}

/**
 * A name in words of lower case with hyphens between, letters, digits, `_` and `-` alone:
 * `GenerationPlan` is `generation-plan`. One that is too long for a file is cut.
 */
export function kebabName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  return shortFileName(words);
}

/** Names Windows keeps for devices. */
const deviceName = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/**
 * Names for files that are called after services, of usual length, unique where letter case does
 * not count and usable on every system: a name that is not gets `_` appended until it is. Earlier
 * ones keep their names.
 */
export function planFileNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const files = new Map<string, string>();
  for (const name of names) {
    const short = shortFileName(name);
    let file = deviceName.test(short.split('.')[0] ?? '') ? `_${short}` : short;
    while (taken.has(file.normalize('NFC').toLowerCase())) file += '_';
    taken.add(file.normalize('NFC').toLowerCase());
    files.set(name, file);
  }
  return files;
}
