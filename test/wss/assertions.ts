import { randomUUID } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import type { SamlRules } from '../../src/runtime/wss.ts';
import { envelope, pem } from './messages.ts';

export const audience = 'https://service.test/';
export const issuer = 'https://sts.test/';
/** Trusts the token service of these tests. */
export const samlRules: SamlRules = { trust: pem('server.pem'), audience };

const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-';

/** A time, in seconds from now. */
export const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** What an assertion says. Elements are as XML. */
export interface Said {
  readonly id?: string;
  readonly method?: string;
  readonly data?: string;
  readonly name?: string;
  readonly conditions?: string;
  readonly attributes?: string;
}

const restriction = {
  '2.0': `<a:AudienceRestriction><a:Audience>${audience}</a:Audience></a:AudienceRestriction>`,
  '1.1': `<a:AudienceRestrictionCondition><a:Audience>${audience}</a:Audience></a:AudienceRestrictionCondition>`,
};

/** Conditions of five minutes. */
export function conditions(more = '', version: '1.1' | '2.0' = '2.0'): string {
  const times = `NotBefore="${at(-60)}" NotOnOrAfter="${at(300)}"`;
  return `<a:Conditions ${times}>${restriction[version]}${more}</a:Conditions>`;
}

const value = (text: string): string => `<a:AttributeValue>${text}</a:AttributeValue>`;

/** An assertion of SAML 2.0 that is not signed. */
export function assertion20(said: Said = {}): string {
  const { id = `_${randomUUID()}`, method = 'bearer', data = '', name = 'ada' } = said;
  const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
  const attributes =
    said.attributes ??
    `<a:Attribute Name="role">${value('nurse')}${value('tutor &amp; more')}</a:Attribute>`;
  return (
    `<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" ` +
    `IssueInstant="${at(0)}"><a:Issuer>${issuer}</a:Issuer>` +
    `<a:Subject><a:NameID Format="${format}">${name}</a:NameID>` +
    `<a:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${method}">` +
    `${data === '' ? '' : `<a:SubjectConfirmationData${data}</a:SubjectConfirmationData>`}` +
    `</a:SubjectConfirmation></a:Subject>${said.conditions ?? conditions()}` +
    `<a:AuthnStatement AuthnInstant="${at(-5)}" SessionIndex="s1"><a:AuthnContext>` +
    '<a:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password' +
    '</a:AuthnContextClassRef></a:AuthnContext></a:AuthnStatement>' +
    `<a:AttributeStatement>${attributes}</a:AttributeStatement></a:Assertion>`
  );
}

/** An assertion of SAML 1.1 that is not signed. */
export function assertion11(said: Said = {}): string {
  const { id = `_${randomUUID()}`, method = 'bearer', data = '', name = 'ada' } = said;
  const subject =
    `<a:Subject><a:NameIdentifier>${name}</a:NameIdentifier><a:SubjectConfirmation>` +
    `<a:ConfirmationMethod>urn:oasis:names:tc:SAML:1.0:cm:${method}</a:ConfirmationMethod>` +
    `${data}</a:SubjectConfirmation></a:Subject>`;
  const attributes =
    said.attributes ??
    `<a:Attribute AttributeName="role" AttributeNamespace="http://claims.test">${value('nurse')}` +
      `${value('tutor &amp; more')}</a:Attribute>`;
  return (
    `<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:1.0:assertion" AssertionID="${id}" ` +
    `MajorVersion="1" MinorVersion="1" Issuer="${issuer}" IssueInstant="${at(0)}">` +
    `${said.conditions ?? conditions('', '1.1')}` +
    '<a:AuthenticationStatement AuthenticationMethod="urn:oasis:names:tc:SAML:1.0:am:password" ' +
    `AuthenticationInstant="${at(-5)}">${subject}</a:AuthenticationStatement>` +
    `<a:AttributeStatement>${subject}${attributes}</a:AttributeStatement></a:Assertion>`
  );
}

/** Signs an assertion with xml-crypto, a signature that is not ours. */
export function issued(xml: string, name = 'server'): string {
  const is20 = xml.includes('Version="2.0"');
  const signer = new SignedXml({
    idAttribute: is20 ? 'ID' : 'AssertionID',
    privateKey: pem(`${name}.key`),
    publicCert: pem(`${name}.pem`),
    canonicalizationAlgorithm: exclusive,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  });
  signer.addReference({
    xpath: "/*[local-name(.)='Assertion']",
    transforms: [`${dsig}enveloped-signature`, exclusive],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  const reference = is20 ? "/*/*[local-name(.)='Issuer']" : '/*/*[last()]';
  signer.computeSignature(xml, { location: { reference, action: 'after' } });
  return signer.getSignedXml();
}

/** An envelope with this in its Security header. */
export function carried(...tokens: readonly string[]): string {
  const namespaces = `xmlns:wsse="${oasis}secext-1.0.xsd" xmlns:wsu="${oasis}utility-1.0.xsd"`;
  return envelope('soap11', `<wsse:Security ${namespaces}>${tokens.join('')}</wsse:Security>`);
}

/** KeyInfo with the certificate of a name. */
export function keyInfoOf(name: string): string {
  const certificate = pem(`${name}.pem`).replace(/-----[A-Z ]+-----|\n/g, '');
  return (
    `<ds:KeyInfo xmlns:ds="${dsig}"><ds:X509Data><ds:X509Certificate>${certificate}` +
    '</ds:X509Certificate></ds:X509Data></ds:KeyInfo>'
  );
}
