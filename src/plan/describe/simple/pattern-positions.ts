import { type CharSet, createCharSet, overlap } from '../../../model/pattern/char-set.ts';
import type { Pattern } from '../../../model/pattern/parse-pattern.ts';

/** Expressions with more positions are not analysed. */
const maxPositions = 600;

/**
 * First and last positions of a part, and whether it matches the empty text (Glushkov's
 * construction).
 */
interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly empty: boolean;
}

const nothing: Ends = { first: [], last: [], empty: true };

/**
 * Whether the next character always decides how a pattern continues. Very long patterns are not
 * analysed.
 */
export function isDeterministic(pattern: Pattern): boolean {
  const positions = new Positions();
  const { first } = positions.build(pattern);
  return positions.isDeterministic(first);
}

/** The characters of a pattern, and which may follow which. */
class Positions {
  readonly #sets: CharSet[] = [];
  readonly #follow: Set<number>[] = [];
  #isTooLarge = false;
  /** Whether there are two ways from one character to the next, as in `(a+)+`. */
  #isAmbiguous = false;

  isDeterministic(first: readonly number[]): boolean {
    if (this.#isTooLarge || this.#isAmbiguous) return false;
    return [new Set(first), ...this.#follow].every((next) => this.#areDistinct([...next]));
  }

  build(node: Pattern): Ends {
    if (this.#isTooLarge) return nothing;
    switch (node.kind) {
      case 'chars':
        return this.#atom(node.set);
      case 'sequence':
        return node.parts
          .map((part) => this.build(part))
          .reduce((left, right) => this.#join(left, right), nothing);
      case 'choice': {
        const parts = node.parts.map((part) => this.build(part));
        return {
          first: parts.flatMap((part) => part.first),
          last: parts.flatMap((part) => part.last),
          empty: parts.some((part) => part.empty),
        };
      }
      case 'repeat':
        return this.#repeat(node.part, node.min, node.max);
    }
  }

  #atom(set: CharSet): Ends {
    const position = this.#sets.length;
    if (position >= maxPositions) this.#isTooLarge = true;
    this.#sets.push(set);
    this.#follow.push(new Set());
    return { first: [position], last: [position], empty: false };
  }

  #join(left: Ends, right: Ends): Ends {
    this.#link(left.last, right.first);
    return {
      first: left.empty ? [...left.first, ...right.first] : left.first,
      last: right.empty ? [...left.last, ...right.last] : right.last,
      empty: left.empty && right.empty,
    };
  }

  #link(left: readonly number[], right: readonly number[]): void {
    for (const from of left) {
      for (const to of right) {
        const next = this.#follow[from];
        if (next?.has(to) === true) this.#isAmbiguous = true;
        next?.add(to);
      }
    }
  }

  /**
   * `a{2,4}` is `aa(a(a)?)?`: optional repetitions are nested, so that the first of them has only
   * one position. Two repetitions of each kind are enough, because more of them follow each other
   * in the same way.
   */
  #repeat(part: Pattern, least: number, most: number): Ends {
    const min = Math.min(least, 2);
    const max = min + Math.min(most - least, most === Number.POSITIVE_INFINITY ? most : 2);
    if (max === Number.POSITIVE_INFINITY) {
      const before = this.#turns(part, min - 1);
      const again = this.build(part);
      this.#link(again.last, again.first);
      return this.#join(before, min === 0 ? { ...again, empty: true } : again);
    }
    const all = this.#turns(part, min);
    let rest = nothing;
    for (let count = min; count < max && !this.#isTooLarge; count += 1) {
      rest = { ...this.#join(this.build(part), rest), empty: true };
    }
    return this.#join(all, rest);
  }

  /** A part repeated so many times. */
  #turns(part: Pattern, count: number): Ends {
    let all = nothing;
    for (let turn = 0; turn < count && !this.#isTooLarge; turn += 1) {
      all = this.#join(all, this.build(part));
    }
    return all;
  }

  #areDistinct(positions: readonly number[]): boolean {
    for (let one = 0; one < positions.length; one += 1) {
      for (let other = one + 1; other < positions.length; other += 1) {
        const left = this.#sets[positions[one] ?? 0] ?? createCharSet([]);
        const right = this.#sets[positions[other] ?? 0] ?? createCharSet([]);
        if (overlap(left, right)) return false;
      }
    }
    return true;
  }
}
