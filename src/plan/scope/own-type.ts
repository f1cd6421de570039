import { qnameKey } from '../../model/common/qname.ts';
import { builtinNames } from '../../model/xsd/builtin-types.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import { pascalName, shortHash } from '../../names/names.ts';
import type { OwnType, TypeMapping } from './shape-options.ts';

/** A type of the user's own for a simple type of the contract. */
export interface OwnTypeUse {
  readonly own: OwnType;
  /** Names under which `codecs.ts` imports its functions. */
  readonly parse: string;
  readonly format: string;
}

/**
 * The type of the user's own that a simple type becomes: the one for itself, else the one for the
 * nearest type it restricts. Built-in types do not pass theirs on to other built-in types.
 */
export function ownTypeOf(type: SimpleType, { own }: TypeMapping): OwnTypeUse | undefined {
  if (own === undefined) return undefined;
  for (let one: SimpleType | undefined = type; one !== undefined; one = one.base) {
    const key = keysOf(one).find((key) => Object.hasOwn(own, key));
    const found = key === undefined ? undefined : own[key];
    if (key !== undefined && found !== undefined) return ownTypeUse(key, found);
    if (isBuiltin(one)) return undefined;
  }
  return undefined;
}

/** What a key of `types` in the configuration means in `codecs.ts`. */
export function ownTypeUse(key: string, own: OwnType): OwnTypeUse {
  const end = key.indexOf('}') + 1;
  const word = pascalName(key.slice(end)) + (end === 0 ? '' : shortHash(key));
  return { own, parse: `${own.parse}$${word}`, format: `${own.format}$${word}` };
}

/** Keys of `types` that mean a type; the plain name of a built-in one means no other. */
export function keysOf(type: SimpleType): readonly string[] {
  const { name, builtin } = type;
  if (name === undefined) return [];
  if (isBuiltin(type)) return builtin === undefined ? [] : [builtin];
  const full = qnameKey(name);
  return builtins.has(name.localName) ? [full] : [full, name.localName];
}

const builtins: ReadonlySet<string> = new Set(builtinNames);

/** Whether a type is built-in: it then has its own name as `builtin`. */
export function isBuiltin({ name, builtin, span }: SimpleType): boolean {
  return span === undefined && name !== undefined && name.localName === builtin;
}
