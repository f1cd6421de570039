import { createHmac, X509Certificate } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { SecurityRequest } from '../../src/runtime/server/security.ts';
import { readRules } from '../../src/runtime/signatures/rules.ts';
import { Claim, guards } from '../../src/runtime/signatures/signature.ts';
import {
  type SignatureRules,
  type SignerSettings,
  signatureVerifier,
} from '../../src/runtime/wss.ts';
import { bare, envelope, input, keyOf, pem, rules, sender, signed } from './messages.ts';

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

/** What is not as for the others: how the message is signed, and what is asked of it. */
interface Otherwise {
  readonly settings?: Partial<SignerSettings>;
  readonly rules?: Partial<SignatureRules>;
  /** What is signed. */
  readonly xml?: string;
  /** Whether the message without the change is accepted; if not, it is the attack itself. */
  readonly isRight?: boolean;
}
type Attack = readonly [
  guard: string,
  what: string,
  reason: string,
  change: Change,
  otherwise?: Otherwise,
];

const role = '<Role xmlns="urn:big">admin</Role>';
const signedRole: Otherwise = {
  xml: envelope('soap11', role),
  settings: { elements: ['Body', 'Timestamp', '{urn:big}Role'] },
};
const wsa = 'http://www.w3.org/2005/08/addressing';
const addressed: Otherwise = {
  xml: envelope(
    'soap11',
    `<a:Action xmlns:a="${wsa}">urn:a</a:Action><a:To xmlns:a="${wsa}">urn:us</a:To>`,
  ),
  rules: { elements: ['Addressing'] },
};
/** Takes an element out, and puts it to another place. */
const taken =
  (element: RegExp, to: RegExp | string, place: (own: string) => string = (own) => own): Change =>
  (xml) => {
    const own = part(xml, element);
    return replace(to, (match) => place(own) + match)(xml.replace(own, ''));
  };
const typed = envelope()
  .replace('<soap:Envelope', '$& xmlns:q="urn:good"')
  .replace('<code>', '<code xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="q:T">');
const asItIs: Change = (xml) => xml;
const itself = { isRight: false };

/** Attacks: the rule that they break, what is done, and the reason why they are refused. */
const attacks: readonly Attack[] = [
  ['digest', 'the Body is changed', 'A signed element was changed.', replace('>1<', '>9<')],
  [
    'digest',
    'an element is added to the Body',
    'A signed element was changed.',
    replace('</AuthCode>', '<x/></AuthCode>'),
  ],
  [
    'digest',
    'an attribute is added to the Body',
    'A signed element was changed.',
    replace('<code>', '<code x="1">'),
  ],
  [
    'digest',
    'the namespace of an element is changed',
    'A signed element was changed.',
    replace('http://tempuri.org/', 'http://evil.org/'),
  ],
  [
    'covered',
    'the Body is moved into a header, with a new one',
    'The element Body is not signed.',
    moved(headerEnd, wrapped, () => evilBody()),
  ],
  [
    'covered',
    'the Body is moved into a header, and the new one has another ID',
    'The element Body is not signed.',
    moved(headerEnd, wrapped, () => evilBody(' Id="other"')),
  ],
  [
    'covered',
    'the Body itself becomes a header',
    'The element Body is not signed.',
    moved(
      headerEnd,
      (body) => body,
      () => evilBody(),
    ),
  ],
  [
    'covered',
    'the Body is moved into Security',
    'The element Body is not signed.',
    moved(
      /<\/wsse:Security>/,
      (one) => one,
      () => evilBody(),
    ),
  ],
  [
    'token',
    'the Body is moved into the token',
    'BinarySecurityToken has elements in it.',
    moved(
      /<\/wsse:Binary/,
      (one) => one,
      () => evilBody(),
    ),
  ],
  [
    'form',
    'the Body is moved into an Object of the signature',
    'The signature has not just SignedInfo,SignatureValue,KeyInfo.',
    moved(
      /<\/ds:Signature>/,
      (one) => `<ds:Object>${one}</ds:Object>`,
      () => evilBody(),
    ),
  ],
  [
    'token',
    'the Body is moved into KeyInfo',
    'KeyInfo has not just one element.',
    moved(
      /<\/ds:KeyInfo>/,
      (one) => one,
      () => evilBody(),
    ),
  ],
  [
    'envelope',
    'a Body stands before the Body',
    'The envelope has something other than a Header and a Body.',
    replace('<soap:Body', `${evilBody()}<soap:Body`),
  ],
  [
    'envelope',
    'a Body stands after the Body',
    'The envelope has something other than a Header and a Body.',
    replace('</soap:Envelope>', `${evilBody()}</soap:Envelope>`),
  ],
  [
    'covered',
    'the Body is within the new Body',
    'The element Body is not signed.',
    (xml) => xml.replace(bodyOf(xml), (own) => `<soap:Body>${evil}${own}</soap:Body>`),
  ],
  [
    'envelope',
    'something stands after the Body',
    'The envelope has something other than a Header and a Body.',
    replace('</soap:Envelope>', '<x/></soap:Envelope>'),
  ],
  [
    'envelope',
    'the Header comes twice',
    'Missing required soap:Body',
    replace('<soap:Header>', '<soap:Header/><soap:Header>'),
  ],
  ['ids', 'the same wsu:Id again', 'is not that of one element', sameId('wsu:Id')],
  ['digest', 'the same ID in Id', 'is not that of one element', sameId('Id')],
  ['digest', 'the same ID in ID', 'is not that of one element', sameId('ID')],
  ['digest', 'the same ID in id', 'is not that of one element', sameId('id')],
  ['digest', 'the same ID in xml:id', 'is not that of one element', sameId('xml:id')],
  [
    'digest',
    'the same ID in an attribute of another namespace',
    'is not that of one element',
    sameId('x:Id'),
  ],
  [
    'ids',
    'the same wsu:Id on two headers',
    'is not that of one element',
    replace(headerEnd, `<a wsu:Id="a" xmlns:wsu="${wsu}"/><b wsu:Id="a" xmlns:wsu="${wsu}"/>$&`),
  ],
  [
    'form',
    'the signature is outside of Security',
    'The message is not signed.',
    (xml) =>
      xml.replace(signatureOf(xml), '').replace(headerEnd, () => signatureOf(xml) + headerText),
  ],
  [
    'form',
    'the signature is in the Body',
    'The message is not signed.',
    (xml) =>
      xml.replace(signatureOf(xml), '').replace('</soap:Body>', (end) => signatureOf(xml) + end),
  ],
  [
    'form',
    'the signature is within something else',
    'The message is not signed.',
    (xml) => xml.replace(signatureOf(xml), wrapped),
  ],
  [
    'header',
    'Security is within something else',
    'There is no Security header.',
    (xml) => xml.replace(securityOf(xml), wrapped),
  ],
  [
    'header',
    'Security is for another actor',
    'There is no Security header.',
    replace('<wsse:Security ', '$&soap:actor="urn:other" '),
  ],
  [
    'form',
    'Security is for another actor, and ours is empty',
    'The message is not signed.',
    (xml) =>
      replace(
        '<wsse:Security ',
        '$&soap:actor="urn:other" ',
      )(xml).replace(headerEnd, `<wsse:Security ${namespaces}/>${headerText}`),
  ],
  [
    'header',
    'a second Security',
    'There are several Security headers.',
    replace(headerEnd, `<wsse:Security ${namespaces}/>$&`),
  ],
  [
    'form',
    'a second signature',
    'There are several signatures.',
    (xml) => xml.replace(signatureOf(xml), (one) => one + one),
  ],
  [
    'form',
    'a second SignedInfo',
    'The signature has not just SignedInfo,SignatureValue,KeyInfo.',
    (xml) => xml.replace(/<ds:SignedInfo .*<\/ds:SignedInfo>/s, (one) => one + one),
  ],
  [
    'form',
    'no SignedInfo',
    'The signature has not just',
    replace(/<ds:SignedInfo .*<\/ds:SignedInfo>/s, ''),
  ],
  [
    'form',
    'SignedInfo within something else',
    'The signature has no SignedInfo',
    (xml) => xml.replace(/<ds:SignedInfo .*<\/ds:SignedInfo>/s, wrapped),
  ],
  [
    'form',
    'a second SignatureValue',
    'The signature has not just SignedInfo,SignatureValue,KeyInfo.',
    replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/, '$&$&'),
  ],
  [
    'digest',
    'another digest in a comment',
    'A signed element was changed.',
    (xml) => replace('<ds:DigestValue>', '$&<!--AAAA-->')(xml).replace('>1<', '>9<'),
  ],
  [
    'signature',
    'another digest',
    'The signature is wrong.',
    replace(/(?<=<ds:DigestValue>)[^<]{4}/, 'AAAA'),
  ],
  [
    'form',
    'a digest of no bytes',
    'DigestValue is not base64.',
    replace(/(?<=<ds:DigestValue>)[^<]+/, ''),
  ],
  [
    'signature',
    'another signature',
    'The signature is wrong.',
    replace(/(?<=<ds:SignatureValue>)[^<]{4}/, 'AAAA'),
  ],
  [
    'form',
    'an empty signature',
    'SignatureValue is not base64.',
    replace(/(?<=<ds:SignatureValue>)[^<]+/, ''),
  ],
  [
    'form',
    'no references',
    'The signature has no references.',
    replace(/<ds:Reference .*<\/ds:Reference>/s, ''),
  ],
  [
    'signature',
    'the reference to the Body left out',
    'The signature is wrong.',
    replace(/<ds:Reference .*?<\/ds:Reference>/s, ''),
  ],
  ['form', 'a reference to no ID', 'A Reference is not to an ID.', replace(/ URI="#[^"]*"/, '')],
  [
    'form',
    'a reference to another document',
    'A Reference is not to an ID.',
    replace(/URI="#id[^"]*"/, 'URI="http://evil.test/"'),
  ],
  [
    'form',
    'a reference by XPointer',
    'A Reference is not to an ID.',
    replace(/URI="#(id[^"]*)"/, 'URI="#xpointer(id(\'$1\'))"'),
  ],
  [
    'signature',
    'a reference to nothing',
    'The signature is wrong.',
    replace(/URI="#id/, 'URI="#x'),
  ],
  [
    'form',
    'more references than there may be',
    'The signature has too many references.',
    (xml) => xml.replace(/<ds:Reference .*?<\/ds:Reference>/s, (one) => one.repeat(33)),
  ],
  [
    'form',
    'inclusive canonicalisation',
    'only the exclusive one is',
    transform('http://www.w3.org/TR/2001/REC-xml-c14n-20010315'),
  ],
  [
    'form',
    'canonicalisation with comments',
    'only the exclusive one is',
    transform(`${c14n}WithComments`),
  ],
  [
    'form',
    'XPath',
    'only the exclusive one is',
    transform('http://www.w3.org/TR/1999/REC-xpath-19991116', '<ds:XPath>/*</ds:XPath>'),
  ],
  [
    'form',
    'XSLT',
    'only the exclusive one is',
    transform('http://www.w3.org/TR/1999/REC-xslt-19991116', '<x/>'),
  ],
  ['form', 'base64', 'only the exclusive one is', transform(`${dsig}base64`)],
  [
    'form',
    'a transform of tokens',
    'only the exclusive one is',
    transform(`${oasis.slice(0, -11)}soap-message-security-1.0#STR-Transform`),
  ],
  [
    'form',
    'the transform enveloped-signature alone',
    'A Reference has transforms that are not allowed.',
    transform(`${dsig}enveloped-signature`),
  ],
  [
    'form',
    'no transforms',
    'A Reference has transforms that are not allowed.',
    replace(/<ds:Transforms>.*?<\/ds:Transforms>/s, ''),
  ],
  [
    'signature',
    'a PrefixList',
    'The signature is wrong.',
    transform(c14n, `<e:InclusiveNamespaces xmlns:e="${c14n}" PrefixList="soap"/>`),
  ],
  [
    'signature',
    'an unknown digest',
    'The signature is wrong.',
    replace(/xmlenc#sha256/, 'xmldsig-more#md5'),
  ],
  [
    'algorithm',
    'an unknown signature',
    'The algorithm of the signature is not allowed.',
    replace(/xmldsig-more#rsa-sha256/, 'xmldsig-more#rsa-md5'),
  ],
  [
    'form',
    'parameters of the signature',
    'SignatureMethod has parameters, which are not allowed.',
    replace(/(?<=rsa-sha256">)/, '<ds:HMACOutputLength>0</ds:HMACOutputLength>'),
  ],
  [
    'algorithm',
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
    'token',
    'a key without a certificate',
    'KeyInfo has KeyValue, which names no certificate.',
    keyInfo('<ds:KeyValue><ds:RSAKeyValue/></ds:KeyValue>'),
  ],
  [
    'token',
    'a name of a key',
    'KeyInfo has KeyName, which names no certificate.',
    keyInfo('<ds:KeyName>client</ds:KeyName>'),
  ],
  [
    'token',
    'a key elsewhere',
    'KeyInfo has RetrievalMethod, which names no certificate.',
    keyInfo('<ds:RetrievalMethod URI="http://evil.test/"/>'),
  ],
  [
    'token',
    'two keys',
    'KeyInfo has not just one element.',
    (xml) => xml.replace(/<ds:KeyInfo>(.*)<\/ds:KeyInfo>/s, '<ds:KeyInfo>$1$1</ds:KeyInfo>'),
  ],
  [
    'form',
    'no KeyInfo',
    'The signature has not just SignedInfo,SignatureValue,KeyInfo.',
    replace(/<ds:KeyInfo>.*<\/ds:KeyInfo>/s, ''),
  ],
  [
    'token',
    'the token is outside of Security',
    'The reference is not to a BinarySecurityToken of the Security header.',
    (xml) => {
      const token = part(xml, /<wsse:BinarySecurityToken .*<\/wsse:BinarySecurityToken>/s);
      return xml.replace(token, '').replace(headerEnd, () => token + headerText);
    },
  ],
  [
    'signature',
    'the certificate of somebody else',
    'The signature is wrong.',
    (xml) => {
      const certificate = new X509Certificate(pem('server.pem')).raw.toString('base64');
      return xml.replace(/(?<=<wsse:BinarySecurityToken [^>]*>)[^<]+/, certificate);
    },
  ],
  [
    'covered',
    'another Timestamp, and the signed one elsewhere',
    'The element Timestamp is not signed.',
    (xml) => {
      const own = part(xml, /<wsu:Timestamp .*<\/wsu:Timestamp>/s);
      const fresh = own.replace(/ wsu:Id="[^"]*"/, '');
      return xml.replace(own, fresh).replace(headerEnd, wrapped(own) + headerText);
    },
  ],
  [
    'covered',
    'a second Timestamp',
    'The element Timestamp is not signed.',
    (xml) => {
      const own = part(xml, /<wsu:Timestamp .*<\/wsu:Timestamp>/s);
      return xml.replace(own, own + own.replace(/ wsu:Id="[^"]*"/, ''));
    },
  ],
  ['envelope', 'a DOCTYPE', 'DTD is prohibited', replace('?>', '?><!DOCTYPE x [<!ENTITY e "9">]>')],
  [
    'envelope',
    'a processing instruction',
    'The message has a processing instruction.',
    replace('<code>', '<code><?x?>'),
  ],
  [
    'envelope',
    'bytes beside it',
    'Attachments (XOP) cannot be signed.',
    replace(
      '<code>',
      `<xop:Include href="cid:a" xmlns:xop="http://www.w3.org/2004/08/xop/include"/>$&`,
    ),
  ],
  [
    'envelope',
    'another envelope',
    'Possible SOAP version mismatch',
    replace(/http:\/\/schemas.xmlsoap.org\/soap\/envelope\//, 'urn:soap'),
  ],
  ...(['{urn:big}Role', 'Role', undefined] as const).flatMap((name): Attack[] => {
    const moved = 'The signed element Role is not where it would be read.';
    const header = { ...signedRole, rules: name === undefined ? {} : { elements: [name] } };
    const element = /<Role .*<\/Role>/;
    const how = name === undefined ? 'that need not be signed' : `named ${name}`;
    return [
      ['place', `a header ${how} is wrapped`, moved, taken(element, headerEnd, wrapped), header],
      ['place', `a header ${how} is in Security`, moved, taken(element, '<ds:Signature'), header],
    ];
  }),
  [
    'place',
    'the address is wrapped',
    'The signed element To is not where it would be read.',
    taken(/<a:To .*<\/a:To>/, headerEnd, wrapped),
    addressed,
  ],
  [
    'place',
    'the address is in Security',
    'The signed element To is not where it would be read.',
    taken(/<a:To .*<\/a:To>/, '</wsse:Security>'),
    addressed,
  ],
  [
    'place',
    'a token is a header',
    'The signed element BinarySecurityToken is not where it would be read.',
    (xml) => {
      const token = part(xml, /<wsse:BinarySecurityToken .*<\/wsse:BinarySecurityToken>/);
      return taken(/<ds:KeyInfo>.*<\/ds:KeyInfo>/, '</ds:Signature>', () => {
        const certificate = />([^<]+)</.exec(token)?.[1] ?? '';
        const data = `<ds:X509Certificate>${certificate}</ds:X509Certificate>`;
        return `<ds:KeyInfo><ds:X509Data>${data}</ds:X509Data></ds:KeyInfo>`;
      })(xml.replace(token, '').replace(headerEnd, () => token + headerText));
    },
    { settings: { elements: ['Body', 'Timestamp', 'BinarySecurityToken'] } },
  ],
  [
    'covered',
    'a header is forged beside the one that is signed',
    'The element {urn:big}Role is not signed.',
    replace(headerEnd, `<Role xmlns="urn:big">root</Role>$&`),
    { ...signedRole, rules: { elements: ['{urn:big}Role'] } },
  ],
  [
    'key',
    'a key that is too short',
    'The key of the signature is too short.',
    asItIs,
    { settings: keyOf('short'), rules: { trust: () => true }, ...itself },
  ],
  [
    'certificate',
    'a certificate for encryption',
    'The key usage of the certificate is not to sign.',
    asItIs,
    {
      settings: { key: pem('client.key'), cert: pem('certificates/encipherment.pem') },
      rules: { trust: pem('certificates/ca.pem') },
      ...itself,
    },
  ],
  [
    'trust',
    'somebody else',
    'The certificate of the signature is not trusted.',
    asItIs,
    { settings: keyOf('stranger'), ...itself },
  ],
  [
    'timestamp',
    'a message of last week',
    'The Timestamp has expired.',
    asItIs,
    { settings: { now: () => Date.now() - 604_800_000 }, ...itself },
  ],
  [
    'operation',
    'the Body of another operation',
    'The signed Body is that of another operation.',
    asItIs,
    { xml: envelope().replace(/AuthCode/g, 'Other'), ...itself },
  ],
  [
    'names',
    'the type of a value is another',
    "The meaning of the prefix 'q' is not signed; unsignedPrefixes would accept it.",
    () => bare(typed).replace('xmlns:q="urn:good"', 'xmlns:q="urn:evil"'),
  ],
  ['replay', 'a second time', 'The signed message was sent before.', asItIs],
];
const headerText = '</soap:Header>';

/** The first rule that a message breaks when it arrives for the nth time. */
async function brokenBy(xml: string, asked: SignatureRules, times: number): Promise<string> {
  const read = readRules(asked);
  const element = { namespace: 'http://tempuri.org/', local: 'AuthCode' };
  for (let time = 1; ; time++) {
    const claim = new Claim(xml, read, { request: { element } as SecurityRequest });
    for (const { name, check } of guards) {
      try {
        await check(claim);
      } catch {
        return name;
      }
    }
    if (time === times) return 'none';
  }
}

describe.each(guards)('$name: $rule ($section)', ({ name }) => {
  test.each(attacks.filter(([guard]) => guard === name))('%s: %s', async (...attack) => {
    const [guard, , reason, change, { settings, rules: more = {}, xml, isRight } = {}] = attack;
    const asked = { ...rules, ...more };
    const right = signed(settings, xml);
    const changed = change(right);
    expect(await brokenBy(changed, asked, guard === 'replay' ? 2 : 1)).toBe(guard);
    const ask = sender(signatureVerifier(asked));
    if (guard === 'replay') expect((await ask(changed)).status).toBe(200);
    const found = await ask(changed);
    expect([found.status >= 400, found.input]).toEqual([true, undefined]);
    expect(found.reason).toContain(reason);
    // What it was made from is right.
    const own = sender(signatureVerifier(asked));
    if (isRight !== false) expect(await own(right)).toMatchObject({ status: 200, input });
  });
});

test('each attack is on a rule', () => {
  const names = guards.map(({ name }) => name);
  expect(new Set(attacks.map(([guard]) => guard))).toEqual(new Set(names));
  expect(attacks.length).toBeGreaterThan(80);
});
