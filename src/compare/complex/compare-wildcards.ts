import type { Wildcard } from '../../model/xsd/schema.ts';
import { type MatchedPair, type Pair, reportOn } from '../result/matched-pair.ts';
import { removalOf, verdicts } from '../result/verdict.ts';
import type { WildcardItem } from './content.ts';
import { match } from './match-items.ts';

/** Compares `xs:anyAttribute`. Receivers skip unknown attributes. */
export function compareAttributeWildcards(
  matched: MatchedPair,
  old: Wildcard | undefined,
  now: Wildcard | undefined,
): void {
  const { whole } = matched;
  const { addedOptional, removedOptional } = verdicts;
  if (old === undefined) {
    if (now === undefined) return;
    reportOn(whole, 'wildcard-added', addedOptional, 'may hold further attributes');
  } else if (now === undefined) {
    reportOn(whole, 'wildcard-removed', removedOptional, 'may no longer hold further attributes');
  } else {
    const any = { min: 0, max: 1 };
    const places = { old: { ...any, wildcard: old }, new: { ...any, wildcard: now } };
    compareNamespaces(matched, 'attributes', places);
  }
}

/** Compares the `xs:any` of two lists: those with the same namespaces, then the others in order. */
export function compareWildcardItems(
  matched: MatchedPair,
  old: readonly WildcardItem[],
  now: readonly WildcardItem[],
): void {
  if (old.length === 0 && now.length === 0) return;
  const exact = match(old, now, ({ wildcard }) => JSON.stringify(wildcard.allowed));
  const rest = match(exact.removed, exact.added, () => '');
  const { whole } = matched;
  for (const { min } of rest.removed) {
    const verdict = min > 0 ? verdicts.removedRequired : verdicts.removedOptional;
    reportOn(whole, 'wildcard-removed', verdict, 'may no longer hold further elements');
  }
  for (const { min } of rest.added) {
    if (min > 0)
      reportOn(whole, 'wildcard-added', verdicts.addedRequired, 'must hold a further element now');
    else reportOn(whole, 'wildcard-added', verdicts.addedOptional, 'may hold further elements');
  }
  for (const { old: before, new: after } of [...exact.pairs, ...rest.pairs]) {
    compareNamespaces(matched, 'elements', { old: before, new: after });
    compareNumbers(matched, before, after);
  }
}

function compareNumbers({ whole }: MatchedPair, old: WildcardItem, now: WildcardItem): void {
  const { narrower, wider } = verdicts;
  if (old.min !== now.min) {
    const text =
      now.min === 0
        ? 'need not hold further elements any more'
        : `must hold ${counted(now.min)} at least now`;
    reportOn(whole, 'wildcard-changed', now.min < old.min ? wider : narrower, text);
  }
  if (old.max !== now.max) {
    const text = Number.isFinite(now.max)
      ? `may hold ${counted(now.max)} at most now`
      : 'may hold any number of further elements now';
    reportOn(whole, 'wildcard-changed', now.max > old.max ? wider : narrower, text);
  }
}

function counted(count: number): string {
  return count === 1 ? 'one further element' : `${count} further elements`;
}

/** Receivers skip what their wildcard does not allow, and miss an element if it must hold one. */
function compareNamespaces(
  { whole }: MatchedPair,
  what: 'elements' | 'attributes',
  { old, new: now }: Pair<Pick<WildcardItem, 'wildcard' | 'min' | 'max'>>,
): void {
  const accepted = allows(old.wildcard, now.wildcard);
  const added = accepted || old.min === 0 ? verdicts.addedOptional : verdicts.wider;
  if (!allows(now.wildcard, old.wildcard)) {
    const text = `may hold further ${what} of fewer or other namespaces`;
    reportOn(whole, 'wildcard-changed', removalOf(now) | added, text);
  } else if (!accepted) {
    const text = `may hold further ${what} of more namespaces`;
    reportOn(whole, 'wildcard-changed', added, text);
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
