import { checkChoiceRead } from './codec-choice.ts';
import { checkCount } from './codec-count.ts';
import {
  branchNames,
  type ModelLeaf,
  type ModelNode,
  type ModelRepeat,
  mayBeAbsent,
  type XmlContentModel,
} from './codec-model.ts';
import { missing } from './xml-missing.ts';
import type { XmlReader } from './xml-reader.ts';

/** What may still come: the rest of an open part, and what follows that. */
export interface Rest {
  readonly node: ModelLeaf | XmlContentModel | ModelRepeat;
  /** Elements of a leaf, parts of a sequence, turns of a repeated group so far. */
  readonly count: number;
  readonly next: Rest | undefined;
}

/**
 * Tells what is missing first.
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
    checkCount(count, node.min, node.max, node.property, reader);
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
