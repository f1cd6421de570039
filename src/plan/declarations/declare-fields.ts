import { shortHash } from '../../names/names.ts';
import { fits } from '../print/layout.ts';
import { type Given, joinNames, type TextNode, text } from '../print/node.ts';
import { namedType, plainType } from '../print/type-node.ts';
import { type Branch, branchFields } from '../shapes/branches.ts';
import { isGiven } from '../shapes/fixed-fields.ts';
import type { ObjectShape } from '../shapes/shape.ts';
import { isContent } from '../shapes/shape-object.ts';
import { looseNote } from './choice-note.ts';
import { choiceText } from './choice-type.ts';
import { isUnion, ownTypedParts } from './combinations.ts';
import {
  aliasOf,
  aliasOfParts,
  type DeclarationPlan,
  type Heading,
  interfaceOf,
} from './declaration-plan.ts';
import { bareProperty, property } from './property.ts';
import { isOptional } from './type-text.ts';

/**
 * The fields of a type under a name: an interface, or an alias if they include choices.
 *
 * @param tags members that tell the type from others
 */
export function declareFields(
  shape: ObjectShape,
  named: Heading,
  tags: readonly Given[] = [],
): readonly DeclarationPlan[] {
  const { base, written } = shape;
  const { always, choices, loose } = ownTypedParts(shape);
  const heading = withNote(named, loose);
  const isRead = written !== undefined;
  const lines = [...tags];
  const print = isRead && base === written ? bareProperty : property;
  for (const field of shape.ownFields) {
    const optional = isContent(field) ? always.get(field) : isOptional(field);
    if (optional === undefined) continue;
    lines.push(print(field, optional || (!isRead && isGiven(field, shape.content)), 1));
  }
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
export function withNote(heading: Heading, loose: readonly string[]): Heading {
  return loose.length === 0
    ? heading
    : { ...heading, doc: [...heading.doc, '', ...looseNote(loose)] };
}

/** A choice with its own name. */
function declareChoice(heading: Heading, branches: readonly Branch[]): DeclarationPlan {
  return aliasOfParts(heading, choiceText(branches));
}

/**
 * A type composed of its base, the fields in all its values, and its choices, each with its own
 * name. A single choice needs nothing else.
 */
export function declareParts(
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
