import type { ChangeClass } from './change.ts';

/** Relation between the values allowed before and now. */
export type Relation = 'same' | 'narrower' | 'wider' | 'different';

/** Direction of a message; faults and the headers of answers are responses. */
export type Direction = 'request' | 'response';

/** What happens to messages, as bits. */
export type Verdict = number;

/** Old messages do not fit the new contract. */
const narrower = 1;
/** New messages do not fit the old contract. */
const wider = 2;
/** Receivers of the new contract skip a part of old messages. */
const lost = 4;
/** Callers of the new contract ask for something that old servers lack. */
const unserved = 8;
/** A name differs that only messages with SOAP encoding have, in their `xsi:type`s. */
const renamed = 16;
const text = 32;
const unseen = 64;

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
  | 'renamedType'
  | 'movedType'
  | 'documentation';

/**
 * Verdicts by event. The receiver of a message fails on values that it does not know: an old server
 * on a wider request, an old caller on a wider response, a new server on the requests of an old
 * caller if they became narrower, and so on. Receivers skip unknown elements, attributes and
 * headers, like ASMX, so adding an optional one breaks no one. Removing a field breaks those that
 * use it.
 */
export const verdicts: Readonly<Record<VerdictName, Verdict>> = {
  narrower,
  wider,
  different: narrower | wider,
  compatible: 0,
  addedOptional: 0,
  addedRequired: narrower,
  removedOptional: lost,
  removedRequired: lost | wider,
  breaksCallers: lost,
  breaksServers: unserved,
  renamedType: renamed,
  /** Reported only where it breaks something. */
  movedType: renamed | unseen,
  documentation: text,
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

/**
 * The verdict on something that may no longer be at a place, where other things may be: receivers
 * skip it, and miss one if the place must not be empty.
 */
export function removalOf({ min, max }: { readonly min: number; readonly max: number }): Verdict {
  if (min === 0) return lost;
  return max > 1 ? lost | narrower : narrower;
}

/** A verdict without what the messages as a whole do not show. */
export function within(verdict: Verdict, relation: Relation): Verdict {
  const shown = verdictOf(relation) ?? 0;
  return verdict & ~(verdicts.different & ~shown);
}

/** A verdict on something that is only at another place now, where receivers still read it. */
export function withoutLoss(verdict: Verdict): Verdict {
  return verdict & ~lost;
}

/** Whether a change with this verdict is told even if it breaks nothing. */
export function isTold(verdict: Verdict): boolean {
  return (verdict & unseen) === 0;
}

/** The sides that a change breaks, as bits. */
const callers = 1;
const servers = 2;

/**
 * The sides that a change breaks by messages of a direction.
 *
 * @param encoded whether the message has SOAP encoding
 */
export function sidesBroken(verdict: Verdict, direction: Direction, encoded: boolean): number {
  const has = (bits: number): boolean => (verdict & bits) !== 0;
  const isRequest = direction === 'request';
  const names = encoded ? renamed : 0;
  const breaksCallers = has(lost | names | (isRequest ? narrower : wider));
  const breaksServers = has(unserved | names | (isRequest ? wider : narrower));
  return (breaksCallers ? callers : 0) | (breaksServers ? servers : 0);
}

/** The classes of a change that breaks these sides. */
export function classesOf(broken: number, verdict: Verdict): readonly ChangeClass[] {
  if ((verdict & text) !== 0) return ['documentation'];
  if (broken === (callers | servers)) return ['breaks callers', 'breaks servers'];
  if (broken === callers) return ['breaks callers'];
  return broken === servers ? ['breaks servers'] : ['compatible'];
}
