import { createHash, X509Certificate } from 'node:crypto';
import { subjectKeyIn } from './subject-key.ts';

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
 * @throws TypeError there is none
 */
export function readCertificates(given: Certificates): readonly X509Certificate[] {
  const all = [given].flat().flatMap((one) => {
    if (typeof one !== 'string') return [one];
    return [...one.matchAll(block)].map(([pem]) => new X509Certificate(pem));
  });
  if (all.length === 0) throw new TypeError('There is no certificate in PEM.');
  return all;
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
  const identifier = subjectKeyIn(raw);
  if (identifier !== undefined) return Buffer.from(identifier).toString('base64');
  if (publicKey.asymmetricKeyType !== 'rsa') return undefined;
  const key = publicKey.export({ type: 'pkcs1', format: 'der' });
  return createHash('sha1').update(key).digest('base64');
}

/** Issuer and serial number as XML signatures have them. */
export interface IssuerSerial {
  /** A distinguished name (RFC 2253), the most specific part first. */
  readonly issuer: string;
  /** In decimal digits. */
  readonly serial: string;
}

/** Issuer and serial number of a certificate. */
export function issuerSerialOf({ issuer, serialNumber }: X509Certificate): IssuerSerial {
  return {
    issuer: issuer.split('\n').reverse().join(','),
    serial: BigInt(`0x${serialNumber}`).toString(),
  };
}

/**
 * Whether both name the same certificate. Writers differ in the spaces, the letter case of the
 * types and the order of the parts of a name.
 */
export function sameIssuerSerial(one: IssuerSerial, other: IssuerSerial): boolean {
  const [first, second] = [partsOf(one.issuer), partsOf(other.issuer)];
  return (
    one.serial === other.serial && first.length === second.length && first.join() === second.join()
  );
}

function partsOf(name: string): readonly string[] {
  return name
    .split(/(?<!\\)[,;]/)
    .map((part) => part.trim().replace(/^([^=]*?)\s*=\s*/, (_, type: string) => `${kindOf(type)}=`))
    .sort();
}

function kindOf(type: string): string {
  const upper = type.toUpperCase();
  if (upper === 'S') return 'ST';
  return upper === 'E' || upper === '1.2.840.113549.1.9.1' ? 'EMAILADDRESS' : upper;
}

/** Whether a certificate is valid at a time, in milliseconds since 1970. */
export function isValidAt({ validFrom, validTo }: X509Certificate, time: number): boolean {
  return Date.parse(validFrom) <= time && time <= Date.parse(validTo);
}

/** Whether a certificate is among those that are trusted, or one of these issued it. */
export function isTrustedBy(
  certificate: X509Certificate,
  trusted: readonly X509Certificate[],
  time: number,
): boolean {
  return trusted.some((one) => {
    if (one.raw.equals(certificate.raw)) return true;
    const isIssuer = one.ca && isValidAt(one, time) && certificate.checkIssued(one);
    return isIssuer && certificate.verify(one.publicKey);
  });
}
