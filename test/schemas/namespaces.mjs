// Namespaces of drawn schemas and messages, and the prefixes they are written with.
export const main = 'urn:t';
export const imported = 'urn:o';
/** A namespace that no schema declares anything in. */
export const undeclared = 'urn:w';
export const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

const prefixes = new Map([
  [main, 't'],
  [imported, 'o'],
  [undeclared, 'w'],
  [xsi, 'xsi'],
]);

/** A name as it is written where {@link declarations} are in scope. */
export function prefixed(namespace, name) {
  return namespace === '' ? name : `${prefixes.get(namespace)}:${name}`;
}

/** Namespace declarations of all prefixes. */
export const declarations = [...prefixes]
  .map(([uri, prefix]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');
