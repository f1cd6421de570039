import { columns, fits, fitsIn, indentation, lineWidth } from './layout.ts';
import type { ArrowNode, CallNode, Expression, ListNode } from './node.ts';

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
    case 'text':
    case 'type':
      return !(head.endsWith(':') && columns(head) <= 5);
    case 'call':
      return isPoor(value) || used + columns(value.callee) + 1 > lineWidth;
    case 'array':
      return used + 1 > lineWidth && fits(`${value.flat};`, 1);
    default:
      return false;
  }
}

/** A call that prettier avoids breaking: without arguments, or with a short one. */
function isPoor({ callee, items }: CallNode): boolean {
  const [only] = items;
  if (callee.includes('<') && !/<[\p{ID_Continue}$]+>$/u.test(callee)) return false;
  if (only === undefined) return true;
  return items.length === 1 && only.kind === 'text' && columns(only.flat) <= shortArgument;
}

/** The text of a node that may be too long for its line, without indentation of the first line. */
function broken(value: Expression, place: Place): string {
  if (!isOpen(value) && hasRoom(value.flat, place)) return value.flat;
  const { depth } = place;
  switch (value.kind) {
    case 'text':
    case 'type':
      return value.flat;
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
  }
}

function brokenCall(value: CallNode, place: Place): string {
  const { callee, items } = value;
  if (items.length === 0) return value.flat;
  return huggingCall(value, place) ?? `${callee}(${brokenItems(items, place.depth)})`;
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
  const open = `${callee}(${before}`;
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
