import type { X509Certificate } from 'node:crypto';
import { checkSeconds, limitProblem } from '../runtime/operation/limit.ts';
import type { ElementName } from '../runtime/operation/names.ts';
import { MemoryNonces, type NonceStore } from '../runtime/server/security/nonces.ts';
import { skewOf } from '../runtime/server/security/security-header.ts';
import {
  type DigestMethod,
  type DigestName,
  digestMethods,
  methodOf,
  type SignatureMethod,
  type SignatureName,
  signatureMethods,
  usualDigests,
  usualSignatures,
  warnOfSha1,
} from './algorithms.ts';
import {
  type CertificateRules,
  type Certificates,
  isTrustedBy,
  isValidAt,
  readCertificates,
  type Trust,
} from './certificates.ts';
import { clarkName } from './signer-settings.ts';

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
