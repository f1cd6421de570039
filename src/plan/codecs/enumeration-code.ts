import type { SimpleType } from '../../model/schema.ts';
import { collapsedText } from '../../model/white-space.ts';
import { stringLiteral } from '../encode.ts';
import { arrayLiteral, columns, lineWidth } from '../layout.ts';
import type { SimpleShape } from '../shape.ts';
import { literalOf } from '../shape-simple.ts';
import { atomicType } from '../shape-simple-type.ts';
import { type Code, createCode, finish, runtime, typed, uses } from './code.ts';
import type { CodecContext } from './context.ts';
import type { FacetCheck } from './facet-code.ts';
import { formatReference } from './simple.ts';
import { comparerReference } from './union-values.ts';
import { comparerOf } from './value-order.ts';

/** Name of the constant that lists the values of an enumeration that is a union of literals. */
export function valuesConstant(context: CodecContext, shape: SimpleShape): string {
  const members = context.shaper.members(shape.source) ?? [];
  const literals = members.map((member) => member.literal);
  return constantOf(context, shape, literals, (code) => typed(code, shape.type));
}

/** Check of an enumeration whose values are no literals of TypeScript: dates as objects, bytes, lists, `INF` and `NaN`. */
export function enumerationChecks(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  direction: 'read' | 'write',
  lexical: string,
): readonly FacetCheck[] {
  const { source } = shape;
  const { enumeration } = source.facets;
  const atomic = atomicType(source, context.shaper);
  if (enumeration === undefined || context.shaper.members(source) !== undefined) return [];
  const shown = enumeration.slice(0, 12).map(({ value }) => value);
  const message = `must be one of ${shown.join(', ')}${enumeration.length > 12 ? ' …' : ''}`;
  const texts = enumeration.map(({ value }) => canonicalText(context, source, value));
  if (atomic === 'number') {
    const literals = texts.map((text) => numberText(text));
    const values = uses(
      code,
      constantOf(context, shape, literals, () => 'number'),
    );
    return [{ condition: `!${values}.includes(value)`, message }];
  }
  const literals = texts.map(stringLiteral);
  const values = uses(
    code,
    constantOf(context, shape, literals, () => 'string'),
  );
  const items = source.variety === 'list' && source.item !== undefined ? source.item : undefined;
  const inner = items && itemComparer(context, code, items, direction);
  if (inner !== undefined) {
    const same = `${runtime(code, 'compareLists')}(one, text, ${inner}) === 0`;
    return [{ condition: `!${values}.some((one) => ${same})`, message }];
  }
  const comparer = comparerOf(source, atomic);
  if (comparer !== undefined) {
    const same = `${runtime(code, comparer)}(one, ${lexical}) === 0`;
    return [{ condition: `!${values}.some((one) => ${same})`, message }];
  }
  return [
    { condition: `!${values}.includes(${canonical(context, code, shape, direction)})`, message },
  ];
}

/** Where the texts of a value that is written stand: outside XML. */
const outside = 'clarkNames';

/** What compares the texts of two items. */
function itemComparer(
  context: CodecContext,
  code: Code,
  item: SimpleType,
  direction: 'read' | 'write',
): string | undefined {
  if (item.variety === 'union') {
    const scope = direction === 'read' ? 'scope' : outside;
    const reference = comparerReference(context, code, item, scope);
    // imported only where the comparer needs it
    if (reference?.includes(outside)) runtime(code, outside);
    return reference;
  }
  const comparer = comparerOf(item, atomicType(item, context.shaper));
  return comparer && runtime(code, comparer);
}

/** Expression of the text that stands for a value in the list. */
function canonical(
  context: CodecContext,
  code: Code,
  { source, qnames }: SimpleShape,
  direction: 'read' | 'write',
): string {
  const joined = qnames || itemLiteral(context, source, '1') !== undefined;
  if (source.variety === 'list' && joined) return "value.join(' ')";
  if (direction === 'write') return 'text';
  const item = source.variety === 'list' ? source.item : undefined;
  if (item !== undefined && atomicType(item, context.shaper) === 'Uint8Array') {
    const format = formatReference(context, code, context.shaper.simple(item));
    return `${runtime(code, 'formatList')}(value, ${runtime(code, 'standalone')}, '', ${format})`;
  }
  if (source.variety !== 'atomic') return `${runtime(code, 'collapse')}(text)`;
  const format = source.builtin === 'hexBinary' ? 'formatXsdHexBinary' : 'formatXsdBase64Binary';
  return `${runtime(code, format)}(value, ${runtime(code, 'standalone')}, '')`;
}

function canonicalText(context: CodecContext, source: SimpleType, value: string): string {
  const text = collapsedText(value);
  if (source.builtin === 'hexBinary') return text.toUpperCase();
  if (source.builtin === 'base64Binary') return text.replaceAll(' ', '');
  if (source.variety !== 'list') return text;
  if (source.item?.builtin === 'hexBinary') return text.toUpperCase();
  const items = text.split(' ').map((item) => itemLiteral(context, source, item) ?? item);
  return items.join(' ');
}

/** Text of an item as JavaScript has it; `undefined` where items are no numbers and no booleans. */
function itemLiteral(
  context: CodecContext,
  { item }: SimpleType,
  text: string,
): string | undefined {
  const atomic = item?.variety === 'atomic' ? atomicType(item, context.shaper) : 'string';
  if (atomic === 'number') return numberText(text);
  if (atomic !== 'bigint' && atomic !== 'boolean') return undefined;
  return literalOf(text, atomic)?.replace(/n$/, '');
}

function numberText(text: string): string {
  if (text === 'NaN' || /^-?INF$/.test(text)) return text.replace('INF', 'Infinity');
  return literalOf(text, 'number') ?? 'NaN';
}

function constantOf(
  context: CodecContext,
  shape: SimpleShape,
  items: readonly string[],
  typeOf: (code: Code) => string,
): string {
  const name = context.typeFunction('values', shape.codec.kind === 'own' ? shape.codec.name : '');
  return context.ensure(name, () => {
    const code = createCode();
    const before = `const ${name}: readonly ${typeOf(code)}[] =`;
    return finish(
      code,
      name,
      false,
      listText(before, items),
      context.shaper.namespaceOf(shape.source),
    );
  });
}

/** A constant with a list, laid out as prettier has it. */
function listText(before: string, items: readonly string[]): string {
  const flat = `${before} [${items.join(', ')}];`;
  if (columns(flat) <= lineWidth) return flat;
  const below = `  [${items.join(', ')}];`;
  if (columns(`${before} [`) > lineWidth && columns(below) <= lineWidth) {
    return `${before}\n${below}`;
  }
  return numeric(items)
    ? `${before} [\n${filled(items)}\n];`
    : arrayLiteral({ before: `${before} `, items, after: ';' });
}

function numeric(items: readonly string[]): boolean {
  return items.length > 1 && items.every((item) => /^[+-]?\d+(\.\d+)?$/.test(item));
}

/** Numbers fill lines, as prettier has it. */
function filled(items: readonly string[]): string {
  const lines: string[] = [];
  let current = ' ';
  for (const item of items) {
    if (columns(`${current} ${item},`) > lineWidth) {
      lines.push(current);
      current = ' ';
    }
    current += ` ${item},`;
  }
  lines.push(current);
  return lines.join('\n');
}
