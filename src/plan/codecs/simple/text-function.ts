import { arrow, type Expression, text } from '../../print/node.ts';
import type { SimpleShape } from '../../shapes/shape.ts';

/** What a function that gives the text of a value takes. */
export const textParameters = { value: 'value', owner: 'owner', name: 'name' } as const;

/**
 * The function that gives the text of a value: the one that is called with {@link textParameters},
 * or an arrow function around something else.
 */
export function textFunction(shape: SimpleShape, written: Expression): Expression {
  // a function of the user may not be there yet while this file is loaded
  const isPlain =
    written.kind === 'call' &&
    written.items.map(({ flat }) => flat).join() === 'value,owner,name' &&
    shape.codec.kind !== 'custom';
  return isPlain ? text(written.callee, written.names) : arrow('(value, owner, name)', written);
}
