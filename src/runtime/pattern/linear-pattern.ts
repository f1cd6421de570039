import { compilePattern, type Instruction } from './program.ts';

/** An expression that is matched in linear time, whatever the text. */
export interface LinearPattern {
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
