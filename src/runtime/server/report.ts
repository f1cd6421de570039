import { isFault, type SoapFault } from '../operation/soap-fault.ts';
import { tell } from '../platform/globals.ts';
import type { CallContext } from './context.ts';
import { hiddenMessage, RequestError, shownText, unknownException } from './error-text.ts';
import { isFraming, placeOf } from './front/header-fields.ts';
import { type HttpError, isHttpError } from './front/http-error.ts';
import type { Incoming, Outgoing } from './incoming.ts';
import type { Context, ServerOptions } from './options.ts';
import { errorPage } from './pages.ts';

/** Whether a caught value is a SOAP fault. A value that cannot be asked is none. */
export function isThrownFault(error: unknown): error is SoapFault {
  try {
    return isFault(error);
  } catch {
    return false;
  }
}

/** Reports an exception other than a fault to the application. */
export function reportError(
  error: unknown,
  { onError }: Pick<ServerOptions<never>, 'onError'>,
  context: CallContext | undefined,
): void {
  if (onError === undefined || isThrownFault(error)) return;
  tell(() => onError(error, context?.context as Context | undefined));
}

/** Reports why a request was refused, if it was. Returns the answer. */
function reportRefusal(
  outgoing: Outgoing,
  options: Pick<ServerOptions<never>, 'onError'>,
): Outgoing {
  const { refusal } = outgoing;
  if (refusal !== undefined && options.onError !== undefined) {
    reportError(new RequestError(refusal.message, refusal.cause), options, undefined);
  }
  return outgoing;
}

/** Tells the application what its callers cannot. Neither function throws. */
export interface Reports {
  /** Reports an exception that nothing caught. Returns the answer to it. */
  readonly fail: (error: unknown) => Outgoing;
  /** Reports why a request was refused, if it was. Returns the answer unchanged. */
  readonly refused: (outgoing: Outgoing) => Outgoing;
}

/** Creates the reports to the application's `onError`. */
export function createReports(options: ServerOptions<never>): Reports {
  return {
    fail(error) {
      reportError(error, options, undefined);
      return errorPage(500, shownText(error, options) ?? hiddenMessage);
    },
    refused: (outgoing) => reportRefusal(outgoing, options),
  };
}

/** The request that an exception is about. */
interface Subject {
  readonly incoming: Incoming;
  readonly options: ServerOptions<never>;
  readonly call?: CallContext | undefined;
}

/**
 * The answer to an exception: what an `HttpError` asks for, otherwise that of the protocol.
 *
 * @param failed the answer of the protocol. Must not throw for a text.
 */
export function exceptionAnswer(
  error: unknown,
  { incoming, options, call }: Subject,
  failed: (error: unknown) => Outgoing,
): Outgoing {
  incoming.exchange?.failed(error);
  if (isHttpError(error)) return httpErrorAnswer(error);
  reportError(error, options, call);
  try {
    return failed(error);
  } catch (problem) {
    // What was thrown throws when it is read.
    reportError(problem, options, call);
    return failed(unknownException);
  }
}

/** The answer that an {@link HttpError} asks for. */
function httpErrorAnswer({ status, headers, body }: HttpError): Outgoing {
  const sent = Object.entries(headers)
    .filter(([name]) => !isFraming(name.toLowerCase()))
    .flatMap(([name, value]) => [value].flat().flatMap((one: string) => [name, one]));
  const isText = typeof body === 'string' && body !== '';
  if (isText && placeOf(sent, 'content-type') < 0) {
    sent.push('Content-Type', 'text/plain; charset=utf-8');
  }
  if (placeOf(sent, 'cache-control') < 0) sent.push('Cache-Control', 'private');
  return { status, headers: sent, body };
}
