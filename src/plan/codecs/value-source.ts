import type { Given } from '../print/node.ts';
import { runtime } from './codec.ts';

/** Where a value comes from, as expressions: the value, the object with it, its property's name. */
export interface ValueSource {
  readonly value: Given;
  readonly owner: Given;
  readonly name: Given;
}

/** A value that is not part of an object. */
export function standaloneValue(value: Given, name: Given = "''"): ValueSource {
  return { value, owner: runtime('standalone'), name };
}
