import type { ChangeKind, Span } from '../diagnostics/diagnostic.ts';
import type { Particle, Wildcard } from '../model/xsd/schema.ts';
import {
  isBuiltin,
  quoted,
  removalOf,
  typeWord,
  type Verdict,
  verdicts,
  within,
  withoutLoss,
} from './change.ts';
import {
  contentKey,
  contentOf,
  type ElementItem,
  firstElement,
  type GroupItem,
  hasAnyOrder,
  type Item,
  isPlainList,
  namesOf,
  relateContents,
  scaled,
  type WildcardItem,
} from './content.ts';
import { compareElementItems, elementSubject } from './declarations.ts';
import { type MatchedPair, type Pair, placesOf, reportOn, type Subject } from './matched-pair.ts';
import {
  groupsOf,
  itemsOfKind,
  type Matched,
  match,
  matchByNames,
  matchElements,
  renameHelp,
} from './matching.ts';

/** The rest of two lists after their elements were paired. */
interface ChoicesAndElements {
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
function compareChoices(
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

/** Compares the occurrences of an element. */
function compareElementOccurs(matched: MatchedPair, pair: Pair<ElementItem>): void {
  compareOccurs(pair, elementSubject(matched, pair.old.element, pair.new.element));
}

/**
 * Compares the occurrences of a group.
 *
 * @param names the elements in it
 */
function compareGroupOccurs(
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
function compareWildcardItems(
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

/** Compares two content models (XML Schema part 1 section 3.8). */
export function compareContent(
  matched: MatchedPair,
  old: Particle | undefined,
  now: Particle | undefined,
): void {
  if (old === now) return;
  const before = contentOf(old);
  const after = contentOf(now);
  if (before.ordered !== after.ordered && before.items.length > 1 && after.items.length > 1) {
    const elements = `${matched.noun}s of ${matched.label}`;
    if (after.ordered) {
      const message = `${elements} must be in order now`;
      matched.report('order-changed', verdicts.narrower, message);
    } else {
      const message = `${elements} may be in any order now`;
      matched.report('order-changed', verdicts.wider, message);
    }
  }
  const ordered = before.ordered && after.ordered;
  const from = matched.findings.length;
  compareItems(matched, before.items, after.items, ordered);
  if (ordered) settle(matched, from, { old: before.items, new: after.items });
}

/** Changes of the form of a content, whose messages can be compared as a whole. */
const formKinds: ReadonlySet<ChangeKind> = new Set([
  'field-added',
  'field-removed',
  'field-required',
  'field-optional',
  'field-repeated',
  'field-single',
  'occurrence-changed',
  'order-changed',
  'content-changed',
  'choice-added',
  'choice-removed',
  'choice-branch-added',
  'choice-branch-removed',
  'wildcard-added',
  'wildcard-removed',
  'wildcard-changed',
  'substitute-added',
  'substitute-removed',
]);

/**
 * Holds what was found one by one against all messages that the contents allow: takes back what no
 * message shows, and adds what only several elements together show.
 *
 * @param from number of findings before those of this content
 */
function settle(matched: MatchedPair, from: number, contents: Pair<readonly Item[]>): void {
  const { old, new: now } = contents;
  // one by one is exact there
  if (isPlainList(old) && isPlainList(now)) return;
  if (contentKey(old) === contentKey(now) || hasAnyOrder([...old, ...now])) return;
  const relation = relateContents(contents);
  if (relation === undefined) {
    const isTold = matched.findings.slice(from).some(({ kind }) => formKinds.has(kind));
    const message = `the content of ${matched.label} is of another form`;
    if (!isTold) matched.report('content-changed', verdicts.different, message);
    return;
  }
  const { narrower, wider } = relation;
  const shown = narrower === undefined ? wider && 'wider' : wider ? 'different' : 'narrower';
  const [before, after] = [new Set(old.flatMap(namesOf)), new Set(now.flatMap(namesOf))];
  const sameNames = before.size === after.size && [...before].every((name) => after.has(name));
  const found = matched.findings.splice(from);
  let told = 0;
  for (const finding of found) {
    const isForm = formKinds.has(finding.kind);
    const names = finding.names ?? [];
    const isElsewhere = names.length > 0 && names.every((name) => after.has(name));
    const own = isElsewhere ? withoutLoss(finding.verdict) : finding.verdict;
    const verdict = isForm ? within(own, shown ?? 'same') : finding.verdict;
    if (isForm) told |= verdict;
    if (verdict !== finding.verdict && verdict === verdicts.compatible && sameNames) continue;
    matched.findings.push({ ...finding, verdict });
  }
  if (narrower !== undefined && (told & verdicts.narrower) === 0) {
    const message = `${matched.label} no longer allows ${contentText(narrower)}`;
    matched.report('content-changed', verdicts.narrower, message);
  }
  if (wider !== undefined && (told & verdicts.wider) === 0) {
    const message = `${matched.label} also allows ${contentText(wider)}`;
    matched.report('content-changed', verdicts.wider, message);
  }
}

function contentText(names: readonly string[]): string {
  if (names.length === 0) return 'no elements at all';
  return names.length === 1 ? `${quoted(names)} alone` : `${quoted(names)} alone, in this order`;
}

/** Compares two lists of items: corresponding ones pair by pair, then removed and new ones. */
function compareItems(
  matched: MatchedPair,
  old: readonly Item[],
  now: readonly Item[],
  ordered: boolean,
): void {
  const groups = matchByNames(groupsOf(old, false), groupsOf(now, false));
  for (const pair of groups.pairs) {
    // two optional or repeated sequences
    const names = itemsOfKind(pair.new.items, 'element').map(nameOf).join(', ');
    compareGroupOccurs(matched, pair, 'group', names);
    compareItems(matched, pair.old.items, pair.new.items, ordered);
  }
  const loose = (items: readonly Item[], left: readonly GroupItem[]): readonly Item[] =>
    items.flatMap((item) => {
      if (item.kind !== 'group' || item.compositor === 'choice') return [item];
      return left.includes(item) ? scaled(item.items, item) : [];
    });
  const before = groups.removed.length > 0 ? loose(old, groups.removed) : old;
  const after = groups.added.length > 0 ? loose(now, groups.added) : now;
  const elements = matchElements(itemsOfKind(before, 'element'), itemsOfKind(after, 'element'));
  for (const pair of elements.pairs) {
    compareElementOccurs(matched, pair);
    compareElementItems(matched, pair);
  }
  if (ordered) compareOrder(matched, before, elements.pairs);
  const rest = compareChoices(matched, {
    choices: matchByNames(groupsOf(before, true), groupsOf(after, true)),
    elements,
    ordered,
  });
  reportRemoved(matched, rest);
  reportAdded(matched, rest.added);
  compareWildcardItems(matched, itemsOfKind(before, 'wildcard'), itemsOfKind(after, 'wildcard'));
}

function nameOf({ element }: ElementItem): string {
  return element.name.localName;
}

/** Reports corresponding elements whose order changed. */
function compareOrder(
  matched: MatchedPair,
  old: readonly Item[],
  pairs: readonly Pair<ElementItem>[],
): void {
  const rank = new Map(old.map((item, index) => [item, index]));
  const ranks = pairs.map((pair) => rank.get(pair.old) ?? -1);
  if (ranks.every((place, index) => place > (ranks[index - 1] ?? -1))) return;
  const moved = pairs.filter((_, index) => (ranks[index] ?? 0) < (ranks[index - 1] ?? -1));
  const [first] = moved;
  if (first === undefined) return;
  const names = [...pairs]
    .sort((a, b) => (rank.get(a.old) ?? 0) - (rank.get(b.old) ?? 0))
    .map((pair) => nameOf(pair.old));
  const order = pairs.map((pair) => nameOf(pair.new));
  const from = order.findIndex((name, index) => name !== names[index]);
  const what = `${matched.noun}s of ${matched.label} are in another order`;
  const readers = [
    'asmx-gen, ASMX and .NET classes without Order= read any order',
    'clients of WCF lose what comes late, without an error',
    'others insist on the order of their contract',
  ];
  matched.report(
    'order-changed',
    verdicts.different,
    `${what}: ${quoted(order.slice(from, from + 4))}`,
    {
      help: readers.join('; '),
      ...placesOf(first.old.element, first.new.element),
    },
  );
}

function reportRemoved(matched: MatchedPair, { removed, added }: Matched<ElementItem>): void {
  const named = (item: ElementItem) => ({
    name: nameOf(item),
    type: `${typeWord(item.element.type)} ${item.max}`,
    isTelling: !isBuiltin(item.element.type),
  });
  const help = removed.length > 0 ? renameHelp(removed.map(named), added.map(named)) : undefined;
  for (const item of removed) {
    const name = nameOf(item);
    matched.report(
      'field-removed',
      item.min > 0 ? verdicts.removedRequired : verdicts.removedOptional,
      `${matched.noun} '${name}' removed from ${matched.label}`,
      {
        subject: `${matched.subject}.${name}`,
        help: help?.get(name),
        names: [name],
        old: item.element.span,
      },
    );
  }
}

function reportAdded(matched: MatchedPair, added: readonly ElementItem[]): void {
  for (const item of added) {
    const name = nameOf(item);
    const required = item.min > 0;
    const what = `${required ? 'required' : 'optional'} ${matched.noun} '${name}'`;
    matched.report(
      'field-added',
      required ? verdicts.addedRequired : verdicts.addedOptional,
      `${what} added to ${matched.label}`,
      { subject: `${matched.subject}.${name}`, names: [name], new: item.element.span },
    );
  }
}
