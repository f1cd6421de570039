import type { StandardIssue } from './standard.ts';

/** Levels of objects and lists in a value; readers refuse deeper messages, too. */
const most = 200;
/** Objects and lists up to which looking twice is cheaper than noting what was seen. */
const fewParts = 1000;
/** Keys of the path of a value that is nested too deeply. */
const shown = 20;

/** What is wrong with a value that is nested too deeply, or contains itself. */
export function nestingIssue(value: unknown): StandardIssue | undefined {
  return isShallow(value) ? undefined : findIssue(value);
}

/**
 * Whether a value has few parts, and is not nested too deeply: what most values are. It does not
 * note what it has seen, so a part that is shared counts again.
 */
function isShallow(value: unknown): boolean {
  let left = fewParts;
  const fits = (one: unknown, depth: number): boolean => {
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one)) return true;
    left -= 1;
    if (left < 0 || depth >= most) return false;
    const parts = Array.isArray(one) ? one : Object.values(one);
    return parts.every((part) => fits(part, depth + 1));
  };
  return fits(value, 0);
}

function findIssue(value: unknown): StandardIssue | undefined {
  const path: (string | number)[] = [];
  const open = new Set<object>();
  // levels inside an object, which may be at several places
  const heights = new Map<object, number>();
  let issue: StandardIssue | undefined;
  const heightOf = (one: unknown): number => {
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one)) return 0;
    const known = heights.get(one);
    if (open.has(one)) issue = { message: 'The value contains itself.', path: [...path] };
    else if (path.length + (known ?? 0) >= most) {
      const message = `Values are nested deeper than ${most}.`;
      issue = { message, path: path.slice(0, shown) };
    }
    if (issue !== undefined || known !== undefined) return known ?? 0;
    open.add(one);
    let height = 0;
    for (const [key, item] of Object.entries(one)) {
      path.push(Array.isArray(one) ? Number(key) : key);
      height = Math.max(height, heightOf(item) + 1);
      path.pop();
      if (issue !== undefined) break;
    }
    open.delete(one);
    heights.set(one, height);
    return height;
  };
  heightOf(value);
  return issue;
}
