import { isNcName } from '../xml/chars.ts';
import type { IdName } from '../xml/options.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { XmlQName } from '../xml/tokens.ts';
import { notEncodable } from '../xml/write-text.ts';
import { resolveQName } from '../xml/xsi.ts';
import { badText } from './bad-text.ts';
import { trimBlanks } from './white-space.ts';

/** The scope of a text that is read, which resolves its prefixes. {@link XmlReader} is one. */
export interface LexicalScope {
  /**
   * Whether to check lexical forms that .NET does not: names such as `xs:NCName`, and
   * `xs:hexBinary`.
   */
  readonly strict: boolean;
  /** Whether the text may be of several types, which are told apart by the form of names. */
  readonly inUnion?: boolean | undefined;
  /** Collects the IDs and references in the text, if they are checked. */
  readonly names?: IdName[] | undefined;
  /** The URI of a prefix; `''` for the default namespace. */
  lookup(prefix: string): string | undefined;
  /** Resolves a QName, if names are not written with prefixes. */
  readonly resolveQName?: ((text: string) => XmlQName) | undefined;
}

/**
 * The scope for members of a union. The first one that accepts a text is its type, so names must be
 * valid.
 */
export function strictScope(scope: LexicalScope): LexicalScope {
  const { strict, names, resolveQName } = scope;
  const lookup = (prefix: string): string | undefined => scope.lookup(prefix);
  return { strict, inUnion: true, names, lookup, resolveQName };
}

/** The scope of a text that is written, which decides how qualified names are written. */
export interface QNameScope {
  qualify(namespace: string, local: string): string;
}

function isQName(text: string): boolean {
  const colon = text.indexOf(':');
  if (colon < 0) return isNcName(text);
  return isNcName(text.slice(0, colon)) && isNcName(text.slice(colon + 1));
}

/**
 * A qualified name in the form of generated code: `{namespace}local`, or only the local name if
 * there is no namespace.
 */
function clarkName(namespace: string, local: string): string {
  return namespace === '' ? local : `{${namespace}}${local}`;
}

/** Splits `{namespace}local`; `undefined` for anything else. */
function splitClarkName(name: string): XmlQName | undefined {
  // a URI may contain a brace, a local name may not
  const end = name.startsWith('{') ? name.lastIndexOf('}') : 0;
  const local = end > 0 ? name.slice(end + 1) : name;
  if (end < 0 || !isNcName(local)) return undefined;
  return { namespace: end > 0 ? name.slice(1, end) : '', local };
}

/**
 * Reads `xs:QName` or `xs:NOTATION` (XML Schema 2, 3.2.18) as `{namespace}local`, or only the local
 * name if there is no namespace.
 *
 * @throws XmlValueError not a QName, or its prefix is not declared
 */
export function parseXsdQName(text: string, scope: LexicalScope): string {
  const value = trimBlanks(text);
  if (scope !== clarkNames && !isQName(value)) throw badText(text, 'QName').carry(value);
  const { namespace, local } = scope.resolveQName?.(value) ?? resolveQName(scope, value);
  return clarkName(namespace, local);
}

/** Writes `xs:QName` or `xs:NOTATION` given as `{namespace}local`. */
export function formatXsdQName(value: string, scope: QNameScope): string {
  const parts = typeof value === 'string' ? splitClarkName(value) : undefined;
  if (parts === undefined) throw notEncodable("a QName as '{namespace}local'", value);
  return scope.qualify(parts.namespace, parts.local);
}

/**
 * The scope of texts outside XML, such as HTTP parameters and constants of the contract, whose
 * names include their namespaces.
 */
export const clarkNames: LexicalScope & QNameScope = {
  strict: false,
  lookup: () => undefined,
  resolveQName(text) {
    const name = splitClarkName(text);
    if (name === undefined) throw badText(text, '{namespace}local');
    return name;
  },
  qualify: clarkName,
};

/** The same in place of a reader, for parsers of types. */
export const outside: XmlReader = clarkNames as unknown as XmlReader;
