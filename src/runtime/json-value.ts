/** Any value JSON can hold: what an operation answers that writes JSON to the response. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
