const noTypeNames: readonly NameUse[] = [];

/** A type of TypeScript's own, or a literal. */
export function plainType(flat: string): TypeNode {
  return typeOf(flat, noTypeNames);
}

/** A type that `types.ts` declares. */
export function namedType(name: string): TypeNode {
  return typeOf(name, [{ from: 'types', name }]);
}

/** A type of the runtime. */
export function runtimeType(name: string): TypeNode {
  return typeOf(name, [{ from: 'runtimeType', name }]);
}

/** One type with any text. */
export function typeOf(flat: string, names: readonly NameUse[]): TypeNode {
  return { kind: 'type', flat, names, union: false, members: [flat] };
}

/** A type that is several at once, such as `A & B`. */
export function intersectionOf(flat: string, names: readonly NameUse[]): TypeNode {
  return { ...typeOf(flat, names), union: true };
}

/** A union without repeated members. */
export function unionOf(given: readonly TypeNode[]): TypeNode {
  const different = [...new Map(given.map((type) => [type.flat, type])).values()];
  const all = different.length > 1 ? different.map(asMember) : different;
  return {
    kind: 'type',
    flat: all.map((type) => type.flat).join(' | '),
    names: joinNames(all),
    union: all.length > 1 || all[0]?.union === true,
    members: all.flatMap((type) => type.members),
  };
}

/** An intersection in brackets, and any other type as it is. */
function asMember(type: TypeNode): TypeNode {
  const isIntersection = type.union && type.members.length === 1;
  return isIntersection ? typeOf(`(${type.flat})`, type.names) : type;
}

/** An array type. */
export function arrayOf({ flat, names, union }: TypeNode): TypeNode {
  const item = union || flat.startsWith('readonly ') ? `(${flat})` : flat;
  return typeOf(`readonly ${item}[]`, names);
}

/** Whether a type uses one of the runtime. */
export function needsRuntime({ names }: TypeNode): boolean {
  return names.some(({ from }) => from === 'runtimeType');
}

/** Names from one source, without duplicates, in order. */
export function namesFrom(from: NameUse['from'], names: readonly NameUse[]): readonly string[] {
  const found: string[] = [];
  for (const one of names) if (one.from === from) found.push(one.name);
  return found.length < 2 ? found : [...new Set(found)];
}

/** What is needed directly or through others, in the given order. */
export function reachable<Item extends { readonly name: string }>(
  items: readonly Item[],
  roots: Iterable<string>,
  uses: (item: Item) => readonly string[],
): readonly Item[] {
  const byName = new Map(items.map((one) => [one.name, one]));
  const used = new Set(roots);
  // the set grows during the loop, which visits added names too
  for (const name of used) {
    const item = byName.get(name);
    if (item !== undefined) for (const other of uses(item)) used.add(other);
  }
  return items.filter((one) => used.has(one.name));
}

/** A name that generated code uses from elsewhere, or a parameter of its function. */
export interface NameUse {
  readonly from:
    | 'runtime'
    | 'runtimeType'
    | 'types'
    | 'typesValue'
    | 'descriptions'
    | 'schemas'
    | 'operations'
    | 'index'
    | 'global'
    | 'own';
  readonly name: string;
}

interface Node {
  /** The text on one line. */
  readonly flat: string;
  /** Its imports, and the parameters it uses. */
  readonly names: readonly NameUse[];
}

/** A parameter of the function around it, or any text, which is never broken. */
export interface TextNode extends Node {
  readonly kind: 'text';
}

/** What a literal stands for. */
export type LiteralValue = string | number | bigint | boolean | null | undefined;

/** A name from elsewhere. */
interface NameNode extends Node, NameUse {
  readonly kind: 'name';
  /** What it stands for, where the plan knows. */
  readonly value?: readonly LiteralValue[];
}

/** A literal with its value. */
interface LiteralNode extends Node {
  readonly kind: 'literal';
  readonly value: LiteralValue;
}

/** A literal of a regular expression. */
interface PatternNode extends Node {
  readonly kind: 'pattern';
}

/** A property of a value. */
interface MemberNode extends Node {
  readonly kind: 'member';
  readonly object: Expression;
  readonly key: string | number;
}

/** A type. */
export interface TypeNode extends Node {
  readonly kind: 'type';
  /** Whether it needs parentheses as the item of an array. */
  readonly union: boolean;
  /** Texts of the members of a union; for any other type, only its text. */
  readonly members: readonly string[];
}

export interface CallNode extends Node {
  readonly kind: 'call';
  readonly callee: Expression;
  readonly items: readonly Expression[];
}

export interface ListNode extends Node {
  readonly kind: 'array' | 'object';
  readonly items: readonly Expression[];
  /** Whether it is broken even if it fits. */
  readonly open: boolean;
}

/** A property of an object literal. */
interface EntryNode extends Node {
  readonly kind: 'entry';
  /** Its name as it is written. */
  readonly key: string;
  readonly name: string;
  readonly value: Expression;
}

/** An arrow function with an expression as its body. */
export interface ArrowNode extends Node {
  readonly kind: 'arrow';
  readonly parameters: string;
  readonly body: Expression;
}

/** An expression between two texts that never break: `({ a: 1 })`. */
interface WrappedNode extends Node {
  readonly kind: 'wrapped';
  readonly before: string;
  readonly inner: Expression;
  readonly after: string;
}

/** An expression of generated code. */
export type Expression =
  | TextNode
  | NameNode
  | LiteralNode
  | PatternNode
  | MemberNode
  | TypeNode
  | CallNode
  | ListNode
  | EntryNode
  | ArrowNode
  | WrappedNode;

/** An expression: a number, a boolean, or the name of a parameter stand for themselves. */
export type Given = Expression | string | number | boolean;

const noNames: readonly NameUse[] = [];

/**
 * The names of several nodes, and of one before them. Usually at most one node has any, and its
 * list is reused.
 */
export function joinNames(
  nodes: readonly { readonly names: readonly NameUse[] }[],
  first: readonly NameUse[] = noNames,
): readonly NameUse[] {
  let found = first;
  let owned: NameUse[] | undefined;
  for (const { names } of nodes) {
    if (names.length === 0) continue;
    if (owned !== undefined) for (const name of names) owned.push(name);
    else if (found.length === 0) found = names;
    else {
      owned = found.concat(names);
      found = owned;
    }
  }
  return found;
}

/** Text that never breaks. */
export function textNode(flat: string, names: readonly NameUse[] = noNames): TextNode {
  return { kind: 'text', flat, names };
}

/** Converts what stands for itself to a node without names; nodes stay unchanged. */
export function node(given: Given): Expression {
  if (typeof given === 'object') return given;
  return typeof given === 'string' ? textNode(given) : literalNode(given, `${given}`);
}

/** A literal of a value, and how it is written. */
export function literalNode(value: LiteralValue, flat: string): Expression {
  return { kind: 'literal', flat, names: noNames, value };
}

/** A literal of a regular expression, as it is written. */
export function patternNode(flat: string): Expression {
  return { kind: 'pattern', flat, names: noNames };
}

/** Converts texts to nodes. Without texts, returns the list itself. */
function nodes(given: readonly Given[]): readonly Expression[] {
  return given.every(isNode) ? given : given.map(node);
}

function isNode(given: Given): given is Expression {
  return typeof given === 'object';
}

/**
 * A name from elsewhere.
 *
 * @param flat how it is written
 */
export function named(from: NameUse['from'], name: string, flat: string = name): NameNode {
  return { kind: 'name', flat, names: [{ from, name }], from, name };
}

function flats(items: readonly Expression[]): string {
  const [first, second] = items;
  if (first === undefined) return '';
  if (second === undefined) return first.flat;
  let all = first.flat;
  for (let index = 1; index < items.length; index += 1) all += `, ${items[index]?.flat ?? ''}`;
  return all;
}

/** A call with a list of arguments. */
export function callWith(callee: Given, given: readonly Given[]): CallNode {
  const called = node(callee);
  const items = nodes(given);
  const flat = `${called.flat}(${flats(items)})`;
  const names = joinNames(items, called.names);
  return { kind: 'call', flat, names, callee: called, items };
}

/** A call. */
export function call(callee: Given, ...items: readonly Given[]): CallNode {
  return callWith(callee, items);
}

/** An array literal. */
export function arrayNode(given: readonly Given[]): ListNode {
  const items = nodes(given);
  // prettier breaks a list of several objects with several properties each
  const isTable =
    items.length > 1 && items.every((item) => item.kind === 'object' && item.items.length > 1);
  const open = isTable || items.some((item) => item.kind === 'object' && item.open);
  return { kind: 'array', flat: `[${flats(items)}]`, names: joinNames(items), items, open };
}

/** An object literal. An open one has each property on its own line. */
export function objectNode(items: readonly Expression[], open = false): ListNode {
  const flat = items.length === 0 ? '{}' : `{ ${flats(items)} }`;
  return { kind: 'object', flat, names: joinNames(items), items, open: open && items.length > 0 };
}

/**
 * A property of an object literal, never in shorthand.
 *
 * @param key its name as it is written
 */
export function entry(name: string, given: Given, key: string = name): EntryNode {
  const value = node(given);
  return { kind: 'entry', flat: `${key}: ${value.flat}`, names: value.names, key, name, value };
}

/** An arrow function with an expression as its body. An object is in parentheses. */
export function arrow(parameters: string, given: Given): ArrowNode {
  const value = node(given);
  const body = value.kind === 'object' ? wrappedNode('(', value, ')') : value;
  return {
    kind: 'arrow',
    flat: `${parameters} => ${body.flat}`,
    names: body.names,
    parameters,
    body,
  };
}

/** A function whose parameters use names, too. */
export function withNames(given: ArrowNode, names: readonly NameUse[]): ArrowNode {
  return { ...given, names: [...names, ...given.names] };
}

/** An expression between two texts. */
export function wrappedNode(before: string, given: Given, after: string): WrappedNode {
  const inner = node(given);
  const flat = before + inner.flat + after;
  return { kind: 'wrapped', flat, names: inner.names, before, inner, after };
}

/**
 * A property of a value.
 *
 * @param access how that is written after the value
 */
export function memberNode(
  given: Given,
  key: string | number,
  access: string = typeof key === 'number' ? `[${key}]` : `.${key}`,
): Expression {
  const object = node(given);
  return { kind: 'member', flat: object.flat + access, names: object.names, object, key };
}

/** A text of names and texts that never breaks: `a.b`, `a<B>`. */
export function joined(...given: readonly Given[]): TextNode {
  const parts = nodes(given);
  let flat = '';
  for (const part of parts) flat += part.flat;
  return textNode(flat, joinNames(parts));
}
