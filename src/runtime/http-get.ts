import type { AnyOperation } from './any-operation.ts';
import { httpCodec, operationUrl, readHttpAnswer, replacedUrl } from './http-message.ts';
import type { IncomingAnswer, OutgoingMessage, ReadAnswer, WireRequest } from './wire.ts';
import { indentXml } from './xml-indent.ts';

/** The request of a call: parameters in the query, a bare `?` when there are none. */
export function writeRequest(message: OutgoingMessage): WireRequest {
  const codec = httpCodec(message.operation);
  const { endpoint, input } = message;
  if (codec.writeLocation !== undefined) {
    const location = codec.writeLocation(input as never);
    const url = replacedUrl(endpoint, message.operation, location);
    return { method: 'GET', url, headers: {} };
  }
  const url = operationUrl(endpoint, codec.location);
  const separator = url.includes('?') ? '&' : '?';
  const form = codec.writeForm?.(input as never) ?? '';
  return { method: 'GET', url: url + separator + form, headers: {} };
}

/** Reads an answer; an error status is thrown. */
export function readResponse(answer: IncomingAnswer): ReadAnswer {
  return readHttpAnswer(answer);
}

/** The document of a result; `undefined` for void. */
export function writeResponse(operation: AnyOperation, output: unknown): string | undefined {
  const root = httpCodec(operation).writeResult?.(output as never);
  if (root === undefined || root === '') return undefined;
  return `<?xml version="1.0" encoding="utf-8"?>\r\n${indentXml(root)}`;
}

/** The text of an error: every message of the chain HTML-encoded, the arrows between them not. */
export function writeError(message: string): string {
  return `${encodeHtml(message).replaceAll(' ---&gt; ', ' ---> ')}\r\n`;
}

/** HTML-encodes as ASP.NET does: markup, both quotes, and U+00A0 to U+00FF as numbers. */
function encodeHtml(text: string): string {
  return text.replaceAll(/[<>&"'\u00a0-\u00ff]/g, (sign) => {
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
