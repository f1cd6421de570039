import { namespaces } from '../../model/common/namespaces.ts';
import type { QName } from '../../model/common/qname.ts';
import { leafOf, rankOf } from '../../model/link/soap-array.ts';
import type { ComplexType, Particle, SchemaType } from '../../model/xsd/schema.ts';
import type { BodyShape } from '../messages/message-shape.ts';
import type { ElementField } from '../shapes/shape.ts';
import { placeholderOf } from './sample-placeholder.ts';
import { envelopeDepth, type SampleText, SampleWriter } from './sample-writer.ts';

/** Objects shown of one message before references stay unresolved. */
const maximumObjects = 20;

interface Independent {
  readonly id: string;
  readonly type: ComplexType;
}

/**
 * Writes a SOAP-encoded body (SOAP 1.1 section 5) as ASMX's samples show it: typed values in place,
 * objects and arrays as independent elements behind the wrapper, referred to by `href`.
 *
 * @param namespace that of the service: the envelope declares it as `tns`, and the one of its
 *   encoded types as `types`
 */
export function sampleEncodedBody(body: BodyShape, namespace: string): SampleText {
  const out = new SampleWriter(envelopeDepth);
  const prefixes = new Map([
    [namespaces.xsd, 'xsd'],
    [namespace, 'tns'],
    [`${namespace}${namespace.endsWith('/') ? '' : '/'}encodedTypes`, 'types'],
  ]);
  const queue: Independent[] = [];
  let next = 1;

  /**
   * The name of a type in its prefix; any other namespace than those of the envelope is declared
   * where it is used.
   */
  function prefixed(name: QName): string {
    if (name.namespace === '') return name.localName;
    const known = prefixes.get(name.namespace);
    if (known === undefined) out.attribute('xmlns:q1', name.namespace);
    return `${known ?? 'q1'}:${name.localName}`;
  }

  function value(name: string, type: SchemaType, typed: boolean): void {
    out.start(name);
    if (type.kind === 'simple') {
      if (typed && type.name !== undefined) out.attribute('xsi:type', prefixed(type.name));
      out.placeholder(placeholderOf(type));
    } else if (next <= maximumObjects) {
      const id = `id${next++}`;
      out.attribute('href', `#${id}`);
      queue.push({ id, type });
    }
    out.end();
  }

  function members(particle: Particle): void {
    if (particle.kind === 'any') return;
    if (particle.kind === 'element') {
      value(particle.element.name.localName, particle.element.type, true);
      return;
    }
    for (const one of particle.particles) members(one);
  }

  function independent({ id, type }: Independent): void {
    if (type.soapArray !== undefined) {
      const { item } = type.soapArray;
      const leaf = leafOf(type.soapArray);
      const inner = ',1'.repeat(rankOf(type.soapArray) - 1);
      out.start('soapenc:Array');
      out.attribute('id', id);
      const itemName = leaf.item.name ?? { namespace: namespaces.xsd, localName: 'anyType' };
      out.attribute('soapenc:arrayType', `${prefixed(itemName)}${leaf.dimensions}[2${inner}]`);
      for (let at = 0; at < 2; at += 1) value('Item', item, false);
    } else {
      const { name = { namespace: '', localName: 'Struct' } } = type;
      const prefix = prefixes.get(name.namespace);
      out.start(prefix === undefined ? name.localName : prefixed(name));
      out.attribute('id', id);
      out.attribute('xsi:type', prefixed(name));
      if (type.particle !== undefined) members(type.particle);
    }
    out.end();
  }

  function parts(wrapper: QName | undefined, list: readonly ElementField[]): void {
    if (wrapper !== undefined) openWrapper(wrapper);
    for (const { place } of list) value(place.element.name.localName, place.element.type, true);
    if (wrapper !== undefined) out.end();
  }

  /** An element with a prefix: its parts have no namespace. */
  function openWrapper({ namespace: uri, localName }: QName): void {
    const prefix = uri === '' ? undefined : (prefixes.get(uri) ?? 'q1');
    out.start(prefix === undefined ? localName : `${prefix}:${localName}`);
    if (prefix === 'q1') out.attribute('xmlns:q1', uri);
  }

  switch (body.kind) {
    case 'empty':
      break;
    case 'void':
      parts(body.element, []);
      break;
    case 'object':
    case 'unwrapped': {
      const { name, type } = body.place.element;
      value(name.localName, type, true);
      break;
    }
    case 'content':
      if (body.object.source.particle !== undefined) members(body.object.source.particle);
      break;
    case 'single':
      parts(body.wrapper, [body.field]);
      break;
    case 'parts':
      parts(body.wrapper, body.fields);
  }
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) independent(one);
  return out.finish();
}
