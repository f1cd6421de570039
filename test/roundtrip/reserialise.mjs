// Writes a message anew as another stack might: other prefixes, comments and line breaks between
// elements, empty elements in two tags, character references, single quotes. What it means stays
// the same.
import { SaxesParser } from 'saxes';

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
const xsd = 'http://www.w3.org/2001/XMLSchema';
const xml = 'http://www.w3.org/XML/1998/namespace';

/** A plain tree of elements and texts. */
export function parseTree(text) {
  const parser = new SaxesParser({ xmlns: true });
  const root = { children: [] };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.values(tag.attributes).filter(
      (one) => one.prefix !== 'xmlns' && one.name !== 'xmlns',
    );
    const node = {
      local: tag.local,
      uri: tag.uri,
      ns: { ...open.at(-1).ns, ...tag.ns },
      declared: tag.ns,
      attributes,
      children: [],
    };
    open.at(-1).children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => open.pop());
  const addText = (part) => open.at(-1).children.push(part);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  return root.children.find((node) => typeof node !== 'string');
}

const escapes = {
  '&': '&#38;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '\r': '&#xD;',
  '\n': '&#10;',
  '\t': '&#9;',
};
const escapeText = (text) => text.replace(/[&<>\r]/g, (one) => escapes[one]);
const escapeValue = (text) => text.replace(/[&<'\r\n\t]/g, (one) => escapes[one]);

/** The same document in other words. */
export function reserialise(text) {
  const root = parseTree(text);
  const prefixes = new Map([
    [xsi, 'i'],
    [xsd, 'xsd'],
    [xml, 'xml'],
  ]);
  const prefixOf = (uri) => {
    if (!prefixes.has(uri)) prefixes.set(uri, `p${prefixes.size}`);
    return prefixes.get(uri);
  };
  const nameOf = (uri, local) => (uri === '' ? local : `${prefixOf(uri)}:${local}`);

  function attribute(node, { uri, local, value }) {
    let shown = value;
    if (uri === xsi && local === 'type') {
      const [, prefix = '', name] = /^\s*(?:([^:\s]*):)?(\S*)\s*$/.exec(value) ?? [];
      shown = nameOf(node.ns[prefix] ?? '', name);
    }
    return ` ${nameOf(uri, local)}='${escapeValue(shown)}'`;
  }

  /** Declarations that QNames in text and attributes of the element need: their prefixes stay. */
  function ownDeclarations({ declared, attributes, children }) {
    const texts = [...children, ...attributes.map((one) => one.value)].filter(
      (one) => typeof one === 'string',
    );
    return Object.entries(declared)
      .filter(([prefix]) => prefix !== '' && texts.some((text) => text.includes(`${prefix}:`)))
      .filter(([prefix]) => /^n[\d.]*$/.test(prefix))
      .map(([prefix, uri]) => ` xmlns:${prefix}='${escapeValue(uri)}'`)
      .join('');
  }

  function parts(node, depth) {
    const name = nameOf(node.uri, node.local);
    const tag = `${name}${ownDeclarations(node)}${node.attributes.map((one) => attribute(node, one)).join('')}`;
    const spaced =
      node.children.length > 0 && node.children.every((child) => typeof child !== 'string');
    const margin = spaced ? `\n${'  '.repeat(depth + 1)}` : '';
    const inside = node.children.map((child, index) => {
      if (typeof child === 'string') return escapeText(child);
      const note = spaced && index % 3 === 0 ? `${margin}<!-- ${node.local} & co. <here> -->` : '';
      return `${note}${margin}${finish(parts(child, depth + 1))}`;
    });
    return { tag, text: inside.join('') + (spaced ? `\n${'  '.repeat(depth)}` : ''), name };
  }

  function finish({ tag, text: inside, name }, declarations = '') {
    return `<${tag}${declarations}\n>${inside}</${name}\n>`;
  }

  const top = parts(root, 0);
  const declarations = [...prefixes]
    .filter(([uri]) => uri !== xml)
    .map(([uri, prefix]) => ` xmlns:${prefix}='${escapeValue(uri)}'`)
    .join('');
  return `<?xml version='1.0'?>\n<!-- another stack -->\n${finish(top, declarations)}\n`;
}
