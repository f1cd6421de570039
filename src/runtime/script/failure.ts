import { propertyOf } from '../operation/errors.ts';
import { type FaultOptions, unknownException } from '../server/error-text.ts';
import type { Outgoing } from '../server/incoming.ts';
import { isThrownFault } from '../server/report.ts';
import { scriptMember, scriptObject, scriptText } from './json/write-text.ts';

/** The content type of answers to scripts. */
export const scriptType = 'application/json; charset=utf-8';

/** What ASMX says where its exceptions stay inside. */
const hidden = 'There was an error processing the request.';

/** The answer to a refused call. */
export function refusalAnswer(error: Error, options: FaultOptions): Outgoing {
  const refusal = { message: error.message, cause: error };
  return { ...failureAnswer(error, options), refusal };
}

/**
 * The answer to an exception. As ASMX with custom errors, it says nothing of it unless the options
 * let its message out, and its stack only with those for development.
 */
export function failureAnswer(error: unknown, options: FaultOptions): Outgoing {
  const { parity, faultDetail } = options;
  const isShown =
    parity?.suppressExceptions !== true &&
    (parity?.exceptionMessages === true || faultDetail === true);
  const members = isShown
    ? [textOf(error, 'message'), faultDetail === true ? textOf(error, 'stack') : '', typeOf(error)]
    : [hidden, '', ''];
  const [message = '', stack = '', type = ''] = members;
  return {
    status: 500,
    headers: ['Cache-Control', 'private', 'Content-Type', scriptType, 'jsonerror', 'true'],
    body: scriptObject([
      scriptMember('Message', scriptText(message)),
      scriptMember('StackTrace', scriptText(stack)),
      scriptMember('ExceptionType', scriptText(type)),
    ]),
  };
}

function textOf(error: unknown, property: 'message' | 'stack'): string {
  if (error instanceof Error) return String(propertyOf(error, property) ?? '');
  if (property === 'stack') return '';
  return typeof error === 'string' ? error : unknownException;
}

/** The type of an exception: the name of the error, which a handler may have chosen. */
function typeOf(error: unknown): string {
  if (isThrownFault(error)) return 'System.Web.Services.Protocols.SoapException';
  return error instanceof Error ? String(propertyOf(error, 'name') ?? '') : '';
}
