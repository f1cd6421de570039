import { type QName, qnameKey, sameQName } from '../../model/common/qname.ts';
import type { Reference } from '../../model/common/reference.ts';
import { inRedefiningOrder } from '../../model/link/symbols.ts';
import type { Definitions } from '../../model/wsdl/definitions.ts';
import type {
  AttributeGroupSyntax,
  GroupSyntax,
  ParticleSyntax,
  SchemaDocument,
  TypeSyntax,
} from '../../model/xsd/schema-document.ts';
import { createFreeName } from '../../names/free-name.ts';

type Redefinable = TypeSyntax | GroupSyntax | AttributeGroupSyntax;

/** The lists of a schema that redefinitions change. */
type Lists = Record<'types' | 'groups' | 'attributeGroups', Redefinable[]>;

/** The position of a component. */
interface Place {
  readonly list: Redefinable[];
  readonly index: number;
}

/**
 * Equivalent definitions without `xs:redefine` (XML Schema part 1 section 4.2.2), which needs a
 * second file. A redefined component gets the name `<Name>Redefined`, which the redefinition uses
 * instead of its own name.
 */
export function withoutRedefinitions(definitions: Definitions): Definitions {
  const redefining = inRedefiningOrder(definitions.schemas);
  if (redefining.length === 0) return definitions;
  const drafts = new Map<SchemaDocument, Lists>();
  const places = new Map<string, Place[]>();
  for (const schema of definitions.schemas) {
    const { types, groups, attributeGroups } = schema;
    const lists = { types: [...types], groups: [...groups], attributeGroups: [...attributeGroups] };
    drafts.set(schema, lists);
    for (const list of Object.values(lists)) {
      for (const [index, { name, kind }] of list.entries()) {
        if (name !== undefined) notePlace(places, placeKey(kind, name), { list, index });
      }
    }
  }
  const freeName = createFreeName(takenNames(drafts.values()));
  for (const document of redefining) {
    for (const redefinition of document.redefinitions) {
      const { name } = redefinition;
      const lists = drafts.get(document);
      if (name === undefined || lists === undefined) continue;
      const localName = freeName(name.localName, 'Schema', 'Redefined');
      redefine(lists, places, redefinition, { from: name, to: { ...name, localName } });
    }
  }
  const schemas = definitions.schemas.map((one) => ({
    ...one,
    ...(drafts.get(one) as unknown as Pick<SchemaDocument, keyof Lists>),
    redefinitions: [],
  }));
  return { ...definitions, schemas };
}

function takenNames(drafts: Iterable<Lists>): Set<string> {
  const taken = new Set<string>();
  for (const lists of drafts) {
    for (const { name } of Object.values(lists).flat()) taken.add(name?.localName ?? '');
  }
  return taken;
}

/** Renames a redefined component, and adds the redefinition to its schema. */
function redefine(
  lists: Lists,
  places: Map<string, Place[]>,
  redefinition: Redefinable,
  { from, to }: { readonly from: QName; readonly to: QName },
): void {
  const key = placeKey(redefinition.kind, from);
  for (const { list, index } of places.get(key) ?? []) {
    list[index] = { ...(list[index] ?? redefinition), name: to };
  }
  const refer = (reference: Reference): Reference =>
    sameQName(reference.name, from) ? { ...reference, name: to } : reference;
  const list = lists[listOf(redefinition.kind)];
  places.set(key, [{ list, index: list.length }]);
  list.push(referring(redefinition, refer));
}

function notePlace(places: Map<string, Place[]>, key: string, place: Place): void {
  const known = places.get(key);
  if (known === undefined) places.set(key, [place]);
  else known.push(place);
}

function placeKey(kind: Redefinable['kind'], name: QName): string {
  return `${listOf(kind)} ${qnameKey(name)}`;
}

function listOf(kind: Redefinable['kind']): keyof Lists {
  if (kind === 'group') return 'groups';
  return kind === 'attributeGroup' ? 'attributeGroups' : 'types';
}

/** The redefinition, with references to itself changed to the component it redefines. */
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
