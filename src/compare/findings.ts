import type { ChangeKind, Span } from '../diagnostics/diagnostic.ts';
import type { QName } from '../model/xml.ts';
import type { EnumerationValue, SchemaType, SimpleType, Wildcard } from '../model/xsd/schema.ts';
import {
  isPredefined,
  listed,
  quoted,
  type Relation,
  removalOf,
  typeTitle,
  type Verdict,
  verdictOf,
  verdicts,
  withoutLoss,
} from './change.ts';
import {
  contentKey,
  type ElementItem,
  firstElement,
  type GroupItem,
  hasAnyOrder,
  type Item,
  isPlainList,
  namesOf,
  relateContents,
  type WildcardItem,
} from './content.ts';
import {
  compareDocumentation,
  type Finding,
  type MatchedPair,
  type Pair,
  placesOf,
  reportOn,
  type Subject,
} from './matched-pair.ts';
import { type Matched, match, matchByNames, renameHelp } from './matching.ts';
import { type FacetDifference, relateSimple, valueDifferences } from './simple-type.ts';

export function typeChanged(
  use: Subject,
  old: SchemaType,
  now: SchemaType,
  verdict: Verdict,
): void {
  const before = typeTitle(old);
  const after = typeTitle(now);
  const { what, matched } = use;
  const [from, to] = [baseWord(old), baseWord(now)];
  let message = `type of ${what} changed from ${before} to ${after}`;
  if (before === after) {
    const subject = what === after ? `type ${after}` : `type ${after} of ${what}`;
    message =
      from === to ? `${subject} allows other values` : `${subject} is ${to} instead of ${from}`;
  }
  matched.report('type-changed', verdict, message, { ...use, types: { old, new: now } });
}

/** What a type is, without its name: `a list of int`, `int`, `a union of int and date`. */
function baseWord(type: SchemaType): string {
  if (type.kind === 'complex') return 'a type with elements or attributes';
  if (type.variety === 'list') return `a list of ${type.item && typeTitle(type.item)}`;
  if (type.variety === 'union') return `a union of ${listed((type.members ?? []).map(typeTitle))}`;
  return type.builtin ?? 'a text';
}

/** Compares values one by one, as far as they are comparable, otherwise as a whole. */
export function compareValues(use: Subject, old: SimpleType, now: SimpleType): void {
  const verdict = verdictOf(relateSimple(old, now));
  if (verdict !== undefined) {
    const found = valueDifferences(old, now);
    for (const difference of found) reportFacet(use, difference);
    const told = found.reduce((sum, { relation }) => sum | verdicts[relation], 0);
    if ((verdict & ~told) !== 0) typeChanged(use, old, now, verdict);
  }
  compareValueTexts(use, old, now);
}

function reportFacet(use: Subject, { relation, text, value }: FacetDifference): void {
  const { matched, what } = use;
  const verdict = verdicts[relation];
  if (value === undefined) {
    const ending = { narrower: 'tightened', wider: 'loosened', different: 'changed' } as const;
    matched.report(`facet-${ending[relation]}`, verdict, `${what}: ${text}`, use);
  } else if (relation === 'wider') {
    matched.report('enumeration-value-added', verdict, `value '${value}' added to ${what}`, use);
  } else {
    const message = `value '${value}' removed from ${what}`;
    matched.report('enumeration-value-removed', verdict, message, use);
  }
}

/** Compares the documentation of values. */
function compareValueTexts(use: Subject, old: SimpleType, now: SimpleType): void {
  const before = old.facets.enumeration ?? [];
  const after = now.facets.enumeration ?? [];
  const isTold = ({ documentation }: EnumerationValue): boolean => documentation !== undefined;
  if (!before.some(isTold) && !after.some(isTold)) return;
  const known = new Map(before.map((one) => [one.value, one]));
  for (const one of after) {
    const other = known.get(one.value);
    if (other === undefined) continue;
    compareDocumentation({ ...use, what: `value '${one.value}' of ${use.what}` }, other, one);
  }
}

/** Compares whether types or elements are abstract. */
export function compareAbstract(
  about: Subject,
  old: { readonly abstract: boolean },
  now: { readonly abstract: boolean },
): void {
  if (now.abstract && !old.abstract) {
    reportOn(about, 'abstract-changed', verdicts.narrower, 'is abstract now');
  } else if (old.abstract && !now.abstract) {
    reportOn(about, 'abstract-changed', verdicts.wider, 'is abstract no longer');
  }
}

/** Messages with SOAP encoding say the names of types, with their namespaces. */
export function compareTypeNamespaces(matched: MatchedPair, names: Pair<QName>): void {
  if (names.old.namespace === names.new.namespace) return;
  const { old, new: now } = matched;
  const named = { old: { name: names.old, span: old }, new: { name: names.new, span: now } };
  matched.all.moved(matched, named, verdicts.movedType);
}

/**
 * Joins what was found of an attribute and an element of the same name, of which one was removed
 * and one is new.
 *
 * @param from number of findings before those of this type
 */
export function joinTurned(matched: MatchedPair, from: number): void {
  const found = matched.findings.slice(from);
  if (!found.some(({ kind }) => kind === 'attribute-removed' || kind === 'attribute-added')) return;
  const { subject } = matched;
  const bySubject = (kind: ChangeKind): ReadonlyMap<string, Finding> =>
    new Map(found.filter((one) => one.kind === kind).map((one) => [one.subject, one]));
  const join = (gone: ReadonlyMap<string, Finding>, fresh: ReadonlyMap<string, Finding>): void => {
    for (const [of, before] of gone) {
      const isAttribute = of.startsWith(`${subject}@`);
      const name = of.slice(subject.length + 1);
      const after = fresh.get(`${subject}${isAttribute ? '.' : '@'}${name}`);
      if (after === undefined) continue;
      for (const one of [before, after]) matched.findings.splice(matched.findings.indexOf(one), 1);
      reportTurned(matched, { old: before, new: after }, name);
    }
  };
  join(bySubject('attribute-removed'), bySubject('field-added'));
  join(bySubject('field-removed'), bySubject('attribute-added'));
}

function reportTurned(matched: MatchedPair, found: Pair<Finding>, name: string): void {
  const { old: before, new: after } = found;
  const { label, noun } = matched;
  const isElement = after.kind === 'field-added';
  const [from, to] = isElement ? ['attribute', noun] : [noun, 'attribute'];
  const now = isElement ? 'an element' : 'an attribute';
  matched.report(
    isElement ? 'attribute-became-element' : 'element-became-attribute',
    before.verdict | after.verdict,
    `${from} '${name}' of ${label} is ${now} now`,
    {
      subject: after.subject,
      old: before.old,
      new: after.new,
      cause: {
        key: `${to} ${label}`,
        item: `'${name}'`,
        sentence: (count, list) =>
          `${count} ${from}s of ${label} are ${now.replace(/^an /, '')}s now: ${list}`,
      },
    },
  );
}

/** Whether a choice may be left out, so that receivers may skip an unknown branch. */
function mayBeEmpty(item: Item): boolean {
  if (item.min === 0) return true;
  if (item.kind !== 'group') return false;
  return item.compositor === 'choice' ? item.items.some(mayBeEmpty) : item.items.every(mayBeEmpty);
}

/** Pairs branches by the names in them; those without names, such as wildcards, in order. */
export function matchBranches(old: readonly Item[], now: readonly Item[]): Matched<Item> {
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

export function branchAdded(matched: MatchedPair, branch: Item, choice: GroupItem): void {
  const { what, subject, span, names } = branchText(matched, branch);
  const message = `${what} is a further branch of a choice in ${matched.label}`;
  const verdict = mayBeEmpty(choice) ? verdicts.addedOptional : verdicts.wider;
  matched.report('choice-branch-added', verdict, message, { subject, names, new: span });
}

export function branchRemoved(matched: MatchedPair, branch: Item, choice: GroupItem): void {
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

/** Reports a choice that is new or was removed as a whole. */
export function choiceChanged(matched: MatchedPair, choice: GroupItem, added: boolean): void {
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
export function becameBranches(
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

/** A verdict without what the messages as a whole do not show. */
function verdictWithin(verdict: Verdict, relation: Relation): Verdict {
  const shown = verdictOf(relation) ?? 0;
  return verdict & ~(verdicts.different & ~shown);
}

/**
 * Holds what was found one by one against all messages that the contents allow: takes back what no
 * message shows, and adds what only several elements together show.
 *
 * @param from number of findings before those of this content
 */
export function settle(matched: MatchedPair, from: number, contents: Pair<readonly Item[]>): void {
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
    const verdict = isForm ? verdictWithin(own, shown ?? 'same') : finding.verdict;
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

export function itemName({ element }: ElementItem): string {
  return element.name.localName;
}

/** Reports corresponding elements whose order changed. */
export function compareOrder(
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
    .map((pair) => itemName(pair.old));
  const order = pairs.map((pair) => itemName(pair.new));
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

export function reportRemoved(
  matched: MatchedPair,
  { removed, added }: Matched<ElementItem>,
): void {
  const named = (item: ElementItem) => ({
    name: itemName(item),
    type: `${typeTitle(item.element.type)} ${item.max}`,
    isTelling: !isPredefined(item.element.type),
  });
  const help = removed.length > 0 ? renameHelp(removed.map(named), added.map(named)) : undefined;
  for (const item of removed) {
    const name = itemName(item);
    matched.report(
      'field-removed',
      item.min > 0 ? verdicts.removedRequired : verdicts.removedOptional,
      `${matched.noun} '${name}' removed from ${matched.label}`,
      {
        subject: `${matched.subject}.${name}`,
        help: help?.get(name),
        names: [name],
        types: { old: item.element.type, new: item.element.type },
        old: item.element.span,
      },
    );
  }
}

export function reportAdded(matched: MatchedPair, added: readonly ElementItem[]): void {
  for (const item of added) {
    const name = itemName(item);
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
