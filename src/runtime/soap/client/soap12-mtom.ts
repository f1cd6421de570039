import type { ClientBinding } from '../../operation/operation.ts';
import { withMtom } from './mtom.ts';
import { soap12 } from './soap12.ts';

/** SOAP 1.2 for operations with base64Binary. */
export const soap12Mtom: ClientBinding = /* @__PURE__ */ withMtom(soap12);
