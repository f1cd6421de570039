import type { MarkupNode } from '../common/markup.ts';
import { namespaces } from '../common/namespaces.ts';
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
import {
  type DraftElement,
  type DraftNode,
  mostOccurrences,
  mostRead,
  SampleGrowth,
} from './sample-growth.ts';
import { orderBranches } from './sample-names.ts';
import { declaredText, tagHoldsQNames } from './sample-qnames.ts';
import { sampleSimple } from './sample-simple.ts';
import { concreteType, typeAttribute } from './sample-types.ts';

/** What the samples of a contract need to know. */
export interface SampleContext {
  /** Global elements of the contract, the only ones that a strict wildcard accepts. */
  readonly globals: readonly ElementDeclaration[];
  /** Name of the operation: it decides what is written first. */
  readonly operation: string;
  /**
   * Whether code reads it, which refuses lists with too few items: then there are up to a hundred
   * if as many are required, and otherwise up to three, as people want to see.
   */
  readonly isRead?: true | undefined;
}

/** The position in a sample. */
interface SamplePlace {
  /** Default namespace in scope. */
  readonly namespace: string;
  /** Complex types whose content is being written, outermost first. */
  readonly open: readonly ComplexType[];
  readonly ordinal: number;
  /** Shared by the whole sample. */
  readonly growth: SampleGrowth;
  readonly globals: readonly ElementDeclaration[];
  readonly isRead?: true | undefined;
}

/**
 * At this depth even required content is omitted: a type that contains itself without end has no
 * valid instance.
 */
const deepest = 24;

/** Elements with valid content (XML Schema part 1), of a few hundred nodes in all. */
export function sampleElements(
  declarations: readonly ElementDeclaration[],
  context: SampleContext,
): readonly MarkupNode[] {
  return grow(context, (place) => declarations.map((one) => sampleElement(one, place)));
}

/** Child elements of an element with this type, of a few hundred nodes in all. */
export function sampleMembers(type: ComplexType, context: SampleContext): readonly MarkupNode[] {
  return grow(context, (place) => sampleContent(type, place));
}

function grow(
  { operation, ...others }: SampleContext,
  write: (place: SamplePlace) => readonly DraftNode[],
): readonly MarkupNode[] {
  const growth = new SampleGrowth(operation);
  return growth.finish(write({ namespace: '', open: [], ordinal: 0, growth, ...others }));
}

function sampleElement(declaration: ElementDeclaration, place: SamplePlace): DraftElement {
  const element = declaration.abstract ? (declaration.substitutes[0] ?? declaration) : declaration;
  const type = concreteType(element, place.open);
  const { start, name, inside } = tagOf(element, type, place);
  const hasRoom = place.growth.take();
  const ends = !hasRoom || (type.kind === 'complex' && place.open.includes(type));
  if (element.nillable && element.fixed === undefined && ends) {
    const tag = `${start} xmlns:xsi="${namespaces.xsi}" xsi:nil="true"`;
    return { name, tag, children: [] };
  }
  if (!hasRoom) return { name, tag: start, children: [] };
  const { children, declarations } = contentOf(element, type, place, inside);
  const tag =
    start +
    (type === element.type ? '' : typeAttribute(type)) +
    (type.kind === 'complex' ? attributesOf(type, place) + sampleSizes(type) : '') +
    declarations;
  return { name, tag, children };
}

function attributesOf(type: ComplexType, { growth, ordinal }: SamplePlace): string {
  const shown = type.attributes.filter(({ required }) => required || !growth.isFull);
  return sampleAttributes(
    shown.filter(() => growth.take()),
    ordinal,
  );
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
): { readonly children: readonly DraftNode[]; readonly declarations: string } {
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

function textNodes(text: string): readonly string[] {
  return text === '' ? [] : [text];
}

/** Child elements of an element with this type. */
function sampleContent(type: ComplexType, place: SamplePlace): readonly DraftNode[] {
  if (place.open.length >= deepest) return [];
  const inside = { ...place, open: [...place.open, type] };
  const nodes: DraftNode[] = [];
  if (type.soapArray !== undefined) {
    const element = unqualifiedElement('item', type.soapArray.item);
    const occurs = { min: 0, max: Number.POSITIVE_INFINITY };
    sampleParticle({ kind: 'element', element, occurs }, inside, nodes);
  } else if (type.particle !== undefined) {
    sampleParticle(type.particle, inside, nodes);
  }
  return nodes;
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

function recurs(type: SchemaType, place: SamplePlace): boolean {
  return type.kind === 'complex' && place.open.includes(type);
}

/**
 * Adds the elements of a particle: those required, up to a limit, and the places of others: two in
 * all if repeatable, one if optional, none if it would contain itself.
 */
function sampleParticle(particle: Particle, place: SamplePlace, to: DraftNode[]): void {
  const { min, max } = particle.occurs;
  const wish = reenters(particle, place) ? min : Math.max(min, Math.min(max, 2));
  const most = place.isRead && min <= mostRead ? mostRead : mostOccurrences;
  const count = Math.min(wish, most);
  for (let ordinal = 0; ordinal < count; ordinal += 1) {
    const here = count > 1 ? { ...place, ordinal } : place;
    if (ordinal >= min) {
      const write = (hole: DraftNode[]): void => sampleOnce(particle, here, ordinal, hole);
      place.growth.later(particle, ordinal, to, write);
    } else if (!place.growth.isOver) {
      sampleOnce(particle, here, ordinal, to);
    }
  }
}

function sampleOnce(
  particle: Particle,
  place: SamplePlace,
  ordinal: number,
  to: DraftNode[],
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
        for (const one of particle.particles) {
          if (place.growth.isOver) return;
          sampleParticle(one, place, to);
        }
        return;
      }
      const open = particle.particles.filter((one) => !reenters(one, place));
      const branches = orderBranches(
        open.length > 0 ? open : particle.particles,
        place.growth.kinshipOf,
      );
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
      return recurs(concreteType(particle.element, place.open), place);
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
function sampleWildcard({ allowed, processContents }: Wildcard, place: SamplePlace): DraftElement {
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
  place.growth.take();
  const namespace =
    allowed.kind === 'list' ? (allowed.namespaces[0] ?? '') : 'http://example.com/any';
  return { name: 'sample', tag: `sample xmlns="${escapeXml(namespace)}"`, children: [] };
}
