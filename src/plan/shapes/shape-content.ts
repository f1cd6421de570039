import { namespaces } from '../../model/common/namespaces.ts';
import type {
  ElementDeclaration,
  ElementParticle,
  ModelParticle,
  Particle,
  WildcardParticle,
} from '../../model/xsd/schema.ts';
import { namespaceWord, pascalName, shortHash } from '../../names/names.ts';
import { hasSubstitutes, isRepeatedGroup, simplified } from '../scope/particles.ts';
import {
  type Alike,
  alikeOf,
  elementKey,
  entered,
  enterPath,
  leavePath,
  type PropertyTable,
  preferredName,
  takeProperty,
  valueKey,
} from './property-table.ts';
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
