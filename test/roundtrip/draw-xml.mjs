// Random XML elements: for wildcards, for anyType, and for mixed content, whose elements follow the
// content model.
import { namespaces } from '../../dist/model/xml.js';
import { drawLexical, normalize } from './lexical.mjs';
import { Unsatisfiable } from './source.mjs';

/** Namespace of what is declared for wildcards alone. */
export const wildcardNamespace = 'urn:roundtrip:any';
/** Element and attribute of type string, declared in every namespace a wildcard needs. */
export const wildcardName = 'anyOfRoundtrip';

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
const texts = ['text', 'a & b', '<', '  padded ', 'é😀', 'x\ny'];

function chooseNamespace({ allowed }, draw) {
  const namespace =
    allowed.kind === 'list' ? draw.source.pick(allowed.namespaces) : wildcardNamespace;
  draw.wildcards.add(namespace);
  return namespace;
}

/** An element a wildcard takes. */
export function anyElement(wildcard, draw) {
  draw.note('any');
  draw.note(`any ${wildcard.processContents}`);
  draw.elements += 1;
  const namespace = chooseNamespace(wildcard, draw);
  if (namespace === namespaces.xsd) return { name: 'schema', namespace, children: [] };
  if (wildcard.processContents === 'skip' && draw.source.chance(0.5)) {
    return untyped({ namespace, localName: 'unheard' }, draw);
  }
  return { name: wildcardName, namespace, children: [draw.source.pick(texts)] };
}

/** Attributes a wildcard takes. */
export function anyAttributes(wildcard, draw) {
  draw.note('anyAttribute');
  const namespace = chooseNamespace(wildcard, draw);
  if (namespace === namespaces.xsd) return [];
  const plain = { name: wildcardName, value: draw.source.pick(texts) };
  return [namespace === '' ? plain : { ...plain, namespace }];
}

/** Any content at all under a name. */
export function untyped({ namespace, localName }, draw, anyType = true) {
  const element = { name: localName, namespace };
  const { source } = draw;
  const kind = draw.small ? 0 : source.int(0, 4);
  if (kind === 1) return { ...element, children: [source.pick(texts)] };
  if (kind === 2 && anyType) {
    return {
      ...element,
      attributes: [{ name: 'type', namespace: xsi, value: 'xsd:int' }],
      children: ['42'],
      namespaces: { xsd: namespaces.xsd },
    };
  }
  if (kind === 3) {
    const child = () => ({
      name: 'leaf',
      namespace: wildcardNamespace,
      children: [source.pick(texts)],
    });
    return {
      ...element,
      children: source.chance(0.5) ? [child(), child()] : [child(), 'between', child()],
    };
  }
  if (kind === 4) {
    const attributes = [
      { name: 'plain', value: 'a "b"' },
      { name: 'own', namespace: wildcardNamespace, value: 'c\n' },
    ];
    return { ...element, attributes };
  }
  return element;
}

/** Nodes of mixed content: text around the elements the content model wants. */
export function contentNodes(type, draw) {
  const elements = type.particle === undefined ? [] : particleElements(type.particle, draw);
  const nodes = [];
  for (const element of elements) {
    if (draw.source.chance(0.5)) nodes.push(draw.source.pick(texts));
    nodes.push(element);
  }
  if (draw.source.chance(0.6)) nodes.push(draw.source.pick(texts));
  return nodes;
}

function particleElements(particle, draw) {
  const { min, max } = particle.occurs;
  const turns = draw.count(min, max);
  const found = [];
  for (let turn = 0; turn < turns; turn += 1) {
    if (particle.kind === 'any') {
      found.push(anyElement(particle.wildcard, draw));
    } else if (particle.kind === 'element') {
      found.push(typedElement(particle.element, draw));
    } else if (particle.compositor === 'choice') {
      if (particle.particles.length > 0)
        found.push(...particleElements(choose(particle, draw), draw));
    } else {
      for (const inner of particle.particles) found.push(...particleElements(inner, draw));
    }
  }
  return found;
}

function choose(particle, draw) {
  if (!draw.small) return draw.fresh(particle, particle.particles);
  const empty = particle.particles.find((one) => one.occurs.min === 0);
  const simple = particle.particles.find(
    (one) => one.kind === 'element' && one.element.type.kind === 'simple',
  );
  return empty ?? simple ?? particle.particles[0];
}

/** An element as data that is valid by its declaration. */
function typedElement(declared, draw) {
  const element = declared.abstract ? declared.substitutes[0] : declared;
  if (element === undefined || draw.depth > 60) throw new Unsatisfiable('no element to be there');
  const base = { name: element.name.localName, namespace: element.name.namespace };
  const { type } = element;
  return draw.inside(() => {
    if (type.kind === 'simple') {
      const text =
        element.fixed === undefined ? drawLexical(type, draw) : normalize(element.fixed, type);
      return { ...base, children: text === '' ? [] : [text] };
    }
    if (type.abstract) throw new Unsatisfiable('an abstract type in mixed content');
    const attributes = type.attributes
      .filter((use) => use.required)
      .map((use) => ({
        name: use.name.localName,
        namespace: use.name.namespace === '' ? undefined : use.name.namespace,
        value: use.fixed ?? drawLexical(use.type, draw),
      }));
    const children =
      type.simpleContent !== undefined
        ? [drawLexical(type.simpleContent, draw)]
        : type.mixed
          ? contentNodes(type, draw)
          : type.particle === undefined
            ? []
            : particleElements(type.particle, draw);
    return { ...base, attributes, children };
  });
}
