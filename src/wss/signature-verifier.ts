import type { X509Certificate } from 'node:crypto';
import type { SoapSecurity } from '../runtime/client/options.ts';
import type { ElementName } from '../runtime/operation/names.ts';
import type { SecurityRequest, ServerSecurity } from '../runtime/server/front/security.ts';
import { SecurityRefusal } from '../runtime/server/front/security-refusal.ts';
import { understand } from '../runtime/server/security/security-header.ts';
import { isMultipart } from './message.ts';
import { readRules, type SignatureRules, type VerifyingRules } from './rules.ts';
import { elementsOf, isNamed } from './tree.ts';
import { receiveVerified } from './verified-answer.ts';
import { type VerifiedMessage, verifyMessage } from './verify.ts';

/** Who signed a request, and what of it. */
export interface SignatureIdentity {
  readonly certificate: X509Certificate;
  /** The elements that the signature covers. */
  readonly signed: readonly ElementName[];
}

/** What verifies requests of a server, and answers of a client. */
export type SignatureVerifier = ServerSecurity<SignatureIdentity> &
  Required<Pick<SoapSecurity, 'receive'>>;

/**
 * Verifies XML signatures (SOAP Message Security 1.1.1, section 8); for the option `security` of a
 * server, which then takes signed requests, and of a client, which then takes signed answers. The
 * Body that is decoded has to be the Body that was signed, and the Timestamp signed and fresh.
 *
 * @throws TypeError there is no certificate in `trust`
 * @throws RangeError an algorithm is unknown, or `maxAge` is not more than 0
 */
export function signatureVerifier(rules: SignatureRules): SignatureVerifier {
  const read = readRules(rules);
  return Object.assign((request: SecurityRequest) => verifyRequest(request, read), {
    receive: receiveVerified(read),
  });
}

async function verifyRequest(
  request: SecurityRequest,
  rules: VerifyingRules,
): Promise<SignatureIdentity> {
  const { envelope, headers } = request;
  if (envelope === undefined)
    throw new SecurityRefusal('There is no SOAP message with a signature.');
  if (isMultipart(headers['content-type'])) {
    throw new SecurityRefusal('Attachments are not signed.', 'InvalidSecurity');
  }
  const verified = await verifyMessage(envelope, rules);
  checkElement(request, verified);
  const { certificate, signed, fingerprint, expires } = verified;
  const isNew: unknown = (await rules.nonces?.add(fingerprint, expires)) ?? true;
  if (isNew !== true) throw new SecurityRefusal('The signed message was sent before.');
  understand(request);
  return { certificate, signed };
}

/** The operation is that of the signed Body. The header SOAPAction, which names it, is unsigned. */
function checkElement(request: SecurityRequest, { message }: VerifiedMessage): void {
  const { element } = request;
  const [first] = elementsOf(message.body);
  const isRight =
    first === undefined || element === undefined
      ? first === element
      : isNamed(first, element.namespace, element.local);
  if (isRight) return;
  throw new SecurityRefusal('The signed Body is that of another operation.', 'InvalidSecurity');
}
