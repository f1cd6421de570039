import {
  createPublicKey,
  createSecretKey,
  type KeyObject,
  privateDecrypt,
  X509Certificate,
} from 'node:crypto';
import type { ElementName } from '../operation/descriptor.ts';
import { dsigNamespace } from '../operation/soap.ts';
import {
  MemoryNonces,
  type NonceStore,
  SecurityRefusal,
  type SecurityRequest,
  type ServerSecurity,
  timeIn,
  understand,
} from '../server/security.ts';
import { type Certificates, isValidAt, readCertificates, type Trust } from './certificates.ts';
import {
  attributeOf,
  canonicalise,
  checkElementIds,
  type Element,
  elementsNamed,
  elementsOf,
  hasAttachments,
  idIn,
  isNamed,
  samlVersions,
  type Tree,
  within,
} from './message.ts';
import { readKey, readRules, type SignatureRules, type VerifyingRules } from './rules.ts';
import type { SamlConfirmation } from './saml-token.ts';
import {
  base64Of,
  Claim,
  checkTimestamp,
  findCertificate,
  refusing,
  verifyClaim,
} from './signature.ts';

/** Whose assertions are right. */
export type SamlTrust =
  | Certificates
  | Readonly<Record<string, Certificates>>
  | ((certificate: X509Certificate, issuer: string) => boolean | PromiseLike<boolean>);

/** Which assertions are right. What it has of a signature is for that of the message, too. */
export interface SamlRules extends Omit<SignatureRules, 'trust' | 'unsignedFaults'> {
  /**
   * Whose assertions are right: the certificates of token services in PEM; such certificates by the
   * name of the issuer; or a function that gets the certificate after its signature was checked,
   * and the issuer. An authority among them is trusted for itself, and not for what it issued: who
   * has some certificate of hers may not issue assertions. One that is not valid at the time never
   * is.
   */
  readonly trust: SamlTrust;
  /**
   * For whom assertions have to be: the service as its token service calls it, usually its address.
   * Of several, one. An assertion that restricts its audience to none of them is refused, and one
   * for everybody, too. `false` for any.
   */
  readonly audience: string | readonly string[] | false;
  /** What an attribute `Recipient` may name. Default: as `audience`. */
  readonly recipient?: string | readonly string[] | undefined;
  /**
   * How senders may show that the assertion is theirs. Default: `bearer`, `holder-of-key`, and with
   * `vouchers` `sender-vouches`.
   */
  readonly confirmations?: readonly SamlConfirmation[] | undefined;
  /** For `sender-vouches`: whose signatures of messages vouch for an assertion, as in `trust`. */
  readonly vouchers?: Trust | undefined;
  /**
   * For `holder-of-key` with a shared secret: the private key, in PEM or as an object, for which
   * token services encrypt it (RSA-OAEP).
   */
  readonly key?: string | Uint8Array | KeyObject | undefined;
  /** Of `key`, if it is encrypted. */
  readonly passphrase?: string | undefined;
  /**
   * Where assertions are remembered that may be used once (`OneTimeUse`, `DoNotCacheCondition`),
   * until they expire. Default: in the memory of this process.
   */
  readonly replay?: NonceStore | undefined;
}

/** A name of SAML. */
export interface SamlName {
  /** The whole text, as it was signed. */
  readonly value: string;
  /** URI of its kind, such as `urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress`. */
  readonly format: string | undefined;
  /** The domain in which the name means somebody. */
  readonly nameQualifier: string | undefined;
  /** The service for which the name means somebody. */
  readonly spNameQualifier: string | undefined;
}

/** Who sent a request, by an assertion. */
export interface SamlIdentity {
  /** ID of the assertion. */
  readonly id: string;
  /** Version of SAML. */
  readonly version: '1.1' | '2.0';
  /** Name of the token service. */
  readonly issuer: string;
  /** The certificate with which it signed. */
  readonly certificate: X509Certificate;
  /** The subject; `undefined` if the assertion does not name it. */
  readonly nameId: SamlName | undefined;
  /**
   * Values by `Name`; of SAML 1.1 by `AttributeNamespace/AttributeName`, the claim type of .NET. A
   * value with elements is their canonical XML.
   */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** How the subject was authenticated; `undefined` without such a statement. */
  readonly authentication: SamlAuthentication | undefined;
  /** How the sender showed that the assertion is theirs. */
  readonly confirmation: SamlConfirmation;
  /** What the signature of the message covers, as of `signatureVerifier`; empty for `bearer`. */
  readonly signed: readonly ElementName[];
}

/** How and when a subject was authenticated. */
export interface SamlAuthentication {
  /** `AuthnContextClassRef`, in SAML 1.1 `AuthenticationMethod`. */
  readonly context: string | undefined;
  /** When it was. */
  readonly instant: Date;
  /** Name of the session at the token service. */
  readonly sessionIndex: string | undefined;
}

/** Rules after reading. */
interface ReadSamlRules {
  /** Of the signature of a message. */
  readonly message: VerifyingRules;
  /** Of that of an assertion by an issuer. */
  issued(issuer: string): VerifyingRules;
  readonly audience: readonly string[] | undefined;
  readonly recipient: readonly string[] | undefined;
  readonly confirmations: readonly SamlConfirmation[];
  readonly key: KeyObject | undefined;
  readonly replay: NonceStore;
}

/**
 * Verifies assertions of SAML 1.1 and 2.0 in the Security header (SAML Token Profile 1.1); for the
 * option `security` of a server. There is one assertion, whose signature by a trusted issuer is of
 * all of it; what is read is what was signed. Times, audience, use and confirmation are checked.
 *
 * @throws TypeError there is no certificate in `trust`, `audience` is not given, or `key` cannot be
 *   read
 * @throws RangeError an algorithm or confirmation is unknown, `maxAge` is not more than 0, or
 *   `clockSkew` less
 */
export function verifySaml(rules: SamlRules): ServerSecurity<SamlIdentity> {
  const read = readSamlRules(rules);
  return async (request) => {
    const { envelope, headers } = request;
    if (read.message.overTls && request.secure !== true) {
      throw new SecurityRefusal('The request did not come over TLS.', 'InvalidSecurity');
    }
    if (envelope === undefined) {
      throw new SecurityRefusal('There is no SOAP message with an assertion.');
    }
    if (hasAttachments(headers['content-type'])) {
      throw new SecurityRefusal('Attachments are not signed.', 'InvalidSecurity');
    }
    const watch: SecurityRequest['watch'] = (one) => request.watch?.(one) === true;
    const claim = new Claim(envelope, read.message, { request, watch });
    const identity = await identityIn(claim, read);
    understand(request);
    return identity;
  };
}

const known: readonly SamlConfirmation[] = ['bearer', 'holder-of-key', 'sender-vouches'];

function readSamlRules(rules: SamlRules): ReadSamlRules {
  const { vouchers = () => false, audience, trust, key, passphrase } = rules;
  const given: unknown = audience;
  const names = given === false ? undefined : [given].flat();
  if (names?.length === 0 || names?.some((one) => typeof one !== 'string' || one === '')) {
    throw new TypeError('audience of verifySaml names the service; false accepts any assertion.');
  }
  const usual = known.filter((one) => one !== 'sender-vouches' || rules.vouchers !== undefined);
  const { confirmations = usual } = rules;
  const unknown = confirmations.find((one) => !known.includes(one));
  if (unknown !== undefined) {
    throw new RangeError(`The confirmation '${unknown}' is unknown; known: ${known.join(', ')}.`);
  }
  const { recipient } = rules;
  const message = readRules({ ...rules, trust: vouchers });
  return {
    message,
    issued: readTrust(trust, message),
    audience: names as readonly string[] | undefined,
    recipient: recipient === undefined ? undefined : [recipient].flat(),
    confirmations,
    key: key === undefined ? undefined : readKey({ key, passphrase }),
    replay: rules.replay ?? new MemoryNonces(message.now),
  };
}

/** Rules for the signatures of issuers. */
function readTrust(trust: SamlTrust, message: VerifyingRules): (issuer: string) => VerifyingRules {
  if (typeof trust === 'function') {
    return (issuer) => ({
      ...message,
      isTrusted: async (certificate, time) => {
        const answer: unknown = isValidAt(certificate, time) && (await trust(certificate, issuer));
        return answer === true;
      },
    });
  }
  const isList =
    typeof trust === 'string' || Array.isArray(trust) || trust instanceof X509Certificate;
  const all = isList ? readCertificates(trust as Certificates) : undefined;
  const byIssuer = new Map(
    isList
      ? []
      : Object.entries(trust).map(([name, one]) => [name, readCertificates(one)] as const),
  );
  if (all === undefined && byIssuer.size === 0) {
    throw new TypeError('There is no certificate in trust of verifySaml.');
  }
  return (issuer) => {
    const trusted = all ?? byIssuer.get(issuer) ?? [];
    return {
      ...message,
      trusted,
      known: trusted,
      isTrusted: async (certificate, time) =>
        isValidAt(certificate, time) && trusted.some(({ raw }) => raw.equals(certificate.raw)),
    };
  };
}

/** An assertion with what does not depend on its version. */
interface Assertion {
  readonly tree: Tree;
  readonly element: Element;
  readonly version: '1.1' | '2.0';
  readonly namespace: string;
  readonly id: string;
  readonly issuer: string;
}

/** Reads and checks the assertion of a message: first whose it is, then what it says. */
async function identityIn(claim: Claim, rules: ReadSamlRules): Promise<SamlIdentity> {
  const assertion = refusing(() => assertionIn(claim));
  const { element, id, version, issuer } = assertion;
  const own = claim.of({ element, id, isOwn: true }, rules.issued(issuer));
  await verifyClaim(own).catch(asRefusalOfAssertion);
  refusing(() => checkReferences(own, element));
  const conditions = refusing(() => checkConditions(assertion, rules, claim.now));
  const subject = refusing(() => subjectOf(assertion));
  const confirmed = refusing(() => checkConfirmation(assertion, subject, own, rules));
  const { confirmation } = confirmed;
  if (!Number.isFinite(Math.min(conditions.expires, confirmed.expires))) {
    throw new SecurityRefusal('The assertion never expires.', 'InvalidSecurity');
  }
  const signed = await checkMessage(claim, assertion, confirmed);
  const identity = {
    id,
    version,
    issuer,
    certificate: own.certificate,
    nameId: refusing(() => nameOf(assertion, subject)),
    attributes: refusing(() => attributesOf(assertion)),
    authentication: refusing(() => authenticationOf(assertion)),
    confirmation,
    signed,
  };
  if (conditions.isOnce) {
    const expires = Math.min(conditions.expires, confirmed.expires) + rules.message.clockSkew;
    const isNew: unknown = await rules.replay.add(JSON.stringify([issuer, id]), expires);
    if (isNew !== true) throw new SecurityRefusal('The assertion was used before.');
  }
  return identity;
}

function asRefusalOfAssertion(error: unknown): never {
  if (!(error instanceof SecurityRefusal)) throw error;
  const code = error.code === 'InvalidSecurity' ? error.code : 'FailedAuthentication';
  throw new SecurityRefusal(`The assertion was refused. ${error.message}`, code);
}

/**
 * The one assertion of the Security header.
 *
 * @throws Error there are several, or what has its ID is not only the assertion
 */
function assertionIn({ message: { tree }, security }: Claim): Assertion {
  checkElementIds(tree);
  const inside = elementsOf(security);
  const all = inside.filter(({ name }) =>
    samlVersions.some(({ namespace }) => namespace === name.namespace),
  );
  const [element, other] = all;
  if (element === undefined) {
    const isEncrypted = inside.some(({ name }) => name.local === 'EncryptedData');
    if (isEncrypted) throw new Error('The assertion is encrypted, which is not supported.');
    throw new SecurityRefusal('There is no assertion.');
  }
  if (other !== undefined) throw new Error('There are several assertions.');
  const { name } = element;
  if (name.local === 'EncryptedAssertion') {
    throw new Error('The assertion is encrypted, which is not supported.');
  }
  const version = samlVersions.find(({ namespace }) => namespace === name.namespace);
  if (name.local !== 'Assertion' || version === undefined || versionIn(element) !== version.name) {
    throw new Error('There is no assertion of SAML 1.1 or 2.0.');
  }
  const id = attributeOf(element, version.id) ?? '';
  if (idIn(`#${id}`) === undefined) throw new Error('The assertion has no ID.');
  for (const one of within(tree.root)) {
    const isSame = ({ local, value }: Element['attributes'][number]): boolean =>
      /^(?:assertion)?id$/i.test(local) && value === id;
    const expected = one === element ? 1 : 0;
    if (one.attributes.filter(isSame).length !== expected) {
      throw new Error('The ID of the assertion is not that of one element.');
    }
  }
  const read = { tree, element, version: version.name, namespace: version.namespace, id };
  return { ...read, issuer: issuerOf(read) };
}

function versionIn(element: Element): string | undefined {
  const [major, minor] = ['MajorVersion', 'MinorVersion'].map((one) => attributeOf(element, one));
  return major === undefined ? attributeOf(element, 'Version') : `${major}.${minor ?? ''}`;
}

function issuerOf(assertion: Omit<Assertion, 'issuer'>): string {
  const { element } = assertion;
  if (assertion.version === '1.1') return required(element, 'Issuer');
  return textOf(part(assertion, element, 'Issuer')).trim();
}

/** The signature is of the whole assertion, and of nothing else. */
function checkReferences({ references, signature }: Claim, element: Element): void {
  const [reference, other] = references;
  const isWhole = signature.references.every((one) => one.withoutSignature && one.id !== undefined);
  if (reference?.element === element && other === undefined && isWhole) return;
  throw new Error('The signature of the assertion is not of the assertion alone.');
}

/** What the conditions of an assertion say of its use. */
interface Use {
  /** In milliseconds since 1970; infinity without an end. */
  readonly expires: number;
  readonly isOnce: boolean;
}

/** Core 2.0, section 2.5; 1.1, section 2.3.2. A condition that is not known may not be ignored. */
function checkConditions(assertion: Assertion, rules: ReadSamlRules, now: number): Use {
  const { element, namespace } = assertion;
  const { clockSkew } = rules.message;
  const issued = timeOf(element, 'IssueInstant');
  if (issued === undefined) throw new Error('The assertion has no IssueInstant.');
  if (issued > now + clockSkew) throw new SecurityRefusal('The assertion is of the future.');
  const [conditions, other] = childrenOf(assertion, element, 'Conditions');
  if (other !== undefined) throw new Error('The assertion has several Conditions.');
  const expires =
    conditions === undefined ? Number.POSITIVE_INFINITY : checkTimes(conditions, now, clockSkew);
  let isOnce = false;
  let audiences = 0;
  for (const one of conditions === undefined ? [] : elementsOf(conditions)) {
    const { local } = one.name;
    const isKnown = one.name.namespace === namespace;
    if (isKnown && /^AudienceRestriction(?:Condition)?$/.test(local)) {
      checkAudience(assertion, one, rules);
      audiences += 1;
    } else if (isKnown && ['OneTimeUse', 'DoNotCacheCondition'].includes(local)) isOnce = true;
    // that is for those who issue assertions because of this one
    else if (!isKnown || local !== 'ProxyRestriction') {
      throw new SecurityRefusal(`The condition ${local.slice(0, 100)} is not known.`);
    }
  }
  if (audiences === 0 && rules.audience !== undefined) {
    throw new SecurityRefusal('The assertion names no audience.');
  }
  return { expires, isOnce };
}

/** @returns when it expires */
function checkTimes(element: Element, now: number, clockSkew: number): number {
  const from = timeOf(element, 'NotBefore') ?? Number.NEGATIVE_INFINITY;
  const to = timeOf(element, 'NotOnOrAfter') ?? Number.POSITIVE_INFINITY;
  if (now + clockSkew < from) throw new SecurityRefusal('The assertion is not valid yet.');
  if (now - clockSkew >= to) throw new SecurityRefusal('The assertion has expired.');
  return to;
}

function checkAudience(
  assertion: Assertion,
  restriction: Element,
  { audience }: ReadSamlRules,
): void {
  const named = childrenOf(assertion, restriction, 'Audience').map((one) => textOf(one).trim());
  if (audience === undefined || named.some((one) => audience.includes(one))) return;
  const shown = named.join(', ').slice(0, 200);
  throw new SecurityRefusal(`The assertion is for another audience: ${shown}.`);
}

/** The element Subject; those of all statements of SAML 1.1 are alike. */
function subjectOf(assertion: Assertion): Element {
  const { element, tree, version } = assertion;
  if (version === '2.0') return part(assertion, element, 'Subject');
  const all = statementsOf(assertion).map((one) => part(assertion, one, 'Subject'));
  const [first] = all;
  if (first === undefined) throw new Error('The assertion has no statement.');
  const text = canonicalise(tree, first).text;
  if (all.every((one) => canonicalise(tree, one).text === text)) return first;
  throw new Error('The statements of the assertion are of several subjects.');
}

function statementsOf(assertion: Assertion): readonly Element[] {
  const { element, namespace } = assertion;
  const all = elementsOf(element).filter(
    ({ name }) => name.namespace === namespace && name.local.endsWith('Statement'),
  );
  const unknown = all.find(({ name }) => !statements.has(name.local));
  if (unknown === undefined) return all;
  throw new Error(`The statement ${unknown.name.local.slice(0, 100)} is not known.`);
}

const statements: ReadonlySet<string> = new Set([
  'AuthnStatement',
  'AuthenticationStatement',
  'AttributeStatement',
  'AuthzDecisionStatement',
  'AuthorizationDecisionStatement',
]);

/** How the subject is confirmed, and with which key. */
interface Confirmed {
  readonly confirmation: SamlConfirmation;
  readonly key: KeyObject | undefined;
  readonly expires: number;
}

/**
 * Chooses the confirmation that the message is checked by: one with a key if the message is signed.
 * Of several, one is enough (Core 2.0, section 2.4.1).
 */
function checkConfirmation(
  assertion: Assertion,
  subject: Element,
  claim: Claim,
  rules: ReadSamlRules,
): Confirmed {
  const isSigned = elementsOf(claim.security).some((one) =>
    isNamed(one, dsigNamespace, 'Signature'),
  );
  const order: readonly SamlConfirmation[] = isSigned
    ? ['holder-of-key', 'sender-vouches', 'bearer']
    : known;
  const all = childrenOf(assertion, subject, 'SubjectConfirmation').flatMap((element) =>
    methodsOf(assertion, element).map((method) => ({ element, method })),
  );
  const chosen = order
    .filter((one) => rules.confirmations.includes(one))
    .flatMap((one) => all.filter(({ method }) => methodName(method) === one).slice(0, 1))[0];
  if (chosen === undefined) {
    const shown = all.map(({ method }) => methodName(method) ?? method).join(', ');
    throw new SecurityRefusal(
      `No confirmation of the subject is accepted: ${shown.slice(0, 200) || 'there is none'}.`,
    );
  }
  const confirmation = methodName(chosen.method) ?? 'bearer';
  const [data] = childrenOf(assertion, chosen.element, 'SubjectConfirmationData');
  const expires = data === undefined ? Number.POSITIVE_INFINITY : checkData(data, claim.now, rules);
  const isHolder = confirmation === 'holder-of-key';
  const place = assertion.version === '2.0' ? data : chosen.element;
  return { confirmation, expires, key: isHolder ? confirmedKey(place, claim, rules) : undefined };
}

/** URIs of the ways to confirm a subject. */
function methodsOf(assertion: Assertion, element: Element): readonly string[] {
  if (assertion.version === '2.0') return [required(element, 'Method')];
  return childrenOf(assertion, element, 'ConfirmationMethod').map((one) => textOf(one).trim());
}

function methodName(uri: string): SamlConfirmation | undefined {
  const name = /^urn:oasis:names:tc:SAML:[12]\.0:cm:([a-z-]+)$/.exec(uri)?.[1];
  return known.find((one) => one === name);
}

function checkData(data: Element, now: number, rules: ReadSamlRules): number {
  const recipient = attributeOf(data, 'Recipient');
  const expected = rules.recipient ?? rules.audience;
  if (recipient !== undefined && expected?.includes(recipient) === false) {
    throw new SecurityRefusal(
      `The assertion is for another recipient: ${recipient.slice(0, 200)}.`,
    );
  }
  return checkTimes(data, now, rules.message.clockSkew);
}

const encryption = 'http://www.w3.org/2001/04/xmlenc#';
const encryption11 = 'http://www.w3.org/2009/xmlenc11#';

/** The key of its holder (Core 2.0, section 2.4.1.3). */
function confirmedKey(place: Element | undefined, claim: Claim, rules: ReadSamlRules): KeyObject {
  const found = (place === undefined ? [] : elementsOf(place)).filter((one) =>
    isNamed(one, dsigNamespace, 'KeyInfo'),
  );
  const [info, other] = found;
  if (info === undefined || other !== undefined) {
    throw new Error('The assertion does not have just one key of its holder.');
  }
  const [inner, another] = elementsOf(info);
  if (inner !== undefined && another === undefined) {
    if (isNamed(inner, encryption, 'EncryptedKey')) return decryptedKey(inner, rules);
    if (isNamed(inner, dsigNamespace, 'KeyValue')) return keyOf(inner);
  }
  const source = { tree: claim.message.tree, security: claim.security, known: rules.message.known };
  return findCertificate(info, source).publicKey;
}

/** A public key in itself (XML Signature 1.1, section 4.5.2). */
function keyOf(value: Element): KeyObject {
  const [inner] = elementsOf(value);
  const number = (local: string): string => {
    const [element] = (inner === undefined ? [] : elementsOf(inner)).filter((one) =>
      isNamed(one, dsigNamespace, local),
    );
    if (element === undefined) throw new Error(`The key of the holder has no ${local}.`);
    return Buffer.from(base64Of(element), 'base64').toString('base64url');
  };
  if (inner !== undefined && isNamed(inner, dsigNamespace, 'RSAKeyValue')) {
    const key = { kty: 'RSA', n: number('Modulus'), e: number('Exponent') };
    return createPublicKey({ key, format: 'jwk' });
  }
  throw new Error('The key of the holder is of a kind that is not supported.');
}

/** A shared secret, encrypted for this service by RSA-OAEP (XML Encryption 1.1, section 5.5.2). */
function decryptedKey(element: Element, { key }: ReadSamlRules): KeyObject {
  if (key === undefined) {
    throw new SecurityRefusal('The key of the holder is encrypted: verifySaml needs key.');
  }
  const [method] = elementsOf(element).filter((one) =>
    isNamed(one, encryption, 'EncryptionMethod'),
  );
  const values = [...within(element)].filter((one) => isNamed(one, encryption, 'CipherValue'));
  const [value] = values;
  if (method === undefined || value === undefined || values.length > 1) {
    throw new Error('The encrypted key of the holder has another form.');
  }
  const oaepHash = hashOf(method);
  const buffer = Buffer.from(base64Of(value), 'base64');
  let secret: Buffer;
  try {
    secret = privateDecrypt({ key, oaepHash }, buffer);
  } catch {
    throw new SecurityRefusal('The key of the holder cannot be decrypted with key.');
  }
  return createSecretKey(secret);
}

function hashOf(method: Element): 'sha1' | 'sha256' {
  const named = (namespace: string, local: string): string | undefined => {
    const [one] = elementsOf(method).filter((child) => isNamed(child, namespace, local));
    return one && attributeOf(one, 'Algorithm');
  };
  const algorithm = attributeOf(method, 'Algorithm');
  const digest = named(dsigNamespace, 'DigestMethod') ?? `${dsigNamespace}sha1`;
  const mask = named(encryption11, 'MGF') ?? `${encryption11}mgf1sha1`;
  const isSha1 = digest === `${dsigNamespace}sha1` && mask === `${encryption11}mgf1sha1`;
  if (algorithm === `${encryption}rsa-oaep-mgf1p` && isSha1) return 'sha1';
  if (algorithm === `${encryption11}rsa-oaep`) {
    if (isSha1) return 'sha1';
    if (digest === `${encryption}sha256` && mask === `${encryption11}mgf1sha256`) return 'sha256';
  }
  throw new Error('The algorithm of the encrypted key of the holder is not supported.');
}

/** What the message has to be signed with, by the confirmation. */
async function checkMessage(
  claim: Claim,
  { element, id }: Assertion,
  { confirmation, key }: Confirmed,
): Promise<readonly ElementName[]> {
  if (confirmation === 'bearer') {
    refusing(() => checkFresh(claim));
    return [];
  }
  const signed = claim.of({ element, id, key }, claim.rules);
  const names = await verifyClaim(signed);
  if (confirmation === 'holder-of-key' || signed.covered.has(element)) return names;
  throw new SecurityRefusal('The assertion is not signed by its sender.', 'InvalidSecurity');
}

/** A Timestamp of a message that is not signed is checked, too. */
function checkFresh({ message, security, now, rules }: Claim): void {
  for (const one of elementsNamed('Timestamp', message, security)) checkTimestamp(one, now, rules);
}

function nameOf(assertion: Assertion, subject: Element): SamlName | undefined {
  const [encrypted] = childrenOf(assertion, subject, 'EncryptedID');
  if (encrypted !== undefined) throw new Error('The name is encrypted, which is not supported.');
  const local = assertion.version === '2.0' ? 'NameID' : 'NameIdentifier';
  const [name, other] = childrenOf(assertion, subject, local);
  if (other !== undefined) throw new Error('The subject has several names.');
  if (name === undefined) return undefined;
  return {
    value: textOf(name),
    format: attributeOf(name, 'Format'),
    nameQualifier: attributeOf(name, 'NameQualifier'),
    spNameQualifier: attributeOf(name, 'SPNameQualifier'),
  };
}

function attributesOf(assertion: Assertion): SamlIdentity['attributes'] {
  const { tree, version } = assertion;
  const found = new Map<string, string[]>();
  for (const statement of statementsOf(assertion)) {
    if (statement.name.local !== 'AttributeStatement') continue;
    if (childrenOf(assertion, statement, 'EncryptedAttribute').length > 0) {
      throw new Error('An attribute is encrypted, which is not supported.');
    }
    for (const one of childrenOf(assertion, statement, 'Attribute')) {
      const name =
        version === '2.0'
          ? required(one, 'Name')
          : `${required(one, 'AttributeNamespace')}/${required(one, 'AttributeName')}`;
      const values = found.get(name) ?? [];
      found.set(name, values);
      for (const value of childrenOf(assertion, one, 'AttributeValue')) {
        values.push(xmlOrText(tree, value));
      }
    }
  }
  // a name may be that of a property of every object
  return Object.assign(Object.create(null) as object, Object.fromEntries(found));
}

function xmlOrText(tree: Tree, value: Element): string {
  const elements = elementsOf(value);
  if (elements.length === 0) return textOf(value);
  return elements.map((one) => canonicalise(tree, one).text).join('');
}

function authenticationOf(assertion: Assertion): SamlAuthentication | undefined {
  const statement = statementsOf(assertion).find(({ name }) =>
    /^Auth(?:n|entication)S/.test(name.local),
  );
  if (statement === undefined) return undefined;
  const is2 = assertion.version === '2.0';
  const instant = timeOf(statement, is2 ? 'AuthnInstant' : 'AuthenticationInstant');
  if (instant === undefined) throw new Error('The statement has no time of authentication.');
  const [context] = is2 ? childrenOf(assertion, statement, 'AuthnContext') : [];
  const [reference] =
    context === undefined ? [] : childrenOf(assertion, context, 'AuthnContextClassRef');
  return {
    context: is2
      ? reference && textOf(reference).trim()
      : attributeOf(statement, 'AuthenticationMethod'),
    instant: new Date(instant),
    sessionIndex: attributeOf(statement, 'SessionIndex'),
  };
}

/** Children of a name in the namespace of the assertion. */
function childrenOf(
  { namespace }: Pick<Assertion, 'namespace'>,
  element: Element,
  local: string,
): readonly Element[] {
  return elementsOf(element).filter((one) => isNamed(one, namespace, local));
}

/** @throws Error there is none, or there are several */
function part(assertion: Pick<Assertion, 'namespace'>, element: Element, local: string): Element {
  const [found, other] = childrenOf(assertion, element, local);
  if (found !== undefined && other === undefined) return found;
  throw new Error(`${element.name.local} does not have just one ${local}.`);
}

/** The whole text, as it was signed: a comment in it is no end. */
function textOf({ name, children }: Element): string {
  if (children.every((one) => typeof one === 'string')) return children.join('');
  throw new Error(`${name.local} has elements in it.`);
}

function required(element: Element, local: string): string {
  const value = attributeOf(element, local);
  if (value !== undefined) return value;
  throw new Error(`${element.name.local} has no ${local}.`);
}

function timeOf(element: Element, local: string): number | undefined {
  const text = attributeOf(element, local);
  if (text === undefined) return undefined;
  const time = timeIn(text);
  if (time === undefined) throw new Error(`${local} of ${element.name.local} is no dateTime.`);
  return time;
}
