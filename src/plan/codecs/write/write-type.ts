import { variableName } from '../../../names/names.ts';
import { placeType, valueType } from '../../declarations/type-text.ts';
import { stringLiteral } from '../../print/encode.ts';
import type { TypeNode } from '../../print/node.ts';
import { call, type Expression, joined } from '../../print/node.ts';
import {
  caseOf,
  constant as declared,
  otherwise,
  returns,
  run,
  type Statement,
  switchOn,
  throws,
} from '../../print/statement.ts';
import { namedType } from '../../print/type-node.ts';
import type { CodecPlan } from '../../result/plan.ts';
import { isOrdered } from '../../shapes/ordered-content.ts';
import type {
  ArrayShape,
  ContentField,
  ContentNode,
  Family,
  ObjectShape,
} from '../../shapes/shape.ts';
import { checkWrittenChoices, writtenType } from '../choice-code.ts';
import { codec, codecFunction, local, property, runtime } from '../codec.ts';
import { typeLabel } from '../content-model.ts';
import type { CodecContext } from '../context.ts';
import { checkedList } from '../count-code.ts';
import { givenSuffix } from '../given-text.ts';
import { writeFixed } from '../simple/fixed-code.ts';
import type { ValueSource } from '../value-source.ts';
import { isRowPlace, placeRow } from './child-rows.ts';
import { writeInside, writeObjectChoice } from './child-writers.ts';
import { soapArrayTag } from './soap-array-tag.ts';
import { writeOrdered } from './write-ordered.ts';
import { type Around, scopeSuffix, writePlace } from './write-place.ts';
import { type TagFields, writeTagFields } from './write-tag.ts';
import { writeBareText, writeText } from './write-text.ts';
import {
  constant,
  expression,
  inParts,
  inPieces,
  type Piece,
  returned,
  statements,
} from './xml-template.ts';
import { memberType, xsiType } from './xsi-type.ts';

/** A function that writes a type, with the default or fixed text of an element. */
interface TypeWriter {
  readonly name: string;
  readonly type: TypeNode;
  readonly exported: boolean;
  /** Text that its element fixes. */
  readonly fixed: string | undefined;
}

/**
 * Name of the function that writes the content of an element of an object type. If the type has
 * anything in the start tag, it starts after the tag's name.
 *
 * @param fixed the text that the element fixes, beside attributes or in mixed content
 */
export function objectWriter(
  context: CodecContext,
  shape: ObjectShape,
  scope: string,
  fixed?: string,
): string {
  const suffix = givenSuffix({ fixed }) + scopeSuffix(shape.scope, scope);
  const name = context.typeFunction('write', shape.name) + suffix;
  const writer = { name, type: shape.type, exported: suffix === '', fixed };
  const head = shape.family?.head === true;
  return context.ensure(name, () =>
    head ? makeDispatch(context, shape, writer, scope) : makeFields(context, shape, writer, scope),
  );
}

/** Name of the function that writes a type itself, without types derived from it. */
export function fieldsWriter(
  context: CodecContext,
  shape: ObjectShape,
  scope: string,
  fixed?: string,
): string {
  const { family } = shape;
  if (family === undefined || !family.head) return objectWriter(context, shape, scope, fixed);
  const suffix = givenSuffix({ fixed }) + scopeSuffix(shape.scope, scope);
  const name = context.typeFunction('write', family.fieldsName) + suffix;
  const type = namedType(family.fieldsName);
  return context.ensure(name, () =>
    makeFields(context, shape, { name, type, exported: false, fixed }, scope),
  );
}

/** Whether an element of the type always has content. */
export function alwaysHasContent(shape: ObjectShape): boolean {
  // Text leaves a mark if it is empty.
  if (shape.fields.some((field) => field.kind === 'text')) return true;
  return isAlwaysThere(shape.content);
}

function isAlwaysThere(node: ContentNode): boolean {
  if (node.kind === 'sequence') return node.nodes.some(isAlwaysThere);
  if (node.kind === 'choice' || node.optional) return false;
  const { optional, repeated, min } = node.field;
  return !optional && (!repeated || min > 0);
}

/** Selects by `$type`, and writes an `xsi:type`. */
function makeDispatch(
  context: CodecContext,
  shape: ObjectShape,
  { name, type, exported, fixed }: TypeWriter,
  scope: string,
): CodecPlan {
  const members = shape.family?.members ?? [];
  const value = local('value');
  const cases = members.map((member) => {
    const literal = stringLiteral(member.family?.literal ?? member.name);
    const written = call(codec(fieldsWriter(context, member, scope, fixed)), value);
    if (member !== shape) {
      const said = constant(xsiType(member.source, scope));
      return caseOf([literal], returned([said, expression(written)]));
    }
    return caseOf(['undefined', literal], [returns(written)]);
  });
  const names = members.map((member) => `'${member.family?.literal ?? member.name}'`).join(', ');
  const wrong = call(runtime('wrongType'), value, stringLiteral(names));
  return codecFunction({
    name,
    exported,
    doc: `Writes complexType \`${typeLabel(shape.source)}\` or one that extends it.`,
    parameters: [{ name: 'value', type }],
    returns: 'string',
    body: [switchOn(property(value, '$type'), [...cases, otherwise(throws(wrong))])],
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

function makeFields(
  context: CodecContext,
  shape: ObjectShape,
  { name, type, exported, fixed }: TypeWriter,
  scope: string,
): CodecPlan {
  const ordered = isOrdered(shape.content);
  const typed = shape.family === undefined || shape.family.head ? [] : checkOwnType(shape.family);
  const tag = writeTagFields(context, shape);
  const text = writeTextField(context, shape, tag, fixed);
  const place = { scope, encoded: context.shaper.used.encodedTypes.has(shape.source), fixed };
  const choice = ordered ? undefined : writeObjectChoice(context, shape, place);
  const checks = ordered || choice !== undefined ? [] : checkWrittenChoices(shape.content);
  const content = ordered
    ? [writeOrdered(context, shape, place)]
    : choice === undefined
      ? inParts(writeInside(context, shape, place))
      : [choice];
  return codecFunction({
    name,
    exported,
    parameters: [
      { name: 'value', type: checks.length === 0 ? type : writtenType(shape.content, type) },
    ],
    returns: 'string',
    body: [...typed, ...checks, ...returned([...tag.pieces, ...text, ...content])],
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

/** Derived types write themselves, so a `$type` that names one is not allowed here. */
function checkOwnType({ literal }: Family): readonly Statement[] {
  return [run(call(runtime('checkType'), local('value'), stringLiteral(literal)))];
}

/** Closes the start tag if it is open, and writes the text of an element that has some. */
function writeTextField(
  context: CodecContext,
  shape: ObjectShape,
  { prefixes }: TagFields,
  fixed: string | undefined,
): readonly Piece[] {
  const text = shape.fields.find((field) => field.kind === 'text');
  if (text?.kind === 'text') {
    const value = property(local('value'), text.property);
    const own = { value, owner: local('value'), name: stringLiteral(text.property) };
    const source =
      fixed === undefined ? own : { ...own, value: writeFixed(context, text.shape, own, fixed) };
    if (shape.tagged) return writeText(context, text.shape, source, prefixes);
    return [writeBareText(context, text.shape, source)];
  }
  if (!shape.tagged) return [];
  const mark = alwaysHasContent(shape) ? [] : [expression(call(runtime('markEmpty')))];
  return [constant('>'), ...mark];
}

/**
 * Name of the function that writes the items of an array; for SOAP arrays starting after the name
 * in the start tag.
 */
export function arrayWriter(context: CodecContext, shape: ArrayShape, scope: string): string {
  const name = context.typeFunction('write', shape.name) + scopeSuffix(shape.scope, scope);
  return context.ensure(name, () => makeArray(context, shape, name, scope));
}

function makeArray(
  context: CodecContext,
  shape: ArrayShape,
  name: string,
  scope: string,
): CodecPlan {
  const { used } = context.shaper;
  const flatten = joined(runtime('flattenArray'), '<', placeType(shape.item), '>');
  const flat = declared('{ list, sizes }', call(flatten, local('rows'), String(shape.rank)));
  const tag = shape.soap ? soapArrayTag(shape, used.encoded) : [];
  // items of a SOAP array have the type in its tag
  const encoded = !shape.soap && used.encodedTypes.has(shape.source);
  const attributes = memberType(shape.item, encoded);
  const list = { variable: 'list', value: local('list') };
  const items = writeItems(context, list, shape.item, { scope, attributes });
  const written = returned([...tag, ...items]);
  return codecFunction({
    name,
    exported: name === context.typeFunction('write', shape.name),
    parameters: [{ name: shape.rank > 1 ? 'rows' : 'list', type: valueType(shape) }],
    returns: 'string',
    body: shape.rank > 1 ? [flat, ...written] : written,
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

/** A list that is an array. */
interface WrittenList {
  /** Its variable, if one is needed. */
  readonly variable: string;
  readonly value: Expression;
}

/** The list of a field, checked. */
export function listOf(field: ContentField, source: ValueSource): WrittenList {
  return { variable: variableName(field.property), value: checkedList(field, source) };
}

/** Declares the variable for a list. */
export function declaredList({ variable, value }: WrittenList): readonly Piece[] {
  return value.flat === variable ? [] : [statements(declared(variable, value))];
}

/** Writes each item of a list as an element: by one call, or by a loop. */
export function writeItems(
  context: CodecContext,
  list: WrittenList,
  item: ArrayShape['item'],
  around: Around,
): readonly Piece[] {
  if (isRowPlace(item)) {
    const row = placeRow(context, item, around);
    return [expression(call(runtime('writeItems'), list.value, row))];
  }
  const { variable } = list;
  return [...declaredList(list), ...inPieces(variable, writeItem(context, variable, item, around))];
}

function writeItem(
  context: CodecContext,
  list: string,
  item: ArrayShape['item'],
  around: Around,
): readonly Piece[] {
  const given = local(list);
  const place = { owner: given, name: 'String(index)' };
  const access = call(runtime('at'), given, 'index');
  if (item.value.kind === 'xml' && !item.nillable) {
    return writePlace(context, item, { ...place, value: access }, around);
  }
  const pieces = writePlace(context, item, { ...place, value: 'item' }, around);
  return [statements(declared('item', access)), ...pieces];
}
