import { namespaces } from '../../model/common/namespaces.ts';
import type { Facets, SchemaType } from '../../model/xsd/schema.ts';
import { commentText } from '../print/encode.ts';

/** Name of a schema type in documentation. */
export function typeLabel(type: SchemaType): string {
  const { name } = type;
  if (name === undefined) {
    if (type.kind === 'simple' && type.base !== undefined) return typeLabel(type.base);
    if (type.kind === 'simple' && type.item !== undefined) return `list of ${typeLabel(type.item)}`;
    return '';
  }
  const prefix = name.namespace === namespaces.xsd ? 'xs:' : '';
  return `\`${prefix}${commentText(name.localName)}\``;
}

/** Facets in words, appended to the given texts. */
export function facetTexts(facets: Facets, texts: string[] = []): readonly string[] {
  const { minLength, maxLength, length } = facets;
  if (length !== undefined) texts.push(`length ${length}`);
  if (minLength !== undefined && maxLength !== undefined) {
    texts.push(`length ${minLength} to ${maxLength}`);
  } else {
    if (minLength !== undefined && minLength > 0) texts.push(`length at least ${minLength}`);
    if (maxLength !== undefined) texts.push(`length at most ${maxLength}`);
  }
  addBound(texts, 'at least', facets.minInclusive);
  addBound(texts, 'more than', facets.minExclusive);
  addBound(texts, 'at most', facets.maxInclusive);
  addBound(texts, 'less than', facets.maxExclusive);
  if (facets.totalDigits !== undefined) texts.push(`at most ${facets.totalDigits} digits`);
  if (facets.fractionDigits !== undefined) {
    texts.push(`at most ${facets.fractionDigits} fraction digits`);
  }
  facets.patterns?.forEach((step) => {
    const patterns = step.map((pattern) => `\`${shortened(commentText(pattern))}\``);
    texts.push(`pattern ${patterns.join(' or ')}`);
  });
  return texts;
}

function addBound(texts: string[], words: string, value: string | undefined): void {
  if (value !== undefined) texts.push(`${words} ${commentText(value)}`);
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
