import { caseOf, line, loopThrough, type Statement, switchOn } from '../print/statement.ts';

/** How many statements of fields are in one part. */
const partSize = 16;

/** Up to how many statements of fields a function has no parts. */
const fewStatements = 32;

/**
 * Divides what a function does for each field into parts, where that is much.
 *
 * @param count statements of one
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
 * Parts in the turns of a loop. For each variable and property, the compiler goes back through all
 * statements that may narrow its type. The start of a loop leads it to what is before the loop, so
 * that it never goes through other parts: else its work would grow with the square of the fields.
 */
export function inTurns(parts: readonly (readonly Statement[])[]): readonly Statement[] {
  const [only, ...more] = parts;
  if (more.length === 0) return only ?? [];
  const cases = parts.map((body, index) => caseOf([`${index}`], [...body, line('break;')]));
  return [loopThrough('part', String(parts.length), [switchOn('part', cases)])];
}
