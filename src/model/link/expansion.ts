import type { Span } from '../../diagnostics/source-file.ts';
import type { Defect } from '../defects/defect.ts';
import type { Defects } from '../defects/defects.ts';

/** Components that any contract may expand to, beside those that its length allows. */
const free = 5000;
/**
 * Characters of a contract for each further component: a written one has about ten times as many.
 */
const charactersEach = 4;

/**
 * Bounds what a contract expands to once groups are where they are named, types have what they
 * inherit and know what derives from them, heads have their substitution groups, and services their
 * schemas: particles, attributes, enumeration values and the like. Few characters can mean more of
 * them than any machine holds, so that their number must not grow faster than the contract.
 */
export interface Expansion {
  /**
   * Counts components; `false`, reported against `owner`, when there are too many: then they must
   * not be created.
   */
  take(count: number, owner: object, span: Span | undefined): boolean;
}

/**
 * Creates a bound.
 *
 * @param characters length of all documents of the contract
 */
export function createExpansion(defects: Defects, characters: number): Expansion {
  const limit = free + Math.floor(characters / charactersEach);
  let left = limit;
  let refusal: Defect | undefined;
  return {
    take(count, owner, span) {
      if (count <= left) {
        left -= count;
        return true;
      }
      if (refusal !== undefined) {
        defects.affect(owner, refusal);
        return false;
      }
      refusal = {
        code: 'ASMX1032',
        message:
          `The schemas stand for more than ${limit} components, ` +
          `which is too much for their length`,
        span,
        help:
          'Groups, bases, enumerations and substitution groups count wherever they are ' +
          'named: name them less often, or give services contracts of their own',
      };
      defects.add(owner, refusal);
      return false;
    },
  };
}
