import type { Facets, SimpleType } from './schema.ts';

/** A text with each run of XML's spaces replaced by one space, and none at the ends. */
export function collapsedText(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
}

/** A text of an atomic type after its white space rule (XML Schema part 2 section 4.3.6). */
export function spacedText(
  type: Pick<SimpleType, 'builtin'>,
  text: string,
  facets: Pick<Facets, 'whiteSpace'>,
): string {
  const rule = whiteSpaceOf(type, facets);
  if (rule === 'preserve') return text;
  return rule === 'replace' ? text.replace(/[\t\r\n]/g, ' ') : collapsedText(text);
}

/** The white space rule of an atomic type: from a facet, or that of its built-in. */
export function whiteSpaceOf(
  { builtin = 'string' }: Pick<SimpleType, 'builtin'>,
  { whiteSpace }: Pick<Facets, 'whiteSpace'>,
): NonNullable<Facets['whiteSpace']> {
  if (whiteSpace !== undefined) return whiteSpace;
  if (builtin === 'string' || builtin === 'anySimpleType') return 'preserve';
  return builtin === 'normalizedString' ? 'replace' : 'collapse';
}

/**
 * A default or fixed value after the white space rule of its type (XML Schema part 1 section
 * 3.2.2). That of a union stays the same, as the rule is that of the member type that accepts it.
 */
export function spacedValue(type: SimpleType, text: string): string {
  if (type.variety === 'union') return text;
  return type.variety === 'list' ? collapsedText(text) : spacedText(type, text, type.facets);
}
