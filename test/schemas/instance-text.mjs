// Drawn elements as text.
import { declarations, prefixed } from './namespaces.mjs';

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** An instance as a document. */
export function instanceText(node) {
  return elementText(node, ` ${declarations}`);
}

function elementText({ name, namespace, attributes, children }, declared = '') {
  const tag = prefixed(namespace, name);
  const own = attributes
    .map((one) => ` ${prefixed(one.namespace, one.name)}="${escaped(one.value)}"`)
    .join('');
  const content = children
    .map((child) => (typeof child === 'string' ? escaped(child) : elementText(child)))
    .join('');
  return content === ''
    ? `<${tag}${declared}${own}/>`
    : `<${tag}${declared}${own}>${content}</${tag}>`;
}
