import { namespaces } from '../model/xml.ts';
import type { SchemaType, SimpleType } from '../model/xsd/schema.ts';
import { contentTypesOf } from '../model/xsd/schema-document.ts';
import { holdsQNames } from '../model/xsd/values.ts';
import { shortHash } from '../names/identifiers.ts';
import {
  aliasView,
  type DeclarationView,
  printedConstant,
  printedInterface,
} from '../print/declaration.ts';
import {
  commentLines,
  commentText,
  commentWidth,
  docComment,
  propertyKey,
  stringLiteral,
} from '../print/encode.ts';
import { argumentsWithUnion, fits, indentation, unionAlias, unionType } from '../print/layout.ts';
import {
  type Given,
  joined,
  joinNames,
  type NameUse,
  namedType,
  namesFrom,
  node,
  plainType,
  runtimeType,
  type TextNode,
  type TypeNode,
  textNode,
  unionOf,
} from '../print/node.ts';
import {
  branchFields,
  type FieldBranch,
  isUnion,
  ownTypedParts,
  typedParts,
} from './content-model.ts';
import {
  hasNilForm,
  isContent,
  isGiven,
  isTagField,
  nilName,
  ownNilName,
  ownReadName,
} from './object-shape.ts';
import type { ReadShapes } from './read-shapes.ts';
import { isBuiltinType } from './settings.ts';
import type {
  ContentField,
  ElementField,
  FamilyShape,
  GroupShape,
  HeadShape,
  ObjectShape,
  ShapeField,
} from './shape.ts';
import { declaredType, type EnumerationMember, isDeclared, type Shaper } from './simple-shape.ts';
import {
  facetTexts,
  fieldType,
  isOptional,
  ownTypeInUnion,
  ownTypeNode,
  placeType,
  valueType,
} from './type-text.ts';

/**
 * Every declaration that the chosen operations could use, in order of discovery; those of a type
 * are together.
 */
export function declareTypes(shaper: Shaper): readonly DeclarationPlan[] {
  const { used } = shaper;
  const content = shaper.contentOf(undefined);
  const found: DeclarationPlan[] = [];
  for (const type of used.types) {
    if (type.kind === 'simple') {
      const declaration = declareSimple(type, shaper);
      if (declaration !== undefined) found.push(declaration);
      continue;
    }
    const value = shaper.value(type);
    if (value.kind === 'object') {
      found.push(...declareObject(value, shaper));
      if (used.nillable) found.push(...declareNil(value, shaper));
    }
    for (const group of used.groups) {
      if (group.owner === type) found.push(...declareGroup(content.groupOf(group.particle)));
    }
  }
  for (const element of used.heads) found.push(declareHead(content.headOf(element)));
  return found;
}

/** Those of what is read differently than it is written, as it is read. */
export function declareReadTypes(shaper: Shaper, reading: ReadShapes): readonly DeclarationPlan[] {
  const { used } = shaper;
  const content = shaper.contentOf(undefined);
  const found: DeclarationPlan[] = [];
  for (const type of used.types) {
    const value = shaper.value(type);
    const read = value.kind === 'object' ? reading.object(value) : value;
    if (read.kind === 'object' && read !== value) {
      found.push(...declareObject(read, shaper));
      if (used.nillable) found.push(...declareNil(read, shaper));
    }
  }
  for (const { particle } of used.groups) {
    const group = content.groupOf(particle);
    const read = reading.group(group);
    if (read !== group) found.push(...declareGroup(read));
  }
  for (const element of used.heads) {
    const head = content.headOf(element);
    const read = reading.head(head);
    if (read !== head) found.push(declareHead(read));
  }
  return found;
}

/** The declaration of an enumeration or a union; `undefined` for types that are written inline. */
function declareSimple(type: SimpleType, shaper: Shaper): DeclarationPlan | undefined {
  if (!isDeclared(type, shaper)) return undefined;
  const name = shaper.nameOf(type);
  const namespace = shaper.namespaceOf(type);
  const members = shaper.members(type);
  const label = commentText(type.name?.localName ?? type.context.join('/'));
  const doc = [isBuiltinType(type) ? `Built-in type \`xs:${label}\`.` : `simpleType \`${label}\`.`];
  if (type.documentation !== undefined) doc.push('', ...commentLines(type.documentation));
  if (members !== undefined && shaper.options.enums === 'const') {
    return constantOfValues({ name, namespace, doc }, members.map(constantProperty));
  }
  if (members === undefined) {
    const facets = facetTexts(type.facets);
    if (facets.length > 0) doc.push('', `${facets.join(', ')}.`);
  } else {
    doc.push(...meaningsOf(members));
  }
  return aliasOf({ name, namespace, doc }, declaredType(type, shaper));
}

/** The contract's documentation of values, as a list. */
function meaningsOf(members: readonly EnumerationMember[]): readonly string[] {
  const lines = members.flatMap(({ literal, documentation }) => {
    if (documentation === undefined) return [];
    const item = `- \`${literal}\`: ${documentation.trim()}`;
    const [first = '', ...more] = commentLines(item, commentWidth - 2);
    return [first, ...more.map((line) => `  ${line}`)];
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

/** A value as a property of the same name, with its documentation. */
function constantProperty({ literal, text, documentation }: EnumerationMember): string {
  const doc = documentation === undefined ? '' : docComment(commentLines(documentation), 1);
  const name = literal === stringLiteral(text) ? text : literal.replace(/n$/, '');
  // without brackets it would set the prototype of the object
  const key = name === '__proto__' ? "['__proto__']" : propertyKey(name);
  const line = `${key}: ${literal},`;
  return `${doc}  ${fits(line, 1) ? line : `${key}:\n    ${literal},`}\n`;
}

/** Comment lines of a declaration. */
function about(first: string, documentation: string | undefined): readonly string[] {
  return documentation === undefined ? [first] : [first, '', ...commentLines(documentation)];
}

/**
 * Declarations of one object type: its interface, and unions if it has choices or derived types.
 */
function declareObject(shape: ObjectShape, shaper: Shaper): readonly DeclarationPlan[] {
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
  const own = family.concrete ? ownTypeNode(shape) : plainType('never');
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
function declareGroup(group: GroupShape): readonly DeclarationPlan[] {
  const { name, namespace, compositor, written } = group;
  const isRead = written !== undefined;
  const { always, choices, loose } = typedParts(group.content);
  const lines = [...always].map(([field, optional]) =>
    propertyNode(field, optional || (!isRead && isGiven(field, group.content)), 1),
  );
  const doc = [`One turn of a repeated ${compositor}${isRead ? ', as it is read' : ''}.`];
  const heading = withNote({ name, namespace, doc }, loose);
  return choices.length === 0
    ? [interfaceOf(heading, lines)]
    : declareParts(heading, lines, choices);
}

/** A substitution group: objects whose only key is the element's name. */
function declareHead({ name, element, alternatives }: HeadShape): DeclarationPlan {
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

/**
 * The fields of a type under a name: an interface, or an alias if they include choices.
 *
 * @param tags members that tell the type from others
 */
function declareFields(
  shape: ObjectShape,
  named: Heading,
  tags: readonly Given[] = [],
): readonly DeclarationPlan[] {
  const { base, written } = shape;
  const { always, choices, loose } = ownTypedParts(shape);
  const heading = withNote(named, loose);
  const isRead = written !== undefined;
  const lines = [...tags];
  const print = isRead && base === written ? bareProperty : propertyNode;
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

/**
 * Comment lines on choices whose fields are optional members.
 *
 * @param choices the text for each
 */
function looseNote(choices: readonly string[]): readonly string[] {
  return [
    'Its choices have more combinations than the compiler can tell apart, so their properties are',
    'optional. Exactly one of each line is there, as codecs check:',
    ...choices.map((text) => `- ${text}`),
  ];
}

/** A heading whose comment says what the type does not say of choices. */
function withNote(heading: Heading, loose: readonly string[]): Heading {
  return loose.length === 0
    ? heading
    : { ...heading, doc: [...heading.doc, '', ...looseNote(loose)] };
}

/** A choice with its own name. */
function declareChoice(heading: Heading, branches: readonly FieldBranch[]): DeclarationPlan {
  return aliasOfParts(heading, choiceText(branches));
}

/**
 * A type composed of its base, the fields in all its values, and its choices, each with its own
 * name. A single choice needs nothing else.
 */
function declareParts(
  heading: Heading,
  lines: readonly Given[],
  choices: readonly (readonly FieldBranch[])[],
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
 * is on its own line; if even the first does not fit, they begin on the next line.
 */
function intersectionType(name: string, members: readonly string[]): TextNode {
  const flat = ` ${members.join(' & ')}`;
  const head = `export type ${name} =`;
  const layouts = [
    { laidOut: flat, widest: `${head}${flat};` },
    { laidOut: ` ${members.join(' &\n  ')}`, widest: `${head} ${members[0]} &` },
    { laidOut: `\n  ${flat.trimStart()}`, widest: ` ${flat};` },
  ];
  const fitting = layouts.find(({ widest }) => fits(widest));
  const laidOut = fitting?.laidOut ?? `\n  ${members.join(' &\n    ')}`;
  return textNode(laidOut, joinNames(members.map(namedType)));
}

/** From this many single-property branches on, a mapped type takes fewer lines. */
const manyBranches = 9;

/** Type of a choice, from the text after `=` on. */
function choiceText(branches: readonly FieldBranch[]): TextNode {
  const single = branches.filter((branch) => branch.size === 1);
  const isEmpty = branches.some((branch) => branch.size === 0);
  const rest = branches.filter((branch) => branch.size > 1);
  if (rest.length > 0 || single.length < manyBranches) return branchUnion(branches);
  const lines = single.flatMap((branch) =>
    [...branch].map(([field, optional]) => propertyNode(field, optional, 1)),
  );
  return joined(' ', mappedUnion(isEmpty ? 'AtMostOneOf' : 'OneOf', lines));
}

/** A type of the runtime over an interface with a property for each branch. */
function mappedUnion(name: 'OneOf' | 'AtMostOneOf', lines: readonly Given[]): TextNode {
  return joined(runtimeType(name), '<{\n', ...lines, '}>');
}

/** The members of an exclusive union, each an object type on its own lines. */
function branchUnion(branches: readonly FieldBranch[]): TextNode {
  const fields = branchFields(branches);
  return objectUnion(
    branches.map((branch) =>
      fields.map((field) => {
        const optional = branch.get(field);
        return optional === undefined ? node(excluded(field, 3)) : propertyNode(field, optional, 3);
      }),
    ),
  );
}

/** A union of object types from the lines of each. */
function objectUnion(members: readonly (readonly Given[])[]): TextNode {
  return joined(...members.flatMap((lines) => ['\n  | {\n', ...lines, '    }']));
}

/** One property with its comment, on its own lines. */
export function propertyNode(field: ShapeField, optional: boolean, indent: number): TextNode {
  const { flat, names } = bareProperty(field, optional, indent);
  return textNode(docComment(fieldDoc(field), indent) + flat, names);
}

/** One property without comment: editors show that of the interface which has it, too. */
function bareProperty(field: ShapeField, optional: boolean, indent: number): TextNode {
  const type = fieldType(field);
  const { flat, names, members } = optional ? unionOf([type, plainType('undefined')]) : type;
  const key = propertyKey(field.property);
  const before = optional ? `readonly ${key}?: ` : `readonly ${key}: `;
  const line = `${before}${flat};`;
  const laid = fits(line, indent) ? line : unionType({ before, members, after: ';', indent });
  return textNode(`${indentation(indent)}${laid}\n`, names);
}

/** A property that must be absent in this branch or form. */
function excluded(field: ShapeField, indent: number): string {
  return `${indentation(indent)}readonly ${propertyKey(field.property)}?: undefined;\n`;
}

/** The property that tells types apart. What is written may leave it out, what is read has it. */
function typeMember(literal: string, isRead: boolean): string {
  return isRead
    ? `  readonly $type: ${literal};\n`
    : `  readonly $type?: ${literal} | undefined;\n`;
}

/**
 * Doc comment lines of a property: the contract's documentation, then wire name, XSD type, facets,
 * default. An XSD type with the same name as the TypeScript type is omitted if there is nothing
 * else to say.
 */
function fieldDoc(field: ShapeField): readonly string[] {
  const documentation = documentationOf(field);
  const lines = documentation === undefined ? [] : commentLines(documentation);
  const technical = technicalText(field);
  if (technical === '') return lines;
  return lines.length === 0 ? [technical] : lines.concat('', technical);
}

function documentationOf(field: ShapeField): string | undefined {
  switch (field.kind) {
    case 'attribute':
      return field.use.documentation;
    case 'element':
      return field.place.element.documentation;
    case 'head':
      return field.head.element.documentation;
    default:
      return undefined;
  }
}

/** One sentence from its parts. */
function technicalText(field: ShapeField): string {
  const parts: string[] = [];
  switch (field.kind) {
    case 'attribute': {
      const { name, type, fixed } = field.use;
      const { localName } = name;
      const renamed = localName === field.property ? '' : ` \`${commentText(localName)}\``;
      parts.push(`Attribute${renamed}`);
      addType(parts, type, field.use.default, fixed);
      break;
    }
    case 'element': {
      const { name, type, fixed, default: initial } = field.place.element;
      const { localName } = name;
      if (localName !== field.property) parts.push(`Element \`${commentText(localName)}\``);
      addType(parts, type, initial, fixed);
      const contentTypes = contentTypesOf(field.place.element);
      if (contentTypes !== undefined) parts.push(`content type \`${commentText(contentTypes)}\``);
      addCounts(parts, field);
      if (parts.length === 1 && repeatsType(parts[0], field)) return '';
      break;
    }
    case 'head': {
      const name = commentText(field.head.element.name.localName);
      parts.push(`Element \`${name}\` or one that stands in for it`);
      addCounts(parts, field);
      break;
    }
    case 'text':
      parts.push('Text of the element');
      addType(parts, field.shape.source, undefined, undefined);
      break;
    case 'mixed':
      return 'Text and elements in document order.';
    case 'any':
      parts.push('Any element the schema allows here');
      addCounts(parts, field);
      break;
    case 'anyAttributes':
      return 'Attributes the schema does not name.';
    case 'namespaces':
      return 'Namespaces of the prefixes in open texts and attributes.';
    case 'group':
      parts.push(
        field.group.compositor === 'choice'
          ? 'In document order, one of the choices in each item'
          : 'In document order, one turn of the sequence in each item',
      );
      addCounts(parts, field);
  }
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}

/** Whether a label only repeats the TypeScript type, as `xs:string` does for a `string`. */
function repeatsType(label: string | undefined, { place }: ElementField): boolean {
  const { value } = place;
  const { flat } = valueType(value.kind === 'object' ? (value.written ?? value) : value);
  return label === `\`${flat}\`` || label === `\`xs:${flat}\``;
}

/** The limits on the number of items in a list, if there are any. */
function addCounts(parts: string[], { repeated, min, max }: ContentField): void {
  if (!repeated) return;
  if (max === Number.POSITIVE_INFINITY) {
    if (min > 0) parts.push(`at least ${min}`);
  } else if (min === max) {
    parts.push(`${min} items`);
  } else {
    parts.push(min === 0 ? `at most ${max}` : `${min} to ${max}`);
  }
}

/** Name of a schema type in documentation. */
function typeLabel(type: SchemaType): string {
  const { name } = type;
  if (name === undefined) {
    if (type.kind === 'simple' && type.base !== undefined) return typeLabel(type.base);
    if (type.kind === 'simple' && type.item !== undefined) return `list of ${typeLabel(type.item)}`;
    return '';
  }
  const prefix = name.namespace === namespaces.xsd ? 'xs:' : '';
  return `\`${prefix}${commentText(name.localName)}\``;
}

function addType(
  parts: string[],
  type: SchemaType,
  initial: string | undefined,
  fixed: string | undefined,
): void {
  const label = typeLabel(type);
  if (label !== '') parts.push(label);
  if (type.kind === 'simple') {
    if (type.facets.enumeration === undefined && holdsQNames(type)) {
      parts.push('as `{namespace}local`');
    }
    facetTexts(type.facets, parts);
  }
  if (initial !== undefined) parts.push(`default \`${commentText(initial)}\``);
  if (fixed !== undefined) parts.push(`always \`${commentText(fixed)}\``);
}

/** One exported declaration of `types.ts`. */
export interface DeclarationPlan {
  readonly name: string;
  /** The interface or alias. */
  readonly view: DeclarationView;
  /** The object of an enumeration that is one, too. */
  readonly values?: DeclarationView | undefined;
  /** Names of runtime types that it uses, such as `XmlElement`. */
  readonly runtimeTypes: readonly string[];
  /** Names of other declarations that it uses. */
  readonly uses: readonly string[];
  /** Namespace it comes from, which decides the file when output is split. */
  readonly namespace: string;
}

/** The name of a declaration, and the lines of its comment. */
export interface Heading extends Pick<DeclarationPlan, 'name' | 'namespace'> {
  readonly doc: readonly string[];
}

function declaration(
  { name, namespace }: Heading,
  names: readonly NameUse[],
  view: DeclarationView,
): DeclarationPlan {
  const uses = namesFrom('types', names).filter((one) => one !== name);
  return { name, view, runtimeTypes: namesFrom('runtimeType', names), uses, namespace };
}

/**
 * `export interface A { … }`
 *
 * @param lines Members, each with its line end.
 */
export function interfaceOf(
  heading: Heading,
  lines: readonly Given[],
  base?: string,
): DeclarationPlan {
  const { flat, names } = joined(...lines);
  const all = base === undefined ? names : [...namedType(base).names, ...names];
  const { name, doc } = heading;
  return declaration(heading, all, printedInterface(doc, name, flat.slice(0, -1), base));
}

/**
 * `export type A = …;`
 *
 * @param parts The text after `=`, starting with a space or line break.
 */
export function aliasOfParts(heading: Heading, ...parts: readonly Given[]): DeclarationPlan {
  const { flat, names } = joined(...parts);
  return declaration(heading, names, aliasView(heading.doc, heading.name, flat));
}

/**
 * `export type A = AnyOf<B, C | D>;`
 *
 * @param own the declared type; `never` for an abstract one
 * @param derived the union of the types derived from it
 */
function aliasOfAny(heading: Heading, own: TypeNode, derived: TypeNode): DeclarationPlan {
  // all derived types may be abstract, with nothing derived from them
  if (derived.members.length === 0) return aliasOf(heading, own);
  const name = runtimeType('AnyOf');
  const before = `export type ${heading.name} = ${name.flat}`;
  const list = { before, items: [own.flat], after: ';' };
  const type = argumentsWithUnion(list, derived.members);
  return aliasOfParts(heading, ' ', textNode(name.flat + type, joinNames([name, own, derived])));
}

/** `export type A = B | C;` of types, of which there may be none. */
function aliasOfUnion(heading: Heading, types: readonly TypeNode[]): DeclarationPlan {
  return aliasOf(heading, types.length === 0 ? plainType('never') : unionOf(types));
}

/** `export type A = B;` */
export function aliasOf(heading: Heading, { flat, members, names }: TypeNode): DeclarationPlan {
  const isBelow = members.length === 1 && !fits(`export type ${heading.name} = ${flat};`);
  const type = isBelow ? `\n  ${flat}` : unionAlias(heading.name, members);
  return aliasOfParts(heading, textNode(type, names));
}

/**
 * `export const A = { … } as const;` with the type of its values.
 *
 * @param properties Properties of the object, each with its line end.
 */
function constantOfValues(heading: Heading, properties: readonly string[]): DeclarationPlan {
  const { name, doc } = heading;
  const type = plainType(`(typeof ${name})[keyof typeof ${name}]`);
  const value = ` {\n${properties.join('')}} as const`;
  const values = printedConstant({ doc, exported: true, name, type: undefined, value });
  return { ...aliasOf({ ...heading, doc: [`A value of \`${name}\`.`] }, type), values };
}

/**
 * Declarations of an object type as it is read. If others extend it, they are a union of what may
 * be read, and an interface for each: the compiler lists the properties of one `$type` alone.
 *
 * @param subject what the type is, for comments
 */
function declareRead(
  shape: ObjectShape,
  subject: string,
  shaper: Shaper,
): readonly DeclarationPlan[] {
  const { family, name, source } = shape;
  const namespace = shaper.namespaceOf(source);
  const heading = { name, namespace, doc: [`${subject}, as it is read.`] };
  if (family === undefined) return declareFields(shape, heading);
  const tags = tagLines(shape, family, shaper);
  if (!family.head) return declareFields(shape, heading, tags);
  const derived = family.derived.map(({ shape: one, whole }) =>
    whole ? namedType(one.name) : ownTypeNode(one),
  );
  const union = {
    ...heading,
    doc: [`${subject}, or one that extends it, as it is read: \`$type\` tells which.`],
  };
  const fields = {
    name: family.fieldsName,
    namespace,
    doc: [`Fields of ${subject} and of those that extend it, as they are read.`],
  };
  const own = { name: ownReadName(shape), namespace, doc: [`${subject} itself, as it is read.`] };
  const hasFields = family.fieldsName !== shape.written?.family?.fieldsName;
  return [
    aliasOfUnion(union, family.concrete ? [ownTypeNode(shape), ...derived] : derived),
    ...(hasFields ? declareFields(shape, fields) : []),
    declareOwnRead(shape, family, own, tags),
  ];
}

/** The type itself: its fields, with what tells it from those that extend it. */
function declareOwnRead(
  shape: ObjectShape,
  { fieldsName }: FamilyShape,
  own: Heading,
  tags: readonly Given[],
): DeclarationPlan {
  return isUnion(shape)
    ? aliasOfParts(own, ' ', namedType(fieldsName), ' & {\n', ...tags, '}')
    : interfaceOf(own, tags, fieldsName);
}

/** The members of a type that tell it from others. */
function tagLines(shape: ObjectShape, { literal }: FamilyShape, shaper: Shaper): readonly Given[] {
  const absent = droppedFields(shape, shaper).map((field) => excluded(field, 1));
  return [typeMember(stringLiteral(literal), true), ...absent];
}

/**
 * Fields that restrictions leave out. In a union with the types that have them, they can be read
 * before `$type` is checked.
 */
function droppedFields(shape: ObjectShape, shaper: Shaper): readonly ShapeField[] {
  const found = new Map<string, ShapeField>();
  for (const field of notInherited(shape, shaper)) found.set(field.property, field);
  if (found.size > 0) for (const { property } of shape.fields) found.delete(property);
  return [...found.values()];
}

/** What {@link notInherited} found: each type of a chain asks for the one that it extends. */
const knownNotInherited = new WeakMap<ObjectShape, readonly ShapeField[]>();

/** Fields of the types above that are not inherited as they are, the nearest first. */
function notInherited({ source }: ObjectShape, shaper: Shaper): readonly ShapeField[] {
  const own = shaper.object(source);
  const before = knownNotInherited.get(own);
  if (before !== undefined) return before;
  if (source.base === undefined) return [];
  const base = shaper.object(source.base);
  const above = notInherited(base, shaper);
  const inherits = own.base === base || base.family?.head !== true;
  const found = inherits ? above : [...base.fields, ...above];
  knownNotInherited.set(own, found);
  return found;
}

/**
 * The type of a nil element that may have more than `xsi:nil`. Like all declarations, it is kept
 * only if another one uses it.
 */
function declareNil(shape: ObjectShape, shaper: Shaper): readonly DeclarationPlan[] {
  const { family, source } = shape;
  const label = commentText(source.name?.localName ?? source.context.join('/'));
  if (family === undefined || !family.head) {
    return family !== undefined || hasNilForm(shape) ? [declareOwnNil(shape, label, shaper)] : [];
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
  return [whole, declareOwnNil(shape, label, shaper)];
}

/** The attributes of a type, with its other properties excluded. */
function declareOwnNil(shape: ObjectShape, label: string, shaper: Shaper): DeclarationPlan {
  const { family, fields, source } = shape;
  const isRead = shape.written !== undefined;
  const lines: Given[] = ['  readonly $nil: true;\n'];
  if (family !== undefined) {
    const literal = stringLiteral(family.literal);
    lines.push(typeMember(literal, isRead));
  }
  for (const field of fields) {
    const optional = isOptional(field) || (!isRead && isGiven(field, shape.content));
    lines.push(isTagField(field) ? propertyNode(field, optional, 1) : excluded(field, 1));
  }
  const read = isRead ? ', as it is read' : '';
  const doc = [`Element of complexType \`${label}\` that is nil: its attributes${read}.`];
  const namespace = shaper.namespaceOf(source);
  return interfaceOf({ name: ownNilName(shape), namespace, doc }, lines);
}
