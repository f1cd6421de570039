import { commentText, stringLiteral } from '../print/encode.ts';
import type { Given } from '../print/node.ts';
import { namedType, plainType, unionOf } from '../print/type-node.ts';
import { isGiven } from '../shapes/fixed-fields.ts';
import type { ObjectShape } from '../shapes/shape.ts';
import { hasNilForm, isTagField, nilName, ownNilName } from '../shapes/shape-nil.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { aliasOfAny, aliasOfUnion, type DeclarationPlan, interfaceOf } from './declaration-plan.ts';
import { excluded, property, typeMember } from './property.ts';
import { isOptional } from './type-text.ts';

/**
 * The type of a nil element that may have more than `xsi:nil`. Like all declarations, it is kept
 * only if another one uses it.
 */
export function declareNil(shape: ObjectShape, shaper: Shaper): readonly DeclarationPlan[] {
  const { family, source } = shape;
  const label = commentText(source.name?.localName ?? source.context.join('/'));
  if (family === undefined || !family.head) {
    return family !== undefined || hasNilForm(shape) ? [declareOwn(shape, label, shaper)] : [];
  }
  const what = `Element of complexType \`${label}\`, or of one that extends it, that is nil`;
  const read = shape.written === undefined ? '' : ', as it is read';
  const doc = [`${what}${read}: \`$type\` tells which.`];
  const heading = { name: nilName(shape), namespace: shaper.namespaceOf(source), doc };
  const others = family.members.filter((one) => one !== shape);
  // without any type, there is no value, but the writer asks for its `$type`
  const none = plainType(
    others.length === 0 ? '{ readonly $nil: true; readonly $type: never }' : 'never',
  );
  const own = family.concrete ? namedType(ownNilName(shape)) : none;
  const derived = others.map((one) => namedType(ownNilName(one)));
  const whole =
    shape.written === undefined
      ? aliasOfAny(heading, own, unionOf(derived))
      : aliasOfUnion(heading, own === none && others.length > 0 ? derived : [own, ...derived]);
  return [whole, declareOwn(shape, label, shaper)];
}

/** The attributes of a type, with its other properties excluded. */
function declareOwn(shape: ObjectShape, label: string, shaper: Shaper): DeclarationPlan {
  const { family, fields, source } = shape;
  const isRead = shape.written !== undefined;
  const lines: Given[] = ['  readonly $nil: true;\n'];
  if (family !== undefined) {
    const literal = stringLiteral(family.literal);
    lines.push(typeMember(literal, isRead));
  }
  for (const field of fields) {
    const optional = isOptional(field) || (!isRead && isGiven(field, shape.content));
    lines.push(isTagField(field) ? property(field, optional, 1) : excluded(field, 1));
  }
  const read = isRead ? ', as it is read' : '';
  const doc = [`Element of complexType \`${label}\` that is nil: its attributes${read}.`];
  const namespace = shaper.namespaceOf(source);
  return interfaceOf({ name: ownNilName(shape), namespace, doc }, lines);
}
