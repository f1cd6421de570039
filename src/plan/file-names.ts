/** A name in words of lower case with hyphens between, letters, digits, `_` and `-` alone: `StudentInformation` is `student-information`. */
export function kebabName(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
}

/** Names Windows keeps for devices. */
const deviceName = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/**
 * Names for files that are called after services, unique where letter case does not count and usable on every system: a name that is
 * not gets `_` appended until it is. Earlier ones keep their names.
 */
export function planFileNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const files = new Map<string, string>();
  for (const name of names) {
    let file = deviceName.test(name.split('.')[0] ?? '') ? `_${name}` : name;
    while (taken.has(file.normalize('NFC').toLowerCase())) file += '_';
    taken.add(file.normalize('NFC').toLowerCase());
    files.set(name, file);
  }
  return files;
}
