import { replacements } from '../model/link/context.ts';
import { namespaces, type QName, qnameKey } from '../model/xml.ts';
import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  ElementParticle,
  ModelParticle,
  Particle,
  WildcardParticle,
} from '../model/xsd/schema.ts';
import type { Occurs } from '../model/xsd/schema-document.ts';
import { namespaceWord, pascalName, shortHash } from '../names/identifiers.ts';
import type { ShapeOptions } from './settings.ts';
import type {
  AnyField,
  ChoiceNode,
  ContentField,
  ContentNode,
  FieldNode,
  GroupShape,
  HeadShape,
  PlaceShape,
} from './shape.ts';

/** The part of the planner that content models need. */
export interface ContentContext {
  placeOf(element: ElementDeclaration): PlaceShape;
  headOf(element: ElementDeclaration): HeadShape;
  /** The shape of a repeated group, whose content has its own property table. */
  groupOf(particle: ModelParticle): GroupShape;
}

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Turns a particle into fields and their arrangement. */
export function buildContent(
  particle: Particle,
  table: PropertyTable,
  context: ContentContext,
): ContentNode {
  const only = simplified(particle);
  if (only.kind === 'element') return elementNode(only, table, context);
  if (only.kind === 'any') return anyNode(only, table);
  if (isRepeatedGroup(only)) return groupNode(only, table, context);
  return modelNode(only, table, context);
}

function modelNode(
  particle: ModelParticle,
  table: PropertyTable,
  context: ContentContext,
): ContentNode {
  const absent = particle.occurs.min === 0;
  if (particle.compositor !== 'choice') {
    const nodes = particle.particles.map((inner) => buildContent(inner, table, context));
    const sequence = { kind: 'sequence', nodes } as const;
    if (!absent || mayBeEmpty(sequence)) return sequence;
    return { kind: 'choice', branches: [sequence], optional: true };
  }
  const lastBefore = table.last;
  const mark = table.path.length;
  const together = new Map<Alike, number>();
  const branches: ContentNode[] = [];
  for (const inner of particle.particles) {
    table.last = lastBefore;
    const branch = buildContent(inner, table, context);
    // the branches of a choice directly inside a choice are branches of the outer one
    if (branch.kind === 'choice') branches.push(...choiceBranches(branch));
    else branches.push(branch);
    for (const [alike, count] of leavePath(table, mark)) {
      together.set(alike, Math.max(together.get(alike) ?? 0, count));
    }
  }
  for (const [alike, count] of together) {
    for (let index = 0; index < count; index += 1) enterPath(table, alike);
  }
  return { kind: 'choice', branches, optional: absent || branches.some(mayBeEmpty) };
}

function choiceBranches(choice: ChoiceNode): readonly ContentNode[] {
  return choice.optional && !choice.branches.some(mayBeEmpty)
    ? [...choice.branches, { kind: 'sequence', nodes: [] }]
    : choice.branches;
}

/** Whether a content model may be empty. */
function mayBeEmpty(node: ContentNode): boolean {
  if (node.kind === 'field') return node.optional;
  if (node.kind === 'sequence') return node.nodes.every(mayBeEmpty);
  return node.optional || node.branches.some(mayBeEmpty);
}

function reuse(
  table: PropertyTable,
  alike: Alike,
  field: ContentField,
  particle: Particle,
): FieldNode {
  const draft = field as Draft<ContentField>;
  draft.repeated ||= particle.occurs.max > 1;
  draft.optional ||= particle.occurs.min === 0;
  draft.min = Math.min(field.min, particle.occurs.min);
  draft.max = Math.max(field.max, particle.occurs.max);
  enterPath(table, alike);
  table.last = field;
  const { min, max } = particle.occurs;
  const wildcard = particle.kind === 'any' ? particle.wildcard : undefined;
  return { kind: 'field', field, optional: min === 0, min, max, wildcard };
}

function elementNode(
  particle: ElementParticle,
  table: PropertyTable,
  context: ContentContext,
): FieldNode {
  const { element, occurs } = particle;
  const head = hasSubstitutes(particle);
  const name = elementKey(table, element.name);
  const key = head ? `head ${name}` : name;
  const preferred = preferredName(particle);
  const alike = alikeOf(table, head ? key : key + valueKey(element, preferred));
  const known = alike.fields[alike.inPath];
  if (known !== undefined) return reuse(table, alike, known, particle);
  const previous = table.last;
  const property = takeProperty(table, preferred, () => [
    ...(table.met.has(key) && previous !== undefined
      ? [`${preferred}After${wordOf(previous.property)}`]
      : []),
    `${preferred}Element`,
    `${preferred}${namespaceWord(element.name.namespace)}`,
  ]);
  const { min, max } = occurs;
  const optional = min === 0;
  const repeated = max > 1;
  const field: ContentField = head
    ? { kind: 'head', property, optional, repeated, min, max, head: context.headOf(element) }
    : { kind: 'element', property, optional, repeated, min, max, place: context.placeOf(element) };
  table.met.add(key);
  entered(table, alike, field);
  return { kind: 'field', field, optional, min, max };
}

/**
 * The word that the name of a property contributes to that of the next one. Such names grow with
 * each step.
 */
function wordOf(property: string): string {
  return property.length > longestWord
    ? shortHash(property)
    : pascalName(property.replace(/^\$/, ''));
}

const longestWord = 80;

const diffgram = 'urn:schemas-microsoft-com:xml-diffgram-v1';

/** Name of a wildcard. The two of a DataSet have names of their own. */
function anyName(particle: WildcardParticle, table: PropertyTable): string {
  const { allowed } = particle.wildcard;
  const only = allowed.kind === 'list' ? allowed.namespaces[0] : undefined;
  if (only === namespaces.xsd) return 'schema';
  if (only === diffgram) return 'diffgram';
  return table.met.has(elementKey(table, { namespace: namespaces.xsd, localName: 'schema' }))
    ? 'diffgram'
    : '$any';
}

function anyNode(particle: WildcardParticle, table: PropertyTable): FieldNode {
  const { occurs, wildcard } = particle;
  const name = anyName(particle, table);
  const alike = alikeOf(table, `any ${name}`);
  const known = alike.fields[alike.inPath];
  if (known !== undefined) return reuse(table, alike, known, particle);
  const previous = table.last;
  const field: AnyField = {
    kind: 'any',
    property: takeProperty(table, name, () => [`$any${wordOf(previous?.property ?? 'Content')}`]),
    optional: occurs.min === 0,
    repeated: occurs.max > 1,
    min: occurs.min,
    max: occurs.max,
    wildcard,
  };
  entered(table, alike, field);
  return { kind: 'field', field, optional: occurs.min === 0, ...occurs, wildcard };
}

function groupNode(
  particle: ModelParticle,
  table: PropertyTable,
  context: ContentContext,
): FieldNode {
  const { occurs } = particle;
  const group = context.groupOf(particle);
  const first = group.fields[0];
  const word = pascalName(first?.property.replace(/^\$/, '') ?? 'Items');
  const property = takeProperty(table, `$${group.compositor}`, () => [
    `$${group.compositor}Of${word}`,
  ]);
  const field: ContentField = {
    kind: 'group',
    property,
    optional: occurs.min === 0 || mayBeEmpty(group.content),
    repeated: true,
    // empty iterations leave no trace
    min: mayBeEmpty(group.content) ? 0 : occurs.min,
    max: occurs.max,
    group,
  };
  entered(table, alikeOf(table, `group ${property}`), field);
  return { kind: 'field', field, optional: field.optional, ...occurs };
}

/**
 * Fields that read the same, in the order of creation. Those that occur together use them from the
 * front.
 */
interface Alike {
  readonly fields: ContentField[];
  /** How many of them occur together with the next field. Later ones can be shared. */
  inPath: number;
}

/** Names used in one object, including those of its base. */
export interface PropertyTable {
  /** Names that are taken. */
  readonly taken: Set<string>;
  /** Suffixes added to taken names. */
  readonly suffixes: Map<string, number>;
  /** Keys of the elements and wildcards so far. */
  readonly met: Set<string>;
  /** Fields by what they read. Exclusive branches share fields. */
  readonly pool: Map<string, Alike>;
  /** Namespace of the first element. Names in it are used as keys unchanged. */
  namespace: string | undefined;
  /** Fields that occur together with the next one. */
  readonly path: Alike[];
  last: ContentField | undefined;
}

/**
 * Properties that every object inherits from its prototype. As optional properties, they would
 * never be absent.
 */
export const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A table for an object without a base, or one with the fields of its base. */
export function createPropertyTable(names: readonly string[] = []): PropertyTable {
  return {
    taken: new Set(names),
    suffixes: new Map(),
    met: new Set(),
    pool: new Map(),
    namespace: undefined,
    path: [],
    last: undefined,
  };
}

/**
 * The name a property should have: the declared one, otherwise that of its element or attribute.
 */
export function preferredName(place: ElementParticle | AttributeUse): string {
  const [declared, reference] = 'element' in place ? [place.element, place.reference] : [place];
  const given = reference?.property ?? declared.property;
  if (given !== undefined) return given;
  const { name } = declared;
  return name.localName === '__proto__' ? '$proto' : name.localName;
}

/**
 * Takes the preferred name, or the first free one of the others, which all come from the field
 * itself.
 */
export function takeProperty(
  table: PropertyTable,
  preferred: string,
  others: () => readonly string[],
): string {
  const name = isFree(table, preferred) ? preferred : otherName(table, preferred, others());
  table.taken.add(name);
  return name;
}

function isFree(table: PropertyTable, name: string): boolean {
  return !table.taken.has(name) && !inherited.has(name);
}

function otherName(table: PropertyTable, preferred: string, others: readonly string[]): string {
  const other = others.find((one) => isFree(table, one));
  if (other !== undefined) return other;
  const hashed = `${preferred}${shortHash([preferred, ...others].join(' '))}`;
  let count = table.suffixes.get(hashed) ?? 0;
  let name = hashed;
  while (!isFree(table, name)) {
    count += 1;
    name = count === 1 ? `${hashed}_` : `${hashed}_${count}`;
  }
  table.suffixes.set(hashed, count);
  return name;
}

/** Key of an element. */
function elementKey(table: PropertyTable, name: QName): string {
  table.namespace ??= name.namespace;
  return name.namespace === table.namespace ? name.localName : qnameKey(name);
}

/** Adds a field to those that occur together with the next one. */
function enterPath(table: PropertyTable, alike: Alike): void {
  alike.inPath += 1;
  table.path.push(alike);
}

/** Removes the fields after a mark from the path. Returns how many of each kind there were. */
function leavePath(table: PropertyTable, mark: number): ReadonlyMap<Alike, number> {
  const left = new Map<Alike, number>();
  for (const alike of table.path.slice(mark)) {
    alike.inPath -= 1;
    left.set(alike, (left.get(alike) ?? 0) + 1);
  }
  table.path.length = mark;
  return left;
}

/** The fields that read elements with this key. */
function alikeOf(table: PropertyTable, key: string): Alike {
  let alike = table.pool.get(key);
  if (alike === undefined) {
    alike = { fields: [], inPath: 0 };
    table.pool.set(key, alike);
  }
  return alike;
}

/**
 * Distinguishes elements with the same key. Elements of one name in a content model have the same
 * type, but may differ in other ways.
 *
 * @param preferred the name their property should have
 */
function valueKey(
  { name, nillable, fixed, default: given }: ElementDeclaration,
  preferred: string,
): string {
  const usual = !nillable && fixed === undefined && given === undefined;
  if (usual && preferred === name.localName) return '';
  return ` ${JSON.stringify([nillable, fixed ?? null, given ?? null, preferred])}`;
}

/** Adds a field that occurs together with the next one. */
function entered(table: PropertyTable, alike: Alike, field: ContentField): void {
  alike.fields.push(field);
  enterPath(table, alike);
  table.last = field;
}

/** Adds a field of a base, which is not shared with later ones. */
export function enterInherited(table: PropertyTable, field: ContentField): void {
  const element = field.kind === 'element' ? field.place.element : undefined;
  const name = element && elementKey(table, element.name);
  if (name !== undefined) table.met.add(name);
  const key =
    element === undefined
      ? `inherited ${field.property}`
      : `${name}${valueKey(element, field.property)}`;
  entered(table, alikeOf(table, key), field);
}

/** Whether a type allows any content: `xs:anyType`. */
export function isNamedAnyType(type: ComplexType): boolean {
  return type.name?.namespace === namespaces.xsd && type.name.localName === 'anyType';
}

const simplifiedBefore = new WeakMap<Particle, Particle>();

/**
 * A particle without parts that never have elements: parts that cannot occur, empty groups, and
 * branches that cannot be satisfied. A group with only one part is replaced by it, with the
 * occurrences multiplied: `(a)*` and `(a*)` are the same, `(a, b)*` is not. A particle without
 * elements becomes an empty sequence. Returns the same object for each call, so that it can be a
 * key.
 */
export function simplified(particle: Particle): Particle {
  if (particle.kind !== 'model') return particle;
  const known = simplifiedBefore.get(particle);
  if (known !== undefined) return known;
  const kept = withoutEmpty(particle);
  const result = isPossible(kept) ? unwrapped(kept) : nothing(kept);
  simplifiedBefore.set(particle, result);
  simplifiedBefore.set(result, result);
  return result;
}

function nothing(particle: ModelParticle): ModelParticle {
  return { ...particle, compositor: 'sequence', particles: [], occurs: { min: 1, max: 1 } };
}

function isEmpty(particle: Particle): boolean {
  return particle.kind === 'model' && particle.particles.length === 0;
}

/**
 * Whether any content, even empty, satisfies a particle. An empty choice has no branch to choose
 * (XML Schema 1, 3.8.4).
 */
function isPossible(particle: Particle): boolean {
  if (particle.kind !== 'model' || particle.occurs.min === 0) return true;
  const { compositor, particles } = particle;
  const present = particles.filter(({ occurs }) => occurs.max > 0);
  return compositor === 'choice' ? present.some(isPossible) : present.every(isPossible);
}

/**
 * A model group with only the parts that have elements. A choice that may be empty keeps a branch
 * for that.
 */
function withoutEmpty(particle: ModelParticle): ModelParticle {
  const { compositor, particles, occurs } = particle;
  const isChoice = compositor === 'choice';
  if (occurs.max === 0) return nothing(particle);
  if (!isPossible(particle)) return particle;
  const present = particles.filter((one) => one.occurs.max > 0 && (!isChoice || isPossible(one)));
  const full = present.map(simplified).filter((one) => !isEmpty(one));
  if (full.length === 0) return nothing(particle);
  const kept = isChoice && full.length < present.length ? [...full, emptySequence] : full;
  const same = kept.length === particles.length && kept.every((one, at) => one === particles[at]);
  return same ? particle : { ...particle, particles: kept };
}

const emptySequence: ModelParticle = {
  kind: 'model',
  compositor: 'sequence',
  particles: [],
  occurs: { min: 1, max: 1 },
};

function unwrapped(particle: ModelParticle): Particle {
  const [only, ...others] = particle.particles;
  if (only === undefined || others.length > 0) return particle;
  const { min, max } = particle.occurs;
  if (min === 1 && max === 1) return only;
  if (!isGapless(only.occurs, particle.occurs)) return particle;
  return { ...only, occurs: { min: only.occurs.min * min, max: times(only.occurs.max, max) } };
}

/**
 * Whether every number between the limits is possible. Not so for `(a{2})*`, which allows only even
 * numbers.
 */
function isGapless(inner: Occurs, outer: Occurs): boolean {
  if (outer.min === outer.max || inner.min <= 1) return true;
  return outer.min > 0 && (outer.min + 1) * inner.min <= times(outer.min, inner.max) + 1;
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

/**
 * Whether an element is a schema, as in a DataSet. It is kept as XML instead of following the
 * schema of schemas.
 */
export function isSchemaElement(element: ElementDeclaration): boolean {
  return element.name.namespace === namespaces.xsd && element.name.localName === 'schema';
}

/**
 * Whether a particle is a group that may occur several times, so that its iterations become items
 * of a list.
 */
export function isRepeatedGroup(particle: Particle): particle is ModelParticle {
  return particle.kind === 'model' && particle.occurs.max > 1;
}

/** Whether an element can be replaced by others of its substitution group. */
function hasSubstitutes(particle: ElementParticle): boolean {
  return particle.element.substitutes.length > 0;
}

/** Arrays inside arrays that are unwrapped, at most. Types of values without end have more. */
const mostNested = 16;

/**
 * The repeated element of an ASMX array wrapper: a complexType named `ArrayOf…` with that element
 * and nothing else, unless it contains itself.
 */
export function arrayItem(
  type: ComplexType,
  options: Pick<ShapeOptions, 'arrays'>,
): ElementParticle | undefined {
  const item = wrappedItem(type, options);
  let inner = item?.element.type;
  for (let depth = 0; inner?.kind === 'complex'; depth += 1) {
    if (depth === mostNested) return undefined;
    inner = inner.soapArray?.item ?? wrappedItem(inner, options)?.element.type;
  }
  return item;
}

function wrappedItem(
  type: ComplexType,
  options: Pick<ShapeOptions, 'arrays'>,
): ElementParticle | undefined {
  if (options.arrays === 'keep' || type.name?.localName.startsWith('ArrayOf') !== true) {
    return undefined;
  }
  if (
    type.particle === undefined ||
    type.mixed ||
    type.abstract ||
    type.base !== undefined ||
    type.attributes.length > 0 ||
    type.anyAttribute !== undefined ||
    replacements(type).length > 0 ||
    type.soapArray !== undefined
  ) {
    return undefined;
  }
  const only = simplified(type.particle);
  if (only.kind !== 'element' || only.occurs.max <= 1 || hasSubstitutes(only)) return undefined;
  return only;
}
