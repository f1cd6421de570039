import { escapeXmlAttribute, escapeXmlText } from '../convert/wsdl/scope.ts';
import { replacements } from '../model/link/context.ts';
import { type DraftNode, orderBranches, SampleGrowth } from '../model/sample.ts';
import { type MarkupNode, namespaces } from '../model/xml.ts';
import type {
  ComplexType,
  ElementDeclaration,
  ModelParticle,
  Particle,
  SchemaType,
  SimpleType,
} from '../model/xsd/schema.ts';
import { isUntypedDataSet } from '../plan/used-types.ts';

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

/** Content of a sample message. Placeholders are in white square brackets. */
export interface PageSample {
  readonly nodes: readonly MarkupNode[];
  /** Number of placeholders. */
  readonly placeholders: number;
}

interface OpenElement {
  readonly name: string;
  tag: string;
  readonly children: DraftNode[];
  namespace: string | undefined;
}

/** Creates the elements of a sample, a few hundred at most. */
export class PageSampleWriter {
  private nodes: DraftNode[] = [];
  private open: OpenElement[] = [];
  private readonly growth: SampleGrowth;

  /** Whether it is inside an envelope, which declares `xsi` and `xsd`. */
  readonly enveloped: boolean;

  /** @param operation its name: it decides what comes first */
  constructor(enveloped: boolean, operation: string) {
    this.enveloped = enveloped;
    this.growth = new SampleGrowth(operation);
  }

  /** Whether there is no room for what is optional. */
  get isFull(): boolean {
    return this.growth.isFull;
  }

  /** Whether there is no room for what is required, either. */
  get isOver(): boolean {
    return this.growth.isOver;
  }

  /** Starts an element. Attributes may follow until its content starts. */
  start(name: string): void {
    this.growth.take();
    this.open.push({ name, tag: name, children: [], namespace: undefined });
  }

  /**
   * Writes an optional particle here, when all that is required has been written.
   *
   * @param ordinal its number among those of the same particle
   */
  later(particle: Particle, ordinal: number, write: () => void): void {
    this.growth.later(particle, ordinal, this.content, (place) => {
      this.nodes = place;
      this.open = [];
      write();
    });
  }

  /** The branch of a choice that is shown: one that the operation points to, or the first. */
  branchOf(branches: readonly Particle[]): Particle | undefined {
    return orderBranches(branches, this.growth.kinshipOf)[0];
  }

  attribute(name: string, value: string): void {
    this.rawAttribute(name, escapeXmlAttribute(value));
  }

  placeholderAttribute(name: string, placeholder: string): void {
    this.growth.take();
    this.rawAttribute(name, marked(placeholder));
  }

  /**
   * Declares the default namespace of the current element. Comes after its attributes, where .NET's
   * writer puts it.
   */
  defaultNamespace(namespace: string): void {
    const current = this.open.at(-1);
    if (current !== undefined) current.namespace = namespace;
  }

  /** Adds text to the current element. */
  text(text: string): void {
    this.rawText(escapeXmlText(text));
  }

  /** Adds a placeholder to the current element. */
  placeholder(text: string): void {
    this.rawText(marked(text));
  }

  end(): void {
    const current = this.open.pop();
    if (current === undefined) return;
    const { name, tag, children, namespace } = current;
    const declared = namespace === undefined ? '' : ` xmlns="${escapeXmlAttribute(namespace)}"`;
    this.content.push({ name, tag: tag + declared, children });
  }

  finish(): PageSample {
    const nodes = this.growth.finish(this.nodes);
    return { nodes, placeholders: countPlaceholders(nodes) };
  }

  /** Where the next element or text belongs. */
  private get content(): DraftNode[] {
    return this.open.at(-1)?.children ?? this.nodes;
  }

  private rawAttribute(name: string, value: string): void {
    const current = this.open.at(-1);
    if (current !== undefined) current.tag += ` ${name}="${value}"`;
  }

  private rawText(text: string): void {
    const { content } = this;
    const last = content.at(-1);
    if (typeof last === 'string') content[content.length - 1] = last + text;
    else content.push(text);
  }
}

function countPlaceholders(nodes: readonly MarkupNode[]): number {
  let count = 0;
  for (const one of nodes) {
    count += countMarks(typeof one === 'string' ? one : one.tag);
    if (typeof one !== 'string') count += countPlaceholders(one.children);
  }
  return count;
}

function countMarks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\u27e6'); at >= 0; at = text.indexOf('\u27e6', at + 1)) count += 1;
  return count;
}

function marked(placeholder: string): string {
  return `\u27e6${placeholder}\u27e7`;
}

/** Values of an enumeration, or of a list's items. `undefined` for any other type. */
export function enumerationValues(type: SimpleType): readonly string[] | undefined {
  const { enumeration } = type.facets;
  if (enumeration !== undefined && enumeration.length > 0) {
    return enumeration.map((one) => one.value);
  }
  return type.variety === 'list' && type.item !== undefined
    ? enumerationValues(type.item)
    : undefined;
}

/** A cache, because samples repeat types, and enumerations may have hundreds of values. */
const placeholders = new WeakMap<SimpleType, string>();

/**
 * The placeholder for a simple value: local name of the built-in type, or enumeration values joined
 * with ` or `.
 */
export function placeholderOf(type: SimpleType): string {
  const known = placeholders.get(type);
  if (known !== undefined) return known;
  const placeholder = enumerationValues(type)?.join(' or ') ?? builtinName(type);
  placeholders.set(type, placeholder);
  return placeholder;
}

/**
 * Local name of the built-in type that a simple type is based on; of the items for a list, of the
 * first member for a union.
 */
function builtinName(type: SimpleType): string {
  if (type.builtin !== undefined) return type.builtin;
  const inner = type.item ?? type.members?.[0];
  return inner === undefined ? 'string' : builtinName(inner);
}
