import { namespaceWord, shortHash } from '../../names/names.ts';
import { kebabName, shortFileName } from './file-names.ts';

/** How to divide the items of a large output. */
export interface SplitBy<T> {
  /** Items kept together as far as size allows, such as those of a namespace. */
  readonly group: (item: T) => string;
  /** Words for a group in a file name: lower case, with hyphens between. */
  readonly word: (group: string) => string;
  /** Unique within the group. Decides the file if a group has several. */
  readonly name: (item: T) => string;
  /** Number of its lines, including its imports. */
  readonly lines: (item: T) => number;
  /** Whether a group stays in one file, whatever its size. */
  readonly whole?: (group: string) => boolean;
}

/** Files with more lines are split, so that editors stay fast. */
const maxLines = 15_000;

/** One of several files of a large output. */
export interface FilePart<T> {
  /** The part of its name after `types-` or `descriptions-`. */
  readonly suffix: string;
  readonly group: string;
  /** From 1, if its group has several files. */
  readonly number: number | undefined;
  readonly items: readonly T[];
}

/** Number of lines of a text, and the empty one before it. */
export function linesOf(text: string): number {
  let lines = 2;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Words of a name in lower case with hyphens between: `school-types`. */
function kebab(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').replace(/[^A-Za-z0-9]+/g, '-');
  return shortFileName(words.toLowerCase());
}

/** Word of a service or of an interface. */
export function serviceWord(name: string): string {
  return kebabName(name) || 'service';
}

/** A declaration, which may be in any file. */
export interface Movable {
  readonly name: string;
  readonly namespace: string;
  /** What decides its file, if not its own name. */
  readonly subject?: string | undefined;
}

/** The group of declarations that others use when they are loaded. No namespace is this. */
const usedAtOnce = 'used at once';

/**
 * Divides declarations by namespace, and keeps those of one type or operation together.
 *
 * @param isUsedAtOnce tells what others use as soon as they are loaded. All of it is in one file,
 * which uses no other: files that use each other may be loaded in any order
 */
export function splitByNamespace<T extends Movable>(
  items: readonly T[],
  lines: (item: T) => number,
  isUsedAtOnce: (item: T) => boolean = () => false,
): readonly FilePart<T>[] | undefined {
  return splitGroups<T>(items, {
    group: (item) => (isUsedAtOnce(item) ? usedAtOnce : item.namespace),
    word: (group) => (group === usedAtOnce ? 'simple-types' : kebab(namespaceWord(group))),
    name: ({ name, subject }) => subject ?? subjectOf(name),
    whole: (group) => group === usedAtOnce,
    lines,
  });
}

/** The operation or type that codecs and types belong to. Their names add a verb or a role. */
function subjectOf(name: string): string {
  return name
    .replace(/^[a-z]+(?=[A-Z_])/, '')
    .replace(/\$.*/, '')
    .replace(role, '');
}

/** Suffixes of names derived from the name of an operation or a type. */
const role = /(?:Request|Response|Input|Output|Result|Form|Record)$/;

/**
 * Divides the content of a file by group, and a group that is too large into 2, 4, 8 … files by a
 * hash of the name. So the file of an item depends only on its own name, its group and the size of
 * that.
 *
 * @returns `undefined` if one file is enough
 */
export function splitGroups<T>(
  items: readonly T[],
  by: SplitBy<T>,
): readonly FilePart<T>[] | undefined {
  const lines = items.map(by.lines);
  if (sumOf(lines) <= maxLines) return undefined;
  const groups = new Map<string, { readonly items: T[]; lines: number }>();
  items.forEach((item, index) => {
    const name = by.group(item);
    const group = groups.get(name) ?? { items: [], lines: 0 };
    groups.set(name, group);
    group.items.push(item);
    group.lines += lines[index] ?? 0;
  });
  const words = new Map<string, number>();
  for (const group of groups.keys()) {
    const word = by.word(group);
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return [...groups].flatMap(([group, members]) => {
    const suffix = suffixOf(group, by.word(group), words);
    const isWhole = by.whole?.(group) === true;
    const files = isWhole ? [members.items] : buckets(members.items, members.lines, by);
    return files.flatMap((list, index): readonly FilePart<T>[] => {
      if (files.length === 1) return [{ suffix, group, number: undefined, items: list }];
      // a file without a declaration would not be a module
      if (list.length === 0) return [];
      return [{ suffix: `${suffix}-${index + 1}`, group, number: index + 1, items: list }];
    });
  });
}

/**
 * The word of a group. Gets letters of its own if another group has the same word, or if it looks
 * like one of several files.
 */
function suffixOf(group: string, word: string, words: ReadonlyMap<string, number>): string {
  if (words.get(word) === 1 && !/-\d+$/.test(word)) return word;
  const letters = shortHash(group).toLowerCase();
  let suffix = `${word}-${letters}`;
  while (words.has(suffix)) suffix += `-${letters}`;
  return suffix;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** One list, or several by a hash of the name. */
function buckets<T>(items: readonly T[], lines: number, by: SplitBy<T>): readonly (readonly T[])[] {
  let count = 1;
  // the buckets are not quite even
  while (lines / count > maxLines * 0.8 && (count > 1 || lines > maxLines)) count *= 2;
  if (count === 1) return [items];
  const parts = Array.from({ length: count }, (): T[] => []);
  for (const item of items) parts[bucketOf(by.name(item), count)]?.push(item);
  return parts;
}

/** A number below `count` that depends only on the name (FNV-1a). */
function bucketOf(name: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % count;
}
