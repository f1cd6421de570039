/** The property by which types that derive from each other are told apart. */
interface WithType {
  readonly $type?: string | undefined;
}

/**
 * Under this key a type says which of its properties are always read, though a writer may leave
 * them out: the contract fixes their values. No value has a property of this key.
 */
export declare const fixed: unique symbol;

/** The names of all properties of the members of a union. */
type NamesIn<T> = T extends unknown ? keyof T : never;

/**
 * A union in which each member has the properties of all: those it lacks are never there. Those
 * it has are left out, or the compiler would look at their types, which may be this union again.
 */
type Alike<T, Names extends PropertyKey> = T extends unknown
  ? T & { readonly [Name in Exclude<Names, keyof T | typeof fixed>]?: undefined }
  : never;

/**
 * A type, or one of those that derive from it. A value of the first may leave out its `$type`. What
 * one of them lacks is `undefined` there, so that it can be read before `$type` is looked at.
 */
export type AnyOf<Own extends WithType, Derived extends WithType> = Alike<
  Own | (Derived & { readonly $type: string }),
  NamesIn<Own | Derived>
>;

/** What is read as it is written. */
type Plain = string | number | bigint | boolean | null | undefined | Uint8Array | Date;

/** What is more than its properties: a function, or an object of a class with private members. */
type Opaque<T> = { [Key in keyof T]: T[Key] } extends T ? never : T;

/**
 * A type as it is read: every `$type` and every required fixed value is there. In what is written,
 * they may be left out. A type with `$type` is one of the contract's: it is not compared with its
 * properties, which in a union of many types would take the compiler long.
 */
export type AsRead<T> = T extends Plain
  ? T
  : '$type' extends keyof T
    ? PropertiesAsRead<T> & { readonly $type: string }
    : T extends Opaque<T>
      ? T
      : PropertiesAsRead<T>;

type PropertiesAsRead<T> = { [Key in keyof T]: AsRead<T[Key]> } & (typeof fixed extends keyof T
  ? NonNullable<T[typeof fixed]>
  : unknown);
