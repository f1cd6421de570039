import { type MatchedPair, type Pair, reportOn, type Subject } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { type ElementItem, firstElement, type GroupItem, type Item } from './content.ts';
import { elementSubject } from './element-subject.ts';

/** Compares the occurrences of an element. */
export function compareElementOccurs(matched: MatchedPair, pair: Pair<ElementItem>): void {
  compareOccurs(pair, elementSubject(matched, pair.old.element, pair.new.element));
}

/**
 * Compares the occurrences of a group.
 *
 * @param names the elements in it
 */
export function compareGroupOccurs(
  matched: MatchedPair,
  pair: Pair<GroupItem>,
  word: 'choice' | 'group',
  names: string,
): void {
  compareOccurs(pair, {
    matched,
    subject: `${matched.subject}.${names}`,
    what: `the ${word} of ${names} in ${matched.label}`,
    old: firstElement(pair.old)?.span,
    new: firstElement(pair.new)?.span,
  });
}

function compareOccurs({ old, new: now }: Pair<Item>, about: Subject): void {
  const { narrower, wider } = verdicts;
  if (old.min !== now.min) {
    if (now.min === 0) reportOn(about, 'field-optional', wider, 'is optional now');
    else if (old.min === 0) reportOn(about, 'field-required', narrower, 'is required now');
    else {
      const text = `occurs ${now.min} instead of ${old.min} times at least`;
      reportOn(about, 'occurrence-changed', now.min < old.min ? wider : narrower, text);
    }
  }
  if (old.max !== now.max) {
    if (old.max === 1) reportOn(about, 'field-repeated', wider, 'may occur several times now');
    else if (now.max === 1) reportOn(about, 'field-single', narrower, 'may occur only once now');
    else {
      const text = `occurs ${times(now.max)} instead of ${times(old.max)} at most`;
      reportOn(about, 'occurrence-changed', now.max > old.max ? wider : narrower, text);
    }
  }
}

function times(count: number): string {
  return Number.isFinite(count) ? `${count} times` : 'any number of times';
}
