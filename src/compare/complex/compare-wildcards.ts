import type { Wildcard } from '../../model/xsd/schema.ts';
import { type MatchedPair, reportOn } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import type { WildcardItem } from './content.ts';

/** Compares `xs:anyAttribute`. */
export function compareAttributeWildcards(
  matched: MatchedPair,
  old: Wildcard | undefined,
  now: Wildcard | undefined,
): void {
  compareWildcards(matched, 'attributes', old, now);
}

/** Compares the `xs:any` of two lists in order. */
export function compareWildcardItems(
  matched: MatchedPair,
  old: readonly WildcardItem[],
  now: readonly WildcardItem[],
): void {
  for (let index = 0; index < Math.max(old.length, now.length); index++) {
    compareWildcards(matched, 'elements', old[index]?.wildcard, now[index]?.wildcard);
  }
}

/** Receivers skip the unknown content of a wildcard, so a new or wider one breaks no one. */
function compareWildcards(
  { whole }: MatchedPair,
  what: 'elements' | 'attributes',
  old: Wildcard | undefined,
  now: Wildcard | undefined,
): void {
  const { addedOptional, removedOptional } = verdicts;
  if (old === undefined) {
    if (now === undefined) return;
    reportOn(whole, 'wildcard-added', addedOptional, `may hold further ${what}`);
  } else if (now === undefined) {
    reportOn(whole, 'wildcard-removed', removedOptional, `may no longer hold further ${what}`);
  } else if (!allows(now, old)) {
    const text = `may hold further ${what} of fewer or other namespaces`;
    reportOn(whole, 'wildcard-changed', removedOptional, text);
  } else if (!allows(old, now)) {
    const text = `may hold further ${what} of more namespaces`;
    reportOn(whole, 'wildcard-changed', addedOptional, text);
  }
}

/** Whether one wildcard allows everything that the other does. */
function allows({ allowed: large }: Wildcard, { allowed: small }: Wildcard): boolean {
  if (large.kind === 'any') return true;
  if (small.kind === 'any') return false;
  if (large.kind === 'other') {
    if (small.kind === 'other') return large.than === small.than;
    return small.namespaces.every((one) => one !== large.than && one !== '');
  }
  return small.kind === 'list' && small.namespaces.every((one) => large.namespaces.includes(one));
}
