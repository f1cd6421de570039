import { joinSecurityHeaders } from '../runtime/client/credentials/username-token.ts';
import { AsmxError, messageOf } from '../runtime/operation/errors.ts';
import { withSecurity } from './security-content.ts';
import { signWith } from './sign.ts';
import { readSettings, type SignerSettings } from './signer-settings.ts';

/** What signs messages of clients, and answers of servers. */
export interface Signer {
  /** Signs a finished envelope. */
  postProcess(xml: string, envelopeKey?: string): string;
}

/**
 * Signs messages with a key and its X.509 certificate (SOAP Message Security 1.1.1, section 8); for
 * the option `security` of a client, which signs its requests, and of a server, which signs its
 * answers. A list may have a `usernameToken` too, which is signed with the Body.
 *
 * @throws TypeError key or certificate cannot be read, or do not belong together
 * @throws RangeError `timestamp` is not more than 0, or an algorithm or reference is unknown
 */
export function signer(settings: SignerSettings): Signer {
  const signing = readSettings(settings);
  joinSecurityHeaders();
  return {
    postProcess(xml) {
      try {
        return signWith(withSecurity(xml, signing), signing);
      } catch (cause) {
        const message = `The message cannot be signed: ${messageOf(cause)}`;
        throw new AsmxError('encode', message, { cause });
      }
    },
  };
}
