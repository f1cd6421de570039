import { holdsQNames } from '../xsd/qname-values.ts';
import { rewriteQNames } from '../xsd/rewrite-qnames.ts';
import type { SchemaType, SimpleType } from '../xsd/schema.ts';
import { escapeXml } from './sample-escape.ts';

/** A text with the namespace declarations for its QNames, each with a leading space. */
export interface DeclaredText {
  readonly text: string;
  readonly declarations: string;
}

/**
 * A value as written in XML, escaped.
 *
 * @param stem first part of the prefixes, different for each value of a tag
 */
export function declaredText(type: SimpleType, value: string, stem: string): DeclaredText {
  if (!holdsQNames(type)) return { text: escapeXml(value), declarations: '' };
  const prefixes = new Map<string, string>();
  const text = rewriteQNames(value, undefined, ({ namespace, localName }) => {
    const prefix = prefixes.get(namespace) ?? `${stem}${prefixes.size + 1}`;
    prefixes.set(namespace, prefix);
    return `${prefix}:${localName}`;
  });
  const declarations = [...prefixes].map(
    ([namespace, prefix]) => ` xmlns:${prefix}="${escapeXml(namespace)}"`,
  );
  return { text: escapeXml(text), declarations: declarations.join('') };
}

/**
 * Whether the tag or the text of an element may have QNames. Then a QName without namespace does
 * not allow a default namespace.
 */
export function tagHoldsQNames(type: SchemaType): boolean {
  if (type.kind === 'simple') return holdsQNames(type);
  const { simpleContent, attributes } = type;
  return (
    (simpleContent !== undefined && holdsQNames(simpleContent)) ||
    attributes.some((attribute) => holdsQNames(attribute.type))
  );
}
