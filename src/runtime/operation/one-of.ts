/** An object with exactly one of the properties of `T`. */
export type OneOf<T extends object> = {
  [Key in keyof T]-?: { readonly [One in Key]: Exclude<T[One], undefined> } & {
    readonly [Other in Exclude<keyof T, Key>]?: undefined;
  };
}[keyof T];

/** An object with at most one of the properties of `T`. */
export type AtMostOneOf<T extends object> = OneOf<T> | { readonly [Key in keyof T]?: undefined };

/**
 * A union of branches as one object with the properties of all. Checking one property does not
 * narrow it, which would take the compiler long for many branches.
 */
export type AnyBranch<T extends object> = Pick<T, keyof T>;
