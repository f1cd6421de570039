import { commentLines, commentText, propertyKey, stringLiteral } from '../print/encode.ts';
import { joined } from '../print/node.ts';
import { namedType, plainType, unionOf } from '../print/type-node.ts';
import { isGiven } from '../shapes/fixed-fields.ts';
import type { GroupShape, HeadShape, ObjectShape } from '../shapes/shape.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { manyBranches, mappedUnion, objectUnion } from './choice-type.ts';
import { typedParts } from './combinations.ts';
import { aliasOfAny, aliasOfParts, type DeclarationPlan, interfaceOf } from './declaration-plan.ts';
import { declareFields, declareParts, withNote } from './declare-fields.ts';
import { declareRead } from './declare-read.ts';
import { property, typeMember } from './property.ts';
import { ownType, ownTypeInUnion, placeType } from './type-text.ts';

/** Comment lines of a declaration. */
function about(first: string, documentation: string | undefined): readonly string[] {
  return documentation === undefined ? [first] : [first, '', ...commentLines(documentation)];
}

/**
 * Declarations of one object type: its interface, and unions if it has choices or derived types.
 */
export function declareObject(shape: ObjectShape, shaper: Shaper): readonly DeclarationPlan[] {
  const { family, source } = shape;
  const namespace = shaper.namespaceOf(source);
  const label = commentText(source.name?.localName ?? source.context.join('/'));
  const what = source.name === undefined ? 'Content of element' : 'complexType';
  if (shape.written !== undefined) return declareRead(shape, `${what} \`${label}\``, shaper);
  const doc = about(`${what} \`${label}\`.`, source.documentation);
  if (family === undefined || !family.head) {
    const tags = family === undefined ? [] : [typeMember(stringLiteral(family.literal), false)];
    return declareFields(shape, { name: shape.name, namespace, doc }, tags);
  }
  const derived = unionOf(
    family.derived.map(({ shape: one, whole }) =>
      whole ? namedType(one.name) : ownTypeInUnion(one),
    ),
  );
  const own = family.concrete ? ownType(shape) : plainType('never');
  const unionDoc = about(
    `complexType \`${label}\`, or one that extends it: \`$type\` tells which.`,
    source.documentation,
  );
  const fieldsDoc = [`Fields of complexType \`${label}\` and of those that extend it.`];
  return [
    aliasOfAny({ name: shape.name, namespace, doc: unionDoc }, own, derived),
    ...declareFields(shape, { name: family.fieldsName, namespace, doc: fieldsDoc }),
  ];
}

/** One iteration of a repeated group. */
export function declareGroup(group: GroupShape): readonly DeclarationPlan[] {
  const { name, namespace, compositor, written } = group;
  const isRead = written !== undefined;
  const { always, choices, loose } = typedParts(group.content);
  const lines = [...always].map(([field, optional]) =>
    property(field, optional || (!isRead && isGiven(field, group.content)), 1),
  );
  const doc = [`One turn of a repeated ${compositor}${isRead ? ', as it is read' : ''}.`];
  const heading = withNote({ name, namespace, doc }, loose);
  return choices.length === 0
    ? [interfaceOf(heading, lines)]
    : declareParts(heading, lines, choices);
}

/** A substitution group: objects whose only key is the element's name. */
export function declareHead({ name, element, alternatives }: HeadShape): DeclarationPlan {
  const label = commentText(element.name.localName);
  const heading = {
    name,
    namespace: element.name.namespace,
    doc: [`Element \`${label}\`, or one that stands in for it: the key is the element's name.`],
  };
  const lines = alternatives.map(({ key, place }) =>
    joined(`readonly ${propertyKey(key)}: `, placeType(place), ';\n'),
  );
  const indented = lines.map((line) => joined('  ', line));
  if (lines.length === 1) return interfaceOf(heading, indented);
  if (lines.length >= manyBranches) {
    return aliasOfParts(heading, ' ', mappedUnion('OneOf', indented));
  }
  const members = lines.map((line, own) => {
    const others = alternatives.filter((_, index) => index !== own);
    const absent = others.map(({ key }) => `      readonly ${propertyKey(key)}?: undefined;\n`);
    return ['      ', line, ...absent];
  });
  return aliasOfParts(heading, objectUnion(members));
}
