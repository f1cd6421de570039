import type { ServiceAnswer } from './recorded-call.ts';
import { sameText } from './same-text.ts';

/** A value in which two answers to one call differ. */
export interface AnswerDifference {
  /**
   * Where it is: `result.items[3].sku`, `fault.code`, `written`, `soapHeaders.Session.id`,
   * `status`.
   */
  readonly path: string;
  /** The value in the old answer; `undefined` if it has none. */
  readonly old: unknown;
  /** The value in the new answer; `undefined` if it has none. */
  readonly new: unknown;
}

/** Differences of one call that are listed. */
const most = 100;

/**
 * Compares two answers by value: spelling, prefixes, white space and attributes of the messages do
 * not matter.
 *
 * @returns the first hundred differences
 */
export function differencesOf(
  before: ServiceAnswer,
  after: ServiceAnswer,
): readonly AnswerDifference[] {
  const found: AnswerDifference[] = [];
  for (const name of ['status', 'fault', 'result', 'soapHeaders'] as const) {
    walk(before[name], after[name], name, found);
  }
  walk(parsed(before.written), parsed(after.written), 'written', found);
  return found.slice(0, most);
}

/** What an operation wrote itself, as data if it is JSON. */
function parsed(written: ServiceAnswer['written']): unknown {
  if (typeof written !== 'string' || !/^\s*[[{]/.test(written)) return written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

function walk(before: unknown, after: unknown, path: string, found: AnswerDifference[]): void {
  if (found.length >= most || isSame(before, after)) return;
  const steps = stepsOf(before, after);
  if (steps === undefined) {
    found.push({ path, old: before, new: after });
    return;
  }
  const isList = Array.isArray(before);
  const [old, now] = [before, after].map((one) => new Map(Object.entries(one as object)));
  for (const key of steps) {
    walk(old?.get(key), now?.get(key), isList ? `${path}[${key}]` : `${path}.${key}`, found);
  }
}

/** The properties of two objects or lists; `undefined` if they can only be compared as a whole. */
function stepsOf(before: unknown, after: unknown): Iterable<string> | undefined {
  const arePlain = [before, after].every(
    (one) =>
      typeof one === 'object' &&
      one !== null &&
      (Array.isArray(one) || Object.keys(one).length > 0) &&
      !(one instanceof Uint8Array),
  );
  if (!arePlain || Array.isArray(before) !== Array.isArray(after)) return undefined;
  return new Set([...Object.keys(before as object), ...Object.keys(after as object)]);
}

/** Whether two values that have no properties are the same. */
function isSame(before: unknown, after: unknown): boolean {
  if (Object.is(before, after) || before === after) return true;
  if (typeof before === 'string' && typeof after === 'string') return sameText(before, after);
  if (typeof before !== 'object' || typeof after !== 'object') return false;
  if (before === null || after === null) return false;
  if (before instanceof Uint8Array && after instanceof Uint8Array) {
    return before.length === after.length && before.every((byte, at) => byte === after[at]);
  }
  // dates, and types of the application
  const areEmpty = Object.keys(before).length + Object.keys(after).length === 0;
  return areEmpty && Array.isArray(before) === Array.isArray(after) && same(before, after);
}

function same(before: object, after: object): boolean {
  return JSON.stringify(before) === JSON.stringify(after) && String(before) === String(after);
}
