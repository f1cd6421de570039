import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto';
import { keyProblem, printable } from '../runtime/client/transport-error.ts';
import { checkSeconds } from '../runtime/operation/limit.ts';
import type { ElementName } from '../runtime/operation/names.ts';
import {
  type DigestMethod,
  type DigestName,
  digestMethods,
  methodOf,
  type SignatureMethod,
  type SignatureName,
  signatureMethods,
  warnOfSha1,
} from './algorithms.ts';
import { type Certificates, readCertificates } from './certificates.ts';
import { type KeyInfo, type KeyReference, keyInfoWriter } from './key-info.ts';

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
   * elements of the name. One that is not in a message is an `encode` error. Default: Body, and the
   * Timestamp, UsernameToken and headers of WS-Addressing that are there.
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

/** The settings of a signer after reading. */
export interface SigningSettings {
  readonly key: KeyObject;
  readonly signature: SignatureMethod;
  readonly digest: DigestMethod;
  readonly keyInfo: () => KeyInfo;
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
  const { elements, timestamp = 300, mustUnderstand = false, now = Date.now, digest } = settings;
  if (timestamp !== false) checkSeconds('timestamp', timestamp);
  const [certificate] = readCertificates(settings.cert);
  const key = readKey(settings);
  if (certificate?.checkPrivateKey(key) !== true) {
    throw new TypeError('The certificate is not that of the key.');
  }
  const signature = methodFor(key, settings.signature);
  const digestMethod = methodOf(digestMethods, digest ?? 'sha256');
  if (signature === signatureMethods['rsa-sha1'] || digestMethod === digestMethods.sha1) {
    warnOfSha1();
  }
  return {
    key,
    signature,
    digest: digestMethod,
    keyInfo: keyInfoWriter(settings.reference ?? 'BinarySecurityToken', certificate),
    elements: elements?.map(clarkName),
    timestamp: timestamp === false ? undefined : timestamp,
    actor: settings.actor,
    mustUnderstand,
    now: () => Number(now()),
    newId: () => `id-${randomUUID()}`,
  };
}

function readKey({ key, passphrase }: SignerSettings): KeyObject {
  if (typeof key === 'object' && 'asymmetricKeyType' in key) return key;
  const material = typeof key === 'string' ? key : Buffer.from(key as Uint8Array);
  try {
    return createPrivateKey({ key: material, passphrase });
  } catch (error) {
    const problem = keyProblem({ passphrase }, error) ?? '';
    const why = problem.includes('passphrase') ? `${problem}.` : 'is it a private key in PEM?';
    throw new TypeError(`The key cannot be read: ${why}`, { cause: printable(error) });
  }
}

function methodFor(
  { asymmetricKeyType: type }: KeyObject,
  name: string | undefined,
): SignatureMethod {
  const method = methodOf(
    signatureMethods,
    name ?? (type === 'ec' ? 'ecdsa-sha256' : 'rsa-sha256'),
  );
  if (method.keyType === type) return method;
  throw new TypeError(`${method.uri} needs a key of type ${method.keyType}, not ${type}.`);
}

/** A name of an element as one text: `Name`, or `{namespace}Name`. */
export function clarkName(name: string | ElementName): string {
  return typeof name === 'string' ? name : `{${name.namespace}}${name.local}`;
}
