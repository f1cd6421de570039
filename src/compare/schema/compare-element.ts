import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { compareDocumentation } from '../result/documentation.ts';
import { createPair, type MatchedPair } from '../result/matched-pair.ts';
import type { MatchedPairs } from '../result/matched-pairs.ts';
import { verdicts } from '../result/verdict.ts';
import { isBuiltin, nameKey, quoted } from '../result/words.ts';
import { compareDefaults } from './compare-defaults.ts';
import { compareTypeUse } from './compare-type-use.ts';
import type { TypeUse } from './type-use.ts';

/**
 * Compares two elements that are at the same place of a content model; how often they may occur is
 * another matter.
 */
export function compareElement(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  if (old === now) return;
  compareNamespaces(matches, matched, old, now);
  const { localName } = now.name;
  if (!old.global || !now.global) {
    compareDeclarations(
      matches,
      useOfElement(matched, old, now, `${matched.noun} '${localName}'`),
      old,
      now,
    );
    return;
  }
  const label = `element '${localName}'`;
  const places = { old: old.span, new: now.span };
  const make = () => ({
    matched: createPair({ label, subject: localName, ...places }),
    compare: (own: MatchedPair) => {
      const use = { matched: own, subject: localName, what: label, ...places };
      compareDeclarations(matches, use, old, now);
    },
  });
  matched.parts.add(matches.match(old, now, 'element', make));
}

/** Compares the element that carries a whole message. */
export function compareMessageElement(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  const before = old.name.localName;
  const after = now.name.localName;
  const places = { old: old.span, new: now.span };
  if (before !== after) {
    matched.findings.push({
      kind: 'message-element-changed',
      verdict: verdicts.different,
      subject: matched.subject,
      message: `${matched.label} is element '${after}' instead of '${before}'`,
      ...places,
    });
    // the result elements of GET and POST are named after their types
    if (isBuiltin(old.type) && isBuiltin(now.type)) return;
  } else compareNamespaces(matches, matched, old, now);
  const { label, subject, noun } = matched;
  const use = { matched, subject, what: label, own: { label, subject, noun }, ...places };
  compareDeclarations(matches, use, old, now);
}

function compareNamespaces(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  const from = old.name.namespace;
  const to = now.name.namespace;
  if (from === to) return;
  const local = now.name.localName;
  matches.moved(matched, { local, from, to, old: old.span, new: now.span });
}

function useOfElement(
  matched: MatchedPair,
  old: ElementDeclaration,
  now: ElementDeclaration,
  what: string,
): TypeUse {
  return {
    matched,
    subject: `${matched.subject}.${now.name.localName}`,
    what: `${what} in ${matched.label}`,
    old: old.span,
    new: now.span,
  };
}

function compareDeclarations(
  matches: MatchedPairs,
  use: TypeUse,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  const { matched, subject, what } = use;
  const places = { old: use.old, new: use.new };
  if (old.nillable !== now.nillable) {
    matched.findings.push({
      kind: now.nillable ? 'nillable-added' : 'nillable-removed',
      verdict: now.nillable ? verdicts.wider : verdicts.narrower,
      subject,
      message: `${what} may ${now.nillable ? 'be nil now' : 'no longer be nil'}`,
      ...places,
    });
  }
  if (old.abstract !== now.abstract) {
    matched.findings.push({
      kind: 'abstract-changed',
      verdict: now.abstract ? verdicts.narrower : verdicts.wider,
      subject,
      message: `${what} is ${now.abstract ? 'abstract now' : 'abstract no longer'}`,
      ...places,
    });
  }
  compareDefaults(use, old, now);
  compareSubstitutes(matches, use, old, now);
  compareTypeUse(matches, use, old.type, now.type);
  compareDocumentation(matched, subject, what, old, now);
}

/**
 * Elements that may stand in for another: those of the same name are compared like any two
 * elements.
 */
function compareSubstitutes(
  matches: MatchedPairs,
  use: TypeUse,
  old: ElementDeclaration,
  now: ElementDeclaration,
): void {
  if (old.substitutes.length === 0 && now.substitutes.length === 0) return;
  const known = new Map(old.substitutes.map((one) => [nameKey(one.name), one]));
  const report = (added: boolean, names: readonly ElementDeclaration[]): void => {
    if (names.length === 0) return;
    const list = quoted(names.map((one) => one.name.localName));
    use.matched.findings.push({
      kind: added ? 'substitute-added' : 'substitute-removed',
      verdict: added ? verdicts.wider : verdicts.narrower,
      subject: use.subject,
      message: `${list} may ${added ? 'stand in' : 'no longer stand in'} for ${use.what}`,
      old: added ? use.old : names[0]?.span,
      new: added ? names[0]?.span : use.new,
    });
  };
  const added: ElementDeclaration[] = [];
  for (const substitute of now.substitutes) {
    const key = nameKey(substitute.name);
    const before = known.get(key) ?? old.substitutes.find((one) => sameLocalName(one, substitute));
    if (before === undefined) added.push(substitute);
    else {
      known.delete(nameKey(before.name));
      compareElement(matches, use.matched, before, substitute);
    }
  }
  report(true, added);
  report(false, [...known.values()]);
}

function sameLocalName(a: ElementDeclaration, b: ElementDeclaration): boolean {
  return a.name.localName === b.name.localName;
}
