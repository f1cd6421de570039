import { httpCodec, operationUrl, readHttpAnswer } from './http-message.ts';
import { byteLength } from './text-encoder.ts';
import type { IncomingAnswer, OutgoingMessage, ReadAnswer, WireRequest } from './wire.ts';

export { writeError, writeResponse } from './http-get.ts';

/** The request of a call: parameters as a form, which is empty when there are none. */
export function writeRequest(message: OutgoingMessage): WireRequest {
  const codec = httpCodec(message.operation);
  const body = codec.writeForm(message.input as never);
  return {
    method: 'POST',
    url: operationUrl(message.endpoint, codec.location),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(byteLength(body)),
    },
    body,
  };
}

/** Reads an answer; an error status is thrown. */
export function readResponse(answer: IncomingAnswer): ReadAnswer {
  return readHttpAnswer(answer);
}
