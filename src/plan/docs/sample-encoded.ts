import { namespaces } from '../../model/namespaces.ts';
import type { QName } from '../../model/qname.ts';
import type { ComplexType, Particle, SchemaType } from '../../model/schema.ts';
import type { MessagePart, SoapMessage } from '../../model/service-model.ts';
import { placeholderOf } from './sample-placeholder.ts';
import type { SampleWriter } from './sample-writer.ts';

/** Objects shown of one message before references stay unresolved. */
const maximumObjects = 20;

interface Independent {
  readonly id: string;
  readonly type: ComplexType;
}

/**
 * Writes a SOAP-encoded body (SOAP 1.1 section 5) as ASMX's samples show it: typed values in place, objects and arrays as
 * independent elements behind the wrapper, referred to by `href`.
 */
export function sampleEncodedBody(out: SampleWriter, message: SoapMessage): void {
  const queue: Independent[] = [];
  let next = 1;

  function value(name: string, type: SchemaType): void {
    out.start(name);
    if (type.kind === 'simple') {
      if (type.name !== undefined) typeAttribute(out, type.name);
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
      value(particle.element.name.localName, particle.element.type);
      return;
    }
    for (const one of particle.particles) members(one);
  }

  function independent({ id, type }: Independent): void {
    if (type.soapArray !== undefined) {
      const { item } = type.soapArray;
      out.start('soapenc:Array');
      out.attribute('id', id);
      const itemName = item.name ?? { namespace: namespaces.xsd, localName: 'anyType' };
      out.attribute('soapenc:arrayType', `${prefixedType(out, itemName)}[2]`);
      for (let at = 0; at < 2; at += 1) value('Item', item);
    } else {
      const { name = { namespace: '', localName: 'Struct' } } = type;
      out.start(name.localName);
      out.attribute('id', id);
      typeAttribute(out, name);
      if (type.particle !== undefined) members(type.particle);
    }
    out.end();
  }

  function parts(list: readonly MessagePart[]): void {
    for (const part of list) {
      const type = part.type ?? part.element?.type;
      if (type !== undefined) value(part.name, type);
    }
  }

  if (message.rpcWrapper === undefined) {
    parts(message.parts);
  } else {
    out.start(`tns:${message.rpcWrapper.localName}`);
    parts(message.parts);
    out.end();
  }
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) independent(one);
}

function typeAttribute(out: SampleWriter, name: QName): void {
  out.attribute('xsi:type', prefixedType(out, name));
}

/** The envelope declares `xsd`; any other namespace is declared where it is used. */
function prefixedType(out: SampleWriter, name: QName): string {
  if (name.namespace === namespaces.xsd) return `xsd:${name.localName}`;
  if (name.namespace === '') return name.localName;
  out.attribute('xmlns:types', name.namespace);
  return `types:${name.localName}`;
}
