import type { ArrowNode, CallNode, Expression, ListNode } from './node.ts';

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
function fitsIn(text: string, room: number): boolean {
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
interface BracketedList {
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
interface ConstantType {
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

/** Position of a node: depth of its later lines, columns used before it and needed after it. */
interface Place {
  readonly depth: number;
  readonly used: number;
  readonly after: number;
}

/** Prettier does not break a call for an argument up to this length, a quarter of the line. */
const shortArgument = lineWidth / 4;

/** Whether text fits between the columns used before it and needed after it. */
function hasRoom(text: string, { used, after }: Place): boolean {
  return fitsIn(text, lineWidth - used - after);
}

/** Whether a value is broken even if it fits. */
function isOpen(value: Expression): boolean {
  if (value.kind === 'wrapped') return isOpen(value.inner);
  if (value.kind === 'call') return value.items.some((one) => one.kind === 'array' && one.open);
  return (value.kind === 'object' || value.kind === 'array') && value.open;
}

/**
 * An expression and the text before it, laid out like prettier at 100 columns.
 *
 * @param head `const a =`, `key:`, `return` or nothing
 * @param depth levels of indentation of the line
 */
export function laidOut(head: string, value: Expression, tail: string, depth: number): string {
  const flat = head === '' ? value.flat + tail : `${head} ${value.flat}${tail}`;
  if (!isOpen(value) && fits(flat, depth)) return flat;
  const after = columns(tail);
  if (head === '') return broken(value, { depth, used: depth * 2, after }) + tail;
  const used = depth * 2 + columns(head) + 1;
  if (head !== 'return' && goesBelow(head, value, used)) {
    const below = { depth: depth + 1, used: depth * 2 + 2, after };
    return `${head}\n${indentation(depth + 1)}${broken(value, below)}${tail}`;
  }
  if (value.kind === 'arrow' && used + columns(value.parameters) + 3 > lineWidth) {
    return `${head} ${brokenParameters(value, { depth, used, after })}${tail}`;
  }
  return `${head} ${broken(value, { depth, used, after })}${tail}`;
}

/** A function whose parameter has no room on the line of its name. */
function brokenParameters({ parameters, body }: ArrowNode, { depth, after }: Place): string {
  const margin = indentation(depth);
  const first = `(\n${indentation(depth + 1)}${parameters.slice(1, -1)},\n${margin}) =>`;
  if (hasRoom(body.flat, { depth, used: depth * 2 + 5, after })) return `${first} ${body.flat}`;
  const below = { depth: depth + 1, used: depth * 2 + 2, after };
  return `${first}\n${indentation(depth + 1)}${broken(body, below)}`;
}

/** Whether a value that is too long goes to the line after its `=` or `:`. */
function goesBelow(head: string, value: Expression, used: number): boolean {
  switch (value.kind) {
    case 'call':
      return isPoor(value) || used + columns(value.callee.flat) + 1 > lineWidth;
    case 'array':
      return used + 1 > lineWidth && fits(`${value.flat};`, 1);
    case 'object':
    case 'entry':
    case 'arrow':
    case 'wrapped':
      return false;
    default:
      return !(head.endsWith(':') && columns(head) <= 5);
  }
}

/** A call that prettier avoids breaking: without arguments, or with a short one. */
function isPoor({ callee: { flat }, items }: CallNode): boolean {
  const [only] = items;
  if (flat.includes('<') && !/<[\p{ID_Continue}$]+>$/u.test(flat)) return false;
  if (only === undefined) return true;
  return items.length === 1 && isShort(only);
}

/** Whether an argument never breaks and takes little room. */
function isShort({ kind, flat }: Expression): boolean {
  return !parted.has(kind) && columns(flat) <= shortArgument;
}

/** Nodes with others in them, which may be broken. */
const parted: ReadonlySet<Expression['kind']> = new Set([
  ...(['type', 'call', 'array', 'object', 'entry', 'arrow', 'wrapped'] as const),
]);

/** The text of a node that may be too long for its line, without indentation of the first line. */
function broken(value: Expression, place: Place): string {
  if (!isOpen(value) && hasRoom(value.flat, place)) return value.flat;
  const { depth } = place;
  switch (value.kind) {
    case 'call':
      return brokenCall(value, place);
    case 'array':
    case 'object':
      return brokenList(value, depth);
    case 'entry':
      return laidOut(`${value.key}:`, value.value, '', depth);
    case 'arrow': {
      const first = `${value.parameters} => `;
      if (isList(value.body)) {
        return first + broken(value.body, { ...place, used: place.used + columns(first) });
      }
      const body = { depth: depth + 1, used: depth * 2 + 2, after: place.after };
      return `${value.parameters} =>\n${indentation(depth + 1)}${broken(value.body, body)}`;
    }
    case 'wrapped': {
      const { before, after } = value;
      const used = place.used + columns(before);
      const inner = { depth, used, after: columns(after) + place.after };
      return before + broken(value.inner, inner) + after;
    }
    default:
      return value.flat;
  }
}

function brokenCall(value: CallNode, place: Place): string {
  const { callee, items } = value;
  if (items.length === 0) return value.flat;
  return huggingCall(value, place) ?? `${callee.flat}(${brokenItems(items, place.depth)})`;
}

/** Whether the body of a function is a list, which begins on the line of its parameters. */
function isList(body: Expression): boolean {
  return body.kind === 'array' || (body.kind === 'wrapped' && body.inner.kind === 'object');
}

/** Whether prettier opens a last argument on the line of its call. */
function mayHug(value: Expression): value is ArrowNode | ListNode {
  if (value.kind === 'arrow') {
    return value.body.kind === 'call' || isList(value.body);
  }
  return (value.kind === 'array' || value.kind === 'object') && value.items.length > 0;
}

/** A call whose last argument, a function or a list, opens on the line of the call. */
function huggingCall({ callee, items }: CallNode, place: Place): string | undefined {
  const last = items.at(-1);
  if (last === undefined || !mayHug(last) || items.at(-2)?.kind === last.kind) return undefined;
  const { depth, used } = place;
  const before = items
    .slice(0, -1)
    .map((item) => `${item.flat}, `)
    .join('');
  const open = `${callee.flat}(${before}`;
  if (last.kind !== 'arrow') {
    if (used + columns(open) + 1 > lineWidth) return undefined;
    return `${open}${brokenList(last, depth)})`;
  }
  const first = `${open}${last.parameters} =>`;
  if (isList(last.body)) {
    const open = last.body.kind === 'array' ? ' [' : ' ({';
    const hasSpace = used + columns(first + open) <= lineWidth;
    const inside = { depth, used: used + columns(first) + 1, after: place.after + 1 };
    return hasSpace ? `${first} ${broken(last.body, inside)})` : undefined;
  }
  const body = { depth: depth + 1, used: depth * 2 + 2, after: 1 };
  if (used + columns(first) > lineWidth) return undefined;
  const margin = indentation(depth);
  return `${first}\n${indentation(depth + 1)}${broken(last.body, body)},\n${margin})`;
}

/** Items on separate lines, and the indentation of the closing bracket. */
function brokenItems(items: readonly Expression[], depth: number): string {
  const margin = `\n${indentation(depth + 1)}`;
  const at = { depth: depth + 1, used: depth * 2 + 2, after: 1 };
  let all = '';
  for (const item of items) {
    const text =
      item.kind === 'entry'
        ? laidOut(`${item.key}:`, item.value, ',', depth + 1)
        : `${broken(item, at)},`;
    all += margin + text;
  }
  return `${all}\n${indentation(depth)}`;
}

const number = /^[+-]?\d+(\.\d+)?$/;

function brokenList({ kind, items }: ListNode, depth: number): string {
  if (kind === 'object') return `{${brokenItems(items, depth)}}`;
  if (items.length > 1 && items.every((item) => number.test(item.flat))) {
    return `[${filled(items, depth)}]`;
  }
  return `[${brokenItems(items, depth)}]`;
}

/** Numbers fill lines, like in prettier. */
function filled(items: readonly Expression[], depth: number): string {
  const margin = indentation(depth + 1);
  const lines: string[] = [];
  let current = '';
  for (const { flat } of items) {
    const next = current === '' ? `${flat},` : `${current} ${flat},`;
    if (current !== '' && margin.length + next.length > lineWidth) {
      lines.push(current);
      current = `${flat},`;
    } else current = next;
  }
  lines.push(current);
  return `\n${lines.map((one) => margin + one).join('\n')}\n${indentation(depth)}`;
}
