import type { ClientBinding } from '../../operation/operation.ts';
import { soap12 } from './soap12.ts';
import { withStreams } from './streams.ts';

/** SOAP 1.2 for operations with streams of bytes. */
export const soap12Streams: ClientBinding = /* @__PURE__ */ withStreams(soap12);
