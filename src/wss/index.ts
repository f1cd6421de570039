/** XML signatures of WS-Security: the entry `asmx-gen/wss`. It needs the package `xml-crypto`. */

export type { Certificates, Trust } from './certificates.ts';
export {
  type SignatureIdentity,
  type SignatureVerifier,
  type Signer,
  signatureVerifier,
  signer,
} from './message-security.ts';
export type {
  DigestName,
  KeyReference,
  SignatureName,
  SignatureRules,
  SignerSettings,
} from './rules.ts';
