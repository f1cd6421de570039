import { branchList } from './choice.ts';

/**
 * A part of a content model in which the order decides which particle an element belongs to (XML
 * Schema 1, 3.8.6). Types whose names alone decide that have none.
 */
export type ModelNode = ModelLeaf | XmlContentModel | ModelChoice | ModelRepeat;

/** How an element or wildcard is read and written, and how often it may come. */
export interface ModelPlace {
  /** Number of the case in generated code that reads and writes it. */
  readonly leaf: number;
  readonly property: string;
  /** Whether the property is a list. */
  readonly list: boolean;
  readonly min: number;
  readonly max: number;
}

/** A {@link ModelPlace} as generated code says it: without what is usual. */
export interface GivenPlace {
  readonly leaf: number;
  /** Default: the local name of the element. */
  readonly property?: string;
  /** Default: false. */
  readonly list?: boolean;
  /** Default: 1. */
  readonly min?: number;
  /** Default: 1. */
  readonly max?: number;
}

/** An element and its possible substitutes, or a wildcard. */
export interface ModelLeaf extends ModelPlace {
  readonly kind: 'leaf';
  /**
   * Whether `names` lists the namespaces that a wildcard allows or excludes; `undefined` for
   * elements.
   */
  readonly wildcard: 'only' | 'not' | undefined;
  /** Alternately the namespace and local name of elements; namespaces of a wildcard. */
  readonly names: readonly string[];
  readonly properties: ReadonlySet<string>;
}

export interface XmlContentModel {
  readonly kind: 'sequence';
  readonly nodes: readonly ModelNode[];
  readonly properties: ReadonlySet<string>;
}

export interface ModelChoice {
  readonly kind: 'choice';
  /** Whether there may be no branch. */
  readonly optional: boolean;
  readonly branches: readonly ModelNode[];
  readonly properties: ReadonlySet<string>;
}

/** A repeated group. Its property is a list with one object for each iteration. */
export interface ModelRepeat {
  readonly kind: 'repeat';
  readonly property: string;
  readonly min: number;
  readonly max: number;
  readonly turn: ModelNode;
  readonly properties: ReadonlySet<string>;
}

/**
 * Creates an element.
 *
 * @param names namespace and local name, of the element and then of its substitutes
 */
export function modelElement(place: GivenPlace, ...names: readonly string[]): ModelLeaf {
  return createLeaf({ property: names[1] ?? '', ...place }, undefined, names);
}

/** Creates a wildcard. */
export function modelAny(
  place: GivenPlace & { readonly property: string },
  wildcard: 'only' | 'not',
  ...namespaces: readonly string[]
): ModelLeaf {
  return createLeaf(place, wildcard, namespaces);
}

function createLeaf(
  { leaf, property, list = false, min = 1, max = 1 }: GivenPlace & { readonly property: string },
  wildcard: ModelLeaf['wildcard'],
  names: readonly string[],
): ModelLeaf {
  const properties = new Set([property]);
  return { kind: 'leaf', leaf, property, list, min, max, wildcard, names, properties };
}

/** Creates a sequence. */
export function modelSequence(...nodes: readonly ModelNode[]): XmlContentModel {
  return { kind: 'sequence', nodes, properties: propertiesOf(nodes) };
}

/** Creates a choice. */
export function modelChoice(optional: boolean, ...branches: readonly ModelNode[]): ModelChoice {
  return { kind: 'choice', optional, branches, properties: propertiesOf(branches) };
}

/** Creates a repeated group. */
export function modelRepeat(
  property: string,
  min: number,
  max: number,
  turn: ModelNode,
): ModelRepeat {
  return { kind: 'repeat', property, min, max, turn, properties: new Set([property]) };
}

function propertiesOf(nodes: readonly ModelNode[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const node of nodes) for (const property of node.properties) all.add(property);
  return all;
}

/** Whether a leaf allows an element. */
export function takes(
  { wildcard, names }: ModelLeaf,
  { namespace, local }: { readonly namespace: string; readonly local: string },
): boolean {
  if (wildcard !== undefined) return names.includes(namespace) === (wildcard === 'only');
  for (let at = 0; at < names.length; at += 2) {
    if (names[at + 1] === local && names[at] === namespace) return true;
  }
  return false;
}

/** Whether a part may be absent. */
export function mayBeAbsent(node: ModelNode): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.nodes.every(mayBeAbsent);
    case 'choice':
      return node.optional || node.branches.some(mayBeAbsent);
    default:
      return node.min === 0;
  }
}

/** The properties of each branch of a choice, for error messages. */
export function branchNames({ branches }: ModelChoice): string {
  return branchList(branches.map(({ properties }) => properties));
}

/** Alternately a namespace and the local names of elements in it, separated by spaces. */
export function expectedNames(leaves: readonly ModelLeaf[]): readonly string[] {
  const all = new Map<string, Set<string>>();
  for (const { wildcard, names } of leaves) {
    if (wildcard !== undefined) continue;
    for (let at = 0; at + 1 < names.length; at += 2) {
      const namespace = names[at] ?? '';
      const known = all.get(namespace) ?? new Set();
      all.set(namespace, known.add(names[at + 1] ?? ''));
    }
  }
  return [...all].flatMap(([namespace, locals]) => [namespace, [...locals].join(' ')]);
}

/** Local names of elements, separated by spaces. */
export function localNames(leaves: readonly ModelLeaf[]): string {
  return expectedNames(leaves)
    .filter((_, index) => index % 2 === 1)
    .join(' ');
}

/** The leaves of a part, in order. */
export function leavesOf(node: ModelNode): readonly ModelLeaf[] {
  switch (node.kind) {
    case 'leaf':
      return [node];
    case 'sequence':
      return node.nodes.flatMap(leavesOf);
    case 'choice':
      return node.branches.flatMap(leavesOf);
    case 'repeat':
      return leavesOf(node.turn);
  }
}
