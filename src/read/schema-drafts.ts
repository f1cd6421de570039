import { namespaces } from '../model/common/namespaces.ts';

/**
 * Namespaces of the drafts of XML Schema, which early contracts use for features that 1.0 has under
 * the same names.
 */
const drafts: ReadonlySet<string> = new Set([
  'http://www.w3.org/1999/XMLSchema',
  'http://www.w3.org/2000/10/XMLSchema',
]);

/** The namespace of XML Schema 1.0 instead of those of its drafts; others stay unchanged. */
export function currentNamespace(namespace: string): string {
  return drafts.has(namespace) ? namespaces.xsd : namespace;
}
