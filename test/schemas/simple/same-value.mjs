// Whether a message has the values of another, however they are written.

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
const xml = 'http://www.w3.org/XML/1998/namespace';

const tokens = (text) => text.trim().split(/\s+/);
const local = (text) => text.replace(/^[^:]*:/, '');

function isSameToken(one, other) {
  if (one === other || one.toLowerCase() === other.toLowerCase() || local(one) === local(other))
    return true;
  if (Number(one) === Number(other)) return true;
  const truth = { true: '1', false: '0' };
  return (truth[one] ?? one) === (truth[other] ?? other);
}

/**
 * Whether texts may be of one value: the same tokens, those that are numbers or names by what they
 * stand for.
 */
function maySame(one, other) {
  if (one === other || one.replace(/\s/g, '') === other.replace(/\s/g, '')) return true;
  const [left, right] = [tokens(one), tokens(other)];
  return (
    left.length === right.length && left.every((token, index) => isSameToken(token, right[index]))
  );
}

/** The first value that is not in what was written; `undefined` where all are. */
export function changedValue(read, written) {
  const texts = (node) => node.children.filter((child) => typeof child === 'string').join('');
  const elements = (node) => node.children.filter((child) => typeof child !== 'string');
  for (const { name, namespace, value } of read.attributes) {
    // the type of a value is not part of it
    if (namespace === xsi) continue;
    const found = written.attributes.find(
      (one) => one.name === name && one.namespace === namespace,
    );
    if (found === undefined) return `attribute lost: ${name}`;
    if (namespace !== xml && !maySame(value, found.value)) return `attribute changed: ${name}`;
  }
  const [one, other] = [elements(read), elements(written)];
  if (one.length !== other.length) return 'elements lost';
  if (one.length === 0 && texts(read) !== '' && !maySame(texts(read), texts(written)))
    return 'text changed';
  for (const [index, child] of one.entries()) {
    const found = child.name === other[index].name ? changedValue(child, other[index]) : 'order';
    if (found !== undefined) return found;
  }
  return undefined;
}
