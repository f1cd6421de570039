import { qnameKey } from '../common/qname.ts';
import { isValueOf, kindOf } from './facet-rules.ts';
import { rewriteQNames } from './rewrite-qnames.ts';
import type { SimpleType } from './schema.ts';
import type { NamespaceBindings } from './schema-document.ts';
import { someSimpleType } from './simple-types-in.ts';
import { compareLexical } from './value-compare.ts';
import { collapsedText, spacedValue } from './white-space.ts';

/**
 * Whether values of a type are, or contain, QNames, whose prefixes depend on the context (XML
 * Schema part 2 section 3.2.18).
 */
export const holdsQNames: (type: SimpleType) => boolean = someSimpleType(
  ({ builtin }) => builtin === 'QName' || builtin === 'NOTATION',
);

/**
 * A default or fixed value: white space as the type has it, QNames with their namespaces, and of
 * equal values the one that an enumeration lists.
 */
export function givenValue(
  type: SimpleType,
  text: string,
  names: NamespaceBindings | undefined,
): string {
  return listedValue(type, qualifiedValue(type, spacedValue(type, text), names));
}

/** The value of an enumeration that a text denotes, such as `1.0` for `1`. */
function listedValue(
  { variety, builtin, facets: { enumeration } }: SimpleType,
  text: string,
): string {
  if (variety !== 'atomic' || enumeration === undefined) return text;
  if (enumeration.some(({ value }) => value === text)) return text;
  const kind = kindOf(builtin);
  const listed = enumeration.find(({ value }) => compareLexical(kind, value, text) === 0);
  return listed === undefined ? text : collapsedText(listed.value);
}

/**
 * A value with each QName as `{namespace}local`, or as the local name if it has no namespace. Other
 * values, and QNames with undeclared prefixes, stay unchanged.
 *
 * @param names namespaces of the prefixes in the text; that of unprefixed names under `''`
 */
export function qualifiedValue(
  type: SimpleType,
  text: string,
  names: NamespaceBindings | undefined,
): string {
  if (!holdsQNames(type)) return text;
  const { variety, item, members } = type;
  if (variety === 'atomic') return rewriteQNames(text, names, qnameKey);
  if (variety === 'list') {
    const items = text.trim().split(/[ \t\r\n]+/);
    return items.map((one) => qualifiedValue(item ?? type, one, names)).join(' ');
  }
  for (const member of members ?? []) {
    const value = qualifiedValue(member, text, names);
    if (isValueOf(member, value)) return value;
  }
  return text;
}
