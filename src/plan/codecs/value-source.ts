import { type Code, runtime } from './code.ts';

/**
 * Where a value comes from, as expressions: the value, the object that holds it, its property's name. An expression that needs an import
 * is a getter: an element without content is written without looking at its value.
 */
export interface ValueSource {
  readonly value: string;
  readonly owner: string;
  readonly name: string;
}

/** A value that no object holds. */
export function standaloneValue(code: Code, value: string, name = "''"): ValueSource {
  return {
    value,
    get owner() {
      return runtime(code, 'standalone');
    },
    name,
  };
}
