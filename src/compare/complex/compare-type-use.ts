import { isDerivedFrom } from '../../model/link/derivation.ts';
import { isAnyType } from '../../model/xsd/builtin-schema.ts';
import type {
  ComplexType,
  EnumerationValue,
  SchemaType,
  SimpleType,
} from '../../model/xsd/schema.ts';
import { compareDocumentation } from '../result/documentation.ts';
import { type MatchedPair, placesOf, type Subject } from '../result/matched-pair.ts';
import { type Verdict, verdictOf, verdicts } from '../result/verdict.ts';
import { isBuiltin, listed, typeWord } from '../result/words.ts';
import type { FacetDifference } from '../simple/facets.ts';
import { relateSimple, valueDifferences } from '../simple/relate-simple.ts';
import { compareAttributes } from './compare-attributes.ts';
import { compareTypeNamespaces, complexPair } from './compare-complex.ts';

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
  const { what, matched } = use;
  const [from, to] = [baseWord(old), baseWord(now)];
  let message = `type of ${what} changed from ${before} to ${after}`;
  if (before === after) {
    const subject = what === after ? `type ${after}` : `type ${after} of ${what}`;
    message =
      from === to ? `${subject} allows other values` : `${subject} is ${to} instead of ${from}`;
  }
  matched.report('type-changed', verdict, message, use);
}

/** What a type is, without its name: `a list of int`, `int`, `a union of int and date`. */
function baseWord(type: SchemaType): string {
  if (type.kind === 'complex') return 'a type with elements or attributes';
  if (type.variety === 'list') return `a list of ${type.item && typeWord(type.item)}`;
  if (type.variety === 'union') return `a union of ${listed((type.members ?? []).map(typeWord))}`;
  return type.builtin ?? 'a text';
}

function compareSimpleUse(use: Subject, old: SimpleType, now: SimpleType): void {
  const named = (type: SimpleType): boolean => type.name !== undefined && !isBuiltin(type);
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
    const text = { label: typeWord(now), ...placesOf(old, now) };
    parts.add(all.match({ old, new: now }, 'simple', () => ({ text, compare })));
    return;
  }
  const inline = old.name === undefined && now.name === undefined;
  if (inline || (sameName && isBuiltin(old))) {
    compareValues(use, old, now);
    return;
  }
  // messages with SOAP encoding say the names of types; a type may be said for its base
  const encoded = isDerivedFrom(old, now) || isDerivedFrom(now, old) ? 0 : verdicts.renamedType;
  const verdict = verdictOf(relateSimple(old, now));
  if (verdict !== undefined) typeChanged(use, old, now, verdict | encoded);
  else if (named(old) && named(now)) {
    const names = `${typeWord(now)} instead of ${typeWord(old)}`;
    const message = `type of ${use.what} has another name: ${names}`;
    use.matched.report('type-renamed', verdicts.renamedType, message, use);
  }
}

/** Compares values one by one, as far as they are comparable, otherwise as a whole. */
function compareValues(use: Subject, old: SimpleType, now: SimpleType): void {
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
