/** A set of characters: ranges of code points in ASCII, and whether anything beyond is in it. */
export interface CharSet {
  /** One flag for each ASCII character. */
  readonly ascii: readonly boolean[];
  /** Whether it may hold characters beyond ASCII. */
  readonly beyond: boolean;
}

/** Inclusive range of code points. */
export type CharRange = readonly [from: number, to: number];

/** A set of the given ranges. */
export function createCharSet(ranges: readonly CharRange[], beyond = false): CharSet {
  const ascii = Array.from({ length: 128 }, (_, code) =>
    ranges.some(([from, to]) => code >= from && code <= to),
  );
  return { ascii, beyond: beyond || ranges.some(([, to]) => to > 127) };
}

/** Everything not in the set; beyond ASCII both may hold the same character. */
export function complement(set: CharSet): CharSet {
  return { ascii: set.ascii.map((inside) => !inside), beyond: true };
}

/** What is in either set. */
export function union(left: CharSet, right: CharSet): CharSet {
  return {
    ascii: left.ascii.map((inside, code) => inside || right.ascii[code] === true),
    beyond: left.beyond || right.beyond,
  };
}

/** What is in the left set alone. */
export function difference(left: CharSet, right: CharSet): CharSet {
  return {
    ascii: left.ascii.map((inside, code) => inside && right.ascii[code] !== true),
    beyond: left.beyond,
  };
}

/** Whether two sets may have a character in common. */
export function overlap(left: CharSet, right: CharSet): boolean {
  if (left.beyond && right.beyond) return true;
  return left.ascii.some((inside, code) => inside && right.ascii[code] === true);
}

const digits: CharRange = [48, 57];
const upper: CharRange = [65, 90];
const lower: CharRange = [97, 122];

/** A class escape: JavaScript source that can stand inside brackets, and the characters. */
export interface ClassEscape {
  readonly source: string;
  readonly set: CharSet;
}

const nameStart =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const nameChar = `${nameStart}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}`;

const startSet = createCharSet([[58, 58], upper, [95, 95], lower], true);
const charSet = createCharSet([[45, 46], digits, [58, 58], upper, [95, 95], lower], true);
/** `\w` is everything but punctuation, separators and other (appendix F.1.1). */
const wordSet = createCharSet(
  [[36, 36], [43, 43], digits, [60, 62], upper, [94, 94], [96, 96], lower, [124, 124], [126, 126]],
  true,
);

/** Multi-character escapes; each upper-case letter is the complement of the lower-case one. */
export const classEscapes: Readonly<Record<string, ClassEscape>> = {
  d: { source: '\\p{Nd}', set: createCharSet([digits], true) },
  s: {
    source: ' \\t\\n\\r',
    set: createCharSet([
      [9, 10],
      [13, 13],
      [32, 32],
    ]),
  },
  w: { source: '\\p{L}\\p{M}\\p{N}\\p{S}', set: wordSet },
  i: { source: nameStart, set: startSet },
  c: { source: nameChar, set: charSet },
};

/** Blocks `\p{Is…}` that schemas in use name (appendix F.1.1). */
export const blocks: Readonly<Record<string, CharRange>> = {
  BasicLatin: [0x0, 0x7f],
  'Latin-1Supplement': [0x80, 0xff],
  'LatinExtended-A': [0x100, 0x17f],
  'LatinExtended-B': [0x180, 0x24f],
  Greek: [0x370, 0x3ff],
  Cyrillic: [0x400, 0x4ff],
  Hebrew: [0x590, 0x5ff],
  Arabic: [0x600, 0x6ff],
  Hiragana: [0x3040, 0x309f],
  Katakana: [0x30a0, 0x30ff],
  CJKUnifiedIdeographs: [0x4e00, 0x9fff],
};

/** Characters of a Unicode category as far as ASCII goes. */
export function categorySet(category: string): CharSet {
  const expression = new RegExp(`\\p{${category}}`, 'u');
  const ranges: CharRange[] = [];
  for (let code = 0; code < 128; code += 1) {
    if (expression.test(String.fromCharCode(code))) ranges.push([code, code]);
  }
  return createCharSet(ranges, true);
}
