import { type Pattern, parsePattern } from '../../../model/pattern/parse-pattern.ts';
import { isDeterministic } from './pattern-positions.ts';

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
  if (isDeterministic(parsed)) return { source, matching: 'direct' };
  return { source, matching: sizeOf(parsed) <= maxInstructions ? 'counted' : 'large' };
}

/** Instructions of the runtime's matcher, which repeats a part as often as it is counted. */
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
