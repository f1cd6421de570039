import { emptyAnswer } from '../../server/answer.ts';
import { type FaultOptions, hiddenMessage } from '../../server/error-text.ts';
import type { Outgoing, RequestRefusal } from '../../server/incoming.ts';
import { type EnvelopeProblem, type SoapVersion, soap11Version } from '../envelope.ts';
import { faultAnswer } from './faults.ts';
import type { SoapProtocol } from './protocol.ts';
import { type FaultMessage, versionMismatch, writeFault11 } from './write-fault.ts';

/** Codes of faults about the protocol, whose texts say nothing about the service. */
const protocolFaults: ReadonlySet<string> = new Set(['MustUnderstand', 'VersionMismatch']);

/** Why a request cannot be handled by a method, and how it is answered. */
export interface Refusal {
  readonly refused: RequestRefusal;
  /** The version to answer in. */
  readonly protocol: SoapProtocol;
  /** The answer: a fault, or a status without a body. */
  readonly answer: FaultMessage | number;
}

/** A request that is answered with a fault. */
export function refuse(protocol: SoapProtocol, fault: FaultMessage, cause?: unknown): Refusal {
  const { message, code } = fault;
  return { refused: { message, code, cause }, protocol, answer: fault };
}

/** A request that is answered with a client fault. */
export function refuseClient(protocol: SoapProtocol, message: string, cause?: unknown): Refusal {
  return refuse(protocol, { code: 'Client', message }, cause);
}

/**
 * A request for an envelope of a version that the service does not have. A caller of SOAP 1.1 is
 * answered in SOAP 1.1, which is all it reads (SOAP 1.2 part 1, appendix A).
 *
 * @param found Namespace of the envelope.
 */
export function mismatch({ soap11, soap12, preferred }: Versions, found: string): Refusal {
  const supported = [soap11, soap12].flatMap((one): SoapVersion | [] =>
    one === undefined ? [] : one.version,
  );
  const fault = versionMismatch(found, supported);
  if (found !== soap11Version.namespace) return refuse(preferred, fault);
  const older = { ...preferred, version: soap11Version, writeFault: writeFault11 };
  return refuse(older, fault);
}

/** The versions that a service has, and that in which it answers others. */
interface Versions {
  readonly soap11: SoapProtocol | undefined;
  readonly soap12: SoapProtocol | undefined;
  readonly preferred: SoapProtocol;
}

/** A request whose content type is that of no SOAP message. */
export function wrongMediaType(protocol: SoapProtocol, type: string): Refusal {
  const message = `The content type '${type}' is not that of a SOAP message.`;
  return { refused: { message }, protocol, answer: 415 };
}

/** ASMX's message for an envelope that lacks a part. */
export function missing(problem: EnvelopeProblem): string {
  const element = problem === 'no body' ? 'Body' : 'Envelope';
  return `Request format is invalid: Missing required soap:${element} element.`;
}

/** The answer to a refused request. */
export function refusalAnswer(
  { refused, protocol, answer }: Refusal,
  { parity }: FaultOptions,
): Outgoing {
  if (typeof answer === 'number') {
    return { ...emptyAnswer(answer, protocol.version.contentType), refusal: refused };
  }
  const isHidden = parity?.suppressExceptions === true && !protocolFaults.has(answer.code);
  const fault = isHidden ? { code: 'Server', message: hiddenMessage } : answer;
  return { ...faultAnswer(protocol, fault), refusal: refused };
}
