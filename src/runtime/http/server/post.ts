import { FormReader } from '../../form/reader.ts';
import { isServed } from '../../server/audience.ts';
import { header, type Incoming } from '../../server/incoming.ts';
import type { ServerProtocol } from '../../server/protocol.ts';
import { decodeText, knownCharset } from '../../text/encoding.ts';
import { parseContentType } from '../../text/header.ts';
import { createHttpEndpoint, type HttpMethod } from './handle.ts';

const formType = 'application/x-www-form-urlencoded';

const method: HttpMethod = {
  binding: 'httpPost',
  takesBody: true,
  source: 'Request.Form',
  // an operation may be at the path of the service itself
  takes: (incoming, suffix, { byLocation }, { httpPost }) =>
    incoming.method === 'POST' &&
    (suffix === '' ? byLocation.has('') : suffix !== '/') &&
    isServed(httpPost, incoming),
  open: openForm,
};

/** HTTP POST: parameters as a form, or as a document. */
export const httpPostServer: ServerProtocol = {
  binding: 'httpPost',
  createEndpoint: (service, settings) => createHttpEndpoint(service, settings, method),
};

/** The parameters of a request, or ASMX's message for a body that is not a form. */
function openForm(
  incoming: Incoming,
  body: Uint8Array,
  parameters: readonly string[],
): FormReader | string {
  if (parameters.length === 0) return new FormReader('');
  const contentType = header(incoming, 'content-type') ?? '';
  const { base, charset } = parseContentType(contentType);
  if (base !== formType) return `Request format is invalid: ${contentType}.`;
  const known = charset !== undefined && knownCharset(charset) ? charset.toLowerCase() : 'utf-8';
  return new FormReader(decodeText(body, known), known);
}
