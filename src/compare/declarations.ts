import { isDerivedFrom, replacements } from '../model/link/context.ts';
import { rankOf } from '../model/link/schema.ts';
import { qnameKey, sameQName } from '../model/xml.ts';
import {
  type AttributeUse,
  type ComplexType,
  type ElementDeclaration,
  isAnyType,
  type Particle,
  type SchemaType,
  type SimpleType,
} from '../model/xsd/schema.ts';
import type { IdentityConstraint } from '../model/xsd/schema-document.ts';
import { rewriteXPaths } from '../model/xsd/values.ts';
import { preferredName } from '../plan/content-shape.ts';
import {
  isPredefined,
  quoted,
  removalOf,
  typeTitle,
  type Verdict,
  verdictOf,
  verdicts,
} from './change.ts';
import {
  contentItems,
  type ElementItem,
  firstElement,
  type GroupItem,
  type Item,
  namesOf,
  scaled,
} from './content.ts';
import {
  becameBranches,
  branchAdded,
  branchRemoved,
  choiceChanged,
  compareAbstract,
  compareAttributeWildcards,
  compareOrder,
  compareTypeNamespaces,
  compareValues,
  compareWildcardItems,
  itemName,
  joinTurned,
  matchBranches,
  reportAdded,
  reportRemoved,
  settle,
  typeChanged,
} from './findings.ts';
import { addTraits } from './hazards.ts';
import {
  compareDocumentation,
  type MatchedPair,
  type MatchedPairs,
  type Pair,
  placesOf,
  reportOn,
  type Subject,
} from './matched-pair.ts';
import {
  groupsOf,
  itemsOfKind,
  type Matched,
  match,
  matchByName,
  matchByNames,
  matchElements,
  type Named,
  renameHelp,
} from './matching.ts';
import { isSameValue, relateSimple } from './simple-type.ts';

/** Compares two elements and the names of their properties. */
function compareElementItems(matched: MatchedPair, { old, new: now }: Pair<ElementItem>): void {
  const about = elementSubject(matched, old.element, now.element);
  compareProperty(about, old.property, now.property);
  compareElement(matched, old.element, now.element, now.max > 1);
  const { localName } = now.element.name;
  const places = placesOf(old.element, now.element);
  const head = { matched, subject: localName, what: `element '${localName}'`, ...places };
  compareSubstitutes(head, old, now);
}

/**
 * Compares two elements at the same position of a content model, without their occurrences.
 *
 * @param isItem whether they are repeated
 */
function compareElement(
  matched: MatchedPair,
  old: ElementDeclaration,
  now: ElementDeclaration,
  isItem: boolean = false,
): void {
  if (old === now) return;
  matched.all.moved(matched, { old, new: now });
  if (!old.global || !now.global) {
    compareDeclarations({ ...elementSubject(matched, old, now), isItem }, old, now);
    return;
  }
  matched.parts.add(globalPair(matched.all, old, now));
}

/** The pair of two global elements. */
export function globalPair(
  all: MatchedPairs,
  old: ElementDeclaration,
  now: ElementDeclaration,
): MatchedPair {
  const { localName } = now.name;
  const text = { label: `element '${localName}'`, subject: localName, ...placesOf(old, now) };
  const types = { old: old.type, new: now.type };
  const compare = (own: MatchedPair) => compareDeclarations({ ...own.whole, types }, old, now);
  return all.match({ old, new: now }, 'element', () => ({ text, compare }));
}

/** What an element is in its message. */
export interface ElementRole {
  /** The verdict on one of another name or namespace. Default: nothing fits any more. */
  readonly asAnother?: Verdict | undefined;
  /** Whether it wraps parameters or results. */
  readonly isWrapper?: boolean | undefined;
  /** Whether it is the detail of a fault. */
  readonly isFault?: boolean | undefined;
}

/**
 * Compares the element around a whole message, of a header or of the detail of a fault.
 */
export function compareMessageElement(
  matched: MatchedPair,
  { old, new: now }: Pair<ElementDeclaration>,
  { asAnother = verdicts.different, isWrapper, isFault }: ElementRole = {},
): void {
  const before = old.name.localName;
  const after = now.name.localName;
  const places = placesOf(old, now);
  if (before !== after) {
    const message = `${matched.label} is element '${after}' instead of '${before}'`;
    matched.report('message-element-changed', asAnother, message, places);
    // the result elements of GET and POST are named after their types
    if (isPredefined(old.type) && isPredefined(now.type)) return;
  } else matched.all.moved(matched, { old, new: now }, asAnother);
  // what is in an element that no one asks for does not matter
  if (!sameQName(old.name, now.name) && asAnother !== verdicts.different) return;
  const { label, subject, noun } = matched;
  const own = { label, subject, noun, isWrapper, isFault };
  const about = { ...matched.whole, own, types: { old: old.type, new: now.type }, ...places };
  compareDeclarations(about, old, now);
  const once = { min: 1, max: 1 };
  compareSubstitutes(about, { ...once, element: old }, { ...once, element: now });
}

function compareDeclarations(
  about: Subject,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  if (now.nillable && !old.nillable) {
    reportOn(about, 'nillable-added', verdicts.wider, 'may be nil now');
  } else if (old.nillable && !now.nillable) {
    reportOn(about, 'nillable-removed', verdicts.narrower, 'may no longer be nil');
  }
  compareAbstract(about, old, now);
  compareDefaults(about, old, now);
  compareConstraints(about, { old, new: now });
  compareTypeUse(about, old.type, now.type);
  compareDocumentation(about, old, now);
}

/**
 * Compares substitutes of an element. Those with the same name are compared like any elements.
 * Receivers skip an unknown one, so it matters where the element is required.
 */
function compareSubstitutes(about: Subject, old: Place, now: Place): void {
  const [before, after] = [old.element.substitutes, now.element.substitutes];
  if (before.length === 0 && after.length === 0) return;
  const { pairs, removed, added } = matchByName(before, after);
  for (const pair of pairs) compareElement(about.matched, pair.old, pair.new);
  const names = (elements: readonly ElementDeclaration[]): string =>
    quoted(elements.map((one) => one.name.localName));
  if (added.length > 0) {
    const message = `${names(added)} may stand in for ${about.what}`;
    const verdict = old.min === 0 ? verdicts.addedOptional : verdicts.wider;
    about.matched.report('substitute-added', verdict, message, { ...about, new: added[0]?.span });
  }
  if (removed.length > 0) {
    const message = `${names(removed)} may no longer stand in for ${about.what}`;
    const verdict = removalOf(now);
    const at = { ...about, old: removed[0]?.span };
    about.matched.report('substitute-removed', verdict, message, at);
  }
}

/** An element with its number of occurrences. */
type Place = Pick<ElementItem, 'element' | 'min' | 'max'>;

/** Compares the attributes of two types. */
function compareAttributes(
  matched: MatchedPair,
  old: readonly AttributeUse[],
  now: readonly AttributeUse[],
): void {
  const added = new Set(now);
  const removed: AttributeUse[] = [];
  for (const before of old) {
    const after = sameNamedAttribute(before, added);
    if (after === undefined) {
      removed.push(before);
      continue;
    }
    added.delete(after);
    compareAttribute(matched, before, after);
  }
  const help = renameHelp(removed.map(nameAndType), [...added].map(nameAndType));
  for (const { name, required, span } of removed) {
    const { localName } = name;
    matched.report(
      'attribute-removed',
      required ? verdicts.removedRequired : verdicts.removedOptional,
      `attribute '${localName}' removed from ${matched.label}`,
      { subject: `${matched.subject}@${localName}`, help: help.get(localName), old: span },
    );
  }
  for (const { name, required, span } of added) {
    const what = `${required ? 'required' : 'optional'} attribute '${name.localName}'`;
    matched.report(
      'attribute-added',
      required ? verdicts.addedRequired : verdicts.addedOptional,
      `${what} added to ${matched.label}`,
      { subject: `${matched.subject}@${name.localName}`, new: span },
    );
  }
}

function nameAndType({ name, type }: AttributeUse): Named {
  return { name: name.localName, type: typeTitle(type), isTelling: !isPredefined(type) };
}

/** The attribute with the same name, in the same namespace or otherwise in another. */
function sameNamedAttribute(
  { name }: AttributeUse,
  candidates: ReadonlySet<AttributeUse>,
): AttributeUse | undefined {
  let elsewhere: AttributeUse | undefined;
  for (const candidate of candidates) {
    if (candidate.name.localName !== name.localName) continue;
    if (candidate.name.namespace === name.namespace) return candidate;
    elsewhere ??= candidate;
  }
  return elsewhere;
}

function compareAttribute(matched: MatchedPair, old: AttributeUse, now: AttributeUse): void {
  const { localName } = now.name;
  const about = {
    matched,
    subject: `${matched.subject}@${localName}`,
    what: `attribute '${localName}' in ${matched.label}`,
    types: { old: old.type, new: now.type },
    ...placesOf(old, now),
  };
  matched.all.moved(matched, { old, new: now });
  if (now.required && !old.required) {
    reportOn(about, 'attribute-required', verdicts.narrower, 'is required now');
  } else if (old.required && !now.required) {
    reportOn(about, 'attribute-optional', verdicts.wider, 'is optional now');
  }
  compareProperty(about, preferredName(old), preferredName(now));
  compareDefaults(about, old, now);
  compareTypeUse(about, old.type, now.type);
  compareDocumentation(about, old, now);
}

/** Compares the types of something. Named types are compared once, wherever they are used. */
export function compareTypeUse(use: Subject, old: SchemaType, now: SchemaType): void {
  if (old === now) return;
  if (old.kind === 'simple' && now.kind === 'simple') compareSimpleUse(use, old, now);
  else if (isAnyType(old)) typeChanged(use, old, now, verdicts.narrower);
  else if (isAnyType(now)) typeChanged(use, old, now, verdicts.wider);
  else if (old.kind === 'complex' && now.kind === 'complex') {
    use.matched.parts.add(complexPair(use.matched.all, { old, new: now }, use));
  } else compareTextAndComplex(use, old, now);
}

function compareSimpleUse(use: Subject, old: SimpleType, now: SimpleType): void {
  const named = (type: SimpleType): boolean => type.name !== undefined && !isPredefined(type);
  const sameName = old.name?.localName === now.name?.localName;
  if (named(old) && named(now) && sameName) {
    const { all, parts } = use.matched;
    const compare = (matched: MatchedPair): void => {
      const { whole } = matched;
      if (old.name !== undefined && now.name !== undefined) {
        compareTypeNamespaces(matched, { old: old.name, new: now.name });
      }
      compareDocumentation(whole, old, now);
      compareValues(whole, old, now);
    };
    const text = { label: typeTitle(now), ...placesOf(old, now) };
    parts.add(all.match({ old, new: now }, 'simple', () => ({ text, compare })));
    return;
  }
  const inline = old.name === undefined && now.name === undefined;
  if (inline || (sameName && isPredefined(old))) {
    compareValues(use, old, now);
    return;
  }
  // messages with SOAP encoding say the names of types; a type may be said for its base
  const encoded = isDerivedFrom(old, now) || isDerivedFrom(now, old) ? 0 : verdicts.renamedType;
  const verdict = verdictOf(relateSimple(old, now));
  if (verdict !== undefined) typeChanged(use, old, now, verdict | encoded);
  else if (named(old) && named(now)) {
    const names = `${typeTitle(now)} instead of ${typeTitle(old)}`;
    const message = `type of ${use.what} has another name: ${names}`;
    use.matched.report('type-renamed', verdicts.renamedType, message, use);
  }
}

/**
 * A text that gained or lost attributes is still the same text; other changes have nothing in
 * common.
 */
function compareTextAndComplex(use: Subject, old: SchemaType, now: SchemaType): void {
  const before = simpleContentOf(old);
  const after = simpleContentOf(now);
  if (before === undefined || after === undefined) {
    typeChanged(use, old, now, verdicts.different);
    return;
  }
  compareTypeUse(use, before, after);
  const attributes = (type: SchemaType): ComplexType['attributes'] =>
    type.kind === 'complex' ? type.attributes : [];
  const { what: label, subject, old: oldPlace, new: newPlace } = use;
  const matched = use.matched.part({ label, subject, old: oldPlace, new: newPlace });
  compareAttributes(matched, attributes(old), attributes(now));
}

function simpleContentOf(type: SchemaType): SimpleType | undefined {
  return type.kind === 'simple' ? type : type.simpleContent;
}

/**
 * The pair of two complex types where they are declared types: their content, and the types that
 * may replace them. A derived type only inherits content.
 */
function complexPair(all: MatchedPairs, types: Pair<ComplexType>, use?: Subject): MatchedPair {
  const { old, new: now } = types;
  const content = contentPair(all, types, use);
  const alone = old.derived.length + now.derived.length === 0 && !old.abstract && !now.abstract;
  if (alone) return content;
  return all.match(types, 'declared', () => ({
    text: content,
    compare: (matched) => {
      matched.parts.add(content);
      compareAbstract(matched.whole, old, now);
      compareDerived(matched, old, now);
    },
  }));
}

/** The pair of the contents of two complex types. */
export function contentPair(
  all: MatchedPairs,
  types: Pair<ComplexType>,
  use?: Subject,
): MatchedPair {
  const { old, new: now } = types;
  return all.match(types, 'content', () => {
    const places = placesOf(old, now);
    const named = old.name !== undefined || now.name !== undefined || use === undefined;
    const before = typeTitle(old);
    const after = typeTitle(now);
    const label = before === after || old.name === undefined ? after : `${after} (was ${before})`;
    const own = use?.own ?? { label: use?.what ?? label, subject: use?.subject ?? after };
    const isFault = use?.own?.isFault;
    const text = named ? { label, subject: after, isFault, ...places } : { ...own, ...places };
    return { text, compare: (matched) => compareComplex(matched, old, now) };
  });
}

function compareComplex(matched: MatchedPair, old: ComplexType, now: ComplexType): void {
  const { label } = matched;
  compareNames(matched, old, now);
  compareDocumentation(matched.whole, old, now);
  if (now.mixed && !old.mixed) {
    const message = `${label} may hold text between its elements`;
    matched.report('content-changed', verdicts.wider, message);
  } else if (old.mixed && !now.mixed) {
    const message = `${label} may no longer hold text between its elements`;
    matched.report('content-changed', verdicts.narrower, message);
  }
  if (old.soapArray !== undefined && now.soapArray !== undefined) {
    const [before, after] = [rankOf(old.soapArray), rankOf(now.soapArray)];
    if (before !== after) {
      const message = `${label} has ${after} dimensions instead of ${before}`;
      matched.report('content-changed', verdicts.different, message);
    }
    const items = { ...matched.whole, subject: `${matched.subject}[]`, what: `items of ${label}` };
    compareTypeUse(items, old.soapArray.item, now.soapArray.item);
    return;
  }
  const from = matched.findings.length;
  const bases = basesOfOneName(old, now);
  const own = bases !== undefined && staysInPlace({ old, new: now }, bases);
  if (own) {
    if (bases.old !== bases.new) matched.parts.add(contentPair(matched.all, bases));
    compareAttributes(matched, old.ownAttributes, now.ownAttributes);
  } else compareAttributes(matched, old.attributes, now.attributes);
  if (!own || !inheritsWildcards({ old, new: now }, bases)) {
    compareAttributeWildcards(matched, old.anyAttribute, now.anyAttribute);
  }
  compareBody(matched, old, now, own);
  joinTurned(matched, from);
  const inherited = own ? contentItems(bases.new.particle).items.flatMap(namesOf) : [];
  addTraits(matched, { old, new: now, from, inherited });
}

function compareNames(matched: MatchedPair, old: ComplexType, now: ComplexType): void {
  if (old.name === undefined || now.name === undefined) return;
  const [before, after] = [old.name.localName, now.name.localName];
  if (before === after) {
    compareTypeNamespaces(matched, { old: old.name, new: now.name });
    return;
  }
  const message = `type ${after} replaces ${before}`;
  matched.report('type-renamed', verdicts.renamedType, message, {
    subject: after,
    cause: {
      key: 'type-renamed',
      item: `${after} instead of ${before}`,
      sentence: (count, list) => `${count} types have other names: ${list}`,
    },
  });
}

/**
 * The bases of two extensions if they have the same name. Their content is then compared with them.
 */
function basesOfOneName(old: ComplexType, now: ComplexType): Pair<ComplexType> | undefined {
  const extensions = old.derivation === 'extension' && now.derivation === 'extension';
  if (!extensions || old.base?.name === undefined || now.base === undefined) return undefined;
  const sameName = now.base.name?.localName === old.base.name.localName;
  return sameName ? { old: old.base, new: now.base } : undefined;
}

/**
 * Whether no element and no attribute moved between two types and their bases. What moved is the
 * same in messages, so it is compared in the type as a whole.
 */
function staysInPlace(types: Pair<ComplexType>, bases: Pair<ComplexType>): boolean {
  const own = ({ ownParticle, ownAttributes }: ComplexType): readonly string[] =>
    partNames(ownParticle, ownAttributes);
  const isKept = wildcardKey(types.old) === wildcardKey(types.new);
  if (isKept && wildcardKey(bases.old) !== wildcardKey(bases.new)) return false;
  const [before, after] = [own(types.old), own(types.new)];
  if (before.join(' ') === after.join(' ')) return true;
  const moved = (names: readonly string[], { particle, attributes }: ComplexType): boolean => {
    const inherited = new Set(partNames(particle, attributes));
    return names.some((name) => inherited.has(name));
  };
  return !moved(before, bases.new) && !moved(after, bases.old);
}

function partNames(
  particle: ComplexType['particle'],
  attributes: ComplexType['attributes'],
): readonly string[] {
  const elements = contentItems(particle).items.flatMap(namesOf);
  return [...elements, ...attributes.map(({ name }) => `@${name.localName}`)];
}

/** Whether two types have the attribute wildcards of their bases, which are compared themselves. */
function inheritsWildcards(types: Pair<ComplexType>, bases: Pair<ComplexType>): boolean {
  const isInherited = (type: ComplexType, base: ComplexType): boolean =>
    wildcardKey(type) === wildcardKey(base);
  return isInherited(types.old, bases.old) && isInherited(types.new, bases.new);
}

function wildcardKey({ anyAttribute }: ComplexType): string {
  return JSON.stringify(anyAttribute?.allowed ?? '');
}

/**
 * Compares text or elements.
 *
 * @param own whether inherited content is compared elsewhere
 */
function compareBody(matched: MatchedPair, old: ComplexType, now: ComplexType, own: boolean): void {
  const text = old.simpleContent;
  if (text !== undefined && now.simpleContent !== undefined) {
    const use = { ...matched.whole, what: `the text of ${matched.label}` };
    if (!own) compareTypeUse(use, text, now.simpleContent);
  } else if (text !== undefined || now.simpleContent !== undefined) {
    const words = text === undefined ? 'text instead of elements' : 'elements instead of text';
    const message = `${matched.label} holds ${words}`;
    matched.report('content-changed', verdicts.different, message);
  } else if (own) compareContent(matched, old.ownParticle, now.ownParticle);
  else compareContent(matched, old.particle, now.particle);
}

/** Default and fixed value of an element or attribute, with its type. */
interface Defaults {
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
  readonly type: SchemaType;
}

/**
 * Compares default and fixed values, as values of their types. Receivers use a default for an
 * absent value, and ASMX omits values equal to it. With another default, one side reads another
 * value. A fixed value is a default, too, and the only value.
 */
function compareDefaults(about: Subject, old: Defaults, now: Defaults): void {
  const same = (before: string | undefined, after: string | undefined): boolean =>
    before === after ||
    (before !== undefined && after !== undefined && isSameValue(old.type, now.type, before, after));
  const isKept = same(old.default ?? old.fixed, now.default ?? now.fixed);
  if (old.fixed !== undefined && now.default !== undefined) {
    const text = isKept
      ? `may have other values than '${now.default}' now, its default`
      : `has the default '${now.default}' instead of the fixed value '${old.fixed}'`;
    const verdict = isKept ? verdicts.wider : verdicts.different;
    reportOn(about, 'fixed-changed', verdict, text);
  } else if (old.default !== undefined && now.fixed !== undefined) {
    const text = isKept
      ? `may have no other value than '${now.fixed}' any more, its default`
      : `has the fixed value '${now.fixed}' instead of the default '${old.default}'`;
    const verdict = isKept ? verdicts.narrower : verdicts.different;
    reportOn(about, 'fixed-changed', verdict, text);
  } else if (!same(old.fixed, now.fixed)) {
    const text = transition('fixed value', old.fixed, now.fixed);
    const { narrower, wider, different } = verdicts;
    const lifted = now.fixed === undefined ? wider : different;
    reportOn(about, 'fixed-changed', old.fixed === undefined ? narrower : lifted, text);
  } else if (!same(old.default, now.default)) {
    const text = transition('default', old.default, now.default);
    reportOn(about, 'default-changed', verdicts.different, text);
  }
}

function transition(name: string, before: string | undefined, after: string | undefined): string {
  if (before === undefined) return `has the ${name} '${after}' now`;
  if (after === undefined) return `has no ${name} any more (was '${before}')`;
  return `has the ${name} '${after}' instead of '${before}'`;
}

/**
 * Reports a changed property name from `jaxb:property`. Messages stay the same, but source code
 * with the old name no longer compiles.
 */
function compareProperty(about: Subject, old: string, now: string): void {
  if (old === now) return;
  const message = `property of ${about.what} is '${now}' instead of '${old}' in generated code`;
  const help = 'Messages stay the same; code that uses the old name breaks once it is regenerated';
  about.matched.report('property-renamed', verdicts.compatible, message, { ...about, help });
}

/**
 * Compares the types that may replace a type by `xsi:type`, in which messages name them. Each is
 * reported at the nearest base that both contracts have.
 */
function compareDerived(matched: MatchedPair, old: ComplexType, now: ComplexType): void {
  const [before, after] = [standingFor(old), standingFor(now)];
  const { pairs, removed, added } = matchByName(before.types, after.types);
  for (const pair of pairs) {
    matched.parts.add(complexPair(matched.all, pair));
    if (!pair.new.abstract) compareNamespaces(matched, pair);
  }
  for (const type of added) {
    if (!type.abstract && isNearest(type, now, before)) report(matched, type, true);
  }
  for (const type of removed) {
    if (!type.abstract && isNearest(type, old, after)) report(matched, type, false);
  }
}

function compareNamespaces(matched: MatchedPair, { old, new: now }: Pair<ComplexType>): void {
  if (old.name === undefined || now.name === undefined) return;
  const named = { old: { ...old, name: old.name }, new: { ...now, name: now.name } };
  matched.all.moved(matched, named);
}

function report(matched: MatchedPair, type: ComplexType, added: boolean): void {
  if (added) {
    const message = `type ${typeTitle(type)} may stand in for ${matched.label}`;
    matched.report('derived-type-added', verdicts.wider, message, { new: type.span });
  } else {
    const message = `type ${typeTitle(type)} may no longer stand in for ${matched.label}`;
    matched.report('derived-type-removed', verdicts.narrower, message, { old: type.span });
  }
}

/** Types that may replace a type, nearest first. */
interface Family {
  readonly types: readonly ComplexType[];
  readonly byName: ReadonlyMap<string, ComplexType>;
}

function standingFor(type: ComplexType): Family {
  const known = cache.get(type);
  if (known !== undefined) return known;
  const types = replacements(type);
  const byName = new Map<string, ComplexType>();
  for (const one of types) {
    const { name } = one;
    if (name === undefined) continue;
    byName.set(qnameKey(name), one);
    // a namespace may have changed
    if (!byName.has(name.localName)) byName.set(name.localName, one);
  }
  const found = { types, byName };
  cache.set(type, found);
  return found;
}

const cache = new WeakMap<ComplexType, Family>();

function sameNamedIn({ byName }: Family, { name }: ComplexType): ComplexType | undefined {
  return name && (byName.get(qnameKey(name)) ?? byName.get(name.localName));
}

/**
 * Whether no type between this one and the base, which the other contract also has, reports the
 * same.
 */
function isNearest(type: ComplexType, top: ComplexType, others: Family): boolean {
  for (let base = type.base; base !== undefined && base !== top; base = base.base) {
    const other = sameNamedIn(others, base);
    if (other === undefined || sameNamedIn(standingFor(base), type) === undefined) continue;
    if (sameNamedIn(standingFor(other), type) === undefined) return false;
  }
  return true;
}

/**
 * Compares the identity constraints of two elements (XML Schema part 1 section 3.11) by what their
 * XPaths select. Their own names are in no message.
 */
function compareConstraints(about: Subject, { old, new: now }: Pair<ElementDeclaration>): void {
  const [before, after] = [old.constraints ?? [], now.constraints ?? []];
  if (before.length === 0 && after.length === 0) return;
  const moved = { from: old.name.namespace, to: now.name.namespace };
  const meanings = new Map<IdentityConstraint, string>();
  for (const one of before) meanings.set(one, meaningOf(one, before, moved));
  for (const one of after) meanings.set(one, meaningOf(one, after, undefined));
  const same = match(before, after, (one) => meanings.get(one) ?? '');
  const named = match(same.removed, same.added, ({ kind, name }) => `${kind} ${name}`);
  for (const pair of named.pairs) {
    const message = `${pair.new.kind} '${pair.new.name}' of ${about.what} is of other values now`;
    const at = { subject: about.subject, ...placesOf(pair.old, pair.new) };
    about.matched.report('constraint-changed', verdicts.different, message, at);
  }
  for (const one of named.removed) {
    const message = `${one.kind} '${one.name}' removed from ${about.what}`;
    const at = { subject: about.subject, old: one.span, new: about.new };
    about.matched.report('constraint-removed', verdicts.wider, message, at);
  }
  for (const one of named.added) {
    const message = `${one.kind} '${one.name}' added to ${about.what}`;
    const at = { subject: about.subject, old: about.old, new: one.span };
    about.matched.report('constraint-added', verdicts.narrower, message, at);
  }
}

/** What a constraint is of, with namespaces in place of prefixes. */
function meaningOf(
  constraint: IdentityConstraint,
  beside: readonly IdentityConstraint[],
  moved: { readonly from: string; readonly to: string } | undefined,
): string {
  const { kind, refer } = constraint;
  const space = (namespace: string): string =>
    `{${namespace === moved?.from ? moved.to : namespace}}`;
  const paths = (one: IdentityConstraint): readonly string[] =>
    rewriteXPaths(one, space).map((path) => path.replace(/\s+/g, ''));
  const referred = beside.find(({ name }) => name === refer?.name.localName);
  const target = referred === undefined ? refer?.name.localName : paths(referred);
  return JSON.stringify([kind, paths(constraint), target]);
}

/** An element of a matched pair. */
function elementSubject(
  matched: MatchedPair,
  old: ElementDeclaration,
  now: ElementDeclaration,
): Subject {
  const { localName } = now.name;
  return {
    matched,
    subject: `${matched.subject}.${localName}`,
    what: `${matched.noun} '${localName}' in ${matched.label}`,
    types: { old: old.type, new: now.type },
    ...placesOf(old, now),
  };
}

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

/** Compares two content models (XML Schema part 1 section 3.8). */
function compareContent(
  matched: MatchedPair,
  old: Particle | undefined,
  now: Particle | undefined,
): void {
  if (old === now) return;
  const before = contentItems(old);
  const after = contentItems(now);
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
    const names = itemsOfKind(pair.new.items, 'element').map(itemName).join(', ');
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
