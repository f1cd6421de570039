import {
  dsigNamespace,
  type SoapVersion,
  versionOf,
  wsseNamespace,
  wsuNamespace,
} from '../operation/soap.ts';
import { isOwnRole } from '../soap/request.ts';
import {
  collectPrefixes,
  END,
  EOF,
  isNcName,
  START,
  TEXT,
  type XmlAttributeToken,
  XSI_NAMESPACE,
} from '../xml/errors.ts';
import { XmlReader } from '../xml/reader.ts';
import { prefixOf, type XmlName } from '../xml/tag.ts';
import { escapeAttribute } from '../xml/writer.ts';

/** What a reference may hold: a name without colon; those of WSS4J 1.6 may start with a digit. */
const fragment = /^#([\p{L}\p{N}_][\p{L}\p{N}\p{M}._\u00b7-]*)$/u;

/** The ID of a reference within the message; nothing for any other URI. */
export function idIn(uri: string): string | undefined {
  return fragment.exec(uri)?.[1];
}

/**
 * The element with an ID: in `wsu:Id`, or in `Id` without namespace. Whatever another reader may
 * take for an ID counts as a second one.
 *
 * @throws Error there is none, or several
 */
export function elementWithId(tree: Tree, id: string): Element {
  const [element, other] = idsIn(tree).get(id) ?? [];
  if (element === undefined) throw new Error(`There is no element with the ID ${id}.`);
  const own = [attributeOf(element, 'Id', wsuNamespace), attributeOf(element, 'Id')];
  if (other === undefined && own.includes(id)) return element;
  throw new Error(`The ID ${id} is not that of one element.`);
}

const idsOfTrees = new WeakMap<Tree, Map<string, Element[]>>();

/** The elements with each ID, found once for all references of a message. */
function idsIn(tree: Tree): ReadonlyMap<string, readonly Element[]> {
  const known = idsOfTrees.get(tree);
  if (known !== undefined) return known;
  const ids = new Map<string, Element[]>();
  for (const element of within(tree.root)) {
    for (const { local, value } of element.attributes) {
      if (local.toLowerCase() !== 'id') continue;
      const others = ids.get(value);
      if (others === undefined) ids.set(value, [element]);
      else others.push(element);
    }
  }
  idsOfTrees.set(tree, ids);
  return ids;
}

/**
 * Refuses IDs that occur twice.
 *
 * @throws Error a `wsu:Id` is that of several elements
 */
export function checkElementIds({ root }: Tree): void {
  const known = new Set<string>();
  for (const element of within(root)) {
    const id = attributeOf(element, 'Id', wsuNamespace);
    if (id === undefined) continue;
    if (known.has(id)) throw new Error(`The ID ${id.slice(0, 100)} is not that of one element.`);
    known.add(id);
  }
}

/** A SOAP message with its parts. */
export interface Message {
  readonly tree: Tree;
  readonly version: SoapVersion;
  readonly header: Element | undefined;
  readonly body: Element;
}

/**
 * Reads a message. An envelope has a Header or none, a Body, and nothing else, so that every reader
 * finds the same Body.
 *
 * @throws Error it is something else, not well-formed, or has content outside of the envelope (XOP)
 */
export function readMessage(text: string): Message {
  const tree = readTree(text);
  const { root } = tree;
  const version = versionOf(root.name.namespace);
  if (version === undefined || root.name.local !== 'Envelope') {
    throw new Error('It is not a SOAP envelope.');
  }
  const children = elementsOf(root);
  const named = (local: string, at: number): Element | undefined => {
    const child = children[at];
    return child && isNamed(child, version.namespace, local) ? child : undefined;
  };
  const header = named('Header', 0);
  const body = named('Body', header === undefined ? 0 : 1);
  const hasText = root.children.some((child) => typeof child === 'string' && child.trim() !== '');
  if (body === undefined || children.at(-1) !== body || hasText) {
    throw new Error('The envelope has something other than a Header and a Body.');
  }
  for (const element of within(root)) {
    if (isNamed(element, xopNamespace, 'Include')) {
      throw new Error('Attachments (XOP) cannot be signed.');
    }
  }
  return { tree, version, header, body };
}

/**
 * The Security header for an actor.
 *
 * @param actor The actor or role; `undefined` for the one that receives the message.
 * @throws Error there are several
 */
export function securityIn(
  { header, version }: Message,
  actor: string | undefined,
): Element | undefined {
  const attribute = version.binding === 'soap11' ? 'actor' : 'role';
  const [found, ...others] = (header === undefined ? [] : elementsOf(header)).filter((entry) => {
    if (!isNamed(entry, wsseNamespace, 'Security')) return false;
    const role = attributeOf(entry, attribute, version.namespace) ?? '';
    return actor === undefined ? isOwnRole(role) : role.trim() === actor;
  });
  if (others.length > 0) throw new Error('There are several Security headers.');
  return found;
}

/**
 * Elements by name: `Body`, `Timestamp` and `UsernameToken` of the message, `Addressing` for all
 * headers of WS-Addressing, `EncryptedHeader` for all headers that are encrypted, `Name` or
 * `{namespace}Name` for whatever has the name.
 */
type SignedElement = string;

/**
 * The elements that a setting names, as `elementsNamed` finds them; a name that ends in `?` may be
 * of none.
 *
 * @throws Error there is none
 */
export function elementsAsked(
  name: SignedElement,
  message: Message,
  security: Element,
): readonly Element[] {
  const isOptional = name.endsWith('?');
  const found = elementsNamed(isOptional ? name.slice(0, -1) : name, message, security);
  if (found.length > 0 || isOptional) return found;
  throw new Error(`There is no element ${name}.`);
}

/** The elements that a name means, outside of the signature. */
export function elementsNamed(
  name: SignedElement,
  { tree, header, body }: Message,
  security: Element,
): readonly Element[] {
  const entries = header === undefined ? [] : elementsOf(header);
  if (name === 'Body') return [body];
  if (name === 'Addressing') {
    return entries.filter((entry) => addressingNamespaces.has(entry.name.namespace));
  }
  if (name === 'EncryptedHeader') {
    return entries.filter((entry) => isNamed(entry, wsse11Namespace, name));
  }
  const inSecurity: Readonly<Record<string, string>> = {
    Timestamp: wsuNamespace,
    UsernameToken: wsseNamespace,
    BinarySecurityToken: wsseNamespace,
    Signature: dsigNamespace,
    EncryptedKey: encryption,
    EncryptedData: encryption,
  };
  const namespace = Object.hasOwn(inSecurity, name) ? inSecurity[name] : undefined;
  if (namespace !== undefined) {
    return elementsOf(security).filter((one) => isNamed(one, namespace, name));
  }
  const end = name.startsWith('{') ? name.indexOf('}') : -1;
  const local = name.slice(end + 1);
  const matches = ({ name: own }: Element): boolean =>
    own.local === local && (end < 0 || own.namespace === name.slice(1, end));
  return [...within(tree.root)].filter(matches);
}

/** Whether a content type is that of a message with attachments. */
export function hasAttachments(contentType: string | undefined): boolean {
  return /^\s*multipart\//i.test(contentType ?? '');
}

const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-';
const x509 = `${oasis}x509-token-profile-1.0#`;

/** Exclusive XML Canonicalization 1.0, without comments. */
export const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** The transform that leaves the signature out. */
export const enveloped: string = `${dsigNamespace}enveloped-signature`;
/** Namespace of XML Encryption 1.0. */
export const encryption = 'http://www.w3.org/2001/04/xmlenc#';
/** Namespace of what SOAP Message Security 1.1 adds. */
export const wsse11Namespace = 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd';
/** Types of tokens and of references to them (X.509 Token Profile 1.1.1, section 3). */
export const valueTypes: Readonly<Record<'certificate' | 'subjectKey' | 'thumbprint', string>> = {
  certificate: `${x509}X509v3`,
  subjectKey: `${x509}X509SubjectKeyIdentifier`,
  thumbprint: 'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1',
};
const wss11 = 'http://docs.oasis-open.org/wss/oasis-wss-';

/** The transform that signs a token in place of a reference to it (WSS 1.1.1, section 8.3). */
export const tokenTransform: string = `${oasis}soap-message-security-1.0#STR-Transform`;

/** A version of SAML as messages name it (SAML Token Profile 1.1, sections 3.3 and 3.4). */
interface SamlVersion {
  readonly name: '1.1' | '2.0';
  readonly namespace: string;
  /** Attribute with the ID of an assertion. */
  readonly id: string;
  readonly tokenType: string;
  /** ValueType of a KeyIdentifier. */
  readonly reference: string;
}

/** The versions of SAML. */
export const samlVersions: readonly SamlVersion[] = [
  {
    name: '2.0',
    namespace: 'urn:oasis:names:tc:SAML:2.0:assertion',
    id: 'ID',
    tokenType: `${wss11}saml-token-profile-1.1#SAMLV2.0`,
    reference: `${wss11}saml-token-profile-1.1#SAMLID`,
  },
  {
    name: '1.1',
    namespace: 'urn:oasis:names:tc:SAML:1.0:assertion',
    id: 'AssertionID',
    tokenType: `${wss11}saml-token-profile-1.1#SAMLV1.1`,
    reference: `${wss11}saml-token-profile-1.0#SAMLAssertionID`,
  },
];

/** Whether an element is a SecurityTokenReference to the assertion with an ID. */
export function refersTo(element: Element, id: string): boolean {
  const [reference, other] = elementsOf(element);
  if (!isNamed(element, wsseNamespace, 'SecurityTokenReference')) return false;
  if (reference === undefined || other !== undefined) return false;
  if (isNamed(reference, wsseNamespace, 'Reference')) {
    return idIn(attributeOf(reference, 'URI') ?? '') === id;
  }
  const type = attributeOf(reference, 'ValueType');
  return (
    isNamed(reference, wsseNamespace, 'KeyIdentifier') &&
    samlVersions.some((one) => one.reference === type) &&
    reference.children.every((child) => typeof child === 'string') &&
    reference.children.join('').trim() === id
  );
}

/** What is signed of a token by {@link tokenTransform}: its start tag says what `xmlns` is. */
export function dereferenced(tree: Tree, token: Element): CanonicalText {
  const { text, loose, unbound } = canonicalise(tree, token, { inclusive: [''] });
  const isDeclared = /^<[^\s>]+ xmlns="/.test(text);
  return { text: isDeclared ? text : text.replace(/^<[^\s>]+/, '$& xmlns=""'), loose, unbound };
}

/** Namespaces of WS-Addressing: 1.0, and the submission of 2004. */
export const addressingNamespaces: ReadonlySet<string> = new Set([
  'http://www.w3.org/2005/08/addressing',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
]);
/** Namespaces of what a Security header holds: tokens, times, signatures, keys. */
export const tokenNamespaces: ReadonlySet<string> = new Set([
  wsseNamespace,
  wsuNamespace,
  dsigNamespace,
  'http://www.w3.org/2009/xmldsig11#',
  encryption,
  wsse11Namespace,
  'urn:oasis:names:tc:SAML:1.0:assertion',
  'urn:oasis:names:tc:SAML:2.0:assertion',
  'http://schemas.xmlsoap.org/ws/2005/02/sc',
  'http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512',
  'http://schemas.xmlsoap.org/ws/2005/02/trust',
  'http://docs.oasis-open.org/ws-sx/ws-trust/200512',
]);
/** Namespace of `xop:Include`, whose content is outside of the envelope. */
const xopNamespace = 'http://www.w3.org/2004/08/xop/include';

/** How an element is written in canonical form. */
interface Canonical {
  /** Prefixes that are treated as in inclusive canonicalisation; `''` for the default namespace. */
  readonly inclusive?: readonly string[] | undefined;
  /** An element that is left out: the signature, by the transform enveloped-signature. */
  readonly without?: Element | undefined;
}

/**
 * What may be a prefix of a QName in a value, while the canonical form does not hold what it means
 * there (Exclusive XML Canonicalization 1.0, section 1.3). Only who knows the type of the value
 * knows whether it is one.
 */
export interface LooseName {
  readonly element: Element;
  /** Offset of the start tag for an attribute, of the content for a text. */
  readonly at: number;
  /** `''` for a value without prefix, which the default namespace may be that of. */
  readonly prefix: string;
  /** What it means in the message; `undefined` if nothing declares it. */
  readonly uri: string | undefined;
  /** The value of an attribute `xsi:type`, which is a QName whatever the contract says. */
  readonly type: string | undefined;
}

/** A canonical form, and the prefixes in it whose meaning it does not hold. */
export interface CanonicalText {
  readonly text: string;
  readonly loose: readonly LooseName[];
  /** Prefixes that may be those of QNames in values, with the URIs that they have there. */
  readonly unbound: ReadonlyMap<string, string>;
}

/**
 * An element in the form of Exclusive XML Canonicalization 1.0, without comments.
 *
 * Its own implementation, of the tree of our reader: what is hashed is what the reader decodes, and
 * no second parser can see another message.
 */
export function canonicalise(tree: Tree, element: Element, how: Canonical = {}): CanonicalText {
  const writer = new CanonicalWriter(tree, how);
  writer.element(element);
  return writer;
}

class CanonicalWriter implements CanonicalText {
  text = '';
  readonly loose: LooseName[] = [];
  private readonly tree: Tree;
  private readonly inclusive: readonly string[];
  private readonly without: Element | undefined;
  /** The bindings that the open elements have written. */
  private readonly rendered = new Map<string, string>();

  constructor(tree: Tree, { inclusive = [], without }: Canonical) {
    this.tree = tree;
    this.inclusive = inclusive;
    this.without = without;
  }

  get unbound(): ReadonlyMap<string, string> {
    return new Map(
      this.loose.flatMap(({ prefix, uri }) => (uri === undefined ? [] : [[prefix, uri]])),
    );
  }

  element(element: Element): void {
    const { raw } = element.name;
    this.text += `<${raw}`;
    const hidden = this.declarations(element);
    for (const attribute of [...element.attributes].sort(compareAttributes)) {
      const { raw: name, namespace, local, value } = attribute;
      this.text += ` ${name}="${escapeValue(value)}"`;
      const isType = local === 'type' && namespace === XSI_NAMESPACE;
      this.value(element, element.start, value, isType);
    }
    this.text += '>';
    for (const child of element.children) {
      if (typeof child === 'string') {
        this.text += escapeContent(child);
        this.value(element, element.content, child, false);
      } else if (child !== this.without) this.element(child);
    }
    this.text += `</${raw}>`;
    for (const [prefix, uri] of hidden) {
      if (uri === undefined) this.rendered.delete(prefix);
      else this.rendered.set(prefix, uri);
    }
  }

  private value(element: Element, at: number, value: string, isType: boolean): void {
    for (const [prefix, isName] of possiblePrefixes(value)) {
      if (prefix === 'xml' || prefix === 'xmlns') continue;
      const uri = this.tree.lookup(element, prefix);
      const written = this.rendered.get(prefix) ?? (prefix === '' ? '' : undefined);
      const isBound = written !== undefined && uri === written;
      if (isBound || (uri === undefined && !isName)) continue;
      this.loose.push({ element, at, prefix, uri, type: isType ? value.trim() : undefined });
    }
  }

  /** Writes the declarations that the element needs. Returns the bindings that they hide. */
  private declarations(element: Element): readonly (readonly [string, string | undefined])[] {
    const used = new Set([element.name.prefix, ...this.inclusive]);
    for (const { raw, namespace } of element.attributes) {
      if (namespace !== '') used.add(prefixOf(raw));
    }
    used.delete('xml');
    const hidden: (readonly [string, string | undefined])[] = [];
    for (const prefix of [...used].sort(compare)) {
      const uri = this.tree.lookup(element, prefix);
      const before = this.rendered.get(prefix);
      if (uri === undefined || uri === (before ?? (prefix === '' ? '' : undefined))) continue;
      hidden.push([prefix, before]);
      this.rendered.set(prefix, uri);
      this.text += ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeValue(uri)}"`;
    }
    return hidden;
  }
}

/**
 * What before a colon may be a prefix, and `''` if something may be a name without one; each with
 * whether one of the words is a name with it, and not only something before a colon.
 */
function possiblePrefixes(value: string): ReadonlyMap<string, boolean> {
  const prefixes = new Map<string, boolean>();
  if (!value.includes(':')) return /\S/.test(value) ? prefixes.set('', false) : prefixes;
  const found = new Set<string>();
  collectPrefixes(value, found);
  for (const prefix of found) prefixes.set(prefix, false);
  for (const word of value.split(/\s+/)) {
    const colon = word.indexOf(':');
    const prefix = word.slice(0, Math.max(colon, 0));
    if (word === '' || colon === 0) continue;
    const isName = colon > 0 && isNcName(prefix) && isNcName(word.slice(colon + 1));
    if (isName || !prefixes.has(prefix)) prefixes.set(prefix, isName);
  }
  return prefixes;
}

function compareAttributes(one: XmlAttributeToken, other: XmlAttributeToken): number {
  return compare(one.namespace, other.namespace) || compare(one.local, other.local);
}

/** Compares by code points; code units above the surrogates come before these. */
function compare(one: string, other: string): number {
  for (let at = 0; ; at++) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (Number.isNaN(a) || Number.isNaN(b)) return one.length - other.length;
    if (a !== b) return rank(a) - rank(b);
  }
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function escapeContent(text: string): string {
  return text.replace(/[&<>\r]/g, (sign) => references[sign] ?? sign);
}

function escapeValue(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, (sign) => references[sign] ?? sign);
}

/** An element of a message, with its place in the text. */
export interface Element {
  /** The name, with what is in scope. */
  readonly name: XmlName;
  /** Without declarations of namespaces. */
  readonly attributes: readonly XmlAttributeToken[];
  readonly children: (Element | string)[];
  readonly parent: Element | undefined;
  /** Offset of the start tag. */
  readonly start: number;
  /** Offset of the content. */
  readonly content: number;
  /** Offset of the end tag; that of the content in an empty-element tag. */
  end: number;
  readonly isEmptyTag: boolean;
}

/** A message as a tree, read by the reader that also decodes it. */
export interface Tree {
  readonly root: Element;
  readonly text: string;
  /** Looks up the URI of a prefix in the scope of an element; `''` is the default namespace. */
  lookup(element: Element, prefix: string): string | undefined;
}

/** Open elements at once. */
const depth = 1000;
/** What may hold `<?` without being a processing instruction, and what is one. */
const instruction = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?/g;

/**
 * Reads a message as a tree. Comments are no part of it, as in the canonical form.
 *
 * @throws Error it is not well-formed, has a DOCTYPE or a processing instruction, which SOAP
 *   forbids (SOAP 1.1, section 3), or nests too deeply
 */
export function readTree(text: string): Tree {
  const reader = new XmlReader(text, { limits: { depth }, remember: false });
  const root = readRoot(reader);
  const found = [...text.matchAll(instruction)].find(
    ([match], at) => match === '<?' && !(at === 0 && /^\s*<\?xml\s/.test(text)),
  );
  if (found !== undefined) throw new Error('The message has a processing instruction.');
  const { prefixes } = reader;
  return {
    root,
    text,
    lookup: ({ name }, prefix) => prefixes.lookup(name.scope, prefix),
  };
}

function readRoot(reader: XmlReader): Element {
  let root: Element | undefined;
  let open: Element | undefined;
  for (let token = reader.next(); token !== EOF; token = reader.next()) {
    if (token === TEXT) open?.children.push(reader.textValue);
    else if (token === START) {
      open = elementOf(reader, open);
      open.parent?.children.push(open);
      root ??= open;
    } else if (token === END && open !== undefined) {
      open.end = open.isEmptyTag ? open.content : reader.offset;
      open = open.parent;
    }
  }
  if (root === undefined) throw new Error('The message is empty.');
  return root;
}

function elementOf(reader: XmlReader, parent: Element | undefined): Element {
  const { name, attributes, offset, position, selfClosed } = reader;
  return {
    name,
    attributes,
    children: [],
    parent,
    start: offset,
    content: position,
    end: position,
    isEmptyTag: selfClosed,
  };
}

/** Whether an element has this name. */
export function isNamed({ name }: Element, namespace: string, local: string): boolean {
  return name.local === local && name.namespace === namespace;
}

/** The child elements. */
export function elementsOf({ children }: Element): readonly Element[] {
  return children.filter((child): child is Element => typeof child !== 'string');
}

/** An element and all that are inside, in document order. */
export function* within(element: Element): Generator<Element> {
  const waiting = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    for (const child of elementsOf(next).slice().reverse()) waiting.push(child);
  }
}

/** The value of an attribute; one without namespace by default. */
export function attributeOf(element: Element, local: string, namespace = ''): string | undefined {
  return element.attributes.find((one) => one.local === local && one.namespace === namespace)
    ?.value;
}

/** For whom a Security header is. */
interface SecurityPlace {
  readonly actor: string | undefined;
  readonly mustUnderstand: boolean;
}

/**
 * Puts content at the start of the Security header for an actor, or into a new one.
 *
 * @throws Error there are several
 */
export function inSecurity(message: Message, place: SecurityPlace, content: string): Edit {
  const security = securityIn(message, place.actor);
  if (security !== undefined) return insideStart(message.tree, security, content);
  return inHeader(message, securityHeader(message, place, content));
}

/** Where an entry of the header goes: to its end, or into a new one. */
function inHeader({ tree, header, body }: Message, entry: string): Edit {
  if (header !== undefined) return insideEnd(tree, header, entry);
  const { prefix } = body.name;
  const name = prefix === '' ? 'Header' : `${prefix}:Header`;
  return { at: body.start, text: `<${name}>${entry}</${name}>` };
}

function securityHeader(
  { tree, version, body }: Message,
  { actor, mustUnderstand }: SecurityPlace,
  content: string,
): string {
  const prefix = body.name.prefix === '' ? 'env' : body.name.prefix;
  const declares = tree.lookup(tree.root, prefix) !== version.namespace;
  const attribute = version.binding === 'soap11' ? 'actor' : 'role';
  const attributes = [
    ...(declares ? [`xmlns:${prefix}="${version.namespace}"`] : []),
    ...(mustUnderstand ? [`${prefix}:mustUnderstand="1"`] : []),
    ...(actor === undefined ? [] : [`${prefix}:${attribute}="${escapeAttribute(actor)}"`]),
  ];
  const start = ['wsse:Security', namespaces, ...attributes].join(' ');
  return `<${start}>${content}</wsse:Security>`;
}

const namespaces = `xmlns:wsse="${wsseNamespace}" xmlns:wsu="${wsuNamespace}"`;

/** Elements that declare their prefixes, so that they fit into a header of somebody else. */
export function declared(xml: string): string {
  return xml.replace(/^<[^\s>]+/, `$& ${namespaces}`);
}

/** A text that is put into a message. */
export interface Edit {
  readonly at: number;
  /** Characters that it replaces. Default 0. */
  readonly replaces?: number;
  readonly text: string;
}

/** A message with texts put into it. */
export function edited(xml: string, edits: readonly Edit[]): string {
  let end = 0;
  const parts = [...edits]
    .sort((one, other) => one.at - other.at)
    .flatMap(({ at, replaces = 0, text }) => {
      const before = xml.slice(end, at);
      end = at + replaces;
      return [before, text];
    });
  return parts.join('') + xml.slice(end);
}

/** Offset after an element. */
export function afterEnd({ end, content, isEmptyTag }: Element, text: string): number {
  return isEmptyTag ? content : text.indexOf('>', end) + 1;
}

/** Puts content at the start of an element. */
function insideStart(tree: Tree, element: Element, text: string): Edit {
  return element.isEmptyTag ? opened(tree, element, text) : { at: element.content, text };
}

/** Puts content at the end of an element. */
export function insideEnd(tree: Tree, element: Element, text: string): Edit {
  return element.isEmptyTag ? opened(tree, element, text) : { at: element.end, text };
}

/** An empty-element tag gets an end tag. */
function opened({ text: xml }: Tree, { name, content }: Element, text: string): Edit {
  const replaces = 2;
  if (xml.slice(content - replaces, content) !== '/>') throw new Error('A tag has no end.');
  return { at: content - replaces, replaces, text: `>${text}</${name.raw}>` };
}

/** Whether an element is where it is read: a header, in the Security header, or in the Body. */
export function isReadAt(
  { parent, name }: Element,
  { header, body }: Message,
  security: Element,
): boolean {
  if (parent === undefined) return false;
  if (parent === security) return name.namespace !== encryption || name.local === 'EncryptedData';
  if (parent === header) return !(name.namespace === wsseNamespace && name.local === 'Security');
  for (let at: Element | undefined = parent; at !== undefined; at = at.parent) {
    if (at === body) return true;
  }
  return false;
}
