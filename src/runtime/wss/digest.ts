import { encodeUtf8 } from '../text/encoding.ts';
import { bytesToBase64 } from '../xsd/binary-tables.ts';
import { sha1 } from './sha1.ts';

/**
 * The digest of a password in base64: SHA-1 of nonce, Created and password (UsernameToken Profile
 * 1.1.1, section 3.1).
 */
export function digestOf(nonce: Uint8Array, created: string, password: string): string {
  const text = encodeUtf8(created + password);
  const bytes = new Uint8Array(nonce.length + text.length);
  bytes.set(nonce);
  bytes.set(text, nonce.length);
  return bytesToBase64(sha1(bytes));
}
