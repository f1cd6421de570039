import type { X509Certificate } from 'node:crypto';
import type { SoapSecurity } from '../runtime/client/options.ts';
import type { ElementName } from '../runtime/operation/names.ts';
import type { SecurityRequest, ServerSecurity } from '../runtime/server/front/security.ts';
import { SecurityRefusal } from '../runtime/server/front/security-refusal.ts';
import { understand } from '../runtime/server/security/security-header.ts';
import { isMultipart } from './message.ts';
import { readRules, type SignatureRules, type VerifyingRules } from './rules.ts';
import { receiveVerified } from './verified-answer.ts';
import { verifyMessage } from './verify.ts';

/** Who signed a request, and what of it. */
export interface SignatureIdentity {
  readonly certificate: X509Certificate;
  /**
   * The elements that are signed by themselves, at the place where they are read: the Body,
   * elements inside it, headers, and tokens of the Security header; or the whole Envelope. A name
   * that an element beside has, too, without being signed, is not in the list.
   */
  readonly signed: readonly ElementName[];
}

/** What verifies requests of a server, and answers of a client. */
export type SignatureVerifier = ServerSecurity<SignatureIdentity> &
  Required<Pick<SoapSecurity, 'receive'>>;

/**
 * Verifies XML signatures (SOAP Message Security 1.1.1, section 8); for the option `security` of a
 * server, which then takes signed requests, and of a client, which then takes signed answers. The
 * Body that is decoded has to be the Body that was signed, and the Timestamp signed and fresh; with
 * `overTls`, TLS protects the Body of requests.
 *
 * @throws TypeError there is no certificate in `trust`, or `overTls` without a Timestamp
 * @throws RangeError an algorithm is unknown, `maxAge` is not more than 0, or `clockSkew` less
 */
export function signatureVerifier(rules: SignatureRules): SignatureVerifier {
  const read = readRules(rules);
  return Object.assign((request: SecurityRequest) => verifyRequest(request, read), {
    // an answer is signed with its Body in any case
    receive: receiveVerified({ ...read, elements: ['Body', ...read.elements] }),
  });
}

async function verifyRequest(
  request: SecurityRequest,
  rules: VerifyingRules,
): Promise<SignatureIdentity> {
  const { envelope, headers } = request;
  if (rules.overTls && request.secure !== true) {
    throw new SecurityRefusal('The request did not come over TLS.', 'InvalidSecurity');
  }
  if (envelope === undefined)
    throw new SecurityRefusal('There is no SOAP message with a signature.');
  if (isMultipart(headers['content-type'])) {
    throw new SecurityRefusal('Attachments are not signed.', 'InvalidSecurity');
  }
  const identity = await verifyMessage(envelope, rules, {
    request,
    watch: (watch) => request.watch?.(watch) === true,
  });
  understand(request);
  return identity;
}
