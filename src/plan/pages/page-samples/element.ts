import { namespaces } from '../../../model/common/namespaces.ts';
import { replacements } from '../../../model/link/derivation.ts';
import type {
  ComplexType,
  ElementDeclaration,
  ModelParticle,
  Particle,
  SchemaType,
} from '../../../model/xsd/schema.ts';
import { isUntypedDataSet } from '../../scope/data-sets.ts';
import { placeholderOf } from './placeholder.ts';
import type { PageSampleWriter } from './writer.ts';

/** Levels of objects, and items of an array, in ASMX's samples. */
const maximumDepth = 4;
const itemsShown = 2;

/** Writes an element of a sample. `namespace` is the default namespace around it. */
export function pageSampleElement(
  out: PageSampleWriter,
  element: ElementDeclaration,
  namespace: string,
  depth: number,
): void {
  const shown = element.abstract ? (element.substitutes[0] ?? element) : element;
  out.start(shown.name.localName);
  if (shown.name.namespace !== namespace) out.defaultNamespace(shown.name.namespace);
  sampleValue(out, shown.type, shown.name.namespace, depth);
  out.end();
}

/** Writes attributes and content of an element of a type. The element's tag is open. */
function sampleValue(
  out: PageSampleWriter,
  type: SchemaType,
  namespace: string,
  depth: number,
): void {
  if (type.kind === 'simple') {
    out.placeholder(placeholderOf(type));
    return;
  }
  const shown = concreteType(type);
  if (depth >= maximumDepth || out.isOver) {
    if (!isEmpty(shown)) out.attribute('xsi:nil', 'true');
    return;
  }
  if (shown !== type && shown.name !== undefined) {
    if (shown.name.namespace === namespace) {
      out.attribute('xsi:type', shown.name.localName);
    } else {
      out.attribute('xmlns:q1', shown.name.namespace);
      out.attribute('xsi:type', `q1:${shown.name.localName}`);
    }
  }
  sampleAttributes(out, shown);
  if (shown.simpleContent !== undefined) out.placeholder(placeholderOf(shown.simpleContent));
  else if (shown.particle !== undefined && isUntypedDataSet(shown.particle)) sampleDataSet(out);
  else if (shown.particle !== undefined) sampleParticle(out, shown.particle, namespace, depth);
}

/** Writes the content of a type whose elements are in the body itself. */
export function pageSampleContent(out: PageSampleWriter, { particle }: ComplexType): void {
  if (particle !== undefined) sampleParticle(out, particle, '', -1);
}

function sampleAttributes(out: PageSampleWriter, type: ComplexType): void {
  for (const { name, required, type: valueType } of type.attributes) {
    // Attributes with a namespace (soapenc, xlink) would need a prefix. ASMX has none.
    if (name.namespace !== '' || (out.isFull && !required)) continue;
    out.placeholderAttribute(name.localName, placeholderOf(valueType));
  }
}

function sampleParticle(
  out: PageSampleWriter,
  particle: Particle,
  namespace: string,
  depth: number,
): void {
  if (out.isOver) return;
  const { min, max } = particle.occurs;
  const times = Math.min(max, itemsShown);
  if (particle.kind === 'any') {
    if (times > 0) out.placeholder('xml');
    return;
  }
  if (particle.kind === 'element') {
    const write = (): void => pageSampleElement(out, particle.element, namespace, depth + 1);
    for (let at = 0; at < times; at += 1) {
      if (at < min) write();
      else out.later(particle, at, write);
    }
    return;
  }
  for (const one of shownParticles(out, particle)) sampleParticle(out, one, namespace, depth);
}

/** The particles of a model that a sample shows: all, or one branch of a choice. */
export function shownParticles(
  out: PageSampleWriter,
  { compositor, particles }: ModelParticle,
): readonly Particle[] {
  if (compositor !== 'choice') return particles;
  const branch = out.branchOf(particles);
  return branch === undefined ? [] : [branch];
}

/** ASMX's sample of a DataSet. */
function sampleDataSet(out: PageSampleWriter): void {
  out.start(out.enveloped ? 'xsd:schema' : 'schema');
  if (!out.enveloped) out.defaultNamespace(namespaces.xsd);
  out.placeholder('schema');
  out.end();
  out.placeholder('xml');
}

/** Whether an element of this type must be empty. */
function isEmpty(type: ComplexType): boolean {
  return type.particle === undefined && type.simpleContent === undefined;
}

/** The type itself; of an abstract one, a type that may replace it, if there is one. */
export function concreteType(type: ComplexType): ComplexType {
  return type.abstract ? (firstConcrete(type) ?? type) : type;
}

/** The first concrete type below an abstract one, among those that may replace it. */
function firstConcrete(
  type: ComplexType,
  allowed: readonly ComplexType[] = replacements(type),
): ComplexType | undefined {
  for (const derived of type.derived) {
    if (!allowed.includes(derived)) continue;
    const found = derived.abstract ? firstConcrete(derived, allowed) : derived;
    if (found !== undefined) return found;
  }
  return undefined;
}
