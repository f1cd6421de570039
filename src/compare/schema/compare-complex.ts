import { rankOf } from '../../model/link/soap-array.ts';
import type { ComplexType } from '../../model/xsd/schema.ts';
import { compareDocumentation } from '../result/documentation.ts';
import { createPair, type MatchedPair } from '../result/matched-pair.ts';
import type { MatchedPairs } from '../result/matched-pairs.ts';
import { verdicts } from '../result/verdict.ts';
import { typeWord } from '../result/words.ts';
import { compareAttributes } from './compare-attributes.ts';
import { compareContent } from './compare-content.ts';
import { compareDerived } from './compare-derived.ts';
import { compareTypeUse } from './compare-type-use.ts';
import { compareAttributeWildcards } from './compare-wildcards.ts';
import type { TypeUse } from './type-use.ts';

/**
 * The pair of two complex types where one is declared: their content, and with it the types that
 * may stand in for them. What a derived type inherits is content alone.
 */
export function complexPair(
  matches: MatchedPairs,
  use: TypeUse | undefined,
  old: ComplexType,
  now: ComplexType,
): MatchedPair {
  const content = contentPair(matches, use, old, now);
  const alone = old.derived.length + now.derived.length === 0 && !old.abstract && !now.abstract;
  if (alone) return content;
  return matches.match(old, now, 'declared', () => ({
    matched: createPair({ ...content, uses: 0 }),
    compare: (matched) => {
      matched.parts.add(content);
      if (old.abstract !== now.abstract) {
        matched.findings.push({
          kind: 'abstract-changed',
          verdict: now.abstract ? verdicts.narrower : verdicts.wider,
          subject: matched.subject,
          message: `${matched.label} is ${now.abstract ? 'abstract now' : 'abstract no longer'}`,
          old: old.span,
          new: now.span,
        });
      }
      compareDerived(matches, matched, old, now);
    },
  }));
}

/** The pair of what two complex types hold. */
export function contentPair(
  matches: MatchedPairs,
  use: TypeUse | undefined,
  old: ComplexType,
  now: ComplexType,
): MatchedPair {
  return matches.match(old, now, 'content', () => {
    const places = { old: old.span, new: now.span };
    const named = old.name !== undefined || now.name !== undefined || use === undefined;
    const before = typeWord(old);
    const after = typeWord(now);
    const label = before === after || old.name === undefined ? after : `${after} (was ${before})`;
    const own = use?.own ?? { label: use?.what ?? label, subject: use?.subject ?? after };
    const matched = createPair(
      named ? { label, subject: after, ...places } : { ...own, ...places, uses: 0 },
    );
    return { matched, compare: (one) => compareComplex(matches, one, old, now) };
  });
}

function compareComplex(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: ComplexType,
  now: ComplexType,
): void {
  const places = { old: old.span, new: now.span };
  compareNames(matched, old, now);
  compareDocumentation(matched, matched.subject, matched.label, old, now);
  if (old.mixed !== now.mixed) {
    matched.findings.push({
      kind: 'content-changed',
      verdict: now.mixed ? verdicts.wider : verdicts.narrower,
      subject: matched.subject,
      message: `${matched.label} ${now.mixed ? 'may hold text between its elements' : 'may no longer hold text between its elements'}`,
      ...places,
    });
  }
  if (old.soapArray !== undefined && now.soapArray !== undefined) {
    const [before, after] = [rankOf(old.soapArray), rankOf(now.soapArray)];
    if (before !== after) {
      matched.findings.push({
        kind: 'content-changed',
        verdict: verdicts.different,
        subject: matched.subject,
        message: `${matched.label} has ${after} dimensions in place of ${before}`,
        ...places,
      });
    }
    const use = {
      matched,
      subject: `${matched.subject}[]`,
      what: `items of ${matched.label}`,
      ...places,
    };
    compareTypeUse(matches, use, old.soapArray.item, now.soapArray.item);
    return;
  }
  const inherits = inheritsAlike(old, now);
  if (inherits !== undefined) {
    const [before, after] = inherits;
    if (before !== after) matched.parts.add(contentPair(matches, undefined, before, after));
    compareAttributes(matches, matched, old.ownAttributes, now.ownAttributes);
    compareBody(matches, matched, old, now, true);
    return;
  }
  compareAttributes(matches, matched, old.attributes, now.attributes);
  compareAttributeWildcards(matched, old.anyAttribute, now.anyAttribute);
  compareBody(matches, matched, old, now, false);
}

function compareNames(matched: MatchedPair, old: ComplexType, now: ComplexType): void {
  const before = old.name?.localName;
  const after = now.name?.localName;
  if (before === undefined || after === undefined || before === after) return;
  matched.findings.push({
    kind: 'type-renamed',
    verdict: verdicts.compatible,
    subject: after,
    message: `type ${after} stands where ${before} stood`,
    old: old.span,
    new: now.span,
  });
}

/** The bases of two extensions of types of the same name: what these hold is compared with them. */
function inheritsAlike(
  old: ComplexType,
  now: ComplexType,
): readonly [ComplexType, ComplexType] | undefined {
  const { base } = old;
  if (base?.name === undefined || now.base?.name?.localName !== base.name.localName) {
    return undefined;
  }
  return old.derivation === 'extension' && now.derivation === 'extension'
    ? [base, now.base]
    : undefined;
}

/** Text or elements. */
function compareBody(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: ComplexType,
  now: ComplexType,
  own: boolean,
): void {
  const places = { old: old.span, new: now.span };
  const text = old.simpleContent;
  if (text !== undefined && now.simpleContent !== undefined) {
    if (own) return;
    const use = {
      matched,
      subject: matched.subject,
      what: `the text of ${matched.label}`,
      ...places,
    };
    compareTypeUse(matches, use, text, now.simpleContent);
    return;
  }
  if ((text === undefined) !== (now.simpleContent === undefined)) {
    matched.findings.push({
      kind: 'content-changed',
      verdict: verdicts.different,
      subject: matched.subject,
      message: `${matched.label} holds ${text === undefined ? 'text instead of elements' : 'elements instead of text'}`,
      ...places,
    });
    return;
  }
  if (own) compareContent(matches, matched, old.ownParticle, now.ownParticle);
  else compareContent(matches, matched, old.particle, now.particle);
}
