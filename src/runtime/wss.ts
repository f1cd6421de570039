/**
 * XML signatures of WS-Security: the entry `asmx-gen-runtime/wss`. It needs the package
 * `xml-crypto`.
 */

export type { Certificates, Trust } from './signatures/certificates.ts';
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
