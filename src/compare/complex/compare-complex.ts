import { rankOf } from '../../model/link/soap-array.ts';
import type { ComplexType } from '../../model/xsd/schema.ts';
import { compareDocumentation } from '../result/documentation.ts';
import {
  type MatchedPair,
  type MatchedPairs,
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
import type { Pair } from './match-items.ts';

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
  const bases = basesOfOneName(old, now);
  if (bases === undefined) {
    compareAttributes(matched, old.attributes, now.attributes);
    compareAttributeWildcards(matched, old.anyAttribute, now.anyAttribute);
    compareBody(matched, old, now, false);
    return;
  }
  if (bases.old !== bases.new) matched.parts.add(contentPair(matched.all, bases));
  compareAttributes(matched, old.ownAttributes, now.ownAttributes);
  compareBody(matched, old, now, true);
}

function compareNames(matched: MatchedPair, old: ComplexType, now: ComplexType): void {
  const before = old.name?.localName;
  const after = now.name?.localName;
  if (before === undefined || after === undefined || before === after) return;
  const message = `type ${after} replaces ${before}`;
  matched.report('type-renamed', verdicts.compatible, message, { subject: after });
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
