import type { XmlReader } from '../xml/reader.ts';
import { checkChoiceRead } from './choice.ts';
import { checkCount } from './count.ts';
import {
  branchNames,
  type ModelLeaf,
  type ModelNode,
  type ModelRepeat,
  mayBeAbsent,
  type XmlContentModel,
} from './model.ts';
import { missing } from './value.ts';

/** What may still follow: the rest of an open part, and what follows that. */
export interface Rest {
  readonly node: ModelLeaf | XmlContentModel | ModelRepeat;
  /** Elements of a leaf, parts of a sequence or iterations of a repeated group so far. */
  readonly count: number;
  readonly next: Rest | undefined;
}

/**
 * Reports what is missing first.
 *
 * @throws XmlValueError
 */
export function refuse(reader: XmlReader, open: Rest | undefined): void {
  for (let rest = open; rest !== undefined; rest = rest.next) {
    const { node, count } = rest;
    if (node.kind === 'sequence') {
      const part = node.nodes.slice(count).find((one) => !mayBeAbsent(one));
      if (part === undefined) continue;
      refusePart(reader, part);
      return;
    }
    checkCount(count, [node.min, node.max], node.property, reader);
  }
}

function refusePart(reader: XmlReader, node: ModelNode): void {
  if (node.kind === 'choice') checkChoiceRead(0, branchNames(node), false, reader);
  else if (node.kind === 'sequence') {
    const part = node.nodes.find((one) => !mayBeAbsent(one));
    if (part !== undefined) refusePart(reader, part);
  } else {
    const named = node.kind === 'leaf' && node.wildcard === undefined;
    missing(reader, (named ? node.names[1] : undefined) ?? node.property);
  }
}

/** Whether two states have the same open parts with the same counts. */
export function sameRest(one: Rest | undefined, other: Rest | undefined): boolean {
  let left = one;
  let right = other;
  while (left !== right) {
    if (left === undefined || right === undefined) return false;
    if (left.node !== right.node || left.count !== right.count) return false;
    left = left.next;
    right = right.next;
  }
  return true;
}

/** Whether the open parts may end here. */
export function isComplete(open: Rest | undefined): boolean {
  for (let rest = open; rest !== undefined; rest = rest.next) {
    const { node, count } = rest;
    const complete =
      node.kind === 'sequence' ? node.nodes.slice(count).every(mayBeAbsent) : count >= node.min;
    if (!complete) return false;
  }
  return true;
}
