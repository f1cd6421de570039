import { call, type Expression, joined } from '../../print/node.ts';
import { namedType } from '../../print/type-node.ts';
import type { ElementField, ObjectShape } from '../../shapes/shape.ts';
import { isContent } from '../../shapes/shape-object.ts';
import { runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { checkReadCounts } from '../count-code.ts';
import { isRecordGroup } from '../repeated-records.ts';
import { readerTable } from './child-table.ts';
import { isPredictable } from './fast-path.ts';

/**
 * Reads the content of a type that is only a repeated choice of elements by a table with one line
 * for each element.
 *
 * @returns `undefined` for other content, and for what needs the speed of statements
 */
export function readChoicesOf(context: CodecContext, shape: ObjectShape): Expression | undefined {
  const [field, ...others] = shape.fields.filter(isContent);
  if (field?.kind !== 'group' || !field.repeated || others.length > 0) return undefined;
  const { group } = field;
  if (isRecordGroup(group) || checkReadCounts([field]).length > 0) return undefined;
  const children: readonly ElementField[] = group.fields.filter((one) => isPredictable(one, shape));
  const names = new Set(children.map(({ place }) => place.element.name.localName));
  if (names.size < group.fields.length) return undefined;
  const { name, namespace } = group;
  const table = readerTable(context, { name, namespace, children });
  const read = joined(runtime('readChoices'), '<', namedType(group.name), '>');
  return call(read, 'reader', context.namespace(shape.scope), table);
}
