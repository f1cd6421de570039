import type { ClientBinding, OutgoingMessage, WireRequest } from '../../operation/any-operation.ts';
import {
  checkWithoutEnvelope,
  httpCodec,
  operationUrl,
  readHttpAnswer,
  replacedUrl,
} from './message.ts';

/** HTTP GET for clients. */
export const httpGet: ClientBinding = {
  name: 'httpGet',
  writeRequest,
  readResponse: readHttpAnswer,
};

/** The request of a call: parameters in the query, a bare `?` when there are none. */
function writeRequest(message: OutgoingMessage): WireRequest {
  checkWithoutEnvelope('httpGet', message);
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
