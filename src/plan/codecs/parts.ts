import { caseOf, line, loopThrough, type Statement, switchOn } from '../print/statement.ts';

/** Number of field statements in one part. */
const partSize = 16;

/** A function with at most this many field statements is not divided. */
const fewStatements = 32;

/**
 * Divides the statements that a function has for its fields into parts, if there are many.
 *
 * @param count number of statements of one
 */
export function divided<T>(
  all: readonly T[],
  count: (one: T) => number,
): readonly (readonly T[])[] {
  if (all.reduce((sum, one) => sum + count(one), 0) <= fewStatements) return [all];
  const parts: T[][] = [];
  let room = 0;
  for (const one of all) {
    const last = parts.at(-1);
    if (last === undefined || count(one) > room) {
      parts.push([one]);
      room = partSize;
    } else last.push(one);
    room -= count(one);
  }
  return parts;
}

/**
 * Parts in the iterations of a loop. For each variable and property, the compiler goes back through
 * all statements that may narrow its type. At the start of a loop it continues before the loop, and
 * so never visits other parts. Otherwise its work would be quadratic in the number of fields.
 */
export function inTurns(parts: readonly (readonly Statement[])[]): readonly Statement[] {
  const [only, ...more] = parts;
  if (more.length === 0) return only ?? [];
  const cases = parts.map((body, index) => caseOf([`${index}`], [...body, line('break;')]));
  return [loopThrough('part', String(parts.length), [switchOn('part', cases)])];
}
