import { stringLiteral } from '../print/encode.ts';
import { joinNames, type TypeNode } from '../print/node.ts';
import {
  arrayOf,
  intersectionOf,
  namedType,
  plainType,
  runtimeType,
  typeOf,
  unionOf,
} from '../print/type-node.ts';
import type {
  ContentField,
  Field,
  ObjectShape,
  PlaceShape,
  SimpleShape,
  ValueShape,
} from '../shapes/shape.ts';
import { typesAt } from '../shapes/shape-family.ts';
import { nilTypes, ownReadName } from '../shapes/shape-nil.ts';
import { literalOf } from '../shapes/shape-simple.ts';

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
export function ownType(shape: ObjectShape): TypeNode {
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
  if (first.written !== undefined) return unionOf(types.map(ownType));
  const isDeclared = first === declared;
  if (isDeclared && others.length === 0) return ownType(first);
  const own = isDeclared ? ownType(first) : plainType('never');
  const derived = unionOf((isDeclared ? others : types).map(ownTypeInUnion));
  const name = runtimeType('AnyOf');
  return typeOf(`AnyOf<${own.flat}, ${derived.flat}>`, joinNames([name, own, derived]));
}

/** A type itself, as a member of a union. */
export function ownTypeInUnion(shape: ObjectShape): TypeNode {
  const own = ownType(shape);
  return own === shape.type ? own : typeOf(`(${own.flat})`, own.names);
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
export function fieldType(field: Field): TypeNode {
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
export function isOptional(field: Field): boolean {
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
