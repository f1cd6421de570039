/** JSON to write. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object to write. `jsonObject` creates it, so that any name is safe as a key. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** An object of entries in their order. Those without a value are omitted. */
export function jsonObject(
  entries: Iterable<readonly [key: string, value: Json | undefined]>,
): JsonObject {
  const present = [...entries].filter((one): one is [string, Json] => one[1] !== undefined);
  return Object.fromEntries(present);
}

/** An object whose keys are known. */
export function json(values: { readonly [key: string]: Json | undefined }): JsonObject {
  return jsonObject(Object.entries(values));
}

/** The list; `undefined` if it is empty. */
export function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
