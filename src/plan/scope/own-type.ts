import { qnameKey } from '../../model/common/qname.ts';
import { builtinNames } from '../../model/xsd/builtin-types.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import { pascalName, shortHash } from '../../names/names.ts';
import type { OwnType, TypeMapping } from './shape-options.ts';

/** Built-in types that can become objects of Temporal, with their classes. */
export const temporalClasses = {
  dateTime: ['PlainDateTime', 'ZonedDateTime'],
  date: ['PlainDate'],
  time: ['PlainTime'],
  duration: ['Duration'],
} as const;

/** The type that a simple type of the contract becomes instead of one of TypeScript's. */
export type OwnTypeUse = ModuleType | TemporalType;

/** A type from a user's module. */
interface ModuleType {
  readonly kind: 'module';
  readonly own: OwnType;
  /** Names under which `descriptions.ts` imports its functions. */
  readonly parse: string;
  readonly format: string;
}

/** A type of Temporal. */
interface TemporalType {
  readonly kind: 'temporal';
  readonly builtin: keyof typeof temporalClasses;
  /** Module that exports Temporal; absent for the global. */
  readonly module: string | undefined;
}

/**
 * The own type that the configuration maps a simple type to: by an entry for itself, otherwise by
 * that of the nearest type it restricts. Entries of built-in types do not apply to other built-in
 * types.
 */
export function ownTypeOf(type: SimpleType, types: TypeMapping): OwnTypeUse | undefined {
  const { own = {}, temporal } = types;
  for (let one: SimpleType | undefined = type; one !== undefined; one = one.base) {
    const key = keysOf(one).find((key) => Object.hasOwn(own, key));
    const found = key === undefined ? undefined : own[key];
    if (key !== undefined && found !== undefined) return ownTypeUse(key, found);
    if (isBuiltin(one)) {
      const builtin = one.builtin ?? '';
      const isTemporal = isTemporalName(builtin) && types[builtin] === 'Temporal';
      return isTemporal ? { kind: 'temporal', builtin, module: temporal } : undefined;
    }
  }
  return undefined;
}

function isTemporalName(builtin: string): builtin is keyof typeof temporalClasses {
  return Object.hasOwn(temporalClasses, builtin);
}

/** Whether any type is mapped to one of the global Temporal. */
export function usesGlobalTemporal(types: TypeMapping): boolean {
  const { dateTime, date, time, duration, temporal } = types;
  return temporal === undefined && [dateTime, date, time, duration].includes('Temporal');
}

/** The meaning of a key of `types` in the configuration for `descriptions.ts`. */
export function ownTypeUse(key: string, own: OwnType): ModuleType {
  const end = key.indexOf('}') + 1;
  const word = pascalName(key.slice(end)) + (end === 0 ? '' : shortHash(key));
  return { kind: 'module', own, parse: `${own.parse}$${word}`, format: `${own.format}$${word}` };
}

/** Keys of `types` that denote a type. The plain name of a built-in type denotes no other type. */
export function keysOf(type: SimpleType): readonly string[] {
  const { name, builtin } = type;
  if (name === undefined) return [];
  if (isBuiltin(type)) return builtin === undefined ? [] : [builtin];
  const full = qnameKey(name);
  return builtins.has(name.localName) ? [full] : [full, name.localName];
}

const builtins: ReadonlySet<string> = new Set(builtinNames);

/** Whether a type is built-in: its `builtin` is its own name. */
export function isBuiltin({ name, builtin, span }: SimpleType): boolean {
  return span === undefined && name !== undefined && name.localName === builtin;
}
