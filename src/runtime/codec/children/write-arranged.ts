import type { ModelNode } from '../model.ts';
import { arrange } from '../model-write.ts';
import { type ChildWriter, inPieces, writeOne } from './write-children.ts';

/**
 * How an element of ordered content is written: like a child, or by `element` alone. One type of
 * both takes the compiler less time than a union.
 */
export interface LeafWriter extends Partial<ChildWriter> {
  /** Writes the element with its tags. */
  readonly element?: (value: never, owner: object, name: string) => string;
}

/** By the numbers of the leaves in the content model. */
export type LeafWriters = readonly [LeafWriter, ...LeafWriter[]];

/**
 * Writes the children of an element in the order of its content model.
 *
 * @throws EncodeError the value does not fit the model, or has a wrong type
 */
export function writeArranged(value: object, model: ModelNode, writers: LeafWriters): string {
  return inPieces(arrange(value, model), ({ leaf, item, owner, name }) => {
    const writer = writers[leaf] as LeafWriter;
    return writer.element === undefined
      ? writeOne(writer as ChildWriter, item, owner, name)
      : writer.element(item as never, owner, name);
  });
}
