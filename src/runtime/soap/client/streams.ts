import { sentRest } from '../../byte-stream/sent-rest.ts';
import { writeStreams } from '../../byte-stream/write-streams.ts';
import type { WireRequest } from '../../operation/message.ts';
import type { ClientBinding, OutgoingMessage } from '../../operation/operation.ts';
import { byteLength } from '../../text/encoding.ts';

/**
 * A binding for operations with streams: they are parts of their own (MTOM), unless the option
 * `mtom` is false. Servers are told that answers may have parts.
 */
export function withStreams(binding: ClientBinding): ClientBinding {
  return { ...binding, writeRequest: (message) => writeRequest(binding, message) };
}

function writeRequest(binding: ClientBinding, message: OutgoingMessage): WireRequest {
  const { mtom, postProcess } = message;
  // a signature covers the bytes themselves, so they have to be in the envelope
  const isSigned = postProcess !== undefined;
  if (isSigned) return withAccept(binding.writeRequest(message));
  const sent = writeStreams({
    inParts: mtom !== false,
    mtom,
    attachments: message.attachments,
    write: () => binding.writeRequest({ ...message, attachments: undefined }),
    envelope: ({ body, headers }: WireRequest) => ({
      text: String(body),
      contentType: headers['Content-Type'] ?? '',
    }),
  });
  const { written, contentType, body, rest } = sent;
  const headers: Record<string, string> = { ...written.headers, 'Content-Type': contentType };
  delete headers['Content-Length'];
  if (rest === undefined) headers['Content-Length'] = String(byteLength(body));
  return withAccept({ ...written, headers, body, rest: rest && sentRest(rest) });
}

function withAccept(request: WireRequest): WireRequest {
  const Accept = 'multipart/related, application/xop+xml, application/soap+xml, text/xml';
  return { ...request, headers: { ...request.headers, Accept } };
}
