import { shortHash } from '../../names/names.ts';
import { commentLines, commentText, propertyKey, stringLiteral } from '../print/encode.ts';
import { fits } from '../print/layout.ts';
import { type Given, joined, joinNames, type TextNode, text } from '../print/node.ts';
import { namedType, plainType, unionOf } from '../print/type-node.ts';
import { type Branch, branchFields } from '../shapes/branches.ts';
import { fieldsAlwaysRead, isGiven } from '../shapes/fixed-fields.ts';
import type { Field, GroupShape, HeadShape, ObjectShape } from '../shapes/shape.ts';
import { isContent } from '../shapes/shape-object.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { looseNote } from './choice-note.ts';
import { choiceText, manyBranches, mappedUnion, objectUnion } from './choice-type.ts';
import { isUnion, ownTypedParts, typedParts } from './combinations.ts';
import {
  aliasOf,
  aliasOfAny,
  aliasOfParts,
  type DeclarationPlan,
  type Heading,
  interfaceOf,
} from './declaration-plan.ts';
import { fixedMember, property } from './property.ts';
import { isOptional, ownType, ownTypeInUnion, placeType } from './type-text.ts';

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
  const doc = about(`${what} \`${label}\`.`, source.documentation);
  if (family === undefined || !family.head) {
    const literal = family === undefined ? undefined : stringLiteral(family.literal);
    return declareFields(shape, { name: shape.name, namespace, doc }, literal);
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
    ...declareFields(shape, { name: family.fieldsName, namespace, doc: fieldsDoc }, undefined),
  ];
}

/** The fields of a type under a name: an interface, or an alias if they include choices. */
function declareFields(
  shape: ObjectShape,
  named: Heading,
  literal: string | undefined,
): readonly DeclarationPlan[] {
  const { base } = shape;
  const { always, choices, loose } = ownTypedParts(shape);
  const heading = withNote(named, loose);
  const lines: Given[] =
    literal === undefined ? [] : [`  readonly $type?: ${literal} | undefined;\n`];
  for (const field of shape.ownFields) {
    const optional = isContent(field) ? always.get(field) : isOptional(field);
    if (optional === undefined) continue;
    lines.push(property(field, optional || isGiven(field, shape.content), 1));
  }
  if (ownAlwaysRead(shape).length > 0) lines.push(...fixedMember(allAlwaysRead(shape)));
  const baseName = base && (base.family?.fieldsName ?? base.name);
  if (choices.length > 0 || (base !== undefined && isUnion(base))) {
    return declareParts(heading, lines, choices, baseName);
  }
  if (baseName !== undefined) {
    return [interfaceOf(heading, lines, baseName)];
  }
  if (lines.length === 0 && shape.family === undefined) {
    const doc = [...heading.doc, '', 'It has no content.'];
    return [aliasOf({ ...heading, doc }, plainType('Readonly<Record<string, never>>'))];
  }
  return [interfaceOf(heading, lines)];
}

/** A heading whose comment says what the type does not say of choices. */
function withNote(heading: Heading, loose: readonly string[]): Heading {
  return loose.length === 0
    ? heading
    : { ...heading, doc: [...heading.doc, '', ...looseNote(loose)] };
}

function ownAlwaysRead({ ownFields, content }: ObjectShape): readonly Field[] {
  return fieldsAlwaysRead(ownFields, content);
}

/**
 * Includes those of the base, because an interface that extends another may only add to a member.
 */
function allAlwaysRead(shape: ObjectShape): readonly Field[] {
  const { base } = shape;
  return [...(base === undefined ? [] : allAlwaysRead(base)), ...ownAlwaysRead(shape)];
}

/** A choice with its own name. */
function declareChoice(heading: Heading, branches: readonly Branch[]): DeclarationPlan {
  return aliasOfParts(heading, choiceText(branches));
}

/**
 * A type composed of its base, the fields in all its values, and its choices, each with its own
 * name. A single choice needs nothing else.
 */
function declareParts(
  heading: Heading,
  lines: readonly Given[],
  choices: readonly (readonly Branch[])[],
  baseName?: string,
): readonly DeclarationPlan[] {
  const { name, namespace } = heading;
  const [only, ...others] = choices;
  if (lines.length === 0 && baseName === undefined && only !== undefined && others.length === 0) {
    return [declareChoice(heading, only)];
  }
  const members = new Set(baseName === undefined ? [] : [baseName]);
  const found: DeclarationPlan[] = [];
  if (lines.length > 0) {
    const fields = `${name}$Fields`;
    members.add(fields);
    const doc = [`Fields of \`${name}\` beside its choices.`];
    found.push(interfaceOf({ name: fields, namespace, doc }, lines));
  }
  for (const branches of choices) {
    const first = branchFields(branches)[0]?.property ?? '';
    const plain = `${name}$Choice_${first.replace(/[^A-Za-z0-9]/g, '')}`;
    const several = members.has(plain) ? plain + shortHash(first) : plain;
    const choice = choices.length === 1 ? `${name}$Choice` : several;
    members.add(choice);
    const doc = [`A choice in \`${name}\`.`];
    found.push(declareChoice({ name: choice, namespace, doc }, branches));
  }
  return [aliasOfParts(heading, intersectionType(name, [...members])), ...found];
}

/**
 * The text after `=` in `export type A = B & C;`. If it is too long, every member after the first
 * is on its own line.
 */
function intersectionType(name: string, members: readonly string[]): TextNode {
  const flat = ` ${members.join(' & ')}`;
  const isFlat = fits(`export type ${name} =${flat};`);
  return text(isFlat ? flat : ` ${members.join(' &\n  ')}`, joinNames(members.map(namedType)));
}

/** One iteration of a repeated group. */
export function declareGroup(group: GroupShape): readonly DeclarationPlan[] {
  const { name, namespace, compositor } = group;
  const { always, choices, loose } = typedParts(group.content);
  const lines = [...always].map(([field, optional]) =>
    property(field, optional || isGiven(field, group.content), 1),
  );
  lines.push(...fixedMember(fieldsAlwaysRead(group.fields, group.content)));
  const doc = [`One turn of a repeated ${compositor}.`];
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
