import { type CharSet, createCharSet, overlap } from '../../../model/pattern/char-set.ts';
import { type Pattern, parsePattern } from '../../../model/pattern/parse-pattern.ts';

/** Positions of an expression beyond which its matching is not looked into. */
const maxPositions = 600;

/**
 * Instructions of the runtime's matcher beyond which a pattern is not checked: time grows with them
 * for each character.
 */
const maxInstructions = 4000;

/** What a pattern becomes. */
export interface TranslatedPattern {
  /** Source of a JavaScript expression for the flag `u`, not anchored. */
  readonly source: string;
  /**
   * `direct`: JavaScript matches it in linear time, since at every point the next character says
   * which way to go; `counted`: that is not sure, so that the runtime has to follow all ways at
   * once; `large`: that would take too long as well.
   */
  readonly matching: 'direct' | 'counted' | 'large';
}

/**
 * Translates a regular expression of XML Schema (part 2 appendix F) into one of JavaScript.
 *
 * @returns `undefined` when the expression is malformed
 */
export function translatePattern(pattern: string): TranslatedPattern | undefined {
  const parsed = parsePattern(pattern);
  if (parsed === undefined) return undefined;
  const { source } = parsed;
  if (isLinear(parsed)) return { source, matching: 'direct' };
  return { source, matching: sizeOf(parsed) <= maxInstructions ? 'counted' : 'large' };
}

/** Instructions of the runtime's matcher (`pattern-program.ts`), which writes counted parts out. */
function sizeOf(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'chars':
      return 1;
    case 'sequence':
      return pattern.parts.reduce((sum, part) => sum + sizeOf(part), 0);
    case 'choice':
      return pattern.parts.reduce((sum, part) => sum + sizeOf(part) + 1, -1);
    case 'repeat': {
      const { min, max } = pattern;
      const one = sizeOf(pattern.part);
      return min * one + (max === Number.POSITIVE_INFINITY ? 1 + one : (max - min) * (1 + one));
    }
  }
}

/** First and last positions of a part, and whether it matches nothing (Glushkov's construction). */
interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly empty: boolean;
}

function isLinear(pattern: Pattern): boolean {
  const sets: CharSet[] = [];
  const follow: Set<number>[] = [];
  let tooLarge = false;
  /** Whether there are two ways from one character to the next, as in `(a+)+`. */
  let ambiguous = false;

  function link(left: readonly number[], right: readonly number[]): void {
    for (const from of left) {
      for (const to of right) {
        const next = follow[from];
        if (next?.has(to) === true) ambiguous = true;
        next?.add(to);
      }
    }
  }

  function atom(set: CharSet): Ends {
    if (sets.length >= maxPositions) tooLarge = true;
    const position = sets.length;
    sets.push(set);
    follow.push(new Set());
    return { first: [position], last: [position], empty: false };
  }

  function join(left: Ends, right: Ends): Ends {
    link(left.last, right.first);
    return {
      first: left.empty ? [...left.first, ...right.first] : left.first,
      last: right.empty ? [...left.last, ...right.last] : right.last,
      empty: left.empty && right.empty,
    };
  }

  function build(node: Pattern): Ends {
    if (tooLarge) return { first: [], last: [], empty: true };
    switch (node.kind) {
      case 'chars':
        return atom(node.set);
      case 'sequence':
        return node.parts.map(build).reduce(join, { first: [], last: [], empty: true });
      case 'choice': {
        const parts = node.parts.map(build);
        return {
          first: parts.flatMap((part) => part.first),
          last: parts.flatMap((part) => part.last),
          empty: parts.some((part) => part.empty),
        };
      }
      case 'repeat':
        return repeat(node.part, node.min, node.max);
    }
  }

  /**
   * `a{2,4}` is `aa(a(a)?)?`: what may be left out is inside, so that the first of it is in one
   * place. More than two turns of either kind follow one another as those two do.
   */
  function repeat(part: Pattern, least: number, most: number): Ends {
    const nothing: Ends = { first: [], last: [], empty: true };
    const min = Math.min(least, 2);
    const max = min + Math.min(most - least, most === Number.POSITIVE_INFINITY ? most : 2);
    let all = nothing;
    if (max === Number.POSITIVE_INFINITY) {
      for (let count = 1; count < min && !tooLarge; count += 1) all = join(all, build(part));
      const again = build(part);
      link(again.last, again.first);
      return join(all, min === 0 ? { ...again, empty: true } : again);
    }
    for (let count = 0; count < min && !tooLarge; count += 1) all = join(all, build(part));
    let rest = nothing;
    for (let count = min; count < max && !tooLarge; count += 1) {
      rest = { ...join(build(part), rest), empty: true };
    }
    return join(all, rest);
  }

  const ends = build(pattern);
  if (tooLarge || ambiguous) return false;
  const distinct = (positions: readonly number[]): boolean => {
    for (let one = 0; one < positions.length; one += 1) {
      for (let other = one + 1; other < positions.length; other += 1) {
        const left = sets[positions[one] ?? 0] ?? createCharSet([]);
        const right = sets[positions[other] ?? 0] ?? createCharSet([]);
        if (positions[one] !== positions[other] && overlap(left, right)) return false;
      }
    }
    return true;
  };
  return distinct([...new Set(ends.first)]) && follow.every((next) => distinct([...next]));
}
