const plainName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
/** Objects looked at before the search gives up: it runs for error messages only. */
const SEARCHED = 1_000_000;

/** A place on the way from the root to an object. */
interface Step {
  readonly value: object;
  readonly parent: Step | undefined;
  readonly key: string;
}

function segment(owner: object, key: string): string {
  if (Array.isArray(owner)) return `[${key}]`;
  return plainName.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function pathTo(step: Step): string {
  let path = '';
  for (let at: Step = step; at.parent !== undefined; at = at.parent) {
    path = segment(at.parent.value, at.key) + path;
  }
  return path;
}

function findOwner(root: object, owner: object): Step | undefined {
  const seen = new Set<object>([root]);
  const queue: Step[] = [{ value: root, parent: undefined, key: '' }];
  // Breadth first, so that of several ways the shortest is told; the queue grows while it is
  // walked.
  for (const step of queue) {
    if (step.value === owner) return step;
    if (ArrayBuffer.isView(step.value)) continue;
    for (const [key, value] of Object.entries(step.value)) {
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      if (seen.size >= SEARCHED) return undefined;
      seen.add(value);
      queue.push({ value, parent: step, key });
    }
  }
  return undefined;
}

/**
 * Finds the way from a value to a property of an object inside it by walking the value, such as
 * `order.items[3].sku`.
 *
 * @param owner the object or array that holds the property, found by identity
 * @param name property, or index where `owner` is an array; `''` asks for the owner itself
 * @returns the path; `name` alone when the owner is not to be found
 */
export function pathOf(root: unknown, owner: object | undefined, name: string): string {
  const step =
    owner === undefined || typeof root !== 'object' || root === null
      ? undefined
      : findOwner(root, owner);
  if (step === undefined) return name;
  const path = pathTo(step) + (name === '' ? '' : segment(step.value, name));
  return path.startsWith('.') ? path.slice(1) : path;
}

/**
 * The error of a writer, with the path of the value it is about. One that has a path, and any other
 * error, is returned as it is.
 *
 * @param root The value that was being written.
 */
export function locateEncodeError(error: unknown, root: unknown): unknown {
  if (
    !(error instanceof Error && 'owner' in error && 'property' in error) ||
    'path' in error ||
    typeof error.property !== 'string'
  ) {
    return error;
  }
  const owner = typeof error.owner === 'object' && error.owner !== null ? error.owner : undefined;
  const path = pathOf(root, owner, error.property);
  if (path === '') return error;
  const located = new Error(`${path}: ${error.message}`, { cause: error });
  return Object.assign(located, { path });
}
