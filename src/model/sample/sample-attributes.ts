import { namespaces } from '../namespaces.ts';
import type { ComplexType } from '../schema.ts';
import { escapeXml } from './sample-escape.ts';
import { sampleSimple } from './sample-simple.ts';

/** All attributes a complex type declares, with valid values, each behind a blank. */
export function sampleAttributes(type: ComplexType, ordinal: number): string {
  let text = '';
  for (const [index, attribute] of type.attributes.entries()) {
    const { namespace, localName } = attribute.name;
    const value =
      attribute.fixed ??
      attribute.default ??
      sampleSimple(attribute.type, { name: localName, ordinal });
    const quoted = `"${escapeXml(value)}"`;
    if (namespace === '') text += ` ${localName}=${quoted}`;
    else if (namespace === namespaces.xml) text += ` xml:${localName}=${quoted}`;
    else text += ` xmlns:a${index}="${escapeXml(namespace)}" a${index}:${localName}=${quoted}`;
  }
  return text;
}
