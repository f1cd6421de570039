import { qnameKey } from '../../model/common/qname.ts';
import type { ElementDeclaration, Wildcard } from '../../model/xsd/schema.ts';
import { allowsNamespace } from '../../model/xsd/wildcard.ts';
import { branchesOf, branchFields, isCountable } from './branches.ts';
import type { GroupShape } from './shape.ts';
import { type ContentField, type ContentNode, type FieldNode, fieldsOf } from './shape.ts';

const known = new WeakMap<ContentNode, boolean>();

/**
 * Whether the order of child elements decides which field they belong to: a name or wildcard occurs
 * in several places, iterations of a group have several elements, or branches of a choice share
 * elements. In all other content names are enough, and it is read in any order.
 */
export function isOrdered(content: ContentNode): boolean {
  let ordered = known.get(content);
  if (ordered === undefined) {
    ordered = orderTells(content);
    known.set(content, ordered);
  }
  return ordered;
}

function orderTells(content: ContentNode): boolean {
  const fields = fieldsOf(content);
  return (
    fields.some((field) => field.kind === 'group' && !isSimpleChoice(field.group)) ||
    hasContestedName(fields) ||
    hasContestedWildcard(fields) ||
    hasDifferentPlaces(nodesOf(content)) ||
    choicesOf(content).some(hasMixedOrder)
  );
}

/** Whether each iteration of a group is one element. */
function isSimpleChoice(group: GroupShape): boolean {
  const { content, fields, max } = group;
  return (
    content.kind === 'choice' &&
    content.branches.every((branch) => branch.kind === 'field') &&
    fields.every((field) => field.kind !== 'group') &&
    fields.filter((field) => field.kind === 'any').length <= 1 &&
    // with limits on iterations, or on elements of one, it matters which iteration an element is in
    !fields.some(({ repeated, min }) => repeated && (min > 1 || Number.isFinite(max)))
  );
}

/** Elements that a field accepts. */
export function elementsOf(field: ContentField): readonly ElementDeclaration[] {
  switch (field.kind) {
    case 'element':
      return [field.place.element];
    case 'head':
      return field.head.alternatives.map(({ place }) => place.element);
    case 'group':
      return field.group.fields.flatMap(elementsOf);
    case 'any':
      return [];
  }
}

function wildcardsOf(field: ContentField): readonly Wildcard[] {
  if (field.kind === 'any') return [field.wildcard];
  return field.kind === 'group' ? field.group.fields.flatMap(wildcardsOf) : [];
}

/** Places of fields, including those in groups. */
function nodesOf(content: ContentNode, found: FieldNode[] = []): readonly FieldNode[] {
  if (content.kind === 'field') {
    found.push(content);
    if (content.field.kind === 'group') nodesOf(content.field.group.content, found);
  } else {
    const inner = content.kind === 'sequence' ? content.nodes : content.branches;
    for (const node of inner) nodesOf(node, found);
  }
  return found;
}

function hasContestedName(fields: readonly ContentField[]): boolean {
  const takers = new Map<string, ContentField>();
  return fields.some((field) =>
    elementsOf(field).some(({ name }) => {
      const key = qnameKey(name);
      const taker = takers.get(key) ?? field;
      takers.set(key, taker);
      return taker !== field;
    }),
  );
}

/** A field that accepts elements by wildcards. */
interface Taker {
  readonly field: ContentField;
  readonly index: number;
}

/**
 * Whether two wildcards accept the same element, or a wildcard accepts an element that is not
 * simply the first one of its name.
 */
function hasContestedWildcard(fields: readonly ContentField[]): boolean {
  const named = new Map<string, Taker>();
  const open: (Taker & { readonly wildcards: readonly Wildcard[] })[] = [];
  for (const [index, field] of fields.entries()) {
    const wildcards = wildcardsOf(field);
    for (const namespace of wildcards.flatMap(namespacesOf)) {
      const taker = named.get(namespace) ?? { field, index };
      if (taker.field !== field) return true;
      named.set(namespace, taker);
    }
    const others = wildcards.filter(({ allowed }) => allowed.kind !== 'list');
    if (others.length > 0) open.push({ field, index, wildcards: others });
    // any two wildcards that do not list their namespaces overlap
    if (open.length > 1) return true;
  }
  const takersOf = (namespace: string): readonly Taker[] => {
    const taker = named.get(namespace);
    const rest = open.filter(({ wildcards }) =>
      wildcards.some((one) => allowsNamespace(one, namespace)),
    );
    return taker === undefined ? rest : [taker, ...rest];
  };
  return (
    [...named].some(([namespace, { field }]) =>
      takersOf(namespace).some((taker) => taker.field !== field),
    ) ||
    fields.some((field, position) =>
      elementsOf(field).some(({ name }) =>
        takersOf(name.namespace).some(
          (taker) => taker.field !== field && (field.repeated || position > taker.index),
        ),
      ),
    )
  );
}

/** Namespaces that a wildcard lists. */
function namespacesOf({ allowed }: Wildcard): readonly string[] {
  return allowed.kind === 'list' ? allowed.namespaces : [];
}

/** Whether branches share a field that differs between them. */
function hasDifferentPlaces(nodes: readonly FieldNode[]): boolean {
  const first = new Map<ContentField, FieldNode>();
  return nodes.some((node) => {
    const other = first.get(node.field);
    if (other === undefined) first.set(node.field, node);
    return other !== undefined && differs(node, other);
  });
}

function differs(node: FieldNode, other: FieldNode): boolean {
  const { field } = node;
  if (field.kind === 'any' && !isSameWildcard(node.wildcard, other.wildcard)) return true;
  return field.repeated && (node.min !== other.min || node.max !== other.max);
}

function isSameWildcard(one: Wildcard | undefined, other: Wildcard | undefined): boolean {
  return JSON.stringify(one?.allowed) === JSON.stringify(other?.allowed);
}

function choicesOf(
  node: ContentNode,
  found: Extract<ContentNode, { kind: 'choice' }>[] = [],
): readonly Extract<ContentNode, { kind: 'choice' }>[] {
  if (node.kind === 'choice') found.push(node);
  else if (node.kind === 'sequence') for (const inner of node.nodes) choicesOf(inner, found);
  return found;
}

/**
 * Whether a branch has its fields in another order than an earlier one, or the fields present do
 * not tell the branches apart.
 */
function hasMixedOrder(choice: Extract<ContentNode, { kind: 'choice' }>): boolean {
  const branches = branchesOf(choice);
  if (branches === undefined || !isCountable(branches)) return true;
  const order = new Map(branchFields(branches).map((field, index) => [field, index]));
  return branches.some((branch) => {
    const places = [...branch.keys()].map((field) => order.get(field) ?? 0);
    return places.some((place, index) => place < (places[index - 1] ?? 0));
  });
}
