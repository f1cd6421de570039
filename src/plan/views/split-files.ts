import { namespaceWord, shortHash } from '../names.ts';

/** A declaration that can stand in one file or another. */
export interface Movable {
  readonly name: string;
  readonly text: string;
  readonly namespace: string;
}

/** Lines above which a file is split, so that editors stay quick. */
const maxLines = 15_000;

/** One of several files a large output is split into. */
export interface FilePart<T> {
  /** What stands behind `types-` or `codecs-` in its name. */
  readonly suffix: string;
  readonly items: readonly T[];
}

function linesOf(items: readonly Movable[]): number {
  let lines = 0;
  for (const { text } of items) {
    lines += 2;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  }
  return lines;
}

/** `SchoolTypes` as `school-types`. */
function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();
}

/**
 * Splits declarations over files by namespace, and a namespace that is too large over 2, 4, 8 … files by a hash of the name: which file
 * something is in depends on its own name and namespace, and on how large its namespace is, alone.
 *
 * @returns `undefined` when one file is enough
 */
export function splitFiles<T extends Movable>(
  items: readonly T[],
): readonly FilePart<T>[] | undefined {
  if (linesOf(items) <= maxLines) return undefined;
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(item.namespace);
    if (group === undefined) groups.set(item.namespace, [item]);
    else group.push(item);
  }
  const words = new Map<string, number>();
  for (const namespace of groups.keys()) {
    const word = kebab(namespaceWord(namespace));
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return [...groups].flatMap(([namespace, group]) => {
    const word = kebab(namespaceWord(namespace));
    const name = words.get(word) === 1 ? word : `${word}-${shortHash(namespace).toLowerCase()}`;
    return buckets(group, name);
  });
}

function buckets<T extends Movable>(group: readonly T[], name: string): readonly FilePart<T>[] {
  const lines = linesOf(group);
  let count = 1;
  // buckets are not quite even
  while (lines / count > maxLines * 0.8 && (count > 1 || lines > maxLines)) count *= 2;
  if (count === 1) return [{ suffix: name, items: group }];
  const parts = Array.from({ length: count }, (): T[] => []);
  for (const item of group) parts[bucketOf(item.name, count)]?.push(item);
  return parts.map((items, index) => ({ suffix: `${name}-${index + 1}`, items }));
}

/** A number below `count` that depends on the name alone (FNV-1a). */
function bucketOf(name: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % count;
}
