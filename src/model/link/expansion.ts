import type { Span } from '../../diagnostics/source-file.ts';
import type { Defect } from '../defects/defect.ts';
import type { Defects } from '../defects/defects.ts';

/** Components that any contract may expand to, regardless of its length. */
const free = 5000;
/**
 * Characters of a contract for each further component. Real contracts have about ten times as many.
 */
const charactersEach = 4;

/**
 * Limits the size of a contract after expansion of groups, inheritance, derived types, substitution
 * groups and schemas of services: its particles, attributes, enumeration values and the like. A
 * short contract can expand beyond the memory of any machine, so their number must not grow faster
 * than the contract.
 */
export interface Expansion {
  /**
   * Counts components that will be created. Returns `false`, reported for `owner`, if there are too
   * many; then they must not be created.
   */
  take(count: number, owner: object, span: Span | undefined): boolean;
}

/**
 * Creates a limit.
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
