/**
 * A type with writable properties, which linking fills in step by step and passes on as readonly.
 */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
