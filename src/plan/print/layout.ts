/**
 * Lays out the few TypeScript constructs that can exceed a line, exactly like prettier with a print
 * width of 100 and single quotes. Generated text therefore never needs prettier. All other lines
 * are short.
 */

/** Longest line that prettier leaves unchanged, in columns. */
export const lineWidth = 100;

/** One level of indentation. */
const step = '  ';

/**
 * Characters with two columns in a terminal, as prettier counts them: East Asian wide ranges and
 * emoji.
 */
const wideRanges = [
  String.raw`\u1100-\u115f\u231a\u231b\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c`,
  String.raw`\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6`,
  String.raw`\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}`,
];
const wide = new RegExp(`[${wideRanges.join('')}]`, 'u');
/** Characters without width: combining marks, joiners, variation selectors. */
const zero = /\p{Mn}|\p{Me}|[\u200b-\u200d\ufeff]/u;
/** Matching a whole text is faster than searching it for other characters. */
const ascii = /^[\x20-\x7e]*$/;

/** Width of a line in columns, which prettier compares with the print width. */
export function columns(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (wide.test(character)) width += 2;
    else if (!zero.test(character)) width += 1;
  }
  return width;
}

/** Longer texts do not fit, whatever their characters; to measure them would copy them. */
const longest = 4 * lineWidth;

/** Whether a line fits at `indent` levels of two columns. */
export function fits(line: string, indent = 0): boolean {
  return fitsIn(line, lineWidth - indent * step.length);
}

/** Whether a text takes at most so many columns. */
export function fitsIn(text: string, room: number): boolean {
  // no character has more than two columns for each of its code units
  return text.length * 2 <= room || (text.length <= longest && columns(text) <= room);
}

/** Indentations used so far, one for each level. */
const indentations: string[] = [];

/** The spaces of an indentation level. */
export function indentation(indent: number): string {
  const known = indentations[indent];
  if (known !== undefined) return known;
  const indentation = step.repeat(indent);
  indentations[indent] = indentation;
  return indentation;
}

/** A list in brackets, with the text around it. */
export interface BracketedList {
  /** The text before the bracket on its line, without indentation. */
  readonly before: string;
  readonly items: readonly string[];
  /** The text after the closing bracket on its line. */
  readonly after: string;
  /** Level of the line. */
  readonly indent?: number | undefined;
}

/** The list itself: on one line if it fits, else each item on its own line. */
export function bracketed(list: BracketedList, open: string, close: string, comma: string): string {
  const { before, items, after, indent = 0 } = list;
  const flat = `${open}${items.join(', ')}${close}`;
  if (items.length === 0 || fits(before + flat + after, indent)) return flat;
  const inner = `\n${indentation(indent + 1)}`;
  const end = `${comma}\n${indentation(indent)}${close.trimStart()}`;
  return open.trimEnd() + inner + items.join(`,${inner}`) + end;
}

/** Parameters of a function, in parentheses. */
export function parameterList(list: BracketedList): string {
  return bracketed(list, '(', ')', ',');
}

/** A type that is one name or keyword. */
const plainName = /^[^\s<>{}()[\]|&'"`]+$/;

/**
 * Type arguments in angle brackets. Prettier puts no comma after the last one, and breaks no single
 * name.
 */
export function typeArguments(list: BracketedList): string {
  const [only, ...others] = list.items;
  if (only !== undefined && others.length === 0 && plainName.test(only)) return `<${only}>`;
  return bracketed(list, '<', '>', '');
}

/** Type parameters of a declaration, in angle brackets. */
export function typeParameters(list: BracketedList): string {
  return bracketed(list, '<', '>', ',');
}

/**
 * Type arguments of which the last is a union: on one line if they fit, else each on its own line,
 * with the members of the union on separate lines if they do not fit.
 *
 * @param last its members
 */
export function argumentsWithUnion(list: BracketedList, last: readonly string[]): string {
  const { indent = 0 } = list;
  const flat = last.join(' | ');
  const items = [...list.items, flat];
  if (last.length < 2 || fits(flat, indent + 1)) return typeArguments({ ...list, items });
  const inner = `\n${indentation(indent + 1)}`;
  const members = last.map((member) => `${inner}| ${member}`);
  const before = list.items.map((item) => `${inner}${item},`).join('');
  return `<${before}${members.join('')}\n${indentation(indent)}>`;
}

/** Type arguments of a constant that is an object literal, and the level of its brace. */
export interface ConstantType {
  readonly arguments: string;
  /** 1 if the brace is on its own line. */
  readonly indent: 0 | 1;
}

/**
 * Type arguments in `export const a: Type<A, B> = {`. If only the brace does not fit, prettier
 * moves the object to the next line, one level deeper, and leaves the type arguments unchanged.
 */
export function constantType(before: string, items: readonly string[]): ConstantType {
  const flat = `<${items.join(', ')}>`;
  const line = `${before}${flat} =`;
  if (fits(line) && !fits(`${line} {`)) return { arguments: flat, indent: 1 };
  return { arguments: typeArguments({ before, items, after: ' = {' }), indent: 0 };
}

/** The text between the name of an interface and its brace. */
export function extendsClause(base: string | undefined): string {
  return base === undefined ? '' : ` extends ${base}`;
}

/**
 * A union: `before` + `A | B` + `after` on one line, else all members on the next line, else each
 * on its own line after a bar. `before` ends where the type starts, with a space (`export type A =
 * `, `readonly a: `).
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

/** The text after `=` in the declaration of a union type. */
export function unionAlias(name: string, members: readonly string[]): string {
  const before = `export type ${name} =`;
  return unionType({ before: `${before} `, members, after: ';' }).slice(before.length, -1);
}
