import { builtinType } from '../../schema/builtin-types.ts';
import { string } from '../../type/simple/simple.ts';
import { sourceOf } from '../../type/simple/source.ts';
import type { Simple } from '../../type/simple-type.ts';

/** What a simple type is in .NET, as far as its JSON depends on it. */
export type SimpleKind =
  | { readonly kind: 'text' | 'boolean' | 'number' | 'moment' | 'date' | 'base64' | 'hex' }
  | { readonly kind: 'list'; readonly item: Simple }
  /** Names in the order of the contract, which are the numbers 0, 1, 2, …. */
  | { readonly kind: 'enum'; readonly names: readonly string[]; readonly label: string }
  /** Names of bits: of a list that is an enumeration with `[Flags]`. */
  | { readonly kind: 'flags'; readonly names: readonly string[]; readonly label: string };

const text: SimpleKind = { kind: 'text' };
const kinds = new WeakMap<Simple, SimpleKind>();

/** By name of the built-in type. Any other is a text in .NET, even integers without limits. */
const builtins: ReadonlyMap<string, SimpleKind> = /* @__PURE__ */ new Map<string, SimpleKind>([
  ['boolean', { kind: 'boolean' }],
  ...['byte', 'short', 'int', 'long', 'unsignedByte', 'unsignedShort', 'unsignedInt']
    .concat('unsignedLong', 'decimal', 'double', 'float')
    .map((name) => [name, { kind: 'number' }] as [string, SimpleKind]),
  ['dateTime', { kind: 'moment' }],
  ['date', { kind: 'date' }],
  ['base64Binary', { kind: 'base64' }],
  ['hexBinary', { kind: 'hex' }],
]);

/** What a simple type is in .NET. */
export function simpleKind(type: Simple): SimpleKind {
  const known = kinds.get(type) ?? kindOf(type);
  kinds.set(type, known);
  return known;
}

function kindOf(type: Simple): SimpleKind {
  const { own, base, values, label = '', item, members } = sourceOf(type);
  if (own) return base === undefined ? text : simpleKind(base);
  if (members !== undefined) return text;
  if (item !== undefined) {
    const inner = simpleKind(item);
    return inner.kind === 'enum' ? { ...inner, kind: 'flags' } : { kind: 'list', item };
  }
  const builtin = base ?? string;
  // enumerations of other types than words are no enumerations of .NET
  if (values !== undefined && builtin.words)
    return { kind: 'enum', names: values.map(String), label };
  return builtins.get(builtinType(builtin).name) ?? text;
}

/**
 * The bit of each name of an enumeration with flags. The contract does not tell it; by convention
 * of .NET `None` in front is 0.
 */
export function flagBits(names: readonly string[]): ReadonlyMap<string, bigint> {
  const first = names[0]?.toLowerCase() === 'none' ? 1 : 0;
  return new Map(names.map((name, at) => [name, at < first ? 0n : 1n << BigInt(at - first)]));
}
