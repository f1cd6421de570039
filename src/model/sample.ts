import { fitsRange, type SampleSeed, sampleBuiltin, sampleList } from '../runtime/values/sample.ts';
import { replacements } from './link/context.ts';
import { rankOf } from './link/schema.ts';
import { type MarkupElement, type MarkupNode, namespaces } from './xml.ts';
import { isWhole } from './xsd/builtins.ts';
import { createPatternMatcher, createPatternSampler } from './xsd/pattern.ts';
import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  Particle,
  SchemaType,
  SimpleType,
  Wildcard,
} from './xsd/schema.ts';
import { holdsQNames, rewriteQNames } from './xsd/values.ts';

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

/** Attributes with valid values, each with a leading space. */
function sampleAttributes(attributes: readonly AttributeUse[], ordinal: number): string {
  let text = '';
  for (const [index, attribute] of attributes.entries()) {
    const { namespace, localName } = attribute.name;
    const value =
      attribute.fixed ??
      attribute.default ??
      sampleSimple(attribute.type, { name: localName, ordinal });
    const { text: escaped, declarations } = declaredText(attribute.type, value, `v${index}.`);
    const quoted = `"${escaped}"`;
    text += declarations;
    if (namespace === '') text += ` ${localName}=${quoted}`;
    else if (namespace === namespaces.xml) text += ` xml:${localName}=${quoted}`;
    else text += ` xmlns:a${index}="${escapeXml(namespace)}" a${index}:${localName}=${quoted}`;
  }
  return text;
}

const special = /[&<>"\r\n\t]/;

/** Escapes a text for element content and double-quoted attributes. */
export function escapeXml(text: string): string {
  // the usual case, which is faster without a copy
  if (!special.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#xD;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\t', '&#x9;');
}

/**
 * The declared type or, if it is abstract, a concrete one that may replace it: the first whose
 * content is not being written, so that types that contain their family come to an end.
 *
 * @param open types whose content is being written
 */
function concreteType(
  { type, block = [] }: ElementDeclaration,
  open: readonly ComplexType[],
): SchemaType {
  if (type.kind === 'simple' || !type.abstract) return type;
  const byBlock = usable.get(type) ?? new Map<string, readonly ComplexType[]>();
  usable.set(type, byBlock);
  const key = block.join(' ');
  const found = byBlock.get(key) ?? replacements(type, block).filter((one) => !one.abstract);
  byBlock.set(key, found);
  return found.find((one) => !open.includes(one)) ?? found[0] ?? type;
}

/** Concrete replacements by type and `block`, because a type with many is used in many places. */
const usable = new WeakMap<ComplexType, Map<string, readonly ComplexType[]>>();

/** `xsi:type` with its declarations and a leading space; nothing for a type without a name. */
function typeAttribute(type: SchemaType): string {
  if (type.name === undefined) return '';
  const { namespace, localName } = type.name;
  const prefixes = ` xmlns:xsi="${namespaces.xsi}" xmlns:t="${escapeXml(namespace)}"`;
  return `${prefixes} xsi:type="t:${localName}"`;
}

/** Nodes of a sample: elements and attributes. What is optional is left out beyond. */
const mostNodes = 300;
/** Nodes that may be required. Beyond, a sample ends early, and is not valid. */
const mostRequired = 1000;
/** How often something optional may turn out too large before no more is tried. */
const mostMisses = 20;
/** Occurrences of one element or group, even if more are required. */
const mostOccurrences = 3;
/** The same in a sample that code reads, which refuses too few. */
const mostRead = 100;

/** An element of a sample that may still grow. */
interface DraftElement extends Omit<MarkupElement, 'children'> {
  readonly children: readonly DraftNode[];
}

/** An element, an escaped text, or the place of optional nodes, which may stay empty. */
export type DraftNode = DraftElement | string | DraftNode[];

/** How soon something optional is written: what the operation's name points to comes first. */
type Rank = 'named' | 'usual' | 'again';

/** Something optional that waits: its place, and what writes it there. */
interface Waiting {
  readonly place: DraftNode[];
  readonly write: (place: DraftNode[]) => void;
}

/**
 * The nodes of one sample, which has a few hundred at most, whatever the contract. What is required
 * comes first. Then what is optional joins while it fits: what the operation's name points to,
 * then the rest, level by level, so that the members of the message come before all that is inside
 * the first of them, then what is repeated.
 */
export class SampleGrowth {
  private used = 0;
  /** Nodes that it may have. */
  private most = mostRequired;
  private misses = 0;
  private readonly waiting: Readonly<Record<Rank, Waiting[]>> = { named: [], usual: [], again: [] };
  /** How much a particle has in common with the operation's name. */
  readonly kinshipOf: (particle: Particle) => Kinship;

  constructor(operation: string) {
    this.kinshipOf = createKinship(operation);
  }

  /** Whether there is no room for what is optional. */
  get isFull(): boolean {
    return this.used >= mostNodes;
  }

  /** Whether there was no room for something that is required where it is. */
  get isOver(): boolean {
    return this.used > this.most;
  }

  /** Counts a node. Returns `false` if there is no room for it, nor for what is inside it. */
  take(): boolean {
    this.used += 1;
    return !this.isOver;
  }

  /**
   * Writes an optional particle later, as a whole or not at all.
   *
   * @param ordinal its number among those of the same particle
   * @param to where its place is now
   * @param write called with its place
   */
  later(
    particle: Particle,
    ordinal: number,
    to: DraftNode[],
    write: (place: DraftNode[]) => void,
  ): void {
    const place: DraftNode[] = [];
    to.push(place);
    this.waiting[this.rankOf(particle, ordinal)].push({ place, write });
  }

  private rankOf(particle: Particle, ordinal: number): Rank {
    if (ordinal > 0) return 'again';
    return this.kinshipOf(particle) === 'none' ? 'usual' : 'named';
  }

  /** Writes what waits while there is room. Returns the nodes without their places. */
  finish(nodes: readonly DraftNode[]): readonly MarkupNode[] {
    this.most = mostNodes;
    const { named, usual, again } = this.waiting;
    const next = { named: 0, usual: 0, again: 0 };
    while (!this.isFull && this.misses < mostMisses) {
      const one = named[next.named] ?? usual[next.usual] ?? again[next.again];
      if (one === undefined) break;
      if (next.named < named.length) next.named += 1;
      else if (next.usual < usual.length) next.usual += 1;
      else next.again += 1;
      this.grow(one);
    }
    return settled(nodes);
  }

  /** Writes what waited, and what in it is optional waits. All is undone if there is no room. */
  private grow({ place, write }: Waiting): void {
    const { named, usual, again } = this.waiting;
    const before = [this.used, named.length, usual.length, again.length] as const;
    write(place);
    if (!this.isOver) return;
    this.misses += 1;
    place.length = 0;
    [this.used, named.length, usual.length, again.length] = before;
  }
}

/** The nodes without the places in them. */
function settled(nodes: readonly DraftNode[]): readonly MarkupNode[] {
  const found: MarkupNode[] = [];
  const collect = (node: DraftNode): void => {
    if (typeof node === 'string') found.push(node);
    else if (Array.isArray(node)) node.forEach(collect);
    else if (node.children.every(isText)) found.push(node as MarkupNode);
    else found.push({ ...node, children: settled(node.children) });
  };
  nodes.forEach(collect);
  return found;
}

function isText(node: DraftNode): boolean {
  return typeof node === 'string';
}

/** How much the name of an operation has in common with that of an element. */
type Kinship = 'all' | 'word' | 'none';

/**
 * Compares elements with the name of an operation: one has all of it, as the result mostly does, or
 * a word of it. The first word, a verb in most names, does not count alone.
 */
function createKinship(operation: string): (particle: Particle) => Kinship {
  const whole = operation.toLowerCase();
  const spoken = wordsOf(operation);
  const words = new Set(spoken.length > 1 ? spoken.slice(1) : spoken);
  const known = new Map<string, Kinship>();
  const ofElement = (element: ElementDeclaration): Kinship => {
    const { localName } = element.name;
    if (whole !== '' && localName.toLowerCase().includes(whole)) return 'all';
    return wordsOfElement(element).some((word) => words.has(word)) ? 'word' : 'none';
  };
  const ofParticle = (particle: Particle): Kinship => {
    if (particle.kind === 'any') return 'none';
    if (particle.kind === 'model') {
      const found = particle.particles.map(ofParticle);
      return found.includes('all') ? 'all' : found.includes('word') ? 'word' : 'none';
    }
    const name = particle.element.name.localName;
    const kinship = known.get(name) ?? ofElement(particle.element);
    known.set(name, kinship);
    return kinship;
  };
  return ofParticle;
}

/** A cache, because the samples of many operations have the same elements. */
const elementWords = new WeakMap<ElementDeclaration, readonly string[]>();

function wordsOfElement(element: ElementDeclaration): readonly string[] {
  const words = elementWords.get(element) ?? wordsOf(element.name.localName);
  elementWords.set(element, words);
  return words;
}

/** The words of a name in lower case and without a plural's `s`, but for those of two letters. */
function wordsOf(name: string): readonly string[] {
  const words = name.match(/\p{Lu}?[\p{Ll}\p{Lo}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
  return words
    .map((word) => word.toLowerCase().replace(/s$/, ''))
    .filter((word) => word.length > 2);
}

/**
 * The branches of a choice in the order in which samples take them: those that the operation's name
 * points to come first, and are the only ones if they have all of it.
 */
export function orderBranches(
  branches: readonly Particle[],
  kinshipOf: (particle: Particle) => Kinship,
): readonly Particle[] {
  const of = (kinship: Kinship): readonly Particle[] =>
    branches.filter((one) => kinshipOf(one) === kinship);
  const whole = of('all');
  return whole.length > 0 ? whole : [...of('word'), ...of('none')];
}

/** A text with the namespace declarations for its QNames, each with a leading space. */
interface DeclaredText {
  readonly text: string;
  readonly declarations: string;
}

/**
 * A value as written in XML, escaped.
 *
 * @param stem first part of the prefixes, different for each value of a tag
 */
function declaredText(type: SimpleType, value: string, stem: string): DeclaredText {
  if (!holdsQNames(type)) return { text: escapeXml(value), declarations: '' };
  const prefixes = new Map<string, string>();
  const text = rewriteQNames(value, undefined, ({ namespace, localName }) => {
    const prefix = prefixes.get(namespace) ?? `${stem}${prefixes.size + 1}`;
    prefixes.set(namespace, prefix);
    return `${prefix}:${localName}`;
  });
  const declarations = [...prefixes].map(
    ([namespace, prefix]) => ` xmlns:${prefix}="${escapeXml(namespace)}"`,
  );
  return { text: escapeXml(text), declarations: declarations.join('') };
}

/**
 * Whether the tag or the text of an element may have QNames. Then a QName without namespace does
 * not allow a default namespace.
 */
function tagHoldsQNames(type: SchemaType): boolean {
  if (type.kind === 'simple') return holdsQNames(type);
  const { simpleContent, attributes } = type;
  return (
    (simpleContent !== undefined && holdsQNames(simpleContent)) ||
    attributes.some((attribute) => holdsQNames(attribute.type))
  );
}

/** Texts that are created from the patterns of one type to find one that fits its other facets. */
const mostTries = 200;

/** Samples by name and ordinal: types occur again and again, and patterns are costly. */
const samples = new WeakMap<SimpleType, Map<string, string>>();

/**
 * A lexical value of a simple type that satisfies its facets (XML Schema part 2 section 4.3), if
 * 10,000 characters are enough. The same seed gives the same value in every run and on every
 * machine; the name does not count for types with patterns.
 */
export function sampleSimple(type: SimpleType, seed: SampleSeed): string {
  const known = samples.get(type) ?? new Map<string, string>();
  samples.set(type, known);
  // texts that match patterns are costly to find
  const isSearched = type.facets.patterns !== undefined;
  const name = isSearched ? (type.name?.localName ?? 'sample') : seed.name;
  const key = `${seed.ordinal} ${name}`;
  const sample = known.get(key) ?? makeSample(type, { ...seed, name });
  known.set(key, sample);
  return sample;
}

function makeSample(type: SimpleType, seed: SampleSeed): string {
  const { enumeration } = type.facets;
  if (enumeration !== undefined && enumeration.length > 0) {
    return enumeration[seed.ordinal % enumeration.length]?.value ?? '';
  }
  return fromPattern(type, seed) ?? sampleWithoutPattern(type, seed);
}

function sampleWithoutPattern(type: SimpleType, seed: SampleSeed): string {
  const { facets, variety, item, builtin = 'string' } = type;
  if (variety === 'list' && item !== undefined) {
    return sampleList(seed, facets, (one) => sampleSimple(item, one));
  }
  const [member] = type.members ?? [];
  if (variety === 'union' && member !== undefined) return sampleSimple(member, seed);
  const whole = isWhole(builtin);
  return sampleBuiltin({ name: builtin, whole }, seed, facets);
}

/**
 * A value of a type with patterns: the usual sample or a variant if one matches, otherwise one
 * created from the last pattern.
 */
function fromPattern(type: SimpleType, seed: SampleSeed): string | undefined {
  if (type.facets.patterns === undefined) return undefined;
  const known = patterned.get(type) ?? createPatterned(type);
  patterned.set(type, known);
  const usual = sampleWithoutPattern(type, seed);
  const ends = type.variety === 'atomic' ? ['', 'Z', '+00:00', '.000Z', '.000+00:00', '.0'] : [''];
  return ends.map((end) => usual + end).find(known.fits) ?? known.made();
}

/** What samples of a type with patterns share. */
interface Patterned {
  /** Whether a text is a value of the type. */
  readonly fits: (text: string) => boolean;
  /** A value created from the last pattern. */
  readonly made: () => string | undefined;
}

const patterned = new WeakMap<SimpleType, Patterned>();

function createPatterned(type: SimpleType): Patterned {
  const { patterns: steps = [] } = type.facets;
  const matcher = createPatternMatcher();
  const fits = (text: string): boolean =>
    fitsLength(text, type) &&
    fitsRange(text, type.builtin ?? '', type.facets) &&
    steps.every((step) => step.some((pattern) => matcher.matches(pattern, text) === true));
  let made: { readonly text: string | undefined } | undefined;
  return {
    fits,
    made: () => {
      made ??= { text: textOfPatterns(steps.at(-1) ?? [], fits) };
      return made.text;
    },
  };
}

/** The first text of the patterns that fits, or just the first. */
function textOfPatterns(
  patterns: readonly string[],
  fits: (text: string) => boolean,
): string | undefined {
  let first: string | undefined;
  let tries = 0;
  for (const pattern of patterns) {
    const sampleOf = createPatternSampler(pattern);
    let before: string | undefined;
    for (let extra = 0; extra <= 64 && tries < mostTries; extra += 1) {
      const text = sampleOf(extra);
      // without unlimited quantifiers, more repetitions are none
      if (text === undefined || text === before) break;
      first ??= text;
      tries += 1;
      if (fits(text)) return text;
      before = text;
    }
  }
  return first;
}

function fitsLength(text: string, { facets, builtin, variety }: SimpleType): boolean {
  // the length of bytes and lists counts octets and items, which their own sample observes
  if (variety === 'list') return true;
  if (builtin === 'hexBinary' || builtin === 'base64Binary') return true;
  const length = [...text].length;
  return (
    length === (facets.length ?? length) &&
    length >= (facets.minLength ?? 0) &&
    length <= (facets.maxLength ?? length)
  );
}
