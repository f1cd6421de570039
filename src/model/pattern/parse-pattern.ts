import { blocks } from './blocks.ts';
import {
  type CharSet,
  type ClassEscape,
  categorySet,
  classEscapes,
  complement,
  createCharSet,
  difference,
  escapeOf,
  outside,
  union,
} from './char-set.ts';

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

/** Thrown for malformed expressions, only inside this file. */
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
    if (/[dswic]/i.test(char)) return classEscapes[char] ?? fail();
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
