import { columns, fits, fitsIn, indentation, lineWidth } from './layout.ts';
import type { ArrowNode, BinaryNode, CallNode, Expression, ListNode } from './node.ts';

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
 * @param head `const a =`, `key:`, `return`, `throw` or nothing
 * @param depth levels of indentation of the line
 */
export function laidOut(head: string, value: Expression, tail: string, depth: number): string {
  const flat = head === '' ? value.flat + tail : `${head} ${value.flat}${tail}`;
  if (value.kind === 'template' || (!isOpen(value) && fits(flat, depth))) return flat;
  const after = columns(tail);
  if (head === '') return broken(value, { depth, used: depth * 2, after }) + tail;
  const isWord = head === 'return' || head === 'throw';
  if (isWord && value.kind === 'binary') {
    const below = { depth: depth + 1, used: depth * 2 + 2, after: 0 };
    const inside = hasRoom(value.flat, below) ? value.flat : operands(value, below, depth + 1);
    return `${head} (\n${indentation(depth + 1)}${inside}\n${indentation(depth)})${tail}`;
  }
  const used = depth * 2 + columns(head) + 1;
  if (!isWord && goesBelow(head, value, used)) {
    const below = { depth: depth + 1, used: depth * 2 + 2, after };
    const text =
      value.kind === 'binary' && !hasRoom(value.flat, below)
        ? operands(value, below, depth + 1)
        : broken(value, below);
    return `${head}\n${indentation(depth + 1)}${text}${tail}`;
  }
  return `${head} ${broken(value, { depth, used, after })}${tail}`;
}

/** Whether a value that is too long goes to the line after its `=` or `:`. */
function goesBelow(head: string, value: Expression, used: number): boolean {
  switch (value.kind) {
    case 'text':
    case 'type':
      return !(head.endsWith(':') && columns(head) <= 5);
    case 'binary':
      return true;
    case 'conditional':
      return value.test.kind === 'binary';
    case 'call':
      return isPoor(value) || used + columns(value.callee) + 1 > lineWidth;
    case 'wrapped':
      if (value.before === '' && value.inner.kind === 'call') {
        const { callee, items } = value.inner;
        return items.length === 0 || used + columns(callee) + 1 > lineWidth;
      }
      return value.inner.kind !== 'object';
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
    case 'template':
      return value.flat;
    case 'call':
      return brokenCall(value, place);
    case 'conditional': {
      const test = broken(value.test, { ...place, after: 0 });
      const inner = `\n${indentation(depth + 1)}`;
      const at = { depth: depth + 2, used: depth * 2 + 4, after: 0 };
      const yes = broken(value.yes, at);
      return `${test}${inner}? ${yes}${inner}: ${broken(value.no, { ...at, after: place.after })}`;
    }
    case 'binary':
      return operands(value, place, depth + 1);
    case 'array':
    case 'object':
      return brokenList(value, depth);
    case 'entry':
      return laidOut(`${value.key}:`, value.value, '', depth);
    case 'arrow': {
      if (isObject(value.body)) return `${value.parameters} => ${broken(value.body, place)}`;
      const body = { depth: depth + 1, used: depth * 2 + 2, after: place.after };
      return `${value.parameters} =>\n${indentation(depth + 1)}${brokenBody(value.body, body)}`;
    }
    case 'wrapped': {
      const { before, after } = value;
      const used = place.used + columns(before);
      const inner = { depth, used, after: columns(after) + place.after };
      return before + broken(value.inner, inner) + after;
    }
  }
}

/** The body of a function, whose operands are all indented alike. */
function brokenBody(value: Expression, place: Place): string {
  if (value.kind !== 'binary' || hasRoom(value.flat, place)) return broken(value, place);
  return operands(value, place, place.depth);
}

/**
 * Operands on separate lines. The second of only two stays beside the first if there is room.
 *
 * @param inner depth of the later lines
 */
function operands({ operator, operands: all }: BinaryNode, place: Place, inner: number): string {
  const { depth, used, after } = place;
  const margin = `\n${indentation(inner)}`;
  const last = all.length - 1;
  let found = '';
  all.forEach((operand, index) => {
    const end = index === last ? after : operator.length + 1;
    if (index === 0) {
      found = broken(operand, { depth, used, after: end });
      return;
    }
    const beside = ` ${operator} ${operand.flat}`;
    const line = found.slice(found.lastIndexOf('\n') + 1);
    const isBeside =
      last === 1 && line.length < found.length && columns(line + beside) + after <= lineWidth;
    const below = { depth: inner, used: inner * 2, after: end };
    found += isBeside ? beside : ` ${operator}${margin}${broken(operand, below)}`;
  });
  return found;
}

function brokenCall(value: CallNode, place: Place): string {
  const { callee, items } = value;
  if (items.length === 0) return value.flat;
  return huggingCall(value, place) ?? `${callee}(${brokenItems(items, place.depth)})`;
}

/** Whether the body of a function is an object, which begins on the line of its parameters. */
function isObject(body: Expression): boolean {
  return body.kind === 'wrapped' && body.inner.kind === 'object';
}

/** Whether prettier opens a last argument on the line of its call. */
function mayHug(value: Expression): value is ArrowNode | ListNode {
  if (value.kind === 'arrow') {
    const { kind } = value.body;
    const isOpening = kind === 'call' || kind === 'conditional' || kind === 'array';
    return isOpening || isObject(value.body);
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
  if (isObject(last.body)) {
    const hasSpace = used + columns(`${first} ({`) <= lineWidth;
    return hasSpace ? `${first} ${broken(last.body, place)})` : undefined;
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
