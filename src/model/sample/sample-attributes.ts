import { namespaces } from '../common/namespaces.ts';
import type { AttributeUse } from '../xsd/schema.ts';
import { escapeXml } from './sample-escape.ts';
import { declaredText } from './sample-qnames.ts';
import { sampleSimple } from './sample-simple.ts';

/** Attributes with valid values, each with a leading space. */
export function sampleAttributes(attributes: readonly AttributeUse[], ordinal: number): string {
  let text = '';
  for (const [index, attribute] of attributes.entries()) {
    const { namespace, localName } = attribute.name;
    const value =
      attribute.fixed ??
      attribute.default ??
      sampleSimple(attribute.type, { name: localName, ordinal });
    const { text: escaped, declarations } = declaredText(attribute.type, value, `v${index}.`);
    const quoted = `"${escaped}"`;
    text += declarations;
    if (namespace === '') text += ` ${localName}=${quoted}`;
    else if (namespace === namespaces.xml) text += ` xml:${localName}=${quoted}`;
    else text += ` xmlns:a${index}="${escapeXml(namespace)}" a${index}:${localName}=${quoted}`;
  }
  return text;
}
