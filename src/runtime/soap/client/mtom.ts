import { writeOptimized, writeXop } from '../../mime/xop-writer.ts';
import type { WireRequest } from '../../operation/message.ts';
import type { ClientBinding, OutgoingMessage } from '../../operation/operation.ts';

/** A binding for operations with base64Binary, which sends it as the option `mtom` says. */
export function withMtom(binding: ClientBinding): ClientBinding {
  return { ...binding, writeRequest: (message) => writeRequest(binding, message) };
}

function writeRequest(binding: ClientBinding, message: OutgoingMessage): WireRequest {
  const { mtom = false, postProcess, attachments } = message;
  // a signature covers the bytes themselves, so they stay in the envelope
  if (mtom === false || postProcess !== undefined) return binding.writeRequest(message);
  const { written, contents } = writeOptimized(mtom, () =>
    binding.writeRequest({ ...message, attachments: undefined }),
  );
  const type = written.headers['Content-Type'] ?? '';
  const { contentType, body } = writeXop(String(written.body), type, contents, attachments);
  const headers = { ...written.headers };
  headers['Content-Type'] = contentType;
  headers['Content-Length'] = String(body.length);
  return { ...written, headers, body };
}
