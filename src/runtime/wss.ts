/**
 * XML signatures, encryption and tokens of WS-Security: the entry `asmx-gen-runtime/wss`. It needs
 * the package `xml-crypto`.
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
export {
  type SamlAuthentication,
  type SamlIdentity,
  type SamlName,
  type SamlRules,
  type SamlTrust,
  verifySaml,
} from './signatures/saml.ts';
export {
  type ClientCredentials,
  type SamlConfirmation,
  type SamlTokenSettings,
  samlToken,
  type TokenSecurity,
} from './signatures/saml-token.ts';
export {
  type AskedToken,
  type AssertionSettings,
  createTokenService,
  type TokenService,
  type TokenServiceSettings,
  type TokenUser,
} from './signatures/token-service.ts';
export {
  type IssuedToken,
  type IssuedTokenSettings,
  issuedToken,
  type TokenServiceAddress,
} from './signatures/trust.ts';
export type { TokenKeyType, TrustVersion } from './signatures/trust-words.ts';
