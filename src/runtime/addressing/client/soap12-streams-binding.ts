import type { ClientBinding } from '../../operation/operation.ts';
import { soap12Streams } from '../../soap/client/soap12-streams.ts';
import { addressed } from './bindings.ts';

/** SOAP 1.2 with streams of bytes and WS-Addressing. */
export const addressedSoap12Streams: ClientBinding = /* @__PURE__ */ addressed(soap12Streams);
