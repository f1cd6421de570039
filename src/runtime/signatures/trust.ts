import { type KeyObject, randomBytes } from 'node:crypto';
import { createCaller } from '../client/call.ts';
import type { ClientOptions, SoapSecurity } from '../client/request.ts';
import {
  AsmxError,
  checkSeconds,
  isAsmxError,
  messageOf,
  propertyOf,
} from '../operation/descriptor.ts';
import { dsigNamespace, isSoapFault, wsseNamespace, wsuNamespace } from '../operation/soap.ts';
import { timeIn } from '../server/security.ts';
import { clientAddressing } from '../soap/client.ts';
import { escapeAttribute, escapeText } from '../xml/writer.ts';
import { type Certificates, readCertificates } from './certificates.ts';
import {
  attributeOf,
  type Element,
  elementsOf,
  isNamed,
  type Message,
  readMessage,
  samlVersions,
} from './message.ts';
import {
  type CarriedToken,
  readTokenSettings,
  type SignerSettings,
  type SigningSettings,
} from './rules.ts';
import {
  assertionOf,
  type ClientCredentials,
  carrying,
  secretOf,
  type TokenSecurity,
  withToken,
} from './saml-token.ts';
import {
  computedKey,
  computedKeyUri,
  keyTypesOf,
  ownTextOf,
  standalone,
  type TokenKeyType,
  type TrustRequest,
  type TrustVersion,
  trustChildren,
  trustNamespace,
  trustNamespaces,
  trustOperation,
  trustParts,
  trustText,
} from './trust-words.ts';

/** Options of a client of a token service, with its URL. */
export interface TokenServiceAddress
  extends Omit<ClientOptions, 'security' | 'soapHeaders' | 'baseUrl' | 'namespace'> {
  readonly endpoint: string;
}

/** Which token is asked for, and how. Settings of a signer are for messages with a key. */
export interface IssuedTokenSettings extends Partial<Omit<SignerSettings, 'key' | 'cert'>> {
  /**
   * The token service: its URL, or options of a client with its URL as `endpoint`. By default it is
   * called over SOAP 1.2 with headers of WS-Addressing; `binding: 'soap11'` and `addressing: false`
   * say otherwise.
   */
  readonly sts: string | TokenServiceAddress;
  /**
   * Who asks: `usernameToken(…)`, `signer(…)`, `samlToken(…)`, `issuedToken(…)` of another
   * service, `basic(…)` and the like, as in the option `security` of a client.
   */
  readonly credentials?: ClientCredentials | readonly ClientCredentials[] | undefined;
  /** For which service, by its address. */
  readonly appliesTo?: string | undefined;
  /** `2.0` and `1.1` for SAML, or a URI. Default `2.0`. */
  readonly tokenType?: '1.1' | '2.0' | (string & {}) | undefined;
  /**
   * `bearer` for a token without a key, `symmetric` for a secret that the token service knows, too,
   * `public` for the key of `proof`. With a key, messages are signed. Default `bearer`.
   */
  readonly keyType?: TokenKeyType | undefined;
  /** The key for `public`, with its certificate. */
  readonly proof?: Pick<SignerSettings, 'key' | 'passphrase'> & { readonly cert: Certificates };
  /** URIs of claims that the token has to have. */
  readonly claims?: readonly string[] | undefined;
  /** An assertion of the user for whom this client acts, which the token is about. */
  readonly onBehalfOf?: string | undefined;
  /** An assertion of the user for whom this client acts, beside its own name; with version 1.4. */
  readonly actAs?: string | undefined;
  /** Version of WS-Trust; `2005` is that of February 2005. Default `1.3`. */
  readonly version?: TrustVersion | undefined;
  /** Seconds for which the token is asked. Default: as the service decides. */
  readonly lifetime?: number | undefined;
  /** Whether tokens are renewed shortly before they expire, instead of asked for. Default false. */
  readonly renewable?: boolean | undefined;
  /**
   * Seconds before its end at which a token is replaced, at most half of its life. Default 60.
   */
  readonly early?: number | undefined;
}

/** A token of a token service, for the option `security` of a client. */
export interface IssuedToken extends TokenSecurity {
  /**
   * Renews the token now, or asks for the first one.
   *
   * @throws AsmxError the token service did not renew it
   */
  renew(): Promise<void>;
  /**
   * Cancels the token, so that the next call asks for another one; nothing without a token.
   *
   * @throws AsmxError the token service did not cancel it
   */
  cancel(): Promise<void>;
}

/** A token with what messages need of it. */
interface Held {
  readonly settings: SigningSettings;
  readonly xml: string;
  readonly key: KeyObject | undefined;
  /** When the next one is asked for, in milliseconds since 1970. */
  readonly until: number;
}

/** Seconds for which a token is kept that does not say when it expires. */
const unknownLife = 300;
/** Bits of a shared secret. */
const keyBits = 256;

/**
 * Sends a token that a token service issues (WS-Trust) with each call; for the option `security` of
 * a client. It is asked for with the first call, once for all calls at that time, and kept until
 * shortly before it expires. With a key, messages are signed as by `samlToken` for `holder-of-key`.
 *
 * @throws TypeError `proof` is missing, or its key cannot be read
 * @throws RangeError a number of seconds is not more than 0, or a name of the settings is unknown
 */
export function issuedToken(settings: IssuedTokenSettings): IssuedToken {
  const source = new TokenSource(settings);
  return Object.assign(
    carrying(async () => (await source.current()).settings),
    { renew: () => source.renew(), cancel: () => source.cancel() },
  );
}

class TokenSource {
  private readonly settings: IssuedTokenSettings;
  private readonly namespace: string;
  private readonly ask: (request: TrustRequest, element: string) => Promise<Message>;
  private readonly proof: KeyObject | undefined;
  private held: Held | undefined;
  private pending: Promise<Held> | undefined;

  constructor(settings: IssuedTokenSettings) {
    checkSettings(settings);
    const { version = '1.3', proof, keyType } = settings;
    this.settings = settings;
    this.namespace = trustNamespace(version);
    this.ask = askerOf(settings, this.namespace);
    this.proof = keyType === 'public' && proof ? readTokenSettings(proof).key : undefined;
  }

  /** The token for a call, asked for if there is none. */
  current(): Promise<Held> | Held {
    const { held } = this;
    if (held !== undefined && this.now() < held.until) return held;
    const target = this.settings.renewable === true ? held : undefined;
    return this.next(() => (target === undefined ? this.issue() : this.renewOrIssue(target)));
  }

  async renew(): Promise<void> {
    const { held } = this;
    await this.next(() => (held === undefined ? this.issue() : this.renewed(held)));
  }

  async cancel(): Promise<void> {
    const { held } = this;
    if (held === undefined) return;
    this.held = undefined;
    await this.ask('Cancel', this.request('Cancel', target('Cancel', held)));
  }

  private now(): number {
    return Number((this.settings.now ?? Date.now)());
  }

  /** One request at a time, which all calls wait for. */
  private next(ask: () => Promise<Held>): Promise<Held> {
    this.pending ??= ask()
      .then((held) => {
        this.held = held;
        return held;
      })
      .finally(() => {
        this.pending = undefined;
      });
    return this.pending;
  }

  private async renewOrIssue(held: Held): Promise<Held> {
    try {
      return await this.renewed(held);
    } catch (error) {
      // the service no longer renews this one
      if (isSoapFault(propertyOf(error, 'cause'))) return this.issue();
      throw error;
    }
  }

  private async renewed(held: Held): Promise<Held> {
    const answer = await this.ask('Renew', this.request('Renew', target('Renew', held)));
    return this.hold(answer, undefined, held.key);
  }

  private async issue(): Promise<Held> {
    const entropy = this.settings.keyType === 'symmetric' ? randomBytes(keyBits / 8) : undefined;
    const request = this.request('Issue', issueParts(this.settings, this.namespace, entropy));
    return this.hold(await this.ask('Issue', request), entropy, undefined);
  }

  private request(kind: TrustRequest, content: string): string {
    const { tokenType = '2.0' } = this.settings;
    const type = samlVersions.find(({ name }) => name === tokenType)?.tokenType ?? tokenType;
    return (
      `<wst:RequestSecurityToken xmlns:wst="${this.namespace}" xmlns:wsse="${wsseNamespace}" ` +
      `xmlns:wsu="${wsuNamespace}"><wst:TokenType>${escapeText(type)}</wst:TokenType>` +
      `<wst:RequestType>${this.namespace}/${kind}</wst:RequestType>${content}` +
      '</wst:RequestSecurityToken>'
    );
  }

  private hold(answer: Message, entropy: Uint8Array | undefined, old: KeyObject | undefined): Held {
    try {
      return this.read(answer, entropy, old);
    } catch (error) {
      throw inWords(error, 'The answer of the token service cannot be used');
    }
  }

  private read(answer: Message, entropy: Uint8Array | undefined, old: KeyObject | undefined): Held {
    const response = responseIn(answer);
    const { token, element } = tokenIn(answer, response);
    const key = this.keyFor(response, entropy, old);
    const {
      early = 60,
      keyType: _,
      timestamp = key === undefined ? false : 300,
      ...others
    } = this.settings;
    const signing = key === undefined ? { timestamp } : { ...others, timestamp, key };
    const now = this.now();
    const life = Math.max(0, (endOf(response, element) ?? now + unknownLife * 1000) - now);
    return {
      settings: withToken(readTokenSettings(signing), token),
      xml: token.xml,
      key,
      until: now + life - Math.min(early * 1000, life / 2),
    };
  }

  /** The key with which messages are signed (WS-Trust 1.3, section 4.4.3). */
  private keyFor(
    response: Element,
    entropy: Uint8Array | undefined,
    old: KeyObject | undefined,
  ): KeyObject | undefined {
    const { keyType = 'bearer' } = this.settings;
    if (keyType !== 'symmetric') return this.proof;
    const [proof] = trustChildren(response, 'RequestedProofToken');
    const computed = proof && trustText(proof, 'ComputedKey');
    if (proof !== undefined && computed === undefined) return secretOf(secretIn(proof));
    if (entropy === undefined) {
      if (old !== undefined) return old;
      throw new Error('there is no key in the answer');
    }
    if (computed === undefined) return secretOf(entropy);
    if (computed !== computedKeyUri(this.namespace)) {
      throw new Error(`the key is computed by ${computed.slice(0, 100)}, which is not supported`);
    }
    const [theirs] = trustChildren(response, 'Entropy');
    if (theirs === undefined) throw new Error('the entropy of the service is missing');
    const bits = Number(trustText(response, 'KeySize') ?? keyBits);
    if (![128, 192, 256, 384, 512].includes(bits)) throw new Error(`a key of ${bits} bits is none`);
    return secretOf(computedKey(entropy, secretIn(theirs), bits / 8));
  }
}

const keyTypes: readonly TokenKeyType[] = ['bearer', 'symmetric', 'public'];
const versions: readonly TrustVersion[] = ['1.3', '1.4', '2005'];

/** @throws TypeError or RangeError */
function checkSettings(settings: IssuedTokenSettings): void {
  const { keyType = 'bearer', version = '1.3', proof, actAs, lifetime, early } = settings;
  if (!keyTypes.includes(keyType)) {
    throw new RangeError(`The keyType '${keyType}' is unknown; known: ${keyTypes.join(', ')}.`);
  }
  if (!versions.includes(version)) {
    throw new RangeError(`The version '${version}' is unknown; known: ${versions.join(', ')}.`);
  }
  if (keyType === 'public' && proof === undefined) {
    throw new TypeError("keyType 'public' needs proof: the key and its certificate.");
  }
  if (actAs !== undefined && version !== '1.4') {
    throw new TypeError("actAs is of WS-Trust 1.4: give version: '1.4'.");
  }
  if (lifetime !== undefined) checkSeconds('lifetime', lifetime);
  if (early !== undefined) checkSeconds('early', early);
}

/** A function that asks the token service, and returns the message of its answer. */
function askerOf(
  { sts, credentials = [] }: IssuedTokenSettings,
  namespace: string,
): (request: TrustRequest, element: string) => Promise<Message> {
  const given = typeof sts === 'string' ? { endpoint: sts } : sts;
  const caller = createCaller(
    {
      binding: 'soap12',
      addressing: clientAddressing(),
      ...given,
      security: [credentials].flat() as readonly SoapSecurity[],
    },
    {},
  );
  const host = hostOf(given.endpoint);
  return async (request, element) => {
    try {
      const answer = await caller.call(trustOperation(namespace, request), element);
      return readMessage(answer);
    } catch (error) {
      throw inWords(error, `The token service ${host} did not ${verbs[request]} the token`);
    }
  };
}

const verbs: Readonly<Record<TrustRequest, string>> = {
  Issue: 'issue',
  Renew: 'renew',
  Cancel: 'cancel',
};

/** Host and port; the rest of a URL may have a key in it. */
function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}

/** What the faults of WS-Trust mean (section 11), and those of WS-Security. */
const meanings: Readonly<Record<string, string>> = {
  InvalidRequest: 'the request is not right for it',
  BadRequest: 'it does not understand the request',
  FailedAuthentication: 'it does not accept the credentials',
  InvalidSecurityToken: 'it does not accept the token of the request',
  InvalidSecurity: 'it does not accept the Security header',
  FailedCheck: 'the signature of the request is wrong',
  RequestFailed: 'it cannot do what is asked, such as for this service (appliesTo)',
  AuthenticationBadElements: 'the credentials are not enough',
  ExpiredData: 'the request, or a token in it, has expired',
  MessageExpired: 'the request has expired: are the clocks right?',
  InvalidTimeRange: 'the lifetime is not right for it',
  InvalidScope: 'it does not know the service (appliesTo)',
  RenewNeeded: 'the token can be renewed, and has to be',
  UnableToRenew: 'the token cannot be renewed',
};

/** An error with what the token service said. Of the request, nothing is in it. */
function inWords(error: unknown, start: string): AsmxError {
  if (isSoapFault(error)) {
    const { code, subcodes, message } = error;
    const name = (subcodes.at(-1) ?? code).replace(/^.*[}:]/s, '');
    const meaning = Object.hasOwn(meanings, name) ? `${meanings[name]} ` : '';
    const words = `${meaning}(${name.slice(0, 100)}: ${message.slice(0, 300)})`;
    return new AsmxError('protocol', `${start}: ${words}`, { cause: error });
  }
  const code = isAsmxError(error) ? error.code : 'protocol';
  return new AsmxError(code, `${start}: ${messageOf(error).slice(0, 500)}`, { cause: error });
}

/** What is asked beside the type of the token. */
function issueParts(
  settings: IssuedTokenSettings,
  namespace: string,
  entropy: Uint8Array | undefined,
): string {
  const { appliesTo, claims = [], keyType = 'bearer', onBehalfOf, actAs, lifetime } = settings;
  const { policy, addressing, claims: identity } = trustParts;
  const uri = escapeText(keyTypesOf(namespace)[keyType]);
  const parts = [
    appliesTo === undefined
      ? ''
      : `<wsp:AppliesTo xmlns:wsp="${policy}"><wsa:EndpointReference xmlns:wsa="${addressing}">` +
        `<wsa:Address>${escapeText(appliesTo)}</wsa:Address></wsa:EndpointReference>` +
        '</wsp:AppliesTo>',
    claims.length === 0
      ? ''
      : `<wst:Claims Dialect="${identity}" xmlns:ic="${identity}">` +
        claims.map((one) => `<ic:ClaimType Uri="${escapeAttribute(one)}"/>`).join('') +
        '</wst:Claims>',
    onBehalfOf === undefined
      ? ''
      : `<wst:OnBehalfOf>${assertionOf(onBehalfOf).xml}</wst:OnBehalfOf>`,
    actAs === undefined
      ? ''
      : `<tr:ActAs xmlns:tr="${trustParts.actAs}">${assertionOf(actAs).xml}</tr:ActAs>`,
    lifetime === undefined ? '' : lifetimeOf(Number((settings.now ?? Date.now)()), lifetime),
    settings.renewable === true ? '<wst:Renewing Allow="true"/>' : '',
    `<wst:KeyType>${uri}</wst:KeyType>`,
    entropy === undefined ? '' : entropyOf(namespace, entropy),
    keyType === 'public' && settings.proof !== undefined ? useKeyOf(settings.proof.cert) : '',
  ];
  return parts.join('');
}

function lifetimeOf(now: number, seconds: number): string {
  const [created, expires] = [now, now + seconds * 1000].map((one) => new Date(one).toISOString());
  return (
    `<wst:Lifetime><wsu:Created>${created}</wsu:Created><wsu:Expires>${expires}</wsu:Expires>` +
    '</wst:Lifetime>'
  );
}

function entropyOf(namespace: string, entropy: Uint8Array): string {
  const secret = Buffer.from(entropy).toString('base64');
  return (
    `<wst:KeySize>${keyBits}</wst:KeySize><wst:Entropy>` +
    `<wst:BinarySecret Type="${namespace}/Nonce">${secret}</wst:BinarySecret></wst:Entropy>` +
    `<wst:ComputedKeyAlgorithm>${computedKeyUri(namespace)}</wst:ComputedKeyAlgorithm>`
  );
}

function useKeyOf(cert: Certificates): string {
  const [certificate] = readCertificates(cert);
  return (
    `<wst:UseKey><ds:KeyInfo xmlns:ds="${dsigNamespace}"><ds:X509Data><ds:X509Certificate>` +
    `${certificate?.raw.toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
    '</wst:UseKey>'
  );
}

function target(request: TrustRequest, { xml }: Held): string {
  return `<wst:${request}Target>${xml}</wst:${request}Target>`;
}

/** The RequestSecurityTokenResponse of an answer, in 1.3 within a collection. */
function responseIn({ body }: Message): Element {
  const [first] = elementsOf(body);
  const isTrust = first !== undefined && trustNamespaces.includes(first.name.namespace);
  if (isTrust && first.name.local === 'RequestSecurityTokenResponse') return first;
  const inside = isTrust ? trustChildren(first, 'RequestSecurityTokenResponse') : [];
  const [found] = inside.filter((one) => trustChildren(one, 'RequestedSecurityToken').length > 0);
  if (found !== undefined) return found;
  throw new Error('it has no token');
}

/** The token of an answer, and how a signature refers to it. */
function tokenIn(
  { tree }: Message,
  response: Element,
): { readonly token: CarriedToken; readonly element: Element } {
  const [requested] = trustChildren(response, 'RequestedSecurityToken');
  const [element, other] = requested === undefined ? [] : elementsOf(requested);
  if (element === undefined || other !== undefined) {
    throw new Error('it does not have just one token');
  }
  const xml = standalone(tree, element);
  const version = samlVersions.find(({ namespace }) => namespace === element.name.namespace);
  if (version !== undefined && element.name.local === 'Assertion') {
    return { token: { ...assertionOf(xml), isSigned: false }, element };
  }
  // encrypted for the service: only the token service can say how it is referred to
  const [attached] = trustChildren(response, 'RequestedAttachedReference');
  const [reference] = attached === undefined ? [] : elementsOf(attached);
  const isRight = reference && isNamed(reference, wsseNamespace, 'SecurityTokenReference');
  return {
    token: {
      xml,
      id: undefined,
      reference: isRight ? standalone(tree, reference) : '',
      isSigned: false,
    },
    element,
  };
}

/** When a token expires; `undefined` if nothing says so. */
function endOf(response: Element, token: Element): number | undefined {
  const [lifetime] = trustChildren(response, 'Lifetime');
  const [expires] =
    lifetime === undefined
      ? []
      : elementsOf(lifetime).filter((one) => isNamed(one, wsuNamespace, 'Expires'));
  if (expires !== undefined) return timeIn(ownTextOf(expires));
  const [conditions] = elementsOf(token).filter(({ name }) => name.local === 'Conditions');
  return conditions && timeIn(attributeOf(conditions, 'NotOnOrAfter') ?? '');
}

/** @throws Error it is encrypted, or no secret */
function secretIn(element: Element): Uint8Array {
  const text = trustText(element, 'BinarySecret')?.replace(/\s+/g, '') ?? '';
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return Buffer.from(text, 'base64');
  throw new Error('a key in the answer is encrypted or missing: only BinarySecret is read');
}
