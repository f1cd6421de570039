import type { Definitions, Reference } from '../../model/definitions.ts';
import { type QName, sameQName } from '../../model/qname.ts';
import type {
  AttributeGroupSyntax,
  GroupSyntax,
  ParticleSyntax,
  SchemaDocument,
  TypeSyntax,
} from '../../model/schema-document.ts';
import { inRedefiningOrder } from '../../model/symbols.ts';
import { createFreeName } from '../free-name.ts';

type Redefinable = TypeSyntax | GroupSyntax | AttributeGroupSyntax;

/**
 * Definitions that say the same without `xs:redefine` (XML Schema part 1 section 4.2.2), which needs a second file: what is
 * redefined moves to a name of its own, `<Name>Redefined`, to which the redefinition then refers where it meant itself.
 */
export function withoutRedefinitions(definitions: Definitions): Definitions {
  const redefining = inRedefiningOrder(definitions.schemas);
  if (redefining.length === 0) return definitions;
  let { schemas } = definitions;
  for (const document of redefining) {
    const at = definitions.schemas.indexOf(document);
    for (const redefinition of document.redefinitions) {
      schemas = redefine(schemas, at, redefinition);
    }
  }
  return { ...definitions, schemas: schemas.map((one) => ({ ...one, redefinitions: [] })) };
}

function redefine(
  schemas: readonly SchemaDocument[],
  at: number,
  redefinition: Redefinable,
): readonly SchemaDocument[] {
  const { name } = redefinition;
  if (name === undefined) return schemas;
  const moved: QName = { ...name, localName: freeName(schemas, name) };
  const renamed = schemas.map((schema) => renameComponent(schema, redefinition, name, moved));
  const refer = (reference: Reference): Reference =>
    sameQName(reference.name, name) ? { ...reference, name: moved } : reference;
  return renamed.map((schema, index) =>
    index === at ? addComponent(schema, referring(redefinition, refer)) : schema,
  );
}

function freeName(schemas: readonly SchemaDocument[], name: QName): string {
  const taken = new Set(
    schemas
      .flatMap((one) => [...one.types, ...one.groups, ...one.attributeGroups])
      .map((one) => one.name?.localName ?? ''),
  );
  return createFreeName(taken)(name.localName, 'Schema', 'Redefined');
}

function renameComponent(
  schema: SchemaDocument,
  { kind }: Redefinable,
  from: QName,
  to: QName,
): SchemaDocument {
  const rename = <T extends Redefinable>(all: readonly T[]): readonly T[] =>
    all.map((one) => (one.name && sameQName(one.name, from) ? { ...one, name: to } : one));
  if (kind === 'group') return { ...schema, groups: rename(schema.groups) };
  if (kind === 'attributeGroup') {
    return { ...schema, attributeGroups: rename(schema.attributeGroups) };
  }
  return { ...schema, types: rename(schema.types) };
}

function addComponent(schema: SchemaDocument, component: Redefinable): SchemaDocument {
  if (component.kind === 'group') return { ...schema, groups: [...schema.groups, component] };
  if (component.kind === 'attributeGroup') {
    return { ...schema, attributeGroups: [...schema.attributeGroups, component] };
  }
  return { ...schema, types: [...schema.types, component] };
}

/** The redefinition with its references to itself led to what it redefines. */
function referring(
  component: Redefinable,
  refer: (reference: Reference) => Reference,
): Redefinable {
  switch (component.kind) {
    case 'group':
      return { ...component, particle: particleReferring(component.particle, refer) };
    case 'attributeGroup':
      return {
        ...component,
        attributes: component.attributes.map((one) =>
          one.kind === 'attributeGroupRef' ? { ...one, ref: refer(one.ref) } : one,
        ),
      };
    case 'simpleType': {
      const { variety } = component;
      if (variety.kind !== 'restriction' || variety.base === undefined) return component;
      return { ...component, variety: { ...variety, base: refer(variety.base) } };
    }
    case 'complexType': {
      const { derivation } = component;
      if (derivation === undefined) return component;
      return { ...component, derivation: { ...derivation, base: refer(derivation.base) } };
    }
  }
}

function particleReferring(
  particle: ParticleSyntax,
  refer: (reference: Reference) => Reference,
): ParticleSyntax {
  if (particle.kind === 'groupRef') return { ...particle, ref: refer(particle.ref) };
  if (particle.kind !== 'model') return particle;
  return {
    ...particle,
    particles: particle.particles.map((one) => particleReferring(one, refer)),
  };
}
