import { qnameKey } from '../model/xml.ts';
import { allowsNamespace, type ElementDeclaration, type Wildcard } from '../model/xsd/schema.ts';
import { commentText } from '../print/encode.ts';
import {
  type ChoiceNode,
  type ContentField,
  type ContentNode,
  type FieldNode,
  fieldsOf,
  type GroupShape,
  type ObjectShape,
} from './shape.ts';

/** Fields that occur together, and whether each is optional. */
export type FieldBranch = ReadonlyMap<ContentField, boolean>;

/** A choice with more branches is not expanded. */
const maxBranches = 64;

/** The fields that occur in every value of a content model, and its choices. */
interface ContentParts {
  readonly always: FieldBranch;
  /** Each is a list of branches, of which exactly one occurs. */
  readonly choices: readonly (readonly FieldBranch[])[];
  /** Choices too large to expand, whose fields count as optional. */
  readonly large: readonly ChoiceNode[];
}

/**
 * Splits a content model into fields that always occur and choices. A choice too large to expand
 * becomes optional fields.
 */
export function contentParts(node: ContentNode): ContentParts {
  const always = new Map<ContentField, boolean>();
  const choices: (readonly FieldBranch[])[] = [];
  const large: ChoiceNode[] = [];
  collect(node);
  return { always, choices, large };

  function collect(inner: ContentNode): void {
    if (inner.kind === 'field') {
      always.set(inner.field, inner.optional);
    } else if (inner.kind === 'sequence') {
      inner.nodes.forEach(collect);
    } else {
      const branches = branchesOf(inner);
      const [only, ...others] = branches ?? [];
      if (branches === undefined) {
        large.push(inner);
        for (const field of fieldsOf(inner)) always.set(field, true);
      } else if (only === undefined || others.length > 0) choices.push(branches);
      else for (const [field, optional] of only) always.set(field, optional);
    }
  }
}

/** Every set of fields that a content model allows; `undefined` if there are too many. */
function branchesOf(node: ContentNode): readonly FieldBranch[] | undefined {
  if (node.kind === 'field') return [new Map([[node.field, node.optional]])];
  if (node.kind === 'choice') {
    const found: FieldBranch[] = [];
    for (const branch of node.branches) {
      const inner = branchesOf(branch);
      if (inner === undefined) return undefined;
      found.push(...inner);
    }
    const distinct = withoutTwins(found);
    // the empty branch is separate, unless another branch may be empty
    if (node.optional && !distinct.some(isEmptyBranch)) distinct.push(new Map());
    return distinct.length > maxBranches && !distinct.every((branch) => branch.size <= 1)
      ? undefined
      : distinct;
  }
  let all: Map<ContentField, boolean>[] = [new Map()];
  for (const inner of node.nodes) {
    const branches = branchesOf(inner);
    if (branches === undefined || all.length * branches.length > maxBranches) return undefined;
    const [only, ...others] = branches;
    if (only !== undefined && others.length === 0) {
      // in place, because copies would take quadratic time in the length of the sequence
      for (const before of all) for (const [field, optional] of only) before.set(field, optional);
    } else {
      all = all.flatMap((before) => branches.map((branch) => new Map([...before, ...branch])));
    }
  }
  return all;
}

/** Merges branches that consist of only the same field. */
function withoutTwins(branches: readonly FieldBranch[]): FieldBranch[] {
  const singles = new Map<ContentField, Map<ContentField, boolean>>();
  const found: FieldBranch[] = [];
  for (const branch of branches) {
    const [only] = branch;
    if (only === undefined || branch.size > 1) {
      found.push(branch);
      continue;
    }
    const [field, optional] = only;
    const known = singles.get(field);
    if (known !== undefined) {
      known.set(field, optional || known.get(field) === true);
      continue;
    }
    const single = new Map(branch);
    singles.set(field, single);
    found.push(single);
  }
  return found;
}

/** Larger choices are not distinguished by code that checks each field of each branch. */
const maxTerms = 200;

/** Whether code can check each field of each branch to find the one that is present. */
function isCountable(branches: readonly FieldBranch[]): boolean {
  const given = branches.filter((branch) => branch.size > 0);
  return (
    given.every((branch) => branch.size === 1) ||
    branchFields(given).length * given.length <= maxTerms
  );
}

function isEmptyBranch(branch: FieldBranch): boolean {
  return [...branch.values()].every((optional) => optional);
}

/** Fields of all branches, without duplicates. */
export function branchFields(branches: readonly FieldBranch[]): readonly ContentField[] {
  return [...new Set(branches.flatMap((branch) => [...branch.keys()]))];
}

const knownOrdered = new WeakMap<ContentNode, boolean>();

/**
 * Whether the order of child elements decides which field they belong to: a name or wildcard occurs
 * in several places, iterations of a group have several elements, or branches of a choice share
 * elements. In all other content names are enough, and it is read in any order.
 */
export function isOrdered(content: ContentNode): boolean {
  let ordered = knownOrdered.get(content);
  if (ordered === undefined) {
    ordered = orderTells(content);
    knownOrdered.set(content, ordered);
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
export function acceptedElements(field: ContentField): readonly ElementDeclaration[] {
  switch (field.kind) {
    case 'element':
      return [field.place.element];
    case 'head':
      return field.head.alternatives.map(({ place }) => place.element);
    case 'group':
      return field.group.fields.flatMap(acceptedElements);
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
    acceptedElements(field).some(({ name }) => {
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
      acceptedElements(field).some(({ name }) =>
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

/** Branches of a choice, and fields of a branch, that a comment names. */
const mostNamed = 4;

/** The text for a choice with all combinations of its fields. */
function choiceLine(branches: readonly FieldBranch[]): string {
  const isEmpty = (branch: FieldBranch): boolean =>
    [...branch.values()].every((optional) => optional);
  const given = branches.filter(({ size }) => size > 0);
  return alternatives(
    given.map((branch) => together([...branch.keys()])),
    branches.some(isEmpty),
  );
}

/** The text for a choice whose combinations are too many to list. */
function largeChoiceLine({ branches, optional }: ChoiceNode): string {
  const texts = branches.map((branch) => {
    const fields = fieldsOf(branch);
    return hasChoice(branch) ? `some of ${named(fields).join(', ')}` : together(fields);
  });
  return alternatives(texts, optional || branches.some(mayBeEmpty));
}

function hasChoice(node: ContentNode): boolean {
  return node.kind === 'choice' || (node.kind === 'sequence' && node.nodes.some(hasChoice));
}

function mayBeEmpty(node: ContentNode): boolean {
  if (node.kind === 'field') return node.optional;
  if (node.kind === 'sequence') return node.nodes.every(mayBeEmpty);
  return node.optional || node.branches.some(mayBeEmpty);
}

function alternatives(branches: readonly string[], mayBeNone: boolean): string {
  return [...short(branches), ...(mayBeNone ? ['none'] : [])].join(', or ');
}

/** Fields of which none is there without the others. */
function together(fields: readonly ContentField[]): string {
  return named(fields).join(' with ');
}

function named(fields: readonly ContentField[]): readonly string[] {
  return short(fields.map(({ property }) => `\`${commentText(property)}\``));
}

/** The first of several texts, and how many more there are. */
function short(texts: readonly string[]): readonly string[] {
  const more = texts.length - mostNamed;
  return more > 0 ? [...texts.slice(0, mostNamed), `${more} more`] : texts;
}

/**
 * Combinations of branches that the type of an object tells apart. The compiler multiplies them
 * out: a few hundred take it a fraction of a second, and 100,000 are an error (`TS2590`).
 */
const mostCombinations = 256;

/** What the type of an object says of its fields. */
interface TypedParts {
  readonly always: FieldBranch;
  /** Choices that the type tells apart. */
  readonly choices: readonly (readonly FieldBranch[])[];
  /**
   * Choices whose fields are optional members, because there are too many combinations: what a
   * comment says of each.
   */
  readonly loose: readonly string[];
}

/** The parts of a content model as its type tells them apart. */
export function typedParts(content: ContentNode, before: number = 1): TypedParts {
  const { always, choices, large } = contentParts(content);
  const loose = large.map(largeChoiceLine);
  const product = choices.reduce((all, branches) => all * branches.length, 1);
  const isSingle = before === 1 && choices.length === 1;
  if (isSingle || before * product <= mostCombinations) return { always, choices, loose };
  return {
    always: new Map([...always, ...choices.flatMap(optionalMembers)]),
    choices: [],
    loose: [...choices.map(choiceLine), ...loose],
  };
}

/** The fields of a choice, all optional but those that every branch requires. */
function optionalMembers(branches: readonly FieldBranch[]): readonly [ContentField, boolean][] {
  return branchFields(branches).map((field) => [
    field,
    branches.some((branch) => branch.get(field) !== false),
  ]);
}

/** The parts that a type has in addition to its base. */
export function ownTypedParts({ base, ownContent }: ObjectShape): TypedParts {
  return typedParts(ownContent, base === undefined ? 1 : combinationsOf(base));
}

/** Combinations by type: chains of extensions ask for those of each base again. */
const knownCombinations = new WeakMap<ObjectShape, number>();

/** The combinations of branches that the type of an object tells apart. */
function combinationsOf(shape: ObjectShape): number {
  const found = knownCombinations.get(shape);
  if (found !== undefined) return found;
  const before = shape.base === undefined ? 1 : combinationsOf(shape.base);
  const { choices } = typedParts(shape.ownContent, before);
  const all = choices.reduce((product, branches) => product * branches.length, before);
  knownCombinations.set(shape, all);
  return all;
}

/** Whether the fields of a type are an alias, which an interface cannot extend. */
export function isUnion(shape: ObjectShape): boolean {
  return combinationsOf(shape) !== 1;
}
