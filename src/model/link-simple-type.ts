import type { Span } from '../diagnostics/source-file.ts';
import { builtinType, findBuiltin } from './builtin-schema.ts';
import type { Reference } from './definitions.ts';
import { refuseFinal } from './derivation.ts';
import { warnOfContradictions } from './facet-contradictions.ts';
import { facetProblem, isIdle } from './facet-rules.ts';
import { wideningOf } from './facet-widening.ts';
import { mergeFacets } from './facets.ts';
import {
  breaksRule,
  deepestNesting,
  type LinkContext,
  nested,
  type Place,
  refuseDepth,
  type SimpleDraft,
} from './link-context.ts';
import type { Mutable } from './mutable.ts';
import { narrowedEnumeration } from './narrow-enumeration.ts';
import { parsePattern } from './pattern/parse-pattern.ts';
import { holdsQNames, qualifiedValue } from './qname-values.ts';
import { effectiveName, resolve } from './resolve.ts';
import type { Facets, SimpleType } from './schema.ts';
import type { FacetName, FacetSyntax, SimpleTypeSyntax } from './schema-document.ts';
import type { Declared } from './symbols.ts';

/** The simple type made from a declaration, with its content; made on first demand. */
export function linkSimpleType(
  context: LinkContext,
  declared: Declared<SimpleTypeSyntax>,
  place: Place,
): SimpleType {
  const { syntax } = declared;
  const known = context.made.types.get(syntax);
  if (known?.kind === 'simple') {
    refuseCircle(context, known, syntax);
    return known;
  }
  const type = shell(context, syntax, place.context);
  context.made.types.set(syntax, type);
  const draft: SimpleDraft = { type, state: 'empty', levels: 0 };
  context.made.simpleDrafts.set(type, draft);
  nested(context, type, syntax.span, () => fill(context, draft, declared, place));
  return type;
}

function shell(
  context: LinkContext,
  syntax: SimpleTypeSyntax,
  names: readonly string[],
): Mutable<SimpleType> {
  const name = effectiveName(context, syntax);
  return {
    kind: 'simple',
    name,
    context: name === undefined ? names : [],
    variety: 'atomic',
    builtin: 'anySimpleType',
    base: undefined,
    item: undefined,
    members: undefined,
    facets: {},
    final: syntax.final,
    documentation: syntax.documentation,
    span: syntax.span,
  };
}

function refuseCircle(context: LinkContext, type: SimpleType, syntax: SimpleTypeSyntax): void {
  const draft = context.made.simpleDrafts.get(type);
  if (draft?.state !== 'filling') return;
  draft.state = 'full';
  context.defects.add(type, {
    code: 'ASMX2003',
    message: `Type '${syntax.name?.localName ?? ''}' is defined by itself`,
    span: syntax.span,
    help: 'Break the circle of bases, item types or member types',
  });
}

function fill(
  context: LinkContext,
  draft: SimpleDraft,
  declared: Declared<SimpleTypeSyntax>,
  around: Place,
): void {
  draft.state = 'filling';
  const { type } = draft;
  const { syntax } = declared;
  const { variety } = syntax;
  const place: Place = {
    document: declared.document,
    owner: type,
    context: syntax.name === undefined ? around.context : [syntax.name.localName],
    redefining: declared.original === undefined ? around.redefining : declared,
  };
  if (variety.kind === 'restriction') {
    const base = simpleOf(context, variety.base, variety.type, place) ?? builtinType('string');
    if (!rise(context, draft, [base])) return;
    refuseFinal(context, place, base, 'restriction', variety.base?.span);
    if (base === builtinType('anySimpleType')) warnOfUrType(context, variety.base?.span);
    restrict(context, type, base, variety.facets, place);
  } else if (variety.kind === 'list') {
    const item = simpleOf(context, variety.itemRef, variety.item, place) ?? builtinType('string');
    if (!rise(context, draft, [item])) return;
    refuseFinal(context, place, item, 'list', variety.itemRef?.span);
    type.variety = 'list';
    type.builtin = undefined;
    type.base = builtinType('anySimpleType');
    type.item = item;
    if (item.variety === 'list') {
      breaksRule(context, place, 'The items of a list cannot be lists themselves', syntax.span);
    } else if (
      item.members?.slice(0, membersAsked).some((one) => one.variety === 'list') === true
    ) {
      context.defects.warn({
        code: 'ASMX3003',
        message: 'The items of a list may be lists themselves, as members of a union',
        span: syntax.span,
        help: 'Take the lists out of the union: nobody can tell where they end',
      });
    }
  } else {
    const members: SimpleType[] = [];
    for (const reference of variety.memberRefs) {
      const member = simpleOf(context, reference, undefined, place);
      refuseFinal(context, place, member, 'union', reference.span);
      if (member !== undefined) members.push(member);
    }
    for (const member of variety.members) {
      members.push(linkSimpleType(context, { syntax: member, document: place.document }, place));
    }
    if (members.length === 0 && variety.memberRefs.length === 0) {
      breaksRule(context, place, 'A union without member types has no values', syntax.span);
    }
    if (!rise(context, draft, members)) return;
    type.variety = 'union';
    type.builtin = undefined;
    type.base = builtinType('anySimpleType');
    type.members = members;
  }
  draft.state = 'full';
}

/** Members of a union that are asked whether they are lists. */
const membersAsked = 100;

function warnOfUrType(context: LinkContext, span: Span | undefined): void {
  context.defects.warn({
    code: 'ASMX3003',
    message: "Type 'anySimpleType' cannot be restricted: its values are of no kind",
    span,
    help: "Restrict 'xs:string', which takes any text",
  });
}

/** Puts a type one level above those it builds on, unless that is too high: then it stays a string. */
function rise(context: LinkContext, draft: SimpleDraft, on: readonly SimpleType[]): boolean {
  const below = on.map((one) => context.made.simpleDrafts.get(one)?.levels ?? 0);
  draft.levels = Math.max(0, ...below) + 1;
  if (draft.levels <= deepestNesting) return true;
  draft.levels = 0;
  draft.state = 'full';
  refuseDepth(context, draft.type, draft.type.span);
  return false;
}

function restrict(
  context: LinkContext,
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
  if (!context.made.expansion.take(inherited, place.owner, type.span)) return;
  type.facets = checkedFacets(context, base, facets, place);
  keepFixed(context, type, base, facets);
}

function checkedFacets(
  context: LinkContext,
  base: SimpleType,
  facets: readonly FacetSyntax[],
  place: Place,
): Facets {
  const usable: FacetSyntax[] = [];
  for (const written of facets) {
    const facet = qualifiedFacet(base, written);
    if (isIdle(base, facet)) continue;
    if (facet.name === 'pattern') warnOfPattern(context, facet);
    if (facet.name === 'enumeration' && base.builtin === 'boolean') {
      context.defects.warn({
        code: 'ASMX3003',
        message: "Facet 'enumeration' does not apply to 'boolean'",
        span: facet.span,
        help: "Use a 'pattern'; the values count as they are",
      });
    }
    const problem = facetProblem(base, facet);
    if (problem === undefined) {
      usable.push(facet);
      const wider = wideningOf(base, facet, context.made.patterns);
      const help = 'A restriction can only narrow: correct the facet, or derive from a wider type';
      if (wider !== undefined) {
        context.defects.warn({ code: 'ASMX3010', message: wider, span: facet.span, help });
      }
    } else {
      // contracts in use have these, and everybody reads over them
      const help = 'The facet is left out';
      context.defects.warn({ code: 'ASMX3003', message: problem, span: facet.span, help });
    }
  }
  const merged = mergeFacets(base.facets, usable, (fault) => {
    breaksRule(context, place, fault.message, fault.facet.span, fault.help);
  });
  const fixed = context.made.fixedFacets.get(base) ?? noFacets;
  const step = { base, given: usable, facets: merged, fixed };
  warnOfContradictions(step, (warning) => context.defects.warn(warning));
  return narrowed(context, base, merged, usable);
}

const noFacets: ReadonlySet<FacetName> = new Set();

/** Notes the facets that no restriction of a type may change, those its base has fixed among them. */
function keepFixed(
  { made }: LinkContext,
  type: SimpleType,
  base: SimpleType,
  facets: readonly FacetSyntax[],
): void {
  const inherited = made.fixedFacets.get(base);
  const own = facets.filter((one) => one.fixed === true).map(({ name }) => name);
  if (own.length > 0) made.fixedFacets.set(type, new Set([...(inherited ?? []), ...own]));
  else if (inherited !== undefined) made.fixedFacets.set(type, inherited);
}

/** Facets whose enumeration holds what the others allow; one they leave nothing of stays as it is, with a warning. */
function narrowed(
  context: LinkContext,
  base: SimpleType,
  facets: Facets,
  step: readonly FacetSyntax[],
): Facets {
  // what values of its own break is said of each
  if (step.some(({ name }) => name === 'enumeration')) return facets;
  const enumeration = narrowedEnumeration(base, facets, context.made.patterns);
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

/** Expressions of other notations are common, and no reason to refuse a contract. */
function warnOfPattern(context: LinkContext, { value, span }: FacetSyntax): void {
  if (parsePattern(value) === undefined) {
    context.defects.warn({
      code: 'ASMX3006',
      message: 'The pattern is no regular expression of XML Schema and is not checked',
      span,
      help: 'XML Schema part 2 appendix F has neither look-around, lazy quantifiers and groups with names nor \\b',
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

/** An anonymous restriction of a simple type, as `xs:simpleContent` makes one. */
export function restrictedSimpleType(
  context: LinkContext,
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
  restrict(context, type, base, facets, place);
  return type;
}

/** The simple type a reference or a nested declaration stands for. */
export function simpleOf(
  context: LinkContext,
  reference: Reference | undefined,
  nested: SimpleTypeSyntax | undefined,
  place: Place,
): SimpleType | undefined {
  if (reference === undefined) {
    if (nested === undefined) return undefined;
    return linkSimpleType(context, { syntax: nested, document: place.document }, place);
  }
  const builtin = findBuiltin(reference.name);
  if (builtin !== undefined) {
    if (builtin.kind === 'simple') return builtin;
    return notSimple(context, reference, place);
  }
  const declared = resolve(context, 'types', reference, place);
  if (declared === undefined) return undefined;
  const { syntax, document, original } = declared;
  if (syntax.kind === 'complexType') return notSimple(context, reference, place);
  const outer: Place = {
    document,
    owner: place.owner,
    context: [reference.name.localName],
  };
  const simple = { syntax, document, original: original as Declared<SimpleTypeSyntax> | undefined };
  return linkSimpleType(context, simple, outer);
}

function notSimple(context: LinkContext, reference: Reference, place: Place): undefined {
  breaksRule(
    context,
    place,
    `Type '${reference.name.localName}' is complex where a simple type is needed`,
    reference.span,
  );
  return undefined;
}
