import { blocks } from './blocks.ts';
import {
  type CharRange,
  type CharSet,
  categorySet,
  classEscapes,
  complement,
  createCharSet,
  difference,
  escapeOf,
  outside,
  union,
} from './char-set.ts';

/** A parsed expression; each part knows its JavaScript source. */
export type Pattern = { readonly source: string } & (
  | { readonly kind: 'chars'; readonly set: CharSet }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly min: number; readonly max: number }
);

/** Largest count in a quantifier, and deepest nesting, that is looked at. */
const maxCount = 1_000_000;
const maxDepth = 40;

const newline = createCharSet([
  [10, 10],
  [13, 13],
]);

/** Thrown inside this file alone, for what is malformed. */
class Untranslatable extends Error {}

/**
 * Parses an expression of XML Schema part 2 appendix F; `undefined` when it is malformed. More is
 * taken than the standard has: braces that count nothing, and a backslash before a sign that needs
 * none.
 */
export function parsePattern(pattern: string): Pattern | undefined {
  const text = [...pattern];
  let at = 0;
  try {
    const parsed = choice(0);
    return at < text.length ? undefined : parsed;
  } catch (error) {
    if (error instanceof Untranslatable) return undefined;
    throw error;
  }

  function fail(): never {
    throw new Untranslatable();
  }

  function choice(depth: number): Pattern {
    if (depth > maxDepth) fail();
    const parts = [sequence(depth)];
    while (text[at] === '|') {
      at += 1;
      parts.push(sequence(depth));
    }
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return only;
    return { kind: 'choice', parts, source: parts.map((part) => part.source).join('|') };
  }

  function sequence(depth: number): Pattern {
    const parts: Pattern[] = [];
    while (at < text.length && text[at] !== '|' && text[at] !== ')') parts.push(piece(depth));
    return { kind: 'sequence', parts, source: parts.map((part) => part.source).join('') };
  }

  function piece(depth: number): Pattern {
    const part = atom(depth);
    const sign = text[at];
    if (sign === '?' || sign === '*' || sign === '+') {
      at += 1;
      const max = sign === '?' ? 1 : Number.POSITIVE_INFINITY;
      return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max, source: part.source + sign };
    }
    if (sign !== '{') return part;
    const end = text.indexOf('}', at);
    const counts = /^(\d+)(?:(,)(\d*))?$/.exec(text.slice(at + 1, end).join(''));
    if (end < 0 || counts === null) fail();
    at = end + 1;
    const min = Number(counts[1]);
    const max =
      counts[2] === undefined
        ? min
        : counts[3] === ''
          ? Number.POSITIVE_INFINITY
          : Number(counts[3]);
    if (min > maxCount || (max !== Number.POSITIVE_INFINITY && max > maxCount) || max < min) fail();
    return { kind: 'repeat', part, min, max, source: `${part.source}{${counts[0]}}` };
  }

  function atom(depth: number): Pattern {
    const char = text[at] ?? fail();
    at += 1;
    switch (char) {
      case '(': {
        const inner = choice(depth + 1);
        if (text[at] !== ')') fail();
        at += 1;
        return { ...inner, source: `(?:${inner.source})` };
      }
      case '[': {
        const { source, set } = characterClass(depth);
        return { kind: 'chars', source, set };
      }
      case '.':
        return { kind: 'chars', source: '[^\\n\\r]', set: complement(newline) };
      case '\\': {
        const { source, set } = escaped();
        return { kind: 'chars', source: source.length > 1 ? `[${source}]` : source, set };
      }
      case '?':
      case '*':
      case '+':
      case ']':
        return fail();
      default: {
        const code = char.codePointAt(0) ?? 0;
        return { kind: 'chars', source: literal(char), set: createCharSet([[code, code]]) };
      }
    }
  }

  /** After a backslash: source for use in brackets, and its characters. */
  function escaped(): { source: string; set: CharSet; code?: number } {
    const char = text[at] ?? fail();
    at += 1;
    if (/[dswic]/i.test(char)) return classEscapes[char] ?? fail();
    if (char === 'p' || char === 'P') return category(char === 'P');
    const special = { n: 10, r: 13, t: 9 }[char];
    if (special !== undefined) {
      return { source: `\\${char}`, set: createCharSet([[special, special]]), code: special };
    }
    if (/[\p{L}\p{N}]/u.test(char)) fail();
    const code = char.codePointAt(0) ?? 0;
    const source = /[\\|.?*+(){}\-[\]^$]/.test(char) ? `\\${char}` : classLiteral(char);
    return { source, set: createCharSet([[code, code]]), code };
  }

  function category(negated: boolean): { source: string; set: CharSet } {
    if (text[at] !== '{') fail();
    const end = text.indexOf('}', at);
    if (end < 0) fail();
    const name = text.slice(at + 1, end).join('');
    at = end + 1;
    if (name.startsWith('Is')) {
      const block = blocks[name.slice(2)] ?? fail();
      return escapeOf(negated ? outside(block) : block);
    }
    if (!/^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/.test(name)) fail();
    const set = categorySet(name);
    return { source: `\\${negated ? 'P' : 'p'}{${name}}`, set: negated ? complement(set) : set };
  }

  /** After `[`, up to and over `]`, subtraction included. */
  function characterClass(depth: number): { source: string; set: CharSet } {
    if (depth > maxDepth) fail();
    const negated = text[at] === '^';
    if (negated) at += 1;
    let source = '';
    let set = createCharSet([]);
    for (;;) {
      const char = text[at] ?? fail();
      if (char === ']') {
        at += 1;
        break;
      }
      if (char === '-' && text[at + 1] === '[') {
        at += 2;
        const minus = characterClass(depth + 1);
        if (text[at] !== ']') fail();
        at += 1;
        const whole = negated ? complement(set) : set;
        return {
          source: `(?:(?!${minus.source})[${negated ? '^' : ''}${source}])`,
          set: difference(whole, minus.set),
        };
      }
      const from = member();
      if (
        from.code !== undefined &&
        text[at] === '-' &&
        text[at + 1] !== ']' &&
        text[at + 1] !== '['
      ) {
        at += 1;
        const to = member();
        if (to.code === undefined || to.code < from.code) return fail();
        const range: CharRange = [from.code, to.code];
        set = union(set, createCharSet([range]));
        source += `${from.source}-${to.source}`;
      } else {
        set = union(set, from.set);
        source += from.source;
      }
    }
    if (source === '') fail();
    return { source: `[${negated ? '^' : ''}${source}]`, set: negated ? complement(set) : set };
  }

  function member(): { source: string; set: CharSet; code?: number } {
    const char = text[at] ?? fail();
    at += 1;
    if (char === '\\') return escaped();
    if (char === '[') return fail();
    const code = char.codePointAt(0) ?? 0;
    return { source: classLiteral(char), set: createCharSet([[code, code]]), code };
  }
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
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0x20 && code <= 0x7e) return char;
  return `\\u{${code.toString(16)}}`;
}
