import { compilePattern, type Instruction } from './program.ts';

/** An expression that is matched in linear time, whatever the text. */
export interface LinearPattern {
  /** Whether the whole text matches. */
  test(text: string): boolean;
  /**
   * Instructions looked at so far: each character of a text takes at most as many as the program
   * has, twice.
   */
  readonly steps: number;
}

/** All places a match can be at after some characters. */
interface State {
  /** Numbers of the instructions that take a character. */
  readonly takes: readonly number[];
  readonly accepts: boolean;
  /** The states after each character that has come here before. */
  readonly next: Map<string, State>;
}

/** Transitions cached: beyond, all are dropped, so that no text can fill the memory. */
const cachedTransitions = 4096;

/**
 * Matches an expression by following all ways through it at once, where JavaScript's own matching
 * might try one after the other and take exponential time. States are cached, so that a usual text
 * takes one look-up for each character.
 *
 * @param expression as generated code has it: `/^(?:…)$/u`
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

  /** The state of instructions and all that are reached from them without a character. */
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
    // Several instructions may share a class, which is asked once.
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
