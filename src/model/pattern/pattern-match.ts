import { type PatternNode, parsePattern } from './pattern-syntax.ts';

/**
 * Limit on positions in one match. Nested counts could require any number; no reasonable pattern
 * needs as many.
 */
const mostEach = 200_000;
/** Limit for all matches of one matcher. */
const mostInAll = 5_000_000;

/** Matches texts against patterns, each of which is parsed once. */
export interface PatternMatcher {
  /**
   * Whether a whole text matches a pattern of XML Schema; `undefined` for a malformed pattern, or
   * if matching takes too long.
   */
  matches(pattern: string, text: string): boolean | undefined;
  /**
   * Counts other work on values against the same limit. Returns `false` when it is exceeded; then
   * nothing more is checked.
   */
  spend(): boolean;
}

/** Creates a matcher for one contract, with a limit on the work of all matches. */
export function createPatternMatcher(): PatternMatcher {
  const parsed = new Map<string, PatternNode | undefined>();
  const effort = { left: mostInAll };
  return {
    matches(pattern, text) {
      if (!parsed.has(pattern)) parsed.set(pattern, parsePattern(pattern));
      const root = parsed.get(pattern);
      return root === undefined ? undefined : matchesNode(root, text, effort);
    },
    spend() {
      effort.left -= 1;
      return effort.left > 0;
    },
  };
}

interface Effort {
  /** Positions left until the limit. */
  left: number;
}

function matchesNode(root: PatternNode, text: string, all: Effort): boolean | undefined {
  const codePoints = [...text].map((one) => one.codePointAt(0) ?? 0);
  const most = Math.min(mostEach, all.left);
  const effort = { left: most };
  const found = ends(root, codePoints, new Set([0]), effort).has(codePoints.length);
  all.left -= most - effort.left;
  return effort.left < 0 ? undefined : found;
}

const nowhere: ReadonlySet<number> = new Set();

/** End positions of matches that begin at the given positions. */
function ends(
  node: PatternNode,
  text: readonly number[],
  starts: ReadonlySet<number>,
  effort: Effort,
): ReadonlySet<number> {
  effort.left -= starts.size + 1;
  if (effort.left < 0) return nowhere;
  switch (node.kind) {
    case 'class':
      return new Set([...starts].filter((at) => matchesAt(node, text, at)).map((at) => at + 1));
    case 'sequence':
      return node.pieces.reduce((at, piece) => ends(piece, text, at, effort), starts);
    case 'choice':
      return new Set(node.branches.flatMap((branch) => [...ends(branch, text, starts, effort)]));
    case 'repeat': {
      const found = new Set<number>(node.min === 0 ? starts : []);
      let now = starts;
      for (let round = 1; round <= node.max && now.size > 0; round += 1) {
        now = ends(node.node, text, now, effort);
        const before = found.size;
        if (round >= node.min) for (const at of now) found.add(at);
        // without a new position, further rounds find none either
        if (round >= node.min && found.size === before) break;
      }
      return found;
    }
  }
}

function matchesAt(
  node: PatternNode & { readonly kind: 'class' },
  text: readonly number[],
  at: number,
): boolean {
  const codePoint = text[at];
  return codePoint !== undefined && node.matches(codePoint);
}
