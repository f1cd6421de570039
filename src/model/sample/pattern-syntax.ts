/** A pattern of XML Schema as a tree (part 2 appendix F). */
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

type Matches = (codePoint: number) => boolean;

/** Where parsing stands. */
interface Cursor {
  readonly text: readonly string[];
  at: number;
}

class PatternError extends Error {}

/** Parses a pattern; `undefined` when it is malformed. */
export function parsePattern(pattern: string): PatternNode | undefined {
  const cursor: Cursor = { text: [...pattern], at: 0 };
  try {
    const node = readChoice(cursor);
    return cursor.at === cursor.text.length ? node : undefined;
  } catch (error) {
    if (error instanceof PatternError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function take(cursor: Cursor): string {
  const next = cursor.text[cursor.at];
  if (next === undefined) throw new PatternError();
  cursor.at += 1;
  return next;
}

function accept(cursor: Cursor, character: string): boolean {
  if (cursor.text[cursor.at] !== character) return false;
  cursor.at += 1;
  return true;
}

function readChoice(cursor: Cursor): PatternNode {
  const branches = [readSequence(cursor)];
  while (accept(cursor, '|')) branches.push(readSequence(cursor));
  const [only] = branches;
  return branches.length === 1 && only !== undefined ? only : { kind: 'choice', branches };
}

function readSequence(cursor: Cursor): PatternNode {
  const pieces: PatternNode[] = [];
  for (;;) {
    const next = cursor.text[cursor.at];
    if (next === undefined || next === '|' || next === ')') return { kind: 'sequence', pieces };
    pieces.push(readQuantifier(cursor, readAtom(cursor)));
  }
}

function readQuantifier(cursor: Cursor, node: PatternNode): PatternNode {
  if (accept(cursor, '?')) return { kind: 'repeat', node, min: 0, max: 1 };
  if (accept(cursor, '*')) return { kind: 'repeat', node, min: 0, max: Number.POSITIVE_INFINITY };
  if (accept(cursor, '+')) return { kind: 'repeat', node, min: 1, max: Number.POSITIVE_INFINITY };
  if (!accept(cursor, '{')) return node;
  let text = '';
  while (!accept(cursor, '}')) text += take(cursor);
  const match = /^(\d{1,6})(,(\d{0,6}))?$/.exec(text);
  if (match === null) throw new PatternError();
  const min = Number(match[1]);
  const upper = match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
  return { kind: 'repeat', node, min, max: match[2] === undefined ? min : upper };
}

function readAtom(cursor: Cursor): PatternNode {
  const character = take(cursor);
  switch (character) {
    case '(': {
      const node = readChoice(cursor);
      if (!accept(cursor, ')')) throw new PatternError();
      return node;
    }
    case '[':
      return { kind: 'class', matches: readClass(cursor) };
    case '\\':
      return { kind: 'class', matches: readEscape(cursor) };
    case '.':
      return { kind: 'class', matches: (code) => code !== 10 && code !== 13 };
    case '?':
    case '*':
    case '+':
      throw new PatternError();
    default:
      return { kind: 'class', matches: equals(character) };
  }
}

function equals(character: string): Matches {
  const wanted = character.codePointAt(0);
  return (code) => code === wanted;
}

/** A class behind its `[`, with subtraction: `[a-z-[aeiou]]`. */
function readClass(cursor: Cursor): Matches {
  const negated = accept(cursor, '^');
  const members: Matches[] = [];
  let without: Matches | undefined;
  while (!accept(cursor, ']')) {
    if (cursor.text[cursor.at] === '-' && cursor.text[cursor.at + 1] === '[') {
      cursor.at += 2;
      without = readClass(cursor);
      if (!accept(cursor, ']')) throw new PatternError();
      break;
    }
    members.push(readMember(cursor));
  }
  return (code) => members.some((matches) => matches(code)) !== negated && without?.(code) !== true;
}

function readMember(cursor: Cursor): Matches {
  const first = take(cursor);
  if (first === '\\' && !singleEscapes.test(cursor.text[cursor.at] ?? ''))
    return readEscape(cursor);
  const from = first === '\\' ? escaped(take(cursor)) : first;
  const next = cursor.text[cursor.at + 1];
  if (cursor.text[cursor.at] !== '-' || next === ']' || next === '[') return equals(from);
  cursor.at += 1;
  const last = take(cursor);
  const low = from.codePointAt(0) ?? 0;
  const high = (last === '\\' ? escaped(take(cursor)) : last).codePointAt(0) ?? 0;
  return (code) => code >= low && code <= high;
}

const singleEscapes = /^[nrt\\|.?*+(){}\-[\]^$]$/;

function escaped(letter: string): string {
  return letter === 'n' ? '\n' : letter === 'r' ? '\r' : letter === 't' ? '\t' : letter;
}

const classEscapes: Readonly<Record<string, RegExp>> = {
  s: /^[ \t\n\r]$/u,
  d: /^\p{Nd}$/u,
  w: /^[^\p{P}\p{Z}\p{C}]$/u,
  i: /^[\p{L}_:]$/u,
  c: /^[\p{L}\p{Nd}_:.-]$/u,
};

/** An escape behind its backslash. */
function readEscape(cursor: Cursor): Matches {
  const letter = take(cursor);
  const known = classEscapes[letter.toLowerCase()];
  if (known !== undefined) return test(known, letter !== letter.toLowerCase());
  if (letter.toLowerCase() === 'p') {
    if (!accept(cursor, '{')) throw new PatternError();
    let name = '';
    while (!accept(cursor, '}')) name += take(cursor);
    if (name === 'IsBasicLatin') return (code) => code < 0x80 === (letter === 'p');
    return test(new RegExp(`^\\p{${name}}$`, 'u'), letter === 'P');
  }
  return equals(escaped(letter));
}

function test(expression: RegExp, negated: boolean): Matches {
  return (code) => expression.test(String.fromCodePoint(code)) !== negated;
}
