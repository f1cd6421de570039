import { nameLetters } from '../../runtime/values/text.ts';

/** A pattern of XML Schema as a tree, to create or match texts (part 2 appendix F). */
export type PatternNode =
  | { readonly kind: 'choice'; readonly branches: readonly PatternNode[] }
  | { readonly kind: 'sequence'; readonly pieces: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly node: PatternNode;
      readonly min: number;
      readonly max: number;
    }
  | { readonly kind: 'class'; readonly matches: (codePoint: number) => boolean };

/** Parses a pattern; `undefined` when it is malformed. */
export function patternTree(pattern: string): PatternNode | undefined {
  const parsed = parsePattern(pattern);
  return parsed === undefined ? undefined : nodeOf(parsed);
}

function nodeOf(pattern: Pattern): PatternNode {
  switch (pattern.kind) {
    case 'chars': {
      const expression = new RegExp(`^(?:${pattern.source})$`, 'u');
      const matches = (code: number): boolean => expression.test(String.fromCodePoint(code));
      return { kind: 'class', matches };
    }
    case 'sequence':
      return { kind: 'sequence', pieces: pattern.parts.map(nodeOf) };
    case 'choice':
      return { kind: 'choice', branches: pattern.parts.map(nodeOf) };
    case 'repeat': {
      const { part, min, max } = pattern;
      return { kind: 'repeat', node: nodeOf(part), min, max };
    }
  }
}

/**
 * Blocks for `\p{Is…}` (XML Schema part 2 appendix F.1.1), each one or more ranges of code points.
 */
const blocks: Readonly<Record<string, readonly CharRange[]>> = {
  BasicLatin: [[0x0, 0x7f]],
  'Latin-1Supplement': [[0x80, 0xff]],
  'LatinExtended-A': [[0x100, 0x17f]],
  'LatinExtended-B': [[0x180, 0x24f]],
  IPAExtensions: [[0x250, 0x2af]],
  SpacingModifierLetters: [[0x2b0, 0x2ff]],
  CombiningDiacriticalMarks: [[0x300, 0x36f]],
  Greek: [[0x370, 0x3ff]],
  Cyrillic: [[0x400, 0x4ff]],
  Armenian: [[0x530, 0x58f]],
  Hebrew: [[0x590, 0x5ff]],
  Arabic: [[0x600, 0x6ff]],
  Syriac: [[0x700, 0x74f]],
  Thaana: [[0x780, 0x7bf]],
  Devanagari: [[0x900, 0x97f]],
  Bengali: [[0x980, 0x9ff]],
  Gurmukhi: [[0xa00, 0xa7f]],
  Gujarati: [[0xa80, 0xaff]],
  Oriya: [[0xb00, 0xb7f]],
  Tamil: [[0xb80, 0xbff]],
  Telugu: [[0xc00, 0xc7f]],
  Kannada: [[0xc80, 0xcff]],
  Malayalam: [[0xd00, 0xd7f]],
  Sinhala: [[0xd80, 0xdff]],
  Thai: [[0xe00, 0xe7f]],
  Lao: [[0xe80, 0xeff]],
  Tibetan: [[0xf00, 0xfff]],
  Myanmar: [[0x1000, 0x109f]],
  Georgian: [[0x10a0, 0x10ff]],
  HangulJamo: [[0x1100, 0x11ff]],
  Ethiopic: [[0x1200, 0x137f]],
  Cherokee: [[0x13a0, 0x13ff]],
  UnifiedCanadianAboriginalSyllabics: [[0x1400, 0x167f]],
  Ogham: [[0x1680, 0x169f]],
  Runic: [[0x16a0, 0x16ff]],
  Khmer: [[0x1780, 0x17ff]],
  Mongolian: [[0x1800, 0x18af]],
  LatinExtendedAdditional: [[0x1e00, 0x1eff]],
  GreekExtended: [[0x1f00, 0x1fff]],
  GeneralPunctuation: [[0x2000, 0x206f]],
  SuperscriptsandSubscripts: [[0x2070, 0x209f]],
  CurrencySymbols: [[0x20a0, 0x20cf]],
  CombiningMarksforSymbols: [[0x20d0, 0x20ff]],
  LetterlikeSymbols: [[0x2100, 0x214f]],
  NumberForms: [[0x2150, 0x218f]],
  Arrows: [[0x2190, 0x21ff]],
  MathematicalOperators: [[0x2200, 0x22ff]],
  MiscellaneousTechnical: [[0x2300, 0x23ff]],
  ControlPictures: [[0x2400, 0x243f]],
  OpticalCharacterRecognition: [[0x2440, 0x245f]],
  EnclosedAlphanumerics: [[0x2460, 0x24ff]],
  BoxDrawing: [[0x2500, 0x257f]],
  BlockElements: [[0x2580, 0x259f]],
  GeometricShapes: [[0x25a0, 0x25ff]],
  MiscellaneousSymbols: [[0x2600, 0x26ff]],
  Dingbats: [[0x2700, 0x27bf]],
  BraillePatterns: [[0x2800, 0x28ff]],
  CJKRadicalsSupplement: [[0x2e80, 0x2eff]],
  KangxiRadicals: [[0x2f00, 0x2fdf]],
  IdeographicDescriptionCharacters: [[0x2ff0, 0x2fff]],
  CJKSymbolsandPunctuation: [[0x3000, 0x303f]],
  Hiragana: [[0x3040, 0x309f]],
  Katakana: [[0x30a0, 0x30ff]],
  Bopomofo: [[0x3100, 0x312f]],
  HangulCompatibilityJamo: [[0x3130, 0x318f]],
  Kanbun: [[0x3190, 0x319f]],
  BopomofoExtended: [[0x31a0, 0x31bf]],
  EnclosedCJKLettersandMonths: [[0x3200, 0x32ff]],
  CJKCompatibility: [[0x3300, 0x33ff]],
  CJKUnifiedIdeographsExtensionA: [[0x3400, 0x4db5]],
  CJKUnifiedIdeographs: [[0x4e00, 0x9fff]],
  YiSyllables: [[0xa000, 0xa48f]],
  YiRadicals: [[0xa490, 0xa4cf]],
  HangulSyllables: [[0xac00, 0xd7a3]],
  PrivateUse: [
    [0xe000, 0xf8ff],
    [0xf0000, 0xffffd],
    [0x100000, 0x10fffd],
  ],
  CJKCompatibilityIdeographs: [[0xf900, 0xfaff]],
  AlphabeticPresentationForms: [[0xfb00, 0xfb4f]],
  'ArabicPresentationForms-A': [[0xfb50, 0xfdff]],
  CombiningHalfMarks: [[0xfe20, 0xfe2f]],
  CJKCompatibilityForms: [[0xfe30, 0xfe4f]],
  SmallFormVariants: [[0xfe50, 0xfe6f]],
  'ArabicPresentationForms-B': [[0xfe70, 0xfefe]],
  Specials: [
    [0xfeff, 0xfeff],
    [0xfff0, 0xfffd],
  ],
  HalfwidthandFullwidthForms: [[0xff00, 0xffef]],
  OldItalic: [[0x10300, 0x1032f]],
  Gothic: [[0x10330, 0x1034f]],
  Deseret: [[0x10400, 0x1044f]],
  ByzantineMusicalSymbols: [[0x1d000, 0x1d0ff]],
  MusicalSymbols: [[0x1d100, 0x1d1ff]],
  MathematicalAlphanumericSymbols: [[0x1d400, 0x1d7ff]],
  CJKUnifiedIdeographsExtensionB: [[0x20000, 0x2a6d6]],
  CJKCompatibilityIdeographsSupplement: [[0x2f800, 0x2fa1f]],
  Tags: [[0xe0000, 0xe007f]],
};

/** A set of characters: which ASCII characters it has, and whether it may have others. */
export interface CharSet {
  /** One flag for each ASCII character. */
  readonly ascii: readonly boolean[];
  /** Whether it may have characters beyond ASCII. */
  readonly beyond: boolean;
}

/** Inclusive range of code points. */
type CharRange = readonly [from: number, to: number];

/** A set of the given ranges. */
export function createCharSet(ranges: readonly CharRange[], beyond = false): CharSet {
  const ascii = new Array<boolean>(128).fill(false);
  for (const [from, to] of ranges) ascii.fill(true, from, to + 1);
  return { ascii, beyond: beyond || ranges.some(([, to]) => to > 127) };
}

/** All characters not in the set. Beyond ASCII, both may have the same character. */
function complement(set: CharSet): CharSet {
  return { ascii: set.ascii.map((inside) => !inside), beyond: true };
}

/** The characters of both sets. */
function union(left: CharSet, right: CharSet): CharSet {
  return {
    ascii: left.ascii.map((inside, code) => inside || right.ascii[code] === true),
    beyond: left.beyond || right.beyond,
  };
}

/** The characters of the left set only. */
function difference(left: CharSet, right: CharSet): CharSet {
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
interface ClassEscape {
  readonly source: string;
  readonly set: CharSet;
}

const last = 0x10_ffff;

function codePoint(code: number): string {
  return code >= 48 && code <= 57 ? String.fromCharCode(code) : `\\u{${code.toString(16)}}`;
}

/** Ranges as the source of a class, with their set. */
function escapeOf(ranges: readonly CharRange[]): ClassEscape {
  const source = ranges
    .map(([from, to]) => (from === to ? codePoint(from) : `${codePoint(from)}-${codePoint(to)}`))
    .join('');
  return { source, set: createCharSet(ranges) };
}

/** All code points outside of ascending ranges. */
function outside(ranges: readonly CharRange[]): readonly CharRange[] {
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
const classEscapes: Readonly<Record<string, () => ClassEscape>> = {
  d: () => ({ source: '\\p{Nd}', set: digitSet }),
  D: () => ({ source: '\\P{Nd}', set: complement(digitSet) }),
  w: () => ({ source: '\\p{L}\\p{M}\\p{N}\\p{S}', set: wordSet }),
  W: () => ({ source: '\\p{P}\\p{Z}\\p{C}', set: complement(wordSet) }),
  s: () => ({ ...escapeOf(blanks), source: ' \\t\\n\\r' }),
  S: () => escapeOf(outside(blanks)),
  i: () => nameEscape(nameLetters().start),
  I: () => noNameEscape(nameLetters().start),
  c: () => nameEscape(nameLetters().part),
  C: () => noNameEscape(nameLetters().part),
};

/** Those in use: each has hundreds of ranges, and most contracts have no pattern. */
const usedEscapes = new Map<string, ClassEscape>();

/** The escape of a letter, if there is one. */
export function classEscape(letter: string): ClassEscape | undefined {
  const found = usedEscapes.get(letter) ?? classEscapes[letter]?.();
  if (found !== undefined) usedEscapes.set(letter, found);
  return found;
}

/** ASCII characters of a Unicode category. */
function categorySet(category: string): CharSet {
  const expression = new RegExp(`\\p{${category}}`, 'u');
  const ranges: CharRange[] = [];
  for (let code = 0; code < 128; code += 1) {
    if (expression.test(String.fromCharCode(code))) ranges.push([code, code]);
  }
  return createCharSet(ranges, true);
}

/** A parsed expression. Each part has its JavaScript source. */
export type Pattern = { readonly source: string } & (
  | { readonly kind: 'chars'; readonly set: CharSet }
  | {
      readonly kind: 'sequence';
      readonly parts: readonly Pattern[];
      /** Where an anchor is, if it is one: the number of its character. Then it has no parts. */
      readonly anchor?: number;
    }
  | { readonly kind: 'choice'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly min: number; readonly max: number }
);

/** Limits on the count of a quantifier and on nesting. */
const maxCount = 1_000_000;
const maxDepth = 40;

const newline = createCharSet([
  [10, 10],
  [13, 13],
]);

/** Thrown for malformed expressions, and caught in this module. */
class Untranslatable extends Error {}

function fail(): never {
  throw new Untranslatable();
}

/**
 * Parses an expression of XML Schema part 2 appendix F; `undefined` if it is malformed. Also
 * accepts braces that are not quantifiers, and redundant backslashes.
 */
export function parsePattern(pattern: string): Pattern | undefined {
  try {
    return new PatternReader(pattern).whole();
  } catch (error) {
    if (error instanceof Untranslatable) return undefined;
    throw error;
  }
}

/**
 * The expression of XML Schema for one in which `^` and `$` are anchors, as .NET reads it (its
 * patterns match the whole value, too): without the anchors at the beginning and the end.
 *
 * @returns `undefined` if there are none, if one is elsewhere, where no value has its place, or if
 *   the expression is malformed
 */
export function withoutAnchors(pattern: string): string | undefined {
  if (!/^.*[$^]/s.test(pattern)) return undefined;
  try {
    const reader = new PatternReader(pattern, true);
    const found = new Set<number>();
    if (!collectAnchors(reader.whole(), reader.text, { first: true, last: true }, found)) {
      return undefined;
    }
    const left = reader.text.filter((_, at) => !found.has(at)).join('');
    return found.size > 0 && parsePattern(left) !== undefined ? left : undefined;
  } catch (error) {
    if (error instanceof Untranslatable) return undefined;
    throw error;
  }
}

/** Whether a part is at the beginning and at the end of all that a pattern matches. */
interface PatternPlace {
  readonly first: boolean;
  readonly last: boolean;
}

/** Adds the anchors in a part; returns whether each is in its place. */
function collectAnchors(
  part: Pattern,
  text: readonly string[],
  { first, last }: PatternPlace,
  found: Set<number>,
): boolean {
  switch (part.kind) {
    case 'chars':
      return true;
    case 'choice':
      return part.parts.every((one) => collectAnchors(one, text, { first, last }, found));
    case 'repeat': {
      const once = part.max <= 1;
      const place = { first: first && once, last: last && once };
      return collectAnchors(part.part, text, place, found);
    }
    case 'sequence': {
      const { parts, anchor } = part;
      if (anchor !== undefined) {
        found.add(anchor);
        return text[anchor] === '^' ? first : last;
      }
      const isEmpty = (one: Pattern): boolean => one.kind === 'sequence' && one.source === '';
      return parts.every((one, at) => {
        const place = {
          first: first && parts.slice(0, at).every(isEmpty),
          last: last && parts.slice(at + 1).every(isEmpty),
        };
        return collectAnchors(one, text, place, found);
      });
    }
  }
}

/** An escape or a character in brackets. `code` is the character if it is a single one. */
interface Member extends ClassEscape {
  readonly code?: number;
}

/** Reads an expression from left to right, with one method for each production. */
class PatternReader {
  readonly #text: readonly string[];
  readonly #hasAnchors: boolean;
  #at = 0;

  /** @param hasAnchors whether `^` and `$` are anchors */
  constructor(pattern: string, hasAnchors = false) {
    this.#text = [...pattern];
    this.#hasAnchors = hasAnchors;
  }

  /** Its characters. */
  get text(): readonly string[] {
    return this.#text;
  }

  whole(): Pattern {
    const parsed = this.#choice(0);
    return this.#at < this.#text.length ? fail() : parsed;
  }

  /** The character that comes next. */
  get #next(): string | undefined {
    return this.#text[this.#at];
  }

  #take(): string {
    const char = this.#next ?? fail();
    this.#at += 1;
    return char;
  }

  /** Reads a character if it is the given one. */
  #takeIf(char: string): boolean {
    const found = this.#next === char;
    if (found) this.#at += 1;
    return found;
  }

  /** Reads text and the closing brace after it. */
  #braced(): string {
    const end = this.#text.indexOf('}', this.#at);
    if (!this.#takeIf('{') || end < 0) fail();
    const inner = this.#text.slice(this.#at, end).join('');
    this.#at = end + 1;
    return inner;
  }

  #choice(depth: number): Pattern {
    if (depth > maxDepth) fail();
    const first = this.#sequence(depth);
    if (this.#next !== '|') return first;
    const parts = [first];
    while (this.#takeIf('|')) parts.push(this.#sequence(depth));
    return { kind: 'choice', parts, source: parts.map((part) => part.source).join('|') };
  }

  #sequence(depth: number): Pattern {
    const parts: Pattern[] = [];
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')') {
      parts.push(this.#piece(depth));
    }
    return { kind: 'sequence', parts, source: parts.map((part) => part.source).join('') };
  }

  #piece(depth: number): Pattern {
    const part = this.#atom(depth);
    const sign = this.#next;
    if (sign === '?' || sign === '*' || sign === '+') {
      this.#at += 1;
      const max = sign === '?' ? 1 : Number.POSITIVE_INFINITY;
      return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max, source: part.source + sign };
    }
    if (sign !== '{') return part;
    const [all, first, comma, second] = /^(\d+)(?:(,)(\d*))?$/.exec(this.#braced()) ?? fail();
    const min = Number(first);
    const open = second === '';
    const max = open ? Number.POSITIVE_INFINITY : comma === undefined ? min : Number(second);
    if (min > maxCount || (!open && max > maxCount) || max < min) fail();
    return { kind: 'repeat', part, min, max, source: `${part.source}{${all}}` };
  }

  #atom(depth: number): Pattern {
    const char = this.#take();
    switch (char) {
      case '(': {
        const inner = this.#choice(depth + 1);
        if (!this.#takeIf(')')) fail();
        return { ...inner, source: `(?:${inner.source})` };
      }
      case '[':
        return { kind: 'chars', ...this.#characterClass(depth) };
      case '.':
        return { kind: 'chars', source: '[^\\n\\r]', set: complement(newline) };
      case '\\': {
        const { source, set } = this.#escaped();
        return { kind: 'chars', source: source.length > 1 ? `[${source}]` : source, set };
      }
      case '?':
      case '*':
      case '+':
      case ']':
        return fail();
      case '^':
      case '$':
        if (this.#hasAnchors) {
          return { kind: 'sequence', parts: [], source: '', anchor: this.#at - 1 };
        }
        return { kind: 'chars', source: literal(char), set: oneCharacter(codeOf(char)) };
      default:
        return { kind: 'chars', source: literal(char), set: oneCharacter(codeOf(char)) };
    }
  }

  /** Reads the rest of an escape: source for a class, and its characters. */
  #escaped(): Member {
    const char = this.#take();
    if (/[dswic]/i.test(char)) return classEscape(char) ?? fail();
    if (char === 'p' || char === 'P') return this.#category(char === 'P');
    const special = { n: 10, r: 13, t: 9 }[char];
    if (special !== undefined) {
      return { source: `\\${char}`, set: oneCharacter(special), code: special };
    }
    if (/[\p{L}\p{N}]/u.test(char)) fail();
    const code = codeOf(char);
    const source = /[\\|.?*+(){}\-[\]^$]/.test(char) ? `\\${char}` : classLiteral(char);
    return { source, set: oneCharacter(code), code };
  }

  #category(negated: boolean): ClassEscape {
    const name = this.#braced();
    if (name.startsWith('Is')) {
      const block = blocks[name.slice(2)] ?? fail();
      return escapeOf(negated ? outside(block) : block);
    }
    if (!/^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/.test(name)) fail();
    const set = categorySet(name);
    return { source: `\\${negated ? 'P' : 'p'}{${name}}`, set: negated ? complement(set) : set };
  }

  /** Reads the rest of a class after `[`, including subtraction and `]`. */
  #characterClass(depth: number): ClassEscape {
    if (depth > maxDepth) fail();
    const negated = this.#takeIf('^');
    let members = '';
    let set = createCharSet([]);
    const whole = (): ClassEscape => ({
      source: `[${negated ? '^' : ''}${members}]`,
      set: negated ? complement(set) : set,
    });
    while (!this.#takeIf(']')) {
      if (this.#next === '-' && this.#text[this.#at + 1] === '[') {
        this.#at += 2;
        const minus = this.#characterClass(depth + 1);
        if (!this.#takeIf(']')) fail();
        const from = whole();
        const source = `(?:(?!${minus.source})${from.source})`;
        return { source, set: difference(from.set, minus.set) };
      }
      const next = this.#range();
      members += next.source;
      set = union(set, next.set);
    }
    return members === '' ? fail() : whole();
  }

  /** A member of brackets, or a range from one to another. */
  #range(): ClassEscape {
    const from = this.#member();
    const after = this.#text[this.#at + 1];
    if (from.code === undefined || this.#next !== '-' || after === ']' || after === '[') {
      return from;
    }
    this.#at += 1;
    const to = this.#member();
    if (to.code === undefined || to.code < from.code) return fail();
    return { source: `${from.source}-${to.source}`, set: createCharSet([[from.code, to.code]]) };
  }

  #member(): Member {
    const char = this.#take();
    if (char === '\\') return this.#escaped();
    if (char === '[') return fail();
    const code = codeOf(char);
    return { source: classLiteral(char), set: oneCharacter(code), code };
  }
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}

function oneCharacter(code: number): CharSet {
  return createCharSet([[code, code]]);
}

/** A character outside brackets. */
function literal(char: string): string {
  if (/[\^$/{}]/.test(char)) return `\\${char}`;
  return printable(char);
}

/** A character inside brackets. */
function classLiteral(char: string): string {
  if (/[\^\-/]/.test(char)) return `\\${char}`;
  return printable(char);
}

function printable(char: string): string {
  const code = codeOf(char);
  if (code >= 0x20 && code <= 0x7e) return char;
  return `\\u{${code.toString(16)}}`;
}

/**
 * Limit on positions in one match. Nested counts could require any number; no reasonable pattern
 * needs as many.
 */
const mostEach = 200_000;
/** Limit for all matches of one matcher. */
const mostInAll = 5_000_000;

/** Matches texts against patterns, each of which is parsed once. */
export interface PatternMatcher {
  /**
   * Whether a whole text matches a pattern of XML Schema; `undefined` for a malformed pattern, or
   * if matching takes too long.
   */
  matches(pattern: string, text: string): boolean | undefined;
  /**
   * Counts other work on values against the same limit. Returns `false` when it is exceeded; then
   * nothing more is checked.
   */
  spend(): boolean;
}

/** Creates a matcher for one contract, with a limit on the work of all matches. */
export function createPatternMatcher(): PatternMatcher {
  const parsed = new Map<string, PatternNode | undefined>();
  const effort = { left: mostInAll };
  return {
    matches(pattern, text) {
      if (!parsed.has(pattern)) parsed.set(pattern, patternTree(pattern));
      const root = parsed.get(pattern);
      return root === undefined ? undefined : matchesNode(root, text, effort);
    },
    spend() {
      effort.left -= 1;
      return effort.left > 0;
    },
  };
}

interface Effort {
  /** Positions left until the limit. */
  left: number;
}

function matchesNode(root: PatternNode, text: string, all: Effort): boolean | undefined {
  const codePoints = [...text].map((one) => one.codePointAt(0) ?? 0);
  const most = Math.min(mostEach, all.left);
  const effort = { left: most };
  const found = ends(root, codePoints, new Set([0]), effort).has(codePoints.length);
  all.left -= most - effort.left;
  return effort.left < 0 ? undefined : found;
}

const nowhere: ReadonlySet<number> = new Set();

/** End positions of matches that begin at the given positions. */
function ends(
  node: PatternNode,
  text: readonly number[],
  starts: ReadonlySet<number>,
  effort: Effort,
): ReadonlySet<number> {
  effort.left -= starts.size + 1;
  if (effort.left < 0) return nowhere;
  switch (node.kind) {
    case 'class':
      return new Set([...starts].filter((at) => matchesAt(node, text, at)).map((at) => at + 1));
    case 'sequence':
      return node.pieces.reduce((at, piece) => ends(piece, text, at, effort), starts);
    case 'choice':
      return new Set(node.branches.flatMap((branch) => [...ends(branch, text, starts, effort)]));
    case 'repeat': {
      const found = new Set<number>(node.min === 0 ? starts : []);
      let now = starts;
      for (let round = 1; round <= node.max && now.size > 0; round += 1) {
        now = ends(node.node, text, now, effort);
        const before = found.size;
        if (round >= node.min) for (const at of now) found.add(at);
        // without a new position, further rounds find none either
        if (round >= node.min && found.size === before) break;
      }
      return found;
    }
  }
}

function matchesAt(
  node: PatternNode & { readonly kind: 'class' },
  text: readonly number[],
  at: number,
): boolean {
  const codePoint = text[at];
  return codePoint !== undefined && node.matches(codePoint);
}

/** Characters in the order in which they are tried for a class, so that samples are readable. */
const preferred = '1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz -_.,:/@+#';

/** Characters of a text, which is no sample if it needs more. */
const mostCharacters = 10_000;

/** What writing a text keeps. */
interface PatternState {
  /** Characters so far. */
  position: number;
  /** Repetitions so far, which may be empty. */
  rounds: number;
  /** Characters to choose from by class. */
  readonly choices: Map<PatternNode, readonly string[]>;
}

/**
 * Writes texts that match a pattern of XML Schema (part 2 appendix F): the shortest one, with
 * `extra` additional repetitions of each unlimited quantifier. They are `undefined` for a pattern
 * that is malformed, has an empty class, or requires too many characters.
 */
export function createPatternSampler(pattern: string): (extra: number) => string | undefined {
  const root = patternTree(pattern);
  const choices = new Map<PatternNode, readonly string[]>();
  if (root === undefined) return () => undefined;
  return (extra) => write(root, extra, { position: 0, rounds: 0, choices });
}

function write(node: PatternNode, extra: number, state: PatternState): string | undefined {
  switch (node.kind) {
    case 'choice': {
      for (const branch of node.branches) {
        const text = write(branch, extra, state);
        if (text !== undefined) return text;
      }
      return undefined;
    }
    case 'sequence': {
      let text = '';
      for (const piece of node.pieces) {
        const next = write(piece, extra, state);
        if (next === undefined) return undefined;
        text += next;
      }
      return text;
    }
    case 'repeat':
      return repeat(node, extra, state);
    case 'class':
      return pick(node, state);
  }
}

function repeat(
  { node, min, max }: PatternNode & { readonly kind: 'repeat' },
  extra: number,
  state: PatternState,
): string | undefined {
  const rounds = Math.min(max, min + extra);
  let text = '';
  for (let round = 0; round < rounds; round += 1) {
    state.rounds += 1;
    const next = state.rounds > mostCharacters ? undefined : write(node, extra, state);
    if (next === undefined) return round >= min ? text : undefined;
    text += next;
  }
  return text;
}

/** A character of the class. Neighbouring ones differ if the class has several. */
function pick(
  node: PatternNode & { readonly kind: 'class' },
  state: PatternState,
): string | undefined {
  const start = state.position;
  state.position += 1;
  if (start >= mostCharacters) return undefined;
  const known = state.choices.get(node) ?? choicesOf(node.matches);
  state.choices.set(node, known);
  return known[start % known.length];
}

/** Characters of a class that are alike: digits, others that are readable, or the first of all. */
function choicesOf(matches: (codePoint: number) => boolean): readonly string[] {
  const candidates = [...preferred].filter((one) => matches(one.codePointAt(0) ?? 0));
  if (candidates.length > 0) {
    const kind = candidates[0] !== undefined && /\d/.test(candidates[0]) ? /\d/ : /./;
    return candidates.filter((one) => kind.test(one));
  }
  for (let codePoint = 0x20; codePoint < 0x3_0000; codePoint += 1) {
    if (codePoint === 0xd800) codePoint = 0xe000;
    if (matches(codePoint)) return [String.fromCodePoint(codePoint)];
  }
  return matches(9) ? ['\t'] : matches(10) ? ['\n'] : [];
}
