import type { Particle } from '../../model/xsd/schema.ts';
import type { MatchedPair } from '../result/matched-pair.ts';
import type { MatchedPairs } from '../result/matched-pairs.ts';
import { verdicts } from '../result/verdict.ts';
import { quoted, typeWord } from '../result/words.ts';
import { compareChoices } from './compare-choice.ts';
import { compareElement } from './compare-element.ts';
import { compareOccurs } from './compare-occurs.ts';
import { compareWildcardItems } from './compare-wildcards.ts';
import { contentOf, type ElementItem, type GroupItem, type Item, scaled } from './content.ts';
import {
  groupsOf,
  itemsOfKind,
  type Matched,
  matchByNames,
  matchElements,
  type Pair,
} from './match-items.ts';
import { renameHelp } from './rename-help.ts';

/** Compares two content models (XML Schema part 1 section 3.8). */
export function compareContent(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: Particle | undefined,
  now: Particle | undefined,
): void {
  if (old === now) return;
  const before = contentOf(old);
  const after = contentOf(now);
  if (before.ordered !== after.ordered && before.items.length > 1 && after.items.length > 1) {
    matched.findings.push({
      kind: 'order-changed',
      verdict: after.ordered ? verdicts.narrower : verdicts.wider,
      subject: matched.subject,
      message: after.ordered
        ? `${matched.noun}s of ${matched.label} must stand in order now`
        : `${matched.noun}s of ${matched.label} may stand in any order now`,
      old: matched.old,
      new: matched.new,
    });
  }
  compareItems(matches, matched, before.items, after.items, before.ordered && after.ordered);
}

/**
 * Compares two lists of items: what corresponds pair by pair, then what is gone and what is new.
 */
export function compareItems(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: readonly Item[],
  now: readonly Item[],
  ordered: boolean,
): void {
  const groups = matchByNames(groupsOf(old, false), groupsOf(now, false));
  for (const pair of groups.pairs) compareGroups(matches, matched, pair, ordered);
  const loose = (items: readonly Item[], left: readonly GroupItem[]): readonly Item[] =>
    items.flatMap((item) => {
      if (item.kind !== 'group' || item.compositor === 'choice') return [item];
      return left.includes(item) ? scaled(item.items, item) : [];
    });
  const before = groups.removed.length > 0 ? loose(old, groups.removed) : old;
  const after = groups.added.length > 0 ? loose(now, groups.added) : now;
  const elements = matchElements(itemsOfKind(before, 'element'), itemsOfKind(after, 'element'));
  for (const pair of elements.pairs) {
    compareOccurs(matched, nameOf(pair.new), pair.old, pair.new);
    compareElement(matches, matched, pair.old.element, pair.new.element);
  }
  if (ordered) compareOrder(matched, before, elements.pairs);
  const rest = compareChoices(matches, matched, {
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

/** Two sequences that may be left out or repeated. */
function compareGroups(
  matches: MatchedPairs,
  matched: MatchedPair,
  { old, new: now }: Pair<GroupItem>,
  ordered: boolean,
): void {
  const name = typeWordOfGroup(now);
  if (old.min !== now.min || old.max !== now.max) compareOccurs(matched, name, old, now, 'group');
  compareItems(matches, matched, old.items, now.items, ordered);
}

function typeWordOfGroup(group: GroupItem): string {
  return itemsOfKind(group.items, 'element').map(nameOf).join(', ');
}

/** Whether what corresponds is in the same order. */
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
  matched.findings.push({
    kind: 'order-changed',
    verdict: verdicts.different,
    subject: matched.subject,
    message: `${matched.noun}s of ${matched.label} stand in another order: ${quoted(order.slice(from, from + 4))}`,
    help: 'Programs made with asmx-gen or .NET read any order; others insist on that of their contract',
    old: first.old.element.span,
    new: first.new.element.span,
  });
}

function reportRemoved(matched: MatchedPair, { removed, added }: Matched<ElementItem>): void {
  const named = (item: ElementItem) => ({
    name: nameOf(item),
    type: `${typeWord(item.element.type)} ${item.max}`,
  });
  const help = removed.length > 0 ? renameHelp(removed.map(named), added.map(named)) : undefined;
  for (const item of removed) {
    const name = nameOf(item);
    matched.findings.push({
      kind: 'field-removed',
      verdict: item.min > 0 ? verdicts.removedRequired : verdicts.removedOptional,
      subject: `${matched.subject}.${name}`,
      message: `${matched.noun} '${name}' removed from ${matched.label}`,
      help: help?.get(name),
      old: item.element.span,
      new: matched.new,
    });
  }
}

function reportAdded(matched: MatchedPair, added: readonly ElementItem[]): void {
  for (const item of added) {
    const name = nameOf(item);
    const required = item.min > 0;
    matched.findings.push({
      kind: 'field-added',
      verdict: required ? verdicts.addedRequired : verdicts.addedOptional,
      subject: `${matched.subject}.${name}`,
      message: `${required ? 'required' : 'optional'} ${matched.noun} '${name}' added to ${matched.label}`,
      old: matched.old,
      new: item.element.span,
    });
  }
}
