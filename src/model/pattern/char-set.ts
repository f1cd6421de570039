import { nameLetters } from '../../runtime/xml/name-letters.ts';

/** A set of characters: which ASCII characters it has, and whether it may have others. */
export interface CharSet {
  /** One flag for each ASCII character. */
  readonly ascii: readonly boolean[];
  /** Whether it may have characters beyond ASCII. */
  readonly beyond: boolean;
}

/** Inclusive range of code points. */
export type CharRange = readonly [from: number, to: number];

/** A set of the given ranges. */
export function createCharSet(ranges: readonly CharRange[], beyond = false): CharSet {
  const ascii = new Array<boolean>(128).fill(false);
  for (const [from, to] of ranges) ascii.fill(true, from, to + 1);
  return { ascii, beyond: beyond || ranges.some(([, to]) => to > 127) };
}

/** All characters not in the set. Beyond ASCII, both may have the same character. */
export function complement(set: CharSet): CharSet {
  return { ascii: set.ascii.map((inside) => !inside), beyond: true };
}

/** The characters of both sets. */
export function union(left: CharSet, right: CharSet): CharSet {
  return {
    ascii: left.ascii.map((inside, code) => inside || right.ascii[code] === true),
    beyond: left.beyond || right.beyond,
  };
}

/** The characters of the left set only. */
export function difference(left: CharSet, right: CharSet): CharSet {
  return {
    ascii: left.ascii.map((inside, code) => inside && right.ascii[code] !== true),
    beyond: left.beyond,
  };
}

/** Whether two sets may have a common character. */
export function overlap(left: CharSet, right: CharSet): boolean {
  if (left.beyond && right.beyond) return true;
  return left.ascii.some((inside, code) => inside && right.ascii[code] === true);
}

const digits: CharRange = [48, 57];
const upper: CharRange = [65, 90];
const lower: CharRange = [97, 122];

/** A class escape: its source for a JavaScript class, and its characters. */
export interface ClassEscape {
  readonly source: string;
  readonly set: CharSet;
}

const last = 0x10_ffff;

function codePoint(code: number): string {
  return code >= 48 && code <= 57 ? String.fromCharCode(code) : `\\u{${code.toString(16)}}`;
}

/** Ranges as the source of a class, with their set. */
export function escapeOf(ranges: readonly CharRange[]): ClassEscape {
  const source = ranges
    .map(([from, to]) => (from === to ? codePoint(from) : `${codePoint(from)}-${codePoint(to)}`))
    .join('');
  return { source, set: createCharSet(ranges) };
}

/** All code points outside of ascending ranges. */
export function outside(ranges: readonly CharRange[]): readonly CharRange[] {
  const found: CharRange[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    if (start > from) found.push([from, start - 1]);
    from = end + 1;
  }
  if (from <= last) found.push([from, last]);
  return found;
}

const blanks: readonly CharRange[] = [
  [9, 10],
  [13, 13],
  [32, 32],
];

const letters = nameLetters();

/** `\i` and `\c`: characters of names in XML's second edition (appendix B), and colons. */
function nameEscape(characters: string): ClassEscape {
  return { source: `:${characters}`, set: createCharSet(rangesOf(characters)) };
}

/** All other characters. */
function noNameEscape(characters: string): ClassEscape {
  return escapeOf(outside(rangesOf(characters)));
}

/** The ranges of a class, and the colon, in ascending order. */
function rangesOf(characters: string): readonly CharRange[] {
  const found = characters.matchAll(/\\u([\da-f]{4})(?:-\\u([\da-f]{4}))?/g);
  const ranges = [...found].map(([, from = '', to = from]): CharRange => {
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
  return [[58, 58] as const, ...ranges].toSorted(([one], [other]) => one - other);
}

/** `\w`: all but punctuation, separators and other (appendix F.1.1). */
const wordSet = createCharSet(
  [[36, 36], [43, 43], digits, [60, 62], upper, [94, 94], [96, 96], lower, [124, 124], [126, 126]],
  true,
);
const digitSet = createCharSet([digits], true);

/** Multi-character escapes. Each upper-case letter is the complement of the lower-case one. */
export const classEscapes: Readonly<Record<string, ClassEscape>> = {
  d: { source: '\\p{Nd}', set: digitSet },
  D: { source: '\\P{Nd}', set: complement(digitSet) },
  w: { source: '\\p{L}\\p{M}\\p{N}\\p{S}', set: wordSet },
  W: { source: '\\p{P}\\p{Z}\\p{C}', set: complement(wordSet) },
  s: { ...escapeOf(blanks), source: ' \\t\\n\\r' },
  S: escapeOf(outside(blanks)),
  i: nameEscape(letters.start),
  I: noNameEscape(letters.start),
  c: nameEscape(letters.part),
  C: noNameEscape(letters.part),
};

/** ASCII characters of a Unicode category. */
export function categorySet(category: string): CharSet {
  const expression = new RegExp(`\\p{${category}}`, 'u');
  const ranges: CharRange[] = [];
  for (let code = 0; code < 128; code += 1) {
    if (expression.test(String.fromCharCode(code))) ranges.push([code, code]);
  }
  return createCharSet(ranges, true);
}
