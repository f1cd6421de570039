import type { ClientBinding } from '../../operation/operation.ts';
import { soap11 } from './soap11.ts';
import { withStreams } from './streams.ts';

/** SOAP 1.1 for operations with streams of bytes. */
export const soap11Streams: ClientBinding = /* @__PURE__ */ withStreams(soap11);
