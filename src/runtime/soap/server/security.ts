import type { SecurityFaultCode, SecurityRefusal } from '../../server/front/security-refusal.ts';
import { challengeHeaders } from '../../server/guard.ts';
import type { Outgoing } from '../../server/incoming.ts';
import { isSecurityHeader, wsseNamespace } from '../../wss/names.ts';
import { faultAnswer } from './faults.ts';
import type { OpenedRequest } from './message.ts';

/** The texts of the standard, which are the same for every reason. */
const texts: Readonly<Record<SecurityFaultCode, string>> = {
  FailedAuthentication: 'The security token could not be authenticated or authorized.',
  InvalidSecurity: 'An error was discovered processing the <wsse:Security> header.',
  MessageExpired: 'The message has expired.',
};

/**
 * The answer to a request that the option `security` refused: a fault of WS-Security. If the
 * credentials are in the HTTP request, and the message has none of its own, the status asks for
 * them.
 */
export function securityAnswer(
  { protocol, unknownHeaders }: OpenedRequest,
  { code }: SecurityRefusal,
  challenges: readonly string[],
): Outgoing {
  const name = `{${wsseNamespace}}${code}`;
  const place =
    protocol.binding === 'soap11' ? { code: name } : { code: 'Client', subcodes: [name] };
  const answer = faultAnswer(protocol, { ...place, message: texts[code], withoutDetail: true });
  if (challenges.length === 0 || unknownHeaders.list.some(isSecurityHeader)) return answer;
  return { ...answer, status: 401, headers: [...answer.headers, ...challengeHeaders(challenges)] };
}
