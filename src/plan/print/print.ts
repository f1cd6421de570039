import { laidOut } from './lay-out.ts';
import { fits, indentation, unionType } from './layout.ts';
import type { NameUse } from './node.ts';
import type { BlockHead, OnlyIf, Statement } from './statement.ts';

/** Receives printed lines and the names in them. */
export interface Printed {
  readonly lines: string[];
  readonly names: NameUse[];
}

/** Adds names to a list. */
export function addTo(list: NameUse[], names: readonly NameUse[]): void {
  for (const name of names) list.push(name);
}

/** Prints statements at a depth. */
export function print(statements: readonly Statement[], depth: number, to: Printed): void {
  for (const statement of statements) printOne(statement, depth, to);
}

function printOne(statement: Statement, depth: number, to: Printed): void {
  const margin = indentation(depth);
  switch (statement.kind) {
    case 'line':
      addTo(to.names, statement.names);
      to.lines.push(margin + statement.text);
      return;
    case 'value':
      addTo(to.names, statement.value.names);
      to.lines.push(margin + laidOut(statement.head, statement.value, ';', depth));
      return;
    case 'let': {
      const { name, members, names } = statement;
      addTo(to.names, names);
      const before = `let ${name}: `;
      to.lines.push(margin + unionType({ before, members, after: ';', indent: depth }));
      return;
    }
    case 'case':
      for (const label of statement.labels) to.lines.push(margin + label);
      print(statement.body, depth + 1, to);
      return;
    case 'onlyIf':
      printOnlyIf(statement, depth, to);
      return;
    case 'block': {
      let open = margin;
      for (const { head, body } of statement.parts) {
        if (head.inside !== undefined) addTo(to.names, head.inside.names);
        to.lines.push(open + headText(head, depth));
        print(body, depth + 1, to);
        open = `${margin}} `;
      }
      to.lines.push(`${margin}}`);
    }
  }
}

/** `if (…) {`. An expression that is too long is on separate lines inside the parentheses. */
function headText({ text, inside, steps }: BlockHead, depth: number): string {
  if (steps !== undefined) {
    const one = `${text} (${steps.join('; ')}) {`;
    if (fits(one, depth)) return one;
    const inner = `\n${indentation(depth + 1)}`;
    return `${text} (${inner}${steps.join(`;${inner}`)}\n${indentation(depth)}) {`;
  }
  if (inside === undefined) return `${text} {`;
  const flat = `${text} (${inside.flat}) {`;
  if (fits(flat, depth) || text === 'for') return flat;
  const margin = indentation(depth + 1);
  const content =
    inside.kind === 'binary'
      ? inside.operands.map((one) => one.flat).join(` ${inside.operator}\n${margin}`)
      : laidOut('', inside, '', depth + 1);
  return `${text} (\n${margin}${content}\n${indentation(depth)}) {`;
}

function printOnlyIf({ head, test, done }: OnlyIf, depth: number, to: Printed): void {
  const margin = indentation(depth);
  const condition = test === undefined ? head : `${head} (${test.flat})`;
  if (test !== undefined) addTo(to.names, test.names);
  addTo(to.names, done.names);
  const flat = `${condition} ${done.flat};`;
  if (fits(flat, depth)) to.lines.push(margin + flat);
  else to.lines.push(margin + condition, `${indentation(depth + 1)}${done.flat};`);
}
