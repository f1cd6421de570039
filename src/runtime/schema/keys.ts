import { findOwner, type Step } from '../codec/path.ts';

/**
 * The property names and indexes that lead from a value to a property of an object inside it.
 *
 * @param owner the object or array with the property; the result is empty if it is not inside
 * @param name property or index; `''` for the owner itself
 */
export function keysTo(
  root: unknown,
  owner: object | undefined,
  name: string,
): readonly (string | number)[] {
  const step =
    owner === undefined || typeof root !== 'object' || root === null
      ? undefined
      : findOwner(root, owner);
  if (step === undefined) return [];
  const keys: (string | number)[] = [];
  for (let at: Step = step; at.parent !== undefined; at = at.parent) {
    keys.push(keyOf(at.parent.value, at.key));
  }
  keys.reverse();
  return name === '' ? keys : [...keys, keyOf(step.value, name)];
}

function keyOf(owner: object, key: string): string | number {
  return Array.isArray(owner) ? Number(key) : key;
}
