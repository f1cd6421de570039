import { sameQName } from '../../model/common/qname.ts';
import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { compareDocumentation } from '../result/documentation.ts';
import {
  type MatchedPair,
  type MatchedPairs,
  type Pair,
  placesOf,
  reportOn,
  type Subject,
} from '../result/matched-pair.ts';
import { removalOf, type Verdict, verdicts } from '../result/verdict.ts';
import { isBuiltin, quoted } from '../result/words.ts';
import { compareAbstract } from './compare-complex.ts';
import { compareConstraints } from './compare-constraints.ts';
import { compareDefaults } from './compare-defaults.ts';
import { compareProperty } from './compare-property.ts';
import { compareTypeUse } from './compare-type-use.ts';
import type { ElementItem } from './content.ts';
import { elementSubject } from './element-subject.ts';
import { matchByName } from './match-items.ts';

/** Compares two elements and the names of their properties. */
export function compareElementItems(
  matched: MatchedPair,
  { old, new: now }: Pair<ElementItem>,
): void {
  const about = elementSubject(matched, old.element, now.element);
  compareProperty(about, old.property, now.property);
  compareElement(matched, old.element, now.element);
  const { localName } = now.element.name;
  const places = placesOf(old.element, now.element);
  const head = { matched, subject: localName, what: `element '${localName}'`, ...places };
  compareSubstitutes(head, old, now);
}

/** Compares two elements at the same position of a content model, without their occurrences. */
function compareElement(
  matched: MatchedPair,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  if (old === now) return;
  matched.all.moved(matched, { old, new: now });
  if (!old.global || !now.global) {
    compareDeclarations(elementSubject(matched, old, now), old, now);
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
  const compare = (own: MatchedPair) => compareDeclarations(own.whole, old, now);
  return all.match({ old, new: now }, 'element', () => ({ text, compare }));
}

/** What an element is in its message. */
export interface ElementRole {
  /** The verdict on one of another name or namespace. Default: nothing fits any more. */
  readonly asAnother?: Verdict | undefined;
  /** Whether it wraps parameters or results. */
  readonly isWrapper?: boolean | undefined;
}

/**
 * Compares the element around a whole message, of a header or of the detail of a fault.
 */
export function compareMessageElement(
  matched: MatchedPair,
  { old, new: now }: Pair<ElementDeclaration>,
  { asAnother = verdicts.different, isWrapper }: ElementRole = {},
): void {
  const before = old.name.localName;
  const after = now.name.localName;
  const places = placesOf(old, now);
  if (before !== after) {
    const message = `${matched.label} is element '${after}' instead of '${before}'`;
    matched.report('message-element-changed', asAnother, message, places);
    // the result elements of GET and POST are named after their types
    if (isBuiltin(old.type) && isBuiltin(now.type)) return;
  } else matched.all.moved(matched, { old, new: now }, asAnother);
  // what is in an element that no one asks for does not matter
  if (!sameQName(old.name, now.name) && asAnother !== verdicts.different) return;
  const { label, subject, noun } = matched;
  const about = { ...matched.whole, own: { label, subject, noun, isWrapper }, ...places };
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
