/** Distinguishes types that derive from each other. */
interface WithType {
  readonly $type?: string | undefined;
}

/**
 * Key under which a type lists the properties that are always read, although writers may omit them,
 * because the contract fixes their values. No value has this property.
 */
export declare const fixed: unique symbol;

/** The property names of all members of a union. */
type NamesIn<T> = T extends unknown ? keyof T : never;

/**
 * A union in which each member also has the properties of the others, which are never present. Its
 * own properties are not repeated: the compiler would examine their types, which may be this union
 * again.
 */
type Alike<T, Names extends PropertyKey> = T extends unknown
  ? Without<T, Exclude<Names, keyof T | typeof fixed>>
  : never;

/** A type and the properties that it lacks: none is no `& {}`, which editors would show. */
type Without<T, Names extends PropertyKey> = [Names] extends [never]
  ? T
  : T & { readonly [Name in Names]?: undefined };

/**
 * A type or one of those derived from it. Only a value of the first may omit `$type`. Properties
 * that one of them lacks are `undefined` there, so they can be read before `$type` is checked.
 */
export type AnyOf<Own extends WithType, Derived extends WithType> = Alike<
  Own | (Derived & { readonly $type: string }),
  NamesIn<Own | Derived>
>;

/** Types that are read as they are written. */
type Plain = string | number | bigint | boolean | null | undefined | Uint8Array | Date;

/** A type that is more than its properties: a function, or a class with private members. */
type Opaque<T> = { [Key in keyof T]: T[Key] } extends T ? never : T;

/**
 * A type as it is read: with every `$type` and every required fixed value, which may be omitted
 * when writing. It is written as a union because the result then has a name in editors and
 * declaration files, `AsRead<Item>`, where they would list all members of `Item`.
 */
export type AsRead<T> = EachAsRead<T> | ([T] extends [Plain] ? T : never);

/**
 * A type with `$type` belongs to the contract. It is not compared with its properties, which would
 * take the compiler long in a large union.
 */
type EachAsRead<T> = T extends Plain
  ? T
  : '$type' extends keyof T
    ? TypedAsRead<T>
    : T extends Opaque<T>
      ? T
      : WithFixed<T>;

/**
 * The properties of a type as they are read. Declaration files and editors show what `AsRead`
 * results in by this name, unless it is a union. Without one they would list all properties, at any
 * depth, until the compiler refuses to (TS7056). `undefined` is set apart, so that it is no part of
 * the name of a union.
 */
export type PropertiesAsRead<T> = {
  [Key in keyof T]: Extract<T[Key], Plain> | AsRead<Exclude<T[Key], Plain>>;
};

type TypedAsRead<T> = WithFixed<T> & { readonly $type: string };

type WithFixed<T> = PropertiesAsRead<T> &
  (typeof fixed extends keyof T ? NonNullable<T[typeof fixed]> : unknown);
