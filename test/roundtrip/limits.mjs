// Complaints that say nothing about a message, with the reason: limits of xmllint, and what generated types do not know of a schema. Each
// is a rule about a class of schemas, never about one document.

const limits = [
  {
    pattern: /specified by xsi:type, is blocked or not validly derived/,
    applies: (parts) => parts.some(({ root }) => blocks(root)),
    reason: 'the schema blocks derived types (`block`), which generated types let pass',
  },
];

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
