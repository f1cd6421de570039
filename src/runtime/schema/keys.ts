import { findOwner, keyOf, type Step } from '../codec/path.ts';
import type { EncodeError } from '../xml/write-text.ts';

/** The property names and indexes that lead from a value to what an error is about. */
export function keysTo(
  root: unknown,
  { owner, property, steps }: EncodeError,
): readonly (string | number)[] {
  const inner = property === '' ? [] : [property];
  // writers add steps from the inside out, unless they know the object
  if (owner === undefined) return [...steps].reverse().concat(inner);
  const isObject = typeof root === 'object' && root !== null;
  const step = isObject ? findOwner(root, owner) : undefined;
  if (step === undefined) return [];
  const keys: (string | number)[] = [];
  for (let at: Step = step; at.parent !== undefined; at = at.parent) {
    keys.push(keyOf(at.parent.value, at.key));
  }
  keys.reverse();
  return property === '' ? keys : [...keys, keyOf(step.value, property)];
}
