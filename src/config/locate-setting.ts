import { readFileSync } from 'node:fs';
import { type DataNode, entryOf } from '../diagnostics/data-node.ts';
import { readDataText } from '../diagnostics/data-text.ts';
import type { Span } from '../diagnostics/source-file.ts';

/**
 * Finds the position of a setting in a configuration that has been read.
 *
 * @param path Path of the file.
 * @param shown The path in messages.
 * @param keys Keys and indexes that lead to it. A text at the end is also searched for among the
 *   values of a list.
 * @returns `undefined` for a module, which has no positions, and for a file that has changed
 */
export function locateSetting(
  path: string,
  shown: string,
  keys: readonly (string | number)[],
): Span | undefined {
  if (!/\.(?:json|ya?ml)$/.test(path)) return undefined;
  const text = new TextDecoder().decode(readFileSync(path));
  let node: DataNode | undefined = readDataText({ path: shown, text }, { report: () => undefined });
  let place = node?.place;
  for (const key of keys) {
    const step: { readonly place: Span; readonly value: DataNode } | undefined = stepTo(node, key);
    node = step?.value;
    place = step?.place;
  }
  return place;
}

function stepTo(
  node: DataNode | undefined,
  key: string | number,
): { readonly place: Span; readonly value: DataNode } | undefined {
  if (node?.kind === 'map') return entryOf(node, String(key));
  const items = node?.kind === 'list' ? node.items : [node];
  const item =
    typeof key === 'number'
      ? items[key]
      : items.find((one) => one?.kind === 'scalar' && one.text === key);
  return item && { place: item.place, value: item };
}
