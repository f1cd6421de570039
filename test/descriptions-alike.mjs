// Compares descriptions that were evaluated with those that were imported as generated code.

/** What a function that makes or takes an object is called with: any property is its name. */
const anything = new Proxy({}, { get: (_, key) => `of ${String(key)}` });

/** @param {Function} one what it gives, or why it gives nothing */
function resultOf(one) {
  try {
    return one(anything);
  } catch (error) {
    return String(error);
  }
}

/**
 * Where two descriptions differ. Functions of one text are the runtime's, and alike; those of
 * descriptions are called.
 *
 * @param {unknown} one
 * @param {unknown} other
 * @param {string} path
 * @param {Map<unknown, unknown>} seen what has been compared: types contain each other
 * @returns {string[]}
 */
export function differences(one, other, path, seen) {
  if (Object.is(one, other) || seen.get(one) === other) return [];
  if (typeof one !== typeof other || one === null || other === null) return [path];
  if (typeof one === 'function') {
    seen.set(one, other);
    if (one.toString() === other.toString()) return [];
    return differences(resultOf(one), resultOf(other), `${path}()`, seen);
  }
  if (typeof one !== 'object') return [path];
  seen.set(one, other);
  if (one instanceof RegExp) return String(one) === String(other) ? [] : [path];
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  if (keys.join() !== others.join()) return [`${path}: ${keys} / ${others}`];
  return keys.flatMap((key) => differences(one[key], other[key], `${path}.${key}`, seen));
}
