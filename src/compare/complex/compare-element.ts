import { qnameKey } from '../../model/common/qname.ts';
import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { compareDocumentation } from '../result/documentation.ts';
import {
  type MatchedPair,
  type MatchedPairs,
  placesOf,
  reportOn,
  type Subject,
} from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { isBuiltin, quoted } from '../result/words.ts';
import { compareAbstract } from './compare-complex.ts';
import { compareDefaults } from './compare-defaults.ts';
import { compareProperty } from './compare-property.ts';
import { compareTypeUse } from './compare-type-use.ts';
import type { ElementItem } from './content.ts';
import { elementSubject } from './element-subject.ts';
import type { Pair } from './match-items.ts';

/** Compares two elements and the names of their properties. */
export function compareElementItems(
  matched: MatchedPair,
  { old, new: now }: Pair<ElementItem>,
): void {
  const about = elementSubject(matched, old.element, now.element);
  compareProperty(about, old.property, now.property);
  compareElement(matched, old.element, now.element);
}

/** Compares two elements at the same position of a content model, without their occurrences. */
function compareElement(
  matched: MatchedPair,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  if (old === now) return;
  matched.all.moved(matched, old, now);
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

/** Compares the element around a whole message. */
export function compareMessageElement(
  matched: MatchedPair,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  const before = old.name.localName;
  const after = now.name.localName;
  const places = placesOf(old, now);
  if (before !== after) {
    const message = `${matched.label} is element '${after}' instead of '${before}'`;
    matched.report('message-element-changed', verdicts.different, message, places);
    // the result elements of GET and POST are named after their types
    if (isBuiltin(old.type) && isBuiltin(now.type)) return;
  } else matched.all.moved(matched, old, now);
  const { label, subject, noun } = matched;
  const about = { ...matched.whole, own: { label, subject, noun }, ...places };
  compareDeclarations(about, old, now);
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
  compareSubstitutes(about, old, now);
  compareTypeUse(about, old.type, now.type);
  compareDocumentation(about, old, now);
}

/** Compares substitutes of an element. Those with the same name are compared like any elements. */
function compareSubstitutes(
  about: Subject,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  if (old.substitutes.length === 0 && now.substitutes.length === 0) return;
  const known = new Map(old.substitutes.map((one) => [qnameKey(one.name), one]));
  const added: ElementDeclaration[] = [];
  for (const substitute of now.substitutes) {
    const before =
      known.get(qnameKey(substitute.name)) ??
      old.substitutes.find((one) => one.name.localName === substitute.name.localName);
    if (before === undefined) added.push(substitute);
    else {
      known.delete(qnameKey(before.name));
      compareElement(about.matched, before, substitute);
    }
  }
  const names = (elements: readonly ElementDeclaration[]): string =>
    quoted(elements.map((one) => one.name.localName));
  const removed = [...known.values()];
  if (added.length > 0) {
    const message = `${names(added)} may stand in for ${about.what}`;
    const at = { ...about, new: added[0]?.span };
    about.matched.report('substitute-added', verdicts.wider, message, at);
  }
  if (removed.length > 0) {
    const message = `${names(removed)} may no longer stand in for ${about.what}`;
    const at = { ...about, old: removed[0]?.span };
    about.matched.report('substitute-removed', verdicts.narrower, message, at);
  }
}
