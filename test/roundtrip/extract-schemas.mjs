// Takes the schemas out of a WSDL and what it imports, and writes them to a folder so that xmllint
// can load them offline: one file for each schema, one for each namespace that includes all of its
// schemas (libxml2 takes one import per namespace), one that imports them all.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SaxesParser } from 'saxes';
import { wellKnownText as textOf } from '../../dist/read/well-known.js';

const xsd = 'http://www.w3.org/2001/XMLSchema';
/**
 * Drafts of XML Schema, which are read as 1.0: their namespaces become its own, for xmllint knows
 * it alone.
 */
const drafts = new Set(['http://www.w3.org/1999/XMLSchema', 'http://www.w3.org/2000/10/XMLSchema']);
const wellKnown = new Map(
  [
    'http://www.w3.org/XML/1998/namespace',
    xsd,
    'http://schemas.xmlsoap.org/soap/encoding/',
    'http://www.w3.org/2003/05/soap-encoding',
    'http://microsoft.com/wsdl/types/',
    'http://schemas.xmlsoap.org/soap/envelope/',
    'http://www.w3.org/2003/05/soap-envelope',
    'http://schemas.microsoft.com/2003/10/Serialization/',
    'http://www.w3.org/2005/08/addressing',
    'http://www.w3.org/2005/05/xmlmime',
    'http://ws-i.org/profiles/basic/1.1/xsd',
    'http://www.w3.org/2004/08/xop/include',
  ].map((namespace) => [namespace, textOf(namespace)]),
);

/** Attributes that hold names of components. */
const references = new Set([
  'type',
  'base',
  'ref',
  'itemType',
  'memberTypes',
  'substitutionGroup',
  'refer',
]);

export const quoted = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`);

export function decode(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes[0] === 0x3c && bytes[1] === 0) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0 && bytes[1] === 0x3c) return new TextDecoder('utf-16be').decode(bytes);
  const declared =
    /encoding\s*=\s*["']([\w.-]+)/.exec(
      Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
    )?.[1] ?? 'utf-8';
  // a declaration that could be read byte by byte does not stand in UTF-16
  const utf8 = /^(utf-?8|utf-?16)$/i.test(declared);
  return new TextDecoder(utf8 ? 'utf-8' : declared).decode(bytes);
}

const current = (namespace) => (drafts.has(namespace) ? xsd : namespace);

/**
 * An attribute as xmllint takes it: spaces around names and words, which XML Schema drops, make it
 * give up, and so does an empty `targetNamespace`. Those of namespaces stay.
 */
function plainAttribute({ name, value }) {
  if (name === 'targetNamespace') return value === '' ? [] : [{ name, value }];
  if (name === 'xmlns' || name.startsWith('xmlns:')) return [{ name, value: current(value) }];
  const text = name === 'value' || name === 'default' || name === 'fixed';
  return [{ name, value: text ? value : value.trim() }];
}

/** Every schema element of a document, as a plain tree with raw names. */
function schemasOf(text) {
  const parser = new SaxesParser({ xmlns: true });
  const found = [];
  const open = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const own = Object.entries(tag.ns).map(([prefix, uri]) => [prefix, current(uri)]);
    const scope = { ...open.at(-1)?.scope, ...Object.fromEntries(own) };
    const node = {
      name: tag.name,
      local: tag.local,
      uri: current(tag.uri),
      scope,
      attributes: Object.values(tag.attributes).flatMap(plainAttribute),
      children: [],
    };
    const inside = open.some((one) => one.uri === xsd && one.local === 'schema');
    if (inside) open.at(-1).children.push(node);
    else if (node.uri === xsd && node.local === 'schema') found.push(node);
    open.push(node);
  });
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  return found;
}

const attributeOf = (node, name) => node.attributes.find((one) => one.name === name)?.value;

/** Namespaces of the components a schema refers to. */
function mentioned(node, found) {
  for (const { name, value } of node.attributes) {
    if (!references.has(name)) continue;
    for (const word of value.trim().split(/\s+/)) {
      const [, prefix = ''] = /^(?:([^:]*):)?/.exec(word) ?? [];
      found.add(node.scope[prefix] ?? '');
    }
  }
  for (const child of node.children) mentioned(child, found);
  return found;
}

/**
 * Attributes XML Schema has for these; xmllint gives up at others, which tools write and read all
 * the same.
 */
const allowedAttributes = {
  complexType: /^(name|id|abstract|mixed|block|final|xmlns.*|.*:.*)$/,
  attribute: /^(name|id|ref|type|use|default|fixed|form|xmlns.*|.*:.*)$/,
};

function serialise(node, indent = '') {
  if (node.uri === xsd && node.local === 'annotation') return '';
  if (node.uri !== xsd) return '';
  const attributes = node.attributes
    .filter((one) => allowedAttributes[node.local]?.test(one.name) !== false)
    .map((one) => ` ${one.name}="${quoted(one.value)}"`)
    .join('');
  const inside = node.children.map((child) => serialise(child, `${indent} `)).join('');
  return inside === ''
    ? `${indent}<${node.name}${attributes}/>\n`
    : `${indent}<${node.name}${attributes}>\n${inside}${indent}</${node.name}>\n`;
}

/**
 * @param paths every file of the contract
 * @returns the schemas and the namespaces they have
 */
export function collectSchemas(paths) {
  const parts = [];
  for (const path of paths) {
    for (const root of schemasOf(decode(readFileSync(path)))) {
      parts.push({
        path: resolve(path),
        root,
        namespace: attributeOf(root, 'targetNamespace') ?? '',
        included: false,
      });
    }
  }
  return parts;
}

const isInclude = (node) =>
  node.uri === xsd && (node.local === 'include' || node.local === 'redefine');

function partAt(parts, from, location) {
  const path = resolve(
    join(dirname(from.path), location.replaceAll('\\', '/').replace(/#.*$/, '')),
  );
  const decoded = safeDecode(path);
  return parts.find((one) => one.path === path || one.path === decoded);
}

function safeDecode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Writes everything to a folder.
 *
 * @param extras schema content to add, by namespace: `{ body, uses }`
 * @returns the file for `xmllint --schema`
 */
export function writeSchemas(folder, parts, extras) {
  const known = new Map();
  const fileOf = (namespace) => {
    if (!known.has(namespace)) known.set(namespace, `namespace${known.size}.xsd`);
    return known.get(namespace);
  };
  const texts = new Map();
  parts.forEach((part, index) => {
    part.file = `part${index}.xsd`;
    part.included = false;
  });
  for (const part of parts) {
    for (const child of part.root.children) {
      const location = isInclude(child) ? attributeOf(child, 'schemaLocation') : undefined;
      const target = location === undefined ? undefined : partAt(parts, part, location);
      if (target !== undefined && target !== part) target.included = true;
    }
  }
  const pending = new Set([...parts.map((part) => part.namespace), ...extras.keys()]);
  const provided = new Set(parts.map((part) => part.namespace));
  for (const part of parts) texts.set(part.file, partText(part, parts, fileOf, pending));
  for (const [namespace, extra] of extras)
    for (const use of extra.uses) if (use !== namespace) pending.add(use);
  for (const namespace of pending) {
    if (namespace === xsd && !extras.get(xsd) && !provided.has(xsd) && !known.has(xsd)) continue;
    const own = parts.filter((part) => part.namespace === namespace);
    const roots = own.filter((part) => !part.included);
    const files = (roots.length > 0 ? roots : own.slice(0, 1)).map((part) => part.file);
    if (own.length === 0 && wellKnown.has(namespace)) {
      const file = `known${texts.size}.xsd`;
      texts.set(file, wellKnownText(namespace, fileOf));
      files.push(file);
    }
    if (extras.has(namespace)) {
      const file = `extra${texts.size}.xsd`;
      texts.set(file, extraText(namespace, extras.get(namespace), fileOf));
      files.push(file);
    }
    const target = namespace === '' ? '' : ` targetNamespace="${quoted(namespace)}"`;
    const includes = files.map((file) => ` <xs:include schemaLocation="${file}"/>\n`).join('');
    texts.set(
      fileOf(namespace),
      `<xs:schema xmlns:xs="${xsd}"${target}>\n${includes}</xs:schema>\n`,
    );
  }
  const imports = [...pending]
    .filter((namespace) => known.has(namespace))
    .map((namespace) => importLine(namespace, fileOf))
    .join('');
  texts.set(
    'main.xsd',
    `<xs:schema xmlns:xs="${xsd}" targetNamespace="urn:roundtrip:main">\n${imports}</xs:schema>\n`,
  );
  for (const [file, text] of texts) writeFileSync(join(folder, file), text);
  return join(folder, 'main.xsd');
}

function importLine(namespace, fileOf) {
  const name = namespace === '' ? '' : ` namespace="${quoted(namespace)}"`;
  return ` <xs:import xmlns:xs="${xsd}"${name} schemaLocation="${fileOf(namespace)}"/>\n`;
}

function partText(part, parts, fileOf, pending) {
  const { root } = part;
  const declared = new Set(root.attributes.map((one) => one.name));
  const scope = Object.entries(root.scope)
    .map(([prefix, uri]) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri])
    .filter(
      ([name, uri]) =>
        !declared.has(name) && name !== 'xmlns:xml' && name !== 'xmlns:xmlns' && uri !== '',
    );
  const attributes = [...root.attributes.map((one) => [one.name, one.value]), ...scope]
    .filter(([name]) => !name.includes(':') || name.startsWith('xmlns'))
    .map(([name, value]) => ` ${name}="${quoted(value)}"`)
    .join('');
  // names without a prefix in a schema without target namespace belong to whoever includes it
  const uses = mentioned(root, new Set());
  for (const child of root.children) {
    if (child.uri === xsd && child.local === 'import')
      uses.add(attributeOf(child, 'namespace') ?? '');
  }
  uses.delete(part.namespace);
  if (
    !uses.has(xsd) ||
    !root.children.some(
      (child) => child.local === 'import' && attributeOf(child, 'namespace') === xsd,
    )
  ) {
    const named = JSON.stringify(root.children, (key, value) =>
      key === 'scope' ? undefined : value,
    );
    if (!/"ref","[^}]*schema"|"value":"[\w.-]*:?schema"/.test(named)) uses.delete(xsd);
  }
  const chameleon = part.namespace === '' && part.included;
  if (!parts.some((one) => one.namespace === '' && !one.included) || chameleon) uses.delete('');
  for (const use of uses) pending.add(use);
  const head = [...uses].map((use) => importLine(use, fileOf)).join('');
  const body = root.children
    .map((child) => {
      if (child.uri === xsd && child.local === 'import') return '';
      if (!isInclude(child)) return serialise(child, ' ');
      const target = partAt(parts, part, attributeOf(child, 'schemaLocation') ?? '');
      if (target === undefined || target === part) return '';
      const replaced = child.attributes.map((one) =>
        one.name === 'schemaLocation' ? { ...one, value: target.file } : one,
      );
      return serialise({ ...child, attributes: replaced }, ' ');
    })
    .join('');
  return `<${root.name}${attributes}>\n${head}${body}</${root.name}>\n`;
}

function wellKnownText(namespace, fileOf) {
  const [root] = schemasOf(wellKnown.get(namespace));
  const part = { root, namespace, included: false };
  return partText(part, [], fileOf, new Set());
}

function extraText(namespace, { body, uses, prefixes }, fileOf) {
  const target = namespace === '' ? '' : ` targetNamespace="${quoted(namespace)}"`;
  const scope = [...prefixes].map(([uri, prefix]) => ` xmlns:${prefix}="${quoted(uri)}"`).join('');
  const imports = [...uses]
    .filter((use) => use !== namespace && use !== xsd)
    .map((use) => importLine(use, fileOf))
    .join('');
  return `<xs:schema xmlns:xs="${xsd}"${target}${scope}>\n${imports}${body}</xs:schema>\n`;
}
