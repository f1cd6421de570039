/** Maximum depth of objects and lists in JSON: no message is nested as deep. */
export const deepestJson = 500;

/**
 * Parses JSON that a user or another program wrote.
 *
 * @throws {Error} with a clause as message if it is malformed or nested too deep
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(reason.replace(/\s+/g, ' '));
  }
  if (depthExceeds(value, deepestJson)) {
    throw new Error(`it is nested deeper than ${deepestJson} levels`);
  }
  return value;
}

/** Compares level by level, because a recursive function would exceed the stack. */
function depthExceeds(value: unknown, limit: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
  }
  return false;
}
