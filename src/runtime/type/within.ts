import { pathOf } from '../codec/path.ts';
import { EncodeError } from '../xml/write-text.ts';

const plainName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/**
 * Adds to an error in a value where the value is: the property of an object, or the index in a
 * list. Called from the inside out.
 */
export function within(error: unknown, step: string | number): unknown {
  if (error instanceof EncodeError) error.steps.push(step);
  return error;
}

/** The path of steps from the inside out, such as `order.items[3].sku`. */
function pathOfSteps(steps: readonly (string | number)[]): string {
  let path = '';
  for (const step of steps) {
    const isName = typeof step === 'string';
    const text = isName && !plainName.test(step) ? `[${JSON.stringify(step)}]` : step;
    path = (isName && text === step ? `.${text}` : isName ? text : `[${text}]`) + path;
  }
  return path.startsWith('.') ? path.slice(1) : path;
}

/**
 * Completes an error thrown while a value was written: puts the path of the bad value before its
 * message. Other errors, and those with a path, stay unchanged.
 *
 * @param root the value being written
 * @param name what the value itself is called; `''` if it has no name
 */
export function unwritable(error: unknown, root: unknown, name = ''): unknown {
  if (!(error instanceof EncodeError) || error.path !== undefined) return error;
  const { owner, property, steps } = error;
  const all = property === '' ? steps : [property, ...steps];
  const path = owner === undefined ? pathOfSteps(all) || name : pathOf(root, owner, property);
  if (path !== '') error.message = `${path}: ${error.message}`;
  error.path = path;
  return error;
}
