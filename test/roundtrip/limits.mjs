// Complaints that say nothing about a message, with the reason: limits of xmllint, and what generated types do not know of a schema. Each
// is a rule about a class of schemas, never about one document.

const limits = [
  {
    pattern: /specified by xsi:type, is blocked or not validly derived/,
    applies: (parts) => parts.some(({ root }) => blocks(root)),
    reason: 'the schema blocks derived types (`block`), which generated types let pass',
  },
  {
    pattern: /content is not allowed, because the content type is empty/,
    applies: (parts) => parts.some(({ root }) => restrictsArray(root)),
    reason:
      'a SOAP array in a literal message: its items are in `wsdl:arrayType`, which XML Schema knows nothing of',
  },
];

function restrictsArray(node) {
  const restricts = node.local === 'restriction' || node.local === 'extension';
  return (
    (restricts &&
      node.attributes.some(({ name, value }) => name === 'base' && /(^|:)Array$/.test(value))) ||
    node.children.some(restrictsArray)
  );
}

function blocks(node) {
  return (
    node.attributes.some(
      ({ name, value }) => (name === 'block' || name === 'blockDefault') && value !== '',
    ) || node.children.some(blocks)
  );
}

/**
 * The reason behind a complaint; `undefined` for a real one.
 *
 * @param parts the schemas
 */
export function limitOf(complaint, parts) {
  return limits.find(({ pattern, applies }) => pattern.test(complaint) && applies(parts))?.reason;
}
