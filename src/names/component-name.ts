/**
 * A name as the key of a component of OpenAPI, which has letters and digits of ASCII, `.`, `_` and
 * `-` alone: letters lose their accents, and `_` stands for what is left of others. Different names
 * may become one.
 */
export function componentName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}+/gu, '');
  return plain.replace(/[^A-Za-z0-9._-]/gu, '_') || '_';
}
