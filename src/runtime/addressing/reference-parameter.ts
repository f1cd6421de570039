import type { XmlElement } from '../xml/element.ts';
import type { AddressingVersion } from './versions.ts';

/** A reference parameter, as a header says in version 1.0 that it is one. */
export function asHeader(element: XmlElement, { none, namespace }: AddressingVersion): XmlElement {
  if (none === undefined) return element;
  const { attributes = [] } = element;
  const mark = { namespace, name: 'IsReferenceParameter', value: 'true' };
  const others = attributes.filter((one) => one.name !== mark.name || one.namespace !== namespace);
  return { ...element, attributes: [...others, mark] };
}
