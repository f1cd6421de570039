import type { ClientBinding, OutgoingMessage, WireRequest } from '../operation/descriptor.ts';
import { writeOptimized, writeXop } from '../parts/attachment.ts';
import { opensParts } from '../parts/mime.ts';
import { addressed, soap11, soap12 } from './client.ts';

/** A binding for operations with base64Binary, which sends it as the option `mtom` says. */
function withMtom(binding: ClientBinding): ClientBinding {
  opensParts();
  return { ...binding, writeRequest: (message) => mtomRequest(binding, message) };
}

function mtomRequest(binding: ClientBinding, message: OutgoingMessage): WireRequest {
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

/** SOAP 1.1 for operations with base64Binary. */
export const soap11Mtom: ClientBinding = /* @__PURE__ */ withMtom(soap11);

/** SOAP 1.1 with bytes in parts of their own and WS-Addressing. */
export const addressedSoap11Mtom: ClientBinding = /* @__PURE__ */ addressed(soap11Mtom);

/** SOAP 1.2 for operations with base64Binary. */
export const soap12Mtom: ClientBinding = /* @__PURE__ */ withMtom(soap12);

/** SOAP 1.2 with bytes in parts of their own and WS-Addressing. */
export const addressedSoap12Mtom: ClientBinding = /* @__PURE__ */ addressed(soap12Mtom);
