import { type PatternNode, parsePattern } from './pattern-syntax.ts';

/** Whether a whole text matches a pattern of XML Schema; `undefined` for a malformed pattern. Takes time linear in the text's length for each part of the pattern. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const root = parsePattern(pattern);
  if (root === undefined) return undefined;
  const codePoints = [...text].map((one) => one.codePointAt(0) ?? 0);
  return ends(root, codePoints, new Set([0])).has(codePoints.length);
}

/** Positions where a match that begins at one of the positions given can end. */
function ends(
  node: PatternNode,
  text: readonly number[],
  starts: ReadonlySet<number>,
): ReadonlySet<number> {
  switch (node.kind) {
    case 'class':
      return new Set([...starts].filter((at) => matchesAt(node, text, at)).map((at) => at + 1));
    case 'sequence':
      return node.pieces.reduce((at, piece) => ends(piece, text, at), starts);
    case 'choice':
      return new Set(node.branches.flatMap((branch) => [...ends(branch, text, starts)]));
    case 'repeat': {
      const found = new Set<number>(node.min === 0 ? starts : []);
      let now = starts;
      for (let round = 1; round <= node.max && now.size > 0; round += 1) {
        now = ends(node.node, text, now);
        const before = found.size;
        if (round >= node.min) for (const at of now) found.add(at);
        // once no position is new, further rounds find none either
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
