import { publicEncrypt, randomBytes, randomUUID, type X509Certificate } from 'node:crypto';
import { dsigNamespace, SoapFault, wsseNamespace, wsuNamespace } from '../operation/soap.ts';
import { createServer } from '../server/node.ts';
import type { Server } from '../server/options.ts';
import {
  isSecurityRefusal,
  SecurityRefusal,
  type SecurityRequest,
  type ServerSecurity,
  verifyUsernameToken,
} from '../server/security.ts';
import { serverAddressing } from '../soap/addressing-server.ts';
import { soap11Server, soap12Server } from '../soap/server.ts';
import { escapeAttribute, escapeText } from '../xml/writer.ts';
import { type Certificates, readCertificates, type Trust } from './certificates.ts';
import {
  attributeOf,
  canonicalise,
  type Element,
  elementsOf,
  enveloped,
  exclusive,
  isNamed,
  readMessage,
  readTree,
  samlVersions,
  within,
} from './message.ts';
import { signatureVerifier } from './message-security.ts';
import { readSettings, type SignerSettings } from './rules.ts';
import { verifySaml } from './saml.ts';
import { assertionOf, type SamlConfirmation } from './saml-token.ts';
import {
  computedKey,
  computedKeyUri,
  keyTypesOf,
  ownTextOf,
  readWhole,
  type TokenKeyType,
  type TrustRequest,
  trustChildren,
  trustNamespaces,
  trustOperation,
  trustParts,
  trustText,
} from './trust-words.ts';

/** A user of a token service. */
export interface TokenUser {
  /** The password, as text. */
  readonly password: string;
  /** Attributes of the tokens: values by `Name`; for SAML 1.1 `namespace/name`. */
  readonly attributes?: Readonly<Record<string, string | readonly string[]>> | undefined;
}

/** What a token service for tests issues. */
export interface TokenServiceSettings extends Pick<SignerSettings, 'key' | 'cert' | 'passphrase'> {
  /** Name of the service in its tokens. */
  readonly issuer: string;
  /** Users by name, who ask with a UsernameToken: a password, or one with attributes. */
  readonly users?: Readonly<Record<string, string | TokenUser>> | undefined;
  /** Whose signatures may ask for tokens. Their users are the subjects of the certificates. */
  readonly trust?: Trust | undefined;
  /** Certificates of services by `appliesTo`, for which secrets are encrypted. */
  readonly services?: Readonly<Record<string, Certificates>> | undefined;
  /** Seconds for which a token is valid unless the request says otherwise. Default 300. */
  readonly lifetime?: number | undefined;
  /** The time, instead of that of the clock. */
  readonly now?: (() => Date | number) | undefined;
}

/** An assertion that a token service issues. */
export interface AssertionSettings {
  /** The subject: a user of the service or any other name. */
  readonly user: string;
  /** For which service. Default: no audience. */
  readonly audience?: string | undefined;
  /** Version of SAML. Default `2.0`. */
  readonly version?: '1.1' | '2.0' | undefined;
  /** Default `bearer`. */
  readonly confirmation?: SamlConfirmation | undefined;
  /** The certificate of the holder, for `holder-of-key`. */
  readonly holder?: Certificates | undefined;
  /** Whether the assertion may be used once only. Default false. */
  readonly once?: boolean | undefined;
  /** Attributes instead of those of the user. */
  readonly attributes?: TokenUser['attributes'];
  /** Seconds for which it is valid. */
  readonly lifetime?: number | undefined;
}

/** A token service for tests. */
export interface TokenService extends Pick<Server, 'fetch' | 'listener' | 'close'> {
  /** Issues an assertion without a request. */
  issue(settings: AssertionSettings): string;
  /** What was asked so far, and by whom; `refused` is the reason if it was not done. */
  readonly requests: readonly AskedToken[];
}

/** A request to a token service. */
export interface AskedToken {
  readonly request: string;
  readonly user: string | undefined;
  readonly refused?: string | undefined;
}

/**
 * A token service (WS-Trust 1.3, 1.4 and that of February 2005) for tests of clients and servers,
 * in the same process (`fetch`) or on a port (`listener`). It issues, renews and cancels SAML 2.0
 * and 1.1, as bearer or with a key, for users with a UsernameToken, a signature or an assertion of
 * its own. It keeps tokens in memory, and does not ask who may do what: it is none for production.
 *
 * @throws TypeError key or certificate cannot be read, or do not belong together
 */
export function createTokenService(settings: TokenServiceSettings): TokenService {
  const issuer = new Issuer(settings);
  const requests: AskedToken[] = [];
  const senderOf = senderFinder(settings);
  const security: ServerSecurity<Asking> = async (request) => {
    try {
      return await senderOf(request);
    } catch (error) {
      if (isSecurityRefusal(error)) {
        requests.push({
          request: request.operation ?? '',
          user: undefined,
          refused: error.message,
        });
      }
      throw error;
    }
  };
  const handle = (asking: Asking, kind: TrustRequest): string => {
    try {
      const answer = issuer.answer(kind, asking);
      requests.push({ request: kind, user: asking.user });
      return answer;
    } catch (error) {
      const refused = error instanceof Error ? error.message : String(error);
      requests.push({ request: kind, user: asking.user, refused });
      throw error;
    }
  };
  const kinds: readonly TrustRequest[] = ['Issue', 'Renew', 'Cancel'];
  const routes = trustNamespaces.flatMap((namespace) =>
    kinds.map((kind) => ({
      operation: trustOperation(namespace, kind),
      server: [soap12Server, soap11Server],
      codec: { readRequest: readWhole, writeResponse: (output: string) => output },
      handler: (_: never, { identity }: { readonly identity: Asking }) => handle(identity, kind),
    })),
  );
  const server = createServer(routes, {
    security,
    addressing: serverAddressing({ required: false }),
  });
  const { fetch, listener, close } = server;
  return { fetch, listener, close, requests, issue: (asked) => issuer.issue(asked) };
}

/** Who asks, and the request as it was verified. */
interface Asking {
  readonly user: string;
  readonly envelope: string;
}

/** Accepts a UsernameToken, an assertion of the service itself, or a signature. */
function senderFinder({
  users = {},
  trust,
  cert,
  issuer,
  now,
}: TokenServiceSettings): (request: SecurityRequest) => Promise<Asking> {
  const byAssertion = verifySaml({ trust: cert, audience: false, now });
  const byName = verifyUsernameToken({
    password: (name) => (Object.hasOwn(users, name) ? userOf(users[name]).password : undefined),
  });
  const bySignature = trust === undefined ? undefined : signatureVerifier({ trust, now });
  return async (request) => {
    const { envelope = '', securityHeaders } = request;
    const names = securityHeaders.flatMap(({ children = [] }) =>
      children.map((one) => (typeof one === 'string' ? '' : one.name)),
    );
    if (names.includes('Assertion')) {
      const { nameId } = await byAssertion(request);
      return { user: nameId?.value ?? '', envelope };
    }
    if (names.includes('UsernameToken')) {
      return { user: (await byName(request)).username, envelope };
    }
    if (bySignature === undefined) throw new SecurityRefusal(`${issuer} asks for a UsernameToken.`);
    const { certificate } = await bySignature(request);
    return { user: certificate.subject.split('\n').join(', '), envelope };
  };
}

function userOf(user: string | TokenUser | undefined): TokenUser {
  return typeof user === 'object' ? user : { password: user ?? '' };
}

/** A token that was issued, as long as it is neither cancelled nor forgotten. */
interface Issued {
  readonly asked: AssertionSettings;
  /** KeyInfo of the holder; empty for none. */
  readonly keyInfo: string;
  readonly canonical: string;
}

/** Tokens that are kept, for renewal. */
const mostTokens = 1000;

class Issuer {
  private readonly settings: TokenServiceSettings;
  private readonly signing: ReturnType<typeof readSettings>;
  private readonly certificate: X509Certificate | undefined;
  private readonly issued = new Map<string, Issued>();

  constructor(settings: TokenServiceSettings) {
    this.settings = settings;
    this.signing = readSettings(settings);
    [this.certificate] = readCertificates(settings.cert);
  }

  issue(asked: AssertionSettings): string {
    const { holder } = asked;
    const [certificate] = holder === undefined ? [] : readCertificates(holder);
    return this.write(asked, certificate === undefined ? '' : keyInfoOf(certificate)).xml;
  }

  /** Answers a RequestSecurityToken. */
  answer(kind: TrustRequest, { envelope, user }: Asking): string {
    const { tree, body } = readMessage(envelope);
    const [request] = elementsOf(body);
    const namespace = request?.name.namespace ?? '';
    if (request === undefined) throw faultOf(namespace, 'InvalidRequest', 'There is no request.');
    if (trustText(request, 'RequestType') !== `${namespace}/${kind}`) {
      throw faultOf(namespace, 'InvalidRequest', 'RequestType is not that of the action.');
    }
    if (kind === 'Issue') return this.answerIssue(request, namespace, user);
    const [target] = trustChildren(request, `${kind}Target`);
    const [token] = target === undefined ? [] : elementsOf(target);
    const id = token && samlVersions.map((one) => attributeOf(token, one.id)).find(Boolean);
    const known = this.issued.get(id ?? '');
    if (token === undefined || known?.canonical !== canonicalise(tree, token).text) {
      const name = kind === 'Renew' ? 'UnableToRenew' : 'InvalidSecurityToken';
      throw faultOf(namespace, name, 'The token is not known, or was cancelled.');
    }
    if (kind === 'Cancel') {
      this.issued.delete(id ?? '');
      return responseOf(namespace, '<wst:RequestedTokenCancelled/>');
    }
    return responseOf(namespace, this.write(known.asked, known.keyInfo).response);
  }

  private answerIssue(request: Element, namespace: string, user: string): string {
    const { services = {}, lifetime: usual = 300, users = {} } = this.settings;
    const audience = addressIn(request);
    const keys = keyTypesOf(namespace);
    const wanted = trustText(request, 'KeyType') ?? keys.symmetric;
    const keyType = (Object.keys(keys) as TokenKeyType[]).find((one) => keys[one] === wanted);
    const type = trustText(request, 'TokenType');
    const version = samlVersions.find(
      ({ tokenType, namespace: own }) => tokenType === type || own === type,
    );
    if (keyType === undefined || (type !== undefined && version === undefined)) {
      const message = 'The type of the token or of its key is not known.';
      throw faultOf(namespace, 'BadRequest', message);
    }
    const proof =
      keyType === 'symmetric'
        ? secretFor(request, namespace, services[audience ?? ''])
        : { keyInfo: keyType === 'public' ? useKeyIn(request, namespace) : '', response: '' };
    const asked: AssertionSettings = {
      user: actingFor(request) ?? user,
      audience,
      version: version?.name,
      confirmation: keyType === 'bearer' ? 'bearer' : 'holder-of-key',
      attributes: claimed(request, userOf(Object.hasOwn(users, user) ? users[user] : undefined)),
      lifetime: lifetimeIn(request) ?? usual,
    };
    const { response } = this.write(asked, proof.keyInfo);
    const to =
      audience === undefined
        ? ''
        : `<wsp:AppliesTo xmlns:wsp="${trustParts.policy}"><wsa:EndpointReference ` +
          `xmlns:wsa="${trustParts.addressing}"><wsa:Address>${escapeText(audience)}` +
          '</wsa:Address></wsa:EndpointReference></wsp:AppliesTo>';
    return responseOf(
      namespace,
      `${response}${proof.response}${to}<wst:KeyType>${escapeText(wanted)}</wst:KeyType>`,
    );
  }

  /** Writes and signs an assertion, and what an answer has of it. */
  private write(
    asked: AssertionSettings,
    keyInfo: string,
  ): { readonly xml: string; readonly response: string } {
    const { settings } = this;
    const { lifetime = settings.lifetime ?? 300, version = '2.0', user } = asked;
    const now = Number((settings.now ?? Date.now)());
    const users = settings.users ?? {};
    const times = [now - 5000, now + lifetime * 1000].map((one) => new Date(one).toISOString());
    const [from = '', to = ''] = times;
    const { attributes = userOf(Object.hasOwn(users, user) ? users[user] : undefined).attributes } =
      asked;
    const id = `_${randomUUID()}`;
    const said = {
      ...asked,
      id,
      attributes: Object.entries(attributes ?? {}),
      keyInfo,
      issuer: settings.issuer,
      now: new Date(now).toISOString(),
      from,
      to,
    };
    const plain = version === '2.0' ? assertion20(said) : assertion11(said);
    const xml = this.signed(plain, id, version);
    const { tokenType } = samlVersions.find(({ name }) => name === version) ?? {};
    const tree = readTree(xml);
    this.remember(id, { asked, keyInfo, canonical: canonicalise(tree, tree.root).text });
    const { reference } = assertionOf(xml);
    const response =
      `<wst:TokenType>${tokenType}</wst:TokenType>` +
      `<wst:RequestedSecurityToken>${xml}</wst:RequestedSecurityToken>` +
      `<wst:RequestedAttachedReference>${reference}</wst:RequestedAttachedReference>` +
      `<wst:Lifetime><wsu:Created>${from}</wsu:Created><wsu:Expires>${to}</wsu:Expires>` +
      '</wst:Lifetime>';
    return { xml, response };
  }

  private remember(id: string, one: Issued): void {
    this.issued.set(id, one);
    const [oldest] = this.issued.keys();
    if (this.issued.size > mostTokens && oldest !== undefined) this.issued.delete(oldest);
  }

  /** The enveloped signature (Core 2.0, section 5.4): after the Issuer, in 1.1 at the end. */
  private signed(xml: string, id: string, version: '1.1' | '2.0'): string {
    const { signature, digest, key } = this.signing;
    if (key === undefined || this.certificate === undefined) return xml;
    const tree = readTree(xml);
    const algorithm = (name: string, uri: string): string =>
      `<ds:${name} Algorithm="${uri}"></ds:${name}>`;
    const transforms = algorithm('Transform', enveloped) + algorithm('Transform', exclusive);
    const info =
      `<ds:SignedInfo xmlns:ds="${dsigNamespace}">` +
      algorithm('CanonicalizationMethod', exclusive) +
      algorithm('SignatureMethod', signature.uri) +
      `<ds:Reference URI="#${id}"><ds:Transforms>${transforms}</ds:Transforms>` +
      algorithm('DigestMethod', digest.uri) +
      `<ds:DigestValue>${digest.digest(canonicalise(tree, tree.root).text)}</ds:DigestValue>` +
      '</ds:Reference></ds:SignedInfo>';
    const part = readTree(info);
    const value = signature.sign(canonicalise(part, part.root).text, key);
    const element =
      `<ds:Signature xmlns:ds="${dsigNamespace}">${info}` +
      `<ds:SignatureValue>${value}</ds:SignatureValue>${keyInfoOf(this.certificate)}` +
      '</ds:Signature>';
    const before = version === '2.0' ? '</saml:Issuer>' : '</saml:Assertion>';
    const at = xml.indexOf(before) + (version === '2.0' ? before.length : 0);
    return xml.slice(0, at) + element + xml.slice(at);
  }
}

/** What an assertion says. */
interface Said extends Omit<AssertionSettings, 'attributes'> {
  readonly id: string;
  readonly issuer: string;
  readonly keyInfo: string;
  readonly attributes: readonly (readonly [string, string | readonly string[]])[];
  readonly now: string;
  readonly from: string;
  readonly to: string;
}

function assertion20(said: Said): string {
  const { id, issuer, user, audience, keyInfo, now, from, to, once = false } = said;
  const { confirmation = keyInfo === '' ? 'bearer' : 'holder-of-key' } = said;
  const data = `NotOnOrAfter="${to}">${keyInfo}</saml:SubjectConfirmationData>`;
  const attributes = said.attributes.map(
    ([name, values]) =>
      `<saml:Attribute Name="${escapeAttribute(name)}">${valuesOf(values)}</saml:Attribute>`,
  );
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" ` +
    `IssueInstant="${now}"><saml:Issuer>${escapeText(issuer)}</saml:Issuer><saml:Subject>` +
    '<saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified">' +
    `${escapeText(user)}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${confirmation}">` +
    `<saml:SubjectConfirmationData ${data}</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${to}">` +
    audienceOf(audience, 'AudienceRestriction') +
    `${once ? '<saml:OneTimeUse/>' : ''}</saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${now}"><saml:AuthnContext><saml:AuthnContextClassRef>` +
    'urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>' +
    '</saml:AuthnContext></saml:AuthnStatement>' +
    (attributes.length === 0
      ? ''
      : `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`) +
    '</saml:Assertion>'
  );
}

function assertion11(said: Said): string {
  const { id, issuer, user, audience, keyInfo, now, from, to, once = false } = said;
  const { confirmation = keyInfo === '' ? 'bearer' : 'holder-of-key' } = said;
  const subject =
    `<saml:Subject><saml:NameIdentifier>${escapeText(user)}</saml:NameIdentifier>` +
    '<saml:SubjectConfirmation><saml:ConfirmationMethod>' +
    `urn:oasis:names:tc:SAML:1.0:cm:${confirmation}</saml:ConfirmationMethod>${keyInfo}` +
    '</saml:SubjectConfirmation></saml:Subject>';
  const attributes = said.attributes.map(([name, values]) => {
    const slash = name.lastIndexOf('/');
    const [namespace, local] = [name.slice(0, Math.max(slash, 0)), name.slice(slash + 1)];
    return (
      `<saml:Attribute AttributeName="${escapeAttribute(local)}" ` +
      `AttributeNamespace="${escapeAttribute(namespace)}">${valuesOf(values)}</saml:Attribute>`
    );
  });
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:1.0:assertion" AssertionID="${id}" ` +
    `MajorVersion="1" MinorVersion="1" Issuer="${escapeAttribute(issuer)}" IssueInstant="${now}">` +
    `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${to}">` +
    audienceOf(audience, 'AudienceRestrictionCondition') +
    `${once ? '<saml:DoNotCacheCondition/>' : ''}</saml:Conditions>` +
    '<saml:AuthenticationStatement ' +
    'AuthenticationMethod="urn:oasis:names:tc:SAML:1.0:am:password" ' +
    `AuthenticationInstant="${now}">${subject}</saml:AuthenticationStatement>` +
    (attributes.length === 0
      ? ''
      : `<saml:AttributeStatement>${subject}${attributes.join('')}</saml:AttributeStatement>`) +
    '</saml:Assertion>'
  );
}

function audienceOf(audience: string | undefined, name: string): string {
  if (audience === undefined) return '';
  return `<saml:${name}><saml:Audience>${escapeText(audience)}</saml:Audience></saml:${name}>`;
}

function valuesOf(values: string | readonly string[]): string {
  return [values]
    .flat()
    .map((one) => `<saml:AttributeValue>${escapeText(one)}</saml:AttributeValue>`)
    .join('');
}

function keyInfoOf({ raw }: X509Certificate): string {
  return (
    `<ds:KeyInfo xmlns:ds="${dsigNamespace}"><ds:X509Data><ds:X509Certificate>` +
    `${raw.toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
  );
}

/** The shared secret of a token, which is encrypted for the service, and in the answer is not. */
function secretFor(
  request: Element,
  namespace: string,
  service: Certificates | undefined,
): { readonly keyInfo: string; readonly response: string } {
  if (service === undefined) {
    const message = 'The certificate of the service that AppliesTo names is not known.';
    throw faultOf(namespace, 'RequestFailed', message);
  }
  const [certificate] = readCertificates(service);
  const [entropy] = trustChildren(request, 'Entropy');
  const theirs = entropy && trustText(entropy, 'BinarySecret');
  const own = randomBytes(32);
  const secret = theirs === undefined ? own : computedKey(Buffer.from(theirs, 'base64'), own, 32);
  const value = publicEncrypt({ key: certificate?.publicKey ?? '', oaepHash: 'sha1' }, secret);
  const xenc = 'http://www.w3.org/2001/04/xmlenc#';
  const keyInfo =
    `<ds:KeyInfo xmlns:ds="${dsigNamespace}"><xenc:EncryptedKey xmlns:xenc="${xenc}">` +
    `<xenc:EncryptionMethod Algorithm="${xenc}rsa-oaep-mgf1p"></xenc:EncryptionMethod>` +
    `<xenc:CipherData><xenc:CipherValue>${value.toString('base64')}</xenc:CipherValue>` +
    '</xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo>';
  const binary = (type: string): string =>
    `<wst:BinarySecret Type="${namespace}/${type}">${own.toString('base64')}</wst:BinarySecret>`;
  const response =
    theirs === undefined
      ? `<wst:RequestedProofToken>${binary('SymmetricKey')}</wst:RequestedProofToken>`
      : '<wst:RequestedProofToken><wst:ComputedKey>' +
        `${computedKeyUri(namespace)}</wst:ComputedKey></wst:RequestedProofToken>` +
        `<wst:Entropy>${binary('Nonce')}</wst:Entropy><wst:KeySize>256</wst:KeySize>`;
  return { keyInfo, response };
}

function useKeyIn(request: Element, namespace: string): string {
  const [use] = trustChildren(request, 'UseKey');
  const found =
    use && [...within(use)].find((one) => isNamed(one, dsigNamespace, 'X509Certificate'));
  if (found === undefined) {
    throw faultOf(namespace, 'InvalidRequest', 'UseKey has no certificate.');
  }
  const [certificate] = readCertificates(
    `-----BEGIN CERTIFICATE-----\n${ownTextOf(found)}\n-----END CERTIFICATE-----`,
  );
  return certificate === undefined ? '' : keyInfoOf(certificate);
}

/** The address in AppliesTo. */
function addressIn(request: Element): string | undefined {
  const to = elementsOf(request).find((one) => one.name.local === 'AppliesTo');
  const address = to && [...within(to)].find((one) => one.name.local === 'Address');
  return address && ownTextOf(address);
}

/** The name in an assertion of somebody for whom the sender acts. */
function actingFor(request: Element): string | undefined {
  const found = elementsOf(request).find(({ name }) => /^(?:OnBehalfOf|ActAs)$/.test(name.local));
  const name =
    found && [...within(found)].find((one) => /^Name(?:ID|Identifier)$/.test(one.name.local));
  return name && ownTextOf(name);
}

/** The attributes of a user that are asked for; all if none are named. */
function claimed(request: Element, { attributes = {} }: TokenUser): TokenUser['attributes'] {
  const [claims] = trustChildren(request, 'Claims');
  if (claims === undefined) return attributes;
  const uris = elementsOf(claims).map((one) => attributeOf(one, 'Uri'));
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => uris.includes(name)));
}

/** Seconds of the Lifetime that is asked for. */
function lifetimeIn(request: Element): number | undefined {
  const [lifetime] = trustChildren(request, 'Lifetime');
  const [from, to] = ['Created', 'Expires'].map((local) => {
    const [one] = (lifetime === undefined ? [] : elementsOf(lifetime)).filter((child) =>
      isNamed(child, wsuNamespace, local),
    );
    return one === undefined ? Number.NaN : Date.parse(ownTextOf(one));
  });
  const seconds = ((to ?? Number.NaN) - (from ?? Number.NaN)) / 1000;
  return seconds > 0 ? seconds : undefined;
}

/** An answer: in 1.3 and 1.4 within a collection, but for one to Cancel. */
function responseOf(namespace: string, content: string): string {
  const wss = `xmlns:wsu="${wsuNamespace}" xmlns:wsse="${wsseNamespace}"`;
  const names = `xmlns:wst="${namespace}" ${wss}`;
  const isCollection = namespace === trustNamespaces[0] && content.includes('<wst:Requested');
  const response = (attributes: string): string =>
    `<wst:RequestSecurityTokenResponse${attributes}>${content}</wst:RequestSecurityTokenResponse>`;
  if (!isCollection) return response(` ${names}`);
  const name = 'wst:RequestSecurityTokenResponseCollection';
  return `<${name} ${names}>${response('')}</${name}>`;
}

/** A fault of WS-Trust (section 11). */
function faultOf(namespace: string, name: string, message: string): SoapFault {
  return new SoapFault({ code: `{${namespace}}${name}`, message });
}
