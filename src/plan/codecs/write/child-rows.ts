import { stringLiteral } from '../../print/encode.ts';
import { array, arrow, call, type Expression, entry, object } from '../../print/node.ts';
import { runtimeType } from '../../print/type-node.ts';
import type { CodecPlan } from '../../result/plan.ts';
import {
  type ContentField,
  type ElementField,
  type Field,
  type GroupShape,
  notNil,
  type ObjectShape,
  type PlaceShape,
  type SimpleShape,
  type ValueShape,
} from '../../shapes/shape.ts';
import { nilObject } from '../../shapes/shape-nil.ts';
import { codec, codecConstant, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { type Counts, countOf } from '../count-code.ts';
import { givenText } from '../given-text.ts';
import { writeFixed } from '../simple/fixed-code.ts';
import { formatExpression } from '../simple/simple.ts';
import { textFunction, textParameters } from '../simple/text-function.ts';
import type { ContentPlace } from './write-field.ts';
import { type Around, isConstant, onlyTypesWritten, scopeSuffix, tagOf } from './write-place.ts';
import { qnameText } from './write-text.ts';
import { arrayWriter, objectWriter } from './write-type.ts';
import { memberType } from './xsi-type.ts';

/** Gives the constant for the n-th row of elements, of which some are required. */
export type Table = (
  row: readonly ElementField[],
  required: ReadonlySet<ContentField>,
  number: number,
) => Expression;

/** The tables of a type or group. */
export function tableOf(
  context: CodecContext,
  owner: ObjectShape | GroupShape,
  place: ContentPlace,
): Table {
  return (row, required, number) => {
    // names of types may end in numbers, and have no `$`
    const count = number === 1 ? '' : `$${number}`;
    const suffix = count + scopeSuffix(owner.scope, place.scope);
    const isType = 'source' in owner;
    const own = isType ? (owner.family?.fieldsName ?? owner.name) : owner.name;
    const name = context.typeFunction('writers', own) + suffix;
    const namespace = isType ? context.shaper.namespaceOf(owner.source) : owner.namespace;
    const make = (): CodecPlan => {
      const rows = rowsOf(context, row, required, place);
      return codecConstant(name, runtimeType('ChildWriters'), rows, namespace);
    };
    return codec(context.ensure(name, make));
  };
}

/** A table of elements, of which some are required. */
export function rowsOf(
  context: CodecContext,
  row: readonly ElementField[],
  required: ReadonlySet<ContentField>,
  { scope, encoded }: ContentPlace,
): Expression {
  const rows = row.map((field) => {
    const attributes = memberType(field.place, encoded);
    return fieldRow(context, field, required.has(field), { scope, attributes });
  });
  return array(rows);
}

/** Whether a field is an element that a table can say how to write. */
export function isRow(field: Field): field is ElementField {
  if (field.kind !== 'element' || field.property === '__proto__') return false;
  // a count may be that of the list or of its items
  return isRowPlace(field.place) && !(field.repeated && field.place.value.kind === 'array');
}

/** The same of an element at a place. */
export function isRowPlace(place: PlaceShape): boolean {
  if (place.value.kind === 'xml' || place.standIns.length > 0) return false;
  return nilObject(place) === undefined;
}

/** How a field that is an element is written. */
export function fieldRow(
  context: CodecContext,
  field: ElementField,
  isRequired: boolean,
  around: Around,
): Expression {
  const { property, place, repeated } = field;
  return object([
    ...elementEntries(context, place, around, property),
    ...(repeated ? [entry('list', listWriter(field))] : []),
    ...isTrue('required', isRequired),
  ]);
}

/** How an element at a place is written. */
export function placeRow(context: CodecContext, place: PlaceShape, around: Around): Expression {
  return object(elementEntries(context, place, around));
}

function elementEntries(
  context: CodecContext,
  place: PlaceShape,
  { scope, attributes = '' }: Around,
  property?: string,
): readonly Expression[] {
  const tag = tagOf(place, scope);
  const inTag = tag.start.slice(1 + tag.name.length) + attributes;
  const isRenamed = property !== undefined && property !== tag.name;
  return [
    entry('name', stringLiteral(tag.name)),
    ...(isRenamed ? [entry('property', stringLiteral(property))] : []),
    ...(inTag === '' ? [] : [entry('tag', stringLiteral(inTag))]),
    ...contentEntry(context, place, tag.scope),
    ...isTrue('tagged', endsTag(place.value)),
    ...(place.value.kind === 'array' ? [entry('check', listCheck(place.value))] : []),
    ...isTrue('nil', place.nillable),
  ];
}

/** The entry of a property that is `true` or absent. */
export function isTrue(name: string, value: boolean): readonly Expression[] {
  return value ? [entry(name, 'true')] : [];
}

/** The function that writes the items of a list, also if there may be only so many. */
function listWriter(counts: Counts): Expression {
  const count = countOf(counts);
  if (count === undefined) return runtime('writeAll');
  const checked = call(runtime('asListOf'), 'list', count, 'owner', 'name');
  return arrow('(list, item, owner, name)', call(runtime('writeItems'), checked, 'item'));
}

/** The function that checks a list that is one element. */
function listCheck(counts: Counts): Expression {
  const count = countOf(counts);
  if (count === undefined) return runtime('asList');
  return arrow('(list, owner, name)', call(runtime('asListOf'), 'list', count, 'owner', 'name'));
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
      return [entry('text', elementText(context, value, element.fixed))];
    case 'array':
      return [entry('object', codec(arrayWriter(context, value, scope)))];
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

function elementText(
  context: CodecContext,
  shape: SimpleShape,
  fixed: string | undefined,
): Expression {
  const source = textParameters;
  const given =
    fixed === undefined ? source : { ...source, value: writeFixed(context, shape, source, fixed) };
  const written = shape.qnames
    ? qnameText(context, shape, given, new Set())
    : formatExpression(context, shape, given, 'element');
  return textFunction(shape, written);
}
