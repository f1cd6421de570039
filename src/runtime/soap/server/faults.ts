import type { AnyOperation } from '../../operation/operation.ts';
import type { SoapFault } from '../../operation/soap-fault.ts';
import { emptyAnswer } from '../../server/answer.ts';
import { type FaultOptions, hiddenMessage, shownText } from '../../server/error-text.ts';
import type { Outgoing } from '../../server/incoming.ts';
import { isThrownFault, reportError } from '../../server/report.ts';
import { toReferences, withStandIns } from '../../text/control-characters.ts';
import { type SoapVersion, writeEnvelope } from '../envelope.ts';
import type { SoapProtocol } from './protocol.ts';
import { type FaultMessage, writeDetail } from './write-fault.ts';

/** Prefix of ASMX's message for an error while reading the parameters. */
export const unableToRead = 'Server was unable to read request.';
/** Code of the fault for a header that must be understood and is not, in both versions. */
const mustUnderstand = 'MustUnderstand';
/** Prefix of ASMX's message for any other error. */
const unableToProcess = 'Server was unable to process request.';

/**
 * The fault for an exception of a handler: its own if it is a SOAP fault, otherwise a Server fault,
 * with its message if the options show it.
 */
function exceptionFault(
  error: unknown,
  operation: AnyOperation | undefined,
  options: FaultOptions,
  version: SoapVersion,
): FaultMessage {
  const isFault = isThrownFault(error);
  if (isFault && error.code === mustUnderstand) return headerFault(error.message);
  if (options.parity?.suppressExceptions === true)
    return { code: 'Server', message: hiddenMessage };
  if (!isFault) return processFault(shownText(error, options));
  try {
    return thrownFault(error, operation, options, version);
  } catch (problem) {
    reportError(problem, options, undefined);
    return processFault(error.message, shownText(problem, options));
  }
}

/**
 * Converts a fault thrown by a handler.
 *
 * @throws EncodeError the detail doesn't fit the declared fault
 */
function thrownFault(
  fault: SoapFault,
  operation: AnyOperation | undefined,
  { parity }: FaultOptions,
  version: SoapVersion,
): FaultMessage {
  const { code, message, actor, role, subcodes, detail, faultName } = fault;
  const written =
    parity?.controlCharacters === true
      ? toReferences(writeDetail({ detail: withStandIns(detail), faultName }, operation, version))
      : writeDetail(fault, operation, version);
  const ownCode = parity?.faultCodes;
  return { code, ownCode, message, actor, role, subcodes, faultName, detail: written };
}

/** A Server fault of the usual form, with what is known of its reasons. */
export function processFault(...reasons: readonly (string | undefined)[]): FaultMessage {
  const known = reasons.filter((reason) => reason !== undefined);
  return { code: 'Server', message: [unableToProcess, ...known].join(' ---> ') };
}

/** The fault for a header that must be understood and is not. It has no detail. */
export function headerFault(message: string): FaultMessage {
  return { code: mustUnderstand, message, withoutDetail: true };
}

/** The answer to a one-way call, and to one whose answer is sent to no one. */
export const accepted: Outgoing = emptyAnswer(202, undefined);

/** A fault as an answer. */
export function faultAnswer(protocol: SoapProtocol, fault: FaultMessage): Outgoing {
  return answerOf(protocol, envelopeOf(protocol, fault));
}

function envelopeOf(protocol: SoapProtocol, fault: FaultMessage): string {
  const { version, writeFault, reply } = protocol;
  const body = `<soap:Fault>${writeFault(fault)}</soap:Fault>`;
  return writeEnvelope(version, (reply?.fault(fault) ?? '') + (fault.header ?? ''), body);
}

function answerOf({ version, reply }: SoapProtocol, body: string): Outgoing {
  if (reply?.dropsFaults === true) return accepted;
  const headers = ['Cache-Control', 'private', 'Content-Type', version.contentType];
  return { status: 500, headers, body };
}

/** What is known of a call whose handler threw. */
interface FailedCall {
  readonly operation?: AnyOperation | undefined;
  /** SOAP headers that it set before, as text. */
  readonly header?: string | undefined;
}

/** The answer to a request whose handler threw. */
export function exceptionAnswer(
  protocol: SoapProtocol,
  error: unknown,
  { operation, header }: FailedCall,
  options: FaultOptions,
): Outgoing {
  const fault = { ...exceptionFault(error, operation, options, protocol.version), header };
  if (options.parity?.controlCharacters !== true) return faultAnswer(protocol, fault);
  return answerOf(protocol, toReferences(envelopeOf(protocol, withStandIns(fault))));
}
