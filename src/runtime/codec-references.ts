import type { XmlElement, XmlNode } from './xml-element.ts';
import { writeXmlNodes } from './xml-element.ts';
import { XmlError } from './xml-error.ts';
import { XmlReader } from './xml-reader.ts';

/** How much larger a message may become when its references are written out, in elements. */
const maxElements = 200_000;

/** Attributes of the SOAP encoding that only serve references. */
const soapEncoding12 = 'http://www.w3.org/2003/05/soap-encoding';

function attribute(element: XmlElement, name: string, namespace = ''): string | undefined {
  return element.attributes?.find((one) => one.name === name && (one.namespace ?? '') === namespace)
    ?.value;
}

/** Name of the element another refers to: `href="#id"` of SOAP 1.1, `enc:ref` of 1.2. */
function referenceOf(element: XmlElement): string | undefined {
  const href = attribute(element, 'href');
  if (href?.startsWith('#') === true) return href.slice(1);
  return attribute(element, 'ref', soapEncoding12);
}

function idOf(element: XmlElement): string | undefined {
  return attribute(element, 'id') ?? attribute(element, 'id', soapEncoding12);
}

function collect(nodes: readonly XmlNode[], found: Map<string, XmlElement>): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const id = idOf(node);
    if (id !== undefined && !found.has(id)) found.set(id, node);
    collect(node.children ?? [], found);
  }
}

/** Gives the first accessor of a response the name of its part, where no other has it. */
function nameResult(body: XmlNode[], name: string): void {
  const at = body.findIndex((node) => typeof node !== 'string');
  const wrapper = body[at];
  if (wrapper === undefined || typeof wrapper === 'string') return;
  const children = wrapper.children ?? [];
  const isAccessor = (node: XmlNode): node is XmlElement =>
    typeof node !== 'string' && idOf(node) === undefined;
  if (children.some((node) => typeof node !== 'string' && node.name === name)) return;
  const first = children.find(isAccessor);
  if (first === undefined) return;
  const named = { ...first, name, namespace: '' };
  body[at] = { ...wrapper, children: children.map((node) => (node === first ? named : node)) };
}

/**
 * Replaces the references of an encoded message (SOAP 1.1 section 5.4.1) by what they refer to, so that it reads like a literal one.
 * The reader stands behind the start tag of the Body, and is left behind its end tag.
 *
 * @param result name of the only part of a response, which another name may stand for (SOAP 1.1 section 7.1)
 * @returns a reader of the same Body without references; the given one's text is not kept
 * @throws XmlError a reference leads nowhere or into itself, or the message would grow beyond limits or nest deeper than the reader's
 */
export function inlineReferences(reader: XmlReader, result?: string): XmlReader {
  const nodes = reader.nodes();
  const targets = new Map<string, XmlElement>();
  collect(nodes, targets);
  const referenced = new Set<XmlElement>();
  let count = 0;

  function resolve(element: XmlElement, open: ReadonlySet<XmlElement>): XmlElement {
    count += 1;
    if (count > maxElements) {
      throw new XmlError('limit', `The message has more than ${maxElements} elements.`);
    }
    const reference = referenceOf(element);
    if (reference === undefined) return withChildren(element, open);
    const target = targets.get(reference);
    if (target === undefined) {
      throw new XmlError('value', `The reference '#${reference}' leads nowhere.`);
    }
    if (open.has(target)) {
      throw new XmlError('value', `The reference '#${reference}' leads into itself.`);
    }
    if (open.size >= reader.limits.depth) {
      throw new XmlError('limit', `References are nested deeper than ${reader.limits.depth}.`);
    }
    referenced.add(target);
    const whole = withChildren(target, new Set([...open, target]));
    return { ...whole, name: element.name, namespace: element.namespace };
  }

  function withChildren(element: XmlElement, open: ReadonlySet<XmlElement>): XmlElement {
    const { children } = element;
    if (children === undefined) return element;
    return {
      ...element,
      children: children.map((node) => (typeof node === 'string' ? node : resolve(node, open))),
    };
  }

  const resolved = nodes.map((node) =>
    typeof node === 'string' ? node : resolve(node, new Set()),
  );
  // what others refer to stands beside the message for that alone
  const body = resolved.filter((_, index) => !referenced.has(nodes[index] as XmlElement));
  if (result !== undefined) nameResult(body, result);
  const inlined = new XmlReader(`<body>${writeXmlNodes(body, '')}</body>`, {
    defaults: reader.defaults,
    absentNil: true,
    limits: reader.limits,
  });
  inlined.strict = reader.strict;
  inlined.nextTag();
  return inlined;
}
