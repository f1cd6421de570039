import { type Pattern, parsePattern } from '../../../model/pattern/parse-pattern.ts';
import { isDeterministic } from './pattern-positions.ts';

/**
 * Patterns with more instructions for the runtime's matcher are not checked, because each
 * instruction adds time for every character.
 */
const maxInstructions = 4000;

/** A translated pattern. */
export interface TranslatedPattern {
  /** Source of a JavaScript expression for the flag `u`, not anchored. */
  readonly source: string;
  /**
   * `direct`: JavaScript matches it in linear time, because the next character always decides how
   * it continues; `counted`: that is not certain, so the runtime must follow all ways at once;
   * `large`: that would take too long, too.
   */
  readonly matching: 'direct' | 'counted' | 'large';
}

/**
 * Translates a regular expression of XML Schema (part 2 appendix F) to one of JavaScript.
 *
 * @returns `undefined` if the expression is malformed
 */
export function translatePattern(pattern: string): TranslatedPattern | undefined {
  const parsed = parsePattern(pattern);
  if (parsed === undefined) return undefined;
  const { source } = parsed;
  if (isDeterministic(parsed)) return { source, matching: 'direct' };
  return { source, matching: sizeOf(parsed) <= maxInstructions ? 'counted' : 'large' };
}

/** Number of instructions for the runtime's matcher, which expands repetitions. */
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
