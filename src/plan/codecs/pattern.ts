import { type CharSet, createCharSet, overlap } from './pattern-chars.ts';
import { type Pattern, parsePattern } from './pattern-parse.ts';

/** Positions of an expression beyond which its matching is not looked into. */
const maxPositions = 600;

/**
 * Translates a regular expression of XML Schema (part 2 appendix F) into one of JavaScript that is matched in linear time: at every
 * point the next character says which way to go, so that nothing is ever tried twice.
 *
 * @returns source for the flag `u`, not anchored; `undefined` when it cannot be translated, or not be sure to be linear
 */
export function translatePattern(pattern: string): string | undefined {
  const parsed = parsePattern(pattern);
  if (parsed === undefined) return undefined;
  if (!isLinear(parsed)) return undefined;
  return parsed.source;
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

  /** `a{2,4}` is `aa(a(a)?)?`: what may be left out is inside, so that the first of it is in one place. */
  function repeat(part: Pattern, min: number, max: number): Ends {
    const nothing: Ends = { first: [], last: [], empty: true };
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
