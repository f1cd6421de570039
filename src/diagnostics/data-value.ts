import type { DataNode, KeyPath } from './data-node.ts';

/** Maximum nesting, because a value may contain itself. */
const maximumDepth = 64;

/**
 * Converts a value of a loaded module to data with key paths. Keys with the value `undefined` count
 * as absent.
 */
export function dataFromValue(
  value: unknown,
  keyPath: string = '',
  depth: number = 0,
): DataNode<KeyPath> {
  const place = { keyPath };
  if (depth < maximumDepth && Array.isArray(value)) {
    const items = value.map((item: unknown, index) =>
      dataFromValue(item, `${keyPath}[${index}]`, depth + 1),
    );
    return { kind: 'list', items, place };
  }
  if (depth < maximumDepth && isRecord(value)) {
    const entries = Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([key, one]) => {
        const path = joinKey(keyPath, key);
        return { key, place: { keyPath: path }, value: dataFromValue(one, path, depth + 1) };
      });
    return { kind: 'map', entries, place };
  }
  if (isSimple(value)) return { kind: 'scalar', value, text: String(value ?? ''), place };
  return { kind: 'scalar', value: undefined, text: '', place };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether a value is a text, number, boolean or `null`. */
export function isSimple(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** `a.b`, `a['odd key']`. */
function joinKey(path: string, key: string): string {
  if (!/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
