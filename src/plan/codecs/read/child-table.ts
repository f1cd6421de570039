import type { ElementDeclaration } from '../../../model/xsd/schema.ts';
import { isUnion } from '../../declarations/combinations.ts';
import { propertyKey, stringLiteral } from '../../print/encode.ts';
import type { TypeNode } from '../../print/node.ts';
import {
  array,
  arrow,
  call,
  callWith,
  cast,
  type Expression,
  entry,
  joined,
  node,
  object,
  text,
} from '../../print/node.ts';
import { constant, returns, type Statement } from '../../print/statement.ts';
import { runtimeType } from '../../print/type-node.ts';
import type { ConstantPlan } from '../../result/plan.ts';
import type { ContentField, ElementField, ObjectShape, SimpleShape } from '../../shapes/shape.ts';
import { nilObject } from '../../shapes/shape-nil.ts';
import { isContent } from '../../shapes/shape-object.ts';
import { anyBranch, checkReadChoices, requiredFields } from '../choice-code.ts';
import { codec, codecConstant, property, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { checkReadCounts } from '../count-code.ts';
import { parserOf } from '../simple/simple.ts';
import type { Access } from '../value-source.ts';
import { isPredictable } from './fast-path.ts';
import { missingPlace } from './missing.ts';
import { fieldValue, typeEntry } from './read-fields.ts';
import { functionOf, nilIsAbsent, readFunction, readText, readValue } from './read-place.ts';

/** The fewest children of a type for which those that extend it share its table. */
const fewestShared = 3;

/**
 * Statements that read a type by a table with one line for each child.
 *
 * @param type of the value
 * @returns `undefined` for a type that has other content, or that needs the speed of statements
 */
export function readByTable(
  context: CodecContext,
  shape: ObjectShape,
  type: TypeNode,
): readonly Statement[] | undefined {
  const children = childrenOf(context, shape);
  if (children === undefined) return undefined;
  const table = readerTable(context, children);
  const content = shape.fields.filter(isContent);
  const values = shape.fields.map((field) => {
    const value = isContent(field) ? text('undefined') : fieldValue(field, new Set());
    return entry(propertyKey(field.property), value);
  });
  const scope = context.namespace(shape.scope);
  const given = ['reader', scope, table, object([...typeEntry(shape), ...values], true)];
  const access: Access = ({ property: name }) => property(node('value'), name);
  const checks = [...checkReadCounts(content, access), ...checkReadChoices(shape.content, access)];
  const isOneOf = isUnion(shape);
  if (checks.length === 0 && !isOneOf) return [returns(callWith(runtime('readChildren'), given))];
  // of a union, the compiler would compare each member
  const read = joined(runtime('findChildren'), '<', isOneOf ? anyBranch(type) : type, '>');
  const isWhole = requiredFields(shape.content).size === 0;
  const found = isOneOf ? cast('value', type) : 'value';
  const whole = isWhole ? found : call(runtime('requireChildren'), 'reader', table, 'value');
  return [constant('value', callWith(read, given)), ...checks, returns(whole)];
}

/** Children that are read by one table. */
interface TableChildren {
  /** Name of their type or group. */
  readonly name: string;
  readonly namespace: string;
  readonly children: readonly ElementField[];
  /** Those that must be there; absent for a choice. */
  readonly required?: ReadonlySet<ContentField>;
  /** The type that theirs extends. */
  readonly base?: ObjectShape | undefined;
}

/** The children of a type, if all of them can be read by a table. */
function childrenOf(context: CodecContext, shape: ObjectShape): TableChildren | undefined {
  const content = shape.fields.filter(isContent);
  if (content.length === 0 || context.isRepeatedRecord(shape, 0)) return undefined;
  const children = content.filter((field) => isPredictable(field, shape));
  if (children.length < content.length) return undefined;
  // an assignment to it would change the prototype of the value
  if (children.some(({ property: name }) => name === '__proto__')) return undefined;
  return {
    name: shape.family?.fieldsName ?? shape.name,
    namespace: context.shaper.namespaceOf(shape.source),
    children,
    required: requiredFields(shape.content),
    base: shape.base,
  };
}

/** The constant that says how each child is read. It begins with that of the type it extends. */
export function readerTable(context: CodecContext, table: TableChildren): Expression {
  const { name: owner, namespace, children } = table;
  const name = context.typeFunction('readers', owner);
  if (context.isRequested(name)) return codec(name);
  const base = baseOf(context, table);
  // a constant must be initialised before another one contains it
  const shared = base === undefined ? undefined : readerTable(context, base);
  const start = base?.children.length ?? 0;
  if (shared !== undefined && start === children.length) return shared;
  context.ensure(name, () => {
    const constantOf = (rows: readonly Expression[]): ConstantPlan =>
      codecConstant(name, runtimeType('ChildReaders'), array(rows), namespace);
    const rowsFrom = (at: number): readonly Expression[] =>
      children.slice(at).map((field) => readerRow(context, field, table));
    if (shared === undefined) return constantOf(rowsFrom(0));
    const whole = (): ConstantPlan => constantOf(rowsFrom(0));
    return { ...constantOf([joined('...', shared), ...rowsFrom(start)]), whole };
  });
  return codec(name);
}

/** The children of the type that a type extends, if that has a table for itself. */
function baseOf(
  context: CodecContext,
  { children, required, base }: TableChildren,
): TableChildren | undefined {
  if (base === undefined || !isReadAlone(context, base)) return undefined;
  const shared = childrenOf(context, base);
  if (shared === undefined || shared.children.length < fewestShared) return undefined;
  const isStart = shared.children.every(
    (field, index) =>
      field === children[index] && shared.required?.has(field) === required?.has(field),
  );
  return isStart ? shared : undefined;
}

/** Whether elements can have this type, and not only types that extend it. */
function isReadAlone(context: CodecContext, { family, source }: ObjectShape): boolean {
  return family?.concrete ?? (context.shaper.used.placed.has(source) && !source.abstract);
}

function readerRow(
  context: CodecContext,
  field: ElementField,
  { required }: TableChildren,
): Expression {
  // a branch of a choice is chosen even if it is nil
  const mayBeAbsent = required !== undefined && nilIsAbsent(field, field.place.value);
  return object([
    ...namesOf(field),
    ...readEntries(context, field, mayBeAbsent),
    ...(required?.has(field) ? [missingEntry(field)] : []),
  ]);
}

function namesOf({ property, repeated, place }: ElementField): readonly Expression[] {
  const { localName } = place.element.name;
  const renamed = property === localName ? [] : [entry('property', stringLiteral(property))];
  const list = repeated ? [entry('list', 'true')] : [];
  return [entry('name', stringLiteral(localName)), ...renamed, ...list];
}

/** How its value is read, also if it is nil. */
function readEntries(
  context: CodecContext,
  { place }: ElementField,
  mayBeAbsent: boolean,
): readonly Expression[] {
  if (place.nillable && nilObject(place) !== undefined) {
    return [entry('read', readFunction(context, place))];
  }
  const word = place.nillable ? 'null' : mayBeAbsent ? 'absent' : undefined;
  const nil = word === undefined ? [] : [entry('nil', stringLiteral(word))];
  if (place.value.kind === 'simple' && place.standIns.length === 0) {
    return [...parserEntry(context, place.value, place.element), ...nil];
  }
  return [entry('read', functionOf(readValue(context, place))), ...nil];
}

/** The function that parses its text; none where the text is the value. */
function parserEntry(
  context: CodecContext,
  shape: SimpleShape,
  element: ElementDeclaration,
): readonly Expression[] {
  const own = shape.codec;
  const isGiven = (element.fixed ?? element.default) !== undefined;
  if (own.kind === 'text' && own.whiteSpace === 'preserve' && own.parse === undefined && !isGiven)
    return [];
  if (own.kind !== 'custom' && !isGiven && !shape.scoped)
    return [entry('parse', parserOf(context, shape))];
  const parameters = shape.scoped ? '(text, reader)' : '(text)';
  return [entry('parse', arrow(parameters, readText(context, shape, 'text', element)))];
}

/** The function that gives the value of a required element that did not come. */
function missingEntry({ place, repeated }: ElementField): Expression {
  if (repeated) return entry('missing', runtime('missingList'));
  const { callee, names, items } = missingPlace(place);
  const [, , value] = items;
  if (value !== undefined) {
    return entry(
      'missing',
      arrow('(reader, name)', call(runtime('missingValue'), 'reader', 'name', value)),
    );
  }
  const given = text(callee, names);
  return callee === 'missing' ? given : entry('missing', given);
}
