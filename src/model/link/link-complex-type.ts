import type { Mutable } from '../common/mutable.ts';
import { anyType, builtinType } from '../xsd/builtin-schema.ts';
import type { ComplexType, Particle, SchemaType } from '../xsd/schema.ts';
import type { ComplexDerivationSyntax } from '../xsd/schema-document.ts';
import { isSimpleInFact } from './complex-restriction.ts';
import { refuseLarge } from './content-size.ts';
import { refuseFinal } from './derivation.ts';
import { inherit, joined } from './inherit.ts';
import { linkAttributes } from './link-attributes.ts';
import {
  type AttributeSet,
  breaksRule,
  type ComplexDraft,
  deepestNesting,
  type LinkContext,
  nested,
  type Place,
  placeOf,
  refuseDepth,
} from './link-context.ts';
import { linkParticle, sizeOf } from './link-particle.ts';
import { simpleOf } from './link-simple-type.ts';
import { typeNamed } from './link-type.ts';
import { restrictedSimpleType } from './restrict-simple-type.ts';
import { arrayOf, isSoapArray } from './soap-array.ts';

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
  const place = placeOf(context, declared, type, names);
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
