import type { MarkupElement, MarkupNode } from '../common/markup.ts';
import { namespaces } from '../common/namespaces.ts';
import { replacements } from '../link/derivation.ts';
import { rankOf } from '../link/soap-array.ts';
import type {
  ComplexType,
  ElementDeclaration,
  Particle,
  SchemaType,
  Wildcard,
} from '../xsd/schema.ts';
import { sampleAttributes } from './sample-attributes.ts';
import { escapeXml } from './sample-escape.ts';
import { declaredText, tagHoldsQNames } from './sample-qnames.ts';
import { sampleSimple } from './sample-simple.ts';

/** The position in a sample. */
export interface SamplePlace {
  /** Default namespace in scope. */
  readonly namespace: string;
  /** Complex types whose content is being written, outermost first. */
  readonly open: readonly ComplexType[];
  readonly ordinal: number;
  /** Elements left until optional ones are omitted; shared by the whole sample. */
  readonly budget: { left: number };
  /** Global elements of the contract, the only ones that a strict wildcard accepts. */
  readonly globals: readonly ElementDeclaration[];
}

/**
 * At this depth even required content is omitted: a type that contains itself without end has no
 * valid instance.
 */
const deepest = 24;

/** The place at the root of a document. */
export function samplePlace(globals: readonly ElementDeclaration[]): SamplePlace {
  return { namespace: '', open: [], ordinal: 0, budget: { left: 500 }, globals };
}

/** An element with valid content (XML Schema part 1). */
export function sampleElement(declaration: ElementDeclaration, place: SamplePlace): MarkupElement {
  const element = declaration.abstract ? (declaration.substitutes[0] ?? declaration) : declaration;
  place.budget.left -= 1;
  const type = concrete(element, place);
  const { start, name, inside } = tagOf(element, type, place);
  if (element.nillable && type.kind === 'complex' && place.open.includes(type)) {
    const tag = `${start} xmlns:xsi="${namespaces.xsi}" xsi:nil="true"`;
    return { name, tag, children: [] };
  }
  const { children, declarations } = contentOf(element, type, place, inside);
  const tag =
    start +
    (type === element.type ? '' : typeAttribute(type)) +
    (type.kind === 'complex' ? sampleAttributes(type, place.ordinal) + sampleSizes(type) : '') +
    declarations;
  return { name, tag, children };
}

/** The sizes of a multidimensional array with one item in each row, which its items do not show. */
function sampleSizes({ soapArray }: ComplexType): string {
  const rank = soapArray === undefined ? 1 : rankOf(soapArray);
  if (rank === 1) return '';
  const sizes = `xsd:anyType[${',1'.repeat(rank - 1)}]`;
  return ` xmlns:soapenc="${namespaces.soapEncoding11}" soapenc:arrayType="${sizes}"`;
}

/** The start tag of an element without its end, its name, and the default namespace inside. */
function tagOf(
  { name: { namespace, localName } }: ElementDeclaration,
  type: SchemaType,
  place: SamplePlace,
): { readonly start: string; readonly name: string; readonly inside: string } {
  const uri = escapeXml(namespace);
  if (namespace !== '' && tagHoldsQNames(type)) {
    const name = `e:${localName}`;
    return { start: `${name} xmlns:e="${uri}" xmlns=""`, name, inside: '' };
  }
  const switched = namespace === place.namespace ? '' : ` xmlns="${uri}"`;
  return { start: localName + switched, name: localName, inside: namespace };
}

/**
 * The content of an element, and the declarations that its text needs.
 *
 * @param namespace default namespace in it
 */
function contentOf(
  { name, fixed, default: initial }: ElementDeclaration,
  type: SchemaType,
  place: SamplePlace,
  namespace: string,
): { readonly children: readonly MarkupNode[]; readonly declarations: string } {
  const given = fixed ?? initial;
  const simple = type.kind === 'simple' ? type : type.simpleContent;
  if (simple !== undefined) {
    const seed = { name: name.localName, ordinal: place.ordinal };
    const { text, declarations } = declaredText(simple, given ?? sampleSimple(simple, seed), 'v');
    return { children: textNodes(text), declarations };
  }
  const children =
    type.kind === 'simple' || given !== undefined
      ? textNodes(escapeXml(given ?? ''))
      : sampleContent(type, { ...place, namespace });
  return { children, declarations: '' };
}

function textNodes(text: string): readonly MarkupNode[] {
  return text === '' ? [] : [text];
}

/** Child elements of an element with this type. */
export function sampleContent(type: ComplexType, place: SamplePlace): readonly MarkupElement[] {
  if (place.open.length >= deepest) return [];
  const inside = { ...place, open: [...place.open, type] };
  if (type.soapArray !== undefined) {
    const { item } = type.soapArray;
    const declaration = unqualifiedElement('item', item);
    const count = recurs(item, inside) ? 0 : 2;
    return Array.from({ length: count }, (_, ordinal) =>
      sampleElement(declaration, { ...inside, ordinal }),
    );
  }
  const elements: MarkupElement[] = [];
  if (type.particle !== undefined) sampleParticle(type.particle, inside, elements);
  return elements;
}

/**
 * An element that the contract does not declare: a part with a type, or an item of a SOAP array.
 */
export function unqualifiedElement(localName: string, type: SchemaType): ElementDeclaration {
  return {
    name: { namespace: '', localName },
    global: false,
    type,
    nillable: false,
    abstract: false,
    substitutes: [],
  };
}

/**
 * The declared type or, if it is abstract, a concrete one that may replace it: the first whose
 * content is not being written, so that types that contain their family come to an end.
 */
function concrete({ type, block }: ElementDeclaration, place: SamplePlace): SchemaType {
  if (type.kind === 'simple' || !type.abstract) return type;
  const usable = replacements(type, block).filter((one) => !one.abstract);
  return usable.find((one) => !place.open.includes(one)) ?? usable[0] ?? type;
}

function typeAttribute(type: SchemaType): string {
  if (type.name === undefined) return '';
  const { namespace, localName } = type.name;
  const prefixes = ` xmlns:xsi="${namespaces.xsi}" xmlns:t="${escapeXml(namespace)}"`;
  return `${prefixes} xsi:type="t:${localName}"`;
}

function recurs(type: SchemaType, place: SamplePlace): boolean {
  return type.kind === 'complex' && place.open.includes(type);
}

/**
 * Adds the elements of a particle: two if repeatable, one if optional, only the required ones if
 * there are many elements already, or if it would contain itself.
 */
function sampleParticle(particle: Particle, place: SamplePlace, to: MarkupElement[]): void {
  const { min, max } = particle.occurs;
  const isLean = place.budget.left <= 0 || reenters(particle, place);
  const count = isLean ? min : Math.max(min, Math.min(max, 2));
  for (let ordinal = 0; ordinal < count; ordinal += 1) {
    sampleOnce(particle, count > 1 ? { ...place, ordinal } : place, ordinal, to);
  }
}

function sampleOnce(
  particle: Particle,
  place: SamplePlace,
  ordinal: number,
  to: MarkupElement[],
): void {
  switch (particle.kind) {
    case 'element':
      to.push(sampleElement(particle.element, place));
      return;
    case 'any':
      to.push(sampleWildcard(particle.wildcard, place));
      return;
    case 'model': {
      if (particle.compositor !== 'choice') {
        for (const one of particle.particles) sampleParticle(one, place, to);
        return;
      }
      const open = particle.particles.filter((one) => !reenters(one, place));
      const branches = open.length > 0 ? open : particle.particles;
      const branch = branches[ordinal % branches.length];
      if (branch !== undefined) sampleParticle(atLeastOnce(branch), place, to);
    }
  }
}

/**
 * Whether a particle leads directly back into a type that is being written. Wildcards count, too:
 * they are written only if required.
 */
function reenters(particle: Particle, place: SamplePlace): boolean {
  switch (particle.kind) {
    case 'element':
      return recurs(concrete(particle.element, place), place);
    case 'any':
      return true;
    case 'model':
      return particle.compositor === 'choice'
        ? particle.particles.every((one) => reenters(one, place))
        : particle.particles.some((one) => one.occurs.min > 0 && reenters(one, place));
  }
}

function atLeastOnce(particle: Particle): Particle {
  const { min, max } = particle.occurs;
  return min > 0 || max === 0 ? particle : { ...particle, occurs: { min: 1, max } };
}

/**
 * An element that a wildcard allows: one of the contract's own if it must be declared, with
 * preference for simple ones.
 */
function sampleWildcard({ allowed, processContents }: Wildcard, place: SamplePlace): MarkupElement {
  const allows = (namespace: string): boolean =>
    allowed.kind === 'list'
      ? allowed.namespaces.includes(namespace)
      : allowed.kind === 'any' || (namespace !== allowed.than && namespace !== '');
  if (processContents === 'strict') {
    const usable = place.globals.filter(
      ({ name, abstract, type }) =>
        !abstract &&
        allows(name.namespace) &&
        !recurs(type, place) &&
        type.name?.localName !== 'anyType',
    );
    const known = usable.find(({ type }) => type.kind === 'simple') ?? usable[0];
    if (known !== undefined) return sampleElement(known, place);
  }
  const namespace =
    allowed.kind === 'list' ? (allowed.namespaces[0] ?? '') : 'http://example.com/any';
  return { name: 'sample', tag: `sample xmlns="${escapeXml(namespace)}"`, children: [] };
}
