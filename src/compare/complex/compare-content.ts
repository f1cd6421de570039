import type { ChangeKind } from '../../diagnostics/change-kinds.ts';
import type { Particle } from '../../model/xsd/schema.ts';
import { type MatchedPair, type Pair, placesOf } from '../result/matched-pair.ts';
import { verdicts, within, withoutLoss } from '../result/verdict.ts';
import { isBuiltin, quoted, typeWord } from '../result/words.ts';
import { compareChoices } from './compare-choice.ts';
import { compareElementItems } from './compare-element.ts';
import { compareElementOccurs, compareGroupOccurs } from './compare-occurs.ts';
import { compareWildcardItems } from './compare-wildcards.ts';
import {
  contentOf,
  type ElementItem,
  type GroupItem,
  type Item,
  namesOf,
  scaled,
} from './content.ts';
import { contentKey, hasAnyOrder, isPlainList, relateContents } from './content-language.ts';
import { groupsOf, itemsOfKind, type Matched, matchByNames, matchElements } from './match-items.ts';
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
