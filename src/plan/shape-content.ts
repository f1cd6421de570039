import { namespaces } from '../model/namespaces.ts';
import { type QName, qnameKey } from '../model/qname.ts';
import type {
  ElementDeclaration,
  ElementParticle,
  ModelParticle,
  Particle,
  WildcardParticle,
} from '../model/schema.ts';
import { namespaceWord, pascalName, shortHash } from './names.ts';
import { hasSubstitutes, isRepeatedGroup, simplified } from './particles.ts';
import type {
  AnyField,
  ChoiceNode,
  ContentField,
  ContentNode,
  ElementField,
  FieldNode,
  GroupShape,
  HeadShape,
  PlaceShape,
} from './shape.ts';

/** What a content model needs of the planner. */
export interface ContentContext {
  placeOf(element: ElementDeclaration): PlaceShape;
  headOf(element: ElementDeclaration): HeadShape;
  /** The shape of a repeated group; its content is made with a table of its own. */
  groupOf(particle: ModelParticle): GroupShape;
}

/** Names given out in one object, its base included. */
export interface PropertyTable {
  /** Names no further property can have. */
  readonly taken: Set<string>;
  /** Fields by what they read: fields of exclusive branches are shared. */
  readonly pool: Map<string, ContentField[]>;
  /** Namespace of the first element: names in it are keys of {@link pool} as they are. */
  namespace: string | undefined;
  /** Fields that stand together with whatever comes next. */
  readonly onPath: Set<ContentField>;
  last: ContentField | undefined;
}

/** Properties every object has from its prototype: as an optional property they would never be absent. */
const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A table for an object without a base, or one that starts from its base's fields. */
export function createPropertyTable(names: readonly string[] = []): PropertyTable {
  return {
    taken: new Set(names),
    pool: new Map(),
    namespace: undefined,
    onPath: new Set(),
    last: undefined,
  };
}

/** Takes the name wanted, else the first free one of the others, all of which come from the field itself. */
export function takeProperty(
  table: PropertyTable,
  wanted: string,
  others: () => readonly string[],
): string {
  const name = isFree(table, wanted) ? wanted : otherName(table, wanted, others());
  table.taken.add(name);
  return name;
}

function isFree(table: PropertyTable, name: string): boolean {
  return !table.taken.has(name) && !inherited.has(name);
}

function otherName(table: PropertyTable, wanted: string, others: readonly string[]): string {
  let name = others.find((other) => isFree(table, other));
  name ??= `${wanted}${shortHash([wanted, ...others].join(' '))}`;
  while (!isFree(table, name)) name += '_';
  return name;
}

/** Key of an element in the pool of a table. */
export function elementKey(table: PropertyTable, name: QName): string {
  table.namespace ??= name.namespace;
  return name.namespace === table.namespace ? name.localName : qnameKey(name);
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
  const before = new Set(table.onPath);
  const lastBefore = table.last;
  const together = new Set<ContentField>();
  const branches: ContentNode[] = [];
  for (const inner of particle.particles) {
    table.onPath.clear();
    for (const field of before) table.onPath.add(field);
    table.last = lastBefore;
    const branch = buildContent(inner, table, context);
    // a choice directly inside a choice offers its branches here
    if (branch.kind === 'choice') branches.push(...choiceBranches(branch));
    else branches.push(branch);
    for (const field of table.onPath) together.add(field);
  }
  for (const field of together) table.onPath.add(field);
  return { kind: 'choice', branches, optional: absent || branches.some(mayBeEmpty) };
}

function choiceBranches(choice: ChoiceNode): readonly ContentNode[] {
  return choice.optional && !choice.branches.some(mayBeEmpty)
    ? [...choice.branches, { kind: 'sequence', nodes: [] }]
    : choice.branches;
}

/** Whether nothing at all satisfies a content model. */
export function mayBeEmpty(node: ContentNode): boolean {
  if (node.kind === 'field') return node.optional;
  if (node.kind === 'sequence') return node.nodes.every(mayBeEmpty);
  return node.optional || node.branches.some(mayBeEmpty);
}

/** A field of the table that reads the same and cannot stand together with this one. */
function shared(
  table: PropertyTable,
  key: string,
  element?: ElementDeclaration,
): ContentField | undefined {
  const fields = table.pool.get(key) ?? [];
  return fields.find((field) => {
    if (table.onPath.has(field)) return false;
    return field.kind !== 'element' || element === undefined || isAlike(field, element);
  });
}

/** Whether an element has the values another has: names in one content model share their type, not what else is declared. */
function isAlike({ place }: ElementField, other: ElementDeclaration): boolean {
  const { element } = place;
  return (
    element.nillable === other.nillable &&
    element.fixed === other.fixed &&
    element.default === other.default
  );
}

function entered<T extends ContentField>(table: PropertyTable, key: string, field: T): T {
  const fields = table.pool.get(key);
  if (fields === undefined) table.pool.set(key, [field]);
  else fields.push(field);
  table.onPath.add(field);
  table.last = field;
  return field;
}

function reuse(table: PropertyTable, field: ContentField, particle: Particle): FieldNode {
  const draft = field as Draft<ContentField>;
  draft.repeated ||= particle.occurs.max > 1;
  draft.optional ||= particle.occurs.min === 0;
  draft.min = Math.min(field.min, particle.occurs.min);
  draft.max = Math.max(field.max, particle.occurs.max);
  table.onPath.add(field);
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
  const known = shared(table, key, element);
  if (known !== undefined) return reuse(table, known, particle);
  const local = element.name.localName;
  const previous = table.last;
  const property = takeProperty(table, local === '__proto__' ? '$proto' : local, () => [
    ...(table.pool.has(key) && previous !== undefined
      ? [`${local}After${wordOf(previous.property)}`]
      : []),
    `${local}Element`,
    `${local}${namespaceWord(element.name.namespace)}`,
  ]);
  const { min, max } = occurs;
  const optional = min === 0;
  const repeated = max > 1;
  const field: ContentField = head
    ? { kind: 'head', property, optional, repeated, min, max, head: context.headOf(element) }
    : { kind: 'element', property, optional, repeated, min, max, place: context.placeOf(element) };
  entered(table, key, field);
  return { kind: 'field', field, optional, min, max };
}

/** What the name of a property adds to that of one after it. Names that say where they stand grow with each one before them. */
function wordOf(property: string): string {
  return property.length > longestWord
    ? shortHash(property)
    : pascalName(property.replace(/^\$/, ''));
}

const longestWord = 80;

const diffgram = 'urn:schemas-microsoft-com:xml-diffgram-v1';

/** Name of a wildcard: a DataSet's two have names of their own. */
function anyName(particle: WildcardParticle, table: PropertyTable): string {
  const { allowed } = particle.wildcard;
  const only = allowed.kind === 'list' ? allowed.namespaces[0] : undefined;
  if (only === namespaces.xsd) return 'schema';
  if (only === diffgram) return 'diffgram';
  return table.pool.has(elementKey(table, { namespace: namespaces.xsd, localName: 'schema' }))
    ? 'diffgram'
    : '$any';
}

function anyNode(particle: WildcardParticle, table: PropertyTable): FieldNode {
  const { occurs, wildcard } = particle;
  const name = anyName(particle, table);
  const key = `any ${name}`;
  const known = shared(table, key);
  if (known?.kind === 'any') return reuse(table, known, particle);
  const previous = table.last;
  const field: AnyField = {
    kind: 'any',
    property: takeProperty(table, name, () => [
      `$any${pascalName(previous?.property.replace(/^\$/, '') ?? 'Content')}`,
    ]),
    optional: occurs.min === 0,
    repeated: occurs.max > 1,
    min: occurs.min,
    max: occurs.max,
    wildcard,
  };
  entered(table, key, field);
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
  const field = entered(table, `group ${property}`, {
    kind: 'group',
    property,
    optional: occurs.min === 0 || mayBeEmpty(group.content),
    repeated: true,
    // turns without anything in them leave no trace
    min: mayBeEmpty(group.content) ? 0 : occurs.min,
    max: occurs.max,
    group,
  });
  return { kind: 'field', field, optional: field.optional, ...occurs };
}
