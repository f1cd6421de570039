/**
 * XML signatures and encryption of WS-Security: the entry `asmx-gen-runtime/wss`. It needs the
 * package `xml-crypto`.
 */

export type { Certificates, Trust } from './signatures/certificates.ts';
export type { EncryptionName, KeyTransportName, OaepHash } from './signatures/ciphers.ts';
export { type Decrypter, type DecrypterSettings, decrypter } from './signatures/decryption.ts';
export { type Encrypter, type EncrypterSettings, encrypter } from './signatures/encryption.ts';
export {
  type SignatureIdentity,
  type SignatureVerifier,
  type Signer,
  signatureVerifier,
  signer,
} from './signatures/message-security.ts';
export type {
  DigestName,
  KeyReference,
  SignatureName,
  SignatureRules,
  SignerSettings,
} from './signatures/rules.ts';
