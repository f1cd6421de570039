import type { DeviationSink } from '../../xml/deviation.ts';
import type { XmlAttribute, XmlElement, XmlNode } from '../../xml/element.ts';
import { XSI_NAMESPACE } from '../../xml/tokens.ts';
import { XmlError } from '../../xml/xml-error.ts';

/** Namespace of the attributes `ref` and `id` of SOAP 1.2. */
const soapEncoding12 = 'http://www.w3.org/2003/05/soap-encoding';

function attribute(element: XmlElement, name: string, namespace = ''): string | undefined {
  return element.attributes?.find((one) => one.name === name && (one.namespace ?? '') === namespace)
    ?.value;
}

/** Name of the element that another refers to: `href="#id"` in SOAP 1.1, `enc:ref` in 1.2. */
function referenceOf(element: XmlElement): string | undefined {
  const href = attribute(element, 'href');
  if (href?.startsWith('#') === true) return href.slice(1);
  // PHP writes an address, although it is an IDREF
  return attribute(element, 'ref', soapEncoding12)?.replace(/^#/, '');
}

/**
 * Whether an element is measured at once, with a text at most. Its size is not kept: messages may
 * have a hundred thousand of them.
 */
function isSmall({ children = [], attributes = [] }: XmlElement): boolean {
  return children.length < 2 && typeof children[0] !== 'object' && attributes.length < 8;
}

/** Name by which others refer to an element. */
export function idOf(element: XmlElement): string | undefined {
  return attribute(element, 'id') ?? attribute(element, 'id', soapEncoding12);
}

/** Whether an attribute gives that name. */
function isId({ name, namespace = '' }: XmlAttribute): boolean {
  return name === 'id' && (namespace === '' || namespace === soapEncoding12);
}

/** Size of an element after its references are inlined. */
export interface Extent {
  readonly elements: number;
  readonly length: number;
  readonly depth: number;
}

/**
 * Characters of an element's attributes and declarations, if each were to declare its namespaces.
 */
function attributesLength({ attributes = [], namespaces = {} }: XmlElement): number {
  let length = 0;
  for (const one of attributes) {
    length += one.name.length + one.value.length + (one.namespace?.length ?? 0);
  }
  for (const uri of Object.values(namespaces)) length += uri.length;
  return length;
}

/** A nil element in place of a missing one. */
function createNil({ name, namespace }: XmlElement): XmlElement {
  return {
    name,
    namespace,
    attributes: [{ name: 'nil', namespace: XSI_NAMESPACE, value: 'true' }],
  };
}

/** A level of the tree being measured. */
interface Step {
  readonly siblings: readonly XmlNode[];
  readonly index: number;
  /**
   * Whether they are the items of an array, whose names have no meaning (SOAP 1.1 section 5.4.2).
   */
  readonly items: boolean;
}

function isArray(element: XmlElement): boolean {
  const { attributes = [] } = element;
  return attributes.some(({ name }) => ['arrayType', 'itemType', 'arraySize'].includes(name));
}

/** The path segment of an element: its name, and its index if siblings have the same name. */
function segment({ siblings, index, items }: Step): string {
  const isElement = (node: XmlNode | undefined): node is XmlElement => typeof node === 'object';
  const element = siblings[index];
  if (!isElement(element)) return '';
  const alike = siblings.filter(isElement).filter((one) => items || one.name === element.name);
  const number = items || alike.length > 1 ? `[${alike.indexOf(element)}]` : '';
  return items ? number : `.${element.name}${number}`;
}

/** The references of a message. */
export class References {
  /** Elements that others refer to. */
  readonly referenced: Set<XmlElement> = new Set();
  private readonly targets = new Map<string, XmlElement>();
  /** Sizes of large elements with an id; undefined if not measured yet. */
  private readonly extents = new Map<XmlElement, Extent | 'open' | undefined>();
  private readonly maxDepth: number;
  private readonly deviations: DeviationSink | undefined;
  /** Levels from the Body to the element being measured. */
  private readonly steps: Step[] = [];

  /** @param deviations if lenient, a dangling reference becomes a nil element */
  constructor(nodes: readonly XmlNode[], maxDepth: number, deviations?: DeviationSink) {
    this.maxDepth = maxDepth;
    this.deviations = deviations;
    this.collect(nodes);
  }

  /**
   * The element with the content of the one it refers to, which may contain further references.
   * Elements without a reference stay unchanged.
   */
  follow(element: XmlElement): XmlElement {
    const target = this.targetOf(element);
    if (target === undefined) return element;
    const { name, namespace } = element;
    // the position of an item in an array is an attribute of its reference
    const position = element.attributes?.filter((one) => one.name === 'position') ?? [];
    // nothing refers to the copies, whose id would no longer be unique
    const own = target.attributes?.filter((one) => !isId(one)) ?? [];
    return { ...target, name, namespace, attributes: [...own, ...position] };
  }

  /**
   * Measures a message before anything is written. Each element is measured once, whatever refers
   * to it, so this takes no longer than reading.
   *
   * @throws XmlError a reference is dangling or circular, or elements would nest too deeply
   */
  measure(nodes: readonly XmlNode[], depth = 0, items = false): Extent {
    if (depth > this.maxDepth) throw this.tooDeep();
    const sum = { elements: 0, length: 0, depth: 0 };
    for (const [index, node] of nodes.entries()) {
      if (typeof node === 'string') {
        sum.length += node.length;
        continue;
      }
      this.steps.length = depth;
      this.steps.push({ siblings: nodes, index, items });
      const inside = this.measureElement(node, depth + 1);
      sum.elements += inside.elements;
      sum.length += inside.length;
      sum.depth = Math.max(sum.depth, inside.depth);
    }
    return sum;
  }

  private collect(nodes: readonly XmlNode[]): void {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      const id = idOf(node);
      if (id !== undefined && !this.targets.has(id)) {
        this.targets.set(id, node);
        if (!isSmall(node)) this.extents.set(node, undefined);
      }
      this.collect(node.children ?? []);
    }
  }

  private targetOf(element: XmlElement): XmlElement | undefined {
    // a reference may refer to another one
    const passed = new Set<string>();
    let target: XmlElement | undefined = element;
    let reference = referenceOf(element);
    while (target !== undefined && reference !== undefined && !passed.has(reference)) {
      passed.add(reference);
      target = this.targets.get(reference);
      if (target !== undefined) this.referenced.add(target);
      reference = target && referenceOf(target);
    }
    if (passed.size === 0) return undefined;
    const [last = ''] = [...passed].reverse();
    const found =
      target === undefined || reference !== undefined
        ? this.withoutValue(element, last, target !== undefined)
        : target;
    // so that all that refer to it are followed in linear time
    for (const one of passed) this.targets.set(one, found);
    return found;
  }

  /** What a lenient reader takes for a reference that leads to no value. */
  private withoutValue(element: XmlElement, reference: string, isCircular: boolean): XmlElement {
    const problem = isCircular ? 'refers to itself, and to no value' : 'has no target';
    const message = `The reference '#${reference.slice(0, 100)}' ${problem}.`;
    const { deviations } = this;
    if (deviations?.lenient !== true) throw this.located(new XmlError('value', message));
    deviations.add(this.path(), message);
    return createNil(element);
  }

  private measureElement(element: XmlElement, depth: number): Extent {
    const target = this.targetOf(element);
    const inside = this.measureContent(target ?? element, depth);
    const { name, namespace } = element;
    return { ...inside, length: inside.length + 2 * name.length + namespace.length };
  }

  /** Measures an element without its name. */
  private measureContent(content: XmlElement, depth: number): Extent {
    const known = this.extents.get(content);
    if (known === 'open') {
      const message = `The reference '#${idOf(content)}' refers to itself.`;
      throw this.located(new XmlError('value', message));
    }
    if (known !== undefined) {
      if (depth + known.depth - 1 > this.maxDepth) throw this.tooDeep();
      return known;
    }
    const isTarget = this.extents.has(content);
    if (isTarget) this.extents.set(content, 'open');
    const inside = this.measure(content.children ?? [], depth, isArray(content));
    const extent = {
      elements: inside.elements + 1,
      length: inside.length + attributesLength(content),
      depth: inside.depth + 1,
    };
    if (isTarget) this.extents.set(content, extent);
    return extent;
  }

  private tooDeep(): XmlError {
    const message = `References are nested deeper than ${this.maxDepth}.`;
    return this.located(new XmlError('limit', message));
  }

  private located(error: XmlError): XmlError {
    error.path = this.path();
    return error;
  }

  /** Path of the element being measured in the value, without the wrapper around it. */
  private path(): string {
    const [wrapper, ...inside] = this.steps.map(segment);
    return (inside.join('') || wrapper || '').replace(/^\./, '');
  }
}
