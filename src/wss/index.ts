/** XML signatures of WS-Security: the entry `asmx-gen/wss`. It needs the package `xml-crypto`. */
export type { DigestName, SignatureName } from './algorithms.ts';
export type { Certificates, Trust } from './certificates.ts';
export type { KeyReference } from './key-info.ts';
export type { SignatureRules } from './rules.ts';
export type { SignatureIdentity, SignatureVerifier } from './signature-verifier.ts';
export { signatureVerifier } from './signature-verifier.ts';
export type { Signer } from './signer.ts';
export { signer } from './signer.ts';
export type { SignerSettings } from './signer-settings.ts';
