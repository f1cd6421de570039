import type { XmlElement } from '../xml/element.ts';

// Whole texts: of parts that are joined, bundlers would keep them in every client.

/** Namespace `wsse` (Web Services Security: SOAP Message Security 1.1.1). */
export const wsseNamespace: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
/** Namespace `wsu`. */
export const wsuNamespace: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
/** Namespace `ds` (XML Signature Syntax and Processing). */
export const dsigNamespace: string = 'http://www.w3.org/2000/09/xmldsig#';
/** Type of a password as it is (UsernameToken Profile 1.1.1, section 3.1). */
export const passwordText: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText';
/** Type of a password as a digest. */
export const passwordDigest: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0' +
  '#PasswordDigest';
/** The encoding of nonces. */
export const base64Encoding: string =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary';

/** Whether an element is `wsse:Security`. */
export function isSecurityHeader({ name, namespace }: XmlElement): boolean {
  return name === 'Security' && namespace === wsseNamespace;
}

/**
 * A Timestamp (SOAP Message Security 1.1.1, section 10), without the declaration of `wsu`.
 *
 * @param now Milliseconds since 1970.
 * @param seconds Until it expires.
 */
export function timestampText(now: number, seconds: number): string {
  const [created, expires] = [now, now + seconds * 1000].map((time) =>
    new Date(time).toISOString(),
  );
  return (
    `<wsu:Timestamp wsu:Id="Timestamp"><wsu:Created>${created}</wsu:Created>` +
    `<wsu:Expires>${expires}</wsu:Expires></wsu:Timestamp>`
  );
}
