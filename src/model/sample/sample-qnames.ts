import { holdsQNames } from '../xsd/qname-values.ts';
import { rewriteQNames } from '../xsd/rewrite-qnames.ts';
import type { SchemaType, SimpleType } from '../xsd/schema.ts';
import { escapeXml } from './sample-escape.ts';

/** A text with the namespace declarations its QNames need, each with a space before it. */
export interface DeclaredText {
  readonly text: string;
  readonly declarations: string;
}

/**
 * A value as it is written in XML, escaped.
 *
 * @param stem what the prefixes begin with, for no two values of one tag the same
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
 * Whether the tag or the text of an element may hold QNames: one without a namespace bears no
 * default namespace there.
 */
export function tagHoldsQNames(type: SchemaType): boolean {
  if (type.kind === 'simple') return holdsQNames(type);
  const { simpleContent, attributes } = type;
  return (
    (simpleContent !== undefined && holdsQNames(simpleContent)) ||
    attributes.some((attribute) => holdsQNames(attribute.type))
  );
}
