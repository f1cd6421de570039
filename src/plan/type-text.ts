import type { Span } from '../diagnostics/diagnostic.ts';
import type { Facets, SimpleType } from '../model/xsd/schema.ts';
import { commentText, stringLiteral } from '../print/encode.ts';
import {
  arrayOf,
  intersectionOf,
  joinNames,
  namedType,
  plainType,
  runtimeType,
  type TypeNode,
  typeOf,
  unionOf,
} from '../print/node.ts';
import { contentParts } from './content-model.ts';
import {
  isContent,
  isGiven,
  nilName,
  nilObject,
  ownNilName,
  ownReadName,
  tagFields,
  typesAt,
} from './object-shape.ts';
import { isBuiltinType } from './settings.ts';
import type {
  ContentField,
  ContentNode,
  GroupShape,
  HeadShape,
  ObjectShape,
  PlaceShape,
  ShapeField,
  SimpleShape,
  ValueShape,
} from './shape.ts';
import { literalOf } from './simple-shape.ts';

/** Facets in words, appended to the given texts. */
export function facetTexts(facets: Facets, texts: string[] = []): readonly string[] {
  const { minLength, maxLength, length } = facets;
  if (length !== undefined) texts.push(`length ${length}`);
  if (minLength !== undefined && maxLength !== undefined) {
    texts.push(`length ${minLength} to ${maxLength}`);
  } else {
    if (minLength !== undefined && minLength > 0) texts.push(`length at least ${minLength}`);
    if (maxLength !== undefined) texts.push(`length at most ${maxLength}`);
  }
  addBound(texts, 'at least', facets.minInclusive);
  addBound(texts, 'more than', facets.minExclusive);
  addBound(texts, 'at most', facets.maxInclusive);
  addBound(texts, 'less than', facets.maxExclusive);
  if (facets.totalDigits !== undefined) texts.push(`at most ${facets.totalDigits} digits`);
  if (facets.fractionDigits !== undefined) {
    texts.push(`at most ${facets.fractionDigits} fraction digits`);
  }
  facets.patterns?.forEach((step) => {
    const patterns = step.map((pattern) => `\`${shortened(commentText(pattern))}\``);
    texts.push(`pattern ${patterns.join(' or ')}`);
  });
  return texts;
}

function addBound(texts: string[], words: string, value: string | undefined): void {
  if (value !== undefined) texts.push(`${words} ${commentText(value)}`);
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** How a field is named. */
export type NameOf = (field: MessageField) => string;

/** The name in generated code. */
function propertyOf({ property }: MessageField): string {
  return property;
}

/** Type of a property in the YAML notation: `int`, `string?`, `Item[]`, `Item*`, `Item | null`. */
export function fieldTypeWord(field: MessageField, nameOf?: NameOf): string {
  const mark = field.repeated ? '*' : field.optional ? '?' : '';
  return `${typeWord(field.value, nameOf)}${mark}${field.nillable ? ' | null' : ''}`;
}

/** `name: type`. */
export function fieldWord(field: MessageField, nameOf: NameOf = propertyOf): string {
  return `${nameOf(field)}: ${fieldTypeWord(field, nameOf)}`;
}

/** A type's name in generated code, otherwise that of the contract. */
export function typeWord(value: FieldValue, nameOf?: NameOf): string {
  switch (value.kind) {
    case 'simple':
      return simpleShapeWord(value);
    case 'array':
      return `${typeWord(value.item.value, nameOf)}[]`;
    case 'object':
      return value.name;
    case 'xml':
      return 'anyType';
    case 'head':
      return `(${value.head.alternatives.map(({ key }) => key).join(' | ')})`;
    case 'group': {
      const between = value.group.compositor === 'choice' ? ' | ' : ', ';
      const words = fieldsOfGroup(value.group).map((field) => fieldWord(field, nameOf));
      return `(${words.join(between)})`;
    }
    case 'node':
      return 'text or element';
    case 'attribute':
      return 'attribute';
    case 'namespaces':
      return 'namespaces';
  }
}

/**
 * Name of a simple type. Enumerations and unions are declared, under a name that the configuration
 * may change. So are mapped built-in types, but contracts use their own names.
 */
function simpleShapeWord({ source, type }: SimpleShape): string {
  const declared = type.names[0]?.name;
  const isDeclared =
    source.name !== undefined && source.variety !== 'list' && !isBuiltinType(source);
  return isDeclared && declared !== undefined ? declared : simpleTypeWord(source);
}

/** A simple type's name; for an anonymous one, its values or its base. */
export function simpleTypeWord(type: SimpleType): string {
  if (type.name !== undefined) return type.name.localName;
  const { enumeration } = type.facets;
  if (enumeration !== undefined) return enumeration.map(({ value }) => `'${value}'`).join(' | ');
  return type.builtin ?? type.variety;
}

/**
 * A property in generated code and on the wire: of an input or a result, or of an object inside.
 * Everything that names or describes properties for users is based on these.
 */
export interface MessageField {
  readonly property: string;
  /**
   * Local name of its element or attribute, or name of its part; absent if it has none or several.
   */
  readonly wireName: string | undefined;
  /** One value of it. */
  readonly value: FieldValue;
  /** Whether it may be omitted, always or as a branch of a choice. */
  readonly optional: boolean;
  /** Whether writers write its fixed value if none is given. */
  readonly given: boolean;
  /** Whether it is a list of values. */
  readonly repeated: boolean;
  /** Whether a value may be `null`. */
  readonly nillable: boolean;
  /** The fixed or default value of its element or attribute. */
  readonly preset?: string | undefined;
  readonly documentation: string | undefined;
  /** Where it is declared. */
  readonly span: Span | undefined;
}

/** The value of a property. */
export type FieldValue =
  | ValueShape
  /** A substitution group: an object with one key. */
  | { readonly kind: 'head'; readonly head: HeadShape }
  /** One iteration of a repeated choice or sequence. */
  | { readonly kind: 'group'; readonly group: GroupShape }
  /** A node of mixed content: text or an element. */
  | { readonly kind: 'node' }
  /** An attribute that is not in the schema. */
  | { readonly kind: 'attribute' }
  /** Namespaces by prefix. */
  | { readonly kind: 'namespaces' };

/** Properties of an object: attributes, then elements in the order of the schema. */
export function fieldsOfObject(object: ObjectShape): readonly MessageField[] {
  return fieldsOf(object.fields, object.content);
}

/** Properties that a nil element keeps, besides `$nil` and `$type`. */
export function fieldsOfNil(object: ObjectShape): readonly MessageField[] {
  return tagFields(object).map((field) => withGiven(field, isOptional(field), object.content));
}

/** Properties of one iteration of a repeated group. */
export function fieldsOfGroup(group: GroupShape): readonly MessageField[] {
  return fieldsOf(group.fields, group.content);
}

function fieldsOf(fields: readonly ShapeField[], content: ContentNode): readonly MessageField[] {
  const required = requiredFields(content);
  return fields.map((field) =>
    withGiven(field, isContent(field) ? !required.has(field) : isOptional(field), content),
  );
}

function withGiven(field: ShapeField, optional: boolean, content: ContentNode): MessageField {
  return { ...messageField(field, optional), given: isGiven(field, content) };
}

/** Fields that every value has, including those common to all branches of a choice. */
function requiredFields(content: ContentNode): ReadonlySet<ContentField> {
  const { always, choices } = contentParts(content);
  const required = new Set<ContentField>();
  const add = (field: ContentField, optional: boolean): void => {
    if (!optional) required.add(field);
  };
  for (const [field, optional] of always) add(field, optional);
  for (const [first, ...others] of choices) {
    for (const [field, optional] of first ?? []) {
      add(field, optional || others.some((branch) => branch.get(field) !== false));
    }
  }
  return required;
}

/** A field of a shape as a property. */
export function messageField(
  field: ShapeField,
  optional: boolean = isOptional(field),
): MessageField {
  const { property } = field;
  const unsaid = { given: false, nillable: false, documentation: undefined, span: undefined };
  const plain = { property, optional, ...unsaid };
  switch (field.kind) {
    case 'attribute': {
      const { name, documentation, span, fixed, default: initial } = field.use;
      const wireName = name.localName;
      const preset = fixed ?? initial;
      const value = field.shape;
      return { ...plain, wireName, value, repeated: false, preset, documentation, span };
    }
    case 'anyAttributes':
      return { ...plain, wireName: undefined, value: { kind: 'attribute' }, repeated: true };
    case 'namespaces':
      return { ...plain, wireName: undefined, value: { kind: 'namespaces' }, repeated: false };
    case 'text':
      return { ...plain, wireName: undefined, value: field.shape, repeated: false };
    case 'mixed':
      return { ...plain, wireName: undefined, value: { kind: 'node' }, repeated: true };
    case 'element':
      return placeField(property, field.place, optional, field.repeated);
    case 'head': {
      const { head, repeated } = field;
      const { documentation, span } = head.element;
      const value = { kind: 'head', head } as const;
      return { ...plain, wireName: undefined, value, repeated, documentation, span };
    }
    case 'any':
      return { ...plain, wireName: undefined, value: { kind: 'xml' }, repeated: field.repeated };
    case 'group': {
      const value = { kind: 'group', group: field.group } as const;
      return { ...plain, wireName: undefined, value, repeated: true };
    }
  }
}

/** A property for an element. */
export function placeField(
  property: string,
  { element, value, nillable }: PlaceShape,
  optional: boolean,
  repeated: boolean,
): MessageField {
  const { name, documentation, span, fixed, default: initial } = element;
  const wireName = name.localName;
  const preset = fixed ?? initial;
  const field = { property, wireName, value, optional, given: false, repeated, nillable };
  return { ...field, preset, documentation, span };
}

/** Any element. */
const xmlElement: TypeNode = runtimeType('XmlElement');
const xmlNode = runtimeType('XmlNode');
const xmlAttribute = runtimeType('XmlAttribute');

/** TypeScript type of a value. */
export function valueType(value: ValueShape): TypeNode {
  switch (value.kind) {
    case 'simple':
      return value.type;
    case 'xml':
      return xmlElement;
    case 'array': {
      let type = placeType(value.item);
      for (let dimension = 0; dimension < value.rank; dimension += 1) type = arrayOf(type);
      return type;
    }
    case 'object':
      return value.type;
  }
}

/**
 * A type itself, without those derived from it. Where it is the declared type, values may omit its
 * `$type`.
 */
export function ownTypeNode(shape: ObjectShape): TypeNode {
  const { type: plain, family, written } = shape;
  if (family === undefined || !family.head) return plain;
  if (written !== undefined) return namedType(ownReadName(shape));
  const { fieldsName, literal } = family;
  const tag = `$type?: ${stringLiteral(literal)} | undefined`;
  return intersectionOf(`${fieldsName} & { readonly ${tag} }`, namedType(fieldsName).names);
}

/** The types allowed at a place, on one line. The declared one comes first if it is among them. */
function anyOf(types: readonly ObjectShape[], declared: ValueShape): TypeNode {
  const [first, ...others] = types;
  if (first === undefined) return plainType('never');
  if (first.written !== undefined) return unionOf(types.map(ownTypeNode));
  const isDeclared = first === declared;
  if (isDeclared && others.length === 0) return ownTypeNode(first);
  const own = isDeclared ? ownTypeNode(first) : plainType('never');
  const derived = unionOf((isDeclared ? others : types).map(ownTypeInUnion));
  const name = runtimeType('AnyOf');
  return typeOf(`AnyOf<${own.flat}, ${derived.flat}>`, joinNames([name, own, derived]));
}

/** A type itself, as a member of a union. */
export function ownTypeInUnion(shape: ObjectShape): TypeNode {
  const own = ownTypeNode(shape);
  return own === shape.type ? own : typeOf(`(${own.flat})`, own.names);
}

/** Types of nil elements at a place that may have more than `xsi:nil`. */
function nilTypes(place: PlaceShape): readonly TypeNode[] {
  const object = nilObject(place);
  if (object === undefined) return [];
  const types = typesAt(place);
  return types === undefined
    ? [namedType(nilName(object))]
    : types.map((one) => namedType(ownNilName(one)));
}

/**
 * TypeScript type of an element at a place: the only value if that is fixed, and for a nillable one
 * also `null` and the other forms of nil.
 */
export function placeType(place: PlaceShape): TypeNode {
  const { value, element } = place;
  const fixed = value.kind === 'simple' ? fixedType(value, element.fixed) : undefined;
  const types = typesAt(place);
  const type = fixed ?? (types === undefined ? valueType(value) : anyOf(types, value));
  return place.nillable ? orNull(unionOf([type, ...nilTypes(place)])) : type;
}

/** A type, or `null`. */
function orNull(type: TypeNode): TypeNode {
  return unionOf([type, plainType('null')]);
}

/** The literal type of a fixed value; `undefined` if there is none, or it is not a literal. */
function fixedType(shape: SimpleShape, fixed: string | undefined): TypeNode | undefined {
  if (fixed === undefined || shape.source.variety !== 'atomic') return undefined;
  const literal = literalOf(fixed, shape.atomic);
  return literal === undefined ? undefined : plainType(literal);
}

/** TypeScript type of a property, without its absence. */
export function fieldType(field: ShapeField): TypeNode {
  switch (field.kind) {
    case 'attribute':
      return fixedType(field.shape, field.use.fixed) ?? field.shape.type;
    case 'anyAttributes':
      return arrayOf(xmlAttribute);
    case 'namespaces':
      return plainType('Readonly<Record<string, string>>');
    case 'text':
      return field.shape.type;
    case 'mixed':
      return arrayOf(xmlNode);
    default: {
      const type = itemType(field);
      return field.repeated ? arrayOf(type) : type;
    }
  }
}

/** TypeScript type of one item of a field that may be repeated. */
function itemType(field: ContentField): TypeNode {
  switch (field.kind) {
    case 'element':
      return placeType(field.place);
    case 'head':
      return namedType(field.head.name);
    case 'any':
      return xmlElement;
    case 'group':
      return namedType(field.group.name);
  }
}

/** Whether a property may be absent, regardless of choices. */
export function isOptional(field: ShapeField): boolean {
  switch (field.kind) {
    case 'attribute':
      return !field.use.required;
    case 'anyAttributes':
    case 'namespaces':
      return true;
    case 'text':
    case 'mixed':
      return false;
    default:
      return field.optional;
  }
}
