import type { Mutable } from '../common/mutable.ts';
import { parsePattern } from '../pattern/parse-pattern.ts';
import { facetProblem, isIdle } from '../xsd/facet-rules.ts';
import { wideningOf } from '../xsd/facet-widening.ts';
import { mergeFacets } from '../xsd/facets.ts';
import { narrowedEnumeration } from '../xsd/narrow-enumeration.ts';
import { holdsQNames, qualifiedValue } from '../xsd/qname-values.ts';
import type { Facets, SimpleType } from '../xsd/schema.ts';
import type { FacetName, FacetSyntax } from '../xsd/schema-document.ts';
import { warnOfContradictions } from './facet-contradictions.ts';
import { breaksRule, type LinkContext, type Place } from './link-context.ts';

/** Turns a type into a restriction of another by facets. */
export function restrict(
  type: Mutable<SimpleType>,
  base: SimpleType,
  facets: readonly FacetSyntax[],
  place: Place,
): void {
  type.base = base;
  type.variety = base.variety;
  type.builtin = base.variety === 'atomic' ? base.builtin : undefined;
  type.item = base.item;
  type.members = base.members;
  const { enumeration = [], patterns = [] } = base.facets;
  const inherited = enumeration.length + 4 * patterns.length + (base.members?.length ?? 0);
  if (!place.components.expansion.take(inherited, place.owner, type.span)) return;
  type.facets = checkedFacets(base, facets, place);
  keepFixed(place, type, base, facets);
}

function checkedFacets(base: SimpleType, facets: readonly FacetSyntax[], place: Place): Facets {
  const usable: FacetSyntax[] = [];
  for (const written of facets) {
    const facet = qualifiedFacet(base, written);
    if (isIdle(base, facet)) continue;
    if (facet.name === 'pattern') warnOfPattern(place, facet);
    if (facet.name === 'enumeration' && base.builtin === 'boolean') {
      place.defects.warn({
        code: 'ASMX3003',
        message: "Facet 'enumeration' does not apply to 'boolean'",
        span: facet.span,
        help: "Use a 'pattern'; the values count as they are",
      });
    }
    const problem = facetProblem(base, facet);
    if (problem === undefined) {
      usable.push(facet);
      const wider = wideningOf(base, facet, place.components.patterns);
      const help = 'A restriction can only narrow: correct the facet, or derive from a wider type';
      if (wider !== undefined) {
        place.defects.warn({ code: 'ASMX3010', message: wider, span: facet.span, help });
      }
    } else {
      // real contracts have these, and other tools ignore them
      const help = 'The facet is left out';
      place.defects.warn({ code: 'ASMX3003', message: problem, span: facet.span, help });
    }
  }
  const merged = mergeFacets(base.facets, usable, (defect) => {
    breaksRule(place, defect.message, defect.facet.span, defect.help);
  });
  const fixed = place.components.fixedFacets.get(base) ?? noFacets;
  const step = { base, given: usable, facets: merged, fixed };
  warnOfContradictions(step, (warning) => place.defects.warn(warning));
  return narrowed(place, base, merged, usable);
}

const noFacets: ReadonlySet<FacetName> = new Set();

/**
 * Records the facets that restrictions of a type must not change, including those that its base
 * fixed.
 */
function keepFixed(
  { components }: LinkContext,
  type: SimpleType,
  base: SimpleType,
  facets: readonly FacetSyntax[],
): void {
  const inherited = components.fixedFacets.get(base);
  const own = facets.filter((one) => one.fixed === true).map(({ name }) => name);
  if (own.length > 0) components.fixedFacets.set(type, new Set([...(inherited ?? []), ...own]));
  else if (inherited !== undefined) components.fixedFacets.set(type, inherited);
}

/**
 * Facets with the enumeration reduced to the values that the others allow. If none would remain, it
 * stays unchanged, with a warning.
 */
function narrowed(
  context: LinkContext,
  base: SimpleType,
  facets: Facets,
  step: readonly FacetSyntax[],
): Facets {
  // for the facet's own values, each violation is reported
  if (step.some(({ name }) => name === 'enumeration')) return facets;
  const enumeration = narrowedEnumeration(base, facets, context.components.patterns);
  if (enumeration === undefined) return facets;
  if (enumeration.length > 0) return { ...facets, enumeration };
  context.defects.warn({
    code: 'ASMX3010',
    message: 'No value of the enumeration is allowed by the other facets',
    span: step[0]?.span,
    help: 'The other facets are not applied to it: correct them, or the values',
  });
  return { ...facets, patterns: undefined };
}

/** An enumeration of QNames with their namespaces. */
function qualifiedFacet(base: SimpleType, facet: FacetSyntax): FacetSyntax {
  if (facet.name !== 'enumeration' || !holdsQNames(base)) return facet;
  return { ...facet, value: qualifiedValue(base, facet.value, facet.names) };
}

/** Expressions in other dialects are common, so a contract is not refused for them. */
function warnOfPattern(context: LinkContext, { value, span }: FacetSyntax): void {
  if (parsePattern(value) === undefined) {
    context.defects.warn({
      code: 'ASMX3006',
      message: 'The pattern is not a regular expression of XML Schema and is not checked',
      span,
      help:
        'XML Schema part 2 appendix F has neither look-around, ' +
        'lazy quantifiers and groups with names nor \\b',
    });
  } else if (/^\^|(?:^|[^\\])\$$/.test(value)) {
    context.defects.warn({
      code: 'ASMX3006',
      message: "In a pattern of XML Schema '^' and '$' are ordinary characters",
      span,
      help: 'Patterns always match the whole value: leave the anchors out',
    });
  }
}

/** An anonymous restriction of a simple type, as in `xs:simpleContent`. */
export function restrictedSimpleType(
  base: SimpleType,
  facets: readonly FacetSyntax[],
  place: Place,
): SimpleType {
  if (facets.length === 0) return base;
  const type: Mutable<SimpleType> = {
    kind: 'simple',
    name: undefined,
    context: place.context,
    variety: base.variety,
    builtin: undefined,
    base,
    item: undefined,
    members: undefined,
    facets: {},
    documentation: undefined,
    span: facets[0]?.span,
  };
  restrict(type, base, facets, place);
  return type;
}
