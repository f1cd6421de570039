import { randomUUID, type X509Certificate } from 'node:crypto';
import { base64Encoding, wsseNamespace } from '../runtime/wss/names.ts';
import { escapeText } from '../runtime/xml/write-text.ts';
import { issuerSerialOf, subjectKeyOf, thumbprintOf } from './certificates.ts';
import { valueTypes } from './names.ts';

/** How a signature names the certificate of its key. */
export type KeyReference =
  | 'BinarySecurityToken'
  | 'SubjectKeyIdentifier'
  | 'IssuerSerial'
  | 'ThumbprintSHA1'
  | 'X509Data';

/** A certificate as a signature names it. */
export interface KeyInfo {
  /** An element before the signature that holds the certificate; empty for none. */
  readonly token: string;
  /** Content of `ds:KeyInfo`. */
  readonly content: string;
}

const writers: Readonly<Record<KeyReference, (certificate: X509Certificate) => KeyInfo>> = {
  BinarySecurityToken(certificate) {
    const id = `x509-${randomUUID()}`;
    const types = `EncodingType="${base64Encoding}" ValueType="${valueTypes.certificate}"`;
    const start = `<wsse:BinarySecurityToken ${types} wsu:Id="${id}">`;
    return {
      token: `${start}${base64(certificate)}</wsse:BinarySecurityToken>`,
      content: reference(`<wsse:Reference URI="#${id}" ValueType="${valueTypes.certificate}"/>`),
    };
  },
  SubjectKeyIdentifier(certificate) {
    const key = subjectKeyOf(certificate);
    if (key === undefined) throw new TypeError('The certificate has no SubjectKeyIdentifier.');
    return { token: '', content: identifier(valueTypes.subjectKey, key) };
  },
  ThumbprintSHA1: (certificate) => ({
    token: '',
    content: identifier(valueTypes.thumbprint, thumbprintOf(certificate)),
  }),
  IssuerSerial(certificate) {
    const { issuer, serial } = issuerSerialOf(certificate);
    const names =
      `<ds:X509IssuerName>${escapeText(issuer)}</ds:X509IssuerName>` +
      `<ds:X509SerialNumber>${serial}</ds:X509SerialNumber>`;
    const data = `<ds:X509IssuerSerial>${names}</ds:X509IssuerSerial>`;
    return { token: '', content: reference(x509Data(data)) };
  },
  X509Data: (certificate) => ({
    token: '',
    content: x509Data(`<ds:X509Certificate>${base64(certificate)}</ds:X509Certificate>`),
  }),
};

/**
 * Returns what writes the content of KeyInfo for a message.
 *
 * @throws RangeError the kind of reference is unknown
 * @throws TypeError the certificate has no SubjectKeyIdentifier
 */
export function keyInfoWriter(kind: KeyReference, certificate: X509Certificate): () => KeyInfo {
  const write = Object.hasOwn(writers, kind) ? writers[kind] : undefined;
  if (write === undefined) {
    const known = Object.keys(writers).join(', ');
    throw new RangeError(`The reference '${kind}' is unknown; known: ${known}.`);
  }
  write(certificate);
  return () => write(certificate);
}

function x509Data(content: string): string {
  return `<ds:X509Data>${content}</ds:X509Data>`;
}

function reference(content: string): string {
  const declaration = `xmlns:wsse="${wsseNamespace}"`;
  return `<wsse:SecurityTokenReference ${declaration}>${content}</wsse:SecurityTokenReference>`;
}

function identifier(type: string, value: string): string {
  const types = `EncodingType="${base64Encoding}" ValueType="${type}"`;
  return reference(`<wsse:KeyIdentifier ${types}>${value}</wsse:KeyIdentifier>`);
}

function base64({ raw }: X509Certificate): string {
  return raw.toString('base64');
}
