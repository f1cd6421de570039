/** An object that has exactly one of the properties of `T`. */
export type OneOf<T extends object> = {
  [Key in keyof T]-?: { readonly [One in Key]: Exclude<T[One], undefined> } & {
    readonly [Other in Exclude<keyof T, Key>]?: undefined;
  };
}[keyof T];

/** An object that has one of the properties of `T`, or none. */
export type AtMostOneOf<T extends object> = OneOf<T> | { readonly [Key in keyof T]?: undefined };

/**
 * A union of branches as one object with the properties of all: looking at one does not narrow it,
 * which takes the compiler long where there are many.
 */
export type AnyBranch<T extends object> = Pick<T, keyof T>;
