import { dsigNamespace, wsseNamespace, wsuNamespace } from '../runtime/wss/names.ts';

const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-';
const x509 = `${oasis}x509-token-profile-1.0#`;

/** Exclusive XML Canonicalization 1.0, without comments. */
export const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** The transform that leaves the signature out. */
export const enveloped: string = `${dsigNamespace}enveloped-signature`;
/** Types of tokens and of references to them (X.509 Token Profile 1.1.1, section 3). */
export const valueTypes: Readonly<Record<'certificate' | 'subjectKey' | 'thumbprint', string>> = {
  certificate: `${x509}X509v3`,
  subjectKey: `${x509}X509SubjectKeyIdentifier`,
  thumbprint: 'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1',
};
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
  'http://www.w3.org/2001/04/xmlenc#',
  'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd',
  'urn:oasis:names:tc:SAML:1.0:assertion',
  'urn:oasis:names:tc:SAML:2.0:assertion',
  'http://schemas.xmlsoap.org/ws/2005/02/sc',
  'http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512',
  'http://schemas.xmlsoap.org/ws/2005/02/trust',
  'http://docs.oasis-open.org/ws-sx/ws-trust/200512',
]);
/** Namespace of `xop:Include`, whose content is outside of the envelope. */
export const xopNamespace = 'http://www.w3.org/2004/08/xop/include';
