import { createHmac, X509Certificate } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { signatureVerifier } from '../../src/wss/index.ts';
import { input, pem, rules, sender, signed } from './messages.ts';

const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-';
const wsse = `${oasis}secext-1.0.xsd`;
const wsu = `${oasis}utility-1.0.xsd`;
const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const c14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const namespaces = `xmlns:wsse="${wsse}" xmlns:wsu="${wsu}"`;

type Change = (xml: string) => string;
const evil = '<AuthCode xmlns="http://tempuri.org/"><code>9</code><phone>9</phone></AuthCode>';
const evilBody = (attributes = ''): string => `<soap:Body${attributes}>${evil}</soap:Body>`;
const part = (xml: string, pattern: RegExp): string => pattern.exec(xml)?.[0] ?? fail(pattern);
const fail = (pattern: RegExp): never => {
  throw new Error(`There is no ${pattern}.`);
};
const bodyOf = (xml: string): string => part(xml, /<soap:Body.*<\/soap:Body>/s);
const bodyId = (xml: string): string => /<soap:Body [^>]*Id="([^"]+)"/.exec(xml)?.[1] ?? '';
const signatureOf = (xml: string): string => part(xml, /<ds:Signature .*<\/ds:Signature>/s);
const securityOf = (xml: string): string => part(xml, /<wsse:Security .*<\/wsse:Security>/s);
const replace =
  (find: string | RegExp, by: string | ((match: string) => string)): Change =>
  (xml) => {
    const changed = xml.replace(find, by as string);
    if (changed === xml) throw new Error(`There is no ${String(find)}.`);
    return changed;
  };

/** Puts the signed Body to another place, and another Body into its own. */
const moved =
  (to: RegExp, place: (body: string) => string, body: (xml: string) => string): Change =>
  (xml) => {
    const own = bodyOf(xml);
    return replace(to, (match) => place(own) + match)(xml.replace(own, () => body(xml)));
  };
const headerEnd = /<\/soap:Header>/;
const wrapped = (body: string): string => `<x:Wrapper xmlns:x="urn:x">${body}</x:Wrapper>`;
const sameId = (attribute: string): Change =>
  moved(headerEnd, wrapped, (xml) =>
    evilBody(` xmlns:wsu="${wsu}" xmlns:x="urn:x" ${attribute}="${bodyId(xml)}"`),
  );
const transform = (algorithm: string, content = ''): Change =>
  replace(`<ds:Transform Algorithm="${c14n}"></ds:Transform>`, () => {
    return `<ds:Transform Algorithm="${algorithm}">${content}</ds:Transform>`;
  });
const keyInfo = (content: string): Change =>
  replace(/<ds:KeyInfo>.*<\/ds:KeyInfo>/s, `<ds:KeyInfo>${content}</ds:KeyInfo>`);

/** Attacks, and why they are refused. */
const attacks: readonly [string, string, Change][] = [
  ['the Body is changed', 'A signed element was changed.', replace('>1<', '>9<')],
  [
    'an element is added to the Body',
    'A signed element was changed.',
    replace('</AuthCode>', '<x/></AuthCode>'),
  ],
  [
    'an attribute is added to the Body',
    'A signed element was changed.',
    replace('<code>', '<code x="1">'),
  ],
  [
    'the namespace of an element is changed',
    'A signed element was changed.',
    replace('http://tempuri.org/', 'http://evil.org/'),
  ],
  [
    'the Body is moved into a header, with a new one',
    'The element Body is not signed.',
    moved(headerEnd, wrapped, () => evilBody()),
  ],
  [
    'the Body is moved into a header, and the new one has another ID',
    'The element Body is not signed.',
    moved(headerEnd, wrapped, () => evilBody(' Id="other"')),
  ],
  [
    'the Body itself becomes a header',
    'The element Body is not signed.',
    moved(
      headerEnd,
      (body) => body,
      () => evilBody(),
    ),
  ],
  [
    'the Body is moved into Security',
    'The element Body is not signed.',
    moved(
      /<\/wsse:Security>/,
      (one) => one,
      () => evilBody(),
    ),
  ],
  [
    'the Body is moved into the token',
    'BinarySecurityToken has elements in it.',
    moved(
      /<\/wsse:Binary/,
      (one) => one,
      () => evilBody(),
    ),
  ],
  [
    'the Body is moved into an Object of the signature',
    'The signature has not just SignedInfo,SignatureValue,KeyInfo.',
    moved(
      /<\/ds:Signature>/,
      (one) => `<ds:Object>${one}</ds:Object>`,
      () => evilBody(),
    ),
  ],
  [
    'the Body is moved into KeyInfo',
    'KeyInfo has not just one element.',
    moved(
      /<\/ds:KeyInfo>/,
      (one) => one,
      () => evilBody(),
    ),
  ],
  [
    'a Body stands before the Body',
    'The envelope has something other than a Header and a Body.',
    replace('<soap:Body', `${evilBody()}<soap:Body`),
  ],
  [
    'a Body stands after the Body',
    'The envelope has something other than a Header and a Body.',
    replace('</soap:Envelope>', `${evilBody()}</soap:Envelope>`),
  ],
  [
    'the Body is within the new Body',
    'The element Body is not signed.',
    (xml) => xml.replace(bodyOf(xml), (own) => `<soap:Body>${evil}${own}</soap:Body>`),
  ],
  [
    'something stands after the Body',
    'The envelope has something other than a Header and a Body.',
    replace('</soap:Envelope>', '<x/></soap:Envelope>'),
  ],
  [
    'the Header comes twice',
    'Missing required soap:Body',
    replace('<soap:Header>', '<soap:Header/><soap:Header>'),
  ],
  ['the same wsu:Id again', 'is not that of one element', sameId('wsu:Id')],
  ['the same ID in Id', 'is not that of one element', sameId('Id')],
  ['the same ID in ID', 'is not that of one element', sameId('ID')],
  ['the same ID in id', 'is not that of one element', sameId('id')],
  ['the same ID in xml:id', 'is not that of one element', sameId('xml:id')],
  [
    'the same ID in an attribute of another namespace',
    'is not that of one element',
    sameId('x:Id'),
  ],
  [
    'the same wsu:Id on two headers',
    'is not that of one element',
    replace(headerEnd, `<a wsu:Id="a" xmlns:wsu="${wsu}"/><b wsu:Id="a" xmlns:wsu="${wsu}"/>$&`),
  ],
  [
    'the signature is outside of Security',
    'The message is not signed.',
    (xml) =>
      xml.replace(signatureOf(xml), '').replace(headerEnd, () => signatureOf(xml) + headerText),
  ],
  [
    'the signature is in the Body',
    'The message is not signed.',
    (xml) =>
      xml.replace(signatureOf(xml), '').replace('</soap:Body>', (end) => signatureOf(xml) + end),
  ],
  [
    'the signature is within something else',
    'The message is not signed.',
    (xml) => xml.replace(signatureOf(xml), wrapped),
  ],
  [
    'Security is within something else',
    'There is no Security header.',
    (xml) => xml.replace(securityOf(xml), wrapped),
  ],
  [
    'Security is for another actor',
    'There is no Security header.',
    replace('<wsse:Security ', '$&soap:actor="urn:other" '),
  ],
  [
    'Security is for another actor, and ours is empty',
    'The message is not signed.',
    (xml) =>
      replace(
        '<wsse:Security ',
        '$&soap:actor="urn:other" ',
      )(xml).replace(headerEnd, `<wsse:Security ${namespaces}/>${headerText}`),
  ],
  [
    'a second Security',
    'There are several Security headers.',
    replace(headerEnd, `<wsse:Security ${namespaces}/>$&`),
  ],
  [
    'a second signature',
    'There are several signatures.',
    (xml) => xml.replace(signatureOf(xml), (one) => one + one),
  ],
  [
    'a second SignedInfo',
    'The signature has not just SignedInfo,SignatureValue,KeyInfo.',
    (xml) => xml.replace(/<ds:SignedInfo .*<\/ds:SignedInfo>/s, (one) => one + one),
  ],
  [
    'no SignedInfo',
    'The signature has not just',
    replace(/<ds:SignedInfo .*<\/ds:SignedInfo>/s, ''),
  ],
  [
    'SignedInfo within something else',
    'The signature has no SignedInfo',
    (xml) => xml.replace(/<ds:SignedInfo .*<\/ds:SignedInfo>/s, wrapped),
  ],
  [
    'a second SignatureValue',
    'The signature has not just SignedInfo,SignatureValue,KeyInfo.',
    replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/, '$&$&'),
  ],
  [
    'another digest in a comment',
    'A signed element was changed.',
    (xml) => replace('<ds:DigestValue>', '$&<!--AAAA-->')(xml).replace('>1<', '>9<'),
  ],
  ['another digest', 'The signature is wrong.', replace(/(?<=<ds:DigestValue>)[^<]{4}/, 'AAAA')],
  ['a digest of no bytes', 'DigestValue is not base64.', replace(/(?<=<ds:DigestValue>)[^<]+/, '')],
  [
    'another signature',
    'The signature is wrong.',
    replace(/(?<=<ds:SignatureValue>)[^<]{4}/, 'AAAA'),
  ],
  [
    'an empty signature',
    'SignatureValue is not base64.',
    replace(/(?<=<ds:SignatureValue>)[^<]+/, ''),
  ],
  [
    'no references',
    'The signature has no references.',
    replace(/<ds:Reference .*<\/ds:Reference>/s, ''),
  ],
  [
    'the reference to the Body left out',
    'The signature is wrong.',
    replace(/<ds:Reference .*?<\/ds:Reference>/s, ''),
  ],
  ['a reference to no ID', 'A Reference is not to an ID.', replace(/ URI="#[^"]*"/, '')],
  [
    'a reference to another document',
    'A Reference is not to an ID.',
    replace(/URI="#id[^"]*"/, 'URI="http://evil.test/"'),
  ],
  [
    'a reference by XPointer',
    'A Reference is not to an ID.',
    replace(/URI="#(id[^"]*)"/, 'URI="#xpointer(id(\'$1\'))"'),
  ],
  ['a reference to nothing', 'The signature is wrong.', replace(/URI="#id/, 'URI="#x')],
  [
    'more references than there may be',
    'The signature has too many references.',
    (xml) => xml.replace(/<ds:Reference .*?<\/ds:Reference>/s, (one) => one.repeat(33)),
  ],
  [
    'inclusive canonicalisation',
    'only the exclusive one is',
    transform('http://www.w3.org/TR/2001/REC-xml-c14n-20010315'),
  ],
  ['canonicalisation with comments', 'only the exclusive one is', transform(`${c14n}WithComments`)],
  [
    'XPath',
    'only the exclusive one is',
    transform('http://www.w3.org/TR/1999/REC-xpath-19991116', '<ds:XPath>/*</ds:XPath>'),
  ],
  [
    'XSLT',
    'only the exclusive one is',
    transform('http://www.w3.org/TR/1999/REC-xslt-19991116', '<x/>'),
  ],
  ['base64', 'only the exclusive one is', transform(`${dsig}base64`)],
  [
    'a transform of tokens',
    'only the exclusive one is',
    transform(`${oasis.slice(0, -11)}soap-message-security-1.0#STR-Transform`),
  ],
  [
    'the transform enveloped-signature alone',
    'A Reference has transforms that are not allowed.',
    transform(`${dsig}enveloped-signature`),
  ],
  [
    'no transforms',
    'A Reference has transforms that are not allowed.',
    replace(/<ds:Transforms>.*?<\/ds:Transforms>/s, ''),
  ],
  [
    'a PrefixList',
    'The signature is wrong.',
    transform(c14n, `<e:InclusiveNamespaces xmlns:e="${c14n}" PrefixList="soap"/>`),
  ],
  ['an unknown digest', 'The signature is wrong.', replace(/xmlenc#sha256/, 'xmldsig-more#md5')],
  [
    'an unknown signature',
    'The algorithm of the signature is not allowed.',
    replace(/xmldsig-more#rsa-sha256/, 'xmldsig-more#rsa-md5'),
  ],
  [
    'parameters of the signature',
    'SignatureMethod has parameters, which are not allowed.',
    replace(/(?<=rsa-sha256">)/, '<ds:HMACOutputLength>0</ds:HMACOutputLength>'),
  ],
  [
    'HMAC with the public key as its secret',
    'The algorithm of the signature is not allowed.',
    (xml) => {
      const changed = xml.replace(/xmldsig-more#rsa-sha256/, 'xmldsig-more#hmac-sha256');
      const info = part(changed, /<ds:SignedInfo .*<\/ds:SignedInfo>/s);
      const secret = new X509Certificate(pem('client.pem')).publicKey;
      const value = createHmac('sha256', secret.export({ type: 'spki', format: 'pem' }))
        .update(info)
        .digest('base64');
      return changed.replace(/(?<=<ds:SignatureValue>)[^<]+/, value);
    },
  ],
  [
    'a key without a certificate',
    'KeyInfo has KeyValue, which names no certificate.',
    keyInfo('<ds:KeyValue><ds:RSAKeyValue/></ds:KeyValue>'),
  ],
  [
    'a name of a key',
    'KeyInfo has KeyName, which names no certificate.',
    keyInfo('<ds:KeyName>client</ds:KeyName>'),
  ],
  [
    'a key elsewhere',
    'KeyInfo has RetrievalMethod, which names no certificate.',
    keyInfo('<ds:RetrievalMethod URI="http://evil.test/"/>'),
  ],
  [
    'two keys',
    'KeyInfo has not just one element.',
    (xml) => xml.replace(/<ds:KeyInfo>(.*)<\/ds:KeyInfo>/s, '<ds:KeyInfo>$1$1</ds:KeyInfo>'),
  ],
  [
    'no KeyInfo',
    'The signature has not just SignedInfo,SignatureValue,KeyInfo.',
    replace(/<ds:KeyInfo>.*<\/ds:KeyInfo>/s, ''),
  ],
  [
    'the token is outside of Security',
    'The reference is not to a BinarySecurityToken of the Security header.',
    (xml) => {
      const token = part(xml, /<wsse:BinarySecurityToken .*<\/wsse:BinarySecurityToken>/s);
      return xml.replace(token, '').replace(headerEnd, () => token + headerText);
    },
  ],
  [
    'the certificate of somebody else',
    'The signature is wrong.',
    (xml) => {
      const certificate = new X509Certificate(pem('server.pem')).raw.toString('base64');
      return xml.replace(/(?<=<wsse:BinarySecurityToken [^>]*>)[^<]+/, certificate);
    },
  ],
  [
    'another Timestamp, and the signed one elsewhere',
    'The element Timestamp is not signed.',
    (xml) => {
      const own = part(xml, /<wsu:Timestamp .*<\/wsu:Timestamp>/s);
      const fresh = own.replace(/ wsu:Id="[^"]*"/, '');
      return xml.replace(own, fresh).replace(headerEnd, wrapped(own) + headerText);
    },
  ],
  [
    'a second Timestamp',
    'The element Timestamp is not signed.',
    (xml) => {
      const own = part(xml, /<wsu:Timestamp .*<\/wsu:Timestamp>/s);
      return xml.replace(own, own + own.replace(/ wsu:Id="[^"]*"/, ''));
    },
  ],
  ['a DOCTYPE', 'DTD is prohibited', replace('?>', '?><!DOCTYPE x [<!ENTITY e "9">]>')],
  [
    'a processing instruction',
    'The message has a processing instruction.',
    replace('<code>', '<code><?x?>'),
  ],
  [
    'bytes beside it',
    'Attachments (XOP) cannot be signed.',
    replace(
      '<code>',
      `<xop:Include href="cid:a" xmlns:xop="http://www.w3.org/2004/08/xop/include"/>$&`,
    ),
  ],
  [
    'another envelope',
    'Possible SOAP version mismatch',
    replace(/http:\/\/schemas.xmlsoap.org\/soap\/envelope\//, 'urn:soap'),
  ],
];
const headerText = '</soap:Header>';

describe('an attack is refused', () => {
  test('there are at least 30', () => {
    expect(attacks.length).toBeGreaterThan(30);
  });

  test.each(attacks)('%s', async (_what, reason, change) => {
    const ask = sender(signatureVerifier(rules));
    const right = signed();
    const found = await ask(change(right));
    expect([found.status >= 400, found.input]).toEqual([true, undefined]);
    expect(found.reason).toContain(reason);
    // What it was made from is right.
    expect(await ask(right)).toMatchObject({ status: 200, input });
  });
});
