import { replacements } from '../../model/link/derivation.ts';
import type { ComplexType, SimpleType } from '../../model/xsd/schema.ts';
import type { ObjectShape, PlaceShape, ValueShape } from '../../plan/shapes/shape.ts';
import { nilObject } from '../../plan/shapes/shape-nil.ts';
import { createComponents } from './components.ts';
import { declaredObject, declaredSchema } from './declared-schema.ts';
import { type Json, type JsonObject, json } from './json.ts';
import { nilSchema, objectSchema, type ValueSchemas } from './object-schema.ts';
import { simpleSchema } from './simple-schema.ts';

/** JSON schemas of the types and elements of a contract. */
export interface TypeSchemas extends ValueSchemas {
  /** `components/schemas`: all schemas referred to. */
  components(): JsonObject;
}

/**
 * Starts an empty set of schemas.
 *
 * @param objectOf shape of a type as an object, for those that generated code shows as an array
 */
export function createTypeSchemas(objectOf: (type: ComplexType) => ObjectShape): TypeSchemas {
  const components = createComponents();
  const schemas: ValueSchemas = { simple, value: valueSchema, place: placeSchema };

  function simple(type: SimpleType): JsonObject {
    if (type.name === undefined || type.span === undefined) return simpleSchema(type);
    return components.reference(type, type.name, () => described(type, simpleSchema(type)));
  }

  function valueSchema(value: ValueShape): JsonObject {
    if (value.kind === 'simple') return simple(value.source);
    if (value.kind === 'xml') return { description: 'Any content.' };
    const { source } = value;
    const create = () => (value.kind === 'array' ? arraySchema(value) : object(value));
    if (source.name === undefined) return create();
    if (source.span === undefined) return { description: 'Any content.' };
    return components.reference(source, source.name, () => described(source, create()));
  }

  /** A SOAP array has items of any name. Any other array is an object with a repeated element. */
  function arraySchema({ soap, source, item, rank }: ValueShape & { kind: 'array' }): JsonObject {
    if (!soap) return object(objectOf(source));
    let items: Json = valueSchema(item.value);
    for (let left = rank; left > 1; left -= 1) items = { type: 'array', items };
    return { type: 'array', items };
  }

  function object(shape: ObjectShape): JsonObject {
    return objectSchema(schemas, shape, shape.base ?? emptyBase(shape));
  }

  /** A base without fields, which TypeScript does not need. */
  function emptyBase({ source: { base, derivation } }: ObjectShape): ObjectShape | undefined {
    if (base === undefined || derivation !== 'extension' || base.soapArray) return undefined;
    const shape = objectOf(base);
    return shape.fields.length === 0 ? shape : undefined;
  }

  /** A global element has its own component, because elements may contain themselves. */
  function placeSchema(place: PlaceShape): JsonObject {
    const { element } = place;
    const create = () => declaredPlace(place, nillableSchema(place));
    return element.global ? components.reference(element, element.name, create) : create();
  }

  function nillableSchema(place: PlaceShape): JsonObject {
    const schema = valueSchema(place.value);
    if (!place.nillable) return schema;
    const object = nilObject(place);
    const nil = (object && nilSchema(schemas, object)) ?? [];
    return { anyOf: [schema, nil, { type: 'null' }].flat() };
  }

  return { ...schemas, components: components.all };
}

function declaredPlace({ element, value }: PlaceShape, schema: JsonObject): JsonObject {
  if (value.kind !== 'object') return declaredSchema(schema, element);
  const text = value.fields.find((field) => field.kind === 'text');
  return declaredObject(schema, element, text?.property);
}

function described(type: SimpleType | ComplexType, schema: JsonObject): JsonObject {
  const notes = [type.documentation];
  if (type.kind === 'complex' && type.abstract) notes.push('Abstract: xsi:type names the type.');
  const others = type.kind === 'complex' ? replacements(type) : [];
  if (others.length > 0) {
    const names = others.map((one) => one.name?.localName ?? '').join(', ');
    notes.push(`With xsi:type it may be ${names}.`);
  }
  const text = notes.filter((one) => one !== undefined).join('\n\n');
  return text === '' ? schema : json({ description: text, ...schema });
}
