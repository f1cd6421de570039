import type { ClientBinding } from '../../operation/operation.ts';
import { soap11Mtom } from '../../soap/client/soap11-mtom.ts';
import { addressed } from './bindings.ts';

/** SOAP 1.1 with bytes in parts of their own and WS-Addressing. */
export const addressedSoap11Mtom: ClientBinding = /* @__PURE__ */ addressed(soap11Mtom);
