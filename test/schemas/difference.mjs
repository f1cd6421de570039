// What of one element is not in another: everything that was read should be written again.
import { xsi } from './namespaces.mjs';

const elementsOf = (node) => node.children.filter((child) => typeof child !== 'string');
const textOf = (node) => node.children.filter((child) => typeof child === 'string').join('');
const label = (node) => `{${node.namespace}}${node.name}`;

/** Whether texts are the same, or the same number. */
function isSameText(one, other) {
  return one === other || (one.trim() !== '' && Number(one) === Number(other));
}

/**
 * The first thing that was read and is not written, in words; `undefined` where there is none.
 * Defaults may be added.
 *
 * @param unordered whether elements may come in another order, as `xs:all` lets them
 */
export function missingFrom(read, written, unordered, path = read.name) {
  if (label(read) !== label(written)) return `order: ${path} became ${label(written)}`;
  for (const attribute of read.attributes) {
    const found = written.attributes.find(
      (one) => one.name === attribute.name && one.namespace === attribute.namespace,
    );
    const what = attribute.namespace === xsi ? `xsi:${attribute.name}` : 'attribute';
    if (found === undefined) return `${what} lost: ${attribute.name} of ${path}`;
    if (what === 'attribute' && found.value !== attribute.value)
      return `attribute changed: ${attribute.name} of ${path}`;
  }
  const text = textOf(read);
  const nil = read.attributes.some((one) => one.namespace === xsi && one.name === 'nil');
  if (text.trim() !== '' && !isSameText(text, textOf(written))) return `text changed: ${path}`;
  if (nil && textOf(written) !== '') return `text added to nil: ${path}`;
  return childrenMissing(elementsOf(read), elementsOf(written), unordered, path);
}

function childrenMissing(read, written, unordered, path) {
  if (read.length !== written.length) {
    return `elements ${read.length > written.length ? 'lost' : 'added'}: ${path} has ${written.map((one) => one.name).join(' ')}`;
  }
  const inOrder = read.every((child, index) => label(child) === label(written[index]));
  const sorted = (nodes) =>
    inOrder || !unordered ? nodes : nodes.toSorted((a, b) => (label(a) < label(b) ? -1 : 1));
  const others = sorted(written);
  for (const [index, child] of sorted(read).entries()) {
    const found = missingFrom(child, others[index], unordered, `${path}/${child.name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
