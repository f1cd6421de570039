/** A name that generated code uses from elsewhere, or a parameter of its function. */
export interface NameUse {
  readonly from:
    | 'runtime'
    | 'runtimeType'
    | 'types'
    | 'typesValue'
    | 'codecs'
    | 'schemas'
    | 'own'
    | 'parameter';
  readonly name: string;
}

interface Node {
  /** The text on one line. */
  readonly flat: string;
  /** Its imports, and the parameters it uses. */
  readonly names: readonly NameUse[];
}

/** A name or a literal, which is never broken. */
export interface TextNode extends Node {
  readonly kind: 'text' | 'template';
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
  readonly callee: string;
  readonly items: readonly Expression[];
}

export interface ConditionalNode extends Node {
  readonly kind: 'conditional';
  readonly test: Expression;
  readonly yes: Expression;
  readonly no: Expression;
}

export interface BinaryNode extends Node {
  readonly kind: 'binary';
  readonly operator: string;
  readonly operands: readonly Expression[];
}

export interface ListNode extends Node {
  readonly kind: 'array' | 'object';
  readonly items: readonly Expression[];
  /** Whether it is broken even if it fits. */
  readonly open: boolean;
}

/** A property of an object literal. */
export interface EntryNode extends Node {
  readonly kind: 'entry';
  readonly key: string;
  readonly value: Expression;
}

/** An arrow function with an expression as its body. */
export interface ArrowNode extends Node {
  readonly kind: 'arrow';
  readonly parameters: string;
  readonly body: Expression;
}

/** An expression between two texts that never break: `!a`, `(a as B)`. */
export interface WrappedNode extends Node {
  readonly kind: 'wrapped';
  readonly before: string;
  readonly inner: Expression;
  readonly after: string;
}

/** An expression of generated code. */
export type Expression =
  | TextNode
  | TypeNode
  | CallNode
  | ConditionalNode
  | BinaryNode
  | ListNode
  | EntryNode
  | ArrowNode
  | WrappedNode;

/** An expression, or the text of one that imports nothing. */
export type Given = Expression | string;

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
export function text(flat: string, names: readonly NameUse[] = noNames): TextNode {
  return { kind: 'text', flat, names };
}

/** Converts a text to a node without names; nodes stay unchanged. */
export function node(given: Given): Expression {
  return typeof given === 'string' ? text(given) : given;
}

/** Converts texts to nodes. Without texts, returns the list itself. */
function nodes(given: readonly Given[]): readonly Expression[] {
  return given.every(isNode) ? given : given.map(node);
}

function isNode(given: Given): given is Expression {
  return typeof given !== 'string';
}

/** A name from elsewhere. */
export function named(from: NameUse['from'], name: string): TextNode {
  return { kind: 'text', flat: name, names: [{ from, name }] };
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
  return { kind: 'call', flat, names, callee: called.flat, items };
}

/** A call. */
export function call(callee: Given, ...items: readonly Given[]): CallNode {
  return callWith(callee, items);
}

/** `test ? yes : no` */
export function conditional(test: Given, yes: Given, no: Given): ConditionalNode {
  const parts = [node(test), node(yes), node(no)] as const;
  const flat = `${parts[0].flat} ? ${parts[1].flat} : ${parts[2].flat}`;
  const names = joinNames(parts);
  return { kind: 'conditional', flat, names, test: parts[0], yes: parts[1], no: parts[2] };
}

/** Operands joined by an operator; a single operand stays unchanged. */
export function binaryOf(operator: string, given: readonly Given[]): Expression {
  const operands = nodes(given);
  const [only] = operands;
  if (only !== undefined && operands.length === 1) return only;
  let flat = only?.flat ?? '';
  for (let index = 1; index < operands.length; index += 1) {
    flat += ` ${operator} ${operands[index]?.flat ?? ''}`;
  }
  return { kind: 'binary', flat, names: joinNames(operands), operator, operands };
}

/** Operands joined by an operator. */
export function binary(operator: string, ...operands: readonly Given[]): Expression {
  return binaryOf(operator, operands);
}

/** A template literal of constant texts, which are escaped, and values. */
export function template(parts: readonly (string | { readonly value: Expression })[]): TextNode {
  let flat = '`';
  const values: Expression[] = [];
  for (const part of parts) {
    if (typeof part === 'string') flat += part;
    else {
      flat += `\${${part.value.flat}}`;
      values.push(part.value);
    }
  }
  return { kind: 'template', flat: `${flat}\``, names: joinNames(values) };
}

/** An array literal. */
export function array(given: readonly Given[]): ListNode {
  const items = nodes(given);
  // prettier breaks a list of several objects with several properties each
  const isTable =
    items.length > 1 && items.every((item) => item.kind === 'object' && item.items.length > 1);
  const open = isTable || items.some((item) => item.kind === 'object' && item.open);
  return { kind: 'array', flat: `[${flats(items)}]`, names: joinNames(items), items, open };
}

/** An object literal. An open one has each property on its own line. */
export function object(items: readonly Expression[], open = false): ListNode {
  const flat = items.length === 0 ? '{}' : `{ ${flats(items)} }`;
  return { kind: 'object', flat, names: joinNames(items), items, open: open && items.length > 0 };
}

/** A property of an object literal, never in shorthand. */
export function entry(key: string, given: Given): EntryNode {
  const value = node(given);
  return { kind: 'entry', flat: `${key}: ${value.flat}`, names: value.names, key, value };
}

/**
 * An arrow function with an expression as its body. A conditional is in parentheses, like in
 * prettier on one line; an object always.
 */
export function arrow(parameters: string, given: Given): ArrowNode {
  const value = node(given);
  const body = value.kind === 'object' ? wrapped('(', value, ')') : value;
  const flat = body.kind === 'conditional' ? `(${body.flat})` : body.flat;
  return {
    kind: 'arrow',
    flat: `${parameters} => ${flat}`,
    names: body.names,
    parameters,
    body,
  };
}

/** An expression between two texts. */
export function wrapped(before: string, given: Given, after: string): WrappedNode {
  const inner = node(given);
  const flat = before + inner.flat + after;
  return { kind: 'wrapped', flat, names: inner.names, before, inner, after };
}

/** `value as type` */
export function cast(value: Given, type: Given): WrappedNode {
  const inner = node(value);
  const { flat, names } = node(type);
  const after = ` as ${flat}`;
  const all = joinNames([{ names }], inner.names);
  return { kind: 'wrapped', flat: inner.flat + after, names: all, before: '', inner, after };
}

/** A text of names and texts that never breaks: `a.b`, `a<B>`. */
export function joined(...given: readonly Given[]): TextNode {
  const parts = nodes(given);
  let flat = '';
  for (const part of parts) flat += part.flat;
  return text(flat, joinNames(parts));
}
