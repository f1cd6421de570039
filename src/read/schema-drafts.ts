import { namespaces } from '../model/common/namespaces.ts';
import { findBuiltin } from '../model/xsd/builtin-schema.ts';

/**
 * Namespaces of the drafts of XML Schema, which early contracts use. Their forms differ little from
 * those of 1.0.
 */
const drafts: ReadonlySet<string> = new Set([
  'http://www.w3.org/1999/XMLSchema',
  'http://www.w3.org/2000/10/XMLSchema',
]);

/** The namespace of XML Schema 1.0 instead of those of its drafts; others stay unchanged. */
export function currentNamespace(namespace: string): string {
  return drafts.has(namespace) ? namespaces.xsd : namespace;
}

/** The prefixes that are declared for a draft, with its namespace; `undefined` if none is. */
export function draftPrefixes(
  declared: Iterable<readonly [string, string]>,
): ReadonlyMap<string, string> | undefined {
  let found: Map<string, string> | undefined;
  for (const [prefix, uri] of declared) {
    const namespace = uri.trim();
    if (!drafts.has(namespace)) continue;
    found ??= new Map();
    found.set(prefix, namespace);
  }
  return found;
}

/** Built-in types of the drafts that 1.0 calls otherwise, or does not have. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['timeInstant', 'dateTime'],
  ['timeDuration', 'duration'],
  ['recurringDate', 'gMonthDay'],
  ['recurringDay', 'gDay'],
  ['month', 'gYearMonth'],
  ['year', 'gYear'],
  ['century', 'string'],
  ['timePeriod', 'string'],
  ['recurringDuration', 'string'],
  ['recurringInstant', 'string'],
  ['uriReference', 'anyURI'],
  ['uri', 'anyURI'],
  ['binary', 'base64Binary'],
  ['CDATA', 'normalizedString'],
  ['real', 'double'],
  ['urType', 'anyType'],
]);

/**
 * The name in XML Schema 1.0 of a built-in type of a draft. Early drafts put hyphens into names, as
 * in `uri-reference`.
 */
export function currentTypeName(localName: string): string {
  if (findBuiltin({ namespace: namespaces.xsd, localName }) !== undefined) return localName;
  const joined = localName.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return renamed.get(joined) ?? joined;
}
