import type { Span } from '../../diagnostics/source-file.ts';
import type { MatchedPair, Pair } from '../result/matched-pair.ts';
import { removalOf, type Verdict, verdicts } from '../result/verdict.ts';
import { quoted } from '../result/words.ts';
import { compareItems } from './compare-content.ts';
import { compareElementItems } from './compare-element.ts';
import { compareGroupOccurs } from './compare-occurs.ts';
import { type ElementItem, firstElement, type GroupItem, type Item, namesOf } from './content.ts';
import { type Matched, match, matchByNames } from './match-items.ts';

/** The rest of two lists after their elements were paired. */
export interface ChoicesAndElements {
  readonly choices: Matched<GroupItem>;
  readonly elements: Matched<ElementItem>;
  readonly ordered: boolean;
}

/**
 * Compares choices: added and removed branches; elements that became branches of a new choice, or
 * were branches of an old one.
 *
 * @returns the elements that no choice explains
 */
export function compareChoices(
  matched: MatchedPair,
  { choices, elements, ordered }: ChoicesAndElements,
): Matched<ElementItem> {
  for (const pair of choices.pairs) compareBranches(matched, pair, ordered);
  let { removed, added } = elements;
  for (const choice of choices.added) removed = withoutBranches(matched, choice, removed, true);
  for (const choice of choices.removed) added = withoutBranches(matched, choice, added, false);
  return { pairs: elements.pairs, removed, added };
}

function compareBranches(matched: MatchedPair, choice: Pair<GroupItem>, ordered: boolean): void {
  compareGroupOccurs(matched, choice, 'choice', namesOf(choice.new).join(' or '));
  const { pairs, removed, added } = matchBranches(choice.old.items, choice.new.items);
  const inner = (item: Item): readonly Item[] =>
    item.kind === 'group' && item.compositor !== 'choice' ? item.items : [item];
  for (const pair of pairs) compareItems(matched, inner(pair.old), inner(pair.new), ordered);
  for (const branch of added) branchAdded(matched, branch, choice.old);
  for (const branch of removed) branchRemoved(matched, branch, choice.new);
}

/** Whether a choice may be left out, so that receivers may skip an unknown branch. */
function mayBeEmpty(item: Item): boolean {
  if (item.min === 0) return true;
  if (item.kind !== 'group') return false;
  return item.compositor === 'choice' ? item.items.some(mayBeEmpty) : item.items.every(mayBeEmpty);
}

/** Pairs branches by the names in them; those without names, such as wildcards, in order. */
function matchBranches(old: readonly Item[], now: readonly Item[]): Matched<Item> {
  const { pairs, removed, added } = matchByNames(old, now);
  const nameless = (item: Item): boolean => namesOf(item).length === 0;
  const named = (item: Item): boolean => !nameless(item);
  const rest = match(removed.filter(nameless), added.filter(nameless), () => '');
  return {
    pairs: [...pairs, ...rest.pairs],
    removed: [...removed.filter(named), ...rest.removed],
    added: [...added.filter(named), ...rest.added],
  };
}

function branchAdded(matched: MatchedPair, branch: Item, choice: GroupItem): void {
  const { what, subject, span, names } = branchText(matched, branch);
  const message = `${what} is a further branch of a choice in ${matched.label}`;
  const verdict = mayBeEmpty(choice) ? verdicts.addedOptional : verdicts.wider;
  matched.report('choice-branch-added', verdict, message, { subject, names, new: span });
}

function branchRemoved(matched: MatchedPair, branch: Item, choice: GroupItem): void {
  const { what, subject, span, names } = branchText(matched, branch);
  const message = `${what} is no longer a branch of a choice in ${matched.label}`;
  const verdict = removalOf({ min: mayBeEmpty(choice) ? 0 : 1, max: choice.max });
  matched.report('choice-branch-removed', verdict, message, { subject, names, old: span });
}

function branchText(matched: MatchedPair, branch: Item): BranchText {
  const names = namesOf(branch);
  return {
    what: names.length === 0 ? 'any element' : quoted(names),
    subject: names.length === 0 ? matched.subject : `${matched.subject}.${names[0]}`,
    names,
    span: firstElement(branch)?.span,
  };
}

/** How a branch is told of. */
interface BranchText {
  readonly what: string;
  readonly subject: string;
  readonly names: readonly string[];
  readonly span: Span | undefined;
}

/**
 * Explains elements of one side by a choice of the other, or reports the choice if it explains
 * none.
 *
 * @param became whether the choice is new; otherwise it was removed
 * @returns the remaining elements
 */
function withoutBranches(
  matched: MatchedPair,
  choice: GroupItem,
  elements: readonly ElementItem[],
  became: boolean,
): readonly ElementItem[] {
  const inChoice = new Set(namesOf(choice));
  const met = elements.filter(({ element }) => inChoice.has(element.name.localName));
  const [first] = met;
  const names = quoted(namesOf(choice));
  const place = firstElement(choice)?.span;
  if (first === undefined) {
    choiceChanged(matched, choice, became);
    return elements;
  }
  const branches = new Map(
    choice.items
      .filter((item): item is ElementItem => item.kind === 'element')
      .map((item) => [item.element.name.localName, item]),
  );
  const own = met.map(({ element }) => element.name.localName);
  const subject = `${matched.subject}.${own[0]}`;
  const { span } = first.element;
  const verdict = becameBranches(choice, met, branches, became);
  if (became) {
    const message = `${quoted(own)} in ${matched.label} became part of a choice of ${names}`;
    matched.report('content-changed', verdict, message, { subject, old: span, new: place });
  } else {
    const message = `the choice of ${names} in ${matched.label} became ${quoted(own)}`;
    matched.report('content-changed', verdict, message, { subject, old: place, new: span });
  }
  for (const item of met) {
    const branch = branches.get(item.element.name.localName);
    if (branch === undefined) continue;
    const pair = became ? { old: item, new: branch } : { old: branch, new: item };
    compareElementItems(matched, pair);
  }
  return elements.filter((item) => !met.includes(item));
}

/** Reports a choice that is new or was removed as a whole. */
function choiceChanged(matched: MatchedPair, choice: GroupItem, added: boolean): void {
  const required = choice.min > 0 && choice.items.every(({ min }) => min > 0);
  const what = `${required ? '' : 'optional '}choice of ${quoted(namesOf(choice))}`;
  const span = firstElement(choice)?.span;
  const names = namesOf(choice);
  if (added) {
    const verdict = required ? verdicts.addedRequired : verdicts.addedOptional;
    const message = `${what} added to ${matched.label}`;
    matched.report('choice-added', verdict, message, { names, new: span });
  } else {
    const verdict = required ? verdicts.removedRequired : verdicts.removedOptional;
    const message = `${what} removed from ${matched.label}`;
    matched.report('choice-removed', verdict, message, { names, old: span });
  }
}

/**
 * The verdict on elements that became branches or vice versa. A single element that became a branch
 * may still occur, and more is allowed. A choice that became several optional elements still allows
 * what it did, and more. In all other cases something is lost and something new.
 */
function becameBranches(
  choice: GroupItem,
  met: readonly ElementItem[],
  branches: ReadonlyMap<string, ElementItem>,
  became: boolean,
): Verdict {
  const [only, more] = met;
  const branch = only && branches.get(only.element.name.localName);
  const single = more === undefined && branch !== undefined;
  if (single && only !== undefined) {
    const fits = choice.min * branch.min <= only.min && choice.max * branch.max >= only.max;
    if (fits) return became ? verdicts.wider : verdicts.narrower;
  }
  const all = met.length === branches.size && branches.size === choice.items.length;
  const loose = met.every(({ min, max }) => min === 0 && max >= choice.max);
  if (all && loose && choice.max === 1) return became ? verdicts.narrower : verdicts.wider;
  return verdicts.different;
}
