import { columns, fits, indentation, lineWidth } from '../layout.ts';
import type { Code } from './code.ts';

/** Adds a line at the current depth. */
function addLine(code: Code, text: string): void {
  code.lines.push(indentation(code.indent) + text);
}

/** Adds lines at the current depth. */
function add(code: Code, lines: readonly string[]): void {
  for (const text of lines) addLine(code, text);
}

/** What tells where a separator stands: quotes, brackets, and what separators begin with. A pattern finds the next one natively. */
const telling = /[\\'"`()[\]{} ,]/g;

/**
 * Pieces of a text between separators that stand in no bracket, string or template.
 *
 * @returns `undefined` where a bracket around the text closes before its end and a blank comes behind
 */
function split(
  text: string,
  separator: string,
  from: number,
  to: number,
): readonly string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = from;
  telling.lastIndex = from;
  while (telling.test(text)) {
    const at = telling.lastIndex - 1;
    if (at >= to) break;
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === '\\') telling.lastIndex += 1;
      else if (character === quote) quote = '';
      continue;
    }
    switch (character) {
      case "'":
      case '"':
      case '`':
        quote = character;
        break;
      case '(':
      case '[':
      case '{':
        depth += 1;
        break;
      case ')':
      case ']':
      case '}':
        depth -= 1;
        break;
      default:
        if (depth === 0 && text.startsWith(separator, at)) {
          parts.push(text.slice(start, at));
          start = at + separator.length;
          telling.lastIndex = start;
        } else if (depth === -1 && character === ' ') {
          return undefined;
        }
    }
  }
  parts.push(text.slice(start, to));
  return parts;
}

/** Pieces of an expression at its top level. */
function splitTop(text: string, separator: string): readonly string[] {
  // a native search, and mostly the answer
  if (!text.includes(separator)) return [text];
  return split(text, separator, 0, text.length) ?? [text];
}

/** Function and arguments of a plain call. */
function callOf(
  text: string,
): { readonly callee: string; readonly items: readonly string[] } | undefined {
  const open = text.indexOf('(');
  const callee = text.slice(0, open);
  if (!text.endsWith(')') || !/^[\w$.]+(?:<[\w$|]+>)?$/.test(callee)) return undefined;
  const end = text.length - 1;
  const items = open + 1 === end ? [] : split(text, ', ', open + 1, end);
  return items === undefined ? undefined : { callee, items };
}

/**
 * A statement that ends in an expression, broken as prettier does where it is too long for a line.
 *
 * @param head what stands before the expression: `const a =`, `$a =`, `return`, `throw`, `a:`
 * @param tail what stands behind it: `;`, `,`
 */
export function statement(code: Code, head: string, expression: string, tail = ';'): void {
  const flat = `${head} ${expression}${tail}`;
  if (fits(flat, code.indent) || expression.startsWith('`')) {
    addLine(code, flat);
    return;
  }
  const room = lineWidth - code.indent * 2;
  const word = head === 'return' || head === 'throw';
  const [test = '', branches] = splitTop(expression, ' ? ');
  if (branches !== undefined) {
    const [yes = '', no = ''] = splitTop(branches, ' : ');
    // a comparison goes below the sign, a call stays beside it
    if (word || !/ [=!]== /.test(test)) {
      add(code, [`${head} ${test}`, `  ? ${yes}`, `  : ${no}${tail}`]);
    } else if (columns(`  ${expression}${tail}`) <= room) {
      add(code, [head, `  ${expression}${tail}`]);
    } else {
      add(code, [head, `  ${test}`, `    ? ${yes}`, `    : ${no}${tail}`]);
    }
    return;
  }
  const call = callOf(expression);
  const [only = ''] = call?.items ?? [];
  const compound = splitTop(only, ' ?? ').length > 1 || splitTop(only, ' || ').length > 1;
  if (call !== undefined && (call.items.length > 1 || word || compound)) {
    if (addLastFunction(code, `${head} ${call.callee}(`, call.items, tail)) return;
    add(code, [`${head} ${call.callee}(`, ...call.items.map((item) => `  ${item},`), `)${tail}`]);
    return;
  }
  if (!word) {
    addBelow(code, head, expression, tail, room);
    return;
  }
  const operands = splitTop(expression, ' ?? ');
  const lines =
    operands.length === 2 && columns(`  ${expression}`) > room
      ? [`  ${operands[0]} ??`, `  ${operands[1]}`]
      : [`  ${expression}`];
  add(code, [`${head} (`, ...lines, `)${tail}`]);
}

/** A call whose last argument is a function stays on its line up to the function's body, where that is enough. */
function addLastFunction(
  code: Code,
  open: string,
  items: readonly string[],
  tail: string,
): boolean {
  const [parameters = '', body] = splitTop(items.at(-1) ?? '', ' => ');
  if (items.length < 2 || body === undefined || !parameters.startsWith('(')) return false;
  const first = `${open}${[...items.slice(0, -1), parameters].join(', ')} =>`;
  const last = `  ${body},`;
  if (!fits(first, code.indent) || !fits(last, code.indent)) return false;
  add(code, [first, last, `)${tail}`]);
  return true;
}

/** The expression on the lines below its head. */
function addBelow(code: Code, head: string, expression: string, tail: string, room: number): void {
  const operands = splitTop(expression, ' ?? ');
  if (operands.length === 2 && columns(`  ${expression}${tail}`) > room) {
    add(code, [head, `  ${operands[0]} ??`, `  ${operands[1]}${tail}`]);
  } else {
    add(code, [head, `  ${expression}${tail}`]);
  }
}

/** A call as a statement of its own. */
export function callStatement(code: Code, expression: string): void {
  const flat = `${expression};`;
  const call = fits(flat, code.indent) ? undefined : callOf(expression);
  if (call === undefined) addLine(code, flat);
  else addCall(code, call.callee, call.items);
}

/** {@link callStatement} whose arguments are at hand. */
export function argumentsStatement(code: Code, callee: string, items: readonly string[]): void {
  const flat = `${callee}(${items.join(', ')});`;
  if (fits(flat, code.indent)) addLine(code, flat);
  else addCall(code, callee, items);
}

/** A call with its arguments on lines of their own. */
function addCall(code: Code, callee: string, items: readonly string[]): void {
  add(code, [`${callee}(`, ...items.map((item) => `  ${item},`), ');']);
}

/** Head of a loop over a list, broken where it is too long for a line. */
export function loopHead(code: Code, list: string): string {
  const parts = ['let index = 0', `index < ${list}.length`, 'index += 1'];
  const flat = `for (${parts.join('; ')})`;
  if (fits(`${flat} {`, code.indent)) return flat;
  const margin = indentation(code.indent);
  return `for (\n${parts.map((part) => `${margin}  ${part}`).join(';\n')}\n${margin})`;
}
