import { isNilled, isOnlyNil, nilValue as skip } from '../../codec/nil.ts';
import { otherType } from '../../codec/type.ts';
import { isNil } from '../../xml/deviation.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { xsiType } from '../../xml/xsi.ts';
import { propertyOf } from '../described.ts';
import type { NilForm, ObjectType } from '../description.ts';
import { memberNamed, memberOf } from '../family.ts';
import { planOf } from '../plan.ts';
import { typeTag } from '../tag.ts';
import { writeInTag } from '../write.ts';
import { attributeName } from './attribute.ts';

/** A nil element that keeps its attributes: `null` without any, else an object with `$nil`. */
export const nilWithAttributes: NilForm = {
  attributes: true,
  test: isNil,
  read: (reader, declared: ObjectType) => {
    const { family } = declared;
    if (family?.choose === undefined) return readNil(reader, declared);
    const given = xsiType(reader);
    const members = family.members();
    const found = given && memberNamed(members, given.namespace, given.local);
    if (found !== undefined) return readNil(reader, found);
    if (given !== undefined) otherType(reader, given);
    return members.includes(declared) ? readNil(reader, declared) : skip(reader);
  },
  write: (value, { object, start, inside }) => {
    if (value === null) return `${start} xsi:nil="true" />`;
    if (!isNilled(value) || object === undefined) return undefined;
    const isHead = object.family?.choose !== undefined;
    const type = isHead ? memberOf(value as object, object) : object;
    const plan = planOf(type, inside);
    const tag = type === object ? '' : typeTag(type, inside);
    return `${start} xsi:nil="true"${tag}${writeInTag(plan.take(value as never), plan)} />`;
  },
};

/** Reads a nil element as one type. */
function readNil(reader: XmlReader, type: ObjectType): unknown {
  const { family } = type;
  const { inTag } = planOf(type);
  const isAny = inTag.some(({ kind }) => kind === 'anyAttributes');
  const names = inTag.flatMap(attributeName);
  const isBare = isAny ? isOnlyNil(reader) : inTag.length === 0 || isOnlyNil(reader, names);
  if (isBare && (family === undefined || xsiType(reader) === undefined)) return skip(reader);
  const value: Record<string, unknown> & { $type?: unknown } = { $nil: true };
  if (family !== undefined) value.$type = family.literal;
  for (const field of inTag) value[propertyOf(field)] = field.inTag?.read(reader, field, inTag);
  skip(reader);
  return value;
}
