import { stringLiteral } from '../encode.ts';
import { argumentList } from '../layout.ts';
import { localName } from '../names.ts';
import type { ContentField } from '../shape.ts';
import { type Code, line, runtime } from './code.ts';

/** How often something may stand. */
interface Counts {
  readonly min: number;
  readonly max: number;
}

const many = Number.POSITIVE_INFINITY;

/**
 * Expression of a list that is to be written, checked to be one and to have as many items as may stand.
 *
 * @param value expression of the list
 */
export function checkedList(
  code: Code,
  { min, max }: Counts,
  value: string,
  owner: string,
  name: string,
): string {
  if (min === 0 && max === many) return `${runtime(code, 'asList')}(${value}, ${owner}, ${name})`;
  return `${runtime(code, 'asListOf')}(${value}, ${min}, ${max}, ${owner}, ${name})`;
}

/** Checks the lists a reader has collected in locals; that a required one is there at all is seen elsewhere. */
export function checkReadCounts(code: Code, fields: readonly ContentField[]): void {
  for (const field of fields) {
    if (!field.repeated) continue;
    const { min, max, property } = field;
    const name = field.kind === 'element' ? field.place.element.name.localName : property;
    if (min > 1 || max !== many)
      checkReadCount(code, field, `${localName(property)}?.length`, name);
  }
}

/** Checks the number of items a reader has met. */
export function checkReadCount(
  code: Code,
  { min, max }: Counts,
  count: string,
  name: string,
): void {
  const call = argumentList({
    before: runtime(code, 'checkCount'),
    items: [count, String(min), String(max), stringLiteral(name), 'reader'],
    after: ';',
    indent: code.indent,
  });
  line(code, call);
}
