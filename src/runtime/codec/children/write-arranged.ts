import type { ModelNode } from '../model.ts';
import { arrange } from '../model-write.ts';
import { type ChildWriter, type ChildWriters, inPieces, writeOne } from './write-children.ts';

/**
 * Writes the children of an element in the order of its content model.
 *
 * @param model its leaves have the numbers of their writers
 * @throws EncodeError the value does not fit the model, or has a wrong type
 */
export function writeArranged(value: object, model: ModelNode, writers: ChildWriters): string {
  const items = arrange(value, model);
  return inPieces(items, ({ leaf, item, owner, name }) =>
    writeOne(writers[leaf] as ChildWriter, item, owner, name),
  );
}
