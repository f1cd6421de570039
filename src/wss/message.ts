import { type SoapVersion, versionOf } from '../runtime/soap/envelope.ts';
import { isOwnRole } from '../runtime/soap/server/header-entries.ts';
import { wsseNamespace, wsuNamespace } from '../runtime/wss/names.ts';
import { addressingNamespaces, xopNamespace } from './names.ts';
import {
  attributeOf,
  type Element,
  elementsOf,
  isNamed,
  readTree,
  type Tree,
  within,
} from './tree.ts';

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
 * headers of WS-Addressing, `Name` or `{namespace}Name` for whatever has the name.
 */
export type SignedElement = string;

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
  const inSecurity: Readonly<Record<string, string>> = {
    Timestamp: wsuNamespace,
    UsernameToken: wsseNamespace,
    BinarySecurityToken: wsseNamespace,
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
export function isMultipart(contentType: string | undefined): boolean {
  return /^\s*multipart\//i.test(contentType ?? '');
}
