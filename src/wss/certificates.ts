import { createHash, X509Certificate } from 'node:crypto';
import { printable } from '../runtime/client/transport-error.ts';
import {
  brokenHashOf,
  maySign,
  partsOf,
  subjectKeyIn,
  unprocessedIn,
} from './certificate-parts.ts';
import { isNameOf, writeName } from './issuer-name.ts';

/** Certificates as PEM: texts with one or several each, or parsed ones. */
export type Certificates = string | X509Certificate | readonly (string | X509Certificate)[];

/** Which certificates are trusted: those in PEM and what they issued, or what a function says. */
export type Trust =
  | Certificates
  | ((certificate: X509Certificate) => boolean | PromiseLike<boolean>);

const block = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Reads certificates.
 *
 * @throws TypeError there is none, or one is damaged
 */
export function readCertificates(given: Certificates): readonly X509Certificate[] {
  const all = [given].flat().flatMap((one) => {
    if (typeof one !== 'string') return [one];
    return [...one.matchAll(block)].map(([pem]) => parsePem(pem));
  });
  if (all.length === 0) throw new TypeError('There is no certificate in PEM.');
  return all;
}

function parsePem(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new TypeError('A certificate in PEM is damaged.', { cause: printable(error) });
  }
}

/** SHA-1 of a certificate: the name by which ThumbprintSHA1 refers to it. */
export function thumbprintOf({ raw }: X509Certificate): string {
  return createHash('sha1').update(raw).digest('base64');
}

/**
 * The subject key identifier of a certificate in base64: of its extension, otherwise SHA-1 of its
 * RSA key (RFC 5280, section 4.2.1.2).
 *
 * @returns nothing if it has neither
 */
export function subjectKeyOf({ raw, publicKey }: X509Certificate): string | undefined {
  const identifier = subjectKeyIn(partsOf(raw));
  if (identifier !== undefined) return Buffer.from(identifier).toString('base64');
  if (publicKey.asymmetricKeyType !== 'rsa') return undefined;
  const key = publicKey.export({ type: 'pkcs1', format: 'der' });
  return createHash('sha1').update(key).digest('base64');
}

/** Issuer and serial number as XML signatures have them. */
export interface IssuerSerial {
  /** A distinguished name as text. */
  readonly issuer: string;
  /** In decimal digits. */
  readonly serial: string;
}

/** Issuer and serial number of a certificate, so that WSS4J and .NET read them. */
export function issuerSerialOf({ raw, serialNumber }: X509Certificate): IssuerSerial {
  return {
    issuer: writeName(partsOf(raw).issuer),
    serial: BigInt(`0x${serialNumber}`).toString(),
  };
}

/** Whether a message names this certificate, in the notation of whatever stack. */
export function hasIssuerSerial(
  { raw, serialNumber }: X509Certificate,
  { issuer, serial }: IssuerSerial,
): boolean {
  // RFC 5280, section 4.1.2.2: up to 20 bytes
  if (!/^0*\d{1,49}$/.test(serial)) return false;
  return BigInt(serial) === BigInt(`0x${serialNumber}`) && isNameOf(issuer, partsOf(raw).issuer);
}

/** What certificates have to be like. */
export interface CertificateRules {
  /** Bits of the shortest RSA key. */
  readonly minimumKeyBits: number;
  /** Whether certificates may be signed with SHA-1. */
  readonly sha1: boolean;
  /** Those that are trusted themselves, whoever signed them. */
  readonly trusted: readonly X509Certificate[];
}

/** Bits of the shortest key of an elliptic curve: as strong as RSA with 2,048. */
const shortestCurve = 224;

/** Whether a key is long enough. */
export function isLongEnough(
  { publicKey }: X509Certificate,
  { minimumKeyBits }: CertificateRules,
): boolean {
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined) return modulusLength >= minimumKeyBits;
  return Number(/\d{3}/.exec(namedCurve ?? '')?.[0] ?? 0) >= shortestCurve;
}

/**
 * Checks what a certificate is for, and how it is signed (RFC 5280, section 4.2). Of one that is
 * trusted itself, or that signed itself, the signature says nothing.
 *
 * @throws Error it is not for signatures, or signed with an algorithm that is broken
 */
export function checkCertificate(certificate: X509Certificate, rules: CertificateRules): void {
  const parts = partsOf(certificate.raw);
  if (!maySign(parts)) throw new Error('The key usage of the certificate is not to sign.');
  const unknown = unprocessedIn(parts);
  if (unknown !== undefined) {
    throw new Error(`The certificate has a critical extension that is not processed: ${unknown}.`);
  }
  const isOwn = certificate.subject === certificate.issuer;
  if (isOwn || rules.trusted.some(({ raw }) => raw.equals(certificate.raw))) return;
  const hash = brokenHashOf(parts);
  if (hash === undefined || (hash === 'SHA-1' && rules.sha1)) return;
  const advice = hash === 'SHA-1' ? '; sha1 would accept it' : '';
  throw new Error(`The certificate is signed with ${hash}, which is broken${advice}.`);
}

/** Whether a certificate is valid at a time, in milliseconds since 1970. */
export function isValidAt({ validFrom, validTo }: X509Certificate, time: number): boolean {
  return Date.parse(validFrom) <= time && time <= Date.parse(validTo);
}

/**
 * Whether a certificate is among those that are trusted, or one of these issued it. An authority
 * with constraints that are not processed, such as those of names, issues none.
 */
export function isTrustedBy(
  certificate: X509Certificate,
  rules: CertificateRules,
  time: number,
): boolean {
  return rules.trusted.some((one) => {
    if (one.raw.equals(certificate.raw)) return true;
    const isIssuer = one.ca && isValidAt(one, time) && certificate.checkIssued(one);
    if (!isIssuer || !isLongEnough(one, rules)) return false;
    return unprocessedIn(partsOf(one.raw)) === undefined && certificate.verify(one.publicKey);
  });
}
