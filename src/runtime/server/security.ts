import {
  type BasicCredentials,
  type BindingName,
  checkSeconds,
  type ElementName,
  limitProblem,
  propertyOf,
} from '../operation/descriptor.ts';
import {
  base64Encoding,
  digestOf,
  isSecurityHeader,
  passwordDigest,
  passwordText,
  sha1,
  wsseNamespace,
  wsuNamespace,
} from '../operation/soap.ts';
import {
  bytesFromBase64,
  bytesToBase64,
  decodeText,
  decodeUtf8,
  encodeUtf8,
  type FetchRequest,
  isPromise,
  platform,
  tell,
} from '../platform/globals.ts';
import type { ReadingWatch } from '../xml/reader.ts';
import type { XmlElement } from '../xml/writer.ts';
import type { NodeRequest } from './request.ts';

/** How UsernameTokens are verified. */
export interface UsernameTokenRules {
  /** The password of a user; `undefined` for one that is unknown or locked. */
  readonly password: (username: string) => string | undefined | PromiseLike<string | undefined>;
  /** Seconds that Created may be old, more than 0. Default 300. */
  readonly maxAge?: number | undefined;
  /**
   * Seconds that the clock of the sender may be off, either way: for Created, and for Created and
   * Expires of a Timestamp. At least 0. Default 300, as in WCF.
   */
  readonly clockSkew?: number | undefined;
  /** Where nonces are remembered. Default: in the memory of this process. */
  readonly nonces?: NonceStore | undefined;
}

/** Who sent a UsernameToken. */
export interface UsernameIdentity {
  readonly username: string;
}

interface UsernameToken {
  readonly username: string;
  readonly password: string;
  readonly isDigest: boolean;
  readonly nonce: Uint8Array | undefined;
  readonly created: XmlElement | undefined;
}

/** Bytes of a nonce that are taken; clients send 16 or 20. */
const longestNonce = 256;

/**
 * Verifies UsernameTokens of WS-Security (UsernameToken Profile 1.1.1) with a password as text or
 * as digest; for the server option `security`. A digest needs a nonce and Created. A nonce is taken
 * once, a Created that is too old or of the future never, nor a token beside a Timestamp that has
 * expired. An unknown user, a wrong password and a used nonce get the same fault.
 *
 * @throws RangeError `maxAge` is not more than 0, or `clockSkew` less
 */
export function verifyUsernameToken(rules: UsernameTokenRules): ServerSecurity<UsernameIdentity> {
  const { password, maxAge = 300, nonces = new MemoryNonces(() => Date.now()) } = rules;
  checkSeconds('maxAge', maxAge);
  const skew = skewOf(rules);
  return async (request) => {
    const header = securityHeader(request, skew);
    const token = readToken(header && tokenPart(header, 'UsernameToken'));
    const { username, nonce, created } = token;
    const time = created === undefined ? Date.now() : freshTime(created, maxAge * 1000, skew);
    const expected: unknown = await password(username);
    // A user that is not known costs the same work.
    const isRight = matches(token, typeof expected === 'string' ? expected : randomText());
    if (typeof expected !== 'string') throw new SecurityRefusal('The user is unknown or locked.');
    if (!isRight) throw new SecurityRefusal('The password of the UsernameToken is wrong.');
    if (nonce !== undefined) {
      const expires = time + maxAge * 1000 + skew;
      const isNew: unknown = await nonces.add(bytesToBase64(nonce), expires);
      if (isNew !== true) throw new SecurityRefusal('The nonce was used before.');
    }
    understand(request);
    return { username };
  };
}

function readToken(token: XmlElement | undefined): UsernameToken {
  if (token === undefined) throw new SecurityRefusal('There is no UsernameToken.');
  const username = tokenPart(token, 'Username');
  const password = tokenPart(token, 'Password');
  const created = onlyChild(token, wsuNamespace, 'Created');
  if (username === undefined || password === undefined) {
    throw new SecurityRefusal('The UsernameToken has no name or no password.', 'InvalidSecurity');
  }
  const type = attributeOf(password, 'Type')?.trim() ?? passwordText;
  if (type !== passwordText && type !== passwordDigest) {
    throw new SecurityRefusal('The password has an unknown Type.', 'InvalidSecurity');
  }
  const isDigest = type === passwordDigest;
  const nonce = nonceOf(tokenPart(token, 'Nonce'));
  if (isDigest && (nonce === undefined || created === undefined)) {
    throw new SecurityRefusal('The digest has no nonce or no Created.', 'InvalidSecurity');
  }
  const text = textOf(password);
  return {
    username: textOf(username),
    password: isDigest ? text.trim() : text,
    isDigest,
    nonce,
    created,
  };
}

/** The bytes of a nonce, so that another spelling of its base64 is the same. */
function nonceOf(element: XmlElement | undefined): Uint8Array | undefined {
  if (element === undefined) return undefined;
  const encoding = attributeOf(element, 'EncodingType')?.trim() ?? base64Encoding;
  const text = textOf(element).replace(/[\t\n\r ]+/g, '');
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  if (encoding === base64Encoding && isBase64 && text.length <= (longestNonce / 3) * 4) {
    return bytesFromBase64(text);
  }
  throw new SecurityRefusal('The nonce is not base64, or too long.', 'InvalidSecurity');
}

/** Compares passwords, in a time that does not depend on where they differ. */
function matches({ password, isDigest, nonce, created }: UsernameToken, expected: string): boolean {
  // White space around Created is no part of it, as for the check of the time. Otherwise that at
  // the end of a nonce could move to Created, which is a new nonce with the same digest.
  const time = created === undefined ? '' : textOf(created).trim();
  const right = isDigest ? digestOf(nonce ?? new Uint8Array(0), time, expected) : expected;
  const [one, two] = [sha1(encodeUtf8(password)), sha1(encodeUtf8(right))];
  return one.reduce((difference, byte, at) => difference | (byte ^ (two[at] ?? 0)), 0) === 0;
}

function randomText(): string {
  return bytesToBase64(platform.crypto.getRandomValues(new Uint8Array(16)));
}

/**
 * The option `clockSkew` in milliseconds: how far the clock of another machine may be from ours.
 *
 * @param seconds At least 0. Default 300, as in WCF.
 * @throws RangeError it is no such number
 */
export function skewOf({ clockSkew }: { readonly clockSkew?: number | undefined }): number {
  const problem = limitProblem({ clockSkew }, ['clockSkew']);
  if (problem !== undefined) throw new RangeError(problem);
  return (clockSkew ?? 300) * 1000;
}

/** A dateTime; without a zone it is UTC, as in Web Services Security. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,20})?(Z|[+-]\d\d:\d\d)?$/;

/** A dateTime in milliseconds since 1970; `undefined` if the text is none. */
export function timeIn(text: string): number | undefined {
  const match = dateTime.exec(text.trim());
  if (match === null) return undefined;
  const time = Date.parse(match[1] === undefined ? `${match[0]}Z` : match[0]);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * The `wsse:Security` header for this server; `undefined` without one.
 *
 * @param skew Milliseconds that the other clock may be off.
 * @throws SecurityRefusal there are several, of which another reader might take another one, or its
 *   Timestamp has expired
 */
function securityHeader(
  { securityHeaders }: SecurityRequest,
  skew: number,
): XmlElement | undefined {
  const [header, ...others] = securityHeaders;
  if (others.length > 0) {
    throw new SecurityRefusal('There are several Security headers.', 'InvalidSecurity');
  }
  const timestamp = header && onlyChild(header, wsuNamespace, 'Timestamp');
  if (timestamp !== undefined) checkTimestamp(timestamp, skew);
  return header;
}

/** Says that the Security header is understood; one that the contract declares is by itself. */
export function understand({ unknownHeaders, understood }: SecurityRequest): void {
  for (const header of unknownHeaders.filter(isSecurityHeader)) understood(header);
}

/** A Timestamp (Web Services Security: SOAP Message Security 1.1.1, section 10). */
function checkTimestamp(timestamp: XmlElement, skew: number): void {
  const now = Date.now();
  const created = onlyChild(timestamp, wsuNamespace, 'Created');
  const expires = onlyChild(timestamp, wsuNamespace, 'Expires');
  if (created !== undefined && timeOf(created) > now + skew) {
    throw new SecurityRefusal('The Timestamp is of the future.', 'MessageExpired');
  }
  if (expires !== undefined && timeOf(expires) <= now - skew) {
    throw new SecurityRefusal('The Timestamp has expired.', 'MessageExpired');
  }
}

/**
 * The time of a token, in milliseconds since 1970.
 *
 * @param maxAge Milliseconds that it may be old.
 * @param skew Milliseconds that the other clock may be off.
 * @throws SecurityRefusal it is older, or of the future
 */
function freshTime(created: XmlElement, maxAge: number, skew: number): number {
  const time = timeOf(created);
  const now = Date.now();
  if (time < now - maxAge - skew)
    throw new SecurityRefusal('Created of the UsernameToken is too old.');
  if (time > now + skew) {
    throw new SecurityRefusal('Created of the UsernameToken is of the future.');
  }
  return time;
}

function timeOf(element: XmlElement): number {
  const time = timeIn(textOf(element));
  if (time !== undefined) return time;
  throw new SecurityRefusal(`${element.name} is no dateTime.`, 'InvalidSecurity');
}

/**
 * The child of a name; `undefined` without one.
 *
 * @throws SecurityRefusal there are several
 */
function onlyChild(
  { name, children = [] }: XmlElement,
  namespace: string,
  local: string,
): XmlElement | undefined {
  const [child, ...others] = children.filter(
    (one): one is XmlElement =>
      typeof one !== 'string' && one.name === local && one.namespace === namespace,
  );
  if (others.length === 0) return child;
  throw new SecurityRefusal(`${name} has several elements ${local}.`, 'InvalidSecurity');
}

/** A child in namespace `wsse`. */
function tokenPart(token: XmlElement, local: string): XmlElement | undefined {
  return onlyChild(token, wsseNamespace, local);
}

/**
 * The text of an element.
 *
 * @throws SecurityRefusal it has elements
 */
function textOf({ name, children = [] }: XmlElement): string {
  if (children.every((one) => typeof one === 'string')) return children.join('');
  throw new SecurityRefusal(`${name} has elements in it.`, 'InvalidSecurity');
}

/** The value of an attribute without namespace. */
function attributeOf({ attributes = [] }: XmlElement, name: string): string | undefined {
  return attributes.find((one) => one.name === name && !one.namespace)?.value;
}

/** Remembers nonces, so that no one sends a token a second time. */
export interface NonceStore {
  /**
   * Adds a nonce, unless it is there. It must do so in one step (`SET … NX` of Redis), because
   * equal requests arrive at the same time.
   *
   * @param nonce Base64 of its bytes.
   * @param expires When it may be forgotten, in milliseconds since 1970.
   * @returns whether it was added; any other answer than `true` refuses the request
   */
  add(nonce: string, expires: number): boolean | PromiseLike<boolean>;
}

/** Nonces in the memory of one process. Only those of accepted tokens get here. */
export class MemoryNonces implements NonceStore {
  /** When each may be forgotten, roughly in the order of these times. */
  private readonly expiries: Map<string, number> = new Map();
  private readonly now: () => number;

  /** @param now The clock by which tokens expire. */
  constructor(now: () => number) {
    this.now = now;
  }

  add(nonce: string, expires: number): boolean {
    const now = this.now();
    for (const [old, time] of this.expiries) {
      if (time >= now) break;
      this.expiries.delete(old);
    }
    const known = this.expiries.get(nonce);
    if (known !== undefined && known >= now) return false;
    this.expiries.set(nonce, expires);
    return true;
  }
}

/**
 * Verifies Basic authentication (RFC 7617); for the server option `security`.
 *
 * @param verify Returns the identity, or `undefined` for wrong credentials.
 */
export function verifyBasic<Identity>(
  verify: (credentials: BasicCredentials) => Identity,
): ServerSecurity<Identity> {
  return withChallenge('Basic realm="service", charset="UTF-8"', ({ headers }) => {
    const given = schemeCredentials(headers, 'basic');
    const text =
      given !== undefined && isBase64(given) ? decodedCredentials(bytesFromBase64(given)) : '';
    const colon = text.indexOf(':');
    if (colon < 0) throw new SecurityRefusal('There is no Basic authorization.');
    const credentials = { username: text.slice(0, colon), password: text.slice(colon + 1) };
    return known(verify(credentials), 'The name or the password of Basic is wrong.');
  });
}

/**
 * Verifies Bearer tokens (RFC 6750, section 2.1); for the server option `security`.
 *
 * @param verify Returns the identity, or `undefined` for a token that is not valid.
 */
export function verifyBearer<Identity>(
  verify: (token: string) => Identity,
): ServerSecurity<Identity> {
  return withChallenge('Bearer realm="service"', ({ headers }) => {
    const token = schemeCredentials(headers, 'bearer');
    if (token === undefined) throw new SecurityRefusal('There is no Bearer token.');
    return known(verify(token), 'The Bearer token is not valid.');
  });
}

/** A certificate of a client: the part of `X509Certificate` of node:crypto that needs no Node. */
export interface ClientCertificate {
  readonly subject: string;
  readonly subjectAltName: string | undefined;
  readonly issuer: string;
  readonly serialNumber: string;
  /** SHA-256 of the certificate, as bytes in hexadecimal digits with colons between. */
  readonly fingerprint256: string;
  readonly validFrom: string;
  readonly validTo: string;
  readonly raw: Uint8Array;
}

/** The part of `TLSSocket` that knows the certificate. */
interface TlsSocket {
  readonly authorized?: boolean;
  getPeerX509Certificate?(): ClientCertificate | undefined;
}

/**
 * Verifies certificates of clients; for the server option `security`, with `listener` on node:https
 * with `requestCert: true`. A certificate that TLS did not accept (`authorized` of the socket) is
 * refused: for one that is its own authority, give it as `ca`.
 *
 * @param verify Returns the identity, or `undefined` for one that is not known.
 */
export function verifyClientCertificate<Identity>(
  verify: (certificate: ClientCertificate) => Identity,
): ServerSecurity<Identity> {
  return withChallenge('ClientCertificate realm="service"', ({ request }) => {
    const { socket } = request as { readonly socket?: TlsSocket };
    const certificate = socket?.authorized === true ? socket.getPeerX509Certificate?.() : undefined;
    if (certificate === undefined) {
      throw new SecurityRefusal('There is no certificate of a client that TLS accepted.');
    }
    return known(verify(certificate), 'The certificate of the client is not known.');
  });
}

function withChallenge<Identity>(
  challenge: string,
  verify: (request: SecurityRequest) => Identity | PromiseLike<Identity>,
): ServerSecurity<Identity> {
  return Object.assign(verify, { challenge });
}

/** Credentials of one scheme (RFC 9110, section 11.6.2). */
function schemeCredentials(
  { authorization = '' }: SecurityRequest['headers'],
  scheme: string,
): string | undefined {
  const space = authorization.indexOf(' ');
  if (authorization.slice(0, Math.max(space, 0)).toLowerCase() !== scheme) return undefined;
  const credentials = authorization.slice(space).trim();
  return /^[\w.~+/-]+=*$/.test(credentials) ? credentials : undefined;
}

/** UTF-8, or Latin-1 if it is no UTF-8, as older clients send. */
function decodedCredentials(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  return text.includes('\ufffd') ? decodeText(bytes, 'iso-8859-1') : text;
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** An identity, or a refusal with a reason. */
function known<Identity>(
  given: Identity | PromiseLike<Identity>,
  reason: string,
): Identity | PromiseLike<Identity> {
  if (isPromise(given)) return given.then((identity) => known(identity, reason) as Identity);
  if (given === undefined || given === null || given === false) throw new SecurityRefusal(reason);
  return given;
}

/** Fault codes of WS-Security (Web Services Security: SOAP Message Security 1.1.1, section 12). */
export type SecurityFaultCode =
  | 'FailedAuthentication'
  | 'FailedCheck'
  | 'InvalidSecurity'
  | 'MessageExpired';

/**
 * Why a request was refused. Its message is for `onAnswer`; callers read the text of the code, the
 * same for all reasons that have the code.
 */
export class SecurityRefusal extends Error {
  override readonly name = 'SecurityRefusal' as const;
  readonly code!: SecurityFaultCode;

  constructor(reason: string, code: SecurityFaultCode = 'FailedAuthentication') {
    super(reason);
    Object.assign(this, { code });
  }
}

/** Whether a caught value is a {@link SecurityRefusal}, of this or another copy of the runtime. */
export function isSecurityRefusal(error: unknown): error is SecurityRefusal {
  try {
    return propertyOf(error, 'name') === 'SecurityRefusal';
  } catch {
    return false;
  }
}

/** A request as the server option `security` sees it: its headers, and not the input. */
export interface SecurityRequest {
  /** The request as the listener or `fetch` received it. */
  readonly request: NodeRequest | FetchRequest;
  /** Request headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Path and query as the client sent them. */
  readonly url: string;
  /**
   * Whether it came over TLS: by its connection, for `fetch` by the address of the request, or
   * because a proxy that `trustProxy` names says so.
   */
  readonly secure?: boolean | undefined;
  /** Name of the service; absent for WSDL and pages. */
  readonly service?: string | undefined;
  /** Name of the operation; absent for WSDL and pages. */
  readonly operation?: string | undefined;
  /** The binding of the request; absent for WSDL and pages. */
  readonly binding?: BindingName | undefined;
  /**
   * The SOAP message as text; absent without one. To those before a `decrypter` in the list,
   * it is the message as it came.
   */
  readonly envelope?: string | undefined;
  /** The message after decryption, for those to whom `envelope` is the one as it came. */
  readonly decrypted?: string | undefined;
  /**
   * The first element of `soap:Body` that the operation expects; absent if it expects none, or
   * without a SOAP message.
   */
  readonly element?: ElementName | undefined;
  /** SOAP headers that the contract does not declare, as in the context of a handler. */
  readonly unknownHeaders: readonly XmlElement[];
  /** Headers `wsse:Security` for this server, one that the contract declares, too. */
  readonly securityHeaders: readonly XmlElement[];
  /**
   * Reads the SOAP message as it will be read if it is accepted, and tells a watch how; for those
   * that verify what prefixes in it mean.
   *
   * @returns whether the values of the Body are read with their types
   */
  readonly watch?: ((watch: ReadingWatch) => boolean) | undefined;
  /** Says that one of `unknownHeaders` is understood. */
  understood(header: XmlElement): void;
}

/**
 * Finds out who sends a request: it returns the identity, or `undefined` (`null`, `false`) if it
 * does not know the sender. An `HttpError` or a SOAP fault that it throws is the answer, unless
 * another one accepts the request.
 *
 * An intersection, because of a call that returns a plain function type, TypeScript would infer no
 * identity in `security: verifyBasic(({ username }) => …)`.
 */
export type ServerSecurity<Identity = unknown> = ((
  request: SecurityRequest,
) => Identity | PromiseLike<Identity>) & {
  /**
   * Value of `WWW-Authenticate` that asks for its credentials (RFC 9110, section 11.6.1), if they
   * are in the HTTP request.
   */
  readonly challenge?: string | undefined;
};

/** Signs the answers of a server, as a security object of a client signs its requests. */
export interface AnswerSecurity {
  /**
   * Changes the finished envelope.
   *
   * @param identity What the option `security` found out about the request; `undefined` without it.
   */
  postProcess(xml: string, envelopeKey: string, identity?: unknown): string;
  /** Whether it hides the answer, so that nothing may leave without it. */
  readonly encrypts?: boolean | undefined;
}

/** Opens encrypted requests of a server before anything of them is read. */
export interface RequestOpener {
  /**
   * Opens the envelope of a request. Never throws: what cannot be opened stays as it is, so that
   * the work of those who verify is the same, and is refused by `check`.
   *
   * @param request The HTTP request.
   * @param inParts Whether the message has parts beside the envelope.
   */
  open(envelope: string, request: object, inParts: boolean): string;
  /**
   * Accepts a request once the others of the list have.
   *
   * @param identity What they find; `undefined` without others.
   * @returns that
   * @throws SecurityRefusal it was not encrypted as it has to be, or could not be opened; what the
   *   others throw
   */
  check(request: SecurityRequest, identity: PromiseLike<unknown> | undefined): Promise<unknown>;
}

/** What opens the requests of a server, if its option `security` has such an object. */
export function openerOf({ security }: { readonly security?: unknown }): RequestOpener | undefined {
  return [security].flat().find(opensRequests);
}

/** Whether a part of the option `security` opens requests. */
function opensRequests(one: unknown): one is RequestOpener {
  return typeof one !== 'function' && typeof propertyOf(one, 'open') === 'function';
}

/** Whether a part of the option `security` signs answers. */
export function signsAnswers(one: unknown): one is AnswerSecurity {
  return typeof propertyOf(one, 'postProcess') === 'function';
}

/** Whether a part of the option `security` encrypts answers. */
export function encryptsAnswers(one: unknown): boolean {
  return signsAnswers(one) && one.encrypts === true;
}

/**
 * Signs an answer.
 *
 * @throws TypeError the signer returns no text
 */
export function signedBy(xml: string, signer: AnswerSecurity, identity: unknown): string {
  const result: unknown = signer.postProcess(xml, 'soap', identity);
  if (typeof result === 'string') return result;
  if (isPromise(result)) tell(() => result);
  const what = isPromise(result) ? 'a promise' : `a value of type ${typeof result}`;
  throw new TypeError(`postProcess of option security returned ${what}; it must return a text.`);
}

/** The option `security` of a server. */
export type ServerSecurities =
  | ServerSecurity
  | AnswerSecurity
  | RequestOpener
  | readonly (ServerSecurity | AnswerSecurity | RequestOpener)[];

type Accepted<Security> = Security extends (request: SecurityRequest) => infer Result
  ? Exclude<Awaited<Result>, undefined | null | false>
  : never;

/** The type of `context.identity` by that of the option `security`, which may be absent. */
export type IdentityOf<Security> = [Security] extends [never]
  ? undefined
  : unknown extends Security
    ? unknown
    : IdentityIn<Accepted<Security extends readonly (infer One)[] ? One : Security>>;

/** Without anything that verifies there is no identity. */
type IdentityIn<Identity> = [Identity] extends [never] ? undefined : Identity;
