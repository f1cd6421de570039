/**
 * An instruction of a program that follows all alternatives of an expression at once (Thompson's
 * construction).
 */
type Instruction =
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

/** An expression that is matched in linear time, whatever the text. */
interface LinearPattern {
  /** Whether the whole text matches. */
  test(text: string): boolean;
  /**
   * Instructions executed so far. For each character of a text, at most twice those of the program.
   */
  readonly steps: number;
}

/** All positions a match can be in after some characters. */
interface State {
  /** Numbers of the instructions that consume a character. */
  readonly takes: readonly number[];
  readonly accepts: boolean;
  /** The next states by character, as far as computed. */
  readonly next: Map<string, State>;
}

/**
 * Number of cached transitions. When it is exceeded, all are dropped, so no text can fill the
 * memory.
 */
const cachedTransitions = 4096;

/**
 * Matches an expression by following all alternatives at once. JavaScript's own matcher may try one
 * after the other and take exponential time. States are cached, so a typical text takes one lookup
 * for each character.
 *
 * @param expression in the form of generated code: `/^(?:…)$/u`
 */
export function linearPattern(expression: RegExp): LinearPattern {
  return new Matcher(expression);
}

class Matcher implements LinearPattern {
  steps = 0;
  private readonly expression: RegExp;
  private program: readonly Instruction[] = [];
  private states = new Map<string, State>();
  private start: State | undefined;
  private transitions = 0;

  constructor(expression: RegExp) {
    this.expression = expression;
  }

  test(text: string): boolean {
    // A pattern is compiled when it is first used.
    if (this.program.length === 0) this.program = compilePattern(this.expression);
    this.start ??= this.stateOf([0]);
    let state = this.start;
    for (const character of text) {
      state = state.next.get(character) ?? this.advance(state, character);
      if (state.takes.length === 0 && !state.accepts) return false;
    }
    return state.accepts;
  }

  /** The state of instructions and of all that they reach without consuming a character. */
  private stateOf(from: readonly number[]): State {
    const seen = new Set<number>();
    const takes: number[] = [];
    const open = [...from];
    let accepts = false;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      this.steps += 1;
      const instruction = this.program[at];
      if (instruction?.kind === 'accept') accepts = true;
      else if (instruction?.kind === 'take') takes.push(at);
      else if (instruction !== undefined) open.push(instruction.next, instruction.other);
    }
    takes.sort((one, other) => one - other);
    const key = `${accepts} ${takes.join(' ')}`;
    const known = this.states.get(key);
    if (known !== undefined) return known;
    const state: State = { takes, accepts, next: new Map() };
    this.states.set(key, state);
    return state;
  }

  private advance(state: State, character: string): State {
    const reached: number[] = [];
    // Several instructions may share a class, which is tested once.
    const asked = new Map<(character: string) => boolean, boolean>();
    for (const at of state.takes) {
      this.steps += 1;
      const instruction = this.program[at];
      if (instruction?.kind !== 'take') continue;
      const { matches } = instruction;
      const answer = asked.get(matches) ?? matches(character);
      asked.set(matches, answer);
      if (answer) reached.push(instruction.next);
    }
    if (this.transitions >= cachedTransitions) {
      this.states = new Map();
      this.start = undefined;
      this.transitions = 0;
    }
    const next = this.stateOf(reached);
    this.transitions += 1;
    state.next.set(character, next);
    return next;
  }
}

/** Other lexical forms of the value of a text, a limited number of them. */
type LexicalForms = (text: string) => Iterable<string>;

/** Number of zeros and fraction digits tried. */
const mostZeros = 20;
/** Number of forms of one item of a list, and of combinations of them, that are tried. */
const mostOfItem = 400;
const mostOfList = 4096;

/** `1` for `true`, `0` for `false`. */
export function booleanForms(text: string): readonly string[] {
  return [text === 'true' ? '1' : '0'];
}

/** An integer with leading zeros or a plus sign. */
export function* integerForms(text: string): Iterable<string> {
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length);
  for (let zeros = 0; zeros <= mostZeros; zeros += 1) {
    const padded = '0'.repeat(zeros) + digits;
    yield sign + padded;
    if (sign === '') yield `+${padded}`;
    if (text === '0') yield `-${padded}`;
  }
}

/** A decimal with other numbers of digits before and after the point. */
export function* decimalForms(text: string): Iterable<string> {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  if (whole + fraction === '') return;
  const wholes = [whole === '' ? '0' : whole, ...(whole === '0' ? [''] : [])];
  for (let zeros = 1; zeros <= 4; zeros += 1) wholes.push('0'.repeat(zeros) + wholes[0]);
  const fractions = fraction === '' ? ['', '.'] : [`.${fraction}`];
  for (let digits = fraction.length + 1; digits <= mostZeros; digits += 1) {
    fractions.push(`.${fraction.padEnd(digits, '0')}`);
  }
  for (const before of wholes) {
    for (const after of fractions) {
      if (before + after === '' || before + after === '.') continue;
      yield sign + before + after;
      if (sign === '') yield `+${before}${after}`;
    }
  }
}

/** A floating-point number with other numbers of digits, with and without an exponent. */
export function* floatForms(text: string): Iterable<string> {
  const value = Number(text);
  if (!Number.isFinite(value)) return;
  if (Math.abs(value) < 1e21) {
    for (let digits = 0; digits <= mostZeros; digits += 1) {
      const fixed = value.toFixed(digits);
      if (Number(fixed) !== value) continue;
      yield* decimalForms(fixed);
      break;
    }
  }
  for (let digits = 0; digits <= mostZeros; digits += 1) {
    const [mantissa = '', exponent = ''] = value.toExponential(digits).split('e');
    if (Number(`${mantissa}e${exponent}`) !== value) continue;
    const [, sign = '', all = ''] = /^(-?)(.*)$/.exec(mantissa.replace('.', '')) ?? [];
    for (let whole = 1; whole <= all.length; whole += 1) {
      const rest = all.slice(whole);
      const before = sign + all.slice(0, whole);
      const power = Number(exponent) - whole + 1;
      const forms = rest === '' ? [before, `${before}.0`] : [`${before}.${rest}`];
      for (const form of forms) yield* exponentForms(form, power, value === 0);
    }
  }
}

/** A mantissa with its exponent, which zero may have with either sign. */
function* exponentForms(mantissa: string, power: number, isZero: boolean): Iterable<string> {
  const digits = String(Math.abs(power));
  const signs = power < 0 ? ['-'] : isZero ? ['', '+', '-'] : ['', '+'];
  for (const letter of ['E', 'e']) {
    for (const size of [1, 2, 3]) {
      for (const sign of signs) yield `${mantissa}${letter}${sign}${digits.padStart(size, '0')}`;
    }
  }
}

/**
 * A list whose items have other forms: first all of them the same one, then any of a limited number
 * of combinations.
 */
export function listForms(item: LexicalForms): LexicalForms {
  return function* forms(text) {
    const items = text.split(' ').filter((one) => one !== '');
    const choices = items.map((one) => [one, ...first(item(one), mostOfItem)]);
    const most = Math.max(0, ...choices.map(({ length }) => length));
    for (let at = 1; at < most; at += 1) {
      yield choices.map((all) => all[Math.min(at, all.length - 1)]).join(' ');
    }
    const total = choices.reduce((product, { length }) => product * length, 1);
    if (items.length > mostZeros || total > mostOfList) return;
    for (let number = 1; number < total; number += 1) {
      let rest = number;
      const chosen = choices.map((all) => {
        const one = all[rest % all.length];
        rest = Math.floor(rest / all.length);
        return one;
      });
      yield chosen.join(' ');
    }
  };
}

function first(forms: Iterable<string>, most: number): readonly string[] {
  const found: string[] = [];
  for (const form of forms) if (found.push(form) >= most) break;
  return found;
}

/** Lower-case hexadecimal digits. */
export function hexForms(text: string): readonly string[] {
  return [text.toLowerCase()];
}

/** Base64 in groups and lines, each followed by a space. */
export function base64Forms(text: string): readonly string[] {
  return [1, 4, 64, 76].map((size) => text.replace(new RegExp(`.{${size}}(?=.)`, 'g'), '$& '));
}

/** A moment in UTC with other fractions of seconds, and in other zones. */
export function* momentForms(text: string): Iterable<string> {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return;
  for (let hours = 0; hours <= 28; hours += 1) {
    // 0, 1, -1, 2, -2 … -14
    const offset = hours % 2 === 0 ? -hours / 2 : (hours + 1) / 2;
    const shifted = new Date(time + offset * 3_600_000).toISOString();
    const [clock = '', milliseconds = ''] = shifted.slice(0, -1).split('.');
    const digits = milliseconds.replace(/0+$/, '');
    const sign = offset < 0 ? '-' : '+';
    const zone = `${sign}${String(Math.abs(offset)).padStart(2, '0')}:00`;
    const zones = offset === 0 ? ['Z', '+00:00', '-00:00'] : [zone];
    for (const end of zones) {
      if (digits === '') yield clock + end;
      for (let count = Math.max(1, digits.length); count <= 9; count += 1) {
        yield `${clock}.${digits.padEnd(count, '0')}${end}`;
      }
    }
  }
}

/**
 * A date and time, or a time of day, with more digits of seconds, and with `+00:00` for `Z`. All
 * keep the zone, which is part of the value.
 */
export function* secondForms(text: string): Iterable<string> {
  const parts = /^(.*\d\d:\d\d:\d\d)(?:\.(\d+))?(|Z|[+-]\d\d:\d\d)$/.exec(text);
  if (parts === null) return;
  const [, whole = '', fraction = '', zone = ''] = parts;
  for (const end of zone === 'Z' ? ['Z', '+00:00'] : [zone]) {
    if (fraction === '') yield whole + end;
    for (let count = Math.max(1, fraction.length); count <= 9; count += 1) {
      yield `${whole}.${fraction.padEnd(count, '0')}${end}`;
    }
  }
}
