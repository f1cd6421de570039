import type { Wildcard } from '../../model/xsd/schema.ts';
import type { ChangeKind } from '../result/change-kinds.ts';
import type { MatchedPair } from '../result/matched-pair.ts';
import { type Verdict, verdicts } from '../result/verdict.ts';
import type { WildcardItem } from './content.ts';

/** Compares `xs:anyAttribute`. */
export function compareAttributeWildcards(
  matched: MatchedPair,
  old: Wildcard | undefined,
  now: Wildcard | undefined,
): void {
  compareWildcards(matched, 'attributes', old, now);
}

/** Compares the `xs:any` of two lists, the first with the first. */
export function compareWildcardItems(
  matched: MatchedPair,
  old: readonly WildcardItem[],
  now: readonly WildcardItem[],
): void {
  for (let index = 0; index < Math.max(old.length, now.length); index++) {
    compareWildcards(matched, 'elements', old[index]?.wildcard, now[index]?.wildcard);
  }
}

/**
 * What a wildcard lets in is skipped by those who do not know it: one that is new, or lets in more,
 * breaks no one.
 */
function compareWildcards(
  matched: MatchedPair,
  what: 'elements' | 'attributes',
  old: Wildcard | undefined,
  now: Wildcard | undefined,
): void {
  const report = (kind: ChangeKind, verdict: Verdict, text: string): void => {
    matched.findings.push({
      kind,
      verdict,
      subject: matched.subject,
      message: `${matched.label} ${text}`,
      old: matched.old,
      new: matched.new,
    });
  };
  if (old === undefined) {
    if (now === undefined) return;
    report('wildcard-added', verdicts.addedOptional, `may hold further ${what}`);
  } else if (now === undefined) {
    report('wildcard-removed', verdicts.removedOptional, `may no longer hold further ${what}`);
  } else if (!allows(now, old)) {
    const text = `may hold further ${what} of fewer or other namespaces`;
    report('wildcard-changed', verdicts.removedOptional, text);
  } else if (!allows(old, now)) {
    const text = `may hold further ${what} of more namespaces`;
    report('wildcard-changed', verdicts.addedOptional, text);
  }
}

/** Whether one wildcard allows whatever the other does. */
function allows({ allowed: large }: Wildcard, { allowed: small }: Wildcard): boolean {
  if (large.kind === 'any') return true;
  if (small.kind === 'any') return false;
  if (large.kind === 'other') {
    if (small.kind === 'other') return large.than === small.than;
    return small.namespaces.every((one) => one !== large.than && one !== '');
  }
  return small.kind === 'list' && small.namespaces.every((one) => large.namespaces.includes(one));
}
