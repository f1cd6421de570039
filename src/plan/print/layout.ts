/**
 * Lays out the few TypeScript constructs that can grow too long for a line, exactly as prettier
 * does at a print width of 100 with single quotes, so that generated text never has to pass through
 * prettier. Everything else is emitted on lines that stay short.
 */

/** Longest line prettier leaves alone, in columns. */
export const lineWidth = 100;

/** One level of indentation. */
const step = '  ';

/**
 * Characters that take two columns on a terminal, as prettier counts them: East Asian wide ranges
 * and emoji.
 */
const wideRanges = [
  String.raw`\u1100-\u115f\u231a\u231b\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c`,
  String.raw`\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6`,
  String.raw`\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}`,
];
const wide = new RegExp(`[${wideRanges.join('')}]`, 'u');
/** Characters that take none: combining marks, joiners, variation selectors. */
const zero = /\p{Mn}|\p{Me}|[\u200b-\u200d\ufeff]/u;
/** Looking at all of a text is quicker than searching it for something else. */
const ascii = /^[\x20-\x7e]*$/;

/** Width of a line in columns: what prettier compares with the print width. */
export function columns(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (wide.test(character)) width += 2;
    else if (!zero.test(character)) width += 1;
  }
  return width;
}

/** Whether a line fits, `indent` levels (two columns each) deep. */
export function fits(line: string, indent = 0): boolean {
  const room = lineWidth - indent * step.length;
  // no character takes more than two columns for each of its units
  return line.length * 2 <= room || columns(line) <= room;
}

/** Indentations used so far: every line has one. */
const indentations: string[] = [];

/** Spaces of an indentation level. */
export function indentation(indent: number): string {
  const known = indentations[indent];
  if (known !== undefined) return known;
  const made = step.repeat(indent);
  indentations[indent] = made;
  return made;
}

/**
 * Parts of a bracketed list: `before` + `open` + items + `close` + `after` on one line, or the
 * items on lines of their own.
 */
export interface BracketedList {
  /** What is on the line before the bracket, without indentation. */
  readonly before: string;
  readonly items: readonly string[];
  /** What follows the closing bracket on its line. */
  readonly after: string;
  /** Level of the line; the first line is given without its indentation, the others with it. */
  readonly indent?: number | undefined;
}

/** A list in brackets, one line when that fits. */
function bracketed(list: BracketedList, open: string, close: string, comma: string): string {
  const indent = list.indent ?? 0;
  const line = `${list.before}${open}${list.items.join(', ')}${close}${list.after}`;
  if (list.items.length === 0 || fits(line, indent)) return line;
  const inner = `\n${indentation(indent + 1)}`;
  const items = list.items.join(`,${inner}`);
  const end = indentation(indent) + close.trimStart() + list.after;
  return `${list.before}${open.trimEnd()}${inner}${items}${comma}\n${end}`;
}

/**
 * Parameters of a function declaration or signature, such as `export function f(` a: A, b: B
 * `): C {`.
 */
export function parameterList(list: BracketedList): string {
  return bracketed(list, '(', ')', ',');
}

/** Arguments of a call none of which is a function, array or object literal. */
export function argumentList(list: BracketedList): string {
  return bracketed(list, '(', ')', ',');
}

/** A type that is one name or keyword. */
const plainName = /^[^\s<>{}()[\]|&'"`]+$/;

/**
 * Type arguments, such as `const a: Operation<` A, B `> = {`. prettier puts no comma after the
 * last, and never breaks a single plain one.
 */
export function typeArguments(list: BracketedList): string {
  if (list.items.length === 1 && plainName.test(list.items[0] ?? '')) {
    return `${list.before}<${list.items[0]}>${list.after}`;
  }
  return bracketed(list, '<', '>', '');
}

/**
 * First line of a constant that is an object literal broken over lines, and how many levels deeper
 * its lines are.
 */
export interface ConstantHead {
  readonly text: string;
  readonly shift: 0 | 1;
}

/**
 * `export const a: Type<A, B> = {`. Where just the brace no longer fits, prettier moves the whole
 * object to the next line and deeper, rather than breaking the type arguments.
 */
export function constantHead(before: string, typeItems: readonly string[]): ConstantHead {
  const line = `${before}<${typeItems.join(', ')}> =`;
  if (fits(line) && !fits(`${line} {`)) return { text: `${line}\n${step}{`, shift: 1 };
  return { text: typeArguments({ before, items: typeItems, after: ' = {' }), shift: 0 };
}

/** An array literal of strings, names or other items that are no objects. */
export function arrayLiteral(list: BracketedList): string {
  return bracketed(list, '[', ']', ',');
}

/**
 * An object literal: one line when that fits. A longer one may also be broken by choice; prettier
 * leaves that as it is.
 */
export function objectLiteral(list: BracketedList): string {
  if (list.items.length === 0) return `${list.before}{}${list.after}`;
  return bracketed(list, '{ ', ' }', ',');
}

/**
 * A property of an object literal whose value is a literal or a name: the value goes to the next
 * line where it would not fit, unless the key is so short that the next line would not begin much
 * further left.
 */
export function propertyLine(key: string, value: string, indent: number): string {
  const line = `${key}: ${value},`;
  if (fits(line, indent) || columns(key) < 5) return line;
  return `${key}:\n${indentation(indent + 1)}${value},`;
}

/** A constant whose value is a literal: the value goes to the next line where it would not fit. */
export function constantLine(before: string, value: string): string {
  const line = `${before} = ${value};`;
  return fits(line) ? line : `${before} =\n${step}${value};`;
}

/**
 * First line of an interface and of what it extends; too long a list goes below, at last one name a
 * line. A single base never breaks.
 */
export function interfaceHead(name: string, bases: readonly string[]): string {
  if (bases.length === 0) return `export interface ${name} {`;
  const line = `export interface ${name} extends ${bases.join(', ')} {`;
  if (fits(line)) return line;
  if (bases.length === 1) return line;
  const below = `extends ${bases.join(', ')} {`;
  if (fits(below, 1)) return `export interface ${name}\n${step}${below}`;
  const inner = `\n${step}${step}`;
  return `export interface ${name}\n${step}extends${inner}${bases.join(`,${inner}`)} {`;
}

/** {@link interfaceHead} of an interface without members: the brace closes where it opens. */
export function memberless(head: string): string {
  return `${head}}`;
}

/**
 * A union: `before` + `A | B` + `after` on one line, else all members on the next, else each on a
 * line of its own after a bar. `before` ends where the type starts, with a space
 * (`export type A = `, `readonly a: `).
 */
export function unionType(list: {
  readonly before: string;
  readonly members: readonly string[];
  readonly after: string;
  readonly indent?: number | undefined;
}): string {
  const indent = list.indent ?? 0;
  const line = `${list.before}${list.members.join(' | ')}${list.after}`;
  if (list.members.length < 2 || fits(line, indent)) return line;
  const below = `${list.members.join(' | ')}${list.after}`;
  if (fits(below, indent + 1))
    return `${list.before.trimEnd()}\n${indentation(indent + 1)}${below}`;
  const bar = `\n${indentation(indent + 1)}| `;
  return `${list.before.trimEnd()}${bar}${list.members.join(bar)}${list.after}`;
}

/** Names one module gives, types apart from values. */
export interface ModuleNames {
  readonly types?: readonly string[] | undefined;
  readonly values?: readonly string[] | undefined;
}

/**
 * Import declarations for the names used of one module: types first, each sorted by code unit,
 * without duplicates.
 */
export function importDeclarations(names: ModuleNames, from: string): readonly string[] {
  return moduleClauses('import', names, from);
}

/** Named re-exports, in the same form. */
export function exportDeclarations(names: ModuleNames, from: string): readonly string[] {
  return moduleClauses('export', names, from);
}

/** `import type { … } from '…';` and `import { … } from '…';`, each where there are names. */
function moduleClauses(keyword: string, names: ModuleNames, from: string): readonly string[] {
  const clauses: string[] = [];
  for (const [word, list] of [
    [`${keyword} type`, names.types ?? []],
    [keyword, names.values ?? []],
  ] as const) {
    const items = sortedNames(list);
    if (items.length === 0) continue;
    const after = ` from '${from}';`;
    // prettier never breaks the braces of a single name
    clauses.push(
      items.length === 1
        ? `${word} { ${items[0]} }${after}`
        : bracketed({ before: `${word} `, items, after }, '{ ', ' }', ','),
    );
  }
  return clauses;
}

/** Names without duplicates, by code unit: the same on every machine. */
export function sortedNames(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].sort();
}
