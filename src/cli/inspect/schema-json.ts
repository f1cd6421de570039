import { qnameKey } from '../../model/common/qname.ts';
import { annotationOf } from '../../model/xsd/annotation.ts';
import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  Facets,
  Particle,
  SchemaType,
  SimpleType,
  Wildcard,
} from '../../model/xsd/schema.ts';
import type { IdentityConstraint, Occurs } from '../../model/xsd/schema-document.ts';

/** JSON data. Keys with the value `undefined` are omitted when it is written. */
export type Json =
  | string
  | number
  | boolean
  | undefined
  | readonly Json[]
  | { readonly [name: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [name: string]: Json };

/** A named type by its name, an anonymous one with all details. */
export function typeReference(type: SchemaType): Json {
  return type.name === undefined ? typeJson(type) : qnameKey(type.name);
}

/** A type with all details. */
export function typeJson(type: SchemaType): Json {
  return type.kind === 'simple' ? simpleJson(type) : complexJson(type);
}

function simpleJson(type: SimpleType): Json {
  return {
    kind: type.kind,
    name: type.name && qnameKey(type.name),
    ...annotationOf(type),
    variety: type.variety,
    builtin: type.builtin,
    base: type.base && typeReference(type.base),
    item: type.item && typeReference(type.item),
    members: type.members?.map(typeReference),
    facets: facetsJson(type.facets),
    final: type.final && [...type.final],
  };
}

function facetsJson(facets: Facets): Json {
  const { enumeration, patterns, ...others } = facets;
  const values = {
    enumeration: enumeration?.map((one) => ({ value: one.value, ...annotationOf(one) })),
    patterns: patterns?.map((step) => [...step]),
    ...others,
  };
  return Object.values(values).every((value) => value === undefined) ? undefined : values;
}

function complexJson(type: ComplexType): Json {
  return {
    kind: type.kind,
    name: type.name && qnameKey(type.name),
    ...annotationOf(type),
    abstract: type.abstract,
    mixed: type.mixed,
    block: type.block && [...type.block],
    final: type.final && [...type.final],
    base: type.base && typeReference(type.base),
    derivation: type.derivation,
    simpleContent: type.simpleContent && typeReference(type.simpleContent),
    content: type.particle && particleJson(type.particle),
    attributes: type.attributes.map(attributeJson),
    anyAttribute: type.anyAttribute && wildcardJson(type.anyAttribute),
    soapArray: type.soapArray && {
      item: typeReference(type.soapArray.item),
      dimensions: type.soapArray.dimensions,
    },
  };
}

function attributeJson(attribute: AttributeUse): Json {
  return {
    name: qnameKey(attribute.name),
    type: typeReference(attribute.type),
    required: attribute.required,
    default: attribute.default,
    fixed: attribute.fixed,
    ...annotationOf(attribute),
  };
}

/** A global element with all details. */
export function elementJson(element: ElementDeclaration): JsonObject {
  return {
    name: qnameKey(element.name),
    type: typeReference(element.type),
    nillable: element.nillable,
    default: element.default,
    fixed: element.fixed,
    abstract: element.abstract,
    block: element.block && [...element.block],
    final: element.final && [...element.final],
    constraints: element.constraints?.map(constraintJson),
    substitutes: element.substitutes.map(({ name }) => qnameKey(name)),
    ...annotationOf(element),
  };
}

function constraintJson({ kind, name, selector, fields, refer }: IdentityConstraint): Json {
  return { kind, name, selector, fields: [...fields], refer: refer && qnameKey(refer.name) };
}

function particleJson(particle: Particle): Json {
  const occurs = occursJson(particle.occurs);
  switch (particle.kind) {
    case 'any':
      return { kind: 'any', ...occurs, ...wildcardJson(particle.wildcard) };
    case 'model':
      return {
        kind: particle.compositor,
        ...occurs,
        group: particle.groupName && qnameKey(particle.groupName),
        particles: particle.particles.map(particleJson),
      };
    case 'element': {
      const { element } = particle;
      if (element.global) {
        const name = qnameKey(element.name);
        return { kind: 'element', ...occurs, element: name, ...particle.reference };
      }
      return { kind: 'element', ...occurs, ...elementJson(element) };
    }
  }
}

/** `max` is omitted if it is unbounded, for which JSON has no number. */
function occursJson({ min, max }: Occurs): JsonObject {
  return Number.isFinite(max) ? { min, max } : { min, unbounded: true };
}

function wildcardJson({ allowed, processContents }: Wildcard): JsonObject {
  switch (allowed.kind) {
    case 'any':
      return { namespaces: 'any', processContents };
    case 'other':
      return { namespaces: 'other', than: allowed.than, processContents };
    case 'list':
      return { namespaces: [...allowed.namespaces], processContents };
  }
}
