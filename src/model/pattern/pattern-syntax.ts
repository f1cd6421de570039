import { type Pattern, parsePattern as parse } from './parse-pattern.ts';

/** A pattern of XML Schema as a tree, to create or match texts (part 2 appendix F). */
export type PatternNode =
  | { readonly kind: 'choice'; readonly branches: readonly PatternNode[] }
  | { readonly kind: 'sequence'; readonly pieces: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly node: PatternNode;
      readonly min: number;
      readonly max: number;
    }
  | { readonly kind: 'class'; readonly matches: (codePoint: number) => boolean };

/** Parses a pattern; `undefined` when it is malformed. */
export function parsePattern(pattern: string): PatternNode | undefined {
  const parsed = parse(pattern);
  return parsed === undefined ? undefined : nodeOf(parsed);
}

function nodeOf(pattern: Pattern): PatternNode {
  switch (pattern.kind) {
    case 'chars': {
      const expression = new RegExp(`^(?:${pattern.source})$`, 'u');
      const matches = (code: number): boolean => expression.test(String.fromCodePoint(code));
      return { kind: 'class', matches };
    }
    case 'sequence':
      return { kind: 'sequence', pieces: pattern.parts.map(nodeOf) };
    case 'choice':
      return { kind: 'choice', branches: pattern.parts.map(nodeOf) };
    case 'repeat': {
      const { part, min, max } = pattern;
      return { kind: 'repeat', node: nodeOf(part), min, max };
    }
  }
}
