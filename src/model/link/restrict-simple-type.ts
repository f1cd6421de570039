import type { Mutable } from '../common/mutable.ts';
import { parsePattern, withoutAnchors } from '../pattern/parse-pattern.ts';
import { facetProblem, isIdle } from '../xsd/facet-rules.ts';
import { mergeFacets } from '../xsd/facets.ts';
import { narrowedEnumeration } from '../xsd/narrow-enumeration.ts';
import { holdsQNames, qualifiedValue } from '../xsd/qname-values.ts';
import type { Facets, SimpleType } from '../xsd/schema.ts';
import type { FacetSyntax } from '../xsd/schema-document.ts';
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
}

function checkedFacets(base: SimpleType, facets: readonly FacetSyntax[], place: Place): Facets {
  const usable: FacetSyntax[] = [];
  for (const written of facets) {
    let facet = qualifiedFacet(base, written);
    if (isIdle(base, facet)) continue;
    if (facet.name === 'pattern') facet = checkedPattern(place, facet);
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
    } else {
      // real contracts have these, and other tools ignore them
      const help = 'The facet is left out';
      place.defects.warn({ code: 'ASMX3003', message: problem, span: facet.span, help });
    }
  }
  const merged = mergeFacets(base.facets, usable, (defect) => {
    breaksRule(place, defect.message, defect.facet.span, defect.help);
  });
  return narrowed(place, base, merged);
}

/**
 * Facets with the enumeration reduced to the values that the others allow. If none would remain, it
 * stays unchanged, and the patterns do not count.
 */
function narrowed({ components }: LinkContext, base: SimpleType, facets: Facets): Facets {
  const enumeration = narrowedEnumeration(base, facets, components.patterns);
  if (enumeration === undefined) return facets;
  return enumeration.length > 0 ? { ...facets, enumeration } : { ...facets, patterns: undefined };
}

/** An enumeration of QNames with their namespaces. */
function qualifiedFacet(base: SimpleType, facet: FacetSyntax): FacetSyntax {
  if (facet.name !== 'enumeration' || !holdsQNames(base)) return facet;
  return { ...facet, value: qualifiedValue(base, facet.value, facet.names) };
}

/**
 * The pattern, with anchors read as the configuration says. Expressions in other dialects are
 * common, so a contract is not refused for them.
 */
function checkedPattern(context: LinkContext, facet: FacetSyntax): FacetSyntax {
  const { value, span } = facet;
  const anchored = withoutAnchors(value);
  if (anchored !== undefined && context.components.hasAnchors) {
    return { ...facet, value: anchored };
  }
  if (parsePattern(value) === undefined) {
    context.defects.warn({
      code: 'ASMX3006',
      message: 'The pattern is not a regular expression of XML Schema and is not checked',
      span,
      help:
        'XML Schema part 2 appendix F has neither look-around, ' +
        'lazy quantifiers and groups with names nor \\b',
    });
  } else if (anchored !== undefined || /^\^|(?:^|[^\\])\$$/.test(value)) {
    const fits =
      anchored === undefined ? '' : ", or set 'patterns' to 'dotnet', which reads them so";
    context.defects.warn({
      code: 'ASMX3006',
      message: "In a pattern of XML Schema '^' and '$' are ordinary characters",
      span,
      help: `Patterns always match the whole value: leave the anchors out${fits}`,
    });
  }
  return facet;
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
