import type { ClientBinding, OutgoingMessage, WireRequest } from '../../operation/any-operation.ts';
import { byteLength } from '../../text/encoder.ts';
import {
  checkWithoutEnvelope,
  httpCodec,
  operationUrl,
  readHttpAnswer,
  replacedUrl,
} from './message.ts';

const formType = 'application/x-www-form-urlencoded';
const xmlType = 'text/xml; charset=utf-8';

/** HTTP POST for clients. */
export const httpPost: ClientBinding = {
  name: 'httpPost',
  writeRequest,
  readResponse: readHttpAnswer,
};

/**
 * The request of a call: a document where the binding says so, else parameters as a form, which is
 * empty when there are none.
 */
function writeRequest(message: OutgoingMessage): WireRequest {
  checkWithoutEnvelope('httpPost', message);
  const { operation, endpoint, input } = message;
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
