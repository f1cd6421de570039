import { isAnyType } from '../../model/xsd/builtin-schema.ts';
import type { ComplexType, SchemaType, SimpleType } from '../../model/xsd/schema.ts';
import { compareDocumentation } from '../result/documentation.ts';
import { type MatchedPair, placesOf, type Subject } from '../result/matched-pair.ts';
import { type Verdict, verdictOf, verdicts } from '../result/verdict.ts';
import { isBuiltin, typeWord } from '../result/words.ts';
import { compareFacets, type FacetDifference } from '../simple/facets.ts';
import { relateSimple } from '../simple/relate-simple.ts';
import { compareAttributes } from './compare-attributes.ts';
import { complexPair } from './compare-complex.ts';

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

function typeChanged(use: Subject, old: SchemaType, now: SchemaType, verdict: Verdict): void {
  const before = typeWord(old);
  const after = typeWord(now);
  const message =
    before === after
      ? `type ${before} of ${use.what} allows other values`
      : `type of ${use.what} changed from ${before} to ${after}`;
  use.matched.report('type-changed', verdict, message, use);
}

function compareSimpleUse(use: Subject, old: SimpleType, now: SimpleType): void {
  const named = (type: SimpleType): boolean => type.name !== undefined && !isBuiltin(type);
  const sameName = old.name?.localName === now.name?.localName;
  if (named(old) && named(now) && sameName) {
    const { all, parts } = use.matched;
    const compare = ({ whole }: MatchedPair): void => {
      compareDocumentation(whole, old, now);
      compareValues(whole, old, now);
    };
    const text = { label: typeWord(now), ...placesOf(old, now) };
    parts.add(all.match({ old, new: now }, 'simple', () => ({ text, compare })));
    return;
  }
  const inline = old.name === undefined && now.name === undefined;
  if (inline || (sameName && isBuiltin(old))) {
    compareValues(use, old, now);
    return;
  }
  const verdict = verdictOf(relateSimple(old, now));
  if (verdict !== undefined) typeChanged(use, old, now, verdict);
  else if (named(old) && named(now)) {
    const names = `${typeWord(now)} instead of ${typeWord(old)}`;
    const message = `type of ${use.what} has another name: ${names}`;
    use.matched.report('type-renamed', verdicts.compatible, message, use);
  }
}

/**
 * Compares values facet by facet if both types restrict the same built-in, otherwise as a whole.
 */
function compareValues(use: Subject, old: SimpleType, now: SimpleType): void {
  const plain = old.variety === 'atomic' && now.variety === 'atomic';
  if (!plain || old.builtin !== now.builtin) {
    const verdict = verdictOf(relateSimple(old, now));
    if (verdict !== undefined) typeChanged(use, old, now, verdict);
    return;
  }
  for (const difference of compareFacets(old, now)) reportFacet(use, difference);
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
  const known = new Map(old.facets.enumeration?.map((one) => [one.value, one]));
  for (const after of now.facets.enumeration ?? []) {
    const before = known.get(after.value);
    if (before === undefined) continue;
    compareDocumentation({ ...use, what: `value '${after.value}' of ${use.what}` }, before, after);
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
