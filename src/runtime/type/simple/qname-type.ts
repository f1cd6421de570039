import { qnameAttribute, qnameContent } from '../../codec/qname.ts';
import { clarkNames, formatXsdQName, parseXsdQName, type QNameScope } from '../../xsd/qname.ts';
import { collapse } from '../../xsd/white-space.ts';
import type { QNames, Simple } from '../simple-type.ts';
import { escaped, unescaped } from './simple.ts';

/** The scope of the QNames being written. Texts are written one at a time. */
let writing: QNameScope = clarkNames;

/** Gives the text of a value whose QNames are qualified by a scope. */
function qualifying(raw: Simple['raw']): (value: never, scope: QNameScope) => string {
  return (value, scope) => {
    const before = writing;
    writing = scope;
    try {
      return raw(value);
    } finally {
      writing = before;
    }
  };
}

/** How values with QNames are written. */
function namesOf(raw: Simple['raw'], stems: readonly string[]): QNames {
  const format = qualifying(raw);
  return {
    stems,
    of: (other, more = []) => namesOf(other, more),
    content: (value, all) => qnameContent(value, { format, stems: all }),
    attribute: (value, all, attribute) => qnameAttribute(value, { format, stems: all, attribute }),
  };
}

const text: Simple = /* @__PURE__ */ unescaped(parseXsdQName, (value) =>
  formatXsdQName(value, writing),
);

/** `xs:QName` and `xs:NOTATION`: `{namespace}local`. */
export const xsdQName: Simple = /* @__PURE__ */ qualified(text);

/**
 * A type whose values have QNames.
 *
 * @param stems prefixes that patterns of the type require
 */
export function qualified(type: Simple, stems: readonly string[] = []): Simple {
  return { ...type, names: namesOf(type.raw, stems) };
}

/** The base of an enumeration whose values are of a union: names, and the texts of other values. */
export function namesOrTexts(union: Simple): Simple {
  const raw = (value: never): string => (isName(value) ? xsdQName.raw(value) : String(value));
  return escaped(
    (given, reader, attribute) => {
      const value = union.parse(given, reader, attribute);
      return isName(value) ? value : collapse(given);
    },
    raw,
    { ...(xsdQName.names && { names: xsdQName.names }) },
  );
}

/** Whether a value is a QName with a namespace; others are their text. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('{');
}
