import { collectPrefixes } from '../../xml/chars.ts';
import { XmlError } from '../../xml/error.ts';
import { escapeAttribute, escapeText } from '../../xml/escape.ts';
import { START, TEXT, XmlReader } from '../../xml/reader.ts';
import type { XmlQName } from '../../xml/tokens.ts';
import { isNil, xsiType } from '../../xml/xsi.ts';
import { type SoapVersion, soap11Version, soap12Version } from '../envelope.ts';

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
const xsd = 'http://www.w3.org/2001/XMLSchema';

interface EncodedElement {
  readonly name: XmlQName;
  /** Those of neither SOAP encoding nor XML Schema. */
  readonly attributes: readonly (XmlQName & { readonly value: string })[];
  readonly type: XmlQName | undefined;
  /**
   * Of a SOAP array: the type of its items, and what stands behind that in `arrayType`, such as
   * `[3]`.
   */
  readonly array: (XmlQName & { readonly size: string }) | undefined;
  readonly isNil: boolean;
  /** What prefixes in its text and attributes mean: there may be QNames. */
  readonly named: readonly (readonly [prefix: string, namespace: string])[];
  readonly children: readonly (EncodedElement | string)[];
}

/** Prefixes by namespace that the envelope of an encoded message declares. */
type Prefixes = ReadonlyMap<string, string>;

/**
 * Rewrites the Body of a response with SOAP encoding as ASMX writes it (SOAP 1.1 section 5.4.1):
 * objects and arrays stand behind the response as elements of their own, in the order they are met,
 * and are referred to; what is null is left out.
 *
 * @param body content of `soap:Body` with all values in their places
 * @param namespace of the operation
 * @returns the same body where it is larger than what readers take
 */
export function writeReferences(
  body: string,
  namespace: string,
  binding: SoapVersion['binding'],
): string {
  const version = binding === 'soap12' ? soap12Version : soap11Version;
  const prefixes = prefixesOf(namespace, version);
  let nodes: readonly (EncodedElement | string)[];
  try {
    const declarations = [...prefixes].map(
      ([uri, prefix]) => ` xmlns:${prefix}="${escapeAttribute(uri)}"`,
    );
    const reader = new XmlReader(`<body${declarations.join('')}>${body}</body>`);
    reader.nextTag();
    nodes = readContent(reader);
  } catch (error) {
    if (error instanceof XmlError && error.kind === 'limit') return body;
    throw error;
  }
  return writeBody(nodes, prefixes, version);
}

function prefixesOf(namespace: string, version: SoapVersion): Prefixes {
  return new Map([
    [version.namespace, 'soap'],
    [version.encoding, 'soapenc'],
    [`${namespace}${namespace.endsWith('/') ? '' : '/'}encodedTypes`, 'types'],
    [namespace, 'tns'],
    [xsi, 'xsi'],
    [xsd, 'xsd'],
  ]);
}

/** Reads what is inside an element, up to and over its end tag. */
function readContent(reader: XmlReader): (EncodedElement | string)[] {
  const children: (EncodedElement | string)[] = [];
  for (let token = reader.next(); token === START || token === TEXT; token = reader.next()) {
    children.push(token === TEXT ? reader.textValue : readEncoded(reader));
  }
  return children;
}

function readEncoded(reader: XmlReader): EncodedElement {
  const { local, namespace } = reader;
  const nil = isNil(reader);
  const type = xsiType(reader);
  // Generated writers have one form of arrays, that of SOAP 1.1.
  const arrayType = reader.attribute(soap11Version.encoding, 'arrayType');
  const [item = '', size = ''] = arrayType?.split(/(?=\[[^[\]]*\]$)/) ?? [];
  const attributes = reader.attributes.filter(
    ({ namespace: uri }) => uri !== xsi && uri !== soap11Version.encoding,
  );
  const lookup = reader.scopeLookup();
  const array = arrayType === undefined ? undefined : { ...reader.resolveQName(item), size };
  const children = readContent(reader);
  return {
    name: { namespace, local },
    attributes: attributes.map((one) => ({
      namespace: one.namespace,
      local: one.local,
      value: one.value,
    })),
    type,
    array,
    isNil: nil,
    named: namedIn([...attributes.map(({ value }) => value), ...children], lookup),
    children,
  };
}

/** Prefixes in texts that are bound, with what they are bound to. */
function namedIn(
  texts: readonly (EncodedElement | string)[],
  lookup: (prefix: string) => string | undefined,
): EncodedElement['named'] {
  const prefixes = new Set<string>();
  for (const text of texts) if (typeof text === 'string') collectPrefixes(text, prefixes);
  return [...prefixes].flatMap((prefix) => {
    const namespace = prefix === 'xml' || prefix === 'xmlns' ? undefined : lookup(prefix);
    return namespace === undefined ? [] : [[prefix, namespace] as const];
  });
}

function writeBody(
  nodes: readonly (EncodedElement | string)[],
  prefixes: Prefixes,
  version: SoapVersion,
): string {
  const queue: EncodedElement[] = [];
  const isOld = version.binding === 'soap11';
  const attribute = ({ namespace, local }: XmlQName, value: string): string => {
    if (namespace === '') return ` ${local}="${escapeAttribute(value)}"`;
    const prefix = prefixes.get(namespace);
    const declared = prefix === undefined ? ` xmlns:a="${escapeAttribute(namespace)}"` : '';
    return `${declared} ${prefix ?? 'a'}:${local}="${escapeAttribute(value)}"`;
  };
  /** A QName as a value, with the declaration it needs in front. */
  const typeAttribute = (name: string, { namespace, local }: XmlQName, rest = ''): string => {
    const prefix = namespace === '' ? '' : prefixes.get(namespace);
    const declared = prefix === undefined ? ` xmlns:q="${escapeAttribute(namespace)}"` : '';
    const before = prefix === '' ? '' : `${prefix ?? 'q'}:`;
    return `${declared} ${name}="${before}${escapeAttribute(local + rest)}"`;
  };
  const element = ({ namespace, local }: XmlQName, attributes: string, content: string): string => {
    const prefix = namespace === '' ? '' : prefixes.get(namespace);
    const name = prefix === '' ? local : `${prefix ?? 'q'}:${local}`;
    const declared = prefix === undefined ? ` xmlns:q="${escapeAttribute(namespace)}"` : '';
    const start = `<${name}${declared}${attributes}`;
    return content === '' ? `${start} />` : `${start}>${content}</${name}>`;
  };
  const plainAttributes = ({ attributes, named }: EncodedElement): string => {
    const declared = named.map(([prefix, namespace]) =>
      prefixes.get(namespace) === prefix ? '' : ` xmlns:${prefix}="${escapeAttribute(namespace)}"`,
    );
    return declared.join('') + attributes.map((one) => attribute(one, one.value)).join('');
  };
  const members = ({ children }: EncodedElement): string =>
    children
      .map((child) => {
        if (typeof child === 'string') return escapeText(child);
        return child.isNil ? '' : place(child);
      })
      .join('');
  /** An element where it stands: as a reference when its value is an object or an array. */
  const place = (one: EncodedElement): string => {
    if (isReferred(one)) {
      queue.push(one);
      const id = `id${queue.length}`;
      return element(one.name, isOld ? ` href="#${id}"` : ` soapenc:ref="${id}"`, '');
    }
    const type = one.type === undefined ? '' : typeAttribute('xsi:type', one.type);
    return element(one.name, type + plainAttributes(one), members(one));
  };
  const items = ({ array, children }: EncodedElement): string =>
    children
      .map((child) => {
        if (typeof child === 'string') return '';
        const name = { namespace: '', local: 'Item' };
        if (child.isNil) return element(name, ' xsi:nil="true"', '');
        const isTyped = child.type !== undefined || child.array !== undefined;
        if (isTyped || array === undefined) return place({ ...child, name });
        // Simple items are of the type the array says.
        const referred = isReferred({ ...child, type: array });
        return place({ ...child, name, type: referred ? array : undefined });
      })
      .join('');
  const referred = (one: EncodedElement, number: number): string => {
    const id = ` ${isOld ? '' : 'soapenc:'}id="id${number}"`;
    const { array, type } = one;
    if (array === undefined) {
      const name = type ?? { namespace: '', local: 'multiRef' };
      const typed = type === undefined ? '' : typeAttribute('xsi:type', type);
      return element(name, id + typed + plainAttributes(one), members(one));
    }
    // SOAP 1.2 has no name for arrays of a type
    const nested = array.local.endsWith(']');
    const itemType = nested ? { namespace: version.encoding, local: 'Array' } : array;
    const sizes = array.size.slice(1, -1).replaceAll(',', ' ');
    const shape = isOld
      ? typeAttribute('soapenc:arrayType', array, array.size)
      : `${typeAttribute('soapenc:itemType', itemType)} soapenc:arraySize="${sizes}"`;
    const name = { namespace: version.encoding, local: 'Array' };
    return element(name, id + shape, items(one));
  };
  let text = nodes
    .map((node) =>
      typeof node === 'string'
        ? escapeText(node)
        : element(node.name, plainAttributes(node), members(node)),
    )
    .join('');
  for (let at = 0; at < queue.length; at += 1) {
    const one = queue[at];
    if (one !== undefined) text += referred(one, at + 1);
  }
  return text;
}

/**
 * Whether a value is an object or an array; what says no type, such as XML of its own, stays where
 * it is.
 */
function isReferred({ array, type, children }: EncodedElement): boolean {
  if (array !== undefined) return true;
  if (type === undefined || type.namespace === xsd) return false;
  return children.length === 0 || children.some((child) => typeof child !== 'string');
}
