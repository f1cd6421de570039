import { createHmac } from 'node:crypto';
import type { Operation } from '../operation/descriptor.ts';
import { soap11, soap12 } from '../soap/client.ts';
import { START } from '../xml/errors.ts';
import type { XmlReader } from '../xml/reader.ts';
import { type Element, elementsOf, isNamed, type Tree } from './message.ts';

/** A version of WS-Trust: 1.3 and 1.4, which adds `ActAs`, or that of February 2005, as in WCF. */
export type TrustVersion = '1.3' | '1.4' | '2005';

/** What a token service is asked for. */
export type TrustRequest = 'Issue' | 'Renew' | 'Cancel';

/** Kinds of keys that belong to a token. */
export type TokenKeyType = 'bearer' | 'symmetric' | 'public';

const trust13 = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';
const trust2005 = 'http://schemas.xmlsoap.org/ws/2005/02/trust';

/** The namespaces of WS-Trust. */
export const trustNamespaces: readonly string[] = [trust13, trust2005];

/** Namespace of a version, which 1.4 has in common with 1.3. */
export function trustNamespace(version: TrustVersion): string {
  return version === '2005' ? trust2005 : trust13;
}

/** URIs of the kinds of keys (WS-Trust 1.3, 9.2; Identity Selector Interoperability Profile). */
export function keyTypesOf(namespace: string): Readonly<Record<TokenKeyType, string>> {
  const bearer =
    namespace === trust2005
      ? 'http://schemas.xmlsoap.org/ws/2005/05/identity/NoProofKey'
      : `${trust13}/Bearer`;
  return { bearer, symmetric: `${namespace}/SymmetricKey`, public: `${namespace}/PublicKey` };
}

/** The URI of P_SHA1 in a version (WS-Trust 1.3, section 4.4.4). */
export function computedKeyUri(namespace: string): string {
  return `${namespace}/CK/PSHA1`;
}

/** Namespaces of what requests for tokens hold beside words of WS-Trust. */
export const trustParts: Readonly<Record<'actAs' | 'policy' | 'addressing' | 'claims', string>> = {
  actAs: 'http://docs.oasis-open.org/ws-sx/ws-trust/200802',
  policy: 'http://schemas.xmlsoap.org/ws/2004/09/policy',
  addressing: 'http://www.w3.org/2005/08/addressing',
  claims: 'http://schemas.xmlsoap.org/ws/2005/05/identity',
};

/**
 * The key that both sides compute of what each gave: P_SHA1 of TLS (WS-Trust 1.3, section 4.4.4;
 * RFC 2246, section 5).
 *
 * @param length Bytes of the key.
 */
export function computedKey(client: Uint8Array, service: Uint8Array, length: number): Buffer {
  const mac = (...parts: readonly Uint8Array[]): Buffer => {
    const hmac = createHmac('sha1', client);
    for (const one of parts) hmac.update(one);
    return hmac.digest();
  };
  const blocks: Buffer[] = [];
  let state: Uint8Array = service;
  for (let bytes = 0; bytes < length; bytes += 20) {
    state = mac(state);
    blocks.push(mac(state, service));
  }
  return Buffer.concat(blocks).subarray(0, length);
}

/** An operation of a token service, whose messages are read as trees. */
type TrustOperation = Operation<string, string, 'soap12' | 'soap11'>;

/** Path of a token service in tests, which no client uses. */
const path = '/SecurityTokenService';

/** The operation of a request. Its input is the element, its result the envelope of the answer. */
export function trustOperation(namespace: string, request: TrustRequest): TrustOperation {
  const action = `${namespace}/RST/${request}`;
  return {
    service: 'SecurityTokenService',
    name: request,
    path,
    namespace,
    bindings: ['soap12', 'soap11'],
    client: [soap12, soap11],
    soap: {
      action,
      action12: action,
      element: { namespace, local: 'RequestSecurityToken' },
      writeRequest: (element) => element,
      readResponse: readWhole,
    },
  };
}

/** The whole message of which the Body is read. */
export function readWhole(reader: XmlReader): string {
  while (reader.nextTag() === START) reader.skip();
  return reader.source;
}

/** Children of a name in one of the namespaces of WS-Trust. */
export function trustChildren(element: Element, local: string): readonly Element[] {
  return elementsOf(element).filter((one) =>
    trustNamespaces.some((namespace) => isNamed(one, namespace, local)),
  );
}

/** The text of a child; `undefined` without one. */
export function trustText(element: Element, local: string): string | undefined {
  const [child] = trustChildren(element, local);
  return child && ownTextOf(child);
}

/** The text of an element, without that of elements in it. */
export function ownTextOf({ children }: Element): string {
  return children
    .filter((one) => typeof one === 'string')
    .join('')
    .trim();
}

/**
 * An element as text, with the namespaces of elements around it that it needs, so that it may be
 * put elsewhere: those of prefixes that occur in it, or all, for a signature of inclusive
 * canonicalisation.
 */
export function standalone(tree: Tree, element: Element): string {
  const { text } = tree;
  const { start, content, end, isEmptyTag, name } = element;
  const whole = text.slice(start, isEmptyTag ? content : text.indexOf('>', end) + 1);
  const prefixesIn = (part: string): ReadonlySet<string> =>
    new Set([...part.matchAll(/\sxmlns(?::([^\s=]+))?\s*=/g)].map(([, one = '']) => one));
  const own = prefixesIn(text.slice(start, content));
  const isInclusive = /"http:\/\/www\.w3\.org\/(?:TR\/2001\/REC-xml-c14n|2006\/12\/xml-c14n)/.test(
    whole,
  );
  const words = whole.matchAll(/[^\s<>"'=/:]+:?/g);
  const used = new Set([...words].map(([word]) => (word.endsWith(':') ? word.slice(0, -1) : '')));
  const missing = [...prefixesIn(text.slice(0, start))].flatMap((prefix) => {
    const attribute = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
    const uri = tree.lookup(element, prefix);
    const isNeeded = isInclusive || prefix === '' || used.has(prefix);
    if (uri === undefined || uri === '' || own.has(prefix) || !isNeeded) return [];
    return [` ${attribute}="${uri.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"`];
  });
  const at = 1 + name.raw.length;
  return whole.slice(0, at) + missing.join('') + whole.slice(at);
}
