import type { ChangeClass } from './change.ts';

/** How the values allowed before relate to those allowed now. */
export type Relation = 'same' | 'narrower' | 'wider' | 'different';

/** Whom a change breaks, as bits. */
const callers = 1;
const servers = 2;
const both = 3;

/**
 * Whom a change breaks where it is in what callers send, and where it is in what servers answer.
 */
export interface Verdict {
  readonly request: number;
  readonly response: number;
  /** Set for texts that only people read. */
  readonly documentation?: boolean;
}

/** What may happen to something that is in messages. */
type VerdictName =
  | Exclude<Relation, 'same'>
  | 'compatible'
  | 'addedOptional'
  | 'addedRequired'
  | 'removedOptional'
  | 'removedRequired'
  | 'breaksCallers'
  | 'breaksServers'
  | 'documentation';

/**
 * Judgements by what happened. Who receives a message fails on a value it does not know: an old
 * server on a wider request, an old caller on a wider response; a new server on what an old caller
 * still sends where requests became narrower, and so on. Elements, attributes and headers that a
 * receiver does not know are skipped, as ASMX does, so that adding an optional one breaks no one. A
 * field that is gone breaks those who relied on it.
 */
export const verdicts: Readonly<Record<VerdictName, Verdict>> = {
  narrower: { request: callers, response: servers },
  wider: { request: servers, response: callers },
  different: { request: both, response: both },
  compatible: { request: 0, response: 0 },
  addedOptional: { request: 0, response: 0 },
  addedRequired: { request: callers, response: servers },
  removedOptional: { request: callers, response: callers },
  removedRequired: { request: both, response: callers },
  breaksCallers: { request: callers, response: callers },
  breaksServers: { request: servers, response: servers },
  documentation: { request: 0, response: 0, documentation: true },
};

/** The judgement of a value space that changed; `undefined` when it did not. */
export function verdictOf(relation: Relation): Verdict | undefined {
  return relation === 'same' ? undefined : verdicts[relation];
}

/** The relation that follows when two aspects of the same values relate so. */
export function combine(a: Relation, b: Relation): Relation {
  if (a === b || b === 'same') return a;
  return a === 'same' ? b : 'different';
}

/** The classes of a change that breaks these. */
export function classesOf(broken: number, documentation: boolean): readonly ChangeClass[] {
  if (documentation) return ['documentation'];
  if (broken === both) return ['breaks callers', 'breaks servers'];
  if (broken === callers) return ['breaks callers'];
  return broken === servers ? ['breaks servers'] : ['compatible'];
}
