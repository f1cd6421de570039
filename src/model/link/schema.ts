import type { Span } from '../../diagnostics/diagnostic.ts';
import type { Definitions } from '../wsdl.ts';
import { type Mutable, namespaces, namespaceText, type QName, qnameKey } from '../xml.ts';
import { kindOf } from '../xsd/builtins.ts';
import {
  type AttributeUse,
  anyType,
  builtinType,
  type ComplexType,
  type ElementDeclaration,
  findBuiltin,
  intersectWildcards,
  linkWildcard,
  type Particle,
  type SchemaType,
  type SimpleType,
  type SoapArrayType,
  uniteWildcards,
  type Wildcard,
} from '../xsd/schema.ts';
import {
  type Annotation,
  type AttributeEntry,
  type AttributeGroupSyntax,
  type AttributeReference,
  type AttributeSyntax,
  annotationOf,
  type ComplexDerivationSyntax,
  type SchemaDocument,
  type WildcardSyntax,
} from '../xsd/schema-document.ts';
import { canonicalOf, compareLexical, givenValue, spacedText } from '../xsd/values.ts';
import {
  type AttributeSet,
  breaksRule,
  type ComplexDraft,
  type Components,
  collectSymbols,
  type Declared,
  deepestNesting,
  type LinkContext,
  linkPlace,
  nested,
  type Place,
  refuseDepth,
  refuseFinal,
  resolveReference,
  type SharedContext,
} from './context.ts';
import type { Defects } from './defects.ts';
import { elementDeclared, groupContent, linkParticle, sizeOf } from './element.ts';
import { restrictedSimpleType, simpleOf, typeDeclared, typeNamed } from './simple-type.ts';

/** Named components of the schemas linked so far, in document order. */
export interface LinkedSchemas {
  readonly types: Set<SchemaType>;
  readonly elements: Set<ElementDeclaration>;
}

/**
 * Resolves the schemas of one `Definitions`: every declared type, element, group and attribute,
 * used or not. Components of built-in schemas are created on demand and are not listed.
 */
export function linkSchemas(
  definitions: Definitions,
  shared: SharedContext,
  linked: LinkedSchemas,
): LinkContext {
  const context = { symbols: collectSymbols(definitions, shared.defects), ...shared };
  const documents = definitions.schemas.filter((document) => document.builtin !== true);
  for (const document of documents) linkTypes(context, document, linked);
  for (const document of documents) linkRest(context, document, linked);
  fillComplexTypes(context);
  spreadDefects(context);
  return context;
}

function linkTypes(context: LinkContext, document: SchemaDocument, linked: LinkedSchemas): void {
  const { types } = context.symbols;
  for (const syntax of [...document.types, ...typesRedefined(document)]) {
    if (syntax.name === undefined || findBuiltin(syntax.name) !== undefined) continue;
    const declared = types.get(syntax.name);
    if (declared?.syntax === syntax) linked.types.add(typeDeclared(context, declared));
  }
}

function typesRedefined(document: SchemaDocument): SchemaDocument['types'] {
  return document.redefinitions.filter(
    (one) => one.kind === 'complexType' || one.kind === 'simpleType',
  );
}

function linkRest(context: LinkContext, document: SchemaDocument, linked: LinkedSchemas): void {
  const { elements, groups, attributeGroups } = context.symbols;
  for (const syntax of document.elements) {
    const declared = elements.get(syntax.name);
    if (declared?.syntax === syntax) linked.elements.add(elementDeclared(context, declared));
  }
  for (const syntax of document.groups) {
    const declared = groups.get(syntax.name);
    if (declared?.syntax === syntax) groupContent(context, declared);
  }
  for (const syntax of document.attributeGroups) {
    const declared = attributeGroups.get(syntax.name);
    if (declared?.syntax === syntax) attributeGroup(context, declared);
  }
  for (const syntax of document.attributes) {
    if (syntax.default !== undefined || syntax.fixed !== undefined) {
      globalAttribute(context, { syntax, document });
      continue;
    }
    const place = linkPlace(context, { syntax, document }, syntax, [syntax.name.localName]);
    simpleOf(syntax.typeRef, syntax.type, place);
  }
}

/** Transfers defects from declarations to the components linked from them. */
function spreadDefects(context: LinkContext): void {
  const { components, defects } = context;
  if (defects.count === 0) return;
  for (const table of [components.types, components.elements] as const) {
    for (const [syntax, component] of table as ReadonlyMap<object, object>) {
      const defect = defects.affected.get(syntax);
      if (defect !== undefined) defects.affect(component, defect);
    }
  }
}

/**
 * Links the content of every declared or referenced complex type, and of those found on the way.
 */
export function fillComplexTypes(context: LinkContext): void {
  const { pending } = context.components;
  for (let draft = pending.pop(); draft !== undefined; draft = pending.pop()) {
    fillDraft(context, draft);
  }
}

/**
 * Links the content of one type, after that of its base. A type in a derivation cycle is reported
 * and loses its base.
 */
function fillDraft(context: LinkContext, draft: ComplexDraft): void {
  if (draft.state !== 'empty') return;
  draft.state = 'filling';
  const { type, syntax, declared } = draft;
  const names = type.name === undefined ? type.context : [type.name.localName];
  const place = linkPlace(context, declared, type, names);
  const { derivation } = syntax;
  if (derivation === undefined) {
    fillContent(draft, place);
    if (type.name !== undefined && isSoapArray(type.name)) {
      type.soapArray = { item: anyType, dimensions: '[]' };
    }
  } else if (isSoapArray(derivation.base.name)) {
    const own = linkAttributes(syntax, place);
    const particle = linkOwnParticle(draft, place);
    type.soapArray = arrayOf(own.soapArray, particle, place);
    type.particle = particle;
    type.ownParticle = particle;
    setAttributes(type, own);
  } else {
    const base = baseOf(draft, derivation, place);
    refuseFinal(place, base, derivation.method, derivation.base.span);
    const simple =
      derivation.content === 'simple' || isSimpleInFact(context, draft, base, derivation);
    if (simple) deriveSimple(draft, base, derivation, place);
    else deriveComplex(draft, base, derivation, place);
  }
  refuseLarge(type, place);
  draft.state = 'full';
}

/**
 * The base type with its content linked; `undefined`, reported, if there is none that can be used.
 */
function baseOf(
  user: ComplexDraft,
  derivation: ComplexDerivationSyntax,
  place: Place,
): SchemaType | undefined {
  const base = typeNamed(derivation.base, place);
  if (base?.kind !== 'complex') return base;
  const draft = place.components.complexDrafts.get(base);
  if (draft === undefined) return base;
  if (draft.state === 'filling') {
    place.defects.add(place.owner, {
      code: 'ASMX2003',
      message: `Type '${derivation.base.name.localName}' is derived from itself`,
      span: derivation.base.span,
      help: 'Break the circle of bases',
    });
    return undefined;
  }
  if (draft.state === 'empty') {
    nested(place, derivation.base.span, () => fillDraft(place, draft));
  }
  user.levels = draft.levels + 1;
  if (user.levels <= deepestNesting) return base;
  refuseDepth(place, derivation.base.span);
  return undefined;
}

function linkOwnParticle(draft: ComplexDraft, place: Place): Particle | undefined {
  const { particle } = draft.syntax;
  return particle === undefined ? undefined : nonEmpty(linkParticle(particle, place));
}

/**
 * A model group without particles is no content. Readers treat an empty choice like an empty
 * sequence.
 */
function nonEmpty(particle: Particle | undefined): Particle | undefined {
  return particle?.kind === 'model' && particle.particles.length === 0 ? undefined : particle;
}

function fillContent(draft: ComplexDraft, place: Place): void {
  const particle = linkOwnParticle(draft, place);
  draft.type.particle = particle;
  draft.type.ownParticle = particle;
  setAttributes(draft.type, linkAttributes(draft.syntax, place));
}

function setAttributes(type: Mutable<ComplexType>, own: AttributeSet): void {
  type.attributes = own.uses;
  type.ownAttributes = own.uses;
  type.anyAttribute = own.wildcard;
}

/** `xs:simpleContent` (XML Schema part 1 section 3.4.2). */
function deriveSimple(
  draft: ComplexDraft,
  base: SchemaType | undefined,
  derivation: ComplexDerivationSyntax,
  place: Place,
): void {
  const { type, syntax } = draft;
  const baseText = base?.kind === 'complex' ? base.simpleContent : base;
  if (base !== undefined && baseText === undefined && derivation.simpleType === undefined) {
    breaksRule(
      place,
      `Type '${derivation.base.name.localName}' has no simple content to derive from`,
      derivation.base.span,
    );
  }
  if (base?.kind === 'simple' && derivation.content === 'simple') {
    warnOfSimpleBase(place, derivation);
  }
  let text = baseText ?? builtinType('string');
  if (derivation.method === 'restriction') {
    const inner = simpleOf(undefined, derivation.simpleType, place) ?? text;
    text = restrictedSimpleType(inner, derivation.facets, place);
  }
  type.simpleContent = text;
  const own = linkAttributes(syntax, place);
  inherit(place, draft, base?.kind === 'complex' ? base : undefined, own);
}

/** Only a complex type may be restricted by a complex type. What is meant is clear. */
function warnOfSimpleBase(
  { defects }: LinkContext,
  { method, base }: ComplexDerivationSyntax,
): void {
  if (method !== 'restriction') return;
  defects.warn({
    code: 'ASMX3003',
    message:
      `Type '${base.name.localName}' is simple: ` +
      `a restriction in 'simpleContent' is read as an extension of a restriction`,
    span: base.span,
    help: "Restrict it in an 'xs:simpleType', and extend that",
  });
}

/** `xs:complexContent`. */
function deriveComplex(
  draft: ComplexDraft,
  base: SchemaType | undefined,
  derivation: ComplexDerivationSyntax,
  place: Place,
): void {
  const { type } = draft;
  if (base?.kind === 'simple') {
    breaksRule(
      place,
      `Type '${derivation.base.name.localName}' is simple: ` +
        `complex content cannot be derived from it`,
      derivation.base.span,
      "Use 'simpleContent'",
    );
  }
  const complexBase = base?.kind === 'complex' && base !== anyType ? base : undefined;
  const own = linkOwnParticle(draft, place);
  const attributes = linkAttributes(draft.syntax, place);
  if (complexBase === undefined) {
    type.particle = own;
    type.ownParticle = own;
    if (base === anyType && derivation.method === 'extension') {
      type.particle = joined(anyType.particle, own);
      type.mixed = true;
    }
    setAttributes(type, attributes);
    if (base === anyType && derivation.method === 'extension') {
      type.anyAttribute = anyType.anyAttribute;
    }
    return;
  }
  if (derivation.method === 'extension') {
    warnOfMixed(place, draft, complexBase, own);
    const inherited = complexBase.particle === undefined ? 0 : sizeOf(complexBase.particle).count;
    const fits = place.components.expansion.take(inherited, place.owner, derivation.base.span);
    type.particle = joined(fits ? complexBase.particle : undefined, own);
    type.ownParticle = own;
    type.mixed = type.mixed || complexBase.mixed;
    if (complexBase.simpleContent !== undefined) {
      type.simpleContent = complexBase.simpleContent;
      if (own !== undefined) refuseElements(derivation, place);
    }
  } else {
    type.particle = own;
    type.ownParticle = own;
    if (complexBase.simpleContent !== undefined) refuseElements(derivation, place);
  }
  if (complexBase.soapArray !== undefined) {
    const array = arrayOf(attributes.soapArray, own, place, complexBase.soapArray);
    type.soapArray = array;
  }
  inherit(place, draft, complexBase, attributes);
}

/**
 * Warns of an extension that is mixed although its base is not, or vice versa (XML Schema part 1
 * section 3.4.6).
 */
function warnOfMixed(
  context: LinkContext,
  { syntax }: ComplexDraft,
  base: ComplexType,
  own: Particle | undefined,
): void {
  if (base.mixed === syntax.mixed || base.simpleContent !== undefined) return;
  if (base.particle === undefined && !base.mixed) return;
  if (own === undefined && !syntax.mixed) return;
  const label = base.name?.localName ?? '';
  context.defects.warn({
    code: 'ASMX3003',
    message: base.mixed
      ? `Type '${label}' has mixed content, and its extension has not`
      : `Type '${label}' has no mixed content, and its extension has`,
    span: syntax.derivation?.base.span,
    help: base.mixed ? `Write 'mixed="true"' in both` : "Take 'mixed' away",
  });
}

function refuseElements({ base }: ComplexDerivationSyntax, place: Place): void {
  breaksRule(
    place,
    `Type '${base.name.localName}' has simple content: elements cannot be added to it`,
    base.span,
  );
}

/**
 * Whether `xs:complexContent` restricts text and has no element, where XML Schema requires
 * `xs:simpleContent` (part 1 section 3.4.6). Its meaning is unambiguous.
 */
function isSimpleInFact(
  context: LinkContext,
  { syntax, type }: ComplexDraft,
  base: SchemaType | undefined,
  derivation: ComplexDerivationSyntax,
): boolean {
  const { particle } = syntax;
  if (derivation.method !== 'restriction' || base === undefined) return false;
  if (particle !== undefined && (particle.kind !== 'model' || particle.particles.length > 0)) {
    return false;
  }
  if (base.kind === 'complex' && base.simpleContent === undefined) return false;
  type.mixed = false;
  context.defects.warn({
    code: 'ASMX3003',
    message:
      `Type '${derivation.base.name.localName}' has simple content: ` +
      `'complexContent' is read as 'simpleContent'`,
    span: derivation.base.span,
    help: "Write 'simpleContent'",
  });
  return true;
}

/** Reports content that groups make larger or deeper than any contract needs. */
function refuseLarge(type: Mutable<ComplexType>, place: Place): void {
  const { particle } = type;
  if (particle === undefined) return;
  const { count, depth } = sizeOf(particle);
  const message =
    count > mostParticles
      ? `The content of a type has more than ${mostParticles} particles`
      : depth > deepestModel
        ? `Model groups are nested deeper than ${deepestModel}`
        : undefined;
  if (message !== undefined) {
    place.defects.add(place.owner, { code: 'ASMX1032', message, span: type.span });
  } else if (place.components.expansion.take(count, place.owner, type.span)) return;
  type.particle = undefined;
  type.ownParticle = undefined;
}

const mostParticles = 100_000;
const deepestModel = 64;

/**
 * Base, derivation and attributes. A redefined type replaces its original, which nothing else can
 * refer to.
 */
function inherit(
  context: LinkContext,
  { type, syntax }: ComplexDraft,
  base: ComplexType | undefined,
  own: AttributeSet,
): void {
  const method = syntax.derivation?.method ?? 'restriction';
  const extension = method === 'extension';
  const given = base?.attributes ?? [];
  const inherited = context.components.expansion.take(given.length, type, type.span) ? given : [];
  const taken = new Set((extension ? inherited : own.uses).map(({ name }) => qnameKey(name)));
  for (const key of extension ? [] : own.prohibited) taken.add(key);
  if (extension) warnOfInherited(context, own.uses, base, taken);
  const isFree = ({ name }: AttributeUse): boolean => !taken.has(qnameKey(name));
  const added = own.uses.filter(isFree);
  const uses = extension ? [...inherited, ...added] : [...inherited.filter(isFree), ...own.uses];
  type.attributes = uses;
  type.ownAttributes = extension ? added : uses;
  type.anyAttribute = extension ? uniteWildcards(base?.anyAttribute, own.wildcard) : own.wildcard;
  if (base === undefined) return;
  if (base.name !== undefined) {
    type.base = base;
    type.derivation = method;
    return;
  }
  type.base = base.base;
  type.derivation = base.derivation;
  if (!extension) return;
  type.ownParticle = joined(base.ownParticle, type.ownParticle);
  type.ownAttributes = [...base.ownAttributes, ...added];
}

/** Inherited content followed by that of an extension. Plain sequences are concatenated. */
function joined(inherited: Particle | undefined, own: Particle | undefined): Particle | undefined {
  if (inherited === undefined || own === undefined) return inherited ?? own;
  return {
    kind: 'model',
    compositor: 'sequence',
    particles: [...parts(inherited), ...parts(own)],
    occurs: { min: 1, max: 1 },
  };
}

function parts(particle: Particle): readonly Particle[] {
  const plain =
    particle.kind === 'model' &&
    particle.compositor === 'sequence' &&
    particle.groupName === undefined &&
    particle.occurs.min === 1 &&
    particle.occurs.max === 1;
  return plain ? particle.particles : [particle];
}

interface AttributeHolder {
  readonly attributes: readonly AttributeEntry[];
  readonly anyAttribute?: WildcardSyntax | undefined;
}

const noAttributes: AttributeSet = { uses: [], prohibited: [], wildcard: undefined };

/**
 * The attribute uses of a type or group, with groups expanded (XML Schema part 1 section 3.4.2 and
 * 3.6).
 */
function linkAttributes(holder: AttributeHolder, place: Place): AttributeSet {
  if (holder.attributes.length === 0 && holder.anyAttribute === undefined) return noAttributes;
  const uses = new Map<string, AttributeUse>();
  const prohibited: string[] = [];
  let wildcard: Wildcard | undefined =
    holder.anyAttribute === undefined
      ? undefined
      : linkWildcard(holder.anyAttribute, place.document.targetNamespace);
  let soapArray: AttributeSet['soapArray'];
  const ids = createIdCount(place);
  const add = (use: AttributeUse, span: AttributeEntry['span']): void => {
    const key = qnameKey(use.name);
    if (uses.has(key)) {
      place.defects.add(place.owner, {
        code: 'ASMX2002',
        message: `Attribute '${use.name.localName}' is declared twice in one type`,
        span,
      });
      return;
    }
    uses.set(key, use);
  };
  for (const entry of holder.attributes) {
    if (entry.kind === 'attributeGroupRef') {
      const group = groupNamed(entry, place);
      if (!place.components.expansion.take(group.uses.length, place.owner, entry.span)) continue;
      for (const use of group.uses) add(use, entry.span);
      ids.add(group.uses.find(isId), entry.span);
      wildcard = intersectWildcards(wildcard, group.wildcard);
      soapArray ??= group.soapArray;
      continue;
    }
    if (entry.arrayType !== undefined) soapArray = entry.arrayType;
    if (entry.use === 'prohibited') {
      prohibited.push(qnameKey(entry.kind === 'attribute' ? entry.name : entry.ref.name));
      continue;
    }
    const use = entry.kind === 'attribute' ? attributeUse(entry, place) : referredUse(entry, place);
    if (use === undefined) continue;
    add(use, entry.span);
    ids.add(use, entry.span);
  }
  return { uses: [...uses.values()], prohibited, wildcard, soapArray };
}

/** The attribute use of a local declaration. */
function attributeUse(syntax: AttributeSyntax, place: Place): AttributeUse {
  const inner: Place = { ...place, context: [...place.context, syntax.name.localName] };
  noteValue(place, syntax);
  const type = simpleOf(syntax.typeRef, syntax.type, inner) ?? builtinType('anySimpleType');
  const { kind, typeRef, type: _, use, names, arrayType, ...traits } = syntax;
  return { ...traits, type, required: use === 'required', ...givenValues(type, syntax) };
}

function referredUse(entry: AttributeReference, place: Place): AttributeUse | undefined {
  const { namespace } = entry.ref.name;
  const encoding =
    namespace === namespaces.soapEncoding11 || namespace === namespaces.soapEncoding12;
  if (encoding && entry.arrayType !== undefined) return undefined;
  const declared = resolveReference('attributes', entry.ref, place);
  if (declared === undefined) return undefined;
  const global = globalAttribute(place, declared);
  spread(declared.syntax, place);
  noteValue(place, entry);
  const given = givenValues(global.type, entry);
  warnOfFixed(place, global, given, entry.span);
  return {
    ...global,
    ...givenOf(annotationOf(entry)),
    required: entry.use === 'required',
    default: given.default ?? (given.fixed === undefined ? global.default : undefined),
    fixed: given.fixed ?? global.fixed,
    span: entry.span,
  };
}

/** The annotation of a reference, in addition to that of the declaration. */
function givenOf(annotation: Annotation): Annotation {
  return Object.fromEntries(Object.entries(annotation).filter(([, value]) => value !== undefined));
}

/** The use of a global declaration, for attributes that refer to it; created on demand. */
function globalAttribute(context: LinkContext, declared: Declared<AttributeSyntax>): AttributeUse {
  const { syntax } = declared;
  const known = context.components.globalAttributes.get(syntax);
  if (known !== undefined) return known;
  const use = attributeUse(syntax, linkPlace(context, declared, syntax, []));
  context.components.globalAttributes.set(syntax, use);
  return use;
}

/** Default and fixed value of a type. */
function givenValues(
  type: SimpleType,
  { default: initial, fixed, names }: Pick<AttributeSyntax, 'default' | 'fixed' | 'names'>,
): Pick<AttributeUse, 'default' | 'fixed'> {
  return {
    default: initial === undefined ? undefined : givenValue(type, initial, names),
    fixed: fixed === undefined ? undefined : givenValue(type, fixed, names),
  };
}

function noteValue(context: LinkContext, syntax: Pick<AttributeSyntax, 'default' | 'fixed'>): void {
  if (syntax.default !== undefined || syntax.fixed !== undefined)
    context.components.valued.count += 1;
}

/** A component that uses an affected one is affected, too. */
function spread(from: object, place: Place): void {
  const defect = place.defects.affected.get(from);
  if (defect !== undefined) place.defects.affect(place.owner, defect);
}

function groupNamed(
  entry: Extract<AttributeEntry, { kind: 'attributeGroupRef' }>,
  place: Place,
): AttributeSet {
  const declared = resolveReference('attributeGroups', entry.ref, place);
  if (declared === undefined) return noAttributes;
  const set = attributeGroup(place, declared);
  if (set === undefined) {
    place.defects.add(place.owner, {
      code: 'ASMX2003',
      message:
        `Attribute group '${entry.ref.name.localName}' in ${namespaceText(entry.ref.name)} ` +
        `contains itself`,
      span: entry.span,
    });
  }
  spread(declared.syntax, place);
  return set ?? noAttributes;
}

/** The content of a group; `undefined` while it is being linked, which means a cycle. */
function attributeGroup(
  context: LinkContext,
  declared: Declared<AttributeGroupSyntax>,
): AttributeSet | undefined {
  const { syntax } = declared;
  const known = context.components.attributeGroups.get(syntax);
  if (known !== undefined) return known === 'busy' ? undefined : known;
  context.components.attributeGroups.set(syntax, 'busy');
  const place = linkPlace(context, declared, syntax, [syntax.name.localName]);
  const set = nested(place, syntax.span, () => linkAttributes(syntax, place)) ?? noAttributes;
  context.components.attributeGroups.set(syntax, set);
  return set;
}

/** Whether an attribute is an identifier (XML Schema part 2 section 3.3.8). */
function isId({ type }: AttributeUse): boolean {
  return type.builtin === 'ID';
}

/** Counts the attributes of one type that are identifiers. */
interface IdCount {
  /** Counts the next attribute if it is one. */
  add(use: AttributeUse | undefined, span: Span): void;
}

/**
 * Creates a count that warns of a second one, because a type may have only one (XML Schema part 1
 * sections 3.4.6 and 3.6.6).
 */
function createIdCount(context: LinkContext): IdCount {
  let first: AttributeUse | undefined;
  return {
    add(use, span) {
      if (use === undefined || !isId(use)) return;
      if (first === undefined) first = use;
      else warnOfSecondId(context, first, use, span);
    },
  };
}

function warnOfSecondId(
  context: LinkContext,
  first: AttributeUse,
  second: AttributeUse,
  span: Span | undefined,
): void {
  context.defects.warn({
    code: 'ASMX3016',
    message:
      `Attributes '${first.name.localName}' and '${second.name.localName}' of one type are both ` +
      `of type 'ID', of which an element has one`,
    span,
    help: "Make one of them an 'NCName'",
    related: first.span === undefined ? [] : [{ message: 'the other one', span: first.span }],
  });
}

/**
 * Warns of attributes of an extension that its base has, too, and of a second identifier (XML
 * Schema part 1 section 3.4.6).
 */
function warnOfInherited(
  context: LinkContext,
  own: readonly AttributeUse[],
  base: ComplexType | undefined,
  taken: ReadonlySet<string>,
): void {
  if (base === undefined || own.length === 0) return;
  const inherited = own.some(isId) ? base.attributes.find(isId) : undefined;
  for (const use of own) {
    const { name, span } = use;
    if (taken.has(qnameKey(name))) {
      context.defects.warn({
        code: 'ASMX2002',
        message:
          `Attribute '${name.localName}' is declared in the base ` +
          `'${base.name?.localName ?? ''}', too`,
        span,
        help: 'That of the base counts: remove this one',
      });
    } else if (inherited !== undefined && isId(use)) {
      warnOfSecondId(context, inherited, use, span);
    }
  }
}

/** Whether two texts are certainly different values of a type. */
function areDifferent(type: SimpleType, a: string, b: string): boolean {
  const { variety, builtin, facets } = type;
  if (variety !== 'atomic') return false;
  const [first, second] = [spacedText(type, a, facets), spacedText(type, b, facets)];
  if (first === second) return false;
  const kind = kindOf(builtin);
  if (kind === 'text') return true;
  const canonical = canonicalOf(kind, first);
  if (canonical !== undefined) return canonical !== canonicalOf(kind, second);
  return (compareLexical(kind, first, second) ?? 0) !== 0;
}

/**
 * Warns of a use whose value differs from the fixed value of the declaration it refers to (XML
 * Schema part 1 section 3.5.6).
 */
function warnOfFixed(
  context: LinkContext,
  { fixed, name, type, span: declared }: AttributeUse,
  given: Pick<AttributeUse, 'default' | 'fixed'>,
  span: Span,
): void {
  const other = given.fixed ?? given.default;
  if (fixed === undefined || other === undefined) return;
  if (given.default === undefined && !areDifferent(type, fixed, other)) return;
  context.defects.warn({
    code: 'ASMX3012',
    message:
      `Attribute '${name.localName}' is fixed to '${fixed}' where it is declared, and ` +
      `${given.default === undefined ? `to '${other}'` : 'has a default'} here`,
    span,
    help: 'Give the value of the declaration, or none',
    related: declared === undefined ? [] : [{ message: 'declared here', span: declared }],
  });
}

/** Whether a name is that of SOAP encoding's array type (SOAP 1.1 section 5.4.2). */
function isSoapArray(name: QName): boolean {
  const { namespace, localName } = name;
  return (
    localName === 'Array' &&
    (namespace === namespaces.soapEncoding11 || namespace === namespaces.soapEncoding12)
  );
}

/**
 * Item type and dimensions of an array type: from `wsdl:arrayType` (WSDL 1.1 section 2.2),
 * otherwise from the only repeated element of its content, otherwise any items.
 */
function arrayOf(
  arrayType: AttributeSyntax['arrayType'],
  particle: Particle | undefined,
  place: Place,
  inherited?: SoapArrayType,
): SoapArrayType {
  if (arrayType !== undefined) {
    const item = typeNamed(arrayType.type, place) ?? builtinType('string');
    const steps = dimensionsOf(arrayType.dimensions);
    if (steps !== undefined) return nestedArray(item, steps, place);
    breaksRule(
      place,
      `'${arrayType.dimensions}' is not a valid size of a SOAP array`,
      arrayType.type.span,
      `Write '[]', with a comma for each further dimension; ` +
        `again for arrays of arrays, of each up to ${deepest}`,
    );
    return { item, dimensions: '[]' };
  }
  const item = onlyElement(particle);
  if (item !== undefined) return { item, dimensions: '[]' };
  return inherited ?? { item: anyType, dimensions: '[]' };
}

/** Refuses SOAP arrays whose items are arrays without end: no value has such a type. */
export function refuseEndlessArrays({ complexDrafts }: Components, defects: Defects): void {
  const ended = new Set<SchemaType>();
  for (const { type } of complexDrafts.values()) {
    const path = new Set<SchemaType>();
    let item: SchemaType = type;
    while (item.kind === 'complex' && item.soapArray !== undefined && !ended.has(item)) {
      if (path.has(item)) {
        const message = `The items of array '${item.name?.localName ?? ''}' are arrays without end`;
        defects.add(item, { code: 'ASMX2003', message, span: item.span });
        break;
      }
      path.add(item);
      item = item.soapArray.item;
    }
    for (const one of path) ended.add(one);
  }
}

/** Limit on arrays in arrays, and on dimensions. */
const deepest = 16;

/** The brackets of `[][,]`, those of the innermost array first; `undefined` for invalid text. */
function dimensionsOf(text: string): readonly string[] | undefined {
  const steps = text.match(/\[,*\]/g) ?? [];
  const sound =
    steps.join('') === text &&
    steps.length > 0 &&
    steps.length <= deepest &&
    steps.every((one) => one.length - 1 <= deepest);
  return sound ? steps : undefined;
}

function nestedArray(
  leaf: SchemaType,
  steps: readonly string[],
  { context, owner }: Place,
): SoapArrayType {
  const names = [...context];
  let item = leaf;
  const inner = steps.slice(0, -1);
  for (const [at, dimensions] of inner.entries()) {
    const depth = inner.length - at;
    item = arrayType([...names, ...Array.from({ length: depth }, () => 'item')], {
      item,
      dimensions,
    });
  }
  return { item, dimensions: steps.at(-1) ?? '[]' };

  function arrayType(path: readonly string[], soapArray: SoapArrayType): ComplexType {
    const { span } = owner as { readonly span?: ComplexType['span'] };
    return {
      ...anyType,
      name: undefined,
      context: path,
      mixed: false,
      span,
      soapArray,
      ...noContent,
    };
  }
}

const noContent = { particle: undefined, ownParticle: undefined, anyAttribute: undefined };

/** Number of dimensions of an array. */
export function rankOf({ dimensions }: SoapArrayType): number {
  return dimensions.length - 1;
}

/**
 * The innermost item of arrays of arrays, with the brackets of all but the outermost.
 *
 * @param named whether to look into arrays that have names, too
 */
export function leafOf(
  { item }: SoapArrayType,
  named = false,
): {
  readonly item: SchemaType;
  readonly dimensions: string;
} {
  let dimensions = '';
  let leaf = item;
  while (
    leaf.kind === 'complex' &&
    leaf.soapArray !== undefined &&
    (named || leaf.name === undefined)
  ) {
    dimensions = leaf.soapArray.dimensions + dimensions;
    leaf = leaf.soapArray.item;
  }
  return { item: leaf, dimensions };
}

function onlyElement(particle: Particle | undefined): SchemaType | undefined {
  if (particle?.kind === 'element') return particle.element.type;
  if (particle?.kind !== 'model' || particle.particles.length !== 1) return undefined;
  return onlyElement(particle.particles[0]);
}
