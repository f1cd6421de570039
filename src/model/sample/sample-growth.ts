import type { MarkupElement, MarkupNode } from '../common/markup.ts';
import type { Particle } from '../xsd/schema.ts';
import { createKinship, type Kinship } from './sample-names.ts';

/** Nodes of a sample: elements and attributes. What is optional is left out beyond. */
const mostNodes = 300;
/** Nodes that may be required. Beyond, a sample ends early, and is not valid. */
const mostRequired = 1000;
/** How often something optional may turn out too large before no more is tried. */
const mostMisses = 20;
/** Occurrences of one element or group, even if more are required. */
export const mostOccurrences = 3;
/** The same in a sample that code reads, which refuses too few. */
export const mostRead = 100;

/** An element of a sample that may still grow. */
export interface DraftElement extends Omit<MarkupElement, 'children'> {
  readonly children: readonly DraftNode[];
}

/** An element, an escaped text, or the place of optional nodes, which may stay empty. */
export type DraftNode = DraftElement | string | DraftNode[];

/** How soon something optional is written: the lowest first. */
const ranks = { named: 0, usual: 1, again: 2 };

/**
 * The nodes of one sample, which has a few hundred at most, whatever the contract. What is required
 * comes first. Then what is optional joins while it fits: what the operation's name points to,
 * then the rest, level by level, so that the members of the message come before all that is inside
 * the first of them, then what is repeated.
 */
export class SampleGrowth {
  private used = 0;
  /** Nodes that it may have. */
  private most = mostRequired;
  private misses = 0;
  private readonly waiting: (() => void)[][] = [[], [], []];
  /** How much a particle has in common with the operation's name. */
  readonly kinshipOf: (particle: Particle) => Kinship;

  constructor(operation: string) {
    this.kinshipOf = createKinship(operation);
  }

  /** Whether there is no room for what is optional. */
  get isFull(): boolean {
    return this.used >= mostNodes;
  }

  /** Whether there was no room for something that is required where it is. */
  get isOver(): boolean {
    return this.used > this.most;
  }

  /** Counts a node. Returns `false` if there is no room for it, nor for what is inside it. */
  take(): boolean {
    this.used += 1;
    return !this.isOver;
  }

  /**
   * Writes an optional particle later, as a whole or not at all.
   *
   * @param ordinal its number among those of the same particle
   * @param to where its place is now
   * @param write called with its place
   */
  later(
    particle: Particle,
    ordinal: number,
    to: DraftNode[],
    write: (place: DraftNode[]) => void,
  ): void {
    const place: DraftNode[] = [];
    to.push(place);
    this.waiting[this.rankOf(particle, ordinal)]?.push(() => {
      const before = this.used;
      const lengths = this.waiting.map(({ length }) => length);
      write(place);
      if (!this.isOver) return;
      this.used = before;
      this.misses += 1;
      place.length = 0;
      for (const [index, length] of lengths.entries()) this.waiting[index]?.splice(length);
    });
  }

  private rankOf(particle: Particle, ordinal: number): number {
    if (ordinal > 0) return ranks.again;
    return this.kinshipOf(particle) === 'none' ? ranks.usual : ranks.named;
  }

  /** Writes what waits while there is room. Returns the nodes without their places. */
  finish(nodes: readonly DraftNode[]): readonly MarkupNode[] {
    this.most = mostNodes;
    const at = [0, 0, 0];
    while (!this.isFull && this.misses < mostMisses) {
      const rank = this.waiting.findIndex((list, index) => (at[index] ?? 0) < list.length);
      const index = at[rank];
      if (index === undefined) break;
      at[rank] = index + 1;
      this.waiting[rank]?.[index]?.();
    }
    return settled(nodes);
  }
}

function settled(nodes: readonly DraftNode[]): readonly MarkupNode[] {
  return nodes.flatMap((node): readonly MarkupNode[] => {
    if (typeof node === 'string') return [node];
    if (Array.isArray(node)) return settled(node);
    return [{ ...node, children: settled(node.children) }];
  });
}
