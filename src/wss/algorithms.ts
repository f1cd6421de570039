import { createHash, createSign, createVerify, type KeyObject } from 'node:crypto';
import { type HashAlgorithm, type SignatureAlgorithm, SignedXml } from 'xml-crypto';

/** How messages are signed. */
export type SignatureName =
  | 'rsa-sha256'
  | 'rsa-sha384'
  | 'rsa-sha512'
  | 'ecdsa-sha256'
  | 'ecdsa-sha384'
  | 'ecdsa-sha512'
  | 'rsa-sha1';

/** How the signed parts are hashed. */
export type DigestName = 'sha256' | 'sha384' | 'sha512' | 'sha1';

/** A signature algorithm with the type of its keys. HMAC is none: its key is a shared secret. */
export interface SignatureMethod {
  readonly uri: string;
  readonly keyType: 'rsa' | 'ec';
  sign(text: string, key: KeyObject): string;
  verify(text: string, key: KeyObject, signature: string): boolean;
}

/** A digest algorithm. */
export interface DigestMethod {
  readonly uri: string;
  digest(text: string): string;
}

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const xmlenc = 'http://www.w3.org/2001/04/xmlenc#';
const { HashAlgorithms: hashes, SignatureAlgorithms: signatures } = new SignedXml();

/** An algorithm of xml-crypto. */
function rsa(uri: string): SignatureMethod {
  const Algorithm = signatures[uri as keyof typeof signatures];
  if (Algorithm === undefined) throw new Error(`xml-crypto does not know ${uri}.`);
  const algorithm: SignatureAlgorithm = new Algorithm();
  return {
    uri,
    keyType: 'rsa',
    sign: (text, key) => algorithm.getSignature(text, key),
    verify: (text, key, signature) => algorithm.verifySignature(text, key, signature),
  };
}

/** One that xml-crypto lacks. Signatures of ECDSA are two numbers (RFC 6931, section 2.3.6). */
function own(uri: string, keyType: 'rsa' | 'ec', hash: string): SignatureMethod {
  const how = (key: KeyObject): { key: KeyObject; dsaEncoding: 'ieee-p1363' } => ({
    key,
    dsaEncoding: 'ieee-p1363',
  });
  return {
    uri,
    keyType,
    sign: (text, key) => createSign(hash).update(text).sign(how(key), 'base64'),
    verify: (text, key, signature) =>
      createVerify(hash).update(text).verify(how(key), signature, 'base64'),
  };
}

function digest(uri: string, hash: string): DigestMethod {
  const Algorithm = hashes[uri as keyof typeof hashes];
  const known: HashAlgorithm | undefined = Algorithm && new Algorithm();
  return {
    uri,
    digest: (text) =>
      known?.getHash(text) ?? createHash(hash).update(text, 'utf8').digest('base64'),
  };
}

/** By their names. */
export const signatureMethods: Readonly<Record<SignatureName, SignatureMethod>> = {
  'rsa-sha256': rsa(`${more}rsa-sha256`),
  'rsa-sha384': own(`${more}rsa-sha384`, 'rsa', 'sha384'),
  'rsa-sha512': rsa(`${more}rsa-sha512`),
  'ecdsa-sha256': own(`${more}ecdsa-sha256`, 'ec', 'sha256'),
  'ecdsa-sha384': own(`${more}ecdsa-sha384`, 'ec', 'sha384'),
  'ecdsa-sha512': own(`${more}ecdsa-sha512`, 'ec', 'sha512'),
  'rsa-sha1': rsa(`${dsig}rsa-sha1`),
};

/** By their names. */
export const digestMethods: Readonly<Record<DigestName, DigestMethod>> = {
  sha256: digest(`${xmlenc}sha256`, 'sha256'),
  sha384: digest(`${more}sha384`, 'sha384'),
  sha512: digest(`${xmlenc}sha512`, 'sha512'),
  sha1: digest(`${dsig}sha1`, 'sha1'),
};

/** The names that are allowed unless an option says otherwise. */
export const usualSignatures: readonly SignatureName[] = ['rsa-sha256', 'rsa-sha384', 'rsa-sha512'];
/** The names that are allowed unless an option says otherwise. */
export const usualDigests: readonly DigestName[] = ['sha256', 'sha384', 'sha512'];

/**
 * The algorithm of a name or of its URI.
 *
 * @throws RangeError it is unknown
 */
export function methodOf<Method extends { readonly uri: string }>(
  methods: Readonly<Record<string, Method>>,
  name: string,
): Method {
  const lower = name.toLowerCase();
  const found = Object.entries(methods).find(([key, { uri }]) => key === lower || uri === name);
  if (found !== undefined) return found[1];
  const known = Object.keys(methods).join(', ');
  throw new RangeError(`The algorithm '${name}' is unknown; known: ${known}.`);
}

let warned = false;

/** Warns once in a process that SHA-1 is used. */
export function warnOfSha1(): void {
  if (warned) return;
  warned = true;
  const message =
    'XML signatures with SHA-1 are used. SHA-1 is broken: ' +
    'use it only until the other side can do SHA-256.';
  process.emitWarning(message, { type: 'SecurityWarning', code: 'ASMX_WSS_SHA1' });
}
