/** An object with exactly one of the properties of `T`. */
export type OneOf<T extends object> = {
  [Key in keyof T]-?: { readonly [One in Key]: Exclude<T[One], undefined> } & {
    readonly [Other in Exclude<keyof T, Key>]?: undefined;
  };
}[keyof T];

/** An object with at most one of the properties of `T`. */
export type AtMostOneOf<T extends object> = OneOf<T> | { readonly [Key in keyof T]?: undefined };

/**
 * A union as one object with the properties of all its members. Checking one property does not
 * narrow it, which would take the compiler long for many members.
 */
export type AnyBranch<T extends object> = { readonly [Key in NamesIn<T>]?: unknown };

/** The property names of all members of a union. */
export type NamesIn<T> = T extends unknown ? keyof T : never;
