import type { NamesIn } from './one-of.ts';

/** Distinguishes types that derive from each other. */
interface WithType {
  readonly $type?: string | undefined;
}

/** A type without the properties of others: none is no `& {}`, which editors would show. */
type Without<T, Names extends PropertyKey> = [Names] extends [never]
  ? T
  : T & { readonly [Name in Names]?: undefined };

/**
 * Each member of a union without those of the names that it lacks. Its own properties are not
 * repeated: the compiler would examine their types, which may be this union again.
 */
type EachWithout<T, Names extends PropertyKey> = T extends unknown
  ? Without<T, Exclude<Names, keyof T>>
  : never;

/**
 * A type or one of those derived from it. Only a value of the first may omit `$type`, and it cannot
 * have the properties of the others then. What a restriction leaves out can be read of it.
 */
export type AnyOf<Own extends WithType, Derived extends WithType> =
  | Without<Own, Exclude<NamesIn<Derived>, NamesIn<Own>>>
  | EachWithout<Derived & { readonly $type: string }, NamesIn<Own>>;
