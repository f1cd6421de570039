// What a document demands of its generated code, read with saxes and a few lines of our own: apart
// from the product's reader, so that the two can be held against each other.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SaxesParser } from 'saxes';

const wsdl = 'http://schemas.xmlsoap.org/wsdl/';
const xsd = 'http://www.w3.org/2001/XMLSchema';
const httpTransports = new Set([
  'http://schemas.xmlsoap.org/soap/http',
  'http://schemas.xmlsoap.org/soap/http/',
  'http://www.w3.org/2003/05/soap/bindings/HTTP/',
  'http://www.w3.org/2003/05/soap/bindings/HTTP',
]);

/** A plain tree: name, namespace, attributes by local name, children. */
function parseTree(path) {
  const text = decode(readFileSync(path));
  const parser = new SaxesParser({ xmlns: true });
  const root = { name: '', namespace: '', attributes: {}, children: [] };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const attributes = Object.fromEntries(
      Object.values(tag.attributes).map((attribute) => [attribute.local, attribute.value]),
    );
    const node = { name: tag.local, namespace: tag.uri, attributes, children: [] };
    open.at(-1).children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  return root.children[0];
}

function decode(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes[0] === 0x3c && bytes[1] === 0) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0 && bytes[1] === 0x3c) return new TextDecoder('utf-16be').decode(bytes);
  const declared =
    /encoding\s*=\s*["']([\w.-]+)/.exec(bytes.toString('latin1', 0, 200))?.[1] ?? 'utf-8';
  // a document whose declaration can be read byte by byte is not in UTF-16, whatever it says
  const label = /^(?:utf8|utf-?16.*)$/i.test(declared) ? 'utf-8' : declared;
  return new TextDecoder(label).decode(bytes);
}

/** The entry and every local document it imports or includes, each once. */
function documents(entry) {
  const trees = new Map();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (trees.has(path)) continue;
    let tree;
    try {
      tree = parseTree(path);
    } catch (error) {
      if (path === entry) throw error;
      continue;
    }
    trees.set(path, tree);
    for (const node of walk(tree)) {
      const location =
        node.namespace === wsdl && node.name === 'import'
          ? node.attributes.location
          : node.namespace === xsd && /^(import|include|redefine)$/.test(node.name)
            ? node.attributes.schemaLocation
            : undefined;
      if (location !== undefined && !/^[a-z]+:/i.test(location)) {
        waiting.push(join(dirname(path), decodeURIComponent(location)));
      }
    }
  }
  return [...trees.values()];
}

function* walk(node) {
  yield node;
  for (const child of node.children) yield* walk(child);
}

const local = (qname) => (qname ?? '').replace(/^.*:/, '');

/** Kind of a binding element: that of its extension, `undefined` for one this tool cannot speak. */
function bindingKind(binding) {
  for (const child of binding.children) {
    if (child.name !== 'binding') continue;
    const { transport = 'http://schemas.xmlsoap.org/soap/http', verb } = child.attributes;
    if (child.namespace.endsWith('/wsdl/soap/'))
      return httpTransports.has(transport) ? 'soap11' : undefined;
    if (child.namespace.endsWith('/wsdl/soap12/'))
      return httpTransports.has(transport) ? 'soap12' : undefined;
    if (child.namespace.endsWith('/wsdl/http/')) {
      return verb?.toUpperCase() === 'GET'
        ? 'httpGet'
        : verb?.toUpperCase() === 'POST'
          ? 'httpPost'
          : undefined;
    }
  }
  return undefined;
}

/** Names of portType operations that a client cannot start: notification and solicit-response. */
function serverStarted(portType) {
  return (portType?.children ?? [])
    .filter((operation) => operation.name === 'operation')
    .filter(
      (operation) =>
        operation.children.find((child) => /^(input|output)$/.test(child.name))?.name === 'output',
    )
    .map((operation) => operation.attributes.name);
}

/** Whether an operation's input has a part by element, which no query string or form can carry. */
function takesElement(portType, name, messages) {
  const operation = portType?.children.find(
    (child) => child.name === 'operation' && child.attributes.name === name,
  );
  const input = operation?.children.find((child) => child.name === 'input');
  const message = messages.get(local(input?.attributes.message));
  return (message?.children ?? []).some((part) => part.attributes.element !== undefined);
}

/**
 * Kind, name and input name of every operation of every binding that a port uses (of every binding,
 * where there is no service).
 */
function bindingOperations(trees) {
  const all = trees.flatMap((tree) => [...walk(tree)]).filter((node) => node.namespace === wsdl);
  const bindings = all.filter((node) => node.name === 'binding');
  const portTypes = new Map(
    all.filter((node) => node.name === 'portType').map((node) => [node.attributes.name, node]),
  );
  const messages = new Map(
    all.filter((node) => node.name === 'message').map((node) => [node.attributes.name, node]),
  );
  const used = new Set(
    all.filter((node) => node.name === 'port').map((node) => local(node.attributes.binding)),
  );
  const found = [];
  for (const binding of bindings) {
    if (used.size > 0 && !used.has(binding.attributes.name)) continue;
    const kind = bindingKind(binding);
    if (kind === undefined) continue;
    const skipped = serverStarted(portTypes.get(local(binding.attributes.type)));
    const portType = portTypes.get(local(binding.attributes.type));
    for (const operation of binding.children) {
      const { name } = operation.attributes;
      if (operation.name !== 'operation' || name === undefined || skipped.includes(name)) continue;
      const input = operation.children.find((child) => child.name === 'input')?.attributes.name;
      const carried = kind.startsWith('soap') || !takesElement(portType, name, messages);
      found.push({ kind, name, input: input ?? name, carried });
    }
  }
  return found;
}

/**
 * Elements that are directly in the sequence of a named complex type, and whether they are
 * required.
 */
function properties(trees) {
  const found = [];
  for (const tree of trees) {
    for (const schema of walk(tree)) {
      if (schema.namespace !== xsd || schema.name !== 'schema') continue;
      for (const type of schema.children) {
        if (type.name !== 'complexType' || type.attributes.mixed === 'true') continue;
        const sequence = type.children.find(
          (child) => child.name === 'sequence' || child.name === 'all',
        );
        if (sequence === undefined) continue;
        const { minOccurs = '1', maxOccurs = '1' } = sequence.attributes;
        if (maxOccurs !== '1' || minOccurs !== '1') continue;
        for (const element of sequence.children) {
          const { name, fixed, minOccurs: min = '1' } = element.attributes;
          if (element.name !== 'element' || name === undefined) continue;
          // the writer knows a fixed value
          const required = min !== '0' && fixed === undefined;
          found.push({ type: type.attributes.name, name, required });
        }
      }
    }
  }
  return found;
}

/** Everything a document demands. */
export function expectationsOf(entry) {
  const trees = documents(entry);
  return { operations: bindingOperations(trees), properties: properties(trees) };
}
