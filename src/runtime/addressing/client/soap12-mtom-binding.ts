import type { ClientBinding } from '../../operation/operation.ts';
import { soap12Mtom } from '../../soap/client/soap12-mtom.ts';
import { addressed } from './bindings.ts';

/** SOAP 1.2 with bytes in parts of their own and WS-Addressing. */
export const addressedSoap12Mtom: ClientBinding = /* @__PURE__ */ addressed(soap12Mtom);
