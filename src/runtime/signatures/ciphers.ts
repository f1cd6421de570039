import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { dsigNamespace } from '../operation/soap.ts';
import { encryption } from './message.ts';

/** How content is encrypted: AES in Galois/Counter Mode, or in the CBC mode of older services. */
export type EncryptionName =
  | 'aes128-gcm'
  | 'aes256-gcm'
  | 'aes128-cbc'
  | 'aes192-cbc'
  | 'aes256-cbc';

/** How the key of the content is encrypted: RSA-OAEP, of XML Encryption 1.0 or 1.1. */
export type KeyTransportName = 'rsa-oaep-mgf1p' | 'rsa-oaep';

/** Hashes of RSA-OAEP. */
export type OaepHash = 'sha1' | 'sha256';

/** An algorithm that encrypts content. */
export interface ContentMethod {
  readonly uri: string;
  readonly keyBytes: number;
  /** Whether it shows that something was changed. */
  readonly isAuthenticated: boolean;
  encrypt(content: Uint8Array, key: Uint8Array): Uint8Array;
  /** @throws Error it was changed, as far as that shows, or is not of this key */
  decrypt(bytes: Uint8Array, key: Uint8Array): Uint8Array;
}

/** Namespace of XML Encryption 1.1. */
export const encryption11 = 'http://www.w3.org/2009/xmlenc11#';

/** AES-GCM: a nonce of 96 bits, the content, a tag of 128 bits (XML Encryption 1.1, 5.2.4). */
function gcm(bits: 128 | 256): ContentMethod {
  const name = `aes-${bits}-gcm` as const;
  const options = { authTagLength: 16 };
  return {
    uri: `${encryption11}aes${bits}-gcm`,
    keyBytes: bits / 8,
    isAuthenticated: true,
    encrypt(content, key) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(name, key, nonce, options);
      const parts = [nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(parts);
    },
    decrypt(bytes, key) {
      const end = Math.max(12, bytes.length - 16);
      const cipher = createDecipheriv(name, key, bytes.subarray(0, 12), options);
      cipher.setAuthTag(bytes.subarray(end));
      return Buffer.concat([cipher.update(bytes.subarray(12, end)), cipher.final()]);
    },
  };
}

/** AES-CBC: a block that starts the chain, and padding whose last byte counts it (5.2.2). */
function cbc(bits: 128 | 192 | 256): ContentMethod {
  const name = `aes-${bits}-cbc`;
  return {
    uri: `${encryption}aes${bits}-cbc`,
    keyBytes: bits / 8,
    isAuthenticated: false,
    encrypt(content, key) {
      const start = randomBytes(16);
      const cipher = createCipheriv(name, key, start);
      return Buffer.concat([start, cipher.update(content), cipher.final()]);
    },
    decrypt(bytes, key) {
      const cipher = createDecipheriv(name, key, bytes.subarray(0, 16)).setAutoPadding(false);
      const padded = Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]);
      const count = padded.at(-1) ?? 0;
      if (count < 1 || count > 16) throw new Error('The padding is wrong.');
      return padded.subarray(0, padded.length - count);
    },
  };
}

/** By their names. */
export const contentMethods: Readonly<Record<EncryptionName, ContentMethod>> = {
  'aes128-gcm': gcm(128),
  'aes256-gcm': gcm(256),
  'aes128-cbc': cbc(128),
  'aes192-cbc': cbc(192),
  'aes256-cbc': cbc(256),
};

export const keyTransports: Readonly<Record<KeyTransportName, { readonly uri: string }>> = {
  'rsa-oaep-mgf1p': { uri: `${encryption}rsa-oaep-mgf1p` },
  'rsa-oaep': { uri: `${encryption11}rsa-oaep` },
};

export interface Hash {
  readonly uri: string;
  readonly name: OaepHash;
}

export const digests: Readonly<Record<OaepHash, Hash>> = {
  sha1: { uri: `${dsigNamespace}sha1`, name: 'sha1' },
  sha256: { uri: `${encryption}sha256`, name: 'sha256' },
};

export const masks: Readonly<Record<OaepHash, Hash>> = {
  sha1: { uri: `${encryption11}mgf1sha1`, name: 'sha1' },
  sha256: { uri: `${encryption11}mgf1sha256`, name: 'sha256' },
};

/** The hashes of RSA-OAEP. node:crypto has one option for both, so the padding is done here. */
export interface Oaep {
  readonly digest: Hash;
  readonly mgf: Hash;
}

const { RSA_NO_PADDING: padding } = constants;

/** RSA-OAEP with the empty label. */
export const oaep: { readonly wrap: typeof wrap; readonly unwrap: typeof unwrap } = {
  wrap,
  unwrap,
};

/** Encrypts a key (RFC 8017, section 7.1.1). */
function wrap(secret: Uint8Array, key: KeyObject, { digest, mgf }: Oaep): Buffer {
  const size = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const label = createHash(digest.name).digest();
  const zeros = Buffer.alloc(size - secret.length - 2 * label.length - 2);
  const data = Buffer.concat([label, zeros, Buffer.of(1), secret]);
  const seed = randomBytes(label.length);
  const masked = mask(data, seed, mgf);
  const block = Buffer.concat([Buffer.of(0), mask(seed, masked, mgf), masked]);
  return publicEncrypt({ key, padding }, block);
}

/**
 * Decrypts a key (RFC 8017, section 7.1.2). Where that fails, it is a random one, so that no one
 * sees what failed but that the content cannot be decrypted.
 */
function unwrap(
  bytes: Uint8Array,
  key: KeyObject,
  keyBytes: number,
  { digest, mgf }: Oaep,
): Uint8Array {
  const other = randomBytes(keyBytes);
  const label = createHash(digest.name).digest();
  const start = 1 + label.length;
  const size = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  let block: Buffer;
  try {
    block = privateDecrypt({ key, padding }, bytes);
  } catch {
    // not a number below the modulus, which everybody sees
    block = randomBytes(size);
  }
  const masked = block.subarray(start);
  const seed = mask(block.subarray(1, start), masked, mgf);
  const data = mask(masked, seed, mgf);
  const end = data.length - keyBytes;
  const zeros = Buffer.alloc(end - label.length - 1);
  const wanted = Buffer.concat([Buffer.of(0), label, zeros, Buffer.of(1)]);
  const isRight = timingSafeEqual(
    Buffer.concat([block.subarray(0, 1), data.subarray(0, end)]),
    wanted,
  );
  return isRight ? data.subarray(end) : other;
}

/** The mask generation function MGF1 (RFC 8017, section B.2.1), applied. */
function mask(bytes: Uint8Array, seed: Uint8Array, { name }: Hash): Buffer {
  const parts: Buffer[] = [];
  for (let length = 0; length < bytes.length; length += parts.at(-1)?.length ?? 0) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(parts.length);
    parts.push(createHash(name).update(seed).update(counter).digest());
  }
  const whole = Buffer.concat(parts);
  return Buffer.from(bytes.map((byte, at) => byte ^ (whole[at] ?? 0)));
}
