import type { Span } from '../../diagnostics/diagnostic.ts';
import type { Mutable, QName, Reference } from '../xml.ts';
import { kindOf } from '../xsd/builtins.ts';
import { type PatternMatcher, parsePattern, withoutAnchors } from '../xsd/pattern.ts';
import {
  anyType,
  builtinType,
  type ComplexType,
  type EnumerationValue,
  type Facets,
  findBuiltin,
  type SchemaType,
  type SimpleType,
} from '../xsd/schema.ts';
import type {
  ComplexTypeSyntax,
  FacetSyntax,
  SimpleTypeSyntax,
  TypeSyntax,
} from '../xsd/schema-document.ts';
import {
  collapsedText,
  compareLexical,
  facetProblem,
  holdsQNames,
  isIdle,
  qualifiedValue,
  spacedText,
} from '../xsd/values.ts';
import {
  breaksRule,
  type Declared,
  deepestNesting,
  type LinkContext,
  linkPlace,
  nested,
  type OwnedContext,
  type Place,
  refuseDepth,
  refuseFinal,
  resolveReference,
  type SimpleDraft,
} from './context.ts';

/**
 * The type of a reference, whose content may be linked later; `undefined`, reported, if there is
 * none.
 */
export function typeNamed(reference: Reference, place: OwnedContext): SchemaType | undefined {
  const builtin = findBuiltin(reference.name);
  if (builtin !== undefined) return builtin;
  const declared = resolveReference('types', reference, place);
  if (declared === undefined) return undefined;
  return typeDeclared(place, declared);
}

/** The type of a global declaration, whose content may be linked later. */
export function typeDeclared(context: LinkContext, declared: Declared<TypeSyntax>): SchemaType {
  const known = context.components.types.get(declared.syntax);
  if (known?.kind === 'complex') return known;
  const { syntax } = declared;
  return typeOf(declared, linkPlace(context, declared, syntax, [syntax.name?.localName ?? '']));
}

/** The type of a declaration, global or nested. Complex ones are linked later, from `pending`. */
function typeOf(declared: Declared<TypeSyntax>, place: Place): SchemaType {
  const { syntax } = declared;
  if (syntax.kind === 'simpleType') {
    return linkSimpleType(declared as Declared<SimpleTypeSyntax>, place);
  }
  const known = place.components.types.get(syntax);
  if (known !== undefined) return known;
  const type = typeShell(place, syntax, place.context);
  const draft = { type, declared, syntax, state: 'empty' as const, levels: 0 };
  place.components.types.set(syntax, type);
  place.components.complexDrafts.set(type, draft);
  place.components.pending.push(draft);
  return type;
}

/** The type of a declaration that refers to one, contains one, or neither (`xs:anyType`). */
export function typeGiven(
  reference: Reference | undefined,
  nested: TypeSyntax | undefined,
  place: Place,
): SchemaType {
  if (nested !== undefined) {
    return typeOf({ syntax: nested, document: place.document }, place);
  }
  if (reference === undefined) return anyType;
  return typeNamed(reference, place) ?? anyType;
}

/**
 * A type's name; none if an `xs:redefine` replaced the type, because nothing else can refer to it.
 */
function effectiveName(context: LinkContext, syntax: TypeSyntax): QName | undefined {
  const { name } = syntax;
  if (name === undefined) return undefined;
  return context.symbols.types.get(name)?.syntax === syntax ? name : undefined;
}

function typeShell(
  context: LinkContext,
  syntax: ComplexTypeSyntax,
  names: readonly string[],
): Mutable<ComplexType> {
  const name = effectiveName(context, syntax);
  const { kind, name: _, derivation, particle, attributes, anyAttribute, ...traits } = syntax;
  return {
    ...traits,
    kind: 'complex',
    name,
    context: name === undefined ? names : [],
    base: undefined,
    derivation: undefined,
    simpleContent: undefined,
    particle: undefined,
    ownParticle: undefined,
    attributes: [],
    ownAttributes: [],
    anyAttribute: undefined,
    derived: [],
    soapArray: undefined,
  };
}

/** The simple type linked from a declaration, with its content; created on demand. */
function linkSimpleType(declared: Declared<SimpleTypeSyntax>, place: Place): SimpleType {
  const { syntax } = declared;
  const known = place.components.types.get(syntax);
  if (known?.kind === 'simple') {
    refuseCircle(place, known, syntax);
    return known;
  }
  const type = shell(place, syntax, place.context);
  place.components.types.set(syntax, type);
  const draft: SimpleDraft = { type, state: 'empty', levels: 0 };
  place.components.simpleDrafts.set(type, draft);
  nested({ ...place, owner: type }, syntax.span, () => fill(draft, declared, place));
  return type;
}

function shell(
  context: LinkContext,
  syntax: SimpleTypeSyntax,
  names: readonly string[],
): Mutable<SimpleType> {
  const name = effectiveName(context, syntax);
  const { kind, name: _, variety, ...traits } = syntax;
  return {
    ...traits,
    kind: 'simple',
    name,
    context: name === undefined ? names : [],
    variety: 'atomic',
    builtin: 'anySimpleType',
    base: undefined,
    item: undefined,
    members: undefined,
    facets: {},
  };
}

function refuseCircle(context: LinkContext, type: SimpleType, syntax: SimpleTypeSyntax): void {
  const draft = context.components.simpleDrafts.get(type);
  if (draft?.state !== 'filling') return;
  draft.state = 'full';
  context.defects.add(type, {
    code: 'ASMX2003',
    message: `Type '${syntax.name?.localName ?? ''}' is defined by itself`,
    span: syntax.span,
    help: 'Break the circle of bases, item types or member types',
  });
}

function fill(draft: SimpleDraft, declared: Declared<SimpleTypeSyntax>, around: Place): void {
  draft.state = 'filling';
  const { type } = draft;
  const { syntax } = declared;
  const { variety } = syntax;
  const names = syntax.name === undefined ? around.context : [syntax.name.localName];
  const own = linkPlace(around, declared, type, names);
  const place = { ...own, redefining: own.redefining ?? around.redefining };
  const filled =
    variety.kind === 'restriction'
      ? fillRestriction(draft, variety, place)
      : variety.kind === 'list'
        ? fillList(draft, syntax, place)
        : fillUnion(draft, syntax, place);
  if (filled) draft.state = 'full';
}

type Variety = SimpleTypeSyntax['variety'];

/** Links a restriction; `false`, reported, if types nest too deeply. */
function fillRestriction(
  draft: SimpleDraft,
  variety: Extract<Variety, { kind: 'restriction' }>,
  place: Place,
): boolean {
  const base = simpleOf(variety.base, variety.type, place) ?? builtinType('string');
  if (!rise(place, draft, [base])) return false;
  refuseFinal(place, base, 'restriction', variety.base?.span);
  if (base === builtinType('anySimpleType')) warnOfUrType(place, variety.base?.span);
  restrict(draft.type, base, variety.facets, place);
  return true;
}

/** Links a list, with the same result. */
function fillList(draft: SimpleDraft, { variety, span }: SimpleTypeSyntax, place: Place): boolean {
  if (variety.kind !== 'list') return true;
  const { type } = draft;
  const item = simpleOf(variety.itemRef, variety.item, place) ?? builtinType('string');
  if (!rise(place, draft, [item])) return false;
  refuseFinal(place, item, 'list', variety.itemRef?.span);
  type.variety = 'list';
  type.builtin = undefined;
  type.base = builtinType('anySimpleType');
  type.item = item;
  if (item.variety === 'list') {
    breaksRule(place, 'The items of a list cannot be lists themselves', span);
  } else if (item.members?.slice(0, membersAsked).some((one) => one.variety === 'list') === true) {
    place.defects.warn({
      code: 'ASMX3003',
      message: 'The items of a list may be lists themselves, as members of a union',
      span,
      help: 'Take the lists out of the union: nothing shows where they end',
    });
  }
  return true;
}

/** Links a union, with the same result. */
function fillUnion(draft: SimpleDraft, { variety, span }: SimpleTypeSyntax, place: Place): boolean {
  if (variety.kind !== 'union') return true;
  const { type } = draft;
  const members: SimpleType[] = [];
  for (const reference of variety.memberRefs) {
    const member = simpleOf(reference, undefined, place);
    refuseFinal(place, member, 'union', reference.span);
    if (member !== undefined) members.push(member);
  }
  for (const member of variety.members) {
    members.push(linkSimpleType({ syntax: member, document: place.document }, place));
  }
  if (members.length === 0 && variety.memberRefs.length === 0) {
    breaksRule(place, 'A union without member types has no values', span);
  }
  if (!rise(place, draft, members)) return false;
  type.variety = 'union';
  type.builtin = undefined;
  type.base = builtinType('anySimpleType');
  type.members = members;
  return true;
}

/** Members of a union that are checked for being lists. */
const membersAsked = 100;

function warnOfUrType(context: LinkContext, span: Span | undefined): void {
  context.defects.warn({
    code: 'ASMX3003',
    message: "Type 'anySimpleType' cannot be restricted: its values are of no kind",
    span,
    help: "Restrict 'xs:string', which takes any text",
  });
}

/**
 * Sets the level of a type above those it is based on. If that is too high, the type stays a
 * string.
 */
function rise(context: LinkContext, draft: SimpleDraft, on: readonly SimpleType[]): boolean {
  const below = on.map((one) => context.components.simpleDrafts.get(one)?.levels ?? 0);
  draft.levels = Math.max(0, ...below) + 1;
  if (draft.levels <= deepestNesting) return true;
  draft.levels = 0;
  draft.state = 'full';
  refuseDepth({ ...context, owner: draft.type }, draft.type.span);
  return false;
}

/** The simple type of a reference or of an inner declaration. */
export function simpleOf(
  reference: Reference | undefined,
  nested: SimpleTypeSyntax | undefined,
  place: Place,
): SimpleType | undefined {
  if (reference === undefined) {
    if (nested === undefined) return undefined;
    return linkSimpleType({ syntax: nested, document: place.document }, place);
  }
  const builtin = findBuiltin(reference.name);
  if (builtin !== undefined) {
    if (builtin.kind === 'simple') return builtin;
    return notSimple(reference, place);
  }
  const declared = resolveReference('types', reference, place);
  if (declared === undefined) return undefined;
  const { syntax, document, original } = declared;
  if (syntax.kind === 'complexType') return notSimple(reference, place);
  const outer = linkPlace(place, declared, place.owner, [reference.name.localName]);
  const simple = { syntax, document, original: original as Declared<SimpleTypeSyntax> | undefined };
  return linkSimpleType(simple, outer);
}

function notSimple(reference: Reference, place: Place): undefined {
  breaksRule(
    place,
    `Type '${reference.name.localName}' is complex where a simple type is needed`,
    reference.span,
  );
  return undefined;
}

/** Turns a type into a restriction of another by facets. */
function restrict(
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

/** A facet with an unusable value, and the reason. */
interface FacetDefect {
  readonly facet: FacetSyntax;
  readonly message: string;
  /** What to do about it. */
  readonly help?: string | undefined;
}

/**
 * Facets in force after one restriction (XML Schema part 2 section 4.3). New values replace
 * inherited ones, except for patterns, which must all match.
 */
function mergeFacets(
  inherited: Facets,
  step: readonly FacetSyntax[],
  defect: (defect: FacetDefect) => void,
): Facets {
  if (step.length === 0) return inherited;
  const facets: Mutable<Facets> = { ...inherited };
  const enumeration: EnumerationValue[] = [];
  const patterns: string[] = [];
  for (const facet of step) {
    switch (facet.name) {
      case 'enumeration':
        enumeration.push({ value: facet.value, documentation: facet.documentation });
        break;
      case 'pattern':
        patterns.push(facet.value);
        break;
      case 'length':
      case 'minLength':
      case 'maxLength':
      case 'totalDigits':
      case 'fractionDigits':
        readCount(facets, facet.name, facet, defect);
        break;
      case 'whiteSpace':
        if (facet.value === 'preserve' || facet.value === 'replace' || facet.value === 'collapse') {
          facets.whiteSpace = facet.value;
        } else {
          defect({
            facet,
            message: `Facet 'whiteSpace' cannot be '${facet.value}'`,
            help: "Write 'preserve', 'replace' or 'collapse'",
          });
        }
        break;
      default:
        facets[facet.name] = facet.value.trim();
    }
  }
  if (enumeration.length > 0) facets.enumeration = enumeration;
  if (patterns.length > 0) facets.patterns = [...(inherited.patterns ?? []), patterns];
  return facets;
}

function readCount(
  facets: Mutable<Facets>,
  name: 'length' | 'minLength' | 'maxLength' | 'totalDigits' | 'fractionDigits',
  facet: FacetSyntax,
  defect: (defect: FacetDefect) => void,
): void {
  const text = facet.value.trim();
  const value = Number(text);
  if (!/^\+?[0-9]{1,15}$/.test(text) || (name === 'totalDigits' && value === 0)) {
    const least = name === 'totalDigits' ? 1 : 0;
    defect({
      facet,
      message: `Facet '${name}' cannot be '${facet.value}'`,
      help: `Write a whole number, ${least} or more`,
    });
    return;
  }
  facets[name] = value;
}

/** Longer values, and those of longer enumerations, are not matched against patterns. */
const longest = 1000;

/**
 * The values of an enumeration that the other facets allow, which a later restriction may have
 * added (XML Schema part 2 section 4.3). Patterns apply to texts, so they only exclude values that
 * are texts themselves.
 *
 * @returns `undefined` if all are allowed
 */
function narrowedEnumeration(
  { variety, builtin }: SimpleType,
  facets: Facets,
  patterns: PatternMatcher,
): readonly EnumerationValue[] | undefined {
  const { enumeration } = facets;
  if (enumeration === undefined || enumeration.length > longest || variety === 'list') {
    return undefined;
  }
  const kind = kindOf(builtin);
  const allowed = enumeration.filter(({ value }) => {
    if (variety === 'union') return matchesAll(collapsedText(value), facets, patterns);
    if (kind !== 'text') return isWithin(kind, value, facets) && hasDigits(kind, value, facets);
    const text = spacedText({ builtin }, value, facets);
    return hasLength(text, facets) && matchesAll(text, facets, patterns);
  });
  return allowed.length === enumeration.length ? undefined : allowed;
}

function hasLength(text: string, { length, minLength, maxLength }: Facets): boolean {
  if (length === undefined && minLength === undefined && maxLength === undefined) return true;
  const count = [...text].length;
  return (
    count === (length ?? count) &&
    count >= (minLength ?? 0) &&
    count <= (maxLength ?? Number.POSITIVE_INFINITY)
  );
}

function matchesAll(text: string, facets: Facets, patterns: PatternMatcher): boolean {
  if (facets.patterns === undefined || text.length > longest) return true;
  return facets.patterns.every((step) => step.some((one) => patterns.matches(one, text) !== false));
}

/** Whether a number has no more digits than allowed. */
function hasDigits(
  kind: ReturnType<typeof kindOf>,
  value: string,
  { totalDigits, fractionDigits }: Facets,
): boolean {
  if (kind !== 'integer' && kind !== 'decimal') return true;
  const [, whole = '', fraction = ''] = /^\s*[+-]?0*(\d*)\.?(\d*?)0*\s*$/.exec(value) ?? [];
  return (
    whole.length + fraction.length <= (totalDigits ?? Number.POSITIVE_INFINITY) &&
    fraction.length <= (fractionDigits ?? Number.POSITIVE_INFINITY)
  );
}

/**
 * Whether a value is within all bounds. One that cannot be compared counts as allowed, and is
 * checked when it is read.
 */
function isWithin(kind: ReturnType<typeof kindOf>, value: string, facets: Facets): boolean {
  const order = (bound: string | undefined): number | undefined =>
    bound === undefined ? undefined : compareLexical(kind, value, bound);
  return (
    (order(facets.minInclusive) ?? 0) >= 0 &&
    (order(facets.maxInclusive) ?? 0) <= 0 &&
    (order(facets.minExclusive) ?? 1) > 0 &&
    (order(facets.maxExclusive) ?? -1) < 0
  );
}
