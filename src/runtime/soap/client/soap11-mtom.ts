import type { ClientBinding } from '../../operation/operation.ts';
import { withMtom } from './mtom.ts';
import { soap11 } from './soap11.ts';

/** SOAP 1.1 for operations with base64Binary. */
export const soap11Mtom: ClientBinding = /* @__PURE__ */ withMtom(soap11);
