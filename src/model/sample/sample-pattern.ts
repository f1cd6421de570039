import { type PatternNode, parsePattern } from '../pattern/pattern-syntax.ts';

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
  const root = parsePattern(pattern);
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
