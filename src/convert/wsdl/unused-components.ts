import { type QName, qnameKey } from '../../model/common/qname.ts';
import type { Message } from '../../model/wsdl/definitions.ts';
import type { SchemaDocument } from '../../model/xsd/schema-document.ts';
import { type Component, orderedComponents } from './component-order.ts';

/**
 * The schemas without the components that no message needs. A message needs everything that it
 * refers to, at any depth, and possible replacements: derived types, members of a substitution
 * group, and the elements and attributes that a strict wildcard allows. Schemas with redefinitions
 * stay whole.
 */
export function withoutUnusedComponents(
  schemas: readonly SchemaDocument[],
  messages: readonly Message[],
): readonly SchemaDocument[] {
  if (schemas.some((one) => one.redefinitions.length > 0)) return schemas;
  const used = usedComponents(schemas, messages);
  const kept = schemas.flatMap((schema): readonly SchemaDocument[] => {
    const only = <T extends Component>(all: readonly T[]): readonly T[] =>
      all.filter((one) => used.has(one));
    const { elements, attributes, types, groups, attributeGroups } = schema;
    const all = [elements, attributes, types, groups, attributeGroups].flat();
    if (all.length > 0 && !all.some((one) => used.has(one))) return [];
    return [
      {
        ...schema,
        elements: only(elements),
        attributes: only(attributes),
        types: only(types),
        groups: only(groups),
        attributeGroups: only(attributeGroups),
      },
    ];
  });
  const before = new Set(schemas.map((one) => one.targetNamespace));
  const after = new Set(kept.map((one) => one.targetNamespace));
  return kept.map((schema) => ({
    ...schema,
    imports: schema.imports.filter(({ namespace: one }) => !before.has(one) || after.has(one)),
  }));
}

/** A reference to a component. */
interface Mention {
  readonly name: QName;
  /** Whether it is the base of a type, which other derived types do not replace. */
  readonly isBase: boolean;
}

function usedComponents(
  schemas: readonly SchemaDocument[],
  messages: readonly Message[],
): ReadonlySet<Component> {
  const { named, replacing, global } = indexOf(schemas);
  const used = new Set<Component>();
  const placed = new Set<string>();
  let isOpen = false;
  const mention = ({ name, isBase }: Mention): void => {
    const key = qnameKey(name);
    for (const one of named.get(key) ?? []) used.add(one);
    if (isBase || placed.has(key)) return;
    placed.add(key);
    for (const one of replacing.get(key) ?? []) place(one);
  };
  const place = (component: Component): void => {
    used.add(component);
    if (component.name !== undefined) mention({ name: component.name, isBase: false });
  };
  const open = (): void => {
    if (!isOpen) for (const one of global) place(one);
    isOpen = true;
  };
  for (const one of messages) findMentions(one.parts, mention, open);
  // The loop also visits items added to the set meanwhile.
  for (const one of used) findMentions(one, mention, open);
  return used;
}

interface ComponentIndex {
  /** Components by name, which several kinds may share. */
  readonly named: ReadonlyMap<string, readonly Component[]>;
  /** Possible replacements of a type or an element, by its name. */
  readonly replacing: ReadonlyMap<string, readonly Component[]>;
  /** Components that strict wildcards allow. */
  readonly global: readonly Component[];
}

function indexOf(schemas: readonly SchemaDocument[]): ComponentIndex {
  const named = new Map<string, Component[]>();
  const replacing = new Map<string, Component[]>();
  const add = (map: Map<string, Component[]>, name: QName, one: Component): void => {
    const known = map.get(qnameKey(name));
    if (known === undefined) map.set(qnameKey(name), [one]);
    else known.push(one);
  };
  for (const one of schemas.flatMap(orderedComponents)) {
    if (one.name !== undefined) add(named, one.name, one);
    if (one.kind === 'complexType' && one.derivation !== undefined) {
      add(replacing, one.derivation.base.name, one);
    } else if (one.kind === 'element' && one.substitutionGroup !== undefined) {
      add(replacing, one.substitutionGroup.name, one);
    }
  }
  return {
    named,
    replacing,
    global: schemas.flatMap((one) => [...one.elements, ...one.attributes]),
  };
}

/** Reports the references in a piece of syntax, and its strict wildcards. */
function findMentions(
  syntax: unknown,
  mention: (one: Mention) => void,
  open: () => void,
  isBase = false,
): void {
  if (Array.isArray(syntax)) {
    for (const one of syntax) findMentions(one, mention, open);
    return;
  }
  if (typeof syntax !== 'object' || syntax === null) return;
  if ('processContents' in syntax && syntax.processContents === 'strict') open();
  // Declarations have a kind, references have none.
  if ('name' in syntax && isQName(syntax.name) && !('kind' in syntax)) {
    mention({ name: syntax.name, isBase });
    return;
  }
  for (const [key, value] of Object.entries(syntax)) {
    if (key !== 'span') findMentions(value, mention, open, key === 'base');
  }
}

function isQName(value: unknown): value is QName {
  return typeof value === 'object' && value !== null && 'localName' in value;
}
