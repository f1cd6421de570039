/** The property by which types that derive from each other are told apart. */
interface WithType {
  readonly $type?: string | undefined;
}

/** The names of all properties of the members of a union. */
type NamesIn<T> = T extends unknown ? keyof T : never;

/**
 * A union in which each member has the properties of all: those it lacks are never there. Those
 * it has are left out, or the compiler would look at their types, which may be this union again.
 */
type Alike<T, Names extends PropertyKey> = T extends unknown
  ? T & { readonly [Name in Exclude<Names, keyof T>]?: undefined }
  : never;

/**
 * A type, or one of those that derive from it. A value of the first may leave out its `$type`. What
 * one of them lacks is `undefined` there, so that it can be read before `$type` is looked at.
 */
export type AnyOf<Own extends WithType, Derived extends WithType> = Alike<
  Own | (Derived & { readonly $type: string }),
  NamesIn<Own | Derived>
>;

/** What has no `$type` inside. */
type Plain = string | number | bigint | boolean | null | undefined | Uint8Array | Date;

/** What is more than its properties: a function, or an object of a class with private members. */
type Opaque<T> = { [Key in keyof T]: T[Key] } extends T ? never : T;

/** A type as it is read: every `$type` is there. In what is written, some may be left out. */
export type AsRead<T> = T extends Plain | Opaque<T>
  ? T
  : '$type' extends keyof T
    ? { [Key in keyof T]: AsRead<T[Key]> } & { readonly $type: string }
    : { [Key in keyof T]: AsRead<T[Key]> };
