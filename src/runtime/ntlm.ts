/** Imported by the index of folders with target `ntlm`. */
export type { NtlmCredentials } from './ntlm/message.ts';
export { ntlm } from './ntlm/transport.ts';
