import type { ChangeClass } from './change.ts';

/** Relation between the values allowed before and now. */
export type Relation = 'same' | 'narrower' | 'wider' | 'different';

/** The sides that a change breaks, as bits. */
const callers = 1;
const servers = 2;
const both = 3;

/** The sides that a change breaks, in requests and in responses. */
export interface Verdict {
  readonly request: number;
  readonly response: number;
  /** Set for documentation. */
  readonly documentation?: boolean;
}

/** What can happen to a part of messages. */
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
 * Verdicts by event. The receiver of a message fails on values that it does not know: an old server
 * on a wider request, an old caller on a wider response, a new server on the requests of an old
 * caller if they became narrower, and so on. Receivers skip unknown elements, attributes and
 * headers, like ASMX, so adding an optional one breaks no one. Removing a field breaks those that
 * use it.
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

/** The verdict on a changed value space; `undefined` if it did not change. */
export function verdictOf(relation: Relation): Verdict | undefined {
  return relation === 'same' ? undefined : verdicts[relation];
}

/** The relation that results from two aspects of the same values. */
export function combine(a: Relation, b: Relation): Relation {
  if (a === b || b === 'same') return a;
  return a === 'same' ? b : 'different';
}

/** The classes of a change that breaks these sides. */
export function classesOf(broken: number, documentation: boolean): readonly ChangeClass[] {
  if (documentation) return ['documentation'];
  if (broken === both) return ['breaks callers', 'breaks servers'];
  if (broken === callers) return ['breaks callers'];
  return broken === servers ? ['breaks servers'] : ['compatible'];
}
