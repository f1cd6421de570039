import { type PatternNode, parsePattern } from '../pattern/pattern-syntax.ts';

/** Characters in the order in which they are tried for a class, so that samples are readable. */
const preferred = '1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz -_.,:/@+#';

/**
 * A text that matches a pattern of XML Schema (part 2 appendix F): the shortest one, with `extra`
 * additional repetitions of each unlimited quantifier. `undefined` for a pattern that is malformed
 * or has an empty class.
 */
export function samplePattern(pattern: string, extra: number): string | undefined {
  const root = parsePattern(pattern);
  return root === undefined ? undefined : write(root, extra, { position: 0 });
}

function write(node: PatternNode, extra: number, state: { position: number }): string | undefined {
  switch (node.kind) {
    case 'choice': {
      for (const branch of node.branches) {
        const text = write(branch, extra, state);
        if (text !== undefined) return text;
      }
      return undefined;
    }
    case 'sequence': {
      let text = '';
      for (const piece of node.pieces) {
        const next = write(piece, extra, state);
        if (next === undefined) return undefined;
        text += next;
      }
      return text;
    }
    case 'repeat': {
      const rounds = Math.min(node.max, node.min + extra, 10_000);
      let text = '';
      for (let round = 0; round < rounds; round += 1) {
        const next = write(node.node, extra, state);
        if (next === undefined) return round >= node.min ? text : undefined;
        text += next;
      }
      return text;
    }
    case 'class':
      return pick(node.matches, state);
  }
}

/** A character of the class. Neighbouring ones differ if the class has several. */
function pick(
  matches: (codePoint: number) => boolean,
  state: { position: number },
): string | undefined {
  const start = state.position;
  state.position += 1;
  const candidates = [...preferred].filter((one) => matches(one.codePointAt(0) ?? 0));
  if (candidates.length > 0) {
    const kind = candidates[0] !== undefined && /\d/.test(candidates[0]) ? /\d/ : /./;
    const alike = candidates.filter((one) => kind.test(one));
    return alike[start % alike.length];
  }
  for (let codePoint = 0x20; codePoint < 0x3_0000; codePoint += 1) {
    if (codePoint === 0xd800) codePoint = 0xe000;
    if (matches(codePoint)) return String.fromCodePoint(codePoint);
  }
  return matches(9) ? '\t' : matches(10) ? '\n' : undefined;
}
