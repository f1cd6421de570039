import type { Span } from '../../diagnostics/source-file.ts';
import { isAnyType } from '../../model/xsd/builtin-schema.ts';
import type { ComplexType, SchemaType, SimpleType } from '../../model/xsd/schema.ts';
import { compareDocumentation } from '../result/documentation.ts';
import { createPair, type MatchedPair } from '../result/matched-pair.ts';
import type { MatchedPairs } from '../result/matched-pairs.ts';
import { type Verdict, verdictOf, verdicts } from '../result/verdict.ts';
import { isBuiltin, typeWord } from '../result/words.ts';
import { compareFacets } from '../simple/facets.ts';
import { relateSimple } from '../simple/relate-simple.ts';
import { compareAttributes } from './compare-attributes.ts';
import { complexPair } from './compare-complex.ts';
import type { TypeUse } from './type-use.ts';

/** Compares the types of something. Named types are compared once, wherever they are used. */
export function compareTypeUse(
  matches: MatchedPairs,
  use: TypeUse,
  old: SchemaType,
  now: SchemaType,
): void {
  if (old === now) return;
  if (old.kind === 'simple' && now.kind === 'simple') compareSimpleUse(matches, use, old, now);
  else if (isAnyType(old) || isAnyType(now)) {
    typeChanged(use, old, now, isAnyType(now) ? verdicts.wider : verdicts.narrower);
  } else if (old.kind === 'complex' && now.kind === 'complex') {
    use.matched.parts.add(complexPair(matches, use, old, now));
  } else compareTextAndComplex(matches, use, old, now);
}

function typeChanged(use: TypeUse, old: SchemaType, now: SchemaType, verdict: Verdict): void {
  const before = typeWord(old);
  const after = typeWord(now);
  use.matched.findings.push({
    kind: 'type-changed',
    verdict,
    subject: use.subject,
    message:
      before === after
        ? `type ${before} of ${use.what} allows other values`
        : `type of ${use.what} changed from ${before} to ${after}`,
    old: use.old,
    new: use.new,
  });
}

function compareSimpleUse(
  matches: MatchedPairs,
  use: TypeUse,
  old: SimpleType,
  now: SimpleType,
): void {
  const named = (type: SimpleType): boolean => type.name !== undefined && !isBuiltin(type);
  const sameName = old.name?.localName === now.name?.localName;
  if (named(old) && named(now) && sameName) {
    const label = typeWord(now);
    const make = () => ({
      matched: createPair({ label, subject: label, old: old.span, new: now.span }),
      compare: (matched: MatchedPair) => {
        const own = { matched, subject: label, what: label, old: old.span, new: now.span };
        compareDocumentation(matched, label, label, old, now);
        compareValues(own, old, now);
      },
    });
    use.matched.parts.add(matches.match(old, now, 'simple', make));
    return;
  }
  const inline = old.name === undefined && now.name === undefined;
  if (inline || (sameName && isBuiltin(old))) {
    compareValues(use, old, now);
    return;
  }
  const verdict = verdictOf(relateSimple(old, now));
  if (verdict !== undefined) typeChanged(use, old, now, verdict);
  else if (named(old) && named(now)) renamed(use, old, now);
}

function renamed(use: TypeUse, old: SchemaType, now: SchemaType): void {
  use.matched.findings.push({
    kind: 'type-renamed',
    verdict: verdicts.compatible,
    subject: use.subject,
    message: `type of ${use.what} has another name: ${typeWord(now)} instead of ${typeWord(old)}`,
    old: use.old,
    new: use.new,
  });
}

/** Facet by facet where both types are limits on the same built-in, as a whole otherwise. */
function compareValues(use: TypeUse, old: SimpleType, now: SimpleType): void {
  const plain = old.variety === 'atomic' && now.variety === 'atomic';
  if (!plain || old.builtin !== now.builtin) {
    const verdict = verdictOf(relateSimple(old, now));
    if (verdict !== undefined) typeChanged(use, old, now, verdict);
    return;
  }
  for (const { relation, text, value } of compareFacets(old, now)) {
    const ending = { narrower: 'tightened', wider: 'loosened', different: 'changed' } as const;
    const valueKind =
      relation === 'wider' ? 'enumeration-value-added' : 'enumeration-value-removed';
    use.matched.findings.push({
      kind: value === undefined ? `facet-${ending[relation]}` : valueKind,
      verdict: verdicts[relation],
      subject: use.subject,
      message:
        value === undefined
          ? `${use.what}: ${text}`
          : `value '${value}' ${relation === 'wider' ? 'added to' : 'removed from'} ${use.what}`,
      old: use.old,
      new: use.new,
    });
  }
  compareValueTexts(use, old, now);
}

/** Documentation of single values. */
function compareValueTexts(use: TypeUse, old: SimpleType, now: SimpleType): void {
  const known = new Map(old.facets.enumeration?.map((one) => [one.value, one]));
  for (const value of now.facets.enumeration ?? []) {
    const before = known.get(value.value);
    if (before === undefined) continue;
    const what = `value '${value.value}' of ${use.what}`;
    const place = (documentation: string | undefined, span: Span | undefined) => ({
      documentation,
      span,
    });
    compareDocumentation(
      use.matched,
      use.subject,
      what,
      place(before.documentation, use.old),
      place(value.documentation, use.new),
    );
  }
}

/**
 * A text that got attributes, or lost them, stays the same text; anything else has nothing in
 * common.
 */
function compareTextAndComplex(
  matches: MatchedPairs,
  use: TypeUse,
  old: SchemaType,
  now: SchemaType,
): void {
  const before = simpleContentOf(old);
  const after = simpleContentOf(now);
  if (before === undefined || after === undefined) {
    typeChanged(use, old, now, verdicts.different);
    return;
  }
  compareTypeUse(matches, use, before, after);
  const attributes = (type: SchemaType): ComplexType['attributes'] =>
    type.kind === 'complex' ? type.attributes : [];
  const matched = createPair({ ...use, label: use.what, uses: 0 });
  use.matched.parts.add(matches.add(matched));
  compareAttributes(matches, matched, attributes(old), attributes(now));
}

function simpleContentOf(type: SchemaType): SimpleType | undefined {
  return type.kind === 'simple' ? type : type.simpleContent;
}
