import { shortHash } from '../../names/names.ts';
import {
  commentLines,
  commentText,
  docComment,
  propertyKey,
  stringLiteral,
} from '../print/encode.ts';
import { fits, indentation, interfaceHead, unionType } from '../print/layout.ts';
import {
  createMentions,
  distinct,
  type Mentions,
  mention,
  mentionType,
  otherNames,
} from '../print/mentions.ts';
import { type Branch, branchFields, contentParts, hasChoices } from '../shapes/branches.ts';
import type { Field, GroupShape, HeadShape, ObjectShape } from '../shapes/shape.ts';
import { isContent } from '../shapes/shape-object.ts';
import type { Shaper } from '../shapes/shaper.ts';
import type { DeclarationPlan } from './declaration-plan.ts';
import { fieldDoc } from './field-doc.ts';
import { fieldType, isOptional, ownType, placeType } from './type-text.ts';

/** One property with its comment. */
export function property(field: Field, optional: boolean, indent: number, all: Mentions): string {
  const type = mentionType(all, fieldType(field));
  const key = propertyKey(field.property);
  const doc = docComment(fieldDoc(field), indent);
  const before = optional ? `readonly ${key}?: ` : `readonly ${key}: `;
  const after = optional ? ' | undefined;' : ';';
  const flat = `${before}${type}${after}`;
  const text = fits(flat, indent) ? flat : brokenType(before, type, optional, indent);
  return `${doc}${indentation(indent)}${text}\n`;
}

/** A type too long for its line. */
function brokenType(before: string, type: string, optional: boolean, indent: number): string {
  const isOne = type.startsWith('readonly ') || type.startsWith("'");
  const members = isOne ? [type] : type.split(' | ');
  if (optional) members.push('undefined');
  return unionType({ before, members, after: ';', indent });
}

/** A property that may not stand in this branch or form. */
export function excluded(field: Field, indent: number): string {
  return `${'  '.repeat(indent)}readonly ${propertyKey(field.property)}?: undefined;\n`;
}

/** The members of an exclusive union, each an object type on lines of its own. */
function branchUnion(branches: readonly Branch[], all: Mentions): string {
  const fields = branchFields(branches);
  const texts = branches.map((branch) => {
    const lines = fields.map((field) => {
      const optional = branch.get(field);
      return optional === undefined ? excluded(field, 3) : property(field, optional, 3, all);
    });
    return `  | {\n${lines.join('')}    }`;
  });
  return `\n${texts.join('\n')}`;
}

/** From this many single-field branches on, a mapped type says the same in fewer lines. */
const manyBranches = 9;

/** Type of a choice, as it stands behind `=`. */
function choiceText(branches: readonly Branch[], all: Mentions): string {
  const single = branches.filter((branch) => branch.size === 1);
  const empty = branches.some((branch) => branch.size === 0);
  const rest = branches.filter((branch) => branch.size > 1);
  if (rest.length > 0 || single.length < manyBranches) return branchUnion(branches, all);
  const name = empty ? 'AtMostOneOf' : 'OneOf';
  mention(all.runtime, name);
  const lines = single.flatMap((branch) =>
    [...branch].map(([field, optional]) => property(field, optional, 1, all)),
  );
  return ` ${name}<{\n${lines.join('')}}>`;
}

/** Lines about a declaration. */
function about(first: string, documentation: string | undefined): readonly string[] {
  return documentation === undefined ? [first] : [first, '', ...commentLines(documentation)];
}

/** A declaration with its comment. */
export function declaration(
  name: string,
  namespace: string,
  doc: readonly string[],
  text: string,
  all: Mentions,
): DeclarationPlan {
  return {
    name,
    text: `${docComment(doc)}${text}`,
    runtimeTypes: distinct(all.runtime),
    uses: otherNames(all.names, name),
    namespace,
  };
}

/**
 * Declarations of one object type: its interface, and unions where it has choices or others derive
 * from it.
 */
export function declareObject(shape: ObjectShape, shaper: Shaper): readonly DeclarationPlan[] {
  const { family, source } = shape;
  const namespace = shaper.namespaceOf(source);
  const label = commentText(source.name?.localName ?? source.context.join('/'));
  const what = source.name === undefined ? 'Content of element' : 'complexType';
  const doc = about(`${what} \`${label}\`.`, source.documentation);
  if (family === undefined || !family.head) {
    const literal = family === undefined ? undefined : stringLiteral(family.literal);
    return declareFields(shape, shape.name, literal, doc, namespace);
  }
  const all = createMentions();
  const members = family.derived.map((one) => {
    return mention(all.names, one.name);
  });
  if (family.concrete) {
    mention(all.names, family.fieldsName);
    members.unshift(`(${ownType(shape).text})`);
  }
  const union = unionType({ before: `export type ${shape.name} = `, members, after: ';' });
  const unionDoc = about(
    `complexType \`${label}\`, or one that extends it: \`$type\` tells which.`,
    source.documentation,
  );
  const fieldsDoc = [`Fields of complexType \`${label}\` and of those that extend it.`];
  return [
    declaration(shape.name, namespace, unionDoc, union, all),
    ...declareFields(shape, family.fieldsName, undefined, fieldsDoc, namespace),
  ];
}

/** The fields of a type under a name: an interface, or an alias where choices are among them. */
function declareFields(
  shape: ObjectShape,
  name: string,
  literal: string | undefined,
  doc: readonly string[],
  namespace: string,
): readonly DeclarationPlan[] {
  const { base } = shape;
  const parts = contentParts(shape.ownContent);
  const own = createMentions();
  const lines: string[] = [];
  if (literal !== undefined) lines.push(`  readonly $type: ${literal};\n`);
  for (const field of shape.ownFields) {
    if (isContent(field)) {
      const optional = parts.always.get(field);
      if (optional !== undefined) lines.push(property(field, optional, 1, own));
    } else {
      lines.push(property(field, isOptional(field), 1, own));
    }
  }
  const baseName = base === undefined ? undefined : (base.family?.fieldsName ?? base.name);
  const baseIsUnion = base !== undefined && isUnion(base);
  if (parts.choices.length === 0 && !baseIsUnion) {
    if (baseName !== undefined) mention(own.names, baseName);
    if (lines.length === 0 && baseName === undefined && shape.family === undefined) {
      const text = `export type ${name} = Readonly<Record<string, never>>;`;
      return [declaration(name, namespace, [...doc, '', 'It has no content.'], text, own)];
    }
    const head = interfaceHead(name, baseName === undefined ? [] : [baseName]);
    const text = lines.length === 0 ? `${head}}` : `${head}\n${lines.join('')}}`;
    return [declaration(name, namespace, doc, text, own)];
  }
  const [only, ...others] = parts.choices;
  if (lines.length === 0 && baseName === undefined && only !== undefined && others.length === 0) {
    const text = `export type ${name} =${choiceText(only, own)};`;
    return [declaration(name, namespace, doc, text, own)];
  }
  return declareParts(name, lines, own, parts.choices, baseName, doc, namespace);
}

/**
 * A type put together from its base, the fields that always stand, and its choices, each under a
 * name of its own.
 */
function declareParts(
  name: string,
  lines: readonly string[],
  own: Mentions,
  choices: readonly (readonly Branch[])[],
  baseName: string | undefined,
  doc: readonly string[],
  namespace: string,
): readonly DeclarationPlan[] {
  const all = createMentions();
  const members = new Set(baseName === undefined ? [] : [baseName]);
  const found: DeclarationPlan[] = [];
  if (lines.length > 0) {
    const fields = `${name}$Fields`;
    members.add(fields);
    found.push(
      declaration(
        fields,
        namespace,
        [`Fields of \`${name}\` beside its choices.`],
        `export interface ${fields} {\n${lines.join('')}}`,
        own,
      ),
    );
  }
  for (const branches of choices) {
    const first = branchFields(branches)[0]?.property ?? '';
    const wanted = `${name}$Choice_${first.replace(/[^A-Za-z0-9]/g, '')}`;
    const several = members.has(wanted) ? wanted + shortHash(first) : wanted;
    const choice = choices.length === 1 ? `${name}$Choice` : several;
    members.add(choice);
    const text = createMentions();
    found.push(
      declaration(
        choice,
        namespace,
        [`A choice in \`${name}\`.`],
        `export type ${choice} =${choiceText(branches, text)};`,
        text,
      ),
    );
  }
  for (const member of members) mention(all.names, member);
  const text = intersectionType(name, [...members]);
  return [declaration(name, namespace, doc, text, all), ...found];
}

/**
 * `export type A = B & C;`, every member behind the first on a line of its own where that is too
 * long.
 */
function intersectionType(name: string, members: readonly string[]): string {
  const flat = `export type ${name} = ${members.join(' & ')};`;
  return fits(flat) ? flat : `export type ${name} = ${members.join(' &\n  ')};`;
}

/** Whether the fields of a type are an alias, which an interface cannot extend. */
export function isUnion(shape: ObjectShape): boolean {
  for (let one: ObjectShape | undefined = shape; one !== undefined; one = one.base) {
    if (hasChoices(one.ownContent)) return true;
  }
  return false;
}

/** One turn of a repeated group. */
export function declareGroup(group: GroupShape): readonly DeclarationPlan[] {
  const parts = contentParts(group.content);
  const own = createMentions();
  const lines = [...parts.always].map(([field, optional]) => property(field, optional, 1, own));
  const word = group.compositor === 'choice' ? 'choice' : 'sequence';
  const doc = [`One turn of a repeated ${word}.`];
  const [only, ...others] = parts.choices;
  if (only === undefined) {
    const text = `export interface ${group.name} {\n${lines.join('')}}`;
    return [declaration(group.name, group.namespace, doc, text, own)];
  }
  if (lines.length === 0 && others.length === 0) {
    const text = `export type ${group.name} =${choiceText(only, own)};`;
    return [declaration(group.name, group.namespace, doc, text, own)];
  }
  return declareParts(group.name, lines, own, parts.choices, undefined, doc, group.namespace);
}

/** A substitution group: objects with one key, which is the element's name. */
export function declareHead(head: HeadShape): DeclarationPlan {
  const all = createMentions();
  const name = commentText(head.element.name.localName);
  const lines = head.alternatives.map(({ key, place }) => {
    const type = mentionType(all, placeType(place));
    return `readonly ${propertyKey(key)}: ${type};\n`;
  });
  const doc = [`Element \`${name}\`, or one that stands in for it: the key is the element's name.`];
  const { namespace } = head.element.name;
  if (lines.length >= manyBranches) {
    mention(all.runtime, 'OneOf');
    const text = `export type ${head.name} = OneOf<{\n${lines.map((line) => `  ${line}`).join('')}}>;`;
    return declaration(head.name, namespace, doc, text, all);
  }
  if (lines.length === 1) {
    const text = `export interface ${head.name} {\n${lines.map((line) => `  ${line}`).join('')}}`;
    return declaration(head.name, namespace, doc, text, all);
  }
  const members = lines.map((line, own) => {
    const others = head.alternatives
      .filter((_, index) => index !== own)
      .map(({ key }) => `      readonly ${propertyKey(key)}?: undefined;\n`);
    return `  | {\n      ${line}${others.join('')}    }`;
  });
  const text = `export type ${head.name} =\n${members.join('\n')};`;
  return declaration(head.name, namespace, doc, text, all);
}
