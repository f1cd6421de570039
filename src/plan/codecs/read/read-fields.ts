import { variableName } from '../../../names/names.ts';
import { fieldType } from '../../declarations/type-text.ts';
import { propertyKey, stringLiteral } from '../../print/encode.ts';
import {
  array,
  binary,
  call,
  conditional,
  type Expression,
  entry,
  node,
} from '../../print/node.ts';
import {
  caseOf,
  constant,
  declareLet,
  ifBlock,
  line,
  returns,
  type Statement,
  switchOn,
} from '../../print/statement.ts';
import { elementsOf } from '../../shapes/ordered-content.ts';
import type { ContentField, Field, ObjectShape } from '../../shapes/shape.ts';
import { isContent } from '../../shapes/shape-object.ts';
import { codec, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { checkReadCounts } from '../count-code.ts';
import type { FastPath } from './fast-path.ts';
import { missingAttributeExpression, missingPlace } from './missing.ts';
import { childLoop, isList } from './read-loop.ts';
import { nilIsAbsent, readAttribute, readFunction } from './read-place.ts';

/** Statements that read a member of a family by its `xsi:type`. */
export function chooseMember(
  context: CodecContext,
  members: readonly ObjectShape[],
  readerOf: (member: ObjectShape) => string,
): readonly Statement[] {
  return [...byNamespace(members)].map(([namespace, all]) => {
    const isIt = binary('===', 'type.namespace', context.namespace(namespace));
    const cases = all.map((member) => {
      const label = stringLiteral(member.source.name?.localName ?? '');
      return caseOf([label], [returns(call(codec(readerOf(member)), 'reader'))]);
    });
    return ifBlock(isIt, [switchOn('type.local', cases)]);
  });
}

/** Types by their namespaces. */
function byNamespace(members: readonly ObjectShape[]): ReadonlyMap<string, readonly ObjectShape[]> {
  const groups = new Map<string, ObjectShape[]>();
  for (const member of members) {
    const namespace = member.source.name?.namespace ?? '';
    groups.set(namespace, [...(groups.get(namespace) ?? []), member]);
  }
  return groups;
}

/** `{namespace}local` of a field that is an attribute. */
export function attributeName(field: Field): readonly string[] {
  if (field.kind !== 'attribute') return [];
  const { namespace, localName: local } = field.use.name;
  return [`{${namespace}}${local}`];
}

/** Declares a variable for each attribute and reads them. */
export function readAttributes(context: CodecContext, shape: ObjectShape): readonly Statement[] {
  return shape.fields.flatMap((field): readonly Statement[] => {
    const local = variableName(field.property);
    if (field.kind === 'anyAttributes') {
      // a wildcard of the base comes before attributes that a type adds
      const names = array(shape.fields.flatMap(attributeName).map(stringLiteral));
      return [constant(local, call(runtime('otherAttributes'), 'reader', names))];
    }
    if (field.kind !== 'attribute') return [];
    const namespace = context.namespace(field.use.name.namespace);
    return [constant(local, readAttribute(context, field, namespace))];
  });
}

/**
 * Declares a variable for each field and reads the children into them.
 *
 * @param fast tried before each child
 */
export function readChildren(
  context: CodecContext,
  content: readonly ContentField[],
  fast?: FastPath,
): readonly Statement[] {
  const depth = content.some(isList) ? [line('const { depth } = reader;')] : [];
  const locals = content.map(declareLocal);
  const loop = childLoop(context, content, fast);
  return [...depth, ...locals, ...loop, ...checkReadCounts(content)];
}

/**
 * The expression that reads the content of an element whose only field is a single child. It calls
 * a function for each element, so only types without a fast path use it.
 *
 * @returns `undefined` for any other content
 */
export function onlyChild(
  context: CodecContext,
  content: readonly ContentField[],
): Expression | undefined {
  const [field, ...others] = content;
  if (field?.kind !== 'element' || others.length > 0 || field.repeated) return undefined;
  // null, for a nil child, differs from a missing child
  if (field.place.nillable && !field.optional) return undefined;
  const { namespace, localName } = field.place.element.name;
  const name = nilIsAbsent(field, field.place.value) ? 'onlyChildNotNil' : 'onlyChild';
  const read = readFunction(context, field.place);
  const given = [stringLiteral(localName), context.namespace(namespace), read];
  return call(runtime(name), 'reader', ...given);
}

/** The variable of a field. */
function declareLocal(field: ContentField): Statement {
  const type = fieldType(field);
  const { flat, names } = type;
  const members = field.repeated ? [flat.replace(/^readonly /, '')] : (type.members ?? [flat]);
  return declareLet(variableName(field.property), [...members, 'undefined'], names);
}

/** `$type`, if values of the type have it. */
export function typeEntry({ family }: ObjectShape): readonly Expression[] {
  return family === undefined ? [] : [entry('$type', stringLiteral(family.literal))];
}

/**
 * The local of a field, or its replacement if it is required and missing.
 *
 * @param local used instead of the local
 */
export function fieldValue(
  field: Field,
  required: ReadonlySet<ContentField>,
  local: Expression = node(variableName(field.property)),
): Expression {
  if (field.kind === 'attribute') {
    if (!field.use.required || (field.use.fixed ?? field.use.default) !== undefined) return local;
    const { localName } = field.use.name;
    return binary('??', local, missingAttributeExpression(field.shape, localName));
  }
  if (!isContent(field) || !required.has(field)) return local;
  if (field.kind === 'element' && !field.repeated) {
    const missing = missingPlace(field.place);
    return field.place.nillable
      ? conditional(binary('===', local, 'undefined'), missing, local)
      : binary('??', local, missing);
  }
  const name = elementsOf(field)[0]?.name.localName ?? field.property;
  const given = runtime(field.repeated ? 'missingList' : 'missing');
  return binary('??', local, call(given, 'reader', stringLiteral(name)));
}

/**
 * Properties of an object with the values of its fields.
 *
 * @param child reads the only field that is content
 */
export function fieldEntries(
  fields: readonly Field[],
  required: ReadonlySet<ContentField>,
  child?: Expression,
): readonly Expression[] {
  return fields.map((field) => {
    const value = fieldValue(field, required, isContent(field) ? child : undefined);
    return entry(propertyKey(field.property), value);
  });
}
