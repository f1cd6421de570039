import { expect } from '@jest/globals';

/** Keys of components that OpenAPI allows. */
const allowed = /^[a-zA-Z0-9._-]+$/;

/** All that `$ref` says in a document. */
export function references(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : references(value),
  );
}

/** Expects keys that OpenAPI allows, and that each reference of the document finds something. */
export function expectWholeDocument(document: object, keys: readonly string[]): void {
  expect(keys.filter((key) => !allowed.test(key))).toEqual([]);
  const lost = references(document).filter((one) => target(document, one) === undefined);
  expect(lost).toEqual([]);
}

/** What a pointer in a fragment leads to (RFC 6901 sections 3 to 6). */
function target(document: object, reference: string): unknown {
  if (!/^#(\/|$)/.test(reference)) return undefined;
  const steps = decodeURIComponent(reference.slice(1)).split('/').slice(1);
  let found: unknown = document;
  for (const step of steps) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const isThere = typeof found === 'object' && found !== null && Object.hasOwn(found, key);
    found = isThere ? (found as Record<string, unknown>)[key] : undefined;
  }
  return found;
}
