import {
  createHash,
  createHmac,
  createPrivateKey,
  createSign,
  createVerify,
  type KeyObject,
  randomUUID,
  timingSafeEqual,
  type X509Certificate,
} from 'node:crypto';
import { type HashAlgorithm, type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { keyProblem, printable } from '../client/connection-errors.ts';
import { checkSeconds, type ElementName, limitProblem } from '../operation/descriptor.ts';
import { base64Encoding, wsseNamespace } from '../operation/soap.ts';
import { MemoryNonces, type NonceStore, skewOf } from '../server/security.ts';
import { escapeText } from '../xml/writer.ts';
import {
  type CertificateRules,
  type Certificates,
  issuerSerialOf,
  isTrustedBy,
  isValidAt,
  readCertificates,
  subjectKeyOf,
  type Trust,
  thumbprintOf,
} from './certificates.ts';
import { valueTypes } from './message.ts';

/** Which signatures are right. */
export interface SignatureRules {
  /**
   * Whose signatures are right: certificates in PEM, also of an authority, all of whose
   * certificates then are, or a function that gets the certificate after its signature was checked.
   * One that is not valid at the time never is.
   */
  readonly trust: Trust;
  /** Certificates that messages may name without containing them, beside those of `trust`. */
  readonly certificates?: Certificates | undefined;
  /**
   * What has to be signed beside the Body and the Timestamp, as in `elements` of a signer. All
   * elements of a name have to be, and one has to be there.
   */
  readonly elements?: readonly (string | ElementName)[] | undefined;
  /**
   * For a server: TLS protects the Body, so that it is enough that the Timestamp is signed, and the
   * header `To` of WS-Addressing if there is one. So do clients of WCF sign whose message
   * credential is a certificate ('TransportWithMessageCredential'; an endorsing token of
   * WS-SecurityPolicy 1.2, section 8.3). Requests that did not come over TLS are refused. As in
   * WCF, messages are not remembered unless `nonces` is given. Default false.
   */
  readonly overTls?: boolean | undefined;
  /** Signature algorithms that are allowed, or their URIs. Default: RSA with SHA-2. */
  readonly signatures?: readonly (SignatureName | (string & {}))[] | undefined;
  /** Digest algorithms that are allowed, or their URIs. Default: SHA-2. */
  readonly digests?: readonly (DigestName | (string & {}))[] | undefined;
  /**
   * Allows SHA-1 in both, and in the signatures of certificates, with a warning of the process.
   * MD5 never is. Default false.
   */
  readonly sha1?: boolean | undefined;
  /** Bits of the shortest RSA key, of the signer and of its authority. Default 2048. */
  readonly minimumKeyBits?: number | undefined;
  /**
   * Whether there has to be a signed Timestamp. One that is there is always checked. Without one,
   * the store in memory keeps a message for `maxAge` only, and then it is taken again: a warning of
   * the process says so, unless `nonces` is given. Default true.
   */
  readonly timestamp?: boolean | undefined;
  /** Seconds that a Timestamp may be old, more than 0. Default 300. */
  readonly maxAge?: number | undefined;
  /**
   * Seconds that the clock of the sender may be off, either way, for Created and Expires. At least
   * 0. Default 300, as in WCF.
   */
  readonly clockSkew?: number | undefined;
  /**
   * For a server: where signed messages are remembered, so that none is taken twice; `false` for
   * nowhere. Each is added with the time when it may be forgotten: for one with a Timestamp, when
   * that is no longer accepted; without, after `maxAge`, and a store may keep it for longer.
   * Default: in the memory of this process; with `overTls`, nowhere.
   */
  readonly nonces?: NonceStore | false | undefined;
  /**
   * Accepts prefixes in values, as in `xsi:type`, whose meaning is not signed: WSS4J sends derived
   * types so. On the way, the type of such a value can be changed. Default false.
   */
  readonly unsignedPrefixes?: boolean | undefined;
  /** For a client: whether faults may be without a signature. Default false. */
  readonly unsignedFaults?: boolean | undefined;
  /** Actor or role of the Security header. Default: none, the one that receives the message. */
  readonly actor?: string | undefined;
  /** The time, instead of that of the clock. */
  readonly now?: (() => Date | number) | undefined;
}

/** Rules after reading. */
export interface VerifyingRules extends CertificateRules {
  readonly isTrusted: (certificate: X509Certificate, time: number) => Promise<boolean>;
  readonly known: readonly X509Certificate[];
  /** As `{namespace}Name`. */
  readonly elements: readonly string[];
  readonly overTls: boolean;
  readonly signatures: readonly SignatureMethod[];
  readonly digests: readonly DigestMethod[];
  /** In milliseconds. */
  readonly maxAge: number;
  /** In milliseconds. */
  readonly clockSkew: number;
  readonly nonces: NonceStore | undefined;
  readonly unsignedPrefixes: boolean;
  readonly unsignedFaults: boolean;
  readonly actor: string | undefined;
  readonly now: () => number;
}

/**
 * Reads rules.
 *
 * @throws TypeError there is no certificate in `trust`, or `overTls` without a Timestamp
 * @throws RangeError an algorithm is unknown, `maxAge` is not more than 0, `clockSkew` less, or
 *   `minimumKeyBits` no number
 */
export function readRules(rules: SignatureRules): VerifyingRules {
  const { elements = [], sha1 = false, timestamp = true, maxAge = 300 } = rules;
  const overTls = rules.overTls === true;
  if (overTls && !timestamp) {
    throw new TypeError('overTls needs a signed Timestamp: leave out timestamp: false.');
  }
  const now = (): number => Number((rules.now ?? Date.now)());
  checkSeconds('maxAge', maxAge);
  const problem = limitProblem(rules, ['minimumKeyBits']);
  if (problem !== undefined) throw new RangeError(problem);
  const { signatures = usualSignatures, digests = usualDigests } = rules;
  const sha1Signature = sha1 ? [signatureMethods['rsa-sha1']] : [];
  const allowed = {
    signatures: [...signatures.map((one) => methodOf(signatureMethods, one)), ...sha1Signature],
    digests: [
      ...digests.map((one) => methodOf(digestMethods, one)),
      ...(sha1 ? [digestMethods.sha1] : []),
    ],
  };
  const usesSha1 =
    allowed.signatures.includes(signatureMethods['rsa-sha1']) ||
    allowed.digests.includes(digestMethods.sha1);
  if (usesSha1) warnOfSha1();
  return {
    ...readTrust(rules),
    ...allowed,
    elements: [
      ...(overTls ? [] : ['Body']),
      ...(timestamp ? ['Timestamp'] : []),
      ...elements.map(clarkName),
    ],
    overTls,
    maxAge: maxAge * 1000,
    clockSkew: skewOf(rules),
    nonces: storeOf(rules, now),
    unsignedPrefixes: rules.unsignedPrefixes === true,
    unsignedFaults: rules.unsignedFaults === true,
    actor: rules.actor,
    now,
  };
}

/** Where messages are remembered. The store in memory cannot keep those without an end. */
function storeOf(
  { nonces, overTls, timestamp, maxAge = 300 }: SignatureRules,
  now: () => number,
): NonceStore | undefined {
  if (nonces !== undefined) return nonces === false ? undefined : nonces;
  // what is signed of two messages of one millisecond is the same
  if (overTls === true) return undefined;
  if (timestamp === false) {
    const message =
      `signatureVerifier with timestamp: false remembers messages for ${maxAge} seconds ` +
      '(maxAge), then it takes one without a Timestamp again. Give it a store of your own as ' +
      'nonces, which may keep them for as long as you like; a client, which takes no requests, ' +
      'nonces: false.';
    process.emitWarning(message, { type: 'SecurityWarning', code: 'ASMX_WSS_REPLAY' });
  }
  return new MemoryNonces(now);
}

function readTrust({
  trust,
  certificates,
  sha1 = false,
  minimumKeyBits = 2048,
}: SignatureRules): Pick<VerifyingRules, 'isTrusted' | 'known' | keyof CertificateRules> {
  const more = certificates === undefined ? [] : readCertificates(certificates);
  if (typeof trust === 'function') {
    const isTrusted = async (certificate: X509Certificate, time: number): Promise<boolean> => {
      const answer: unknown = isValidAt(certificate, time) && (await trust(certificate));
      return answer === true;
    };
    return { isTrusted, known: more, sha1, minimumKeyBits, trusted: [] };
  }
  const trusted = readCertificates(trust);
  const given = { sha1, minimumKeyBits, trusted };
  return {
    ...given,
    isTrusted: async (certificate, time) =>
      isValidAt(certificate, time) && isTrustedBy(certificate, given, time),
    known: [...trusted, ...more],
  };
}

/** How messages are signed. */
export interface SignerSettings {
  /** The private key, in PEM or as an object of node:crypto. */
  readonly key: string | Uint8Array | KeyObject;
  /** Its certificate, in PEM or as an object. Of several, the first. */
  readonly cert: Certificates;
  /** Of the key, if it is encrypted. */
  readonly passphrase?: string | undefined;
  /** How the message names the certificate. Default `BinarySecurityToken`, which contains it. */
  readonly reference?: KeyReference | undefined;
  /** The algorithm, or its URI. Default `rsa-sha256`, or `ecdsa-sha256` for such a key. */
  readonly signature?: SignatureName | (string & {}) | undefined;
  /** The algorithm of digests, or its URI. Default `sha256`. */
  readonly digest?: DigestName | (string & {}) | undefined;
  /**
   * What is signed: `Body`, `Timestamp`, `UsernameToken`, `BinarySecurityToken`, `Addressing` (all
   * headers of WS-Addressing), `Name` or `{namespace}Name`, or a name with its namespace; all
   * elements of the name. One that is not in a message is an `encode` error, unless its name ends
   * in `?`. Default: Body, and the Timestamp, UsernameToken, headers of WS-Addressing,
   * EncryptedKeys, and encrypted parts of the header that are there.
   */
  readonly elements?: readonly (string | ElementName)[] | undefined;
  /** Seconds until a message expires; `false` for no Timestamp. Default 300. */
  readonly timestamp?: number | false | undefined;
  /** Actor or role of the Security header. Default: none, the one that receives the message. */
  readonly actor?: string | undefined;
  /** Whether a receiver that does not know WS-Security has to refuse it. Default false. */
  readonly mustUnderstand?: boolean | undefined;
  /** The time of a message, instead of that of the clock. */
  readonly now?: (() => Date | number) | undefined;
}

/** A token that a message carries, in place of a certificate or beside one. */
export interface CarriedToken {
  /** The element, with the namespaces that it needs. */
  readonly xml: string;
  /** ID of an assertion; `undefined` for a token that is not read, such as an encrypted one. */
  readonly id: string | undefined;
  /** The SecurityTokenReference to it. */
  readonly reference: string;
  /** Whether the sender vouches for it: the signature of the message is of the token, too. */
  readonly isSigned: boolean;
}

/** The settings of a signer after reading. */
export interface SigningSettings {
  /** `undefined` for a message that only carries a token. */
  readonly key: KeyObject | undefined;
  readonly signature: SignatureMethod;
  readonly digest: DigestMethod;
  readonly keyInfo: () => KeyInfo;
  readonly token?: CarriedToken | undefined;
  /** As `{namespace}Name`; `undefined` for the default. */
  readonly elements: readonly string[] | undefined;
  readonly timestamp: number | undefined;
  readonly actor: string | undefined;
  readonly mustUnderstand: boolean;
  readonly now: () => number;
  /** A name that no other element of any message has. */
  readonly newId: () => string;
}

/**
 * Reads the settings of a signer.
 *
 * @throws TypeError key or certificate cannot be read, or do not belong together
 * @throws RangeError `timestamp` is not more than 0, or an algorithm or reference is unknown
 */
export function readSettings(settings: SignerSettings): SigningSettings {
  const [certificate] = readCertificates(settings.cert);
  const key = readKey(settings);
  if (certificate?.checkPrivateKey(key) !== true) {
    throw new TypeError('The certificate is not that of the key.');
  }
  return {
    ...readTokenSettings({ ...settings, key }),
    keyInfo: keyInfoWriter(settings.reference ?? 'BinarySecurityToken', certificate),
  };
}

/**
 * Reads the settings of what signs with the key of a token, or only carries it.
 *
 * @throws TypeError the key cannot be read
 * @throws RangeError `timestamp` is not more than 0, or an algorithm is unknown
 */
export function readTokenSettings(settings: Partial<SignerSettings>): SigningSettings {
  const { elements, timestamp = 300, mustUnderstand = false, now = Date.now, digest } = settings;
  if (timestamp !== false) checkSeconds('timestamp', timestamp);
  const key = settings.key === undefined ? undefined : readKey({ ...settings, key: settings.key });
  const signature = methodFor(key, settings.signature);
  const digestMethod = methodOf(digestMethods, digest ?? 'sha256');
  if (signature === signatureMethods['rsa-sha1'] || digestMethod === digestMethods.sha1) {
    warnOfSha1();
  }
  return {
    key,
    signature,
    digest: digestMethod,
    keyInfo: () => ({ token: '', content: '' }),
    elements: elements?.map(clarkName),
    timestamp: timestamp === false ? undefined : timestamp,
    actor: settings.actor,
    mustUnderstand,
    now: () => Number(now()),
    newId: () => `id-${randomUUID()}`,
  };
}

/** @throws TypeError it is none, or the passphrase does not open it */
export function readKey({
  key,
  passphrase,
}: Pick<SignerSettings, 'key' | 'passphrase'>): KeyObject {
  if (typeof key === 'object' && 'type' in key) return key;
  const material = typeof key === 'string' ? key : Buffer.from(key as Uint8Array);
  try {
    return createPrivateKey({ key: material, passphrase });
  } catch (error) {
    const problem = keyProblem({ passphrase }, error) ?? '';
    const why = problem.includes('passphrase') ? `${problem}.` : 'is it a private key in PEM?';
    throw new TypeError(`The key cannot be read: ${why}`, { cause: printable(error) });
  }
}

function methodFor(key: KeyObject | undefined, name: string | undefined): SignatureMethod {
  const type = key?.asymmetricKeyType;
  if (key?.type === 'secret') return methodOf(macMethods, name ?? 'hmac-sha256');
  const method = methodOf(
    signatureMethods,
    name ?? (type === 'ec' ? 'ecdsa-sha256' : 'rsa-sha256'),
  );
  if (key === undefined || method.keyType === type) return method;
  throw new TypeError(`${method.uri} needs a key of type ${method.keyType}, not ${type}.`);
}

/** A name of an element as one text: `Name`, or `{namespace}Name`. */
export function clarkName(name: string | ElementName): string {
  return typeof name === 'string' ? name : `{${name.namespace}}${name.local}`;
}

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

/** A signature algorithm with the type of its keys, `undefined` for a shared secret. */
export interface SignatureMethod {
  readonly uri: string;
  readonly keyType: 'rsa' | 'ec' | undefined;
  sign(text: string, key: KeyObject): string;
  verify(text: string, key: KeyObject, signature: string): boolean;
}

/** A digest algorithm. */
interface DigestMethod {
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
const signatureMethods: Readonly<Record<SignatureName, SignatureMethod>> = {
  'rsa-sha256': rsa(`${more}rsa-sha256`),
  'rsa-sha384': own(`${more}rsa-sha384`, 'rsa', 'sha384'),
  'rsa-sha512': rsa(`${more}rsa-sha512`),
  'ecdsa-sha256': own(`${more}ecdsa-sha256`, 'ec', 'sha256'),
  'ecdsa-sha384': own(`${more}ecdsa-sha384`, 'ec', 'sha384'),
  'ecdsa-sha512': own(`${more}ecdsa-sha512`, 'ec', 'sha512'),
  'rsa-sha1': rsa(`${dsig}rsa-sha1`),
};

/** HMAC, which only the key of an issued token is for (XML Signature 1.1, section 6.3.1). */
function mac(uri: string, hash: string): SignatureMethod {
  const sign = (text: string, key: KeyObject): Buffer =>
    createHmac(hash, key).update(text).digest();
  return {
    uri,
    keyType: undefined,
    sign: (text, key) => sign(text, key).toString('base64'),
    verify(text, key, signature) {
      const [own, given] = [sign(text, key), Buffer.from(signature, 'base64')];
      return own.length === given.length && timingSafeEqual(own, given);
    },
  };
}

/** Those of secrets, by their names. */
export const macMethods: Readonly<Record<string, SignatureMethod>> = {
  'hmac-sha256': mac(`${more}hmac-sha256`, 'sha256'),
  'hmac-sha1': mac(`${dsig}hmac-sha1`, 'sha1'),
};

/** By their names. */
const digestMethods: Readonly<Record<DigestName, DigestMethod>> = {
  sha256: digest(`${xmlenc}sha256`, 'sha256'),
  sha384: digest(`${more}sha384`, 'sha384'),
  sha512: digest(`${xmlenc}sha512`, 'sha512'),
  sha1: digest(`${dsig}sha1`, 'sha1'),
};

/** The names that are allowed unless an option says otherwise. */
const usualSignatures: readonly SignatureName[] = ['rsa-sha256', 'rsa-sha384', 'rsa-sha512'];
/** The names that are allowed unless an option says otherwise. */
const usualDigests: readonly DigestName[] = ['sha256', 'sha384', 'sha512'];

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
function warnOfSha1(): void {
  if (warned) return;
  warned = true;
  const message =
    'XML signatures with SHA-1 are used. SHA-1 is broken: ' +
    'use it only until the other side can do SHA-256.';
  process.emitWarning(message, { type: 'SecurityWarning', code: 'ASMX_WSS_SHA1' });
}
