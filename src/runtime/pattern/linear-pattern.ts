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
  /** What a character leads to, as far as it came before. */
  readonly next: Map<string, State>;
}

/** Transitions kept: beyond, all are forgotten, so that no text can fill the memory. */
const keptTransitions = 4096;

/**
 * Matches an expression by following all ways through it at once, where JavaScript's own matching
 * might try one after the other and take exponential time. States met before are kept, so that a
 * usual text takes one look-up for each character.
 *
 * @param expression as generated code has it: `/^(?:…)$/u`
 */
export function linearPattern(expression: RegExp): LinearPattern {
  let program: readonly Instruction[] | undefined;
  let states = new Map<string, State>();
  let start: State | undefined;
  let transitions = 0;
  let steps = 0;

  /** The state of instructions and all that are reached from them without a character. */
  function stateOf(code: readonly Instruction[], from: readonly number[]): State {
    const seen = new Set<number>();
    const takes: number[] = [];
    const open = [...from];
    let accepts = false;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      steps += 1;
      const instruction = code[at];
      if (instruction?.kind === 'accept') accepts = true;
      else if (instruction?.kind === 'take') takes.push(at);
      else if (instruction !== undefined) open.push(instruction.next, instruction.other);
    }
    takes.sort((one, other) => one - other);
    const key = `${accepts} ${takes.join(' ')}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    const state: State = { takes, accepts, next: new Map() };
    states.set(key, state);
    return state;
  }

  function advance(code: readonly Instruction[], state: State, character: string): State {
    const reached: number[] = [];
    /** Classes stand at many places; each is asked once. */
    const asked = new Map<(character: string) => boolean, boolean>();
    for (const at of state.takes) {
      steps += 1;
      const instruction = code[at];
      if (instruction?.kind !== 'take') continue;
      const { matches } = instruction;
      const answer = asked.get(matches) ?? matches(character);
      asked.set(matches, answer);
      if (answer) reached.push(instruction.next);
    }
    if (transitions >= keptTransitions) {
      states = new Map();
      start = undefined;
      transitions = 0;
    }
    const next = stateOf(code, reached);
    transitions += 1;
    state.next.set(character, next);
    return next;
  }

  return {
    get steps() {
      return steps;
    },
    test(text) {
      program ??= compilePattern(expression);
      start ??= stateOf(program, [0]);
      let state = start;
      for (const character of text) {
        state = state.next.get(character) ?? advance(program, state, character);
        if (state.takes.length === 0 && !state.accepts) return false;
      }
      return state.accepts;
    },
  };
}
