/**
 * An instruction of a program that follows all alternatives of an expression at once (Thompson's
 * construction).
 */
export type Instruction =
  /** Consumes a character of a class and continues at `next`. */
  | { readonly kind: 'take'; readonly matches: (character: string) => boolean; next: number }
  /** Continues at both positions. */
  | { readonly kind: 'fork'; next: number; other: number }
  /** The text matches if it ends here. */
  | { readonly kind: 'accept' };

/** A part of an expression. */
type Part =
  | { readonly kind: 'class'; readonly matches: (character: string) => boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly min: number; readonly max: number };

/**
 * Compiles an expression. Supports the syntax that generated code uses: non-capturing groups,
 * classes, characters, alternatives, quantifiers, and class subtraction as `(?![aeiou])[a-z]`.
 *
 * @param expression anchored as `/^(?:…)$/u`
 */
export function compilePattern(expression: RegExp): readonly Instruction[] {
  const { source } = expression;
  const part = parse(source.slice('^(?:'.length, source.length - ')$'.length));
  const program: Instruction[] = [];
  emit(program, part);
  program.push({ kind: 'accept' });
  return program;
}

function parse(text: string): Part {
  const classes = new Map<string, Part>();
  let at = 0;
  return choice();

  function choice(): Part {
    const parts = [sequence()];
    while (text.startsWith('|', at)) {
      at += 1;
      parts.push(sequence());
    }
    return { kind: 'choice', parts };
  }

  function sequence(): Part {
    const parts: Part[] = [];
    while (at < text.length && text[at] !== '|' && text[at] !== ')') parts.push(counted(atom()));
    return { kind: 'sequence', parts };
  }

  function atom(): Part {
    const from = at;
    if (text.startsWith('(?:', at)) {
      at += '(?:'.length;
      const inner = choice();
      at += 1;
      return inner;
    }
    if (text.startsWith('(?!', at)) at = atomEnd(text, at);
    at = atomEnd(text, at);
    return classOf(text.slice(from, at));
  }

  function classOf(member: string): Part {
    const known = classes.get(member);
    if (known !== undefined) return known;
    const one = new RegExp(`^${member}$`, 'u');
    const part: Part = { kind: 'class', matches: (character) => one.test(character) };
    classes.set(member, part);
    return part;
  }

  function counted(part: Part): Part {
    const count = /^(?:[?*+]|\{(\d+)(,?)(\d*)\})/.exec(text.slice(at, at + 32));
    if (count === null) return part;
    const [sign, least, comma, most] = count;
    at += sign.length;
    const many = Number.POSITIVE_INFINITY;
    if (sign === '?') return { kind: 'repeat', part, min: 0, max: 1 };
    if (sign === '*') return { kind: 'repeat', part, min: 0, max: many };
    if (sign === '+') return { kind: 'repeat', part, min: 1, max: many };
    const max = comma === '' ? Number(least) : most === '' ? many : Number(most);
    return { kind: 'repeat', part, min: Number(least), max };
  }
}

/** Offset after the class, character, escape or group at `at`. */
function atomEnd(text: string, at: number): number {
  if (text[at] === '\\') return escapeEnd(text, at);
  if (text[at] === '[') {
    let end = at + 1;
    while (text[end] !== ']') end = text[end] === '\\' ? escapeEnd(text, end) : end + 1;
    return end + 1;
  }
  if (text[at] === '(') {
    let end = at + '(?:'.length;
    while (text[end] !== ')') end = atomEnd(text, end);
    return end + 1;
  }
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

function escapeEnd(text: string, at: number): number {
  return text[at + 2] === '{' && /[upP]/.test(text[at + 1] ?? '')
    ? text.indexOf('}', at) + 1
    : at + 2;
}

/** Appends a part, which continues with the part appended next. */
function emit(program: Instruction[], part: Part): void {
  switch (part.kind) {
    case 'class':
      program.push({ kind: 'take', matches: part.matches, next: program.length + 1 });
      return;
    case 'sequence':
      for (const inner of part.parts) emit(program, inner);
      return;
    case 'choice':
      emitChoice(program, part.parts);
      return;
    case 'repeat':
      for (let turn = 0; turn < part.min; turn += 1) emit(program, part.part);
      emitRest(program, part.part, part.max - part.min);
  }
}

/** An instruction whose targets are set later. */
function fork(program: Instruction[]): Extract<Instruction, { kind: 'fork' }> {
  const branch = { kind: 'fork', next: program.length + 1, other: program.length + 1 } as const;
  const instruction: Extract<Instruction, { kind: 'fork' }> = { ...branch };
  program.push(instruction);
  return instruction;
}

function emitChoice(program: Instruction[], parts: readonly Part[]): void {
  const ends: Extract<Instruction, { kind: 'fork' }>[] = [];
  parts.forEach((part, index) => {
    const isLast = index === parts.length - 1;
    const split = isLast ? undefined : fork(program);
    emit(program, part);
    if (!isLast) ends.push(fork(program));
    if (split !== undefined) split.other = program.length;
  });
  for (const end of ends) {
    end.next = program.length;
    end.other = program.length;
  }
}

/** Up to `turns` further iterations, each of which may be the last. */
function emitRest(program: Instruction[], part: Part, turns: number): void {
  if (turns === Number.POSITIVE_INFINITY) {
    const start = program.length;
    const loop = fork(program);
    emit(program, part);
    const back = fork(program);
    back.next = start;
    back.other = start;
    loop.other = program.length;
    return;
  }
  const exits: Extract<Instruction, { kind: 'fork' }>[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    exits.push(fork(program));
    emit(program, part);
  }
  for (const exit of exits) exit.other = program.length;
}
