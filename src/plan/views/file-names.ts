import { shortHash } from '../../names/names.ts';

/**
 * Names with more bytes in UTF-8 are cut. File systems allow 255, some of which are for extensions
 * and temporary names.
 */
const longestName = 120;

/**
 * A name that is too long for a file is cut, and gets letters that depend on all of it. Others stay
 * unchanged.
 */
export function shortFileName(name: string): string {
  if (name.length * 3 <= longestName) return name;
  const encoder = new TextEncoder();
  if (encoder.encode(name).length <= longestName) return name;
  const { read } = encoder.encodeInto(name, new Uint8Array(longestName - 20));
  return `${name.slice(0, read)}-${shortHash(name).toLowerCase()}`;
}

/**
 * A name as lower-case words with hyphens, with only letters, digits, `_` and `-`: `GenerationPlan`
 * becomes `generation-plan`. A name that is too long for a file is cut, one that Windows takes for
 * a device gets `_` before it.
 */
export function kebabName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  return withoutDevice(shortFileName(words));
}

/** Names that Windows reserves for devices, whatever follows the first point. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** A name with `_` before it if Windows takes it for a device. */
export function withoutDevice(name: string): string {
  return deviceName.test(name) ? `_${name}` : name;
}

/**
 * Names for files that are named after services: of normal length, unique regardless of letter
 * case, visible, and valid on every system. A name that is not gets `_` appended until it is.
 * Earlier ones keep their names.
 */
export function planFileNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const files = new Map<string, string>();
  for (const name of names) {
    // letters without width, which names of XML may have, would make two names look the same
    let file = withoutDevice(shortFileName(name.replace(/\p{Cf}/gu, '')));
    while (taken.has(file.normalize('NFC').toLowerCase())) file += '_';
    taken.add(file.normalize('NFC').toLowerCase());
    files.set(name, file);
  }
  return files;
}
