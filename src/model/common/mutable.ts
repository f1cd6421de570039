/**
 * A type with its properties open for assignment: what linking fills in step by step and hands out
 * as readonly.
 */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
