// Documents as trees, by a parser that is not the product's.
import { SaxesParser } from 'saxes';

/** The tree of a document: `{ name, namespace, attributes, children }`. */
export function parseTree(text) {
  const root = { children: [] };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const node = {
      name: local,
      namespace: uri,
      attributes: Object.values(attributes)
        .filter((one) => one.uri !== 'http://www.w3.org/2000/xmlns/')
        .map((one) => ({ name: one.local, namespace: one.uri, value: one.value })),
      children: [],
    };
    open.at(-1).children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (data) => open.at(-1).children.push(data));
  parser.write(text).close();
  return root.children.find((child) => typeof child !== 'string');
}
