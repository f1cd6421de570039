import type { AnyOperation } from './any-operation.ts';
import { toReferences, withStandIns } from './control-characters.ts';
import * as httpGet from './http-get.ts';
import type { Outgoing } from './server-incoming.ts';
import type { ServerOptions } from './server-options.ts';
import type { SoapVersion } from './soap-envelope.ts';
import { isFault, type SoapFault } from './soap-fault.ts';
import { type FaultMessage, writeDetail, writeFaultEnvelope } from './soap-fault-writer.ts';

/** What of the server options bears on the text of errors. */
export type FaultOptions = Pick<ServerOptions<never>, 'faultDetail' | 'parity'>;

/** How ASMX introduces an error while reading the parameters. */
export const unableToRead = 'Server was unable to read request.';
/** How ASMX introduces any other error. */
export const unableToProcess = 'Server was unable to process request.';

const hidden = 'An error occurred on the server.';
const longestChain = 16;

/** The message of an exception with those of its causes, each behind ` ---> `; with types and stacks if wanted. */
export function messageChain(error: unknown, options: FaultOptions): string {
  const parts: string[] = [];
  let current = error;
  while (current !== undefined && current !== null && parts.length < longestChain) {
    if (!(current instanceof Error)) {
      parts.push(
        typeof current === 'string' ? current : 'Exception of an unknown type was thrown.',
      );
      break;
    }
    const stack = options.faultDetail === true ? current.stack : undefined;
    parts.push(stack ?? current.message);
    current = current.cause;
  }
  return parts.join(' ---> ');
}

/** The fault of an exception that left a handler: its own for a SOAP fault, else a Server fault with its message. */
function exceptionFault(
  error: unknown,
  operation: AnyOperation | undefined,
  options: FaultOptions,
): FaultMessage {
  if (options.parity?.suppressExceptions === true) return { code: 'Server', message: hidden };
  if (!isFault(error)) return processFault(messageChain(error, options));
  try {
    return thrownFault(error, operation, options);
  } catch (problem) {
    return processFault(`${error.message} ---> ${messageChain(problem, options)}`);
  }
}

/**
 * A fault thrown by a handler, made ready.
 *
 * @throws EncodeError the detail doesn't fit the declared fault
 */
function thrownFault(
  fault: SoapFault,
  operation: AnyOperation | undefined,
  { parity }: FaultOptions,
): FaultMessage {
  const { code, message, actor, role, subcode, detail, faultName } = fault;
  const written =
    parity?.controlCharacters === true
      ? toReferences(writeDetail({ detail: withStandIns(detail), faultName }, operation))
      : writeDetail(fault, operation);
  return { code, message, actor, role, subcode, detail: written };
}

/** A Server fault of the usual shape. */
export function processFault(message: string): FaultMessage {
  return { code: 'Server', message: `${unableToProcess} ---> ${message}` };
}

/** A fault as an answer. */
export function faultAnswer(version: SoapVersion, fault: FaultMessage): Outgoing {
  return faultEnvelope(version, writeFaultEnvelope(version, fault));
}

function faultEnvelope(version: SoapVersion, body: string): Outgoing {
  const headers = ['Cache-Control', 'private', 'Content-Type', version.contentType];
  return { status: 500, headers, body };
}

/** The answer to a request whose handler threw. */
export function exceptionAnswer(
  version: SoapVersion,
  error: unknown,
  operation: AnyOperation | undefined,
  options: FaultOptions,
): Outgoing {
  const fault = exceptionFault(error, operation, options);
  if (options.parity?.controlCharacters !== true) return faultAnswer(version, fault);
  const envelope = writeFaultEnvelope(version, withStandIns(fault));
  return faultEnvelope(version, toReferences(envelope));
}

/** The text/plain answer of HTTP GET and POST for a message of ours. */
export function textAnswer(message: string, options: FaultOptions): Outgoing {
  return {
    status: 500,
    headers: ['Cache-Control', 'private', 'Content-Type', 'text/plain; charset=utf-8'],
    body: httpGet.writeError(options.parity?.suppressExceptions === true ? hidden : message),
  };
}

/** The text/plain answer for an exception; a SOAP fault shows its message only. */
export function exceptionText(error: unknown, options: FaultOptions): Outgoing {
  return textAnswer(isFault(error) ? error.message : messageChain(error, options), options);
}
