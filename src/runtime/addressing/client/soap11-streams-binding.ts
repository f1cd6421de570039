import type { ClientBinding } from '../../operation/operation.ts';
import { soap11Streams } from '../../soap/client/soap11-streams.ts';
import { addressed } from './bindings.ts';

/** SOAP 1.1 with streams of bytes and WS-Addressing. */
export const addressedSoap11Streams: ClientBinding = /* @__PURE__ */ addressed(soap11Streams);
