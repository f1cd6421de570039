import { httpCodec, operationUrl, readHttpAnswer, replacedUrl } from './http-message.ts';
import { byteLength } from './text-encoder.ts';
import type { IncomingAnswer, OutgoingMessage, ReadAnswer, WireRequest } from './wire.ts';

export { writeError, writeResponse } from './http-get.ts';

const formType = 'application/x-www-form-urlencoded';
const xmlType = 'text/xml; charset=utf-8';

/** The request of a call: a document where the binding says so, else parameters as a form, which is empty when there are none. */
export function writeRequest({ operation, endpoint, input }: OutgoingMessage): WireRequest {
  const codec = httpCodec(operation);
  const root = codec.writeDocument?.(input as never);
  const location = root === undefined ? codec.writeLocation?.(input as never) : undefined;
  const form = location === undefined ? (codec.writeForm?.(input as never) ?? '') : '';
  const body = root === undefined ? form : `<?xml version="1.0" encoding="utf-8"?>${root}`;
  return {
    method: 'POST',
    url:
      location === undefined
        ? operationUrl(endpoint, codec.location)
        : replacedUrl(endpoint, operation, location),
    headers: {
      'Content-Type': root === undefined ? formType : xmlType,
      'Content-Length': String(byteLength(body)),
    },
    body,
  };
}

/** Reads an answer; an error status is thrown. */
export function readResponse(answer: IncomingAnswer): ReadAnswer {
  return readHttpAnswer(answer);
}
