import type { ElementDeclaration } from '../../../model/xsd/schema.ts';
import { isUnion } from '../../declarations/declare-object.ts';
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
  const content = shape.fields.filter(isContent);
  if (content.length === 0 || context.isRepeatedRecord(shape, 0)) return undefined;
  const children = content.filter((field) => isPredictable(field, shape));
  if (children.length < content.length) return undefined;
  // an assignment to it would change the prototype of the value
  if (children.some(({ property: name }) => name === '__proto__')) return undefined;
  const table = readerTable(context, {
    name: shape.family?.fieldsName ?? shape.name,
    namespace: context.shaper.namespaceOf(shape.source),
    children,
    required: requiredFields(shape.content),
  });
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
}

/** The constant that says how each child is read. */
export function readerTable(
  context: CodecContext,
  { name: owner, namespace, children, required }: TableChildren,
): Expression {
  const name = context.typeFunction('readers', owner);
  context.ensure(name, () => {
    const rows = children.map((field) => {
      // a branch of a choice is chosen even if it is nil
      const mayBeAbsent = required !== undefined && nilIsAbsent(field, field.place.value);
      return object([
        ...namesOf(field),
        ...readEntries(context, field, mayBeAbsent),
        ...(required?.has(field) ? [missingEntry(field)] : []),
      ]);
    });
    return codecConstant(name, runtimeType('ChildReaders'), array(rows), namespace);
  });
  return codec(name);
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
