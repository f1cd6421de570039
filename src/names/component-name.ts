/**
 * A name as the key of an OpenAPI component, which may only have ASCII letters and digits, `.`, `_`
 * and `-`. Letters lose their accents, and other characters become `_`, so different names may
 * become equal.
 */
export function componentName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}+/gu, '');
  return plain.replace(/[^A-Za-z0-9._-]/gu, '_') || '_';
}
