import type { ChangeKind } from '../../diagnostics/change-kinds.ts';
import type { QName } from '../../model/common/qname.ts';
import { rankOf } from '../../model/link/soap-array.ts';
import type { ComplexType } from '../../model/xsd/schema.ts';
import { compareDocumentation } from '../result/documentation.ts';
import {
  type Finding,
  type MatchedPair,
  type MatchedPairs,
  type Pair,
  placesOf,
  reportOn,
  type Subject,
} from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { typeWord } from '../result/words.ts';
import { compareAttributes } from './compare-attributes.ts';
import { compareContent } from './compare-content.ts';
import { compareDerived } from './compare-derived.ts';
import { compareTypeUse } from './compare-type-use.ts';
import { compareAttributeWildcards } from './compare-wildcards.ts';
import { contentOf, namesOf } from './content.ts';
import { addHazards } from './reader-facts.ts';

/**
 * The pair of two complex types where they are declared types: their content, and the types that
 * may replace them. A derived type only inherits content.
 */
export function complexPair(
  all: MatchedPairs,
  types: Pair<ComplexType>,
  use?: Subject,
): MatchedPair {
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
    const before = typeWord(old);
    const after = typeWord(now);
    const label = before === after || old.name === undefined ? after : `${after} (was ${before})`;
    const own = use?.own ?? { label: use?.what ?? label, subject: use?.subject ?? after };
    const text = named ? { label, subject: after, ...places } : { ...own, ...places };
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
  const inherited = own ? contentOf(bases.new.particle).items.flatMap(namesOf) : [];
  addHazards(matched, { old, new: now, from, inherited });
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

/** Messages with SOAP encoding say the names of types, with their namespaces. */
export function compareTypeNamespaces(matched: MatchedPair, names: Pair<QName>): void {
  if (names.old.namespace === names.new.namespace) return;
  const { old, new: now } = matched;
  const named = { old: { name: names.old, span: old }, new: { name: names.new, span: now } };
  matched.all.moved(matched, named, verdicts.movedType);
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
  const elements = contentOf(particle).items.flatMap(namesOf);
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
 * Joins what was found of an attribute and an element of the same name, of which one was removed
 * and one is new.
 *
 * @param from number of findings before those of this type
 */
function joinTurned(matched: MatchedPair, from: number): void {
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
