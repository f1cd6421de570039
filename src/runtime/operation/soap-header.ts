import { exactly, readTagOf, type XmlElement, type XmlNode } from '../xml/element.ts';
import { EOF, XmlReader } from '../xml/reader.ts';
import { TEXT, XML_NAMESPACE } from '../xml/tokens.ts';
import { describeValue, EncodeError, escapeAttribute, escapeText } from '../xml/write-text.ts';
import { messageOf, propertyOf } from './errors.ts';
import type { BindingName } from './names.ts';

/** Attributes of SOAP on a header (SOAP 1.1 section 4.2, SOAP 1.2 part 1 section 5.2). */
export interface SoapHeaderAttributes {
  /** Whether a receiver that does not know the header has to refuse the message. Default false. */
  readonly mustUnderstand?: boolean | undefined;
  /**
   * URI of the receiver that the header is for, by its name in SOAP 1.1. Over SOAP 1.2 it is sent
   * as `role`, and that of the next node under its other name. Default: the last receiver.
   */
  readonly actor?: string | undefined;
  /** The same by its name in SOAP 1.2; over SOAP 1.1 it is sent as `actor` if there is none. */
  readonly role?: string | undefined;
  /** Whether a receiver that does not know it passes it on; SOAP 1.2 only. Default false. */
  readonly relay?: boolean | undefined;
}

/** A SOAP header with attributes of SOAP: what {@link soapHeader} returns. */
export interface SoapHeader<Value> {
  readonly value: Value;
  /**
   * Adds the attributes to a written header.
   *
   * @throws EncodeError it has one of them already
   */
  attributed(xml: string, binding: BindingName): string;
}

/** XML for `soap:Header`: elements as text or as data, with attributes or without, or a list. */
export type ExtraSoapHeaders = ExtraSoapHeader | readonly ExtraSoapHeader[];

/** Elements for `soap:Header`, as text or as data. */
export type ExtraSoapHeader = string | XmlElement | SoapHeader<string | XmlElement>;

/**
 * A SOAP header with attributes of SOAP: the value of a declared one, or elements of one that no
 * contract declares, as text or as data. For `soapHeaders` and `extraSoapHeaders` of clients, and
 * for `setSoapHeader` in handlers.
 */
export function soapHeader<const Value>(
  value: Value,
  attributes: SoapHeaderAttributes,
): SoapHeader<Value> {
  return new AttributedHeader(value, attributes);
}

/** A class, so that a copy of its data is one, too. */
class AttributedHeader<Value> implements SoapHeader<Value> {
  readonly value: Value;
  readonly attributes: SoapHeaderAttributes;

  constructor(value: Value, attributes: SoapHeaderAttributes) {
    this.value = value;
    this.attributes = attributes;
  }

  attributed(xml: string, binding: BindingName): string {
    const added = Object.entries(attributesOver(binding, this.attributes));
    const version = versions[binding === 'soap11' ? 'soap11' : 'soap12'];
    let depth = 0;
    return xml.replace(tags, (tag, end?: string, name?: string, rest = '') => {
      if (end === undefined || name === undefined) return tag;
      const isOutermost = end === '' && depth === 0;
      if (end !== '') depth -= 1;
      else if (!rest.endsWith('/')) depth += 1;
      return isOutermost && added.length > 0
        ? `<${name}${attributesText(rest, version.namespace, added)}${rest}>`
        : tag;
    });
  }
}

/** A comment, a processing instruction, a CDATA section, or a tag with what follows its name. */
const tags = /* @__PURE__ */ new RegExp(
  '<!--[\\s\\S]*?-->|<\\?[\\s\\S]*?\\?>|<!\\[CDATA\\[[\\s\\S]*?\\]\\]>|' +
    '<(/?)([^\\s/>]+)((?:[^"\'>]|"[^"]*"|\'[^\']*\')*)>',
  'g',
);

/** Namespaces of envelopes, and what the next receiver is called. */
const versions = {
  soap11: {
    namespace: 'http://schemas.xmlsoap.org/soap/envelope/',
    next: 'http://schemas.xmlsoap.org/soap/actor/next',
  },
  soap12: {
    namespace: 'http://www.w3.org/2003/05/soap-envelope',
    next: 'http://www.w3.org/2003/05/soap-envelope/role/next',
  },
} as const;

/** What a version has for the attributes, by name. */
function attributesOver(
  binding: BindingName,
  { mustUnderstand, actor, role, relay }: SoapHeaderAttributes,
): Readonly<Record<string, string>> {
  const { soap11, soap12 } = versions;
  const must: Readonly<Record<string, string>> =
    mustUnderstand === true ? { mustUnderstand: '1' } : {};
  if (binding === 'soap11') {
    const given = actor ?? role;
    const uri = given === soap12.next ? soap11.next : given;
    return uri === undefined ? must : { ...must, actor: uri };
  }
  const given = role ?? actor;
  const uri = given === soap11.next ? soap12.next : given;
  return {
    ...must,
    ...(uri !== undefined && { role: uri }),
    ...(relay === true && { relay: 'true' }),
  };
}

/**
 * Attributes with the prefix of the envelope, unless the tag means something else by it.
 *
 * @param rest What follows the name of the tag.
 * @throws EncodeError the tag has one of them
 */
function attributesText(
  rest: string,
  namespace: string,
  added: readonly (readonly [string, string])[],
): string {
  const declared = new Map<string, string>();
  for (const [, prefix = '', , uri = ''] of rest.matchAll(
    /\sxmlns:([^\s=]+)\s*=\s*(["'])(.*?)\2/gs,
  ))
    declared.set(prefix, uri);
  const isFree = (prefix: string): boolean => (declared.get(prefix) ?? namespace) === namespace;
  for (const [name] of added) {
    const same = new RegExp(`\\s([^\\s=:]+):${name}\\s*=`, 'g');
    for (const [, prefix = ''] of rest.matchAll(same)) {
      const isEnvelope = prefix === 'soap' ? isFree(prefix) : declared.get(prefix) === namespace;
      if (isEnvelope) throw new EncodeError(`The SOAP header has the attribute ${name} already.`);
    }
  }
  let prefix = 'soap';
  while (!isFree(prefix)) prefix += '_';
  const declares = prefix === 'soap' ? '' : ` xmlns:${prefix}="${namespace}"`;
  const text = added.map(([name, value]) => ` ${prefix}:${name}="${escapeAttribute(value)}"`);
  return declares + text.join('');
}

/** Writes the value of a header, which may have attributes of SOAP. */
export function writeAttributed<Value>(
  given: unknown,
  binding: BindingName,
  write: (value: Value) => string,
): string {
  if (typeof propertyOf(given, 'attributed') !== 'function') return write(given as Value);
  const { value, attributed } = given as SoapHeader<Value>;
  return value === undefined ? '' : attributed.call(given, write(value), binding);
}

/**
 * The text of headers that no contract declares.
 *
 * @param subject What they are called in errors.
 * @throws EncodeError one is neither text nor an element, or they are not well-formed
 */
export function extraHeadersText(
  given: ExtraSoapHeaders,
  binding: BindingName,
  subject: string,
): string {
  const read = (value: string | XmlElement): string => {
    const xml = typeof value === 'string' ? value.replace(declaration, '') : writeHeader(value);
    checkElements(xml, subject);
    return xml;
  };
  return [given]
    .flat()
    .map((one) => writeAttributed(one, binding, read))
    .join('');
}

/** The start of a document, which is no part of its element. */
const declaration = /^\ufeff?<\?xml\s[^>]*\?>/;

function checkElements(xml: string, subject: string): void {
  // One element around it all, so that no text can end `soap:Header`. Prefixes are the envelope's.
  const reader = new XmlReader(`<a xmlns:soap="a" xmlns:xsi="b" xmlns:xsd="c">${xml}</a>`);
  try {
    for (let token = reader.next(); token !== EOF; token = reader.next()) {
      if (token === TEXT && reader.depth === 1 && /\S/.test(reader.textValue))
        throw noElement('text');
    }
  } catch (error) {
    const problem = new EncodeError(`${subject} is not well-formed XML: ${messageOf(error)}`);
    throw Object.assign(problem, { cause: error });
  }
}

function noElement(found: string): EncodeError {
  return new EncodeError(`Expected an element for soap:Header, found ${found}.`);
}

/**
 * The text of an element. One that was read is written as it was, because it may be signed.
 *
 * @throws EncodeError it is no element
 */
export function writeHeader(element: XmlElement): string {
  const isRead = typeof element === 'object' && element !== null && readTagOf(element);
  return isRead && exactly.write ? exactly.write(element) : writeNode(element);
}

/**
 * The text of a node. Each element declares its own namespaces, which is all that a few headers
 * need. `writeXmlElement` shares declarations, and would add 0.9 KB to every client.
 */
function writeNode(node: XmlNode): string {
  if (typeof node === 'string') return escapeText(node);
  if (typeof node?.name !== 'string') throw noElement(describeValue(node));
  const { name, namespace = '', attributes = [], children = [], namespaces = {} } = node;
  const declare = (prefix: string, uri: string): string =>
    ` xmlns${prefix}="${escapeAttribute(uri)}"`;
  let tag = name + declare('', namespace);
  for (const [prefix, uri] of Object.entries(namespaces)) tag += declare(`:${prefix}`, uri);
  for (const [index, one] of attributes.entries()) {
    const prefix = one.namespace === XML_NAMESPACE ? 'xml' : `n${index}`;
    if (one.namespace && prefix !== 'xml') tag += declare(`:${prefix}`, one.namespace);
    tag += ` ${one.namespace ? `${prefix}:` : ''}${one.name}="${escapeAttribute(one.value)}"`;
  }
  return `<${tag}>${children.map(writeNode).join('')}</${name}>`;
}
