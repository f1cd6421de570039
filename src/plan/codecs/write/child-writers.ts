import { stringLiteral } from '../../print/encode.ts';
import { array, arrow, call, type Expression, entry, object, text } from '../../print/node.ts';
import { runtimeType } from '../../print/type-node.ts';
import {
  type ElementField,
  type Field,
  notNil,
  type ObjectShape,
  type PlaceShape,
  type SimpleShape,
  type ValueShape,
} from '../../shapes/shape.ts';
import { nilObject } from '../../shapes/shape-nil.ts';
import { isContent } from '../../shapes/shape-object.ts';
import { requiredFields } from '../choice-code.ts';
import { codec, codecConstant, local, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { countOf } from '../count-code.ts';
import { givenText } from '../given-text.ts';
import { writeFixed } from '../simple/fixed-code.ts';
import { formatExpression } from '../simple/simple.ts';
import { type ContentPlace, writeContentField } from './write-field.ts';
import { isConstant, onlyTypesWritten, scopeSuffix, tagOf } from './write-place.ts';
import { qnameText } from './write-text.ts';
import { arrayWriter, objectWriter } from './write-type.ts';
import { expression, type Piece } from './xml-template.ts';
import { memberType } from './xsi-type.ts';

/** The fewest children in a row for which a table is shorter than statements. */
const fewest = 4;
/** A record in lists with at most so many children has statements, which are faster. */
const mostOfRecord = 16;

/** A field inside an element. */
type InnerField = Exclude<Field, { kind: 'attribute' | 'anyAttributes' | 'text' }>;

/**
 * Writes the fields inside an element, in the order of the type: many elements in a row by a table,
 * all else by statements. A type that extends another one uses the tables of that.
 *
 * @returns pieces for each part of the content
 */
export function writeInside(
  context: CodecContext,
  shape: ObjectShape,
  place: ContentPlace,
): readonly (readonly Piece[])[] {
  const fields = insideOf(shape);
  const required = requiredFields(shape.content);
  if (context.isRepeatedRecord(shape) && fields.length <= mostOfRecord) {
    return fields.map((field) => writeContentField(context, field, required, place));
  }
  const shared = sharedBase(context, shape);
  const before = shared === undefined ? [] : writeInside(context, shared, place);
  const own = fields.slice(shared === undefined ? 0 : insideOf(shared).length);
  let number = 0;
  const after = inRows(own).flatMap((row): readonly (readonly Piece[])[] => {
    if (row.length < fewest || !row.every(isRow)) {
      return row.map((field) => writeContentField(context, field, required, place));
    }
    number += 1;
    const suffix = `${number === 1 ? '' : number}${scopeSuffix(shape.scope, place.scope)}`;
    const name = context.typeFunction('writers', shape.family?.fieldsName ?? shape.name) + suffix;
    const table = codec(
      context.ensure(name, () => {
        const rows = row.map((field) => rowOf(context, field, required.has(field), place));
        const namespace = context.shaper.namespaceOf(shape.source);
        return codecConstant(name, runtimeType('ChildWriters'), array(rows), namespace);
      }),
    );
    return [[expression(call(runtime('writeChildren'), local('value'), table))]];
  });
  return [...before, ...after];
}

function insideOf({ fields }: ObjectShape): readonly InnerField[] {
  return fields.filter((field) => field.kind === 'mixed' || isContent(field));
}

/** The type it extends, if its content begins with that of this type. */
function sharedBase(context: CodecContext, shape: ObjectShape): ObjectShape | undefined {
  const { base } = shape;
  if (base === undefined) return undefined;
  const { encodedTypes } = context.shaper.used;
  if (encodedTypes.has(base.source) !== encodedTypes.has(shape.source)) return undefined;
  const fields = insideOf(shape);
  return insideOf(base).every((field, index) => field === fields[index]) ? base : undefined;
}

/** Fields that a table can have, and those that it cannot have, in turn. */
function inRows(fields: readonly InnerField[]): readonly (readonly InnerField[])[] {
  const rows: InnerField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    const [first] = last ?? [];
    if (last === undefined || first === undefined || isRow(first) !== isRow(field)) {
      rows.push([field]);
    } else last.push(field);
  }
  return rows;
}

/** Whether a field is an element that a table can say how to write. */
function isRow(field: InnerField): field is ElementField {
  if (field.kind !== 'element' || field.property === '__proto__') return false;
  const { place, repeated } = field;
  if (place.value.kind === 'xml' || place.standIns.length > 0) return false;
  if (nilObject(place) !== undefined) return false;
  // a count may be that of the list or of its items
  return !(repeated && place.value.kind === 'array');
}

function rowOf(
  context: CodecContext,
  field: ElementField,
  isRequired: boolean,
  { scope, encoded }: ContentPlace,
): Expression {
  const { property, place, repeated } = field;
  const tag = tagOf(place, scope);
  const inTag = tag.start.slice(1 + tag.name.length) + (memberType(place, encoded) ?? '');
  const isTrue = (name: string, value: boolean): readonly Expression[] =>
    value ? [entry(name, 'true')] : [];
  const counted = repeated ? field : place.value.kind === 'array' ? place.value : undefined;
  const count = counted && countOf(counted);
  const check = count && call(runtime('asListOf'), 'list', count, 'owner', 'name');
  return object([
    entry('name', stringLiteral(tag.name)),
    ...(property === tag.name ? [] : [entry('property', stringLiteral(property))]),
    ...(inTag === '' ? [] : [entry('tag', stringLiteral(inTag))]),
    ...contentEntry(context, place, tag.scope),
    ...isTrue('tagged', endsTag(place.value)),
    ...isTrue('list', repeated),
    ...(check === undefined ? [] : [entry('check', arrow('(list, owner, name)', check))]),
    ...isTrue('nil', place.nillable),
    ...isTrue('required', isRequired),
  ]);
}

/** Whether the function that writes a value also writes the end of the start tag. */
function endsTag(value: ValueShape): boolean {
  if (value.kind === 'simple') return value.qnames;
  if (value.kind === 'array') return value.soap;
  return value.kind === 'object' && value.tagged;
}

/** The function that writes the content of an element; none where it is always empty. */
function contentEntry(
  context: CodecContext,
  place: PlaceShape,
  scope: string,
): readonly Expression[] {
  const { value, element } = place;
  if (isConstant(notNil(place))) return [];
  switch (value.kind) {
    case 'xml':
      return [];
    case 'simple':
      return [entry('text', textFunction(context, value, element.fixed))];
    case 'array':
      return [entry('array', codec(arrayWriter(context, value, scope)))];
    case 'object': {
      const { fixed } = givenText(value.source, element);
      const write = codec(objectWriter(context, value, scope, fixed));
      const given = onlyTypesWritten(place, 'value');
      return [
        entry('object', given.flat === 'value' ? write : arrow('(value)', call(write, given))),
      ];
    }
  }
}

function textFunction(
  context: CodecContext,
  shape: SimpleShape,
  fixed: string | undefined,
): Expression {
  const source = { value: 'value', owner: 'owner', name: 'name' };
  const given =
    fixed === undefined ? source : { ...source, value: writeFixed(context, shape, source, fixed) };
  const written = shape.qnames
    ? qnameText(context, shape, given, new Set())
    : formatExpression(context, shape, given, 'element');
  // a function of the user may not be there yet while this file is loaded
  const isPlain =
    written.kind === 'call' &&
    written.items.map(({ flat }) => flat).join() === 'value,owner,name' &&
    shape.codec.kind !== 'custom';
  return isPlain ? text(written.callee, written.names) : arrow('(value, owner, name)', written);
}
