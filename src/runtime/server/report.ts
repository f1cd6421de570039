import { isFault, type SoapFault } from '../operation/soap-fault.ts';
import { tell } from '../platform/globals.ts';
import type { CallContext } from './context.ts';
import { RequestError } from './error-text.ts';
import type { Outgoing } from './incoming.ts';
import type { Context, ServerOptions } from './options.ts';

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
export function reportRefusal(
  outgoing: Outgoing,
  options: Pick<ServerOptions<never>, 'onError'>,
): Outgoing {
  const { refusal } = outgoing;
  if (refusal !== undefined && options.onError !== undefined) {
    reportError(new RequestError(refusal.message, refusal.cause), options, undefined);
  }
  return outgoing;
}
