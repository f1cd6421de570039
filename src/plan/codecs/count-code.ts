import { stringLiteral } from '../print/encode.ts';
import { array, call, type Expression, type Given, joined } from '../print/node.ts';
import { run, type Statement } from '../print/statement.ts';
import type { ContentField } from '../shapes/shape.ts';
import { runtime } from './codec.ts';
import { type Access, type ValueSource, variableOf } from './value-source.ts';

/** Occurrence limits. */
export interface Counts {
  readonly min: number;
  readonly max: number;
}

const many = Number.POSITIVE_INFINITY;

/** Checks that the value to write is a list with an allowed number of items. */
export function checkedList({ min, max }: Counts, { value, owner, name }: ValueSource): Expression {
  const count = countOf({ min, max });
  if (count === undefined) return call(runtime('asList'), value, owner, name);
  return call(runtime('asListOf'), value, count, owner, name);
}

/** The limits as a literal; `undefined` if there are none. */
export function countOf({ min, max }: Counts): Expression | undefined {
  return min === 0 && max === many ? undefined : array([String(min), String(max)]);
}

/**
 * Checks how many items a reader has found. Whether a required list is present is checked
 * elsewhere.
 *
 * @param access gives the list of a field; by default, its variable
 */
export function checkReadCounts(
  fields: readonly ContentField[],
  access: Access = variableOf,
): readonly Statement[] {
  return fields.flatMap((field) => {
    const { min, max, property } = field;
    if (!field.repeated || (min <= 1 && max === many)) return [];
    const name = field.kind === 'element' ? field.place.element.name.localName : property;
    return checkReadCount(field, joined(access(field), '?.length'), name);
  });
}

/** Checks the number of items that a reader found. */
export function checkReadCount({ min, max }: Counts, count: Given, name: string): Statement {
  const label = stringLiteral(name);
  const allowed = array([String(min), String(max)]);
  return run(call(runtime('checkCount'), count, allowed, label, 'reader'));
}
