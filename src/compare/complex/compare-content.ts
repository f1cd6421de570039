import type { Particle } from '../../model/xsd/schema.ts';
import { type MatchedPair, placesOf } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { quoted, typeWord } from '../result/words.ts';
import { compareChoices } from './compare-choice.ts';
import { compareElementItems } from './compare-element.ts';
import { compareElementOccurs, compareGroupOccurs } from './compare-occurs.ts';
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
  compareItems(matched, before.items, after.items, before.ordered && after.ordered);
}

/** Compares two lists of items: corresponding ones pair by pair, then removed and new ones. */
export function compareItems(
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
  const readers = 'Programs made with asmx-gen or .NET read any order';
  matched.report(
    'order-changed',
    verdicts.different,
    `${what}: ${quoted(order.slice(from, from + 4))}`,
    {
      help: `${readers}; others insist on that of their contract`,
      ...placesOf(first.old.element, first.new.element),
    },
  );
}

function reportRemoved(matched: MatchedPair, { removed, added }: Matched<ElementItem>): void {
  const named = (item: ElementItem) => ({
    name: nameOf(item),
    type: `${typeWord(item.element.type)} ${item.max}`,
  });
  const help = removed.length > 0 ? renameHelp(removed.map(named), added.map(named)) : undefined;
  for (const item of removed) {
    const name = nameOf(item);
    matched.report(
      'field-removed',
      item.min > 0 ? verdicts.removedRequired : verdicts.removedOptional,
      `${matched.noun} '${name}' removed from ${matched.label}`,
      { subject: `${matched.subject}.${name}`, help: help?.get(name), old: item.element.span },
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
      { subject: `${matched.subject}.${name}`, new: item.element.span },
    );
  }
}
