import type { BasicCredentials } from '../../operation/names.ts';
import { isPromise } from '../../platform/globals.ts';
import { decodeText, decodeUtf8 } from '../../text/encoding.ts';
import { bytesFromBase64 } from '../../xsd/binary-tables.ts';
import type { SecurityRequest, ServerSecurity } from '../front/security.ts';
import { SecurityRefusal } from '../front/security-refusal.ts';

/**
 * Verifies Basic authentication (RFC 7617); for the server option `security`.
 *
 * @param verify Returns the identity, or `undefined` for wrong credentials.
 */
export function verifyBasic<Identity>(
  verify: (credentials: BasicCredentials) => Identity,
): ServerSecurity<Identity> {
  return withChallenge('Basic realm="service", charset="UTF-8"', ({ headers }) => {
    const given = schemeOf(headers, 'basic');
    const text = given !== undefined && isBase64(given) ? textOf(bytesFromBase64(given)) : '';
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
    const token = schemeOf(headers, 'bearer');
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
function schemeOf(
  { authorization = '' }: SecurityRequest['headers'],
  scheme: string,
): string | undefined {
  const space = authorization.indexOf(' ');
  if (authorization.slice(0, Math.max(space, 0)).toLowerCase() !== scheme) return undefined;
  const credentials = authorization.slice(space).trim();
  return /^[\w.~+/-]+=*$/.test(credentials) ? credentials : undefined;
}

/** UTF-8, or Latin-1 if it is no UTF-8, as older clients send. */
function textOf(bytes: Uint8Array): string {
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
