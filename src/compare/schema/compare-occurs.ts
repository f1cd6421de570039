import type { ChangeKind } from '../result/change-kinds.ts';
import type { MatchedPair } from '../result/matched-pair.ts';
import { type Verdict, verdicts } from '../result/verdict.ts';
import type { ElementItem, Item } from './content.ts';
import { firstElement } from './content.ts';

/**
 * Compares how often something may stand.
 *
 * @param word what it is, where it is not an element
 */
export function compareOccurs(
  matched: MatchedPair,
  name: string,
  old: Item,
  now: Item,
  word?: 'choice' | 'group',
): void {
  const what =
    word === undefined
      ? `${matched.noun} '${name}' in ${matched.label}`
      : `the ${word} of ${name} in ${matched.label}`;
  const report = (kind: ChangeKind, verdict: Verdict, text: string): void => {
    matched.findings.push({
      kind,
      verdict,
      subject: `${matched.subject}.${name}`,
      message: `${what} ${text}`,
      old: placeOf(old) ?? matched.old,
      new: placeOf(now) ?? matched.new,
    });
  };
  const { narrower, wider } = verdicts;
  if (old.min !== now.min) {
    if (now.min === 0) report('field-optional', wider, 'is optional now');
    else if (old.min === 0) report('field-required', narrower, 'is required now');
    else {
      const verdict = now.min < old.min ? wider : narrower;
      report(
        'occurrence-changed',
        verdict,
        `stands ${now.min} instead of ${old.min} times at least`,
      );
    }
  }
  if (old.max !== now.max) {
    if (old.max === 1) report('field-repeated', wider, 'may stand several times now');
    else if (now.max === 1) report('field-single', narrower, 'may stand only once now');
    else {
      const verdict = now.max > old.max ? wider : narrower;
      const text = `stands ${times(now.max)} instead of ${times(old.max)} at most`;
      report('occurrence-changed', verdict, text);
    }
  }
}

function times(count: number): string {
  return Number.isFinite(count) ? `${count} times` : 'any number of times';
}

function placeOf(item: Item): ElementItem['element']['span'] {
  return firstElement(item)?.span;
}
