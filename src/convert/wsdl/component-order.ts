import { qnameKey } from '../../model/common/qname.ts';
import type {
  AttributeEntry,
  AttributeGroupSyntax,
  AttributeSyntax,
  ElementSyntax,
  GroupSyntax,
  ParticleSyntax,
  SchemaDocument,
  TypeSyntax,
} from '../../model/xsd/schema-document.ts';

/** A global component of a schema. */
export type Component =
  | ElementSyntax
  | AttributeSyntax
  | TypeSyntax
  | GroupSyntax
  | AttributeGroupSyntax;

/**
 * Global components of a schema in the order to write them. A schema read from XML keeps the order
 * of its document. Any other has ASMX's order: each element is followed by the types it needs that
 * are not written yet, and a type by those derived from it. Unused ones come last.
 */
export function orderedComponents(schema: SchemaDocument): readonly Component[] {
  const all: Component[] = [
    ...schema.elements,
    ...schema.types,
    ...schema.groups,
    ...schema.attributeGroups,
    ...schema.attributes,
  ];
  if (schema.span.file.text.charAt(schema.span.start) === '<') {
    return all.sort((a, b) => a.span.start - b.span.start);
  }
  return exporterOrder(schema, all);
}

function exporterOrder(schema: SchemaDocument, all: readonly Component[]): readonly Component[] {
  const types = new Map<string, TypeSyntax>();
  const derived = new Map<string, TypeSyntax[]>();
  for (const type of schema.types) {
    if (type.name !== undefined) types.set(qnameKey(type.name), type);
    if (type.kind !== 'complexType' || type.derivation === undefined) continue;
    const base = qnameKey(type.derivation.base.name);
    derived.set(base, [...(derived.get(base) ?? []), type]);
  }
  const ordered = new Set<Component>();

  function place(type: TypeSyntax): void {
    if (ordered.has(type)) return;
    ordered.add(type);
    for (const key of typeNeeds(type)) need(key);
    const names = type.name === undefined ? [] : [qnameKey(type.name)];
    for (const one of names.flatMap((name) => derived.get(name) ?? [])) place(one);
  }

  function need(key: string): void {
    const type = types.get(key);
    if (type !== undefined) place(type);
  }

  for (const element of schema.elements) {
    ordered.add(element);
    for (const key of elementNeeds(element)) need(key);
  }
  for (const component of all) ordered.add(component);
  return [...ordered];
}

/** Keys of the named types that an element declaration refers to. */
function* elementNeeds(element: ElementSyntax): Generator<string> {
  if (element.typeRef !== undefined) yield qnameKey(element.typeRef.name);
  if (element.type !== undefined) yield* typeNeeds(element.type);
}

function* typeNeeds(type: TypeSyntax): Generator<string> {
  if (type.kind === 'simpleType') {
    const { variety } = type;
    if (variety.kind === 'restriction') {
      if (variety.base !== undefined) yield qnameKey(variety.base.name);
      if (variety.type !== undefined) yield* typeNeeds(variety.type);
    } else if (variety.kind === 'list') {
      if (variety.itemRef !== undefined) yield qnameKey(variety.itemRef.name);
      if (variety.item !== undefined) yield* typeNeeds(variety.item);
    } else {
      for (const ref of variety.memberRefs) yield qnameKey(ref.name);
      for (const member of variety.members) yield* typeNeeds(member);
    }
    return;
  }
  if (type.derivation !== undefined) yield qnameKey(type.derivation.base.name);
  if (type.particle !== undefined) yield* particleNeeds(type.particle);
  yield* attributeNeeds(type.attributes);
}

function* particleNeeds(particle: ParticleSyntax): Generator<string> {
  if (particle.kind === 'elementParticle') yield* elementNeeds(particle.element);
  if (particle.kind === 'model') for (const one of particle.particles) yield* particleNeeds(one);
}

function* attributeNeeds(attributes: readonly AttributeEntry[]): Generator<string> {
  for (const one of attributes) {
    if (one.kind !== 'attribute') continue;
    if (one.typeRef !== undefined) yield qnameKey(one.typeRef.name);
    if (one.type !== undefined) yield* typeNeeds(one.type);
  }
}
