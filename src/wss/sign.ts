import { dsigNamespace, wsuNamespace } from '../runtime/wss/names.ts';
import { escapeAttribute } from '../runtime/xml/write-text.ts';
import { canonicalise } from './canonical.ts';
import { type Edit, edited, insideEnd, withAttribute } from './edit.ts';
import { elementWithId } from './ids.ts';
import { elementsNamed, type Message, readMessage, securityIn } from './message.ts';
import { exclusive } from './names.ts';
import type { Unsigned } from './security-content.ts';
import type { SigningSettings } from './signer-settings.ts';
import { attributeOf, type Element, readTree, type Tree } from './tree.ts';

/** What is signed by default: the Body, and of these what is there. */
const usual = ['Timestamp', 'UsernameToken', 'Addressing'];

/**
 * Signs a message.
 *
 * @throws Error an element is not there
 */
export function signWith({ xml, keyInfo }: Unsigned, settings: SigningSettings): string {
  const named = withIds(xml, settings);
  const message = readMessage(named.xml);
  const { tree } = message;
  const references = named.ids.map((id) => {
    return writeReference(tree, elementWithId(tree, id), id, settings);
  });
  const info =
    `<ds:SignedInfo xmlns:ds="${dsigNamespace}">` +
    `<ds:CanonicalizationMethod Algorithm="${exclusive}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${settings.signature.uri}"></ds:SignatureMethod>` +
    `${references.join('')}</ds:SignedInfo>`;
  const part = readTree(info);
  const value = settings.signature.sign(canonicalise(part, part.root).text, settings.key);
  const signature =
    `<ds:Signature xmlns:ds="${dsigNamespace}">${info}` +
    `<ds:SignatureValue>${value}</ds:SignatureValue>` +
    `<ds:KeyInfo>${keyInfo.content}</ds:KeyInfo></ds:Signature>`;
  return edited(named.xml, [insideEnd(tree, securityOf(message, settings), signature)]);
}

/** The message with an ID on each element that is signed. */
function withIds(
  xml: string,
  settings: SigningSettings,
): { readonly xml: string; readonly ids: readonly string[] } {
  const message = readMessage(xml);
  const { tree } = message;
  const edits: Edit[] = [];
  const ids = signedElements(message, settings).map((element) => {
    const known = attributeOf(element, 'Id', wsuNamespace);
    if (known !== undefined) return known;
    const id = settings.newId();
    edits.push(withAttribute(element, idAttribute(tree, element, id)));
    return id;
  });
  return { xml: edited(xml, edits), ids };
}

function securityOf(message: Message, { actor }: SigningSettings): Element {
  const security = securityIn(message, actor);
  if (security === undefined) throw new Error('There is no Security header.');
  return security;
}

/** The elements to sign, each once. */
function signedElements(message: Message, settings: SigningSettings): readonly Element[] {
  const security = securityOf(message, settings);
  const find = (name: string): readonly Element[] => elementsNamed(name, message, security);
  const { elements } = settings;
  if (elements === undefined) return [message.body, ...usual.flatMap(find)];
  const found = elements.flatMap((name) => {
    const all = find(name);
    if (all.length === 0) throw new Error(`There is no element ${name}.`);
    return all;
  });
  if (found.length === 0) throw new Error('elements names none.');
  return [...new Set(found)];
}

/** The attribute `wsu:Id`, with a prefix that means nothing else there. */
function idAttribute(tree: Tree, element: Element, id: string): string {
  for (let count = 0; ; count++) {
    const prefix = count === 0 ? 'wsu' : `wsu${count}`;
    const uri = tree.lookup(element, prefix);
    if (uri === wsuNamespace) return `${prefix}:Id="${id}"`;
    if (uri === undefined) return `xmlns:${prefix}="${wsuNamespace}" ${prefix}:Id="${id}"`;
  }
}

function writeReference(
  tree: Tree,
  element: Element,
  id: string,
  { digest }: SigningSettings,
): string {
  const unbound = [...canonicalise(tree, element).unbound.keys()].sort();
  const { text } = canonicalise(tree, element, { inclusive: unbound });
  const list = unbound.map((prefix) => (prefix === '' ? '#default' : prefix)).join(' ');
  const start = `<ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="${list}">`;
  const namespaces = list === '' ? '' : `${start}</ec:InclusiveNamespaces>`;
  const transform = `<ds:Transform Algorithm="${exclusive}">${namespaces}</ds:Transform>`;
  return (
    `<ds:Reference URI="#${escapeAttribute(id)}"><ds:Transforms>${transform}</ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${digest.uri}"></ds:DigestMethod>` +
    `<ds:DigestValue>${digest.digest(text)}</ds:DigestValue></ds:Reference>`
  );
}
