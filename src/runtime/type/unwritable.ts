import { atPath, containsItself } from '../codec/path.ts';
import { EncodeError, tooDeep } from '../xml/write-text.ts';

/** Steps of a path that are shown of a value that is nested too deeply. */
const mostSteps = 20;

/**
 * Says of a value for which the stack was too small where it contains itself. If it does not, only
 * the beginning of the path is left.
 */
function shorten(error: EncodeError, root: unknown): void {
  const { steps } = error;
  const path = [...steps].reverse();
  const seen = new Set<unknown>([root]);
  let value = root as Record<string | number, unknown> | undefined;
  let depth = 0;
  for (; depth < path.length && value !== undefined; depth += 1) {
    value = value[path[depth] as string] as typeof value;
    if (seen.has(value)) break;
    seen.add(value);
  }
  const isCircular = depth < path.length && value !== undefined;
  if (isCircular) error.message = containsItself;
  steps.splice(0, steps.length, ...path.slice(0, isCircular ? depth + 1 : mostSteps).reverse());
}

/**
 * Completes an error thrown while a value was written: puts the path of the bad value before its
 * message. Other errors, and those with a path, stay unchanged.
 *
 * @param root the value being written
 * @param name what the value itself is called; `''` if it has no name
 */
export function unwritable(error: unknown, root: unknown, name = ''): unknown {
  if (error instanceof EncodeError && error.message === tooDeep) shorten(error, root);
  return atPath(error, name);
}
