import { type FaultOptions, hiddenMessage, shownText } from '../../server/error-text.ts';
import type { Outgoing } from '../../server/incoming.ts';
import { isThrownFault } from '../../server/report.ts';

/** Status 500 with a plain text message, unless the options hide it. */
function textAnswer(message: string, { parity }: FaultOptions): Outgoing {
  return {
    status: 500,
    headers: ['Cache-Control', 'private', 'Content-Type', 'text/plain; charset=utf-8'],
    body: writeError(parity?.suppressExceptions === true ? hiddenMessage : message),
  };
}

/** The answer to a refused request. */
export function refusalText(message: string, options: FaultOptions, cause?: unknown): Outgoing {
  return { ...textAnswer(message, options), refusal: { message, cause } };
}

/** The answer to a request whose handler threw. A SOAP fault shows only its message. */
export function exceptionText(error: unknown, options: FaultOptions): Outgoing {
  const message = isThrownFault(error) ? error.message : shownText(error, options);
  return textAnswer(message ?? hiddenMessage, options);
}

/**
 * The text of an error. The messages of the chain are HTML-encoded, the arrows between them are
 * not.
 */
function writeError(message: string): string {
  return `${encodeHtml(message).replace(/ ---&gt; /g, ' ---> ')}\r\n`;
}

/** HTML-encodes as ASP.NET does: markup, both quotes, and U+00A0 to U+00FF as numbers. */
function encodeHtml(text: string): string {
  return text.replace(/[<>&"'\u00a0-\u00ff]/g, (sign) => {
    switch (sign) {
      case '<':
        return '&lt;';
      case '>':
        return '&gt;';
      case '&':
        return '&amp;';
      case '"':
        return '&quot;';
      default:
        return `&#${sign.charCodeAt(0)};`;
    }
  });
}
