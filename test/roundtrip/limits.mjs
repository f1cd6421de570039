// Complaints that say nothing about a message, with the reason: limits of xmllint, and what
// generated code does not enforce. Each is a rule about a class of schemas, never about one
// document.

const limits = [
  {
    pattern: /Duplicate key-sequence|No match found for key-sequence/,
    applies: () => true,
    reason: 'identity constraints (`key`, `keyref`, `unique`) are kept, not enforced',
  },
  {
    pattern: /content is not allowed, because the content type is empty/,
    applies: (parts) => parts.some(({ root }) => restrictsArray(root)),
    reason:
      'a SOAP array in a literal message: its items are in `wsdl:arrayType`, which XML Schema does not know',
  },
  {
    pattern: /No matching global declaration available/,
    applies: (parts) => parts.some(({ namespace }) => namespace !== namespace.trim()),
    reason: 'xmllint drops the spaces around a `targetNamespace`, but not those in a message',
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

/**
 * The reason after a complaint; `undefined` for a real one.
 *
 * @param parts the schemas
 */
export function limitOf(complaint, parts) {
  return limits.find(({ pattern, applies }) => pattern.test(complaint) && applies(parts))?.reason;
}
