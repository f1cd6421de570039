// Canonical form of an XML document, apart from the product's own parser: names by namespace,
// attributes sorted, prefixes gone.
import { SaxesParser } from 'saxes';

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

/** Attributes whose value is a QName: its prefix is replaced by the namespace. */
const qnameAttributes = new Set([
  `{${xsi}}type`,
  '{http://schemas.xmlsoap.org/wsdl/}arrayType',
  ...['type', 'element', 'message', 'binding', 'base', 'ref', 'itemType', 'qname'].map(
    (name) => `{}${name}`,
  ),
]);

/**
 * Text that is equal for two documents exactly when they say the same.
 * @returns `undefined` where the text is not well-formed XML
 */
export function canonicalXml(text, { ignoreIndentation = false } = {}) {
  const out = [];
  const parser = new SaxesParser({ xmlns: true });
  let failed = false;
  let pending = '';
  const flush = () => {
    if (pending !== '' && !(ignoreIndentation && pending.trim() === ''))
      out.push(JSON.stringify(pending));
    pending = '';
  };
  parser.on('error', () => {
    failed = true;
  });
  parser.on('opentag', (tag) => {
    flush();
    const attributes = Object.values(tag.attributes)
      .filter((attribute) => attribute.uri !== 'http://www.w3.org/2000/xmlns/')
      .map((attribute) => {
        const name = `{${attribute.uri}}${attribute.local}`;
        const [, prefix, local] = /^(?:([^:]+):)?([^:]+)$/.exec(attribute.value) ?? [];
        const uri =
          qnameAttributes.has(name) && local !== undefined && parser.resolve(prefix ?? '');
        return `${name}=${JSON.stringify(uri ? `{${uri}}${local}` : attribute.value)}`;
      })
      .sort();
    out.push(`<{${tag.uri}}${tag.local} ${attributes.join(' ')}>`);
  });
  parser.on('text', (chunk) => {
    pending += chunk;
  });
  parser.on('cdata', (chunk) => {
    pending += chunk;
  });
  parser.on('closetag', () => {
    flush();
    out.push('</>');
  });
  try {
    parser.write(text).close();
  } catch {
    failed = true;
  }
  return failed ? undefined : out.join('\n');
}
