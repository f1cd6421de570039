import { type Expression, type Given, joinNames, type NameUse, node } from './node.ts';

/** A statement, or another line among statements. */
export type Statement =
  | LineStatement
  | ValueStatement
  | LetStatement
  | BlockStatement
  | CaseStatement
  | OnlyIf;

/** A line that never breaks. */
export interface LineStatement {
  readonly kind: 'line';
  readonly text: string;
  readonly names: readonly NameUse[];
}

/** A statement that ends in an expression. */
export interface ValueStatement {
  readonly kind: 'value';
  /** The text before it: `const a =`, `return`; empty for an expression alone. */
  readonly head: string;
  readonly value: Expression;
}

/** A variable of a union type, without a value. */
export interface LetStatement {
  readonly kind: 'let';
  readonly name: string;
  readonly members: readonly string[];
  readonly names: readonly NameUse[];
}

/** The text before a block, which may end in parentheses around an expression. */
export interface BlockHead {
  readonly text: string;
  readonly inside?: Expression | undefined;
  /** Parts of the head of a loop. */
  readonly steps?: readonly string[] | undefined;
}

/** Blocks that form one statement: `if … else`, `try … catch`. */
export interface BlockStatement {
  readonly kind: 'block';
  readonly parts: readonly { readonly head: BlockHead; readonly body: readonly Statement[] }[];
}

/** Labels of a `switch` with their statements. */
export interface CaseStatement {
  readonly kind: 'case';
  readonly labels: readonly string[];
  readonly body: readonly Statement[];
}

/** `if (…) …;` without a block. */
export interface OnlyIf {
  readonly kind: 'onlyIf';
  readonly head: string;
  readonly test: Expression | undefined;
  readonly done: Expression;
}

const none: readonly NameUse[] = [];

/** A statement that never breaks. */
export function line(given: Given): LineStatement {
  return typeof given === 'string'
    ? { kind: 'line', text: given, names: none }
    : { kind: 'line', text: given.flat, names: given.names };
}

/** `head value;` */
export function assign(head: string, value: Given): ValueStatement {
  return { kind: 'value', head, value: node(value) };
}

/** `const name = value;` */
export function constant(name: string, value: Given): ValueStatement {
  return assign(`const ${name} =`, value);
}

/** `let name: member | member;` */
export function declareLet(
  name: string,
  members: readonly string[],
  names: readonly NameUse[],
): LetStatement {
  return { kind: 'let', name, members, names };
}

/** `return value;` */
export function returns(value: Given): ValueStatement {
  return assign('return', value);
}

/** `throw value;` */
export function throws(value: Given): ValueStatement {
  return assign('throw', value);
}

/** An expression as a statement. */
export function run(value: Given): ValueStatement {
  return assign('', value);
}

/** A block of one part. */
export function block(head: string, body: readonly Statement[]): BlockStatement {
  return { kind: 'block', parts: [{ head: { text: head }, body }] };
}

/** `if (test) { … }`, optionally with `else`. */
export function ifBlock(
  test: Given,
  body: readonly Statement[],
  otherwise?: readonly Statement[],
): BlockStatement {
  const first = { head: { text: 'if', inside: node(test) }, body };
  if (otherwise === undefined) return { kind: 'block', parts: [first] };
  return { kind: 'block', parts: [first, { head: { text: 'else' }, body: otherwise }] };
}

/** `if … else if … else`. */
export function chain(
  tests: readonly (readonly [test: Given, body: readonly Statement[]])[],
  otherwise?: readonly Statement[],
): BlockStatement {
  const parts = tests.map(([test, body], index) => {
    const text = index === 0 ? 'if' : 'else if';
    return { head: { text, inside: node(test) }, body };
  });
  const last = otherwise === undefined ? [] : [{ head: { text: 'else' }, body: otherwise }];
  return { kind: 'block', parts: [...parts, ...last] };
}

/** `while (test) { … }` */
export function whileLoop(test: Given, body: readonly Statement[]): BlockStatement {
  return { kind: 'block', parts: [{ head: { text: 'while', inside: node(test) }, body }] };
}

/** A loop over the indexes of a list. */
export function loopOver(list: string, body: readonly Statement[]): BlockStatement {
  return loopThrough('index', `${list}.length`, body);
}

/** A loop over the numbers from zero. */
export function loopThrough(name: string, end: string, body: readonly Statement[]): BlockStatement {
  const steps = [`let ${name} = 0`, `${name} < ${end}`, `${name} += 1`];
  return { kind: 'block', parts: [{ head: { text: 'for', steps }, body }] };
}

/** `switch (value) { … }` */
export function switchOn(value: Given, body: readonly Statement[]): BlockStatement {
  return { kind: 'block', parts: [{ head: { text: 'switch', inside: node(value) }, body }] };
}

/** `case label:` for each label, then the statements. */
export function caseOf(labels: readonly string[], body: readonly Statement[]): CaseStatement {
  return { kind: 'case', labels: labels.map((label) => `case ${label}:`), body };
}

/** `default:` */
export function otherwise(...body: readonly Statement[]): CaseStatement {
  return { kind: 'case', labels: ['default:'], body };
}

/** `try { … } catch (error) { throw …; }` */
export function rethrown(body: readonly Statement[], error: Given): BlockStatement {
  const caught = { head: { text: 'catch (error)' }, body: [line(thrown(error))] };
  return { kind: 'block', parts: [{ head: { text: 'try' }, body }, caught] };
}

function thrown(error: Given): Expression {
  const { flat, names } = node(error);
  return { kind: 'text', flat: `throw ${flat};`, names: joinNames([{ names }]) };
}

/** `if (test) done;` */
export function onlyIf(test: Given, done: Given): OnlyIf {
  return { kind: 'onlyIf', head: 'if', test: node(test), done: node(done) };
}

/** `else done;` */
export function onlyElse(done: Given): OnlyIf {
  return { kind: 'onlyIf', head: 'else', test: undefined, done: node(done) };
}
