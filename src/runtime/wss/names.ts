import type { XmlElement } from '../xml/element.ts';

const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-';

/** Namespace `wsse` (Web Services Security: SOAP Message Security 1.1.1). */
export const wsseNamespace: string = `${oasis}wssecurity-secext-1.0.xsd`;
/** Namespace `wsu`. */
export const wsuNamespace: string = `${oasis}wssecurity-utility-1.0.xsd`;
/** Type of a password as it is (UsernameToken Profile 1.1.1, section 3.1). */
export const passwordText: string = `${oasis}username-token-profile-1.0#PasswordText`;
/** Type of a password as a digest. */
export const passwordDigest: string = `${oasis}username-token-profile-1.0#PasswordDigest`;
/** The encoding of nonces. */
export const base64Encoding: string = `${oasis}soap-message-security-1.0#Base64Binary`;

/** Whether an element is `wsse:Security`. */
export function isSecurityHeader({ name, namespace }: XmlElement): boolean {
  return name === 'Security' && namespace === wsseNamespace;
}
